/* factored_search.c - a puzzle that is a sum of others, solved part by part
 *
 * In:   a Puzzle
 * Out:  plans put together from those of its parts; when every end that the
 *       parts can come to together has been looked at, a proof
 *
 * Either all parts go on with every move (together), or a move is one of one
 * part, which leaves the others as they are. Then the moves of the parts add
 * up. What the parts can look like after so many moves is all that matters:
 * terminal and goals are judged by that. It is never less than what the game
 * can come to, so that a bound is a bound; a plan counts if the machine makes
 * it.
 *
 * A puzzle of one part whose goals look at a clock is such a sum, too: what
 * follows a state is then found out once, and not for every time. Start reading
 * at sum_work().
 */
#include "solve/search.h"

#include "solve/factor_layers.h"

#include <stdlib.h>
#include <string.h>

/* How some parts, the first ones, can look after so many moves. */
typedef struct {
    unsigned char numbers[MAX_PARTS]; /* of their views */
    uint32_t before; /* which combination of the parts without the last one, */
    uint32_t layer;  /* and how many moves of the last one */
    uint32_t member; /* of that layer */
} Combination;

typedef VEC(Combination) Combinations;

typedef struct {
    Search face;
    const Puzzle *puzzle;
    Cursor *cursor;
    Parts *parts;
    Course *courses[MAX_PARTS];
    bool together;
    uint32_t wait; /* one at a time: a move that changes no part, or NO_INDEX */
    size_t time, part;      /* layers up to that time are done; of that part */
    VEC(uint64_t *) clocks; /* by time */
    /* one at a time: by parts and time, what the first parts can look like */
    VEC(Combinations) * ways;
    int highest;       /* value of an end that the parts can come to */
    size_t first[101]; /* by value: when */
    size_t failures;
    bool over; /* no play lasts longer */
} Sum;

enum { MAX_COMBINATIONS = 5000, MAX_FAILURES = 64, MAX_TIME = 5000 };

static const Part *part_of(const Sum *sum, size_t number)
{
    return &sum->parts->parts[number];
}

/* ---- plans ---- */

/* What the machine says of moves: the worth of the end they lead to. */
static int replay(Sum *sum, const Moves *moves)
{
    cursor_set(sum->cursor, sum->puzzle->start);
    for (size_t i = 0; i < moves->count; i++) {
        uint32_t move = moves->items[i];
        if (cursor_terminal(sum->cursor) ||
            !(cursor_legal(sum->cursor, 0)[move / 64] >> move % 64 & 1))
            return NO_VALUE;
        cursor_moves(sum->cursor, &move);
        cursor_set(sum->cursor, cursor_next(sum->cursor));
    }
    return cursor_terminal(sum->cursor) ? puzzle_worth(sum->puzzle, sum->cursor)
                                        : NO_VALUE;
}

static bool try_plan(Sum *sum, Best *best, const Moves *moves, int value)
{
    if (replay(sum, moves) != value)
        return false;
    best_found(best, sum->puzzle, sum->face.name, value, moves->items,
               moves->count, sum->first[value] == sum->time);
    return true;
}

/* Every part goes on with every move. */
static bool plan_together(Sum *sum, Best *best, const uint32_t *members,
                          int value)
{
    size_t count = sum->parts->count, time = sum->time;
    uint32_t *paths = fatal_malloc((count * time + 1) * sizeof *paths);
    uint32_t classes[MAX_PARTS];
    Moves moves = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++)
        course_path(sum->courses[i], time, members[i], paths + i * time);
    for (size_t t = 0; t < time && good; t++) {
        for (size_t i = 0; i < count; i++)
            classes[i] = paths[i * time + t];
        vec_push(&moves, parts_move(sum->parts, classes));
        good = vec_last(&moves) != NO_INDEX;
    }
    good = good && try_plan(sum, best, &moves, value);
    vec_free(&moves);
    free(paths);
    return good;
}

/* The moves of one part, while the others are left alone. */
static bool add_moves(Sum *sum, Moves *moves, size_t part, size_t layer,
                      uint32_t member)
{
    uint32_t classes[MAX_PARTS];
    uint32_t *path = fatal_malloc((layer + 1) * sizeof *path);
    bool good = true;
    course_path(sum->courses[part], layer, member, path);
    for (size_t i = 0; i < sum->parts->count; i++)
        classes[i] = part_of(sum, i)->idle;
    for (size_t t = 0; t < layer && good; t++) {
        classes[part] = path[t];
        vec_push(moves, parts_move(sum->parts, classes));
        good = vec_last(moves) != NO_INDEX;
    }
    free(path);
    return good;
}

