/* interpreter_check.c - what the interpreter checks: plays, lists of positions
 *
 * In:   moves as text; a file of positions, sorted, as bits
 * Out:  whether a play shows what is claimed; whether the positions are closed
 *       under moves, or under those of a strategy, and formulas hold in each
 * Next: recheck/evidence.c
 *
 * The file is held in memory as it is; a successor is looked up by binary
 * search. Start reading at check_positions(), at the end.
 */
#include "recheck/checker.h"

#include "lang/form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- plays ---- */

/* The play TEXT in ARENA, with a move for each role in each step. */
static bool read_play(Checker *checker, Arena *arena, const char *text,
                      Play *play)
{
    Diag diag;
    TermVec moves = {0};
    if (!text)
        return fails(checker, "there is no play");
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "play", text, strlen(text));
    const JointMove *steps =
        play_read(arena, checker->game->terms, source, &diag, &play->steps);
    bool is_play = !diag.problems.count;
    for (size_t i = 0; i < play->steps && is_play; i++) {
        is_play = steps[i].count == interp_role_count(checker->interp);
        vec_append(&moves, steps[i].moves, steps[i].count);
    }
    play->moves = vec_finish(&moves, arena);
    diag_clear(&diag);
    return is_play || fails(checker, "the play is not written as one, with a "
                                     "move for each role");
}

/* The position after steps FIRST to LAST - 1 of PLAY from FROM, in ARENA. */
static const Position *make_steps(Checker *checker, const Position *from,
                                  const Play *play, size_t first, size_t last,
                                  Arena *arena)
{
    const Position *position =
        interp_play(checker->interp, from,
                    play->moves + first * interp_role_count(checker->interp),
                    last - first, arena);
    if (is_cut_short(checker))
        return NULL;
    if (!position)
        fails(checker, "a move of the play is not legal");
    return position;
}

const Position *position_after_text(Checker *checker, const Position *from,
                                    const char *text)
{
    Play play;
    return read_play(checker, checker->arena, text, &play)
               ? make_steps(checker, from, &play, 0, play.steps, checker->arena)
               : NULL;
}

static bool has_term(TermSet set, const Term *term)
{
    return find_term(set.terms, set.count, term) < set.count;
}

/* Whether the domains of formulas have all features, legal moves and goals
 * there are in POSITION, which becomes the current one. */
static bool are_domains_large_enough(Checker *checker, const Position *position)
{
    Interp *interp = checker->interp;
    const Universe *universe = checker->universe;
    bool are_large = true;
    interp_set(interp, position);
    for (size_t i = 0; i < position->count && are_large; i++)
        are_large = has_term(universe->all_features, position->features[i]);
    for (size_t i = 0; i < interp_role_count(interp) && are_large; i++) {
        size_t count;
        uint32_t role = universe_role(universe, interp_role(interp, i));
        are_large = role != NO_INDEX;
        const Term *const *legal = interp_legal(interp, i, &count);
        for (size_t k = 0; k < count && are_large && !universe->too_many_moves;
             k++)
            are_large = has_term(universe->moves[role], legal[k]);
        const Term *const *goals = interp_goal_terms(interp, i, &count);
        for (size_t k = 0; k < count && are_large; k++)
            are_large = goal_value(goals[k]) == NO_GOAL_VALUE ||
                        has_term(universe->goals, goals[k]);
    }
    return are_large || fails(checker, "a domain is too small");
}

/* The play returns to the position after FIRST steps. */
static bool check_loop(Checker *checker, const Play *play, uint64_t first)
{
    const Position *start = NULL, *last = NULL;
    if (first >= play->steps)
        return fails(checker, "the play does not return");
    start = make_steps(checker, checker->start, play, 0, first, checker->work);
    if (start)
        last =
            make_steps(checker, start, play, first, play->steps, checker->work);
    if (!last)
        return false;
    return (start->count == last->count &&
            memcmp(start->features, last->features,
                   last->count * sizeof *last->features) == 0) ||
           fails(checker, "the play does not return");
}

