/* compare.c - what changed between two runs
 *
 * In:   the Results of two databases
 * Out:  verdicts that were won, lost or contradict; cells that became slower
 * Next: cli/cmd/cmd_results.c prints it
 *
 * The rows of both are sorted by cell, and the verdicts on each cell by what
 * they are about. Start reading at compare_results(), at the end.
 */
#include "batch/results.h"

#include "base/sort.h"

#include <stdlib.h>

const char *const change_names[CHANGE_KINDS] = {"contradicts", "lost", "slower",
                                                "won",         "gone", "new"};

/* Less is noise. */
static const double min_slower_seconds = 0.1;

/* A row of one of the two databases. */
typedef struct {
    const Result *result;
    bool is_now;
} SidedRow;

typedef struct {
    Verdict verdict;
    bool is_now;
} SidedVerdict;

/* The newest run of a cell: the shares of one split, or one row. */
typedef struct {
    const Result *newest; /* NULL: there is none */
    double seconds;       /* of all shares */
    AnswerState state;    /* the worst of them */
} Run;

/* Both runs of a cell, and the verdicts of both. */
typedef struct {
    Run runs[2]; /* before, now */
    VEC(SidedVerdict) verdicts;
} CellRuns;

/* ---- order ---- */

static int compare_cells(const Result *left, const Result *right)
{
    int order = strcmp(left->row.key.file, right->row.key.file);
    if (!order)
        order = strcmp(left->row.key.command, right->row.key.command);
    if (!order)
        order = strcmp(left->shared_options, right->shared_options);
    if (!order)
        order = strcmp(left->row.key.sha256, right->row.key.sha256);
    return order;
}

/* The newest first. */
static int compare_rows(const void *left, const void *right)
{
    const SidedRow *l = left, *r = right;
    const Result *a = l->result, *b = r->result;
    int order = compare_cells(a, b);
    if (!order)
        order = (int)l->is_now - (int)r->is_now;
    if (!order)
        order = strcmp(b->row.finished, a->row.finished);
    if (!order)
        order = strcmp(b->row.key.version, a->row.key.version);
    return order ? order : strcmp(a->row.key.options, b->row.key.options);
}

/* Decided ones first. */
static int compare_verdicts(const void *left, const void *right)
{
    const SidedVerdict *l = left, *r = right;
    int order = strcmp(l->verdict.what, r->verdict.what);
    if (!order)
        order = (int)l->is_now - (int)r->is_now;
    if (!order)
        order = (int)r->verdict.is_decided - (int)l->verdict.is_decided;
    return order ? order : strcmp(l->verdict.verdict, r->verdict.verdict);
}

static void add_to_run(CellRuns *cell, const SidedRow *row)
{
    const Result *result = row->result;
    Run *run = &cell->runs[row->is_now];
    if (!run->newest)
        run->newest = result;
    if (strcmp(result->row.key.version, run->newest->row.key.version) != 0 ||
        strcmp(result->share, run->newest->share) != 0)
        return; /* an older run, or split otherwise */
    for (size_t i = 0; i < result->answer.count; i++)
        vec_push(&cell->verdicts,
                 (SidedVerdict){result->answer.verdicts[i], row->is_now});
    run->seconds += result->row.seconds;
    if (result->answer.state > run->state)
        run->state = result->answer.state;
}

/* ---- two runs of one cell ---- */

static Change *add_change(Comparison *comparison, ChangeKind kind,
                          const CellRuns *cell)
{
    const Run *before = &cell->runs[0], *now = &cell->runs[1];
    vec_push(&comparison->changes,
             (Change){.kind = kind,
                      .cell = now->newest ? now->newest : before->newest,
                      .seconds_before = before->newest ? before->seconds : -1,
                      .seconds_now = now->newest ? now->seconds : -1});
    comparison->counts[kind]++;
    return &vec_last(&comparison->changes);
}

