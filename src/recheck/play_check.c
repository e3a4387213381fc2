/* play_check.c - plays of a certificate, replayed by the interpreter
 *
 * In:   moves as text, and what they are to show
 * Out:  whether they do
 * Next: recheck/recheck.c
 */
#include "recheck/checker.h"

#include "lang/form.h"

#include <string.h>

/* ---- reading ---- */

/* The steps of TEXT in ARENA; false, with the reason in *WHY, if it is no play
 * with a move for each role. */
static bool read_play(Checker *checker, Arena *arena, const char *text,
                      JointMove **steps, size_t *count, const char **why)
{
    Diag diag;
    *why = "there is no play";
    if (!text)
        return false;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "play", text, strlen(text));
    *steps = play_read(arena, checker->game->terms, source, &diag, count);
    bool is_play = !diag.problems.count;
    for (size_t i = 0; i < *count && is_play; i++)
        is_play = (*steps)[i].count == interp_role_count(checker->interp);
    diag_clear(&diag);
    *why = "the play is not written as one, with a move for each role";
    return is_play;
}

/* ---- replaying ---- */

static bool is_legal_step(Interp *interp, const JointMove *step)
{
    if (interp_is_terminal(interp))
        return false;
    for (size_t i = 0; i < step->count; i++)
        if (!interp_is_legal(interp, i, step->moves[i]))
            return false;
    return true;
}

/* Plays COUNT STEPS from FROM. The positions after FIRST to LAST steps are kept
 * in ARENA, the first of them as KEPT[0]. */
static Outcome replay(Checker *checker, const Position *from,
                      const JointMove *steps, size_t count, size_t first,
                      size_t last, const Position **kept, Arena *arena)
{
    Interp *interp = checker->interp;
    Arena *scratch = arena_new();
    bool is_legal = true;
    interp_set(interp, from);
    if (first == 0)
        kept[0] = from;
    for (size_t i = 0; i < count && is_legal; i++) {
        ArenaMark mark = arena_mark(scratch);
        bool is_kept = first <= i + 1 && i + 1 <= last;
        is_legal = is_legal_step(interp, &steps[i]) &&
                   !interp_failure(interp) && !budget_spent(&checker->budget);
        if (!is_legal)
            break;
        const Position *next =
            interp_next(interp, steps[i].moves, is_kept ? arena : scratch);
        if (is_kept)
            kept[i + 1 - first] = next;
        interp_set(interp, next); /* copies it */
        arena_rewind(scratch, mark);
    }
    arena_free(scratch);
    if (interp_failure(interp) || budget_spent(&checker->budget))
        return UNCHECKED(limit_reason(checker));
    return is_legal ? HOLDS : FAILS("a move of the play is not legal");
}

const Position *position_after_text(Checker *checker, const Position *from,
                                    const char *text, const char **why)
{
    JointMove *steps;
    size_t count;
    const Position *last = NULL;
    if (!read_play(checker, checker->arena, text, &steps, &count, why))
        return NULL;
    Outcome outcome = replay(checker, from, steps, count, count, count, &last,
                             checker->arena);
    *why = outcome.reason;
    return outcome.kind == OUTCOME_HOLDS ? last : NULL;
}

/* ---- what is shown ---- */

bool domains_cover(Checker *checker, const Position *position)
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
static Outcome check_loop(Work *work, const JointMove *steps, size_t count,
                          size_t first)
{
    const Position *start, *last;
    Checker *checker = work->checker;
    if (first >= count)
        return FAILS("the play does not return");
    Outcome outcome = replay(checker, checker->start, steps, first, first,
                             first, &start, work->arena);
    if (outcome.kind == OUTCOME_HOLDS)
        outcome = replay(checker, start, steps + first, count - first,
                         count - first, count - first, &last, work->arena);
    if (outcome.kind != OUTCOME_HOLDS)
        return outcome;
    bool is_same =
        start->count == last->count &&
        (!last->count || memcmp(start->features, last->features,
                                last->count * sizeof *last->features) == 0);
    return is_same ? HOLDS : FAILS("the play does not return");
}

/* PROP fails at position AT of the play, on the rest of it. */
static Outcome check_failure(Work *work, const JointMove *steps, size_t count,
                             size_t at, PropId prop)
{
    Checker *checker = work->checker;
    size_t degree = props_get(work->props, prop)->degree;
    size_t last = degree < count - at ? at + degree : count;
    const Position **kept =
        arena_array(work->arena, const Position *, last - at + 1);
    Outcome outcome = replay(checker, checker->start, steps, count, at, last,
                             kept, work->arena);
    if (outcome.kind != OUTCOME_HOLDS)
        return outcome;
    for (size_t i = 0; i <= last - at; i++)
        if (!domains_cover(checker, kept[i]))
            return FAILS("a domain is too small");
    PlayEvaluator *evaluator = evaluator_new(work->props, checker->interp);
    for (size_t i = 0; i <= last - at; i++)
        evaluator_push(evaluator, kept[i], work->arena);
    Holds holds = evaluator_holds(evaluator, prop, 0);
    evaluator_free(evaluator);
    if (interp_failure(checker->interp))
        return UNCHECKED(limit_reason(checker));
    return holds == HOLDS_NO ? HOLDS : FAILS("the play does not show it");
}

Outcome check_play(Work *work, const json_t *evidence, const Claim *claim)
{
    JointMove *steps;
    size_t count;
    uint64_t loop_from;
    const char *why;
    if (!has_only_keys(evidence, "kind moves loop_from") ||
        !read_number(evidence, "loop_from", NO_NUMBER - 1, NO_NUMBER,
                     &loop_from))
        return FAILS("the play is not written as one");
    if (!read_play(work->checker, work->arena, text_of(evidence, "moves"),
                   &steps, &count, &why))
        return FAILS(why);
    if (claim->kind == CLAIM_ENDLESS)
        return check_loop(work, steps, count, loop_from);
    uint64_t at = claim->at == NO_NUMBER ? count : claim->at;
    if (at > count || (claim->within != NO_NUMBER && at > claim->within))
        return FAILS("the play is too long, or too short");
    return check_failure(work, steps, count, at, claim->prop);
}