/* PROP fails at position AT of the play, on the rest of it, of which only as
 * much is kept as PROP looks ahead. */
static bool check_failure(Checker *checker, const Play *play, size_t at,
                          PropId prop)
{
    size_t degree = props_get(checker->props, prop)->degree;
    size_t last = degree < play->steps - at ? at + degree : play->steps;
    PlayEvaluator *evaluator = evaluator_new(checker->props, checker->interp);
    const Position *position =
        make_steps(checker, checker->start, play, 0, at, checker->work);
    bool is_sound = position;
    for (size_t i = at; is_sound; i++) {
        is_sound = are_domains_large_enough(checker, position);
        evaluator_push(evaluator, position);
        if (!is_sound || i == last)
            break;
        position = make_steps(checker, position, play, i, i + 1, checker->work);
        is_sound = position;
    }
    is_sound = is_sound && make_steps(checker, position, play, last,
                                      play->steps, checker->work);
    if (is_sound && evaluator_holds(evaluator, prop, 0) != HOLDS_NO)
        is_sound = fails(checker, "the play does not show it");
    evaluator_free(evaluator);
    return !is_cut_short(checker) && is_sound;
}

bool check_play(Checker *checker, const json_t *evidence, const Claim *claim)
{
    Play play;
    uint64_t loop_from;
    if (!has_only_keys(evidence, "kind moves loop_from") ||
        !read_number(evidence, "loop_from", NO_NUMBER - 1, NO_NUMBER,
                     &loop_from))
        return fails(checker, "the play is not written as one");
    if (!read_play(checker, checker->work, text_of(evidence, "moves"), &play))
        return false;
    if (claim->kind == CLAIM_ENDLESS)
        return check_loop(checker, &play, loop_from);
    uint64_t at = claim->at == NO_NUMBER ? play.steps : claim->at;
    if (at > play.steps || (claim->within != NO_NUMBER && at > claim->within))
        return fails(checker, "the play is too long, or too short");
    return check_failure(checker, &play, at, claim->prop);
}

/* ---- positions: records of a file ---- */

typedef enum {
    RANKS_NONE,
    RANKS_LEFT,  /* steps that are left, at most: every step lowers it */
    RANKS_DEPTH, /* steps from the initial position, at most */
} Ranks;

enum { NUMBER_BYTES = 4 }; /* of a rank, or of a move */

typedef struct {
    Checker *checker;
    const unsigned char *records;
    size_t count, key_bytes, record_bytes;
    Ranks ranks;
    uint32_t max_rank;
    uint32_t *numbers; /* of features, by the id of the term */
    size_t id_count;
    unsigned char *key; /* for looking up */
    /* Of a strategy; otherwise NULL */
    const Term *role;   /* that plays it */
    const Term **moves; /* by the number in a record */
    size_t move_count;
} Positions;

#define NO_FEATURE UINT32_MAX

static const unsigned char *record_at(const Positions *positions, size_t index)
{
    return positions->records + index * positions->record_bytes;
}

