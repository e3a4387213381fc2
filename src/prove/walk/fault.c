/* fault.c - violations of well-formedness in one position, by the interpreter
 *
 * In:   a position that is the current one of an Interp
 * Out:  whether it violates a property, and the fault
 * Next: prove/verify.c reports it
 *
 * Playable, terminating, one goal value and winnable are the conditions on
 * well-formed games of Love et al. 2008. Start reading at position_is_witness()
 * and position_after(), at the end.
 */
#include "prove/walk/fault.h"

#include "lang/print.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const Fault loop_fault = {"loop", "a play can go on for ever", NO_INDEX};

/* The fault of one role; WHY is NULL if there is none. */
typedef Fault RoleFault(const FaultChecker *checker, uint32_t role);

/* Writes the fault of the first role that has one; its message names the faults
 * of the other roles. */
static bool find_roles_at_fault(const FaultChecker *checker,
                                RoleFault *role_fault, Fault *fault)
{
    Text others = {0};
    for (uint32_t i = 0; i < interp_role_count(checker->interp); i++) {
        Fault role_result = role_fault(checker, i);
        if (fault->why && role_result.why)
            text_addf(
                &others, "; %s: %s",
                term_string(checker->arena, interp_role(checker->interp, i)),
                role_result.message);
        else if (role_result.why)
            *fault = role_result;
    }
    if (others.length)
        fault->message = arena_printf(checker->arena, "%s%s", fault->message,
                                      text_string(&others));
    text_free(&others);
    return fault->why;
}

/* ---- moves ---- */

static size_t move_count(Interp *interp, size_t role)
{
    size_t count;
    interp_legal(interp, role, &count);
    return count;
}

static Fault no_move_fault(const FaultChecker *checker, uint32_t role)
{
    return move_count(checker->interp, role)
               ? (Fault){0}
               : (Fault){"no-move", "no legal move", role};
}

static bool find_simultaneous_choice(const FaultChecker *checker, Fault *fault)
{
    Interp *interp = checker->interp;
    const Term *chooser = NULL;
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        const Term *role = interp_role(interp, i);
        if (move_count(interp, i) < 2)
            continue;
        if (chooser) {
            fault->why = "several-choose";
            fault->message =
                arena_printf(checker->arena, "%s and %s have a choice at once",
                             term_string(checker->arena, chooser),
                             term_string(checker->arena, role));
            return true;
        }
        chooser = role;
    }
    return false;
}

/* ---- values ---- */

/* "50 and 100", or "no value". */
static const char *goal_values_text(const FaultChecker *checker, size_t role)
{
    size_t count;
    const int *goals = interp_goals(checker->interp, role, &count);
    const char *text = count ? "" : "no value";
    for (size_t i = 0; i < count; i++)
        text = arena_printf(checker->arena, "%s%s%d", text, i ? " and " : "",
                            goals[i]);
    return text;
}

static bool is_whole_number(const Term *term)
{
    const char *name = term->symbol->name;
    name += *name == '-';
    bool is_all_digits = !term->arity && *name;
    for (; *name; name++)
        is_all_digits = is_all_digits && ascii_is_digit(*name);
    return is_all_digits;
}

/* The fault of a role without a goal value; a rule may derive a value that is
 * not a number from 0 to 100. */
static Fault missing_value_fault(const FaultChecker *checker, uint32_t role)
{
    Interp *interp = checker->interp;
    size_t count;
    const Term *const *goals = interp_goal_terms(interp, role, &count);
    if (count)
        return (Fault){
            is_whole_number(goals[0]) ? "value-out-of-range" : "no-value",
            arena_printf(checker->arena,
                         "no value: %s is not a number from 0 to 100",
                         term_string(checker->arena, goals[0])),
            role};
    return (Fault){"no-value", "no value", role};
}

static Fault goal_fault(const FaultChecker *checker, uint32_t role)
{
    size_t count;
    interp_goals(checker->interp, role, &count);
    if (count == 1 || interp_is_random(checker->interp, role))
        return (Fault){0}; /* the random role needs no goal value */
    if (!count)
        return missing_value_fault(checker, role);
    return (Fault){"several-values",
                   arena_printf(checker->arena, "the values %s",
                                goal_values_text(checker, role)),
                   role};
}