/* A verdict of RUN, or why it has none. */
static const char *verdict_text(const Run *run, const Verdict *verdict)
{
    return verdict                       ? verdict->verdict
           : run->state == ANSWER_FAILED ? "failed"
           : run->state == ANSWER_ERROR  ? "error"
                                         : "absent";
}

/* Either may be NULL, not both. */
static void compare_pair(Comparison *comparison, const CellRuns *cell,
                         const Verdict *before, const Verdict *now)
{
    bool was_decided = before && before->is_decided;
    bool is_decided = now && now->is_decided;
    if (!was_decided && !is_decided)
        return;
    if (was_decided && is_decided && strcmp(before->verdict, now->verdict) == 0)
        return;
    ChangeKind kind = !is_decided    ? CHANGE_LOST
                      : !was_decided ? CHANGE_WON
                                     : CHANGE_CONTRADICTS;
    Change *change = add_change(comparison, kind, cell);
    change->what = before ? before->what : now->what;
    change->before = verdict_text(&cell->runs[0], before);
    change->now = verdict_text(&cell->runs[1], now);
}

/* Of several verdicts on one thing in one run the first counts. */
static void compare_verdict_lists(Comparison *comparison, CellRuns *cell)
{
    SidedVerdict *items = cell->verdicts.items;
    size_t count = cell->verdicts.count;
    sort_items(items, count, sizeof *items, compare_verdicts);
    for (size_t i = 0, first = 0; i < count; first = i) {
        const Verdict *sides[2] = {NULL, NULL};
        for (; i < count &&
               strcmp(items[i].verdict.what, items[first].verdict.what) == 0;
             i++)
            if (!sides[items[i].is_now])
                sides[items[i].is_now] = &items[i].verdict;
        compare_pair(comparison, cell, sides[0], sides[1]);
    }
}

static bool is_slower(const Run *before, const Run *now, double threshold)
{
    return before->state < ANSWER_ERROR && now->state < ANSWER_ERROR &&
           now->seconds > threshold * before->seconds &&
           now->seconds - before->seconds > min_slower_seconds;
}

typedef VEC(PlotPoint) Points;

static void compare_runs(Comparison *comparison, CellRuns *cell,
                         double threshold, Points *points)
{
    const Run *before = &cell->runs[0], *now = &cell->runs[1];
    if (!before->newest || !now->newest) {
        add_change(comparison, now->newest ? CHANGE_NEW : CHANGE_GONE, cell);
        return;
    }
    bool was_decided = before->state == ANSWER_DECIDED;
    bool is_decided = now->state == ANSWER_DECIDED;
    const CellKey *key = &now->newest->row.key;
    comparison->common++;
    compare_verdict_lists(comparison, cell);
    if (is_slower(before, now, threshold))
        add_change(comparison, CHANGE_SLOWER, cell);
    if (was_decided && is_decided) {
        comparison->both_decided++;
        comparison->seconds_before += before->seconds;
        comparison->seconds_now += now->seconds;
    }
    vec_push(&points[2 * !was_decided + !is_decided],
             (PlotPoint){before->seconds, now->seconds,
                         arena_printf(comparison->arena,
                                      "%s %s: %.2f s before, %.2f s now",
                                      key->command, key->file, before->seconds,
                                      now->seconds)});
}

/* ---- two databases ---- */

static int compare_changes(const void *left, const void *right)
{
    const Change *a = left, *b = right;
    int order = (int)a->kind - (int)b->kind;
    if (!order)
        order = compare_cells(a->cell, b->cell);
    /* one that is about the cell is the only one of its kind */
    return order || !a->what || !b->what ? order : strcmp(a->what, b->what);
}

static void finish_points(Comparison *comparison, Points *points)
{
    static const char *const names[] = {"both decide", "only before decides",
                                        "only now decides", "neither decides"};
    for (size_t i = 0; i < 4; i++) {
        comparison->points[i] =
            (PlotSeries){.name = names[i], .count = points[i].count};
        comparison->points[i].points =
            vec_finish(&points[i], comparison->arena);
    }
}

