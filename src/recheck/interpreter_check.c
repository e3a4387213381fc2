/* interpreter_check.c - what the interpreter checks: plays, lists of positions
 *
 * In:   moves as text; a file of positions, sorted, as bits
 * Out:  whether a play shows what is claimed; whether the positions are closed
 *       under moves, or under those of a strategy, and formulas hold in each
 * Next: recheck/evidence.c
 *
 * The file is held in memory as it is; a successor is looked up by binary
 * search. Start reading at check_exhaustive(), at the end.
 */
#include "recheck/checker.h"

#include "lang/form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- plays ---- */

/* The play TEXT in ARENA; false, with the reason in *WHY, if it is none with a
 * move for each role. */
static bool read_play(Checker *checker, Arena *arena, const char *text,
                      Play *play, const char **why)
{
    Diag diag;
    TermVec moves = {0};
    *why = "there is no play";
    if (!text)
        return false;
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
    *why = "the play is not written as one, with a move for each role";
    return is_play;
}

/* The position after steps FIRST to LAST - 1 of PLAY from FROM, in ARENA; NULL,
 * with the OUTCOME set, if there is none. */
static const Position *make_steps(Checker *checker, const Position *from,
                                  const Play *play, size_t first, size_t last,
                                  Arena *arena, Outcome *outcome)
{
    Interp *interp = checker->interp;
    const Position *position = interp_play(
        interp, from, play->moves + first * interp_role_count(interp),
        last - first, arena);
    *outcome = position ? HOLDS : FAILS("a move of the play is not legal");
    if (!interp_failure(interp) && !budget_spent(&checker->budget))
        return position;
    *outcome = UNCHECKED(limit_reason(checker));
    return NULL;
}

const Position *position_after_text(Checker *checker, const Position *from,
                                    const char *text, const char **why)
{
    Play play;
    Outcome outcome;
    if (!read_play(checker, checker->arena, text, &play, why))
        return NULL;
    const Position *last = make_steps(checker, from, &play, 0, play.steps,
                                      checker->arena, &outcome);
    *why = outcome.reason;
    return last;
}

/* Whether the domains of formulas have all features, legal moves and goals
 * there are in POSITION, which becomes the current one. */
static bool domains_cover(Checker *checker, const Position *position)
{
    Interp *interp = checker->interp;
    const Universe *universe = checker->universe;
    TermSet features = universe->all_features;
    bool is_covered = true;
    interp_set(interp, position);
    for (size_t i = 0; i < position->count && is_covered; i++)
        is_covered = find_term(features.terms, features.count,
                               position->features[i]) < features.count;
    for (size_t i = 0; i < interp_role_count(interp) && is_covered; i++) {
        size_t count;
        const Term *role = interp_role(interp, i);
        uint32_t number = universe_role(universe, role);
        if (number == NO_INDEX)
            return false;
        TermSet moves = universe->moves[number];
        const Term *const *legal = interp_legal(interp, i, &count);
        for (size_t k = 0; k < count && is_covered && !universe->too_many_moves;
             k++)
            is_covered =
                find_term(moves.terms, moves.count, legal[k]) < moves.count;
        const Term *const *goals = interp_goal_terms(interp, i, &count);
        for (size_t k = 0; k < count && is_covered; k++)
            is_covered = goal_value(goals[k]) == NO_GOAL_VALUE ||
                         find_term(universe->goals.terms, universe->goals.count,
                                   goals[k]) < universe->goals.count;
    }
    return is_covered;
}

/* The play returns to the position after FIRST steps. */
static Outcome check_loop(Work *work, const Play *play, size_t first)
{
    Outcome outcome = FAILS("the play does not return");
    Checker *checker = work->checker;
    const Position *start = NULL, *last = NULL;
    if (first < play->steps)
        start = make_steps(checker, checker->start, play, 0, first, work->arena,
                           &outcome);
    if (start)
        last = make_steps(checker, start, play, first, play->steps, work->arena,
                          &outcome);
    if (last &&
        (start->count != last->count ||
         (last->count && memcmp(start->features, last->features,
                                last->count * sizeof *last->features) != 0)))
        outcome = FAILS("the play does not return");
    return outcome;
}