/* One part after the other, beginning with any of them: an end that comes too
 * early in one order may not in another. */
static bool plan_in_turn(Sum *sum, Best *best, const Combination *last,
                         int value)
{
    size_t count = sum->parts->count, layers[MAX_PARTS], left = sum->time;
    uint32_t members[MAX_PARTS];
    for (size_t i = count; i-- > 0;) {
        layers[i] = last->layer;
        members[i] = last->member;
        left -= last->layer;
        if (i)
            last = &sum->ways[i - 1].items[left].items[last->before];
    }
    bool good = false;
    for (size_t first = 0; first < count && !good; first++) {
        Moves moves = {0};
        bool made = true;
        for (size_t i = 0; i < left; i++)
            vec_push(&moves, sum->wait);
        for (size_t i = 0; i < count && made; i++) {
            size_t part = (first + i) % count;
            made = add_moves(sum, &moves, part, layers[part], members[part]);
        }
        good = made && try_plan(sum, best, &moves, value);
        vec_free(&moves);
    }
    return good;
}

/* ---- ends ---- */

/* What an end is worth that looks as parts_see was told. */
static int worth_seen(const Sum *sum)
{
    const Role *role = &sum->puzzle->net->roles[0];
    for (size_t i = role->goal_count; i-- > 0;)
        if (sum->puzzle->values[i] != NO_VALUE &&
            parts_judge(sum->parts, role->goals[i].lit) != NO_WAY)
            return sum->puzzle->values[i];
    return NO_VALUE;
}

/* Judges a position that looks like VIEWS; returns the value of the end that it
 * is, NO_VALUE if it has none or is no end. */
static int judge(Sum *sum, const uint64_t *views, bool *goes_on)
{
    uint32_t all = (1u << sum->parts->count) - 1;
    parts_see(sum->parts, views, all, true);
    if (parts_judge(sum->parts, sum->parts->net->terminal) == NO_WAY) {
        *goes_on = true;
        return NO_VALUE;
    }
    int value = worth_seen(sum);
    if (value == NO_VALUE)
        return value;
    if (sum->first[value] == SIZE_MAX)
        sum->first[value] = sum->time;
    if (value > sum->highest)
        sum->highest = value;
    return value;
}

/* ---- together ---- */

typedef struct {
    uint64_t views[MAX_PARTS];
    uint32_t members[MAX_PARTS];
    size_t tried;
    bool goes_on; /* some position is no end */
} Choice;

/* Whether nothing can be learnt from positions of which the first COUNT parts
 * look as chosen. */
static bool is_settled(Sum *sum, const Best *best, Choice *choice, size_t count)
{
    parts_see(sum->parts, choice->views, (1u << count) - 1, true);
    Judgement end = parts_judge(sum->parts, sum->parts->net->terminal);
    if (end == NO_WAY)
        choice->goes_on = true;
    return end == NO_WAY || (worth_seen(sum) <= best->value &&
                             (end == SURELY || choice->goes_on));
}

/* Chooses a view for part NUMBER and those after it. */
static void choose(Sum *sum, Best *best, Choice *choice, size_t number)
{
    size_t count;
    const View *views = course_views(sum->courses[number], sum->time, &count);
    bool last = number + 1 == sum->parts->count;
    for (size_t i = 0; i < count && choice->tried < MAX_COMBINATIONS; i++) {
        choice->views[number] = views[i].view;
        choice->members[number] = views[i].member;
        choice->tried++;
        if (!last) {
            if (!is_settled(sum, best, choice, number + 1))
                choose(sum, best, choice, number + 1);
            continue;
        }
        int value = judge(sum, choice->views, &choice->goes_on);
        if (value > best->value && sum->failures < MAX_FAILURES &&
            !plan_together(sum, best, choice->members, value))
            sum->failures++;
    }
}

/* Goes through all choices of a view for each part; false if there are too
 * many. */
static bool combine_together(Sum *sum, Best *best, uint64_t *cost)
{
    Choice choice = {.tried = 0};
    choose(sum, best, &choice, 0);
    *cost += choice.tried;
    sum->over = !choice.goes_on;
    return choice.tried < MAX_COMBINATIONS;
}

