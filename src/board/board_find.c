/* board_find.c - which features of a game are boards
 *
 * In:   a game, and its net if it could be grounded
 * Out:  a Board
 *
 * What is needed to know is collected first (survey.c); coordinates are found
 * feature by feature (coordinates.c), then neighbours (plan_cells.c), moves and
 * empty cells (plan_steps.c) and proofs; at last terms become strings. Start
 * reading at board_new(), at the end.
 */
#include "board/board.h"

#include "base/sort.h"
#include "board/plan.h"
#include "formula/property.h"
#include "lang/print.h"
#include "prove/schedule.h"

#include <assert.h>

static const double proof_seconds = 1;

/* ---- strings ---- */

static const char *symbol_name(const Survey *survey, Arena *arena,
                               const Symbol *symbol)
{
    return term_string(arena, term_constant(survey->game->terms, symbol));
}

const char *class_name(const Survey *survey, Arena *arena,
                       const TermClass *class)
{
    return arena_printf(arena, "%s/%zu",
                        symbol_name(survey, arena, class->symbol),
                        class->arity);
}

/* Values in drawing order; columns and rows of cells are 1, 2, ... */
static void set_axes(const Plan *plan, Arena *arena, BoardFeature *board)
{
    board->axis_count = plan->axis_count;
    for (size_t i = 0; i < plan->axis_count; i++) {
        const PlanAxis *axis = &plan->axes[i];
        const char **texts = arena_array(arena, const char *, axis->size);
        for (size_t k = 0; plan->has_cells && k < axis->size; k++)
            texts[k] = arena_printf(arena, "%zu", k + 1);
        for (size_t k = 0; !plan->has_cells && k < axis->size; k++)
            texts[axis->ranks[k]] = term_string(arena, axis->values.items[k]);
        board->axes[i] = (BoardAxis){axis->place, {texts, axis->size}};
    }
}

static void set_cells(const Plan *plan, Arena *arena, BoardFeature *board)
{
    size_t count = plan->axes[0].values.count;
    if (!plan->has_cells)
        return;
    BoardCell *cells = arena_array(arena, BoardCell, count);
    for (size_t i = 0; i < count; i++)
        cells[i] =
            (BoardCell){term_string(arena, plan->axes[0].values.items[i]),
                        plan->axes[0].ranks[i], plan->axes[1].ranks[i]};
    sort_items(cells, count, sizeof *cells, board_compare_cells);
    board->cells = cells;
    board->cell_count = count;
}

/* ---- contents ---- */

enum { MAX_CONTENTS = 2000 };

static int compare_contents(const void *left, const void *right)
{
    return compare_names(((const BoardContent *)left)->name,
                         ((const BoardContent *)right)->name);
}

static const char *content_text(const Plan *plan, const Term *feature,
                                Arena *arena)
{
    const char *name = term_string(arena, feature->args[plan->content[0]]);
    for (size_t i = 1; i < plan->content_count; i++)
        name =
            arena_printf(arena, "%s,%s", name,
                         term_string(arena, feature->args[plan->content[i]]));
    return name;
}

typedef VEC(BoardContent) BoardContents;

/* Sorts the contents, and keeps one of each. */
static void unite(BoardContents *contents)
{
    contents->count = sort_unique(contents->items, contents->count,
                                  sizeof *contents->items, compare_contents);
}

static void add_content(BoardContents *contents, const char *name)
{
    vec_push(contents, (BoardContent){.name = name});
    if (contents->count > MAX_CONTENTS)
        unite(contents);
}

/* What can stand at the only place; of several the terms of the net, or without
 * one what was seen. */
static void add_contents(const Survey *survey, const Plan *plan, Arena *arena,
                         BoardContents *contents)
{
    TermList values = plan->class->values[plan->content[0]];
    TermList terms = plan->class->terms;
    bool has_one = plan->content_count == 1;
    for (size_t i = 0; has_one && i < values.count && i < MAX_CONTENTS; i++)
        add_content(contents, term_string(arena, values.items[i]));
    for (size_t i = 0; !has_one && i < terms.count; i++)
        add_content(contents, content_text(plan, terms.items[i], arena));
    for (size_t i = 0; !has_one && !terms.count && i < survey->position_count;
         i++) {
        TermList features =
            terms_of_class(survey->positions[i].features, plan->class);
        for (size_t k = 0; k < features.count && contents->count < MAX_CONTENTS;
             k++)
            add_content(contents, content_text(plan, features.items[k], arena));
        unite(contents);
    }
    unite(contents);
}

static void set_contents(const Survey *survey, const Plan *plan, Arena *arena,
                         BoardFeature *board)
{
    BoardContents contents = {0};
    if (plan->empty)
        board->empty = term_string(arena, plan->empty);
    if (plan->content_count)
        add_contents(survey, plan, arena, &contents);
    else
        vec_push(&contents, (BoardContent){.name = board->symbol});
    size_t kept = 0;
    for (size_t i = 0; i < contents.count; i++)
        if (!board->empty || strcmp(contents.items[i].name, board->empty) != 0)
            contents.items[kept++] = contents.items[i];
    board->kind_count = kept;
    board->contents = vec_finish(&contents, arena);
}

