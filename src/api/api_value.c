/* api_value.c - what each role of a game of several roles can secure
 *
 * In:   a question of zermelo_solve_json() about such a game
 * Out:  its answer, as JSON; a directory with the strategies
 *
 * Start reading at value_answer(), at the end.
 */
#include "api/solution.h"

#include "base/memory.h"
#include "lang/print.h"
#include "prove/evidence.h"
#include "solve/game_value.h"

#include <string.h>

typedef struct {
    Call *call;
    const ZermeloNet *net; /* or NULL */
    Engine *engine;
    const Position *from;
    size_t role; /* that is asked about, or NO_INDEX */
    int goal;    /* or NO_END */
    GameValueTask task;
    GameValue value;
    bool is_hidden; /* it has hidden information: it is not solved */
} ValueAnswer;

/* ---- JSON ---- */

static json_t *value_json(Value value)
{
    return value.floor == NO_END ? json_text("no end")
           : value.fraction      ? json_text(value.fraction)
                                 : json_integer(value.floor);
}

static json_t *bounds_json(Value least, Value most)
{
    return JSON_OBJECT({"least", value_json(least)},
                       {"most", value_json(most)});
}

static bool is_player(const ValueAnswer *answer, size_t role)
{
    return !interp_is_random(answer->call->interp, role);
}

static bool is_asked(const ValueAnswer *answer, size_t role)
{
    return is_player(answer, role) &&
           (answer->role == NO_INDEX || answer->role == role);
}

static json_t *values_json(const ValueAnswer *answer, bool is_equilibrium)
{
    json_t *values = json_object();
    for (size_t i = 0; i < answer->call->roles.count; i++) {
        const RoleValue *role = &answer->value.roles[i];
        if (is_asked(answer, i))
            json_put(values, answer->call->roles.items[i],
                     is_equilibrium ? bounds_json(role->equilibrium_least,
                                                  role->equilibrium_most)
                                    : bounds_json(role->least, role->most));
    }
    return values;
}

/* A move, or an object of moves with their probabilities. */
static json_t *mix_json(const ValueAnswer *answer, const RoleValue *role)
{
    if (role->move_count == 1)
        return json_text(term_string(answer->call->arena, role->moves[0].move));
    json_t *mix = json_object();
    for (size_t i = 0; i < role->move_count; i++)
        json_put(mix, term_string(answer->call->arena, role->moves[i].move),
                 json_text(role->moves[i].probability));
    return mix;
}

static json_t *best_json(const ValueAnswer *answer)
{
    json_t *best = json_object();
    for (size_t i = 0; i < answer->call->roles.count; i++)
        if (is_asked(answer, i) && answer->value.roles[i].move_count)
            json_put(best, answer->call->roles.items[i],
                     mix_json(answer, &answer->value.roles[i]));
    return best;
}

static const char *kind_word(const ValueAnswer *answer)
{
    static const char *const words[] = {[GAME_KIND_OPEN] = NULL,
                                        [GAME_SIMULTANEOUS] = "simultaneous",
                                        [GAME_CHANCE] = "chance",
                                        [GAME_TURN_TAKING] = "turn-taking"};
    return answer->is_hidden ? "hidden" : words[answer->value.kind];
}

static const char *verdict_of(const ValueAnswer *answer)
{
    if (answer->goal == NO_END)
        return answer->value.is_certain ? "solved" : "unknown";
    int reaches =
        role_value_reaches(&answer->value.roles[answer->role], answer->goal);
    return reaches > 0 ? "solved" : reaches == 0 ? "unsolvable" : "unknown";
}

static json_t *answer_json(const ValueAnswer *answer, const char *stopped)
{
    const Call *call = answer->call;
    const GameValue *value = &answer->value;
    bool has_goal = answer->goal != NO_END;
    const Play line = {value->line, value->line_length};
    json_t *json = JSON_OBJECT(
        {"file", json_text(call->game->name)},
        {"kind", json_text(kind_word(answer))},
        {"role",
         json_text(answer->role == NO_INDEX ? NULL
                                            : call->roles.items[answer->role])},
        {"goal", json_if(has_goal, json_integer(answer->goal))},
        {"verdict", json_text(verdict_of(answer))},
        {"values", values_json(answer, false)},
        {"equilibrium",
         json_if(value->has_equilibrium, values_json(answer, true))},
        {"certain", json_boolean(value->is_certain)},
        {"best", best_json(answer)},
        {"line", play_json(call->roles, value->has_line ? &line : NULL)},
        {"positions", json_count(value->positions)},
        {"method", json_text(value->method)}, {"strategy", json_null()},
        {"ill_formed_ends", json_boolean(value->has_ill_ends)},
        {"engine", json_text(call_text(call, "engine", "native"))},
        {"stopped", json_text(stopped)},
        {"seconds", json_real(clock_now() - call->game->start_time)});
    if (call_has(call, "details"))
        json_put(json, "depth", json_count(value->depth));
    return json;
}