Comparison compare_results(const Results *before, const Results *now,
                           double threshold)
{
    Comparison comparison = {.arena = now->arena};
    Points points[4] = {0};
    VEC(SidedRow) rows = {0};
    for (size_t i = 0; i < before->rows.count; i++)
        vec_push(&rows, (SidedRow){&before->rows.items[i], false});
    for (size_t i = 0; i < now->rows.count; i++)
        vec_push(&rows, (SidedRow){&now->rows.items[i], true});
    sort_items(rows.items, rows.count, sizeof *rows.items, compare_rows);
    for (size_t i = 0, first = 0; i < rows.count; first = i) {
        CellRuns cell = {0};
        for (; i < rows.count && compare_cells(rows.items[first].result,
                                               rows.items[i].result) == 0;
             i++)
            add_to_run(&cell, &rows.items[i]);
        compare_runs(&comparison, &cell, threshold, points);
        vec_free(&cell.verdicts);
    }
    vec_free(&rows);
    sort_items(comparison.changes.items, comparison.changes.count,
               sizeof *comparison.changes.items, compare_changes);
    finish_points(&comparison, points);
    return comparison;
}

void comparison_clear(Comparison *comparison)
{
    vec_free(&comparison->changes);
}

/* ---- for people ---- */

/* A verdict, or seconds if there is none. */
static void add_side(Grid *grid, const char *verdict, double seconds)
{
    Text text = {0};
    if (verdict)
        text_adds(&text, verdict);
    else if (seconds >= 0) {
        add_seconds(&text, seconds);
        text_adds(&text, " s");
    }
    grid_add(grid, text_string(&text));
    text_free(&text);
}

/* With options where those of two cells of one command differ. */
Grid comparison_grid(const Comparison *comparison)
{
    Grid grid = {.arena = comparison->arena};
    bool has_options = false;
    for (size_t i = 0; i < comparison->changes.count; i++)
        has_options |=
            strcmp(comparison->changes.items[i].cell->shared_options,
                   comparison->changes.items[0].cell->shared_options) != 0;
    grid_add_column(&grid, "change", GRID_LEFT);
    grid_add_column(&grid, "file", GRID_LEFT);
    grid_add_column(&grid, "command", GRID_LEFT);
    if (has_options)
        grid_add_column(&grid, "options", GRID_LEFT);
    grid_add_column(&grid, "verdict", GRID_LEFT);
    grid_add_column(&grid, "before", GRID_LEFT);
    grid_add_column(&grid, "now", GRID_LEFT);
    for (size_t i = 0; i < comparison->changes.count; i++) {
        const Change *change = &comparison->changes.items[i];
        grid_add(&grid, change_names[change->kind]);
        grid_add(&grid, change->cell->row.key.file);
        grid_add(&grid, change->cell->row.key.command);
        if (has_options)
            grid_add(&grid, change->cell->shared_options);
        grid_add(&grid, change->what ? change->what : "");
        add_side(&grid, change->before, change->seconds_before);
        add_side(&grid, change->now, change->seconds_now);
    }
    return grid;
}

void comparison_summarise(Text *out, const Comparison *comparison)
{
    const size_t *counts = comparison->counts;
    text_addf(out,
              "verdicts: %zu contradict, %zu lost, %zu won\n"
              "cells: %zu in both, %zu gone, %zu new, %zu slower\n",
              counts[CHANGE_CONTRADICTS], counts[CHANGE_LOST],
              counts[CHANGE_WON], comparison->common, counts[CHANGE_GONE],
              counts[CHANGE_NEW], counts[CHANGE_SLOWER]);
    text_addf(out, "decided by both: %zu, ", comparison->both_decided);
    add_seconds(out, comparison->seconds_before);
    text_adds(out, " s before, ");
    add_seconds(out, comparison->seconds_now);
    text_adds(out, " s now\n");
}
