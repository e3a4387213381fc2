/* table.c - people and the program at one table, each in a seat of its own
 *
 * In:   choices of people
 * Out:  joint moves, and to each seat what its role may know
 *
 * A step: the position is computed (1); the role random, roles with one legal
 * move and seats of the program get a move, people are waited for (2); when all
 * have one, the step is made (3), and every seat is shown what it sees (4).
 * Start reading at continue_table().
 */
#include "serve/serve.h"

#include "base/budget.h"
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    MAX_TABLES = 100,
    SECRET_DIGITS = 32,
    MAX_TABLE_MOVES = MAX_QUESTION_BYTES - 4096, /* bytes */
};
static const double SECONDS = 20; /* for a position or a seat's view */

typedef enum { SEAT_PERSON, SEAT_PROGRAM, SEAT_RANDOM } SeatKind;

static const char *const kind_names[] = {"person", "program", "random"};

typedef struct {
    char *role;
    SeatKind kind;
    char secret[SECRET_DIGITS + 1];
    char *choice;  /* its move in this step; or NULL */
    json_t *legal; /* its moves */
} Seat;

typedef struct Table Table;

/* Somebody who is told what a seat sees. */
typedef struct {
    Table *table;
    size_t seat;
    HttpRequest *request; /* NULL once it is gone */
    Job *job;
    bool watches;
    bool is_outdated; /* something happened since it was asked */
} Viewer;

struct Table {
    Tables *tables;
    uint64_t number;
    double last_use;
    char *rules;
    Text moves;
    VEC(Seat) seats;
    bool is_over;
    json_t *fault;   /* why it cannot go on; or NULL */
    Job *job;        /* a question that has to be answered before it goes on */
    size_t choosing; /* the seat that it is about, if it is about one */
    VEC(Viewer *) viewers;
    HttpRequest *opener; /* the request that is told of the seats */
    json_t *wanted_seats;
};

struct Tables {
    Jobs *jobs;
    uint64_t last_number;
    VEC(Table *) list;
};

static void continue_table(Table *table);

/* ---- questions ---- */

static Job *ask(Table *table, json_t *question, void *data,
                void (*finish)(void *, const char *))
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)(clock_now() * 1e9);
    json_put(question, "moves", json_text(text_string(&table->moves)));
    json_put(question, "seed", json_count(seed >> 12));
    Job *job = jobs_ask(table->tables->jobs, table->rules, question, SECONDS,
                        (Receiver){.finish = finish, .data = data});
    json_decref(question);
    return job;
}

/* ---- what a seat sees ---- */

static void free_viewer(Viewer *viewer)
{
    vec_remove(&viewer->table->viewers, viewer);
    free(viewer);
}

static void add_table(const Table *table, size_t own, json_t *view)
{
    json_t *seats = json_array();
    for (size_t i = 0; i < table->seats.count; i++) {
        const Seat *seat = &table->seats.items[i];
        json_add(seats,
                 JSON_OBJECT({"role", json_text(seat->role)},
                             {"kind", json_text(kind_names[seat->kind])}));
    }
    json_put(view, "table", json_count(table->number));
    json_put(view, "seats", seats);
    json_put(view, "seat", json_text(table->seats.items[own].role));
    json_put(view, "choice", json_text(table->seats.items[own].choice));
    if (table->fault)
        json_put(view, "fault", json_incref(table->fault));
}

static void ask_view(Viewer *viewer);

static void send_view(void *data, const char *json)
{
    Viewer *viewer = data;
    Table *table = viewer->table;
    viewer->job = NULL;
    if (!viewer->request) {
        free_viewer(viewer);
        return;
    }
    if (viewer->is_outdated) {
        ask_view(viewer);
        return;
    }
    json_t *view = json_loads(json, 0, NULL);
    if (json_is_object(view))
        add_table(table, viewer->seat, view);
    serve_view(viewer->request, view);
    if (!viewer->watches)
        free_viewer(viewer);
}

static void ask_view(Viewer *viewer)
{
    const Seat *seat = &viewer->table->seats.items[viewer->seat];
    viewer->is_outdated = viewer->job != NULL;
    if (!viewer->job)
        viewer->job = ask(viewer->table,
                          JSON_OBJECT({"ask", json_text("seat")},
                                      {"role", json_text(seat->role)}),
                          viewer, send_view);
}

static void show_all(const Table *table)
{
    for (size_t i = 0; i < table->viewers.count; i++)
        ask_view(table->viewers.items[i]);
}

/* ---- steps ---- */

