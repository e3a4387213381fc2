/* table_plot.c - SVG pictures of tables
 *
 * In:   the figures of a Run
 * Out:  <svg> elements for the page of cli/table/table_html.c, which has their
 * colours
 *
 * All are 480 units wide, with labels above what they name and not beside it,
 * so that they can be read on a phone. Classes p0, p1, ... colour published
 * figures, m0, m1, ... methods. Start reading at add_bars(), in the middle.
 */
#include "cli/table/table_show.h"

#include "base/sort.h"
#include "base/vec.h"
#include "cli/table/table_number.h"

#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 400,
    LEFT = 4,
    RIGHT = 70, /* room for the number at the end of a bar */
    LABEL = 16,
    BAR = 10,
    PITCH = 12, /* from bar to bar */
    GAP = 7,
    AXIS = 22,
    LEGEND = 22, /* of one line */
    LEGEND_LINE = 15,
    HEIGHT = 260, /* of a cactus plot */
    MARGIN = 40,
};

/* A series is a source of published figures or a method. */
static size_t series_count(const Study *study)
{
    return study->source_count + study->method_count;
}

static const char *series_name(const Study *study, size_t series)
{
    return series < study->source_count
               ? study->sources[series]
               : study->methods[series - study->source_count].name;
}

static void add_class(Text *out, const Study *study, size_t series)
{
    bool quoted = series < study->source_count;
    text_addf(out, "%c%zu", quoted ? 'p' : 'm',
              quoted ? series : series - study->source_count);
}

static void begin_svg(Text *out, double height, const char *label)
{
    text_addf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"",
              WIDTH, height);
    add_escaped(out, label);
    text_adds(out, "\">\n");
}

static void add_text_at(Text *out, double x, double y, const char *class,
                        const char *text)
{
    text_addf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    add_escaped(out, text);
    text_adds(out, "</text>\n");
}

/* The place of a series in the legend, which has as many lines as it needs. */
static void legend_place(const Study *study, size_t series, double *x,
                         double *y)
{
    double end = LEFT;
    *y = 0;
    for (size_t i = 0; i <= series; i++) {
        double width = 24 + 6.5 * (double)strlen(series_name(study, i));
        if (i && end + width > WIDTH) {
            *y += LEGEND_LINE;
            end = LEFT;
        }
        *x = end;
        end += width;
    }
}

static double legend_height(const Study *study)
{
    double x, y;
    legend_place(study, series_count(study) - 1, &x, &y);
    return LEGEND + y;
}

static void add_legend(Text *out, const Study *study)
{
    for (size_t i = 0; i < series_count(study); i++) {
        double x, y;
        legend_place(study, i, &x, &y);
        text_addf(out,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\" "
                  "class=\"",
                  x, y + 3);
        add_class(out, study, i);
        text_adds(out, "\"/>\n");
        add_text_at(out, x + 12, y + 11, "name", series_name(study, i));
    }
}

/* ---- the time of each game ---- */

typedef struct {
    double sum;
    bool any, more; /* more: a line has no figure, or stopped at a limit */
} Sum;

static Sum sum_of(const Trial *c, size_t series)
{
    const Study *study = c->study;
    Sum sum = {0};
    for (size_t i = 0; i < c->row->line_count; i++) {
        if (series < study->source_count) {
            const Quote *quote = c->row->lines[i].quotes[series];
            bool known = quote && quote->has_value;
            sum.sum += known ? quote->value : 0;
            sum.any |= known;
            sum.more |= !known;
        } else {
            const Figure *figure =
                trial_figure(c, i, series - study->source_count);
            sum.sum += figure->has_value ? figure->value : 0;
            sum.any |= figure->has_value;
            sum.more |= !figure->has_value || figure->limited;
        }
    }
    return sum;
}

static LogScale scale_of(const Run *run, const Study *study)
{
    double least = 1e30, most = 0;
    for (size_t i = 0; i < run->trial_count; i++)
        for (size_t k = 0;
             run->trials[i].study == study && k < series_count(study); k++) {
            Sum sum = sum_of(&run->trials[i], k);
            if (sum.any && sum.sum > 0 && sum.sum < least)
                least = sum.sum;
            if (sum.any && sum.sum > most)
                most = sum.sum;
        }
    return log_scale(least, most);
}

static void add_amount(Text *out, const Study *study, double value)
{
    if (study->kind == STUDY_RATE)
        add_rate(out, value);
    else
        add_seconds(out, value);
}

static void add_decades(Text *out, const Study *study, LogScale scale,
                        double left, double width, double top, double bottom)
{
    int every = (scale.high - scale.low + 3) / 4; /* of them has a label */
    double unit = 1;
    for (int i = 0; i > scale.low; i--)
        unit /= 10;
    for (int i = 0; i < scale.low; i++)
        unit *= 10;
    for (int i = scale.low; i <= scale.high; i++, unit *= 10) {
        double x = left + width * (i - scale.low) / (scale.high - scale.low);
        Text label = {0};
        text_addf(out,
                  "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
                  "class=\"grid\"/>\n",
                  x, x, top, bottom);
        if ((i - scale.low) % every)
            continue;
        if (study->kind == STUDY_RATE)
            add_rate(&label, unit);
        else
            text_addf(&label, "%g s", unit);
        add_text_at(out, x, bottom + 12,
                    i == scale.low    ? "tick first"
                    : i == scale.high ? "tick last"
                                      : "tick",
                    text_string(&label));
        text_free(&label);
    }
}