/* Whether everything is as it was before: it goes round in circles. */
static bool is_round(const Sum *sum)
{
    size_t bytes =
        (sum->parts->clock.feature_count / 64 + 1) * sizeof(uint64_t);
    for (size_t t = 0; t < sum->time; t++) {
        bool same = memcmp(sum->clocks.items[t], sum->clocks.items[sum->time],
                           bytes) == 0;
        for (size_t i = 0; i < sum->parts->count && same; i++)
            same = course_same(sum->courses[i], t, sum->time);
        if (same)
            return true;
    }
    return false;
}

/* ---- one at a time ---- */

static bool is_there(const Combinations *ways, const Combination *way)
{
    for (size_t i = 0; i < ways->count; i++)
        if (memcmp(ways->items[i].numbers, way->numbers, MAX_PARTS) == 0)
            return true;
    return false;
}

/* How the first PARTS parts can look after TIME moves: the last of them has
 * made some, those before it the others. */
static bool find_transition_cases(Sum *sum, size_t part, uint64_t *cost)
{
    Combinations ways = {0};
    for (uint32_t layer = 0; layer <= sum->time; layer++) {
        size_t count, rest = sum->time - layer;
        const View *views = course_views(sum->courses[part], layer, &count);
        size_t befores = part ? sum->ways[part - 1].items[rest].count
                              : rest == 0 || sum->wait != NO_INDEX;
        *cost += 1 + befores * count;
        for (size_t b = 0; b < befores; b++)
            for (size_t v = 0; v < count; v++) {
                Combination way = {{0}, (uint32_t)b, layer, views[v].member};
                if (part)
                    memcpy(way.numbers,
                           sum->ways[part - 1].items[rest].items[b].numbers,
                           sizeof way.numbers);
                way.numbers[part] = (unsigned char)views[v].number;
                if (!is_there(&ways, &way))
                    vec_push(&ways, way);
            }
        if (ways.count > MAX_COMBINATIONS / 5) {
            vec_free(&ways);
            return false;
        }
    }
    vec_push(&sum->ways[part], ways);
    return true;
}

static bool combine_in_turn(Sum *sum, Best *best, uint64_t *cost)
{
    size_t count = sum->parts->count, views;
    uint64_t seen[MAX_PARTS];
    bool goes_on = false;
    for (size_t i = 0; i < count; i++)
        if (!find_transition_cases(sum, i, cost))
            return false;
    const Combinations *ways = &sum->ways[count - 1].items[sum->time];
    for (size_t n = 0; n < ways->count; n++) {
        const Combination *way = &ways->items[n];
        for (size_t i = 0; i < count; i++)
            seen[i] = course_seen(sum->courses[i], &views)[way->numbers[i]];
        int value = judge(sum, seen, &goes_on);
        if (value > best->value && sum->failures < MAX_FAILURES &&
            !plan_in_turn(sum, best, way, value))
            sum->failures++;
    }
    *cost += ways->count;
    sum->over = !goes_on;
    return true;
}

/* Whether there will never be anything new: all parts repeat what they did,
 * every choice of views had its chance, and no clock is looked at. */
static bool has_had_its_chance(const Sum *sum)
{
    size_t moves = 0;
    for (size_t i = 0; i < sum->parts->count; i++) {
        if (course_repeats(sum->courses[i]) == SIZE_MAX)
            return false;
        moves += course_repeats(sum->courses[i]);
    }
    return !sum->parts->upper_timed && sum->time >= moves;
}

/* ---- the search ---- */

static SearchState complete(Sum *sum, Best *best, bool beyond)
{
    int value = sum->highest > best->value ? sum->highest : best->value;
    best_bounded(best, sum->face.name, value, beyond);
    return SEARCH_COMPLETE;
}

/* The clock of the next time; the last one is what the parts look at. */
static void tick(Sum *sum)
{
    const Part *clock = &sum->parts->clock;
    size_t words = clock->feature_count / 64 + 1;
    uint64_t *next = fatal_malloc(words * sizeof *next);
    part_run(sum->parts, clock, 0);
    part_next(clock, 0, 1, next);
    part_set(sum->parts, clock, next);
    vec_push(&sum->clocks, next);
}

/* All parts have done the layer of this time. */
static SearchState look_at_all(Sum *sum, Best *best, uint64_t *cost)
{
    if (!(sum->together ? combine_together(sum, best, cost)
                        : combine_in_turn(sum, best, cost)))
        return SEARCH_GAVE_UP;
    if (sum->over)
        return complete(sum, best, false);
    if (sum->time >= sum->puzzle->horizon)
        return complete(sum, best, true);
    if (sum->together ? is_round(sum) : has_had_its_chance(sum))
        return complete(sum, best, false);
    if (sum->time >= MAX_TIME)
        return SEARCH_GAVE_UP;
    sum->time++;
    sum->part = 0;
    if (sum->face.is_faster && best->depth < sum->time)
        best->depth = sum->time;
    tick(sum);
    return SEARCH_GOES_ON;
}

