/* plan_cells.c - cells with neighbours: one argument as two coordinates, hexes
 *
 * In:   static facts, values that may be cells
 * Out:  coordinates of the cells; whether they are hexagons
 *
 * A relation between cells that leads from each to at most one, and to each
 * from at most one, is a direction (east, north; for each choice of its other
 * arguments). Two directions are tried as the x and the y axis; whatever they
 * and the others lead to must fit (place_cells). Start reading at plan_cells().
 */
#include "board/plan.h"

#include "base/sort.h"

enum {
    MAX_DIRECTIONS = 48,
    MAX_BASES = 400, /* pairs of directions that are tried */
    NO_TARGET = -1,
};

typedef struct {
    int x, y;
} Vector;

/* TARGETS[i] is the value that it leads to from value i, or NO_TARGET. */
typedef struct {
    int *targets;
    size_t pair_count;
    bool has_vector;
    Vector vector;
} Direction;

typedef struct {
    const Survey *survey;
    TermList values;
    Direction directions[MAX_DIRECTIONS];
    size_t direction_count;
    bool *is_placed;
    Vector *places;       /* not negative when all are found, */
    size_t width, height; /* and below these */
} Embedding;

/* ---- directions ---- */

/* Adds the direction that the pairs are, if they are one. */
static bool add_direction(void *data, const ValuePair *pairs, size_t count)
{
    Embedding *embedding = data;
    Arena *arena = embedding->survey->arena;
    size_t value_count = embedding->values.count;
    if (count < 2 || embedding->direction_count == MAX_DIRECTIONS)
        return false;
    int *sources = arena_array(arena, int, value_count);
    int *targets = arena_array(arena, int, value_count);
    for (size_t i = 0; i < value_count; i++)
        sources[i] = targets[i] = NO_TARGET;
    for (size_t i = 0; i < count; i++) {
        ValuePair pair = pairs[i];
        if (targets[pair.from] != NO_TARGET || sources[pair.to] != NO_TARGET)
            return false;
        targets[pair.from] = (int)pair.to;
        sources[pair.to] = (int)pair.from;
    }
    embedding->directions[embedding->direction_count++] =
        (Direction){.targets = targets, .pair_count = count};
    return false; /* go on */
}

static int compare_directions(const void *left, const void *right)
{
    const Direction *a = left, *b = right;
    return a->pair_count > b->pair_count   ? -1
           : a->pair_count < b->pair_count ? 1
                                           : 0;
}

/* ---- places ---- */

/* Puts value INDEX at PLACE; false if it is somewhere else. */
static bool put(Embedding *embedding, size_t index, Vector place, bool *changed)
{
    if (embedding->is_placed[index])
        return embedding->places[index].x == place.x &&
               embedding->places[index].y == place.y;
    embedding->is_placed[index] = true;
    embedding->places[index] = place;
    *changed = true;
    return true;
}

/* Follows a direction from and to all values that are placed. */
static bool follow(Embedding *embedding, Direction *direction, bool *changed)
{
    for (size_t i = 0; i < embedding->values.count; i++) {
        if (direction->targets[i] == NO_TARGET)
            continue;
        size_t target = (size_t)direction->targets[i];
        bool from = embedding->is_placed[i], to = embedding->is_placed[target];
        Vector a = embedding->places[i], b = embedding->places[target];
        if (from && to && !direction->has_vector) {
            direction->vector = (Vector){b.x - a.x, b.y - a.y};
            direction->has_vector = *changed = true;
        }
        Vector v = direction->vector;
        if (!direction->has_vector)
            continue;
        if (from &&
            !put(embedding, target, (Vector){a.x + v.x, a.y + v.y}, changed))
            return false;
        if (!from && to &&
            !put(embedding, i, (Vector){b.x - v.x, b.y - v.y}, changed))
            return false;
    }
    return true;
}

/* Moves all places such that the lower left corner is 0, 0. */
static void shift_places(Embedding *embedding)
{
    Vector low = embedding->places[0], high = low;
    for (size_t i = 0; i < embedding->values.count; i++) {
        Vector place = embedding->places[i];
        low.x = place.x < low.x ? place.x : low.x;
        low.y = place.y < low.y ? place.y : low.y;
        high.x = place.x > high.x ? place.x : high.x;
        high.y = place.y > high.y ? place.y : high.y;
    }
    for (size_t i = 0; i < embedding->values.count; i++) {
        embedding->places[i].x -= low.x;
        embedding->places[i].y -= low.y;
    }
    embedding->width = (size_t)(high.x - low.x) + 1;
    embedding->height = (size_t)(high.y - low.y) + 1;
}

/* Places all cells, with directions X and Y as axes; false if they do not fit.
 */
static bool place_cells(Embedding *embedding, size_t x, size_t y)
{
    memset(embedding->is_placed, 0, embedding->values.count * sizeof(bool));
    for (size_t i = 0; i < embedding->direction_count; i++)
        embedding->directions[i].has_vector = i == x || i == y;
    embedding->directions[x].vector = (Vector){1, 0};
    embedding->directions[y].vector = (Vector){0, 1};
    embedding->is_placed[0] = true;
    embedding->places[0] = (Vector){0, 0};
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < embedding->direction_count; i++)
            if (!follow(embedding, &embedding->directions[i], &changed))
                return false;
    }
    if (memchr(embedding->is_placed, false, embedding->values.count))
        return false;
    shift_places(embedding);
    return true;
}

/* How many cells the grid has; SIZE_MAX if two values have one cell, or it is
 * no grid. */
