/* factor_layers.c - all that a part of a puzzle can come to, move by move
 *
 * In:   Parts, and a state to begin with
 * Out:  layer after layer of states, and what they look like
 * Next: solve/factored_search.c puts the courses of all parts together
 *
 * What follows a state is found out once, unless the part looks at the clock.
 * Start reading at course_step().
 */
#include "solve/factor_layers.h"

#include "base/sort.h"
#include "solve/state_set.h"

#include <string.h>

enum { MAX_VIEWS = 256 };

typedef struct {
    uint32_t state;  /* in the store */
    uint32_t parent; /* member of the layer before */
    uint32_t class;  /* of the move made there */
} Member;

/* What follows a state. */
typedef struct {
    uint32_t state;
    uint32_t class; /* of the move that leads there */
} Follower;

/* What was found out about a state; a part that looks at no clock is the same
 * in every layer. */
typedef struct {
    uint64_t view;
    uint32_t first, count; /* followers */
    bool has_view, has_followers;
} Known;

struct Course {
    Parts *parts;
    const Part *part;
    size_t number;     /* of the part */
    uint32_t left_out; /* class */
    Store *store;
    size_t bytes;
    size_t done;             /* layers; the next one is looked at, */
    size_t at;               /* up to this member, and the one after it made */
    VEC(Member) members;     /* of all layers */
    VEC(size_t) starts;      /* by layer: its first member */
    VEC(View) views;         /* of all layers */
    VEC(size_t) view_starts; /* by layer */
    VEC(uint64_t) marks;     /* by layer: sum of hashes of its states */
    VEC(uint32_t) stamps;    /* by state: one more than its last layer */
    VEC(Known) known;        /* by state */
    VEC(Follower) followers;
    VEC(uint64_t) seen; /* different views */
    size_t repeats;     /* the first layer with the states of one before it */
    uint64_t *state, *next; /* next: 64 of them */
};

