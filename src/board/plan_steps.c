/* plan_steps.c - moves and cells: what sampled steps say
 *
 * In:   plans of boards, random plays
 * Out:  which arguments of moves are cells of which board; which content means
 *       that a cell is empty
 *
 * Arguments of a move that have the values of all axes, in the order in which
 * the feature has them, are a cell; of the board on which that cell changes
 * most often when the move is made. The empty content is what is always there
 * before a move that names one cell, or always after it, or always in the
 * first cell after a move that names several.
 */
#include "board/plan.h"

/* Argument places of a move, by axis. */
typedef struct {
    size_t places[MAX_AXES];
} MoveCell;

enum { MAX_MOVE_CELLS = 8 };

#define NO_PLACE SIZE_MAX

/* ---- which arguments ---- */

/* The axes in the order of their places in the feature. */
static size_t axes_by_place(const Plan *plan, size_t *axes)
{
    size_t count = plan->cells ? 1 : plan->axis_count;
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at && plan->axes[axes[at - 1]].place > plan->axes[i].place; at--)
            axes[at] = axes[at - 1];
        axes[at] = i;
    }
    return count;
}

static bool fits_axis(const Plan *plan, size_t axis, TermList values)
{
    if (!plan->cells)
        return values.count && list_includes(plan->axes[axis].values, values);
    for (size_t i = 0; i < values.count; i++)
        if (plan_cell(plan, &values.items[i]) == NO_CELL)
            return false;
    return values.count > 0;
}

/* The cell that begins at argument *FIRST, which is moved on; false if none
 * does. An axis for roles is no argument: it is the role that moves. */
static bool match_cell(const Survey *survey, const Plan *plan,
                       const TermClass *move, size_t *first, MoveCell *cell)
{
    size_t axes[MAX_AXES], count = axes_by_place(plan, axes), at = *first;
    for (size_t i = 0; i < count; i++) {
        bool fits =
            at < move->arity && fits_axis(plan, axes[i], move->values[at]);
        bool is_role = survey_are_roles(survey, plan->axes[axes[i]].values);
        if (!fits && !is_role)
            return false;
        cell->places[axes[i]] = fits ? at : NO_PLACE;
        at += fits;
    }
    if (plan->cells)
        cell->places[1] = cell->places[0];
    *first = at;
    return true;
}

static size_t match_cells(const Survey *survey, const Plan *plan,
                          const TermClass *move, MoveCell *cells)
{
    size_t count = 0;
    for (size_t at = 0; at < move->arity && count < MAX_MOVE_CELLS;) {
        if (plan->shape == SHAPE_STACK ||
            !match_cell(survey, plan, move, &at, &cells[count])) {
            at++;
            continue;
        }
        for (size_t i = 0; count && i < plan->axis_count; i++)
            if (cells[count].places[i] == NO_PLACE) /* as in the first cell */
                cells[count].places[i] = cells[0].places[i];
        count++;
    }
    return count;
}

/* ---- what changes ---- */

/* The first feature of the board that holds in a cell, or NULL. */
static const Term *feature_at(const Plan *plan, TermList features, size_t cell)
{
    for (size_t i = 0; i < features.count; i++)
        if (plan_has(plan, features.items[i]) &&
            plan_cell_of(plan, features.items[i]) == cell)
            return features.items[i];
    return NULL;
}

static size_t cell_of_move(const Plan *plan, const MoveCell *cell,
                           const Term *move, const Term *role)
{
    const Term *coordinates[MAX_AXES];
    for (size_t i = 0; i < plan->axis_count; i++)
        coordinates[i] =
            cell->places[i] == NO_PLACE ? role : move->args[cell->places[i]];
    return plan_cell(plan, coordinates);
}

/* What a move makes of a cell, seen in some step. */
typedef struct {
    const Term *move, *before, *after;
    size_t cell_count; /* that the move names on this board */
} CellChange;

typedef VEC(CellChange) CellChanges;

/* Adds what the sampled moves of class MOVE did to cell number WHICH of those
 * they name. */