/* ---- work ---- */

static void report_progress(void *context, const GameValue *value)
{
    ValueAnswer *answer = context;
    Heap *search = heap_switch(heap_of_caller());
    answer->value = *value;
    if (call_report_is_due(answer->call))
        call_report(answer->call, answer_json(answer, NULL));
    heap_switch(search);
}

static void prove_facts(void *context, GameFacts *facts)
{
    ValueAnswer *answer = context;
    const Call *call = answer->call;
    if (answer->net)
        *facts = value_facts(call->game->game, answer->net->net, call->interp,
                             call_count(call, "seed", 1), &call->budget);
}

/* The directory that strategies are written to, or NULL. */
static const char *directory_of(const ValueAnswer *answer)
{
    return call_text(answer->call, "strategy",
                     call_text(answer->call, "save", NULL));
}

static GameValueTask task_of(ValueAnswer *answer)
{
    const Call *call = answer->call;
    const ZermeloNet *net = answer->net;
    Bytes start = position_bytes(answer->from);
    if (net)
        start = (Bytes){state_of_position(answer->from, net->net, call->arena),
                        machine_words(net->machine) * sizeof(uint64_t)};
    return (GameValueTask){.engine = answer->engine,
                           .start = start,
                           .role = answer->role,
                           .goal = answer->goal,
                           .wants_strategies = net && directory_of(answer),
                           .max_bytes =
                               search_megabytes(call, DEFAULT_MEGABYTES) << 20,
                           .budget = &call->budget,
                           .prove = prove_facts,
                           .report = report_progress,
                           .context = answer,
                           .arena = call->arena};
}

static void search(void *context)
{
    ValueAnswer *answer = context;
    answer->value = game_value(&answer->task);
}

static const char *why_stopped(const ValueAnswer *answer)
{
    const Call *call = answer->call;
    if (answer->is_hidden)
        return "roles do not see all moves: such games are not solved; "
               "zermelo know tells what a role can know";
    if (call->ran_out)
        return ZERMELO_NO_MEMORY;
    if (answer->value.is_certain)
        return NULL;
    if (interp_failure(call->interp))
        return interp_failure(call->interp);
    return budget_reason(&call->budget, NULL)
               ? budget_reason(&call->budget, NULL)
           : budget_spent(&call->budget) ? "the time was used up"
           : answer->value.has_ill_ends
               ? "an end gives a role no value, or several"
               : "nothing more could be tried in the memory there is";
}

static void begin_values(ValueAnswer *answer)
{
    size_t roles = answer->call->roles.count;
    answer->value.roles = arena_array(answer->call->arena, RoleValue, roles);
    for (size_t i = 0; i < roles; i++) {
        answer->value.roles[i].least.floor = NO_END;
        answer->value.roles[i].most.floor = MAX_PAYOFF;
    }
}

/* ---- certificates of strategies, for `zermelo recheck` ---- */

/* The moves of a role, one a line. */
static json_t *write_moves(Certificate *certificate, const Role *role,
                           const char *file_name)
{
    Text text = {0};
    for (size_t i = 0; i < role->move_count; i++) {
        term_print(&text, role->moves[i], SYNTAX_INFIX);
        text_addc(&text, '\n');
    }
    json_t *file = certificate_file(certificate, file_name, text_string(&text),
                                    text.length);
    text_free(&text);
    return file;
}

/* The numbers of the moves that the strategy of ROLE makes. */
static uint32_t *moves_made(const ValueAnswer *answer, size_t role)
{
    const PositionGraph *graph = answer->value.roles[role].strategy;
    Cursor *cursor = engine_cursor(answer->engine);
    uint32_t *moves = memory_zeroed(graph->nodes.count, sizeof *moves);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        engine_set(answer->engine, graph->positions.strings.items[i]);
        if (graph->nodes.items[i].count)
            moves[i] = cursor_legal_move(cursor, role, graph->chosen.items[i]);
    }
    return moves;
}

/* Writes the strategy of ROLE; the number of the evidence. */
static size_t write_strategy(const ValueAnswer *answer, size_t role,
                             Certificate *certificate)
{
    const PositionGraph *graph = answer->value.roles[role].strategy;
    const Net *net = answer->net->net;
    size_t count = graph->nodes.count,
           words = machine_words(answer->net->machine);
    uint64_t *states = memory_array(count * words + 1, sizeof *states);
    uint32_t *order = memory_array(count, sizeof *order),
             *ranks = memory_array(count, sizeof *ranks),
             *moves = moves_made(answer, role);
    position_graph_order(graph, order);
    position_graph_ranks(graph, order, ranks);
    for (size_t i = 0; i < count; i++)
        memcpy(states + i * words, graph->positions.strings.items[i].bytes,
               words * sizeof *states);
    json_t *move_file = write_moves(
        certificate, &net->roles[role],
        arena_printf(answer->call->arena, "role%zu.moves", role + 1));
    size_t number = evidence_positions(
        certificate,
        &(PositionList){.net = net,
                        .file_name = arena_printf(
                            answer->call->arena, "role%zu.positions", role + 1),
                        .states = states,
                        .count = count,
                        .ranks = ranks,
                        .rank_kind = "left",
                        .moves = moves,
                        .role = answer->call->roles.items[role],
                        .move_file = move_file});
    json_decref(move_file);
    free_all(states, order, ranks, moves);
    return number;
}