static BoardFeature finish_plan(const Survey *survey, const Plan *plan,
                                Arena *arena)
{
    BoardFeature board = {
        .symbol = symbol_name(survey, arena, plan->class->symbol),
        .arity = plan->class->arity,
        .shape = plan->shape,
        .content_count = plan->content_count,
        .proved = plan->proved,
    };
    memcpy(board.content, plan->content, sizeof board.content);
    set_axes(plan, arena, &board);
    set_cells(plan, arena, &board);
    set_contents(survey, plan, arena, &board);
    return board;
}

/* ---- pictures ---- */

static bool have_same_axes(const BoardFeature *a, const BoardFeature *b)
{
    bool are_same = a->shape == b->shape && a->axis_count == b->axis_count &&
                    a->shape != SHAPE_STACK && !a->cells && !b->cells;
    for (size_t i = 0; i < a->axis_count && are_same; i++) {
        Texts values = a->axes[i].values, others = b->axes[i].values;
        are_same = values.count == others.count;
        for (size_t k = 0; k < values.count && are_same; k++)
            are_same = strcmp(values.items[k], others.items[k]) == 0;
    }
    return are_same;
}

static bool have_same_content(const BoardFeature *a, const BoardFeature *b)
{
    for (size_t i = 0; i < a->kind_count; i++)
        for (size_t k = 0; k < b->kind_count; k++)
            if (strcmp(a->contents[i].name, b->contents[k].name) == 0)
                return true;
    return false;
}

/* Whether BOARD can join the picture that begins with FIRST: its contents are
 * others than those that are there. */
static bool joins(const BoardFeature *boards, size_t first, size_t board)
{
    if (boards[first].picture != first ||
        !have_same_axes(&boards[first], &boards[board]))
        return false;
    for (size_t i = first; i < board; i++)
        if (boards[i].picture == first &&
            have_same_content(&boards[i], &boards[board]))
            return false;
    return true;
}

/* Gives the contents of each picture different forms and letters. */
static void set_pictures(BoardFeature *boards, size_t count, Arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        boards[i].picture = i;
        for (size_t k = 0; k < i && boards[i].picture == i; k++)
            if (joins(boards, k, i))
                boards[i].picture = k;
    }
    for (size_t first = 0; first < count; first++) {
        BoardContents all = {0};
        for (size_t i = first; i < count; i++)
            if (boards[i].picture == first)
                vec_append(&all, boards[i].contents, boards[i].kind_count);
        contents_set_forms(all.items, all.count, arena);
        const BoardContent *contents = vec_finish(&all, arena);
        for (size_t i = first; i < count; i++)
            if (boards[i].picture == first) {
                boards[i].contents = contents;
                contents += boards[i].kind_count;
            }
    }
}

/* ---- games that were not grounded ---- */

static void add_seen(TermVec *seen, TermList terms, const TermClass *class,
                     size_t place)
{
    for (size_t i = 0; i < terms.count; i++)
        if (is_of_class(terms.items[i], class))
            vec_push(seen, terms.items[i]->args[place]);
}

/* The values of an argument in sampled plays, sorted. */
static TermList seen_values(const Survey *survey, const TermClass *class,
                            size_t place)
{
    TermVec seen = {0};
    for (size_t i = 0; i < survey->position_count; i++) {
        add_seen(&seen, survey->positions[i].features, class, place);
        add_seen(&seen, survey->positions[i].moves, class, place);
    }
    size_t count = sort_terms_unique(seen.items, seen.count);
    return (TermList){vec_finish(&seen, survey->arena), count};
}

/* Domains can have more values than really occur. If those that were seen are
 * ordered and all together are not, there are no others. */
static void narrow(const Survey *survey, TermClass *classes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i].arity; k++) {
            TermList *values = &classes[i].values[k];
            TermList seen = seen_values(survey, &classes[i], k);
            if (seen.count > 1 && seen.count < values->count &&
                order_values(survey, seen).is_found &&
                !order_values(survey, *values).is_found)
                *values = seen;
        }
}

/* ---- proofs ----
 *
 * For each cell a property, that no two of its features hold together; the
 * prover (prove/schedule.c) decides them all. */

typedef struct {
    size_t board; /* that the property is about */
    GroundProperty property;
} CellProperty;

typedef VEC(CellProperty) CellProperties;

/* What determines the rest: the cell; on a stack the thing that lies there. */
static size_t key_of(const Plan *plan, const Term *feature)
{
    if (plan->shape != SHAPE_STACK)
        return plan_cell_of(plan, feature);
    return list_find(plan->class->values[plan->content[0]],
                     feature->args[plan->content[0]]);
}

