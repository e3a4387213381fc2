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

#include <assert.h>

/* A cell that moves of a kind name, and what speaks for this board. */
typedef struct {
    size_t board;
    size_t places[MAX_AXES]; /* arguments of the move, by axis, or NO_PLACE */
    size_t changes;          /* how many sampled moves changed it */
} MoveCell;

typedef VEC(MoveCell) MoveCells;

#define NO_PLACE SIZE_MAX

/* ---- which arguments ---- */

/* The cell that begins at argument *FIRST, which is moved on; false if none
 * does. An axis for roles is no argument: it is the role that moves. */
static bool match_cell(const Survey *survey, const Plan *plan,
                       const TermClass *move, size_t *first, MoveCell *cell)
{
    size_t at = *first;
    *cell = (MoveCell){.places = {NO_PLACE, NO_PLACE, NO_PLACE, NO_PLACE}};
    for (size_t place = 0; place < plan->class->arity; place++) {
        bool is_matched = false; /* one argument may be two axes */
        for (size_t i = 0; i < plan->axis_count; i++) {
            TermList values = plan->axes[i].values;
            if (plan->axes[i].place != place)
                continue;
            if (at < move->arity && move->values[at].count &&
                list_includes(values, move->values[at])) {
                cell->places[i] = at;
                is_matched = true;
            } else if (!survey_are_roles(survey, values)) {
                return false;
            }
        }
        at += is_matched;
    }
    assert(at > *first); /* no board has roles for all axes */
    *first = at;
    return true;
}

static void match_cells(const Survey *survey, const Plan *plan,
                        const TermClass *move, MoveCells *cells)
{
    size_t before = cells->count;
    for (size_t at = 0; at < move->arity && plan->shape != SHAPE_STACK;) {
        MoveCell cell;
        if (!match_cell(survey, plan, move, &at, &cell)) {
            at++;
            continue;
        }
        for (size_t i = 0; cells->count > before && i < plan->axis_count; i++)
            if (cell.places[i] == NO_PLACE) /* as in the first cell */
                cell.places[i] = cells->items[before].places[i];
        vec_push(cells, cell);
    }
}

/* ---- what changes ---- */

/* The first feature of the board that holds in a cell, or NULL. */
static const Term *feature_at(const Plan *plan, TermList position, size_t cell)
{
    TermList features = terms_of_class(position, plan->class);
    for (size_t i = 0; i < features.count; i++)
        if (plan_cell_of(plan, features.items[i]) == cell)
            return features.items[i];
    return NULL;
}

/* What a move makes of a cell, seen in some step. */
typedef struct {
    const Term *before, *after;
} CellChange;

typedef VEC(CellChange) CellChanges;

/* Adds what the sampled moves of class MOVE did to the CELL that they name. */
static void find_changes(const Survey *survey, const Plan *plan,
                         const TermClass *move, const MoveCell *cell,
                         CellChanges *changes)
{
    for (size_t i = 1; i < survey->position_count; i++) {
        const SampledPosition *after = &survey->positions[i];
        for (size_t role = 0; role < after->moves.count; role++) {
            const Term *coordinates[MAX_AXES], *made = after->moves.items[role];
            if (!is_of_class(made, move))
                continue;
            for (size_t k = 0; k < plan->axis_count; k++)
                coordinates[k] = cell->places[k] == NO_PLACE
                                     ? survey->roles.items[role]
                                     : made->args[cell->places[k]];
            size_t number = plan_cell(plan, coordinates);
            CellChange change = {feature_at(plan, after[-1].features, number),
                                 feature_at(plan, after->features, number)};
            if (change.before != change.after)
                vec_push(changes, change);
        }
    }
}

/* ---- moves ---- */

/* The cells that moves of class MOVE may name on each board. */
static void find_cells(const Survey *survey, const Plans *plans,
                       const TermClass *move, MoveCells *cells)
{
    CellChanges changes = {0};
    for (size_t board = 0; board < plans->count; board++) {
        size_t first = cells->count;
        match_cells(survey, &plans->items[board], move, cells);
        for (size_t i = first; i < cells->count; i++) {
            MoveCell *cell = &cells->items[i];
            vec_clear(&changes);
            find_changes(survey, &plans->items[board], move, cell, &changes);
            cell->board = board;
            cell->changes = changes.count;
        }
    }
    vec_free(&changes);
}