static void claim_value(const ValueAnswer *answer, size_t role,
                        Certificate *certificate)
{
    const RoleValue *value = &answer->value.roles[role];
    CertificateClaim claim = {
        .property = "secures",
        .verdict = "proved",
        .role = answer->call->roles.items[role],
        .value = value->least.floor,
        .bound = -1,
        .within = -1,
        .at = -1,
        .reason = "there is no strategy without chance or mixing, of a million "
                  "positions or fewer"};
    json_t *numbers = NULL;
    if (value->least.floor == NO_END)
        return;
    if (value->strategy && answer->net)
        numbers = json_pack(
            "[I]", (json_int_t)write_strategy(answer, role, certificate));
    claim.evidence = numbers;
    if (numbers)
        claim.reason = NULL;
    certificate_claim(certificate, &claim);
    json_decref(numbers);
}

static void write_values(void *context, Certificate *certificate)
{
    const ValueAnswer *answer = context;
    ProofRecord of_net = {.net = answer->net ? answer->net->net : NULL};
    evidence_write(&of_net, certificate);
    for (size_t i = 0; i < answer->call->roles.count; i++)
        if (is_asked(answer, i))
            claim_value(answer, i, certificate);
    of_net.net = NULL; /* it was borrowed */
    proof_record_free(&of_net);
}

/* ---- solving ---- */

static json_t *solve_values(ValueAnswer *answer)
{
    const Game *game = answer->call->game->game;
    begin_values(answer);
    answer->is_hidden = game->keyword[KEYWORD_SEES] != NO_RELATION &&
                        !(answer->net && all_moves_are_seen(answer->net->net));
    call_report(answer->call, answer_json(answer, NULL));
    if (!answer->is_hidden) {
        answer->task = task_of(answer);
        call_search(answer->call, search, answer);
    }
    json_t *json = answer_json(answer, why_stopped(answer));
    if (directory_of(answer) && !answer->is_hidden && !answer->call->ran_out) {
        json_put(json, "strategy", json_text(directory_of(answer)));
        proof_save(answer->call, directory_of(answer), NULL, NULL, json,
                   write_values, answer);
    }
    return json;
}

/* ---- asking ---- */

/* Reads --role and --goal; the reason why they cannot be used, or NULL. */
static json_t *read_question(ValueAnswer *answer)
{
    const Call *call = answer->call;
    const char *role = call_text(call, "role", NULL);
    answer->role = NO_INDEX;
    answer->goal =
        call_has(call, "goal") ? (int)call_count(call, "goal", 0) : NO_END;
    const Term *term = read_term(call->arena, interp_terms(call->interp), role,
                                 ZERMELO_ANY_SYNTAX);
    for (size_t i = 0; term && i < call->roles.count; i++)
        if (interp_role(call->interp, i) == term && is_player(answer, i))
            answer->role = i;
    if (role && answer->role == NO_INDEX)
        return call_fail("usage", "no role is called %s", role);
    if (answer->goal != NO_END && !role)
        return call_fail("usage", "--goal asks about one role of several: "
                                  "--role ROLE");
    if (call_count(call, "horizon", 0))
        return call_fail("usage", "--horizon is for games of one role");
    return NULL;
}

static json_t *answer_on(ValueAnswer *answer)
{
    Call *call = answer->call;
    const char *why;
    if (!call_interpret(call, &why))
        return call_fail("solve", "%s", why);
    json_t *error = read_question(answer);
    if (error)
        return error;
    answer->from = call_start(call, &why);
    if (!answer->from)
        return call_fail("solve", "%s", why);
    answer->engine = answer->net ? engine_by_machine(answer->net->machine)
                                 : engine_by_interp(call->interp);
    return solve_values(answer);
}

json_t *value_answer(Call *call, SolveEngine engine)
{
    if (engine == ENGINE_CLINGO)
        return call_fail("usage", "clingo solves games of one role only");
    ValueAnswer answer = {.call = call, .net = ground_to_solve(call, engine)};
    json_t *json = answer_on(&answer);
    for (size_t i = 0;
         !call->ran_out && answer.value.roles && i < call->roles.count; i++)
        position_graph_free(answer.value.roles[i].strategy);
    if (!call->ran_out)
        engine_free(answer.engine);
    return json;
}