static void add_bar(Text *out, const Study *study, size_t series, Sum sum,
                    LogScale scale, double y)
{
    double width = WIDTH - LEFT - RIGHT;
    double length = sum.any ? 2 + (width - 2) * log_place(scale, sum.sum) : 0;
    Text amount = {0};
    if (sum.any) {
        text_adds(&amount, sum.more && study->kind != STUDY_RATE ? "> " : "");
        add_amount(&amount, study, sum.sum);
        text_addf(out,
                  "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
                  "class=\"",
                  LEFT, y, length, BAR);
        add_class(out, study, series);
        text_adds(out, "\"/>\n");
    } else {
        text_adds(&amount, "-");
    }
    add_text_at(out, LEFT + length + 3, y + BAR - 1, "amount",
                text_string(&amount));
    text_free(&amount);
}

static size_t count_trials(const Run *run, const Study *study)
{
    size_t count = 0;
    for (size_t i = 0; i < run->trial_count; i++)
        count += run->trials[i].study == study;
    return count;
}

/* Two rows may be of one game, each with some of its lines. */
static void add_trial_label(Text *out, const Trial *c, double y)
{
    Text label = {0};
    text_adds(&label, c->row->game);
    if (c->study->kind == STUDY_KNOWLEDGE)
        for (size_t i = 0; i < c->row->line_count; i++)
            text_addf(&label, "%s%s", i ? ", " : ": ", c->row->lines[i].column);
    add_text_at(out, LEFT, y + LABEL - 4, "name", text_string(&label));
    text_free(&label);
}

void add_bars(Text *out, const Run *run, const Study *study)
{
    LogScale scale = scale_of(run, study);
    double pitch = LABEL + GAP + PITCH * (double)series_count(study);
    double top = legend_height(study), y = top;
    double bottom = top + pitch * (double)count_trials(run, study);
    begin_svg(out, bottom + AXIS,
              study->kind == STUDY_RATE
                  ? "States a second of each game, on a logarithmic scale"
                  : "Seconds of each game, on a logarithmic scale");
    add_legend(out, study);
    add_decades(out, study, scale, LEFT, WIDTH - LEFT - RIGHT, top, bottom);
    for (size_t i = 0; i < run->trial_count; i++) {
        const Trial *c = &run->trials[i];
        if (c->study != study)
            continue;
        add_trial_label(out, c, y);
        for (size_t k = 0; k < series_count(study); k++)
            add_bar(out, study, k, sum_of(c, k), scale,
                    y + LABEL + PITCH * (double)k);
        y += pitch;
    }
    text_adds(out, "</svg>\n");
}

/* ---- proved, refuted, open ---- */

static void add_piece(Text *out, const char *class, double *x, double y,
                      double width, long part, long total)
{
    double length = total ? width * (double)part / (double)total : 0;
    if (part)
        text_addf(out,
                  "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%d\" "
                  "class=\"%s\"/>\n",
                  *x, y, length, BAR, class);
    *x += length;
}

typedef struct {
    long proved, refuted, unknown;
} Counts;

static Counts counts_of(const Trial *c, size_t method)
{
    Counts counts = {0};
    for (size_t i = 0; i < c->row->line_count; i++) {
        const Figure *figure = trial_figure(c, i, method);
        counts.proved += figure->proved;
        counts.refuted += figure->refuted;
        counts.unknown += figure->unknown;
    }
    return counts;
}

static void add_stack(Text *out, const Trial *c, size_t method, double y)
{
    Counts counts = counts_of(c, method);
    long total = counts.proved + counts.refuted + counts.unknown;
    double x = LEFT + 48, width = WIDTH - LEFT - RIGHT - 82;
    Text numbers = {0};
    add_text_at(out, LEFT, y + BAR - 1, "amount",
                c->study->methods[method].name);
    add_piece(out, "proved", &x, y, width, counts.proved, total);
    add_piece(out, "refuted", &x, y, width, counts.refuted, total);
    add_piece(out, "open", &x, y, width, counts.unknown, total);
    if (total)
        text_addf(&numbers, "%ld + %ld + %ld", counts.proved, counts.refuted,
                  counts.unknown);
    else
        text_adds(&numbers, "-");
    add_text_at(out, x + 4, y + BAR - 1, "amount", text_string(&numbers));
    text_free(&numbers);
}

static void add_stack_legend(Text *out)
{
    static const char *const names[] = {"proved", "refuted", "open"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double x = LEFT + 66 * (double)i;
        text_addf(out,
                  "<rect x=\"%.1f\" y=\"3\" width=\"9\" height=\"9\" "
                  "class=\"%s\"/>\n",
                  x, names[i]);
        add_text_at(out, x + 12, 11, "name", names[i]);
    }
}

