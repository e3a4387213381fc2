/* plan.h - a board while it is being found; private to board/
 *
 * The same as a BoardFeature (board.h), with terms instead of strings.
 */
#ifndef ZERMELO_BOARD_PLAN_H
#define ZERMELO_BOARD_PLAN_H

#include "board/board.h"
#include "board/survey.h"

typedef struct {
    size_t place;
    TermList values;     /* sorted */
    const size_t *ranks; /* by value: where it is drawn */
    size_t size;         /* one more than the largest of them */
} PlanAxis;

typedef struct {
    const TermClass *class;
    BoardShape shape;
    PlanAxis axes[MAX_AXES];
    size_t axis_count;
    bool has_cells; /* one argument is both coordinates: two axes share it */
    size_t content[MAX_PLACES], content_count;
    const Term *empty;
    bool proved;
} Plan;

typedef VEC(Plan) Plans;

/* The number of the cell that COORDINATES, by axis, stand for, or NO_CELL. */
#define NO_CELL SIZE_MAX
size_t plan_cell(const Plan *plan, const Term *const *coordinates);
size_t plan_cell_count(const Plan *plan);

/* The same for a feature of its class. */
size_t plan_cell_of(const Plan *plan, const Term *feature);

/* The arguments that should determine the others: the cell; on a stack the
 * thing that lies there. */
PlaceSet plan_key(const Plan *plan);

/* "cell/3", in ARENA. */
const char *class_name(const Survey *survey, Arena *arena,
                       const TermClass *class);

/* plan_cells.c: whether the values of the only axis of PLAN are cells of a grid
 * or of hexagons, as static relations between them say; then it becomes two. */
bool plan_cells(const Survey *survey, Plan *plan);

/* plan_cells.c: whether a static relation gives each cell six neighbours. */
bool plan_is_hex(const Survey *survey, const Plan *plan);

/* plan_steps.c: what the moves of sampled steps say: which of their arguments
 * are cells, and which content means that a cell is empty. */
const BoardMove *plan_moves(const Survey *survey, const Plans *plans,
                            Arena *arena, size_t *count);
void plan_empty(const Survey *survey, Plan *plan);

/* forms.c: forms and letters for the names of COUNT contents. */
void contents_set_forms(BoardContent *contents, size_t count, Arena *arena);

/* ---- which arguments of a feature are coordinates ---- */

/* Sets axes, content and shape of PLAN for CLASS; false if it is no board.
 * Features with one argument are boards only next to others. */
bool find_coordinates(const Survey *survey, const TermClass *class, Plan *plan);

/* Adds a line for features with one argument that are places. */
void find_unary_lines(const Survey *survey, Plans *plans);

/* Axes of boards on the same cells get the same values. */
void share_axes(const Survey *survey, Plans *plans);

#endif