static void find_changes(const Survey *survey, const Plan *plan,
                         const TermClass *move, size_t which,
                         CellChanges *changes)
{
    MoveCell cells[MAX_MOVE_CELLS];
    size_t count = match_cells(survey, plan, move, cells);
    for (size_t i = 1; i < survey->position_count && which < count; i++) {
        TermList moves = survey->positions[i].moves;
        for (size_t role = 0; role < moves.count; role++) {
            const Term *made = moves.items[role];
            if (made->symbol != move->symbol || made->arity != move->arity)
                continue;
            size_t cell = cell_of_move(plan, &cells[which], made,
                                       survey->roles.items[role]);
            vec_push(
                changes,
                (CellChange){
                    made,
                    feature_at(plan, survey->positions[i - 1].features, cell),
                    feature_at(plan, survey->positions[i].features, cell),
                    count});
        }
    }
}

/* ---- moves ---- */

/* How many sampled moves of the class changed the cell they name. */
static size_t change_count(const Survey *survey, const Plan *plan,
                           const TermClass *move, size_t which)
{
    CellChanges changes = {0};
    find_changes(survey, plan, move, which, &changes);
    size_t count = 0;
    for (size_t i = 0; i < changes.count; i++)
        count += changes.items[i].before != changes.items[i].after;
    vec_free(&changes);
    return count;
}

/* How many arguments the cell has. */
static size_t cell_size(const Plan *plan, const MoveCell *cell)
{
    size_t size = 0;
    for (size_t i = 0; i < plan->axis_count; i++)
        size += cell->places[i] != NO_PLACE;
    return size;
}

static bool share_argument(const Plan *plan, const MoveCell *cell,
                           const Plan *other_plan, const MoveCell *other)
{
    for (size_t i = 0; i < plan->axis_count; i++)
        for (size_t k = 0; k < other_plan->axis_count; k++)
            if (cell->places[i] != NO_PLACE &&
                cell->places[i] == other->places[k])
                return true;
    return false;
}

/* Whether no other board has a better claim to the arguments of CELL: more of
 * them are coordinates there, or the cell changes more often. */
static bool is_best_board(const Survey *survey, const Plans *plans,
                          const TermClass *move, size_t board, size_t which,
                          const MoveCell *cell)
{
    const Plan *plan = &plans->items[board];
    size_t size = cell_size(plan, cell);
    size_t changes = change_count(survey, plan, move, which);
    for (size_t i = 0; i < plans->count; i++) {
        MoveCell cells[MAX_MOVE_CELLS];
        const Plan *other = &plans->items[i];
        size_t count = match_cells(survey, other, move, cells);
        for (size_t k = 0; k < count; k++) {
            if (i == board || !share_argument(plan, cell, other, &cells[k]))
                continue;
            size_t other_size = cell_size(other, &cells[k]);
            size_t other_changes = change_count(survey, other, move, k);
            if (other_size != size         ? other_size > size
                : other_changes != changes ? other_changes > changes
                                           : i < board)
                return false;
        }
    }
    return true;
}

static BoardMove make_move(const Survey *survey, const Plans *plans,
                           const TermClass *move, size_t board, Arena *arena)
{
    const Plan *plan = &plans->items[board];
    MoveCell cells[MAX_MOVE_CELLS];
    size_t count = match_cells(survey, plan, move, cells);
    BoardMove made = {.board = board};
    made.cells = arena_alloc(arena, count * sizeof *made.cells);
    for (size_t i = 0; i < count; i++)
        if (is_best_board(survey, plans, move, board, i, &cells[i]))
            memcpy(made.cells[made.cell_count++], cells[i].places,
                   sizeof cells[i].places);
    return made;
}

