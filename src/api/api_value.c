/* api_value.c - what each role of a game of several roles can secure
 *
 * In:   a question of zermelo_solve_json() about such a game
 * Out:  its answer, as JSON
 *
 * Start reading at value_answer(), at the end.
 */
#include "api/value_answer.h"

#include "base/memory.h"
#include "lang/print.h"

enum { DEFAULT_MEGABYTES = 1024 };

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
    return !interp_is_random(answer->interp, role);
}

static bool is_asked(const ValueAnswer *answer, size_t role)
{
    return is_player(answer, role) &&
           (answer->role == NO_INDEX || answer->role == role);
}

static json_t *values_json(const ValueAnswer *answer, bool is_equilibrium)
{
    json_t *values = json_object();
    for (size_t i = 0; i < interp_role_count(answer->interp); i++) {
        const RoleValue *role = &answer->value.roles[i];
        if (is_asked(answer, i))
            json_put(values, answer->role_names[i],
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
        return json_text(term_string(answer->arena, role->moves[0].move));
    json_t *mix = json_object();
    for (size_t i = 0; i < role->move_count; i++)
        json_put(mix, term_string(answer->arena, role->moves[i].move),
                 json_text(role->moves[i].probability));
    return mix;
}

static json_t *best_json(const ValueAnswer *answer)
{
    json_t *best = json_object();
    for (size_t i = 0; i < interp_role_count(answer->interp); i++)
        if (is_asked(answer, i) && answer->value.roles[i].move_count)
            json_put(best, answer->role_names[i],
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
    const GameValue *value = &answer->value;
    size_t roles = interp_role_count(answer->interp);
    bool has_goal = answer->goal != NO_END;
    json_t *json = JSON_OBJECT(
        {"file", json_text(answer->call->game->name)},
        {"kind", json_text(kind_word(answer))},
        {"role", json_text(answer->role == NO_INDEX
                               ? NULL
                               : answer->role_names[answer->role])},
        {"goal", json_if(has_goal, json_integer(answer->goal))},
        {"verdict", json_text(verdict_of(answer))},
        {"values", values_json(answer, false)},
        {"equilibrium",
         json_if(value->has_equilibrium, values_json(answer, true))},
        {"certain", json_boolean(value->is_certain)},
        {"best", best_json(answer)},
        {"line",
         play_json((Texts){answer->role_names, roles},
                   value->has_line ? &(Play){value->line, value->line_length}
                                   : NULL)},
        {"positions", json_count(value->positions)},
        {"method", json_text(value->method)}, {"strategy", json_null()},
        {"ill_formed_ends", json_boolean(value->has_ill_ends)},
        {"engine", json_text(call_text(answer->call, "engine", "native"))},
        {"stopped", json_text(stopped)},
        {"seconds", json_real(clock_now() - answer->call->game->start_time)});
    if (call_has(answer->call, "details")) {
        json_put(json, "depth", json_count(value->depth));
        json_put(json, "table_fill", json_real(value->table_fill));
    }
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
    if (answer->net)
        *facts = value_facts(
            answer->call->game->game, answer->net->net, answer->interp,
            call_count(answer->call, "seed", 1), &answer->budget);
}

/* The directory that strategies are written to, or NULL. */
static const char *directory_of(const ValueAnswer *answer)
{
    return call_text(answer->call, "strategy",
                     call_text(answer->call, "save", NULL));
}

static GameValueTask task_of(ValueAnswer *answer)
{
    size_t megabytes = call_count(answer->call, "memory", 0) * 6 / 10;
    const uint64_t *state =
        answer->net
            ? state_of_position(answer->from, answer->net->net, answer->arena)
            : NULL;
    return (GameValueTask){
        .engine = answer->engine,
        .start = answer->net
                     ? (Bytes){state, machine_words(answer->net->machine) *
                                          sizeof *state}
                     : position_bytes(answer->from),
        .role = answer->role,
        .goal = answer->goal,
        .wants_strategies = answer->net && directory_of(answer),
        .max_bytes = (megabytes ? megabytes : DEFAULT_MEGABYTES) << 20,
        .budget = &answer->budget,
        .prove = prove_facts,
        .report = report_progress,
        .context = answer,
        .arena = answer->arena};
}

/* In a heap of its own: bounds that were found before memory ran out are an
 * answer. */
static void search(ValueAnswer *answer, const GameValueTask *task)
{
    HEAP_CALL(answer->search)
    {
        answer->ran_out = true;
        return;
    }
    answer->value = game_value(task);
}

static const char *why_stopped(const ValueAnswer *answer)
{
    if (answer->is_hidden)
        return "roles do not see all moves: such games are not solved; "
               "zermelo know tells what a role can know";
    if (answer->ran_out)
        return ZERMELO_NO_MEMORY;
    if (answer->value.is_certain)
        return NULL;
    if (interp_failure(answer->interp))
        return interp_failure(answer->interp);
    return budget_reason(&answer->budget, NULL)
               ? budget_reason(&answer->budget, NULL)
           : budget_spent(&answer->budget) ? "the time was used up"
           : answer->value.has_ill_ends
               ? "an end gives a role no value, or several"
               : "nothing more could be tried in the memory there is";
}

static void begin_values(ValueAnswer *answer)
{
    size_t roles = interp_role_count(answer->interp);
    answer->value.roles = arena_array(answer->arena, RoleValue, roles);
    for (size_t i = 0; i < roles; i++) {
        answer->value.roles[i].least.floor = NO_END;
        answer->value.roles[i].most.floor = MAX_PAYOFF;
    }
}

static json_t *solve_values(ValueAnswer *answer)
{
    const Game *game = answer->call->game->game;
    begin_values(answer);
    answer->is_hidden = game->keyword[KEYWORD_SEES] != NO_RELATION &&
                        !(answer->net && all_moves_are_seen(answer->net->net));
    call_report(answer->call, answer_json(answer, NULL));
    if (!answer->is_hidden) {
        GameValueTask task = task_of(answer);
        answer->search = heap_new(0, heap_current());
        if (!answer->search)
            heap_fail();
        search(answer, &task);
    }
    json_t *json = answer_json(answer, why_stopped(answer));
    if (directory_of(answer) && !answer->is_hidden && !answer->ran_out) {
        json_put(json, "strategy", json_text(directory_of(answer)));
        value_save(answer, directory_of(answer), json);
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
    const Term *term =
        role ? read_term(answer->arena, interp_terms(answer->interp), role,
                         ZERMELO_ANY_SYNTAX)
             : NULL;
    for (size_t i = 0; term && i < interp_role_count(answer->interp); i++)
        if (interp_role(answer->interp, i) == term && is_player(answer, i))
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
    const char *failure = NULL;
    const ZermeloLimits limits = call_limits(call);
    char *why = NULL;
    answer->budget = budget_of(&limits);
    answer->interp = interp_new(call->game->game, &answer->budget, &failure);
    if (!answer->interp)
        return call_fail("solve", "%s", failure);
    answer->role_names = role_names(answer->arena, answer->interp);
    json_t *error = read_question(answer);
    if (error)
        return error;
    answer->from = position_after_moves(call, answer->arena, &why);
    if (!answer->from) {
        error = call_fail("solve", "%s", why);
        memory_free(why);
        return error;
    }
    answer->engine = answer->net ? engine_by_machine(answer->net->machine)
                                 : engine_by_interp(answer->interp);
    return solve_values(answer);
}

json_t *value_answer(Call *call, SolveEngine engine)
{
    if (engine == ENGINE_CLINGO)
        return call_fail("usage", "clingo solves games of one role only");
    bool is_owned = false;
    const char *why;
    ValueAnswer answer = {.call = call, .arena = arena_new()};
    ZermeloNet *net = engine == ENGINE_INTERP
                          ? NULL
                          : call_ground(call, 1.0 / 3, &is_owned, &why);
    if (!net && engine == ENGINE_NATIVE && !call_is_over(call))
        call_report_interpreting(call, why);
    answer.net = net;
    json_t *json = answer_on(&answer);
    if (answer.ran_out) {
        heap_expect_rest(heap_current()); /* some of it is in disorder */
    } else {
        for (size_t i = 0;
             answer.value.roles && i < zermelo_role_count(call->game); i++)
            position_graph_free(answer.value.roles[i].strategy);
        engine_free(answer.engine);
        interp_free(answer.interp);
        arena_free(answer.arena);
    }
    heap_free(answer.search);
    if (is_owned)
        zermelo_net_free(net);
    return json;
}
