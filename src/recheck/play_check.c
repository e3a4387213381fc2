/* play_check.c - plays of a certificate, replayed by the interpreter
 *
 * In:   moves as text, and what they are to show
 * Out:  whether they do
 * Next: recheck/recheck.c
 */
#include "recheck/checker.h"

#include "lang/play_read.h"

#include <string.h>

/* ---- reading ---- */

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

/* ---- replaying ---- */

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
