/* fault.c - what a position shows about a game, by the rules as they stand
 *
 * In:   a position, an Interp that stands at it
 * Out:  whether a property fails there, and the fault
 *
 * Start reading at position_is_witness() and position_after(), at the end.
 */
#include "prove/walk/fault.h"

#include "lang/print.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const Fault loop_fault = {"loop", "a play can go on for ever", NO_INDEX};

__attribute__((format(printf, 2, 3))) static const char *
message_of(Arena *arena, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        fatal("out of memory");
    const char *message = arena_copy(arena, text, (size_t)length + 1);
    free(text);
    return message;
}

/* The fault of one role, without a name if it has none. */
typedef Fault FaultOf(const FaultChecker *witness, uint32_t role);

/* The first role at fault; what is wrong for the others is in its message. */
static bool find_roles_at_fault(const FaultChecker *witness, FaultOf *fault_of,
                                Fault *fault)
{
    Text others = {0};
    for (uint32_t i = 0; i < interp_role_count(witness->interp); i++) {
        Fault next = fault_of(witness, i);
        if (fault->why && next.why)
            text_addf(
                &others, "; %s: %s",
                term_string(witness->arena, interp_role(witness->interp, i)),
                next.message);
        else if (next.why)
            *fault = next;
    }
    if (others.length)
        fault->message = message_of(witness->arena, "%s%s", fault->message,
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

static Fault stuck(const FaultChecker *witness, uint32_t role)
{
    return move_count(witness->interp, role)
               ? (Fault){0}
               : (Fault){"no-move", "no legal move", role};
}

static bool find_two_choosing(const FaultChecker *witness, Fault *fault)
{
    Interp *interp = witness->interp;
    const Term *first = NULL;
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        const Term *role = interp_role(interp, i);
        if (move_count(interp, i) < 2)
            continue;
        if (first) {
            fault->why = "several-choose";
            fault->message =
                message_of(witness->arena, "%s and %s have a choice at once",
                           term_string(witness->arena, first),
                           term_string(witness->arena, role));
            return true;
        }
        first = role;
    }
    return false;
}

/* ---- values ---- */

/* "50 and 100", or "no value". */
static const char *values_of(const FaultChecker *witness, size_t role)
{
    size_t count;
    const int *goals = interp_goals(witness->interp, role, &count);
    const char *text = count ? "" : "no value";
    for (size_t i = 0; i < count; i++)
        text = message_of(witness->arena, "%s%s%d", text, i ? " and " : "",
                          goals[i]);
    return text;
}

static bool is_whole_number(const Term *term)
{
    const char *name = term->symbol->name;
    name += *name == '-';
    bool digits = !term->arity && *name;
    for (; *name; name++)
        digits = digits && ascii_is_digit(*name);
    return digits;
}

/* Without a value, though a rule may give one that does not count. */
static Fault missing_value(const FaultChecker *witness, uint32_t role)
{
    Interp *interp = witness->interp;
    size_t count;
    const Term *const *goals = interp_goal_terms(interp, role, &count);
    if (count)
        return (Fault){is_whole_number(goals[0]) ? "value-out-of-range"
                                                 : "no-value",
                       message_of(witness->arena,
                                  "no value: %s is not a number from 0 to 100",
                                  term_string(witness->arena, goals[0])),
                       role};
    return (Fault){"no-value", "no value", role};
}

static Fault wrong_goals(const FaultChecker *witness, uint32_t role)
{
    size_t count;
    interp_goals(witness->interp, role, &count);
    if (count == 1 || interp_is_random(witness->interp, role))
        return (Fault){0}; /* nobody asks what chance gets */
    if (!count)
        return missing_value(witness, role);
    return (Fault){
        "several-values",
        message_of(witness->arena, "the values %s", values_of(witness, role)),
        role};
}

static bool gets(Interp *interp, size_t role, int value)
{
    size_t count;
    const int *goals = interp_goals(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (goals[i] == value)
            return true;
    return false;
}

static bool find_wrong_sum(const FaultChecker *witness, Fault *fault)
{
    Interp *interp = witness->interp;
    assert(interp_role_count(interp) == 2);
    for (int value = 0; value <= 100; value++) {
        if (gets(interp, 0, value) == gets(interp, 1, 100 - value))
            continue;
        const Term *left = interp_role(interp, 0);
        const Term *right = interp_role(interp, 1);
        fault->why = "sum-not-100";
        fault->message = message_of(
            witness->arena, "%s has %s, %s has %s",
            term_string(witness->arena, left), values_of(witness, 0),
            term_string(witness->arena, right), values_of(witness, 1));
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

static Fault undeclared(const FaultChecker *witness, const Term *term,
                        const char *keyword, uint32_t role)
{
    return (Fault){"undeclared",
                   message_of(witness->arena, "%s is not declared by %s",
                              term_string(witness->arena, term), keyword),
                   role};
}

static bool find_undeclared_base(const FaultChecker *witness,
                                 const Position *position, Fault *fault)
{
    for (size_t i = 0; i < position->count; i++) {
        const Term *feature = position->features[i];
        if (is_declared(witness->game, witness->net, KEYWORD_BASE, &feature, 1))
            continue;
        *fault = undeclared(witness, feature, "base", NO_INDEX);
        return true;
    }
    return false;
}

static bool find_undeclared_input(const FaultChecker *witness, Fault *fault)
{
    Interp *interp = witness->interp;
    for (uint32_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(interp, i, &count);
        for (size_t k = 0; k < count; k++) {
            const Term *args[] = {interp_role(interp, i), legal[k]};
            if (is_declared(witness->game, witness->net, KEYWORD_INPUT, args,
                            2))
                continue;
            *fault = undeclared(witness, legal[k], "input", i);
            return true;
        }
    }
    return false;
}

/* ---- positions ---- */

bool position_is_witness(const FaultChecker *witness, const Position *position,
                         Check check, uint32_t role, Fault *fault)
{
    Interp *interp = witness->interp;
    *fault = (Fault){.role = NO_INDEX};
    switch (check) {
    case CHECK_PLAYABLE:
        return !interp_terminal(interp) &&
               find_roles_at_fault(witness, stuck, fault);
    case CHECK_GOALS:
        return interp_terminal(interp) &&
               find_roles_at_fault(witness, wrong_goals, fault);
    case CHECK_WINNABLE:
        return interp_terminal(interp) && gets(interp, role, 100);
    case CHECK_BASES:
        return witness->net && find_undeclared_base(witness, position, fault);
    case CHECK_INPUTS:
        return witness->net && find_undeclared_input(witness, fault);
    case CHECK_ZERO_SUM:
        return interp_terminal(interp) && find_wrong_sum(witness, fault);
    case CHECK_TURN_TAKING:
        return find_two_choosing(witness, fault);
    case CHECK_TERMINATING:
        break;
    }
    assert(!"a position by itself shows nothing about the end of plays");
    return false;
}

/* ---- plays ---- */

const Position *position_after(Interp *interp, const Term *const *moves,
                               size_t steps, Arena *arena)
{
    size_t roles = interp_role_count(interp);
    const Position *position = interp_initial(interp);
    interp_set(interp, position);
    for (size_t step = 0; step < steps; step++, moves += roles) {
        if (interp_terminal(interp))
            return NULL;
        for (size_t i = 0; i < roles; i++)
            if (!interp_is_legal(interp, i, moves[i]))
                return NULL;
        position = interp_next(interp, moves, arena);
        interp_set(interp, position);
    }
    return interp_failure(interp) ? NULL : position;
}

const char *replay_mismatch(const Interp *interp)
{
    const char *failure = interp_failure(interp);
    return failure ? failure
                   : "internal error: the engines disagree about a play that "
                     "refutes it; please report the game";
}
