/* verify_questions.c - the properties of a well-formed game, about its net
 *
 * In:   a Net
 * Out:  properties of single positions
 * Next: prove/verify.c
 *
 * Playable, goals, winnable, bases, inputs, zero-sum and turn-taking, as the
 * manual of verify defines them. Termination is no property of positions.
 * Start reading at questions_ask(), at the end.
 */
#include "prove/verify_questions.h"

/* ---- formulas ---- */

static Ref leaf(Questions *questions, Lit lit)
{
    return property_leaf(questions->properties, 0, lit);
}

static Ref either(Questions *questions, Ref left, Ref right)
{
    Ref both[] = {left, right};
    return property_or(questions->properties, both, 2);
}

static Ref same(Questions *questions, Ref left, Ref right)
{
    PropertyTable *properties = questions->properties;
    return either(questions, property_pair(properties, left, right),
                  property_pair(properties, ref_not(left), ref_not(right)));
}

/* Whether at least one, at least two of REFS hold. */
static void count_two(Questions *questions, const RefList *refs, Ref *one,
                      Ref *two)
{
    *one = *two = REF_FALSE;
    for (size_t i = 0; i < refs->count; i++) {
        Ref both = property_pair(questions->properties, *one, refs->items[i]);
        *two = either(questions, *two, both);
        *one = either(questions, *one, refs->items[i]);
    }
}

static void ask(Questions *questions, Check check, uint32_t role, Ref ref)
{
    GroundProperty property = {.degree = 0};
    Question about = {check, role};
    property.ends[0] = ref;
    vec_push(&questions->list, property);
    vec_push(&questions->about, about);
}

static Ref at_the_end(Questions *questions, Ref ref)
{
    return either(questions, ref_not(leaf(questions, questions->net->terminal)),
                  ref);
}

static void ask_playable(Questions *questions)
{
    const Net *net = questions->net;
    RefList role_can_move = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = {0};
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, leaf(questions, net->roles[i].legal[k]));
        vec_push(&role_can_move,
                 property_or(questions->properties, legal.items, legal.count));
        vec_free(&legal);
    }
    ask(questions, CHECK_PLAYABLE, NO_INDEX,
        either(questions, leaf(questions, net->terminal),
               property_and(questions->properties, role_can_move.items,
                            role_can_move.count)));
    vec_free(&role_can_move);
}

static void ask_goals(Questions *questions)
{
    const Net *net = questions->net;
    RefList goal_refs = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        RefList goals = {0};
        Ref at_least_one, two;
        if (role->is_random)
            continue; /* nobody asks what chance gets */
        for (size_t k = 0; k < role->goal_count; k++)
            vec_push(&goals, leaf(questions, role->goals[k].lit));
        count_two(questions, &goals, &at_least_one, &two);
        vec_push(&goal_refs, at_least_one);
        vec_push(&goal_refs, ref_not(two));
        vec_free(&goals);
    }
    ask(questions, CHECK_GOALS, NO_INDEX,
        at_the_end(questions, property_and(questions->properties,
                                           goal_refs.items, goal_refs.count)));
    vec_free(&goal_refs);
}

static Lit goal_of(const Role *role, int value)
{
    for (size_t i = 0; i < role->goal_count; i++)
        if (role->goals[i].value == value)
            return role->goals[i].lit;
    return LIT_FALSE;
}

/* The property says that it cannot be won: a play that refutes it wins. Such a
 * play has moves of all roles, so that not all roles may get one. */
static void ask_winnable(Questions *questions)
{
    enum { MAX_MOVES = 1 << 24 };
    const Net *net = questions->net;
    size_t plays_left = MAX_MOVES / (net->role_count + 1);
    for (uint32_t i = 0; i < net->role_count; i++) {
        if (net->roles[i].is_random ||
            (questions->known_wins && questions->known_wins[i]))
            continue;
        Ref ref = at_the_end(
            questions, ref_not(leaf(questions, goal_of(&net->roles[i], 100))));
        if (ref == REF_TRUE || plays_left) {
            ask(questions, CHECK_WINNABLE, i, ref);
            plays_left -= ref != REF_TRUE;
        } else {
            vec_push(&questions->not_asked, i);
        }
    }
}