static void stop_table(Table *table, const json_t *answer)
{
    table->fault = json_object_get(answer, "error")
                       ? json_incref(json_object_get(answer, "error"))
                       : json_error("table", "the table cannot go on");
    show_all(table);
}

static void take_choice(void *data, const char *json)
{
    Table *table = data;
    json_t *answer = json_loads(json, 0, NULL);
    Seat *seat = &table->seats.items[table->choosing];
    table->job = NULL;
    if (text_of(answer, "best"))
        seat->choice = memory_strdup(text_of(answer, "best"));
    else
        stop_table(table, answer);
    json_decref(answer);
    continue_table(table);
}

static void make_step(Table *table)
{
    for (size_t i = 0; i < table->viewers.count; i++)
        table->viewers.items[i]->is_outdated = true;
    if (table->moves.length)
        text_adds(&table->moves, ";");
    for (size_t i = 0; i < table->seats.count; i++) {
        Seat *seat = &table->seats.items[i];
        text_adds(&table->moves, i ? "," : "");
        text_adds(&table->moves, seat->choice);
        json_decref(seat->legal);
        memory_free(seat->choice);
        seat->choice = NULL;
        seat->legal = NULL;
    }
}

static void take_position(void *data, const char *json)
{
    Table *table = data;
    json_t *answer = json_loads(json, 0, NULL), *role;
    size_t i;
    table->job = NULL;
    if (!json_object_get(answer, "roles"))
        stop_table(table, answer);
    table->is_over = flag_of(answer, "terminal");
    json_array_foreach (json_object_get(answer, "roles"), i, role) {
        Seat *seat = &table->seats.items[i];
        json_t *legal = json_object_get(role, "moves");
        seat->legal = json_incref(legal);
        if (json_array_size(legal) == 1 && !table->is_over)
            seat->choice =
                memory_strdup(json_string_value(json_array_get(legal, 0)));
    }
    json_decref(answer);
    show_all(table);
    continue_table(table);
}

/* Asks for the move of seat NUMBER, whom nobody else chooses for. */
static void ask_choice(Table *table, size_t number)
{
    const Seat *seat = &table->seats.items[number];
    table->choosing = number;
    table->job =
        ask(table,
            JSON_OBJECT({"ask", json_text("choose")},
                        {"role", json_text(seat->role)},
                        {"playouts", json_count(5000)},
                        {"strength", json_text(kind_names[seat->kind])}),
            table, take_choice);
}

static void continue_table(Table *table)
{
    size_t waits = 0;
    if (table->fault || table->is_over || table->job)
        return;
    if (!table->seats.items[0].legal) {
        table->job = ask(table, JSON_OBJECT({"ask", json_text("position")}),
                         table, take_position);
        return;
    }
    for (size_t i = 0; i < table->seats.count; i++) {
        const Seat *seat = &table->seats.items[i];
        waits += !seat->choice;
        if (seat->choice || seat->kind == SEAT_PERSON)
            continue;
        ask_choice(table, i);
        return;
    }
    if (waits || table->moves.length > MAX_TABLE_MOVES)
        return;
    make_step(table);
    continue_table(table);
}

/* ---- opening and closing ---- */

static void remove_table(Tables *tables, Table *table)
{
    Jobs *jobs = tables->jobs;
    vec_remove(&tables->list, table);
    if (table->job)
        jobs_cancel(jobs, table->job);
    for (size_t i = table->viewers.count; i-- > 0;) {
        Viewer *viewer = table->viewers.items[i];
        if (viewer->job)
            jobs_cancel(jobs, viewer->job);
        free(viewer);
    }
    for (size_t i = 0; i < table->seats.count; i++) {
        Seat *seat = &table->seats.items[i];
        json_decref(seat->legal);
        free_all(seat->role, seat->choice);
    }
    vec_free_all(&table->seats, &table->viewers);
    text_free(&table->moves);
    json_decref(table->fault);
    json_decref(table->wanted_seats);
    free_all(table->rules, table);
}

/* The roles of the game are known: says which seats there are. */
static void take_roles(void *data, const char *json)
{
    Table *table = data;
    json_t *answer = json_loads(json, 0, NULL), *role, *secrets = json_object();
    const json_t *position = json_object_get(answer, "position");
    size_t i;
    table->job = NULL;
    json_array_foreach (json_object_get(position, "roles"), i, role) {
        const char *name = text_of(role, "role");
        Seat seat = {.role = memory_strdup(name), .kind = SEAT_PROGRAM};
        if (flag_of(role, "random") ||
            text_is(table->wanted_seats, name, "random"))
            seat.kind = SEAT_RANDOM;
        else if (text_is(table->wanted_seats, name, "person"))
            seat.kind = SEAT_PERSON;
        serve_secret(seat.secret, SECRET_DIGITS);
        if (seat.kind == SEAT_PERSON)
            json_put(secrets, name, json_text(seat.secret));
        vec_push(&table->seats, seat);
    }
    if (table->opener)
        serve_view(table->opener,
                   table->seats.count
                       ? JSON_OBJECT({"table", json_count(table->number)},
                                     {"seats", json_incref(secrets)})
                       : json_incref(answer));
    json_decref(secrets);
    json_decref(answer);
    if (table->seats.count && table->opener)
        continue_table(table);
    else
        remove_table(table->tables, table);
}