/* PROP fails at position AT of the play, on the rest of it. */
static Outcome check_failure(Work *work, const Play *play, size_t at,
                             PropId prop)
{
    Checker *checker = work->checker;
    Outcome outcome;
    bool is_covered = true;
    size_t degree = props_get(work->props, prop)->degree;
    size_t last = degree < play->steps - at ? at + degree : play->steps;
    PlayEvaluator *evaluator = evaluator_new(work->props, checker->interp);
    const Position *position =
        make_steps(checker, checker->start, play, 0, at, work->arena, &outcome);
    for (size_t i = at, next; position && i <= play->steps; i = next) {
        next =
            i < last ? i + 1 : play->steps + 1; /* the rest has to be legal */
        is_covered = is_covered && domains_cover(checker, position);
        evaluator_push(evaluator, position);
        position =
            make_steps(checker, position, play, i,
                       i < last ? next : play->steps, work->arena, &outcome);
    }
    if (outcome.kind == OUTCOME_HOLDS && !is_covered)
        outcome = FAILS("a domain is too small");
    else if (outcome.kind == OUTCOME_HOLDS &&
             evaluator_holds(evaluator, prop, 0) != HOLDS_NO)
        outcome = FAILS("the play does not show it");
    evaluator_free(evaluator);
    return interp_failure(checker->interp) ? UNCHECKED(limit_reason(checker))
                                           : outcome;
}

Outcome check_play(Work *work, const json_t *evidence, const Claim *claim)
{
    Play play;
    uint64_t loop_from;
    const char *why;
    if (!has_only_keys(evidence, "kind moves loop_from") ||
        !read_number(evidence, "loop_from", NO_NUMBER - 1, NO_NUMBER,
                     &loop_from))
        return FAILS("the play is not written as one");
    if (!read_play(work->checker, work->arena, text_of(evidence, "moves"),
                   &play, &why))
        return FAILS(why);
    if (claim->kind == CLAIM_ENDLESS)
        return check_loop(work, &play, loop_from);
    uint64_t at = claim->at == NO_NUMBER ? play.steps : claim->at;
    if (at > play.steps || (claim->within != NO_NUMBER && at > claim->within))
        return FAILS("the play is too long, or too short");
    return check_failure(work, &play, at, claim->prop);
}

/* ---- positions: records of a file ---- */

typedef enum {
    RANKS_NONE,
    RANKS_LEFT,  /* steps that are left, at most: every step lowers it */
    RANKS_DEPTH, /* steps from the initial position, at most */
} Ranks;

enum { RANK_BYTES = 4, MOVE_BYTES = 4 };