const BoardMove *plan_moves(const Survey *survey, const Plans *plans,
                            Arena *arena, size_t *count)
{
    VEC(BoardMove) moves = {0};
    for (size_t i = 0; i < survey->move_count; i++)
        for (size_t k = 0; k < plans->count; k++) {
            const TermClass *class = &survey->moves[i];
            BoardMove move = make_move(survey, plans, class, k, arena);
            move.move = class_name(survey, arena, class);
            if (move.cell_count)
                vec_push(&moves, move);
        }
    *count = moves.count;
    return vec_finish(&moves, arena);
}

/* ---- the empty content ---- */

/* The content that every change has before or after, or NULL. */
static const Term *constant_content(const Plan *plan,
                                    const CellChanges *changes, bool is_after)
{
    const Term *content = NULL;
    for (size_t i = 0; i < changes->count; i++) {
        const CellChange *change = &changes->items[i];
        if (change->before == change->after)
            continue;
        const Term *feature = is_after ? change->after : change->before;
        if (!feature || (content && feature->args[plan->content[0]] != content))
            return NULL;
        content = feature->args[plan->content[0]];
    }
    return content;
}

/* The most frequent content of the initial position, if no other is as
 * frequent. */
static const Term *usual_content(const Survey *survey, const Plan *plan)
{
    TermList values = plan->class->values[plan->content[0]];
    size_t best = 0, most = 0, second = 0;
    for (size_t i = 0; i < values.count; i++) {
        size_t count = 0;
        TermList features = survey->positions[0].features;
        for (size_t k = 0; k < features.count; k++)
            count +=
                plan_has(plan, features.items[k]) &&
                features.items[k]->args[plan->content[0]] == values.items[i];
        if (count > most) {
            second = most;
            most = count;
            best = i;
        } else if (count > second) {
            second = count;
        }
    }
    return most > second ? values.items[best] : NULL;
}

/* What moves say about it. Where a move makes one content another one, either
 * may be the empty one. */
static const Term *replaced_content(const Survey *survey, const Plan *plan)
{
    const Term *found = NULL;
    for (size_t i = 0; i < survey->move_count; i++) {
        CellChanges changes = {0};
        find_changes(survey, plan, &survey->moves[i], 0, &changes);
        bool are_several = changes.count && changes.items[0].cell_count > 1;
        const Term *before =
            are_several ? NULL : constant_content(plan, &changes, false);
        const Term *after = constant_content(plan, &changes, true);
        vec_free(&changes);
        if (before && after)
            continue;
        found = before ? before : after ? after : found;
        if (before || (after && are_several))
            return found;
    }
    return found;
}

/* The content that all changes of cells are from or to, if there is only one.
 */
static const Term *shared_content(const Survey *survey, const Plan *plan)
{
    size_t place = plan->content[0];
    TermVec left = {0};
    vec_append(&left, plan->class->values[place].items,
               plan->class->values[place].count);
    for (size_t i = 1; i < survey->position_count && left.count; i++) {
        const SampledPosition *after = &survey->positions[i];
        if (!after->moves.count)
            continue;
        for (size_t k = 0; k < after->features.count; k++) {
            const Term *feature = after->features.items[k];
            if (!plan_has(plan, feature) ||
                terms_contain(after[-1].features.items,
                              after[-1].features.count, feature))
                continue;
            const Term *before = feature_at(plan, after[-1].features,
                                            plan_cell_of(plan, feature));
            size_t kept = 0;
            for (size_t v = 0; v < left.count; v++)
                if (left.items[v] == feature->args[place] ||
                    (before && left.items[v] == before->args[place]))
                    left.items[kept++] = left.items[v];
            left.count = kept;
        }
    }
    const Term *only = left.count == 1 ? left.items[0] : NULL;
    vec_free(&left);
    return only;
}

void plan_empty(const Survey *survey, Plan *plan)
{
    if (!plan->is_full || plan->content_count != 1 ||
        plan->shape == SHAPE_STACK ||
        order_values(survey, plan->class->values[plan->content[0]]).is_found)
        return;
    plan->empty = replaced_content(survey, plan);
    if (!plan->empty)
        plan->empty = shared_content(survey, plan);
    if (!plan->empty)
        plan->empty = usual_content(survey, plan);
}