static SearchState sum_work(Search *search, Best *best, uint64_t units)
{
    Sum *sum = (Sum *)search;
    uint64_t done = 0, polled = 0;
    if (!sum->parts)
        return SEARCH_GAVE_UP;
    while (done < units && !best_is_certain(best)) {
        SearchState state = SEARCH_GOES_ON;
        CourseStep step = COURSE_GOES_ON;
        if (sum->part < sum->parts->count)
            step = course_step(sum->courses[sum->part], sum->together, &done);
        else
            state = look_at_all(sum, best, &done);
        if (step == COURSE_TOO_LARGE)
            state = SEARCH_GAVE_UP;
        if (step == COURSE_LAYER_DONE)
            sum->part++;
        best->positions += sum->part < sum->parts->count;
        if (state != SEARCH_GOES_ON)
            return state;
        if (++done - polled >= 1000) {
            polled = done;
            if (budget_spent(sum->puzzle->budget))
                break;
        }
    }
    return SEARCH_GOES_ON;
}

static void sum_free(Search *search)
{
    Sum *sum = (Sum *)search;
    for (size_t i = 0; sum->parts && i < sum->parts->count; i++) {
        course_free(sum->courses[i]);
        for (size_t k = 0; k < sum->ways[i].count; k++)
            vec_free(&sum->ways[i].items[k]);
        vec_free(&sum->ways[i]);
    }
    for (size_t i = 0; i < sum->clocks.count; i++)
        free(sum->clocks.items[i]);
    vec_free(&sum->clocks);
    free(sum->ways);
    parts_free(sum->parts);
    cursor_free(sum->cursor);
    free(sum);
}

/* Whether every move is one of one part at most, and leaves the others as they
 * are, whenever it is made; notes a move of none. */
static bool goes_in_turn(Sum *sum)
{
    size_t moves = sum->puzzle->net->roles[0].move_count;
    sum->wait = NO_INDEX;
    for (size_t i = 0; i < sum->parts->count; i++)
        if (part_of(sum, i)->idle == NO_INDEX || part_of(sum, i)->timed)
            return false;
    for (uint32_t move = 0; move < moves; move++) {
        size_t touched = 0;
        for (size_t i = 0; i < sum->parts->count; i++)
            touched += part_of(sum, i)->class_of[move] != part_of(sum, i)->idle;
        if (touched > 1)
            return false;
        if (!touched)
            sum->wait = move;
    }
    return true;
}

static void begin(Sum *sum, size_t bytes)
{
    const Part *clock = &sum->parts->clock;
    const uint64_t *start = sum->puzzle->start;
    size_t words = clock->feature_count / 64 + 1;
    uint64_t *first = fatal_calloc(words, sizeof *first);
    for (size_t i = 0; i < clock->feature_count; i++) {
        uint32_t feature = clock->features[i];
        first[i / 64] |= (start[feature / 64] >> feature % 64 & 1) << i % 64;
    }
    part_set(sum->parts, clock, first);
    vec_push(&sum->clocks, first);
    sum->together = sum->parts->count == 1 || !goes_in_turn(sum);
    sum->ways = fatal_calloc(sum->parts->count, sizeof *sum->ways);
    for (size_t i = 0; i < sum->parts->count; i++)
        sum->courses[i] =
            course_new(sum->parts, i, start,
                       sum->together ? NO_INDEX : part_of(sum, i)->idle,
                       bytes / sum->parts->count);
    for (size_t i = 0; i <= 100; i++)
        sum->first[i] = SIZE_MAX;
}

Search *search_sum(const Puzzle *puzzle, size_t bytes)
{
    Sum *sum = fatal_calloc(1, sizeof *sum);
    sum->face = (Search){"sum of parts", sum_work, sum_free, false};
    sum->puzzle = puzzle;
    sum->cursor = cursor_new(puzzle->machine);
    sum->parts = parts_new(puzzle->net);
    sum->highest = NO_VALUE;
    if (sum->parts)
        begin(sum, bytes);
    sum->face.is_faster = sum->parts && sum->parts->count == 1;
    return &sum->face;
}
