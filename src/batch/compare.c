/* compare.c - what changed between two runs
 *
 * In:   the Results of two databases
 * Out:  verdicts that were won, lost or contradict; cells that became slower
 * Next: cli/cmd/cmd_results.c prints it
 *
 * Both lists are sorted by cell, and the verdicts of each cell by what they are
 * about; each pair of sorted lists is walked side by side. Start reading at
 * compare_results(), at the end.
 */
#include "batch/compare.h"

#include "base/sort.h"
#include "batch/number.h"

#include <stdlib.h>

const char *const change_names[CHANGE_KINDS] = {"contradicts", "lost", "slower",
                                                "won",         "gone", "new"};

/* Less is noise. */
static const double min_slower_seconds = 0.1;

/* The newest run of a cell: the shares of one split, or one row. */
typedef struct {
    const Result *newest;
    VEC(Verdict) verdicts; /* sorted, one for each `what` */
    double seconds;        /* of all shares */
    AnswerState state;     /* the worst of them */
} Run;

typedef VEC(Run) Runs;

/* ---- the runs of a database ---- */

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
    const Result *a = *(const Result *const *)left,
                 *b = *(const Result *const *)right;
    int order = compare_cells(a, b);
    if (!order)
        order = strcmp(b->row.finished, a->row.finished);
    if (!order)
        order = strcmp(b->row.key.version, a->row.key.version);
    return order ? order : strcmp(a->row.key.options, b->row.key.options);
}

/* Decided ones first. */
static int compare_verdicts(const void *left, const void *right)
{
    const Verdict *a = left, *b = right;
    int order = strcmp(a->what, b->what);
    if (!order)
        order = (int)b->is_decided - (int)a->is_decided;
    return order ? order : strcmp(a->verdict, b->verdict);
}

static void sort_verdicts(Run *run)
{
    size_t kept = 0;
    Verdict *items = run->verdicts.items;
    sort_items(items, run->verdicts.count, sizeof *items, compare_verdicts);
    for (size_t i = 0; i < run->verdicts.count; i++)
        if (!kept || strcmp(items[kept - 1].what, items[i].what) != 0)
            items[kept++] = items[i];
    run->verdicts.count = kept;
}

static void add_to_run(Run *run, const Result *result)
{
    if (strcmp(result->row.key.version, run->newest->row.key.version) != 0 ||
        strcmp(result->share, run->newest->share) != 0)
        return; /* an older run, or split otherwise */
    vec_append(&run->verdicts, result->answer.verdicts, result->answer.count);
    run->seconds += result->row.seconds;
    if (result->answer.state > run->state)
        run->state = result->answer.state;
}

static Runs runs_of(const Results *results)
{
    Runs runs = {0};
    VEC(const Result *) rows = {0};
    for (size_t i = 0; i < results->rows.count; i++)
        vec_push(&rows, &results->rows.items[i]);
    sort_items(rows.items, rows.count, sizeof *rows.items, compare_rows);
    for (size_t i = 0; i < rows.count; i++) {
        if (!i || compare_cells(rows.items[i - 1], rows.items[i]) != 0)
            vec_push(&runs, (Run){.newest = rows.items[i]});
        add_to_run(&vec_last(&runs), rows.items[i]);
    }
    for (size_t i = 0; i < runs.count; i++)
        sort_verdicts(&runs.items[i]);
    vec_free(&rows);
    return runs;
}

static void free_runs(Runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        vec_free(&runs->items[i].verdicts);
    vec_free(runs);
}

/* ---- two runs of one cell ---- */

/* Of a cell, one of whose runs may be NULL. */
static Change *add_change(Comparison *comparison, ChangeKind kind,
                          const Run *before, const Run *now)
{
    vec_push(&comparison->changes,
             (Change){.kind = kind,
                      .cell = (now ? now : before)->newest,
                      .seconds_before = before ? before->seconds : -1,
                      .seconds_now = now ? now->seconds : -1});
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
static void compare_pair(Comparison *comparison, const Run *old_run,
                         const Verdict *before, const Run *new_run,
                         const Verdict *now)
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
    Change *change = add_change(comparison, kind, old_run, new_run);
    change->what = before ? before->what : now->what;
    change->before = verdict_text(old_run, before);
    change->now = verdict_text(new_run, now);
}

static void compare_verdict_lists(Comparison *comparison, const Run *before,
                                  const Run *now)
{
    for (size_t i = 0, k = 0;
         i < before->verdicts.count || k < now->verdicts.count;) {
        const Verdict *old =
            i < before->verdicts.count ? &before->verdicts.items[i] : NULL;
        const Verdict *new =
            k < now->verdicts.count ? &now->verdicts.items[k] : NULL;
        int order = !old ? 1 : !new ? -1 : strcmp(old->what, new->what);
        compare_pair(comparison, before, order <= 0 ? old : NULL, now,
                     order >= 0 ? new : NULL);
        i += order <= 0;
        k += order >= 0;
    }
}

static bool is_slower(const Run *before, const Run *now, double threshold)
{
    return before->state < ANSWER_ERROR && now->state < ANSWER_ERROR &&
           now->seconds > threshold * before->seconds &&
           now->seconds - before->seconds > min_slower_seconds;
}

typedef VEC(PlotPoint) Points;

static void compare_runs(Comparison *comparison, const Run *before,
                         const Run *now, double threshold, Points *points)
{
    bool was_decided = before->state == ANSWER_DECIDED;
    bool is_decided = now->state == ANSWER_DECIDED;
    const CellKey *key = &now->newest->row.key;
    comparison->common++;
    compare_verdict_lists(comparison, before, now);
    if (is_slower(before, now, threshold))
        add_change(comparison, CHANGE_SLOWER, before, now);
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
    Runs old = runs_of(before), new = runs_of(now);
    for (size_t i = 0, k = 0; i < old.count || k < new.count;) {
        int order = i == old.count   ? 1
                    : k == new.count ? -1
                                     : compare_cells(old.items[i].newest,
                                                     new.items[k].newest);
        if (order < 0)
            add_change(&comparison, CHANGE_GONE, &old.items[i], NULL);
        else if (order > 0)
            add_change(&comparison, CHANGE_NEW, NULL, &new.items[k]);
        else
            compare_runs(&comparison, &old.items[i], &new.items[k], threshold,
                         points);
        i += order <= 0;
        k += order >= 0;
    }
    sort_items(comparison.changes.items, comparison.changes.count,
               sizeof *comparison.changes.items, compare_changes);
    finish_points(&comparison, points);
    free_runs(&old);
    free_runs(&new);
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
