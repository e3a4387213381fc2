/* coordinates.c - which arguments of a feature are coordinates
 *
 * In:   a class of features, positions, static facts
 * Out:  a Plan: axes, content, shape
 * Next: board_find.c
 *
 * Two ordered arguments that determine the others are the coordinates of a
 * grid, and so are three or four, of a board of boards. Where none determine
 * the others the ordered ones are coordinates all the same, and a cell may have
 * several contents. One ordered argument makes a line; two that are not ordered
 * make stacks, if one says where the other is. What belongs to a role is no
 * coordinate: it is a counter or a hand, or each role has its own board. Start
 * reading at find_coordinates().
 */
#include "board/plan.h"

#include "base/bits.h"

#include <assert.h>

enum { MAX_SIDE = 100, MAX_CELLS = 3000 };

/* ---- the cells of a plan ---- */

size_t plan_cell_count(const Plan *plan)
{
    size_t count = 1;
    for (size_t i = 0; i < plan->axis_count; i++)
        count *= plan->axes[i].size;
    return count;
}

size_t plan_cell(const Plan *plan, const Term *const *coordinates)
{
    size_t cell = 0;
    for (size_t i = plan->axis_count; i-- > 0;) {
        const PlanAxis *axis = &plan->axes[i];
        size_t index = list_find(axis->values, coordinates[i]);
        if (index == axis->values.count)
            return NO_CELL;
        cell = cell * axis->size + axis->ranks[index];
    }
    return cell;
}

size_t plan_cell_of(const Plan *plan, const Term *feature)
{
    const Term *coordinates[MAX_AXES];
    for (size_t i = 0; i < plan->axis_count; i++)
        coordinates[i] = feature->args[plan->axes[i].place];
    return plan_cell(plan, coordinates);
}

PlaceSet plan_key(const Plan *plan)
{
    PlaceSet places = 0;
    for (size_t i = 0; i < plan->axis_count; i++)
        places |= place_set(plan->axes[i].place);
    return plan->shape == SHAPE_STACK ? place_set(plan->content[0]) : places;
}

/* ---- candidates ---- */

/* A class, while it is looked at. */
typedef struct {
    const Survey *survey;
    const TermClass *class;
    ValueOrder orders[MAX_PLACES];
    PlaceSet ordered, roles; /* places with such values */
} Candidate;

static PlaceSet all_places(const Candidate *candidate)
{
    return place_set(candidate->class->arity) - 1;
}

/* VALUES, which are roles, in the order of the rules. */
static const size_t *ranks_of_roles(const Survey *survey, TermList values)
{
    size_t *ranks = arena_array(survey->arena, size_t, values.count);
    for (size_t i = 0, rank = 0; i < survey->roles.count; i++) {
        size_t index = list_find(values, survey->roles.items[i]);
        if (index < values.count)
            ranks[index] = rank++;
    }
    return ranks;
}

static Candidate look_at(const Survey *survey, const TermClass *class)
{
    Candidate candidate = {.survey = survey, .class = class};
    for (size_t i = 0; i < class->arity; i++) {
        candidate.orders[i] = order_values(survey, class->values[i]);
        if (survey_are_roles(survey, class->values[i])) {
            candidate.roles |= place_set(i);
            candidate.orders[i].ranks =
                ranks_of_roles(survey, class->values[i]);
        } else if (candidate.orders[i].is_found && class->values[i].count > 1) {
            candidate.ordered |= place_set(i);
        }
    }
    return candidate;
}

static bool has_key(const Candidate *candidate, PlaceSet places)
{
    return is_key(candidate->survey, candidate->class, places);
}

/* Whether what stands there is always the same, too. */
static bool has_total_key(const Candidate *candidate, PlaceSet places)
{
    return has_key(candidate, places) &&
           total_share(candidate->survey, candidate->class, places) >= 1;
}

/* ---- plans ---- */

static void add_axis(const Candidate *candidate, Plan *plan, size_t place)
{
    assert(plan->axis_count < MAX_AXES);
    TermList values = candidate->class->values[place];
    plan->axes[plan->axis_count++] =
        (PlanAxis){place, values, candidate->orders[place].ranks, values.count};
}