static bool share_argument(const MoveCell *cell, const MoveCell *other)
{
    for (size_t i = 0; i < MAX_AXES; i++)
        for (size_t k = 0; k < MAX_AXES; k++)
            if (cell->places[i] != NO_PLACE &&
                cell->places[i] == other->places[k])
                return true;
    return false;
}

/* Whether another board has a better claim to the arguments of CELL, which
 * changes more often there. */
static bool is_claimed(const MoveCells *cells, const MoveCell *cell)
{
    for (size_t i = 0; i < cells->count; i++) {
        const MoveCell *other = &cells->items[i];
        if (other->board != cell->board && share_argument(cell, other) &&
            (other->changes > cell->changes ||
             (other->changes == cell->changes && other->board < cell->board)))
            return true;
    }
    return false;
}

/* The cells that no other board has a better claim to. */
static BoardMove make_move(const MoveCells *cells, size_t board, Arena *arena)
{
    BoardMove made = {.board = board};
    made.cells = arena_alloc(arena, cells->count * sizeof *made.cells);
    for (size_t i = 0; i < cells->count; i++)
        if (cells->items[i].board == board &&
            !is_claimed(cells, &cells->items[i]))
            memcpy(made.cells[made.cell_count++], cells->items[i].places,
                   sizeof *made.cells);
    return made;
}

const BoardMove *plan_moves(const Survey *survey, const Plans *plans,
                            Arena *arena, size_t *count)
{
    VEC(BoardMove) moves = {0};
    for (size_t i = 0; i < survey->move_count; i++) {
        MoveCells cells = {0};
        find_cells(survey, plans, &survey->moves[i], &cells);
        for (size_t k = 0; k < plans->count; k++) {
            BoardMove move = make_move(&cells, k, arena);
            move.move = class_name(survey, arena, &survey->moves[i]);
            if (move.cell_count)
                vec_push(&moves, move);
        }
        vec_free(&cells);
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
        CellChange change = changes->items[i];
        const Term *feature = is_after ? change.after : change.before;
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
    TermList features =
        terms_of_class(survey->positions[0].features, plan->class);
    size_t best = 0, most = 0, second = 0;
    for (size_t i = 0; i < values.count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < features.count; k++)
            count +=
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
    for (size_t i = 0; i < survey->move_count && !found; i++) {
        MoveCells cells = {0};
        CellChanges changes = {0};
        match_cells(survey, plan, &survey->moves[i], &cells);
        if (cells.count)
            find_changes(survey, plan, &survey->moves[i], cells.items,
                         &changes);
        bool are_several = cells.count > 1;
        const Term *before =
            are_several ? NULL : constant_content(plan, &changes, false);
        const Term *after = constant_content(plan, &changes, true);
        vec_free_all(&cells, &changes);
        if (!before || !after)
            found = before ? before : after;
    }
    return found;
}

/* The content that all changes of cells are from or to, if there is only one.
 */
static const Term *shared_content(const Survey *survey, const Plan *plan)
{
    size_t place = plan->content[0];
    TermList values = plan->class->values[place];
    TermVec left = {0};
    vec_append(&left, values.items, values.count);
    for (size_t i = 1; i < survey->position_count && left.count; i++) {
        const SampledPosition *after = &survey->positions[i];
        TermList old_ones = terms_of_class(after[-1].features, plan->class);
        TermList new_ones = terms_of_class(after->features, plan->class);
        for (size_t k = 0; after->moves.count && k < new_ones.count; k++) {
            const Term *feature = new_ones.items[k];
            if (list_find(old_ones, feature) < old_ones.count)
                continue;
            const Term *before =
                feature_at(plan, old_ones, plan_cell_of(plan, feature));
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

/* All cells have a content, but rules may have flaws. */
static bool is_full(const Survey *survey, const Plan *plan)
{
    const double usual_share = 0.8; /* of positions */
    return total_share(survey, plan->class, plan_key(plan)) > usual_share;
}

void plan_empty(const Survey *survey, Plan *plan)
{
    if (!is_full(survey, plan) || plan->content_count != 1 ||
        plan->shape == SHAPE_STACK ||
        order_values(survey, plan->class->values[plan->content[0]]).is_found)
        return;
    plan->empty = replaced_content(survey, plan);
    if (!plan->empty)
        plan->empty = shared_content(survey, plan);
    if (!plan->empty)
        plan->empty = usual_content(survey, plan);
}