static void add_properties(const Net *net, const Plan *plan, size_t board,
                           PropertyTable *table, CellProperties *list)
{
    TermList terms = plan->class->terms;
    size_t count = plan->shape == SHAPE_STACK
                       ? plan->class->values[plan->content[0]].count
                       : plan_cell_count(plan);
    RefList *by_key = memory_zeroed(count, sizeof *by_key);
    for (size_t i = 0; i < terms.count; i++) {
        size_t key = key_of(plan, terms.items[i]);
        uint32_t feature = net_feature(net, terms.items[i]);
        assert(key < count);
        vec_push(&by_key[key], property_feature(table, 0, feature));
    }
    for (size_t i = 0; i < count; i++) {
        if (by_key[i].count > 1)
            vec_push(list, (CellProperty){
                               board,
                               {0,
                                {property_at_most_one(table, by_key[i].items,
                                                      by_key[i].count)}}});
        vec_free(&by_key[i]);
    }
    memory_free(by_key);
}

/* Decides the properties; a board with one that is not proved is not. */
static void decide(const Net *net, Plans *plans, PropertyTable *table,
                   const CellProperties *list, const Budget *budget)
{
    Arena *arena = arena_new();
    GroundProperty *properties =
        arena_array(arena, GroundProperty, list->count);
    PropertyResult *results = arena_array(arena, PropertyResult, list->count);
    for (size_t i = 0; i < list->count; i++)
        properties[i] = list->items[i].property;
    PropertyTask task = {.net = net,
                         .properties = table,
                         .list = properties,
                         .count = list->count,
                         .seed = 1,
                         .budget = budget,
                         .plan = PLAN_PROVE};
    schedule_run(&task, results);
    for (size_t i = 0; i < list->count; i++) {
        Plan *plan = &plans->items[list->items[i].board];
        plan->proved = plan->proved && results[i].verdict == VERDICT_PROVED;
    }
    schedule_free_results(&task, results);
    arena_free(arena);
}

/* Sets PROVED where that is proved within the budget. */
static void prove_plans(const Survey *survey, Plans *plans,
                        const Budget *budget)
{
    PropertyTable table;
    CellProperties list = {0};
    for (size_t i = 0; i < plans->count; i++)
        plans->items[i].proved = !plans->items[i].content_count;
    if (!survey->net)
        return;
    properties_init(&table, survey->net);
    for (size_t i = 0; i < plans->count; i++) {
        Plan *plan = &plans->items[i];
        if (!plan->content_count ||
            !is_key(survey, plan->class, plan_key(plan)))
            continue;
        plan->proved = true;
        add_properties(survey->net, plan, i, &table, &list);
    }
    if (list.count)
        decide(survey->net, plans, &table, &list, budget);
    properties_free(&table);
    vec_free(&list);
}

/* ---- all boards ---- */

static Plans find_plans(const Survey *survey)
{
    Plans plans = {0};
    for (size_t i = 0; i < survey->feature_count; i++) {
        Plan plan;
        if (find_coordinates(survey, &survey->features[i], &plan))
            vec_push(&plans, plan);
    }
    find_unary_lines(survey, &plans);
    share_axes(survey, &plans);
    for (size_t i = 0; i < plans.count; i++) {
        Plan *plan = &plans.items[i];
        plan_empty(survey, plan);
        if (plan->shape == SHAPE_GRID && !plan->has_cells &&
            plan->axis_count == 2 && plan_is_hex(survey, plan))
            plan->shape = SHAPE_HEX;
    }
    return plans;
}

/* The features that are on no board. */
static void set_beside(const Survey *survey, const Plans *plans, Board *board)
{
    VEC(const char *) beside = {0};
    for (size_t i = 0; i < survey->feature_count; i++) {
        bool is_board = false;
        for (size_t k = 0; k < plans->count && !is_board; k++)
            is_board = plans->items[k].class == &survey->features[i];
        if (!is_board)
            vec_push(&beside,
                     class_name(survey, board->arena, &survey->features[i]));
    }
    board->beside.count = beside.count;
    board->beside.items = vec_finish(&beside, board->arena);
}

Board *board_new(const Game *game, const Net *net, const Budget *budget)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    Board *board = arena_alloc(arena, sizeof *board);
    board->arena = arena;
    Survey *survey = survey_new(scratch, game, net, budget);
    if (!net) {
        narrow(survey, survey->features, survey->feature_count);
        narrow(survey, survey->moves, survey->move_count);
    }
    Plans plans = find_plans(survey);
    Budget proof = budget_within(budget, proof_seconds);
    prove_plans(survey, &plans, &proof);
    BoardFeature *boards = arena_array(arena, BoardFeature, plans.count);
    for (size_t i = 0; i < plans.count; i++)
        boards[i] = finish_plan(survey, &plans.items[i], arena);
    set_pictures(boards, plans.count, arena);
    board->boards = boards;
    board->board_count = plans.count;
    board->moves = plan_moves(survey, &plans, arena, &board->move_count);
    set_beside(survey, &plans, board);
    vec_free(&plans);
    arena_free(scratch);
    return board;
}

void board_free(Board *board)
{
    if (board)
        arena_free(board->arena);
}