/* Coordinates are axes in the order of their places, the rest is content. */
static bool plan_with(const Candidate *candidate, Plan *plan, BoardShape shape,
                      PlaceSet coordinates)
{
    plan->class = candidate->class;
    plan->shape = shape;
    plan->axis_count = plan->content_count = 0;
    for (size_t i = 0; i < candidate->class->arity; i++)
        if (coordinates >> i & 1)
            add_axis(candidate, plan, i);
        else
            plan->content[plan->content_count++] = i;
    for (size_t i = 0; i < plan->axis_count; i++)
        if (plan->axes[i].size > MAX_SIDE)
            return false;
    return plan_cell_count(plan) <= MAX_CELLS;
}

static void swap_axes(Plan *plan, size_t a, size_t b)
{
    PlanAxis axis = plan->axes[a];
    plan->axes[a] = plan->axes[b];
    plan->axes[b] = axis;
}

/* ---- boards of boards ---- */

/* Whether a rule speaks of the coordinates of the feature at PLACES together,
 * and not of its others: a head has just these variables. */
static bool has_rule_about(const Candidate *candidate, PlaceSet places,
                           PlaceSet coordinates)
{
    const Game *game = candidate->survey->game;
    each_clause (clause, game)
        each_literal (literal, clause) {
            if (literal_keyword(game, literal) != KEYWORD_TRUE)
                continue;
            const Term *feature = literal->atom->args[0];
            if (!is_of_class(feature, candidate->class))
                continue;
            PlaceSet found = 0;
            for (size_t i = 0; i < feature->arity; i++)
                if (term_is_variable(feature->args[i]) &&
                    term_contains(clause->head, feature->args[i]))
                    found |= place_set(i) & coordinates;
            if (found == places)
                return true;
        }
    return false;
}

/* The outer axes come last: of three the one that is unlike the others, of four
 * the first two, unless rules speak of the first and the third together. */
static void order_axes(const Candidate *candidate, Plan *plan,
                       PlaceSet coordinates)
{
    PlanAxis *axes = plan->axes;
    if (plan->axis_count == 3) {
        size_t sizes[3];
        for (size_t i = 0; i < 3; i++)
            sizes[i] = axes[i].size;
        if (sizes[0] != sizes[1] && sizes[1] == sizes[2]) {
            swap_axes(plan, 0, 1);
            swap_axes(plan, 1, 2);
        } else if (sizes[0] == sizes[2] && sizes[1] != sizes[2]) {
            swap_axes(plan, 1, 2);
        }
    } else if (plan->axis_count == 4) {
        PlaceSet crossed = place_set(axes[0].place) | place_set(axes[2].place);
        bool is_crossed = has_rule_about(candidate, crossed, coordinates);
        PlanAxis inner[2] = {axes[is_crossed ? 1 : 2], axes[3]};
        PlanAxis outer[2] = {axes[0], axes[is_crossed ? 2 : 1]};
        memcpy(axes, inner, sizeof inner);
        memcpy(axes + 2, outer, sizeof outer);
    }
}

/* ---- grids ---- */

/* The smallest key of at least two of PLACES, or 0 if there is none. */
static PlaceSet smallest_key(const Candidate *candidate, PlaceSet places)
{
    for (size_t size = 2; size <= MAX_AXES; size++)
        for (PlaceSet set = 1; set <= places; set++)
            if ((set & places) == set && bits_count(set) == size &&
                has_key(candidate, set))
                return set;
    return 0;
}

/* Each value of an argument has a board of its own: the only one, if it is a
 * role, or one with which each cell always has one content. */
static void add_board_each(const Candidate *candidate, Plan *plan,
                           PlaceSet coordinates)
{
    for (size_t i = 0; i < plan->content_count; i++) {
        PlaceSet place = place_set(plan->content[i]);
        if (plan->content_count == 1
                ? place != candidate->roles || has_key(candidate, place)
                : !has_total_key(candidate, coordinates | place))
            continue;
        add_axis(candidate, plan, plan->content[i]);
        plan->content_count--;
        memmove(plan->content + i, plan->content + i + 1,
                (plan->content_count - i) * sizeof *plan->content);
        return;
    }
}

static bool plan_grid(const Candidate *candidate, Plan *plan)
{
    /* two numbers, one for each value of the first: a counter for each */
    if (candidate->class->arity == 2 &&
        has_total_key(candidate, place_set(0)) && !has_key(candidate, 0))
        return plan_with(candidate, plan, SHAPE_LINE, place_set(0));
    PlaceSet key = smallest_key(candidate, candidate->ordered);
    PlaceSet coordinates = key ? key : candidate->ordered;
    if (bits_count(coordinates) > MAX_AXES ||
        !plan_with(candidate, plan, SHAPE_GRID, coordinates))
        return false;
    order_axes(candidate, plan, coordinates);
    if (!key && bits_count(coordinates) < MAX_AXES)
        add_board_each(candidate, plan, coordinates);
    return true;
}