typedef struct {
    Work *work;
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

static uint32_t rank_of(const Positions *positions, const unsigned char *record)
{
    uint32_t rank = 0;
    for (size_t i = RANK_BYTES; positions->ranks && i-- > 0;)
        rank = rank << 8 | record[positions->key_bytes + i];
    return rank;
}

/* The move of the strategy; NULL if the number is none. */
static const Term *move_of(const Positions *positions,
                           const unsigned char *record)
{
    const unsigned char *bytes = record + positions->record_bytes - MOVE_BYTES;
    uint32_t number = 0;
    for (size_t i = MOVE_BYTES; i-- > 0;)
        number = number << 8 | bytes[i];
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
    TermSet features = positions->work->checker->features;
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
static Outcome check_joint_moves(Positions *positions, const TermSet *legal,
                                 uint32_t rank, Arena *arena)
{
    Checker *checker = positions->work->checker;
    size_t roles = interp_role_count(checker->interp), role = 0;
    size_t *digits = arena_array(arena, size_t, roles);
    const Term **moves = arena_array(arena, const Term *, roles);
    while (role < roles) {
        ArenaMark mark = arena_mark(arena);
        for (size_t i = 0; i < roles; i++)
            moves[i] = legal[i].terms[digits[i]];
        const Position *next = interp_next(checker->interp, moves, arena);
        if (interp_failure(checker->interp) || budget_spent(&checker->budget))
            return UNCHECKED(limit_reason(checker));
        if (!is_step_covered(positions, next, rank))
            return FAILS("a step leads to a position that is not listed, or "
                         "not with that number");
        arena_rewind(arena, mark);
        for (role = 0; role < roles && ++digits[role] == legal[role].count;)
            digits[role++] = 0;
    }
    return HOLDS;
}

/* Leaves the move of the strategy only; whether it is legal. */
static bool restrict_to_strategy(const Positions *positions,
                                 const unsigned char *record, const Term *role,
                                 TermSet *legal)
{
    if (role != positions->role)
        return true;
    const Term *move = move_of(positions, record);
    for (size_t i = 0; i < legal->count; i++)
        if (legal->terms[i] == move) {
            legal->terms += i;
            legal->count = 1;
            return true;
        }
    return false;
}

/* Every step from the current position, that of RECORD, leads to one of the
 * file. */
static Outcome check_steps(Positions *positions, const unsigned char *record,
                           Arena *arena)
{
    uint32_t rank = rank_of(positions, record);
    Interp *interp = positions->work->checker->interp;
    size_t roles = interp_role_count(interp);
    TermSet *legal = arena_array(arena, TermSet, roles);
    if (interp_is_terminal(interp) ||
        (positions->ranks == RANKS_DEPTH && rank == positions->max_rank))
        return HOLDS;
    for (size_t i = 0; i < roles; i++) {
        const Term *const *moves = interp_legal(interp, i, &legal[i].count);
        if (!legal[i].count) /* no step at all, or the interpreter failed */
            return positions->role ? FAILS("a role has no move: no end")
                                   : HOLDS;
        legal[i].terms =
            arena_copy(arena, moves, legal[i].count * sizeof *moves);
        if (positions->role &&
            !restrict_to_strategy(positions, record, interp_role(interp, i),
                                  &legal[i]))
            return FAILS("the strategy has a move that is not legal");
    }
    return check_joint_moves(positions, legal, rank, arena);
}

/* ---- the file ---- */

/* The number of each feature; false if one is listed twice. */
static bool number_features(Positions *positions)
{
    Arena *arena = positions->work->arena;
    TermSet features = positions->work->checker->features;
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
        positions->key_bytes * 8 - positions->work->checker->features.count;
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

/* What is wrong with the LENGTH bytes that are the records, or NULL. */
static const char *read_records(Positions *positions, const json_t *evidence,
                                size_t length)
{
    const Checker *checker = positions->work->checker;
    const json_t *ranks = json_object_get(evidence, "ranks");
    if (text_is(evidence, "ranks", "left"))
        positions->ranks = RANKS_LEFT;
    else if (text_is(evidence, "ranks", "depth"))
        positions->ranks = RANKS_DEPTH;
    else if (ranks)
        return "ranks are left or depth";
    positions->key_bytes =
        checker->features.count ? (checker->features.count + 7) / 8 : 1;
    positions->record_bytes = positions->key_bytes +
                              (positions->ranks ? RANK_BYTES : 0) +
                              (positions->role ? MOVE_BYTES : 0);
    positions->count = length / positions->record_bytes;
    positions->key = arena_array(positions->work->arena, unsigned char,
                                 positions->key_bytes + 1);
    if (length % positions->record_bytes)
        return "the file of positions does not consist of whole records";
    if (!is_well_formed(positions))
        return "the positions are not sorted, or have other features";
    return number_features(positions) ? NULL : "a feature is listed twice";
}

/* Reads the role and the moves of a strategy; what is wrong, or NULL. */
static const char *read_strategy(Positions *positions, const json_t *evidence)
{
    Checker *checker = positions->work->checker;
    const char *why = NULL;
    size_t count = 0;
    positions->role = find_role(checker, text_of(evidence, "role"));
    if (!positions->role || role_is_random(positions->role))
        return "the strategy is of no role";
    if (!text_is(evidence, "ranks", "left"))
        return "the positions of a strategy have ranks left";
    positions->moves = read_term_lines(
        checker, json_object_get(evidence, "moves"), &count, &why);
    positions->move_count = count;
    return why;
}

/* ---- claims ---- */

/* The initial position is there; the outcome of CLAIM as far as that decides
 * it. */
static Outcome check_beginning(Positions *positions, const Claim *claim)
{
    const unsigned char *record =
        find_record(positions, positions->work->checker->start);
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
                           Claim *const *claims, size_t count, Arena *arena)
{
    Checker *checker = positions->work->checker;
    Holds *verdicts = arena_array(arena, Holds, count);
    PropId *props = arena_array(arena, PropId, count);
    Play *failing = arena_array(arena, Play, count);
    bool is_asked = false;
    for (size_t i = 0; i < count; i++) {
        props[i] = claims[i]->prop;
        verdicts[i] =
            is_open(positions, claims[i], rank) ? HOLDS_OPEN : HOLDS_YES;
        is_asked = is_asked || verdicts[i] == HOLDS_OPEN;
    }
    if (!is_asked)
        return;
    position_satisfies(evaluator, position, props, count, &checker->budget,
                       arena, verdicts, failing);
    for (size_t i = 0; i < count; i++)
        if (verdicts[i] == HOLDS_NO)
            claims[i]->outcome = FAILS("a listed position contradicts it");
        else if (verdicts[i] == HOLDS_OPEN)
            claims[i]->outcome = UNCHECKED(limit_reason(checker));
}

/* Goes through all positions. The outcome is that of the steps, and of the
 * domains that formulas range over. */
static Outcome check_all(Positions *positions, bool steps_are_known,
                         Claim *const *claims, size_t count)
{
    Checker *checker = positions->work->checker;
    Arena *arena = arena_new();
    PlayEvaluator *evaluator =
        evaluator_new(positions->work->props, checker->interp);
    Outcome outcome = HOLDS;
    for (size_t i = 0; i < positions->count && outcome.kind == OUTCOME_HOLDS;
         i++) {
        const unsigned char *record = record_at(positions, i);
        ArenaMark mark = arena_mark(arena);
        const Position *position = position_of(positions, record, arena);
        check_formulas(positions, evaluator, position,
                       rank_of(positions, record), claims, count, arena);
        if (!domains_cover(checker, position))
            outcome = FAILS("a domain is too small");
        else if (!steps_are_known)
            outcome = check_steps(positions, record, arena);
        if (interp_failure(checker->interp) || budget_spent(&checker->budget))
            outcome = UNCHECKED(limit_reason(checker));
        arena_rewind(arena, mark);
    }
    evaluator_free(evaluator);
    arena_free(arena);
    return outcome;
}

void check_exhaustive(Work *work, size_t index, Claim *const *claims,
                      size_t count)
{
    Checker *checker = work->checker;
    const json_t *evidence =
        json_array_get(checker->certificate->evidence, index);
    Positions positions = {.work = work};
    size_t length = 0;
    const char *why = "the positions, or the features, are not listed";
    char *bytes = NULL;
    Outcome outcome = HOLDS;
    bool is_strategy = text_is(evidence, "kind", "strategy");
    if (has_only_keys(evidence, is_strategy ? "kind role moves positions ranks"
                                            : "kind positions ranks") &&
        checker->has_list)
        bytes = certificate_read(checker->certificate, checker->arena,
                                 json_object_get(evidence, "positions"),
                                 MAX_MEMBER_BYTES, &length, &why);
    positions.records = (const unsigned char *)bytes;
    if (bytes)
        why = is_strategy ? read_strategy(&positions, evidence) : NULL;
    if (bytes && !why)
        why = read_records(&positions, evidence, length);
    if (why)
        outcome = FAILS(why);
    for (size_t i = 0; i < count; i++)
        claims[i]->outcome =
            why ? outcome : check_beginning(&positions, claims[i]);
    if (!why)
        outcome = check_all(&positions, checker->evidence_is_checked[index],
                            claims, count);
    for (size_t i = 0; i < count && outcome.kind != OUTCOME_HOLDS; i++)
        if (claims[i]->outcome.kind != OUTCOME_FAILS)
            claims[i]->outcome = outcome;
    if (outcome.kind == OUTCOME_HOLDS)
        checker->evidence_is_checked[index] = true;
    memory_free(bytes);
}