static bool has_goal(Interp *interp, size_t role, int value)
{
    size_t count;
    const int *goals = interp_goals(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (goals[i] == value)
            return true;
    return false;
}

static bool find_sum_fault(const FaultChecker *checker, Fault *fault)
{
    Interp *interp = checker->interp;
    assert(interp_role_count(interp) == 2);
    for (int value = 0; value <= 100; value++) {
        if (has_goal(interp, 0, value) == has_goal(interp, 1, 100 - value))
            continue;
        const Term *first = interp_role(interp, 0);
        const Term *second = interp_role(interp, 1);
        fault->why = "sum-not-100";
        fault->message = arena_printf(
            checker->arena, "%s has %s, %s has %s",
            term_string(checker->arena, first), goal_values_text(checker, 0),
            term_string(checker->arena, second), goal_values_text(checker, 1));
        return true;
    }
    return false;
}

/* ---- base and input ---- */

bool is_declared(const Game *game, const Net *net, Keyword keyword,
                 const Term *const *args, size_t count)
{
    const Symbol *symbol = game->relations[game->keyword[keyword]].symbol;
    const Term *atom = term_find(game->terms, symbol, count, args);
    return atom && net_atom(net, atom) == LIT_TRUE;
}

static Fault undeclared_fault(const FaultChecker *checker, const Term *term,
                              const char *keyword, uint32_t role)
{
    return (Fault){"undeclared",
                   arena_printf(checker->arena, "%s is not declared by %s",
                                term_string(checker->arena, term), keyword),
                   role};
}

static bool find_undeclared_base(const FaultChecker *checker,
                                 const Position *position, Fault *fault)
{
    for (size_t i = 0; i < position->count; i++) {
        const Term *feature = position->features[i];
        if (is_declared(checker->game, checker->net, KEYWORD_BASE, &feature, 1))
            continue;
        *fault = undeclared_fault(checker, feature, "base", NO_INDEX);
        return true;
    }
    return false;
}

static bool find_undeclared_input(const FaultChecker *checker, Fault *fault)
{
    Interp *interp = checker->interp;
    for (uint32_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(interp, i, &count);
        for (size_t k = 0; k < count; k++) {
            const Term *args[] = {interp_role(interp, i), legal[k]};
            if (is_declared(checker->game, checker->net, KEYWORD_INPUT, args,
                            2))
                continue;
            *fault = undeclared_fault(checker, legal[k], "input", i);
            return true;
        }
    }
    return false;
}

/* ---- positions ---- */

bool position_is_witness(const FaultChecker *checker, const Position *position,
                         Check check, uint32_t role, Fault *fault)
{
    Interp *interp = checker->interp;
    *fault = (Fault){.role = NO_INDEX};
    switch (check) {
    case CHECK_PLAYABLE:
        return !interp_is_terminal(interp) &&
               find_roles_at_fault(checker, no_move_fault, fault);
    case CHECK_GOALS:
        return interp_is_terminal(interp) &&
               find_roles_at_fault(checker, goal_fault, fault);
    case CHECK_WINNABLE:
        assert(role < interp_role_count(interp));
        return interp_is_terminal(interp) && has_goal(interp, role, 100);
    case CHECK_BASES:
        return checker->net && find_undeclared_base(checker, position, fault);
    case CHECK_INPUTS:
        return checker->net && find_undeclared_input(checker, fault);
    case CHECK_ZERO_SUM:
        return interp_is_terminal(interp) && find_sum_fault(checker, fault);
    case CHECK_TURN_TAKING:
        return find_simultaneous_choice(checker, fault);
    case CHECK_TERMINATING:
    case CHECK_LEGAL_KNOWN:
    case CHECK_END_KNOWN:
    case CHECK_PAYOFF_KNOWN:
        break;
    }
    assert(!"this is refuted by plays, not by a position");
    return false;
}

/* ---- plays ---- */

const Position *position_after(Interp *interp, const Term *const *moves,
                               size_t step_count, Arena *arena)
{
    return interp_play(interp, interp_initial(interp), moves, step_count,
                       arena);
}

const char *replay_mismatch(const Interp *interp)
{
    const char *failure = interp_failure(interp);
    return failure ? failure
                   : "internal error: the engines disagree about a play that "
                     "refutes it; please report the game";
}