/* An argument that holds both coordinates. */
static bool plan_one_argument(const Candidate *candidate, Plan *plan)
{
    for (size_t i = 0; i < candidate->class->arity; i++) {
        PlaceSet place = place_set(i), rest = all_places(candidate) & ~place;
        if (candidate->roles & place || candidate->class->values[i].count < 4 ||
            !(has_key(candidate, place) || has_key(candidate, rest)))
            continue;
        plan_with(candidate, plan, SHAPE_GRID, place);
        if (plan_cells(candidate->survey, plan))
            return true;
    }
    return false;
}

/* ---- lines and stacks ---- */

static bool has_argument(const TermClass *move, TermList values)
{
    for (size_t i = 0; i < move->arity; i++)
        if (list_includes(move->values[i], values))
            return true;
    return false;
}

/* Whether some move names both a thing and a place. */
static bool moves_bring(const Survey *survey, TermList things, TermList places)
{
    for (size_t i = 0; i < survey->move_count; i++)
        if (has_argument(&survey->moves[i], things) &&
            has_argument(&survey->moves[i], places))
            return true;
    return false;
}

static bool have_common(TermList list, TermList others)
{
    for (size_t i = 0; i < others.count; i++)
        if (list_find(list, others.items[i]) < list.count)
            return true;
    return false;
}

/* Things that are always somewhere, or on each other, on(thing,place): the
 * places are stacks. */
static bool plan_stack(const Candidate *candidate, Plan *plan, size_t thing)
{
    const TermList *values = candidate->class->values;
    size_t place = 1 - thing;
    if (candidate->roles || has_key(candidate, 0) ||
        !(has_total_key(candidate, place_set(thing)) ||
          (has_key(candidate, place_set(thing)) &&
           have_common(values[thing], values[place]))))
        return false;
    return plan_with(candidate, plan, SHAPE_STACK, place_set(place));
}

/* Two arguments, of which ORDERED is and OTHER is not. */
static bool plan_mixed_pair(const Candidate *candidate, Plan *plan,
                            size_t ordered, size_t other)
{
    if (has_key(candidate, 0))
        return false;
    if (has_key(candidate, place_set(ordered))) {
        const TermList *values = candidate->class->values;
        bool says_where =
            list_includes(values[other], values[ordered]) ||
            (has_total_key(candidate, place_set(ordered)) &&
             moves_bring(candidate->survey, values[ordered], values[other]));
        return (says_where && plan_stack(candidate, plan, ordered)) ||
               plan_with(candidate, plan, SHAPE_LINE, place_set(ordered));
    }
    if (candidate->roles || !has_total_key(candidate, place_set(other)))
        return false;
    return plan_with(candidate, plan, SHAPE_LINE, place_set(other));
}

static bool plan_pair(const Candidate *candidate, Plan *plan)
{
    if (candidate->ordered == place_set(0))
        return plan_mixed_pair(candidate, plan, 0, 1);
    if (candidate->ordered == place_set(1))
        return plan_mixed_pair(candidate, plan, 1, 0);
    return plan_stack(candidate, plan, 0) || plan_stack(candidate, plan, 1);
}

/* More arguments, of which at most one is ordered. */
static bool plan_other(const Candidate *candidate, Plan *plan)
{
    if (candidate->ordered && !has_key(candidate, 0) &&
        has_key(candidate, candidate->ordered))
        return plan_with(candidate, plan, SHAPE_LINE, candidate->ordered);
    PlaceSet key =
        smallest_key(candidate, all_places(candidate) & ~candidate->roles);
    return bits_count(key) == 2 && key != all_places(candidate) &&
           has_total_key(candidate, key) &&
           plan_with(candidate, plan, SHAPE_GRID, key);
}

