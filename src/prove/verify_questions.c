/* verify_questions.c - the properties of a well-formed game, about its net
 *
 * In:   a Net
 * Out:  properties of single positions
 * Next: prove/verify.c
 *
 * Playable, goals, winnable, bases, inputs, zero-sum and turn-taking, as the
 * manual of verify defines them. That plays end is no property of positions; it
 * stands for the one that no play does.
 * Start reading at questions_add_all(), at the end.
 */
#include "prove/verify_questions.h"

/* ---- formulas ---- */

static Ref leaf_ref(Questions *questions, Lit lit)
{
    return property_leaf(questions->properties, 0, lit);
}

static void add_question(Questions *questions, Check check, uint32_t role,
                         Ref ref)
{
    GroundProperty property = {.ends = {ref}};
    Question topic = {check, role};
    vec_push(&questions->list, property);
    vec_push(&questions->topics, topic);
}

static Ref if_terminal(Questions *questions, Ref ref)
{
    return property_either(
        questions->properties,
        ref_not(leaf_ref(questions, questions->net->terminal)), ref);
}

/* That all, one, or at most one of REFS hold, which are freed. */
typedef Ref Junction(PropertyTable *properties, const Ref *refs, size_t count);

static Ref join(Questions *questions, Junction *junction, RefList *refs)
{
    Ref ref = junction(questions->properties, refs->items, refs->count);
    vec_free(refs);
    return ref;
}

static RefList moves_of(Questions *questions, const Role *role)
{
    RefList legal = {0};
    for (size_t i = 0; i < role->move_count; i++)
        vec_push(&legal, leaf_ref(questions, role->legal[i]));
    return legal;
}

static void ask_playable(Questions *questions)
{
    const Net *net = questions->net;
    RefList can_move = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = moves_of(questions, &net->roles[i]);
        vec_push(&can_move, join(questions, property_or, &legal));
    }
    Ref all_can_move = join(questions, property_and, &can_move);
    add_question(questions, CHECK_PLAYABLE, NO_INDEX,
                 property_either(questions->properties,
                                 leaf_ref(questions, net->terminal),
                                 all_can_move));
}

/* Nobody asks what chance gets. */
static void ask_goals(Questions *questions)
{
    const Net *net = questions->net;
    RefList has_one = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        RefList goals = {0};
        for (size_t k = 0; k < role->goal_count && !role->is_random; k++)
            vec_push(&goals, leaf_ref(questions, role->goals[k].lit));
        if (!role->is_random) {
            vec_push(&has_one, property_or(questions->properties, goals.items,
                                           goals.count));
            vec_push(&has_one, join(questions, property_at_most_one, &goals));
        }
    }
    Ref all_have_one = join(questions, property_and, &has_one);
    add_question(questions, CHECK_GOALS, NO_INDEX,
                 if_terminal(questions, all_have_one));
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
    size_t max_further_plays = MAX_MOVES / (net->role_count + 1);
    for (uint32_t i = 0; i < net->role_count; i++) {
        if (net->roles[i].is_random ||
            (questions->known_wins && questions->known_wins[i]))
            continue;
        Ref ref = if_terminal(
            questions,
            ref_not(leaf_ref(questions, goal_of(&net->roles[i], 100))));
        if (ref == REF_TRUE || max_further_plays) {
            add_question(questions, CHECK_WINNABLE, i, ref);
            max_further_plays -= ref != REF_TRUE;
        } else {
            vec_push(&questions->roles_not_asked, i);
        }
    }
}

static void ask_zero_sum(Questions *questions)
{
    const Role *roles = questions->net->roles;
    RefList equivalences = {0};
    for (int value = 0; value <= 100; value++) {
        Ref one = leaf_ref(questions, goal_of(&roles[0], value)),
            other = leaf_ref(questions, goal_of(&roles[1], 100 - value));
        vec_push(&equivalences, property_choice(questions->properties, one,
                                                other, ref_not(other)));
    }
    Ref all = join(questions, property_and, &equivalences);
    add_question(questions, CHECK_ZERO_SUM, NO_INDEX,
                 if_terminal(questions, all));
}

/* This is not whether every play ends, but whether none does. */
static void ask_endless(Questions *questions)
{
    add_question(questions, CHECK_TERMINATING, NO_INDEX,
                 ref_not(leaf_ref(questions, questions->net->terminal)));
}

static void ask_turn_taking(Questions *questions)
{
    const Net *net = questions->net;
    RefList has_choice = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = moves_of(questions, &net->roles[i]);
        vec_push(&has_choice,
                 ref_not(join(questions, property_at_most_one, &legal)));
    }
    add_question(questions, CHECK_TURN_TAKING, NO_INDEX,
                 join(questions, property_at_most_one, &has_choice));
}

static void ask_bases(Questions *questions)
{
    const Net *net = questions->net;
    RefList never_hold = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (!is_declared(questions->game, net, KEYWORD_BASE, &net->features[i],
                         1))
            vec_push(&never_hold,
                     ref_not(property_feature(questions->properties, 0, i)));
    add_question(questions, CHECK_BASES, NO_INDEX,
                 join(questions, property_and, &never_hold));
}

static void ask_inputs(Questions *questions)
{
    const Net *net = questions->net;
    RefList never_legal = {0};
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++) {
            const Term *args[] = {net->roles[i].name, net->roles[i].moves[k]};
            if (!is_declared(questions->game, net, KEYWORD_INPUT, args, 2))
                vec_push(&never_legal,
                         ref_not(leaf_ref(questions, net->roles[i].legal[k])));
        }
    add_question(questions, CHECK_INPUTS, NO_INDEX,
                 join(questions, property_and, &never_legal));
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

void questions_add(Questions *questions, const Interp *interp, Check check)
{
    typedef void Ask(Questions *);
    static Ask *const asks[] = {
        [CHECK_PLAYABLE] = ask_playable, [CHECK_TERMINATING] = ask_endless,
        [CHECK_GOALS] = ask_goals,       [CHECK_WINNABLE] = ask_winnable,
        [CHECK_BASES] = ask_bases,       [CHECK_INPUTS] = ask_inputs,
        [CHECK_ZERO_SUM] = ask_zero_sum, [CHECK_TURN_TAKING] = ask_turn_taking,
    };
    if (question_applies(questions->game, interp, check))
        asks[check](questions);
}

void questions_add_all(Questions *questions, const Interp *interp)
{
    for (Check check = CHECK_PLAYABLE; check <= CHECK_TURN_TAKING; check++)
        questions_add(questions, interp, check);
}

void questions_add_goals(Questions *questions, uint32_t role)
{
    const Role *goals_of = &questions->net->roles[role];
    for (size_t i = 0; i < goals_of->goal_count; i++)
        add_question(
            questions, CHECK_WINNABLE, role,
            if_terminal(questions,
                        ref_not(leaf_ref(questions, goals_of->goals[i].lit))));
}

size_t questions_find(const Questions *questions, Check check)
{
    for (size_t i = 0; i < questions->topics.count; i++)
        if (questions->topics.items[i].check == check)
            return i;
    return NO_INDEX;
}

void questions_free(Questions *questions)
{
    vec_free_all(&questions->list, &questions->topics,
                 &questions->roles_not_asked);
}