void add_stacks(Text *out, const Run *run, const Study *study)
{
    if (study->kind != STUDY_VERDICT && study->kind != STUDY_COUNTS)
        return;
    double pitch = LABEL + GAP + PITCH * (double)study->method_count;
    double y = LEGEND;
    begin_svg(out, LEGEND + pitch * (double)count_trials(run, study),
              "Formulas of each game that are proved, refuted or open");
    add_stack_legend(out);
    for (size_t i = 0; i < run->trial_count; i++) {
        const Trial *c = &run->trials[i];
        if (c->study != study)
            continue;
        add_trial_label(out, c, y);
        for (size_t m = 0; m < study->method_count; m++)
            add_stack(out, c, m, y + LABEL + PITCH * (double)m);
        y += pitch;
    }
    text_adds(out, "</svg>\n");
}

/* ---- what is decided within so many seconds ---- */

typedef struct {
    double seconds;
    long decided;
} Event;

typedef VEC(Event) Events;

static int by_time(const void *one, const void *other)
{
    double a = ((const Event *)one)->seconds,
           b = ((const Event *)other)->seconds;
    return (a > b) - (a < b);
}

static void add_event(Events *events, double seconds, long decided)
{
    if (decided > 0)
        vec_push(events, ((Event){seconds, decided}));
}

/* In the order of time. */
static Events events_of(const Run *run, const Study *study, size_t series)
{
    Events events = {0};
    for (size_t i = 0; i < run->trial_count; i++) {
        const Trial *c = &run->trials[i];
        if (c->study != study || !c->path) /* compare what can be compared */
            continue;
        for (size_t k = 0; k < c->row->line_count; k++) {
            if (series < study->source_count) {
                const Quote *quote = c->row->lines[k].quotes[series];
                if (quote && quote->has_value)
                    add_event(&events, quote->value,
                              quote_decides(study->kind, quote));
            } else {
                const Figure *figure =
                    trial_figure(c, k, series - study->source_count);
                if (figure->has_value)
                    add_event(&events, figure->value,
                              figure_decides(study->kind, figure));
            }
        }
    }
    sort_items(events.items, events.count, sizeof *events.items, by_time);
    return events;
}

typedef struct {
    LogScale time;
    double most; /* decided */
    double top;
} Frame;

static double frame_x(const Frame *frame, double seconds)
{
    return MARGIN + (WIDTH - MARGIN - 12) * log_place(frame->time, seconds);
}

static double frame_y(const Frame *frame, double decided)
{
    double height = HEIGHT - AXIS - frame->top;
    return HEIGHT - AXIS - height * decided / frame->most;
}

static void add_levels(Text *out, const Frame *frame)
{
    double step = nice_step(frame->most, 6);
    for (double level = 0; level <= frame->most; level += step) {
        char label[32];
        double y = frame_y(frame, level);
        snprintf(label, sizeof label, "%.0f", level);
        text_addf(out,
                  "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" "
                  "class=\"grid\"/>\n",
                  MARGIN, WIDTH - 12, y, y);
        add_text_at(out, MARGIN - 4, y + 3, "level", label);
    }
}

/* A staircase: what was decided stays decided. */
static void add_steps(Text *out, const Frame *frame, const Study *study,
                      size_t series, const Events *events)
{
    long decided = 0;
    text_adds(out, "<path class=\"step ");
    add_class(out, study, series);
    text_addf(out, "\" d=\"M%d %.1f", MARGIN, frame_y(frame, 0));
    for (size_t i = 0; i < events->count; i++) {
        decided += events->items[i].decided;
        text_addf(out, "H%.1fV%.1f", frame_x(frame, events->items[i].seconds),
                  frame_y(frame, (double)decided));
    }
    text_addf(out, "H%d\"/>\n", WIDTH - 12);
}

static Frame frame_of(const Run *run, const Study *study)
{
    double least = 1e30, longest = 0;
    Frame frame = {.most = 0, .top = legend_height(study) + 8};
    for (size_t k = 0; k < series_count(study); k++) {
        Events events = events_of(run, study, k);
        double decided = 0;
        for (size_t i = 0; i < events.count; i++) {
            double seconds = events.items[i].seconds;
            decided += (double)events.items[i].decided;
            least = seconds > 0 && seconds < least ? seconds : least;
            longest = seconds > longest ? seconds : longest;
        }
        frame.most = decided > frame.most ? decided : frame.most;
        vec_free(&events);
    }
    frame.time = log_scale(least, longest);
    return frame;
}

void add_cactus(Text *out, const Run *run, const Study *study)
{
    Frame frame = frame_of(run, study);
    if (study->kind == STUDY_RATE || !(frame.most > 0))
        return;
    begin_svg(out, HEIGHT, "How much is decided within so many seconds a line");
    add_legend(out, study);
    add_decades(out, study, frame.time, MARGIN, WIDTH - MARGIN - 12, frame.top,
                HEIGHT - AXIS);
    add_levels(out, &frame);
    for (size_t k = 0; k < series_count(study); k++) {
        Events events = events_of(run, study, k);
        if (events.count)
            add_steps(out, &frame, study, k, &events);
        vec_free(&events);
    }
    text_adds(out, "</svg>\n");
}