static uint64_t hash_of(uint32_t number)
{
    uint64_t hash = (number + 1) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

static bool has_room(const Course *course)
{
    return course->members.count * sizeof *course->members.items +
                   course->followers.count * sizeof *course->followers.items +
                   course->known.count * sizeof *course->known.items <
               course->bytes &&
           course->members.count < NO_STATE;
}

/* Puts state NUMBER into layer LAYER, if it is not there; false if there is no
 * room. */
static bool add_member(Course *course, uint32_t number, size_t layer,
                       uint32_t parent, uint32_t class)
{
    if (course->stamps.items[number] == layer + 1)
        return true;
    course->stamps.items[number] = (uint32_t)layer + 1;
    Member member = {number, parent, class};
    vec_push(&course->members, member);
    course->marks.items[layer] += hash_of(number);
    return has_room(course);
}

/* The number of STATE; NO_STATE if there is no room. */
static uint32_t number_state(Course *course, const uint64_t *state)
{
    bool is_new;
    uint32_t number = store_put(course->store, state, &is_new);
    if (is_new && number != NO_STATE) {
        Known nothing = {0};
        vec_push(&course->stamps, 0);
        vec_push(&course->known, nothing);
    }
    return number;
}

/* All members of a layer are there: it can be looked at. */
static void begin_layer(Course *course)
{
    vec_push(&course->starts, course->members.count); /* of the one after it */
    vec_push(&course->marks, 0);
    vec_push(&course->view_starts, course->views.count);
    course->at = 0;
}

Course *course_new(Parts *parts, size_t part, const uint64_t *start,
                   uint32_t left_out, size_t bytes)
{
    Course *course = fatal_malloc(sizeof *course);
    const Part *here = &parts->parts[part];
    size_t words = here->feature_count / 64 + 1;
    *course = (Course){.parts = parts,
                       .part = here,
                       .number = part,
                       .left_out = left_out,
                       .repeats = SIZE_MAX,
                       .store = store_new(words, bytes / 2),
                       .bytes = bytes / 2,
                       .state = fatal_malloc(words * sizeof(uint64_t)),
                       .next = fatal_malloc(64 * words * sizeof(uint64_t))};
    memset(course->state, 0, words * sizeof(uint64_t));
    for (size_t i = 0; i < here->feature_count; i++) {
        uint32_t feature = here->features[i];
        course->state[i / 64] |= (start[feature / 64] >> feature % 64 & 1)
                                 << i % 64;
    }
    vec_push(&course->starts, 0);
    vec_push(&course->marks, 0);
    uint32_t first = number_state(course, course->state);
    if (first != NO_STATE)
        add_member(course, first, 0, 0, 0);
    begin_layer(course);
    return course;
}

void course_free(Course *course)
{
    if (!course)
        return;
    store_free(course->store);
    vec_free(&course->members);
    vec_free(&course->starts);
    vec_free(&course->views);
    vec_free(&course->view_starts);
    vec_free(&course->seen);
    vec_free(&course->marks);
    vec_free(&course->stamps);
    vec_free(&course->known);
    vec_free(&course->followers);
    free(course->state);
    free(course->next);
    free(course);
}

/* ---- views ---- */

static uint32_t number_of(Course *course, uint64_t view)
{
    for (size_t i = 0; i < course->seen.count; i++)
        if (course->seen.items[i] == view)
            return (uint32_t)i;
    vec_push(&course->seen, view);
    return (uint32_t)course->seen.count - 1;
}

/* Notes that a member of the layer looks like VIEW. */
static const View *note_view(Course *course, uint64_t view, bool timed)
{
    uint64_t views[MAX_PARTS] = {0};
    for (size_t i = course->view_starts.items[course->done];
         i < course->views.count; i++)
        if (course->views.items[i].view == view)
            return &course->views.items[i];
    views[course->number] = view;
    parts_see(course->parts, views, 1u << course->number, timed);
    View note = {view, number_of(course, view), (uint32_t)course->at,
                 parts_judge(course->parts, course->parts->net->terminal) ==
                     SURELY};
    vec_push(&course->views, note);
    return &vec_last(&course->views);
}

/* ---- one member after the other ---- */

/* The legal ones among the classes of CHUNK, a bit for each. */
static uint64_t legal_classes(const Course *course, size_t chunk)
{
    uint64_t legal = 0;
    size_t end = 64 * (chunk + 1);
    if (end > course->part->class_count)
        end = course->part->class_count;
    for (uint32_t i = (uint32_t)(64 * chunk); i < end; i++)
        if (i != course->left_out && part_legal(course->part, i))
            legal |= (uint64_t)1 << i % 64;
    return legal;
}

/* Finds out what follows STATE, at which the part has been run. */
static bool find_followers(Course *course, uint32_t state)
{
    const Part *part = course->part;
    size_t words = part->feature_count / 64 + 1;
    if (part->timed)
        vec_clear(&course->followers);
    course->known.items[state].first = (uint32_t)course->followers.count;
    for (size_t chunk = 0; chunk < part->chunks; chunk++) {
        uint64_t legal = legal_classes(course, chunk);
        if (chunk)
            part_run(course->parts, part, chunk);
        part_next(part, chunk, legal, course->next);
        for (; legal; legal &= legal - 1) {
            uint32_t i = (uint32_t)__builtin_ctzll(legal);
            Follower follower = {number_state(course, course->next + i * words),
                                 (uint32_t)(64 * chunk) + i};
            if (follower.state == NO_STATE)
                return false;
            vec_push(&course->followers, follower);
        }
    }
    Known *known = &course->known.items[state];
    known->count = (uint32_t)course->followers.count - known->first;
    known->has_followers = true;
    return has_room(course) && course->followers.count < NO_STATE;
}

static bool add_followers(Course *course, uint32_t state, size_t layer)
{
    const Known *known = &course->known.items[state];
    for (uint32_t i = 0; i < known->count; i++) {
        const Follower *follower = &course->followers.items[known->first + i];
        if (!add_member(course, follower->state, layer, (uint32_t)course->at,
                        follower->class))
            return false;
    }
    return true;
}

/* Next to a move in the machine, which has to find out what is legal, too. */
static uint64_t cost_of(const Part *part)
{
    return 1 + part->chunks * part->node_count / 256 +
           part->class_count * (1 + part->feature_count / 64);
}

static void run(Course *course, uint32_t state, uint64_t *cost)
{
    store_get(course->store, state, course->state);
    part_set(course->parts, course->part, course->state);
    part_run(course->parts, course->part, 0);
    *cost += cost_of(course->part);
}

/* Looks at one member; false if there is no room. */
static bool look_at(Course *course, uint32_t state, bool timed, uint64_t *cost)
{
    Known known = course->known.items[state];
    bool is_run = course->part->timed || !known.has_view;
    if (is_run) {
        run(course, state, cost);
        known.view = part_view(course->part);
        known.has_view = true;
        known.has_followers &= !course->part->timed;
        course->known.items[state] = known;
    }
    bool ends = note_view(course, known.view, timed)->ends;
    if (course->seen.count > MAX_VIEWS)
        return false;
    if (ends)
        return true;
    if (!known.has_followers) {
        if (!is_run)
            run(course, state, cost);
        if (!find_followers(course, state))
            return false;
    }
    *cost += course->known.items[state].count / 8;
    return add_followers(course, state, course->done + 1);
}

CourseStep course_step(Course *course, bool timed, uint64_t *cost)
{
    size_t layer = course->done;
    if (course->at < course_members(course, layer)) {
        uint32_t state =
            course->members.items[course->starts.items[layer] + course->at]
                .state;
        if (!look_at(course, state, timed, cost))
            return COURSE_TOO_LARGE;
        course->at++;
        return COURSE_GOES_ON;
    }
    for (size_t i = 0; i < layer && course->repeats == SIZE_MAX; i++)
        if (course_same(course, i, layer))
            course->repeats = layer;
    course->done++;
    begin_layer(course);
    return COURSE_LAYER_DONE;
}

/* ---- what was found ---- */

size_t course_members(const Course *course, size_t layer)
{
    return course->starts.items[layer + 1] - course->starts.items[layer];
}

const View *course_views(const Course *course, size_t layer, size_t *count)
{
    size_t first = course->view_starts.items[layer];
    *count = course->view_starts.items[layer + 1] - first;
    return course->views.items + first;
}

const uint64_t *course_seen(const Course *course, size_t *count)
{
    *count = course->seen.count;
    return course->seen.items;
}

size_t course_repeats(const Course *course)
{
    return course->repeats;
}

static uint32_t *sorted_states(const Course *course, size_t layer)
{
    size_t count = course_members(course, layer);
    uint32_t *states = fatal_malloc((count + 1) * sizeof *states);
    const Member *first = course->members.items + course->starts.items[layer];
    for (size_t i = 0; i < count; i++)
        states[i] = first[i].state;
    sort_numbers(states, count);
    return states;
}

bool course_same(const Course *course, size_t layer, size_t other)
{
    size_t count = course_members(course, layer);
    if (course->marks.items[layer] != course->marks.items[other] ||
        count != course_members(course, other))
        return false;
    uint32_t *these = sorted_states(course, layer);
    uint32_t *those = sorted_states(course, other);
    bool same = memcmp(these, those, count * sizeof *these) == 0;
    free(these);
    free(those);
    return same;
}

void course_path(const Course *course, size_t layer, uint32_t member,
                 uint32_t *classes)
{
    for (; layer > 0; layer--) {
        const Member *here =
            &course->members.items[course->starts.items[layer] + member];
        classes[layer - 1] = here->class;
        member = here->parent;
    }
}