static uint32_t number_at(const unsigned char *bytes)
{
    uint32_t number = 0;
    for (size_t i = NUMBER_BYTES; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

static uint32_t rank_of(const Positions *positions, const unsigned char *record)
{
    return positions->ranks ? number_at(record + positions->key_bytes) : 0;
}

/* The move of the strategy; NULL if the number is none. */
static const Term *move_of(const Positions *positions,
                           const unsigned char *record)
{
    uint32_t number =
        number_at(record + positions->record_bytes - NUMBER_BYTES);
    return number < positions->move_count ? positions->moves[number] : NULL;
}

/* The record of POSITION, or NULL if there is none. */
static const unsigned char *find_record(Positions *positions,
                                        const Position *position)
{
    assert(positions->record_bytes >= positions->key_bytes);
    memset(positions->key, 0, positions->key_bytes);
    for (size_t i = 0; i < position->count; i++) {
        uint32_t id = position->features[i]->id;
        uint32_t number =
            id < positions->id_count ? positions->numbers[id] : NO_FEATURE;
        if (number == NO_FEATURE)
            return NULL;
        positions->key[number / 8] |= (unsigned char)(1 << number % 8);
    }
    size_t first = 0, end = positions->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        const unsigned char *record = record_at(positions, middle);
        int order = memcmp(record, positions->key, positions->key_bytes);
        if (order == 0)
            return record;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

static const Position *position_of(const Positions *positions,
                                   const unsigned char *record, Arena *arena)
{
    TermSet features = positions->checker->features;
    const Term **terms = arena_array(arena, const Term *, features.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < features.count; i++)
        if (record[i / 8] >> i % 8 & 1)
            terms[count++] = features.terms[i];
    return position_new(arena, terms, count);
}

/* ---- steps ---- */

/* Whether the step to NEXT from a position of RANK stays in the file. */
static bool is_step_covered(Positions *positions, const Position *next,
                            uint32_t rank)
{
    const unsigned char *record = find_record(positions, next);
    if (!record)
        return false;
    uint32_t next_rank = rank_of(positions, record);
    switch (positions->ranks) {
    case RANKS_LEFT:
        return next_rank < rank;
    case RANKS_DEPTH:
        return next_rank <= rank + 1;
    default:
        return true;
    }
}

/* All joint moves in the current position, a counter with a digit for each
 * role. */
static bool check_joint_moves(Positions *positions, const TermSet *legal,
                              uint32_t rank, Arena *arena)
{
    Checker *checker = positions->checker;
    size_t roles = interp_role_count(checker->interp), role = 0;
    size_t *digits = arena_array(arena, size_t, roles);
    const Term **moves = arena_array(arena, const Term *, roles);
    while (role < roles) {
        ArenaMark mark = arena_mark(arena);
        for (size_t i = 0; i < roles; i++)
            moves[i] = legal[i].terms[digits[i]];
        const Position *next = interp_next(checker->interp, moves, arena);
        if (is_cut_short(checker))
            return false;
        if (!is_step_covered(positions, next, rank))
            return fails(checker, "a step leads to a position that is not "
                                  "listed, or not with that number");
        arena_rewind(arena, mark);
        for (role = 0; role < roles && ++digits[role] == legal[role].count;)
            digits[role++] = 0;
    }
    return true;
}

/* Every step from the current position, that of RECORD, leads to one of the
 * file; of a strategy, every step with its move, which is legal. */
static bool check_steps(Positions *positions, const unsigned char *record,
                        Arena *arena)
{
    uint32_t rank = rank_of(positions, record);
    Checker *checker = positions->checker;
    Interp *interp = checker->interp;
    size_t roles = interp_role_count(interp);
    TermSet *legal = arena_array(arena, TermSet, roles);
    if (interp_is_terminal(interp) ||
        (positions->ranks == RANKS_DEPTH && rank == positions->max_rank))
        return true;
    for (size_t i = 0; i < roles; i++) {
        const Term *const *moves = interp_legal(interp, i, &legal[i].count);
        if (!legal[i].count) /* no step at all, or the interpreter failed */
            return !positions->role ||
                   fails(checker, "a role has no move: no end");
        legal[i].terms =
            arena_copy(arena, moves, legal[i].count * sizeof *moves);
        if (interp_role(interp, i) != positions->role)
            continue;
        const Term **move = arena_alloc(arena, sizeof *move);
        *move = move_of(positions, record);
        if (!terms_contain(moves, legal[i].count, *move))
            return fails(checker, "the strategy has a move that is not legal");
        legal[i] = (TermSet){move, 1};
    }
    return check_joint_moves(positions, legal, rank, arena);
}

/* ---- the file ---- */

/* The number of each feature; false if one is listed twice. */
static bool number_features(Positions *positions)
{
    Arena *arena = positions->checker->work;
    TermSet features = positions->checker->features;
    for (size_t i = 0; i < features.count; i++)
        if (features.terms[i]->id >= positions->id_count)
            positions->id_count = features.terms[i]->id + (size_t)1;
    positions->numbers = arena_array(arena, uint32_t, positions->id_count + 1);
    memset(positions->numbers, 0xff,
           positions->id_count * sizeof *positions->numbers);
    for (size_t i = 0; i < features.count; i++) {
        uint32_t *number = &positions->numbers[features.terms[i]->id];
        if (*number != NO_FEATURE)
            return false;
        *number = (uint32_t)i;
    }
    return true;
}

/* Sorted, each once, and no bit beyond the last feature. */
static bool is_well_formed(Positions *positions)
{
    size_t spare =
        positions->key_bytes * 8 - positions->checker->features.count;
    for (size_t i = 0; i < positions->count; i++) {
        const unsigned char *record = record_at(positions, i);
        uint32_t rank = rank_of(positions, record);
        if (rank > positions->max_rank)
            positions->max_rank = rank;
        if (spare && record[positions->key_bytes - 1] >> (8 - spare))
            return false;
        if (i && memcmp(record_at(positions, i - 1), record,
                        positions->key_bytes) >= 0)
            return false;
    }
    return true;
}

/* The LENGTH bytes that are the records. */
static bool read_records(Positions *positions, const json_t *evidence,
                         size_t length)
{
    Checker *checker = positions->checker;
    size_t feature_count = checker->features.count;
    if (text_is(evidence, "ranks", "left"))
        positions->ranks = RANKS_LEFT;
    else if (text_is(evidence, "ranks", "depth"))
        positions->ranks = RANKS_DEPTH;
    else if (json_object_get(evidence, "ranks"))
        return fails(checker, "ranks are left or depth");
    positions->key_bytes = feature_count ? (feature_count + 7) / 8 : 1;
    positions->record_bytes = positions->key_bytes +
                              (positions->ranks ? NUMBER_BYTES : 0) +
                              (positions->role ? NUMBER_BYTES : 0);
    positions->count = length / positions->record_bytes;
    positions->key =
        arena_array(checker->work, unsigned char, positions->key_bytes + 1);
    if (length % positions->record_bytes)
        return fails(checker, "the file of positions does not consist of "
                              "whole records");
    if (!is_well_formed(positions))
        return fails(checker,
                     "the positions are not sorted, or have other features");
    return number_features(positions) ||
           fails(checker, "a feature is listed twice");
}

/* The role and the moves of a strategy. */
static bool read_strategy(Positions *positions, const json_t *evidence)
{
    Checker *checker = positions->checker;
    positions->role = find_role(checker, text_of(evidence, "role"));
    if (!positions->role || role_is_random(positions->role))
        return fails(checker, "the strategy is of no role");
    if (!text_is(evidence, "ranks", "left"))
        return fails(checker, "the positions of a strategy have ranks left");
    positions->moves = read_term_lines(
        checker, json_object_get(evidence, "moves"), &positions->move_count);
    return positions->moves;
}

/* ---- claims ---- */

/* The initial position is there; the outcome of CLAIM as far as that decides
 * it. */
static Outcome check_beginning(Positions *positions, const Claim *claim)
{
    const unsigned char *record =
        find_record(positions, positions->checker->start);
    uint32_t rank = record ? rank_of(positions, record) : 0;
    if (!record || (positions->ranks == RANKS_DEPTH && rank))
        return FAILS("the initial position is not listed, or not as such");
    if (positions->role && claim->role != positions->role)
        return FAILS("the strategy is of another role");
    if (claim->kind == CLAIM_ENDS)
        return positions->ranks == RANKS_LEFT &&
                       (claim->bound == NO_NUMBER || claim->bound >= rank)
                   ? HOLDS
                   : FAILS("the positions do not show such a bound");
    if (positions->ranks == RANKS_DEPTH &&
        (claim->within == NO_NUMBER || claim->within > positions->max_rank))
        return FAILS("the positions are not all that can be reached");
    return HOLDS;
}

/* Whether CLAIM is still to be judged in positions of RANK. */
static bool is_open(const Positions *positions, const Claim *claim,
                    uint32_t rank)
{
    return claim->kind != CLAIM_ENDS && claim->outcome.kind != OUTCOME_FAILS &&
           (positions->ranks != RANKS_DEPTH || rank <= claim->within);
}

/* Whether the formulas hold in POSITION, which has RANK. */
static void check_formulas(Positions *positions, PlayEvaluator *evaluator,
                           const Position *position, uint32_t rank,
                           const ClaimVec *claims, Arena *arena)
{
    Checker *checker = positions->checker;
    size_t count = claims->count;
    Holds *verdicts = arena_array(arena, Holds, count);
    PropId *props = arena_array(arena, PropId, count);
    Play *failing = arena_array(arena, Play, count);
    bool is_asked = false;
    for (size_t i = 0; i < count; i++) {
        props[i] = claims->items[i]->prop;
        verdicts[i] =
            is_open(positions, claims->items[i], rank) ? HOLDS_OPEN : HOLDS_YES;
        is_asked = is_asked || verdicts[i] == HOLDS_OPEN;
    }
    if (!is_asked)
        return;
    position_satisfies(evaluator, position, props, count, &checker->budget,
                       arena, verdicts, failing);
    for (size_t i = 0; i < count; i++)
        if (verdicts[i] == HOLDS_NO)
            claims->items[i]->outcome =
                FAILS("a listed position contradicts it");
        else if (verdicts[i] == HOLDS_OPEN && !unchecked_by_limit(checker))
            claims->items[i]->outcome = checker->outcome;
}

/* Goes through all positions: the steps from them, the domains that formulas
 * range over, and the formulas. */
static bool check_all(Positions *positions, bool steps_are_known,
                      const ClaimVec *claims)
{
    Checker *checker = positions->checker;
    Arena *arena = arena_new();
    PlayEvaluator *evaluator = evaluator_new(checker->props, checker->interp);
    bool is_sound = true;
    for (size_t i = 0; i < positions->count && is_sound; i++) {
        const unsigned char *record = record_at(positions, i);
        ArenaMark mark = arena_mark(arena);
        const Position *position = position_of(positions, record, arena);
        check_formulas(positions, evaluator, position,
                       rank_of(positions, record), claims, arena);
        is_sound = are_domains_large_enough(checker, position) &&
                   (steps_are_known || check_steps(positions, record, arena));
        is_sound = !is_cut_short(checker) && is_sound;
        arena_rewind(arena, mark);
    }
    evaluator_free(evaluator);
    arena_free(arena);
    return is_sound;
}

bool check_positions(Checker *checker, size_t index, const ClaimVec *claims)
{
    const json_t *evidence = json_array_get(checker->evidence, index);
    Positions positions = {.checker = checker};
    size_t length = 0;
    bool is_strategy = text_is(evidence, "kind", "strategy");
    if (!has_only_keys(evidence, is_strategy ? "kind role moves positions ranks"
                                             : "kind positions ranks") ||
        !checker->has_list)
        return fails(checker, "the positions, or the features, are not listed");
    char *bytes =
        certificate_read(checker, json_object_get(evidence, "positions"),
                         MAX_MEMBER_BYTES, &length);
    positions.records = (const unsigned char *)bytes;
    bool is_closed = bytes &&
                     (!is_strategy || read_strategy(&positions, evidence)) &&
                     read_records(&positions, evidence, length);
    if (is_closed) {
        for (size_t i = 0; i < claims->count; i++)
            claims->items[i]->outcome =
                check_beginning(&positions, claims->items[i]);
        is_closed = check_all(
            &positions, checker->known[index].kind == OUTCOME_HOLDS, claims);
        for (size_t i = 0; i < claims->count && !is_closed; i++)
            if (claims->items[i]->outcome.kind != OUTCOME_FAILS)
                claims->items[i]->outcome = checker->outcome;
        if (is_closed)
            checker->known[index] = HOLDS;
        is_closed = true; /* the outcomes are set */
    }
    memory_free(bytes);
    return is_closed;
}