void tables_open(Tables *tables, const char *rules, const json_t *question,
                 HttpRequest *request)
{
    Table *oldest = tables->list.count ? tables->list.items[0] : NULL;
    for (size_t i = 1; i < tables->list.count; i++)
        if (tables->list.items[i]->last_use < oldest->last_use)
            oldest = tables->list.items[i];
    if (tables->list.count >= MAX_TABLES)
        remove_table(tables, oldest);
    Table *table = memory_alloc(sizeof *table);
    *table = (Table){.tables = tables,
                     .number = ++tables->last_number,
                     .last_use = clock_now(),
                     .rules = memory_strdup(rules),
                     .opener = request,
                     .wanted_seats =
                         json_incref(json_object_get(question, "seats"))};
    vec_push(&tables->list, table);
    table->job =
        ask(table, JSON_OBJECT({"ask", json_text("game")}), table, take_roles);
    if (!table->job) {
        serve_refuse(request, 403, "busy", "too much is going on");
        remove_table(tables, table);
    }
}

/* ---- seats ---- */

/* The seat that QUESTION opens; NULL if it opens none. */
static Seat *find_seat(const Tables *tables, const json_t *question,
                       Table **table, size_t *number)
{
    const char *secret = text_of(question, "secret");
    Seat *found = NULL;
    for (size_t i = 0; secret && i < tables->list.count; i++) {
        Table *candidate = tables->list.items[i];
        if (candidate->number != count_of(question, "table"))
            continue;
        for (size_t k = 0; k < candidate->seats.count; k++) {
            Seat *seat = &candidate->seats.items[k];
            if (serve_same_secret(seat->secret, secret))
                found = seat, *table = candidate, *number = k;
        }
    }
    return found && found->kind == SEAT_PERSON ? found : NULL;
}

static bool is_legal(const Seat *seat, const char *move)
{
    size_t i;
    const json_t *legal;
    json_array_foreach (seat->legal, i, legal) {
        if (strcmp(json_string_value(legal), move) == 0)
            return true;
    }
    return false;
}

void tables_seat(Tables *tables, const json_t *question, HttpRequest *request,
                 bool watches)
{
    Table *table = NULL;
    size_t number = 0;
    Seat *seat = find_seat(tables, question, &table, &number);
    const char *move = text_of(question, "move");
    if (!seat) {
        serve_refuse(request, 403, "seat", "no such seat");
        return;
    }
    table->last_use = clock_now();
    if (move && (seat->choice || table->is_over || !is_legal(seat, move))) {
        serve_refuse(request, 403, "move",
                     "that move cannot be made in this seat now");
        return;
    }
    if (move)
        seat->choice = memory_strdup(move);
    Viewer *viewer = memory_alloc(sizeof *viewer);
    *viewer = (Viewer){
        .table = table, .seat = number, .request = request, .watches = watches};
    vec_push(&table->viewers, viewer);
    if (move)
        show_all(table);
    else
        ask_view(viewer);
    if (!viewer->job) {
        free_viewer(viewer);
        serve_refuse(request, 403, "busy", "too much is going on");
    }
    continue_table(table);
}

void tables_forget(Tables *tables, HttpRequest *request)
{
    for (size_t i = 0; i < tables->list.count; i++) {
        Table *table = tables->list.items[i];
        if (table->opener == request)
            table->opener = NULL;
        for (size_t k = table->viewers.count; k-- > 0;) {
            Viewer *viewer = table->viewers.items[k];
            if (viewer->request != request)
                continue;
            viewer->request = NULL; /* freed when it is answered */
            if (!viewer->job)
                free_viewer(viewer);
        }
    }
}

Tables *tables_new(Jobs *jobs)
{
    Tables *tables = memory_zeroed(1, sizeof *tables);
    tables->jobs = jobs;
    return tables;
}

void tables_free(Tables *tables)
{
    while (tables->list.count)
        remove_table(tables, tables->list.items[0]);
    vec_free(&tables->list);
    free(tables);
}