static void ask_zero_sum(Questions *questions)
{
    const Net *net = questions->net;
    RefList sums = {0};
    for (int value = 0; value <= 100; value++)
        vec_push(&sums,
                 same(questions,
                      leaf(questions, goal_of(&net->roles[0], value)),
                      leaf(questions, goal_of(&net->roles[1], 100 - value))));
    ask(questions, CHECK_ZERO_SUM, NO_INDEX,
        at_the_end(questions, property_and(questions->properties, sums.items,
                                           sums.count)));
    vec_free(&sums);
}

static void ask_turn_taking(Questions *questions)
{
    const Net *net = questions->net;
    RefList free_roles = {0};
    Ref at_least_one, two;
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = {0};
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, leaf(questions, net->roles[i].legal[k]));
        count_two(questions, &legal, &at_least_one, &two);
        vec_push(&free_roles, two);
        vec_free(&legal);
    }
    count_two(questions, &free_roles, &at_least_one, &two);
    ask(questions, CHECK_TURN_TAKING, NO_INDEX, ref_not(two));
    vec_free(&free_roles);
}

static void ask_bases(Questions *questions)
{
    const Net *net = questions->net;
    RefList missing = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (!is_declared(questions->game, net, KEYWORD_BASE, &net->features[i],
                         1))
            vec_push(&missing,
                     ref_not(property_feature(questions->properties, 0, i)));
    ask(questions, CHECK_BASES, NO_INDEX,
        property_and(questions->properties, missing.items, missing.count));
    vec_free(&missing);
}

static void ask_inputs(Questions *questions)
{
    const Net *net = questions->net;
    RefList missing = {0};
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++) {
            const Term *args[] = {net->roles[i].name, net->roles[i].moves[k]};
            if (!is_declared(questions->game, net, KEYWORD_INPUT, args, 2))
                vec_push(&missing,
                         ref_not(leaf(questions, net->roles[i].legal[k])));
        }
    ask(questions, CHECK_INPUTS, NO_INDEX,
        property_and(questions->properties, missing.items, missing.count));
    vec_free(&missing);
}

/* ---- all ---- */

bool question_applies(const Game *game, const Interp *interp, Check check)
{
    size_t role_count = interp_role_count(interp);
    switch (check) {
    case CHECK_BASES:
        return game->keyword[KEYWORD_BASE] != NO_RELATION;
    case CHECK_INPUTS:
        return game->keyword[KEYWORD_INPUT] != NO_RELATION;
    case CHECK_ZERO_SUM:
        return role_count == 2 && !interp_is_random(interp, 0) &&
               !interp_is_random(interp, 1);
    case CHECK_TURN_TAKING:
        return role_count > 1;
    default:
        return true;
    }
}

void questions_ask(Questions *questions, const Interp *interp)
{
    typedef void Ask(Questions *);
    static Ask *const asks[] = {
        [CHECK_PLAYABLE] = ask_playable,       [CHECK_GOALS] = ask_goals,
        [CHECK_WINNABLE] = ask_winnable,       [CHECK_BASES] = ask_bases,
        [CHECK_INPUTS] = ask_inputs,           [CHECK_ZERO_SUM] = ask_zero_sum,
        [CHECK_TURN_TAKING] = ask_turn_taking,
    };
    for (Check check = CHECK_PLAYABLE; check <= CHECK_TURN_TAKING; check++)
        if (asks[check] && question_applies(questions->game, interp, check))
            asks[check](questions);
}

void questions_free(Questions *questions)
{
    vec_free_all(&questions->list, &questions->about, &questions->not_asked);
}