bool find_coordinates(const Survey *survey, const TermClass *class, Plan *plan)
{
    if (class->arity > MAX_PLACES || !class->arity)
        return false;
    for (size_t i = 0; i < class->arity; i++)
        if (!class->values[i].count)
            return false;
    Candidate candidate = look_at(survey, class);
    *plan = (Plan){0};
    return bits_count(candidate.ordered) > 1     ? plan_grid(&candidate, plan)
           : plan_one_argument(&candidate, plan) ? true
           : class->arity == 1                   ? false
           : class->arity == 2                   ? plan_pair(&candidate, plan)
                                                 : plan_other(&candidate, plan);
}

/* ---- features with one argument ---- */

static bool is_content(const Plans *plans, TermList values)
{
    for (size_t i = 0; i < plans->count; i++)
        for (size_t k = 0; k < plans->items[i].content_count; k++)
            if (list_includes(
                    plans->items[i].class->values[plans->items[i].content[k]],
                    values))
                return true;
    return false;
}

/* Whether values of CLASS are places by themselves: several hold at once, or
 * the one that does goes round in a circle on which others are, too. */
static bool is_row_of_places(const Survey *survey, const TermClass *class)
{
    ValueOrder order = order_values(survey, class->values[0]);
    bool is_row = order.is_found && !is_key(survey, class, 0);
    for (size_t i = 0; i < survey->feature_count && order.is_closed; i++)
        is_row =
            is_row ||
            (&survey->features[i] != class && survey->features[i].arity == 1 &&
             list_includes(survey->features[i].values[0], class->values[0]));
    return is_row;
}

/* Whether the values are places of a line, or these and others; numbers beyond
 * the line are a counter. */
static bool is_on_line(const Candidate *candidate, const Plans *plans,
                       size_t first)
{
    TermList values = candidate->class->values[0];
    for (size_t i = first; i < plans->count; i++) {
        TermList line = plans->items[i].axes[0].values;
        if (list_includes(line, values) ||
            (!candidate->ordered && list_includes(values, line)))
            return true;
    }
    return false;
}

void find_unary_lines(const Survey *survey, Plans *plans)
{
    size_t first = plans->count;
    bool *is_done = arena_array(survey->arena, bool, survey->feature_count);
    for (size_t i = 0; i < plans->count; i++)
        is_done[plans->items[i].class - survey->features] = true;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < survey->feature_count; i++) {
            const TermClass *class = &survey->features[i];
            TermList values = class->arity ? class->values[0] : (TermList){0};
            if (class->arity != 1 || is_done[i] || values.count < 2 ||
                survey_are_roles(survey, values) || is_content(plans, values) ||
                is_clock(survey, class))
                continue;
            Candidate candidate = look_at(survey, class);
            Plan plan = {0};
            if ((round ? is_on_line(&candidate, plans, first)
                       : is_row_of_places(survey, class)) &&
                plan_with(&candidate, &plan, SHAPE_LINE, place_set(0))) {
                vec_push(plans, plan);
                is_done[i] = true;
            }
        }
}

/* ---- boards on the same cells ---- */

/* Whether the values of PART may be a board of their own although WHOLE has
 * them: the first of them, and not many. */
static bool is_own_axis(const PlanAxis *part, const PlanAxis *whole)
{
    for (size_t i = 0; i < part->values.count; i++)
        if (part->ranks[i] !=
            whole->ranks[list_find(whole->values, part->values.items[i])])
            return false;
    return 2 * part->size < whole->size;
}

/* Whether the axes of PART lie within those of WHOLE; of a game that was not
 * grounded, any part does. */
static bool lies_within(const Survey *survey, const Plan *part,
                        const Plan *whole)
{
    bool is_less = false;
    for (size_t i = 0; i < 2; i++) {
        const PlanAxis *some = &part->axes[i], *all = &whole->axes[i];
        if (!list_includes(all->values, some->values) ||
            (survey->net && is_own_axis(some, all)))
            return false;
        is_less = is_less || some->size < all->size;
    }
    return is_less;
}

void share_axes(const Survey *survey, Plans *plans)
{
    for (size_t i = 0; i < plans->count; i++)
        for (size_t k = 0; k < plans->count; k++) {
            Plan *part = &plans->items[i];
            const Plan *whole = &plans->items[k];
            if (part->axis_count < 2 || whole->axis_count < 2 ||
                part->has_cells || whole->has_cells ||
                !lies_within(survey, part, whole))
                continue;
            for (size_t axis = 0; axis < 2; axis++) {
                size_t place = part->axes[axis].place;
                part->axes[axis] = whole->axes[axis];
                part->axes[axis].place = place;
            }
        }
}