static size_t embedding_area(const Embedding *embedding)
{
    size_t area = embedding->width * embedding->height;
    if (embedding->width < 2 || embedding->height < 2 ||
        area > 4 * embedding->values.count)
        return SIZE_MAX;
    bool *is_taken = memory_zeroed(area, sizeof *is_taken);
    bool are_different = true;
    for (size_t i = 0; i < embedding->values.count; i++) {
        Vector place = embedding->places[i];
        bool *taken =
            &is_taken[(size_t)place.x + embedding->width * (size_t)place.y];
        are_different = are_different && !*taken;
        *taken = true;
    }
    memory_free(is_taken);
    return are_different ? area : SIZE_MAX;
}

/* Finds axes that make the smallest grid; false if none make one. */
static bool find_axes(Embedding *embedding)
{
    size_t best_x = 0, best_y = 0, best = SIZE_MAX, tries = 0;
    for (size_t x = 0; x < embedding->direction_count; x++)
        for (size_t y = x + 1;
             y < embedding->direction_count && tries < MAX_BASES;
             y++, tries++) {
            size_t area = place_cells(embedding, x, y)
                              ? embedding_area(embedding)
                              : SIZE_MAX;
            if (area < best) {
                best = area;
                best_x = x;
                best_y = y;
            }
        }
    return best < SIZE_MAX && place_cells(embedding, best_x, best_y);
}

/* ---- hexagons ---- */

/* One of the six steps to a neighbour, if y leans to the right; *LEANS if it is
 * one only then, and *LEANS_LEFT if it is one only if y leans to the left. */
static bool is_hex_step(Vector v, bool *leans, bool *leans_left)
{
    if (v.x * v.x > 1 || v.y * v.y > 1)
        return false;
    *leans = *leans || v.x * v.y == -1;
    *leans_left = *leans_left || v.x * v.y == 1;
    return true;
}

/* Mirrors the rows if y leans to the left. */
static bool embedding_is_hex(Embedding *embedding)
{
    bool leans = false, leans_left = false;
    for (size_t i = 0; i < embedding->direction_count; i++)
        if (embedding->directions[i].has_vector &&
            !is_hex_step(embedding->directions[i].vector, &leans, &leans_left))
            return false;
    for (size_t i = 0; leans_left && !leans && i < embedding->values.count; i++)
        embedding->places[i].y =
            (int)embedding->height - 1 - embedding->places[i].y;
    return leans != leans_left;
}

/* ---- the plan ---- */

static void set_axes(const Embedding *embedding, Plan *plan)
{
    size_t count = embedding->values.count;
    size_t *x = arena_array(embedding->survey->arena, size_t, count);
    size_t *y = arena_array(embedding->survey->arena, size_t, count);
    for (size_t i = 0; i < count; i++) {
        x[i] = (size_t)embedding->places[i].x;
        y[i] = (size_t)embedding->places[i].y;
    }
    plan->axes[1] = plan->axes[0];
    plan->axes[0].ranks = x;
    plan->axes[0].size = embedding->width;
    plan->axes[1].ranks = y;
    plan->axes[1].size = embedding->height;
    plan->axis_count = 2;
    plan->has_cells = true;
}

bool plan_cells(const Survey *survey, Plan *plan)
{
    TermList values = plan->axes[0].values;
    Embedding *embedding = arena_alloc(survey->arena, sizeof *embedding);
    embedding->survey = survey;
    embedding->values = values;
    embedding->is_placed = arena_array(survey->arena, bool, values.count);
    embedding->places = arena_array(survey->arena, Vector, values.count);
    visit_relations(survey, values, add_direction, embedding);
    sort_items(embedding->directions, embedding->direction_count,
               sizeof *embedding->directions, compare_directions);
    if (!find_axes(embedding))
        return false;
    plan->shape = embedding_is_hex(embedding) ? SHAPE_HEX : SHAPE_GRID;
    set_axes(embedding, plan);
    return true;
}

/* ---- hexagons with two coordinates ---- */

/* The step between the cells that four arguments of FACT are; false if they are
 * none. */
static bool step_of(const Plan *plan, const Term *fact, size_t first, Vector *v)
{
    int at[4];
    for (size_t i = 0; i < 4; i++) {
        const PlanAxis *axis = &plan->axes[i % 2];
        size_t index = list_find(axis->values, fact->args[first + i]);
        if (index == axis->values.count)
            return false;
        at[i] = (int)axis->ranks[index];
    }
    *v = (Vector){at[2] - at[0], at[3] - at[1]};
    return v->x || v->y;
}

/* Whether the relation leads from cells to all six neighbours, and only there.
 */
static bool relation_is_hex(const Plan *plan, TermList facts, size_t first)
{
    bool steps[3][3] = {0}, leans = false, leans_left = false;
    size_t count = 0;
    for (size_t i = 0; i < facts.count; i++) {
        Vector v;
        if (!step_of(plan, facts.items[i], first, &v) ||
            !is_hex_step(v, &leans, &leans_left))
            return false;
        count += !steps[v.x + 1][v.y + 1];
        steps[v.x + 1][v.y + 1] = true;
    }
    return count == 6 && leans && !leans_left;
}

bool plan_is_hex(const Survey *survey, const Plan *plan)
{
    for (size_t r = 0; r < survey->relation_count; r++) {
        TermList facts = survey->relations[r];
        for (size_t first = 0; first + 4 <= facts.items[0]->arity; first++)
            if (relation_is_hex(plan, facts, first))
                return true;
    }
    return false;
}
