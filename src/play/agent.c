/* agent.c - chooses the moves of one role in one match
 *
 * In:   the messages of a match (play/message.h)
 * Out:  proposed answers, through a Turn
 *
 * Start reading at agent_answer(), at the end.
 */
#include "play/agent.h"

#include "base/budget.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "play/possible_positions.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PONDER_PLAY_CLOCKS = 3 }; /* to wait for a message */

typedef struct {
    json_t *solution; /* what zermelo_solve_json says; or NULL */
    size_t next_move; /* its next move */
    bool is_best;     /* no plan leads to more */
    Text moves_made;  /* the moves so far, as the option "from" takes them */
} SolvedPlan;

struct Agent {
    AgentOptions options;
    /* Of the match */
    ZermeloGame *game;
    ZermeloNet *net; /* NULL if it does not ground in time */
    ZermeloCursor *cursor;
    PossiblePositions *possible; /* NULL before START and after the end */
    ZermeloSearch *search;       /* NULL unless it is wanted */
    bool is_planning;
    SolvedPlan plan; /* for games of one role */
    size_t role;
    bool zero_sum; /* that is proved */
    Random random;
    uint32_t last_move; /* the last move proposed, and in infix form */
    char *last_proposal;
    double max_ponder; /* seconds */
    Text summary;
};

bool strategy_named(const char *name, Strategy *strategy)
{
    size_t number = find_word("legal|random|mcts|auto", name);
    if (number != SIZE_MAX)
        *strategy = (Strategy)number;
    return number != SIZE_MAX;
}

/* ---- getting ready ---- */

/* FRACTION of the time left of TURN, but never 0, which would mean no limit. */
static ZermeloLimits time_share(const Turn *turn, double fraction)
{
    double remaining = fraction * (turn->stop_time - clock_now());
    return (ZermeloLimits){.seconds = remaining > 0.01 ? remaining : 0.01,
                           .cancelled = turn->cancelled};
}

/* Sets net and cursor. Most of the start clock may go into grounding; without a
 * net the rules are interpreted. */
static bool make_cursor(Agent *agent, const Turn *turn, const char **why)
{
    ZermeloLimits limits = time_share(turn, 0.6);
    agent->net = zermelo_ground(agent->game, &limits, why);
    limits = (ZermeloLimits){.cancelled = agent->options.given_up};
    agent->cursor = zermelo_cursor_new(agent->game, agent->net, &limits, why);
    return agent->cursor != NULL;
}

static bool set_role(Agent *agent, const char *name, const char **why)
{
    size_t count = zermelo_cursor_role_count(agent->cursor);
    for (agent->role = 0; agent->role < count; agent->role++)
        if (strcmp(zermelo_cursor_role(agent->cursor, agent->role), name) == 0)
            return true;
    *why = "the game has no such role";
    return false;
}

static void set_root(Agent *agent, const MoveList *legal)
{
    size_t count;
    const void *positions = possible_positions_list(agent->possible, &count);
    zermelo_search_set(agent->search, positions, count, legal->items,
                       legal->count);
}

/* True if the value of the root is certain. */
static bool search_until(Agent *agent, double stop, const Turn *turn)
{
    double remaining = stop - clock_now();
    const ZermeloLimits limits = {.seconds =
                                      remaining > 1e-6 ? remaining : 1e-6,
                                  .cancelled = turn->cancelled};
    return zermelo_search_run(agent->search, &limits, agent->options.playouts);
}

/* ---- questions to the library ---- */

typedef char *Question(ZermeloGame *game, const char *options,
                       const ZermeloLimits *limits);

/* The answer to QUESTION, with OPTIONS, which are released, and the seed. */
static json_t *ask(const Agent *agent, Question *question, json_t *options,
                   const ZermeloLimits *limits)
{
    json_put(options, "seed", json_count(agent->options.seed & INT64_MAX));
    char *text = json_dumps(options, JSON_COMPACT);
    json_decref(options);
    json_t *answer = json_take(question(agent->game, text, limits));
    free(text);
    return answer;
}

/* ---- plans ---- */

static const char *planned_move(const SolvedPlan *plan)
{
    return json_string_value(json_array_get(
        json_object_get(plan->solution, "moves"), plan->next_move));
}

static void replace_plan(SolvedPlan *plan, json_t *solution)
{
    json_decref(plan->solution);
    plan->solution = solution;
    plan->next_move = 0;
    plan->is_best = false;
}

/* The role made MOVE (infix): a plan with another move is dropped. */
static void advance_plan(SolvedPlan *plan, const char *move)
{
    const char *planned = planned_move(plan);
    if (plan->moves_made.length)
        text_adds(&plan->moves_made, "; ");
    text_adds(&plan->moves_made, move);
    if (planned && strcmp(planned, move) == 0)
        plan->next_move++;
    else
        replace_plan(plan, NULL);
}

/* Looks for a better plan from the present position, unless the plan is proved
 * best. */
static void improve_plan(Agent *agent, const ZermeloLimits *limits)
{
    SolvedPlan *plan = &agent->plan;
    if (plan->is_best)
        return;
    json_t *options = json_object();
    json_put(options, "from", json_text(text_string(&plan->moves_made)));
    json_put(options, "memory", json_count(agent->options.megabytes * 10 / 6));
    json_put(options, "engine", json_text(agent->net ? "native" : "interp"));
    json_t *solution = ask(agent, zermelo_solve_json, options, limits);
    bool is_proved = flag_of(solution, "proved_best") &&
                     text_is(solution, "best_scope", "game");
    if (has_value(solution, "goal") &&
        (!plan->solution ||
         count_of(solution, "goal") > count_of(plan->solution, "goal")))
        replace_plan(plan, solution);
    else
        json_decref(solution);
    plan->is_best = is_proved && plan->solution;
}

static void describe_plan(const SolvedPlan *plan, Text *out)
{
    if (!plan->solution)
        text_adds(out, ", no plan");
    else
        text_addf(out, ", %s plan of %zu moves to %zu",
                  plan->is_best ? "the best" : "a",
                  count_of(plan->solution, "length") - plan->next_move,
                  count_of(plan->solution, "goal"));
}

/* ---- thinking ---- */

/* Whether it is proved that the goal values of the two roles add up to 100:
 * then a bound for one is a bound for the other. */
static bool prove_zero_sum(Agent *agent, const ZermeloLimits *limits)
{
    enum { MAX_NET_NODES = 20000 };
    /* a proof about a large game may end long after its limit */
    if (zermelo_cursor_role_count(agent->cursor) != 2 || !agent->net ||
        zermelo_net_nodes(agent->net) > MAX_NET_NODES)
        return false;
    json_t *answer =
        ask(agent, zermelo_prove_json,
            json_pack("{s:s,s:i}", "family", "zero-sum", "threads", 1), limits);
    const json_t *counts = json_object_get(answer, "counts");
    bool is_proved =
        count_of(counts, "total") == 1 && count_of(counts, "proved") == 1;
    json_decref(answer);
    return is_proved;
}

/* Sets the search. A part of what is left of TURN goes into proofs. */
static void begin_search(Agent *agent, const Turn *turn)
{
    const ZermeloLimits limits = time_share(turn, 0.25);
    bool zero_sum = agent->options.strategy == STRATEGY_AUTO &&
                    prove_zero_sum(agent, &limits);
    bool is_imperfect = strcmp(zermelo_language(agent->game), "GDL-II") == 0;
    agent->search = zermelo_search_new(
        agent->cursor,
        &(ZermeloSearchSettings){.role = agent->role,
                                 .threads = agent->options.threads,
                                 .megabytes = agent->options.megabytes,
                                 .exploration = agent->options.exploration,
                                 .seed = agent->options.seed,
                                 .zero_sum = zero_sum,
                                 .imperfect_information = is_imperfect});
    agent->zero_sum = zero_sum;
}

/* What is left of the start clock goes into the first move: if there is but
 * one role into a plan, else into a search. */
static void begin_thinking(Agent *agent, const Turn *turn)
{
    Strategy strategy = agent->options.strategy;
    if (strategy == STRATEGY_LEGAL || strategy == STRATEGY_RANDOM)
        return;
    if (strategy == STRATEGY_AUTO &&
        zermelo_cursor_role_count(agent->cursor) == 1) {
        const ZermeloLimits limits = time_share(turn, 1);
        agent->is_planning = true;
        improve_plan(agent, &limits);
        return;
    }
    MoveList legal = possible_positions_legal(agent->possible);
    begin_search(agent, turn);
    if (legal.count) {
        set_root(agent, &legal);
        search_until(agent, turn->stop_time, turn);
    }
    free(legal.items);
}

static void forget_match(Agent *agent)
{
    const AgentOptions options = agent->options;
    zermelo_search_free(agent->search);
    replace_plan(&agent->plan, NULL);
    text_free(&agent->plan.moves_made);
    possible_positions_free(agent->possible);
    zermelo_cursor_free(agent->cursor);
    zermelo_net_free(agent->net);
    zermelo_free(agent->game);
    free(agent->last_proposal);
    text_free(&agent->summary);
    *agent = (Agent){.options = options, .last_move = ZERMELO_NO_MOVE};
}

/* Uses the time up to TURN->stop_time to get ready. False, with the reason in
 * *WHY, if the game cannot be played. */
static bool begin_match(Agent *agent, const Message *start, const Turn *turn,
                        const char **why)
{
    const AgentOptions *options = &agent->options;
    agent->game = zermelo_read("rules", start->rules, start->rules_length,
                               ZERMELO_KIF, NULL);
    *why = "the rules cannot be used";
    if (!zermelo_usable(agent->game) || !make_cursor(agent, turn, why) ||
        !set_role(agent, start->role, why))
        return false;
    agent->random = random_new(options->seed, agent->role);
    agent->max_ponder =
        start->start_clock + MAX_PONDER_PLAY_CLOCKS * start->play_clock;
    agent->possible =
        possible_positions_new(agent->game, agent->net, agent->cursor,
                               agent->role, options->seed, why);
    if (!agent->possible)
        return false;
    begin_thinking(agent, turn);
    text_addf(&agent->summary, agent->net ? "%zu ground rules" : "interpreted",
              agent->net ? zermelo_net_rules(agent->net) : 0);
    if (agent->zero_sum)
        text_adds(&agent->summary, ", zero-sum");
    return true;
}

/* ---- news ---- */

/* The role's own move in the step of the news; NULL before any step. */
static const char *own_move(const Agent *agent, const News *news)
{
    size_t role_count = zermelo_cursor_role_count(agent->cursor);
    bool reveals_moves = strcmp(zermelo_language(agent->game), "GDL") == 0;
    if (news->kind == NEWS_NONE || (news->kind == NEWS_TURN && !news->turn))
        return NULL;
    if (news->kind == NEWS_TURN && news->own_move)
        return news->own_move;
    if (news->kind == NEWS_LIST && reveals_moves && news->count == role_count)
        return news->items[agent->role];
    return agent->last_proposal;
}

/* Takes in the news of a PLAY, for which a part of the clock may be used.
 * False, with the reason in *WHY, if they are inconsistent. *REPLACED says
 * whether the role's own move was another than the one proposed last. */
static bool use_news(Agent *agent, const News *news, const Turn *turn,
                     bool *replaced, const char **why)
{
    const ZermeloLimits limits = time_share(turn, 0.4);
    const char *move = own_move(agent, news);
    *replaced =
        move && agent->last_proposal && strcmp(move, agent->last_proposal) != 0;
    if (!possible_positions_update(agent->possible, news, move, &limits, why))
        return false;
    if (agent->is_planning && move)
        advance_plan(&agent->plan, move);
    return true;
}

/* ---- choosing ---- */

/* Proposes MOVE to TURN, and keeps it as the last proposal. */
static void propose(Agent *agent, const Turn *turn, uint32_t move)
{
    char *text =
        zermelo_cursor_move(agent->cursor, agent->role, move, ZERMELO_KIF);
    turn->propose(turn->data, text);
    free_all(text, agent->last_proposal);
    agent->last_move = move;
    agent->last_proposal =
        zermelo_cursor_move(agent->cursor, agent->role, move, ZERMELO_INFIX);
}

/* What the search prefers, if it is one of the moves that are surely legal. */
static void propose_best(Agent *agent, const Turn *turn, const MoveList *legal)
{
    uint32_t best = zermelo_search_best(agent->search);
    for (size_t i = 0; i < legal->count; i++)
        if (legal->items[i] == best) {
            propose(agent, turn, best);
            return;
        }
}

static int by_visits(const void *left, const void *right)
{
    const ZermeloMoveValue *l = left, *r = right;
    return l->visits != r->visits ? (l->visits < r->visits ? 1 : -1)
                                  : (l->move > r->move) - (l->move < r->move);
}

/* Adds to the summary what the search says, its best moves with their values,
 * and the principal line. */
static void describe_search(Agent *agent)
{
    enum { SHOWN_MOVES = 3, SHOWN_STEPS = 8 };
    const ZermeloSearch *search = agent->search;
    Text *out = &agent->summary;
    size_t count = zermelo_search_values(search, NULL, 0);
    ZermeloMoveValue *values = memory_array(count, sizeof *values);
    char *description = zermelo_search_describe(search);
    char *line = zermelo_search_line(search, SHOWN_STEPS);
    text_adds(out, description ? description : "no search");
    zermelo_search_values(search, values, count);
    sort_items(values, count, sizeof *values, by_visits);
    for (size_t i = 0; i < count && i < SHOWN_MOVES; i++) {
        const ZermeloMoveValue *value = &values[i];
        char *move = zermelo_cursor_move(agent->cursor, agent->role,
                                         value->move, ZERMELO_INFIX);
        bool is_certain = value->least == value->most;
        text_addf(out, "%s%s %s %.0f", i ? ", " : "; ", move,
                  is_certain ? "certainly" : "about", value->value);
        free(move);
    }
    text_addf(out, "; line %s", line ? line : "");
    free_all(description, line, values);
}

/* Proposes the best move after each of three intervals of the clock, not more,
 * since playouts in flight at the end of one are lost; with a number of
 * playouts there is one interval, so that no clock can change the result. */
static void propose_by_search(Agent *agent, const Turn *turn,
                              const MoveList *legal)
{
    bool is_counted = agent->options.playouts > 0, is_certain;
    double interval = (turn->stop_time - clock_now()) / (is_counted ? 1 : 3);
    set_root(agent, legal);
    do {
        double end = clock_now() + interval;
        is_certain = search_until(
            agent, end < turn->stop_time ? end : turn->stop_time, turn);
        propose_best(agent, turn, legal);
    } while (!is_counted && !is_certain && clock_now() < turn->stop_time &&
             !*turn->cancelled);
    text_adds(&agent->summary, ", ");
    describe_search(agent);
}

/* Follows the plan, and looks for a better one first. Without any, half of the
 * clock is left for a search. */
static bool propose_by_plan(Agent *agent, const Turn *turn)
{
    bool has_plan = planned_move(&agent->plan) != NULL;
    const ZermeloLimits limits = time_share(turn, has_plan ? 1 : 0.5);
    improve_plan(agent, &limits);
    const char *planned = planned_move(&agent->plan);
    describe_plan(&agent->plan, &agent->summary);
    uint32_t move =
        planned ? zermelo_cursor_find(agent->cursor, agent->role, planned)
                : ZERMELO_NO_MOVE;
    if (move != ZERMELO_NO_MOVE)
        propose(agent, turn, move);
    else if (!agent->search)
        begin_search(agent, turn);
    return move != ZERMELO_NO_MOVE;
}

/* Proposes moves to TURN, the best last, and rewrites the summary. */
static void propose_moves(Agent *agent, const Turn *turn)
{
    MoveList legal = possible_positions_legal(agent->possible);
    agent->summary.length = 0;
    text_addf(&agent->summary, "%zu legal", legal.count);
    if (legal.count) {
        size_t choice = 0;
        if (agent->options.strategy == STRATEGY_RANDOM)
            choice = random_below(&agent->random, (uint32_t)legal.count);
        propose(agent, turn, legal.items[choice]);
        bool is_planned = agent->is_planning && propose_by_plan(agent, turn);
        if (agent->search && legal.count > 1 && !is_planned)
            propose_by_search(agent, turn, &legal);
    }
    free(legal.items);
}

/* ---- messages ---- */

Agent *agent_new(const AgentOptions *options)
{
    Agent *agent = memory_alloc(sizeof *agent);
    *agent = (Agent){.options = *options, .last_move = ZERMELO_NO_MOVE};
    return agent;
}

void agent_free(Agent *agent)
{
    if (!agent)
        return;
    forget_match(agent);
    free(agent);
}

/* News that make no sense do not keep us from moving. */
static void answer_play(Agent *agent, const News *news, const Turn *turn,
                        AgentReply *reply)
{
    const char *why = "there is no game to play";
    if (!agent->possible ||
        !use_news(agent, news, turn, &reply->replaced, &why))
        reply->fault = why;
    if (agent->possible && turn->propose)
        propose_moves(agent, turn);
}

AgentReply agent_answer(Agent *agent, const char *text, size_t length,
                        const Turn *turn)
{
    AgentReply reply = {0};
    const char *why;
    Message *message = message_read(text, length, true, &why);
    if (!message)
        reply.fault = why;
    if (message && message->kind == MESSAGE_PLAY) {
        answer_play(agent, &message->news, turn, &reply);
    } else { /* another match, the end, or a role that is no term */
        forget_match(agent);
        if (message && message->kind == MESSAGE_START &&
            !begin_match(agent, message, turn, &why)) {
            reply.fault = why;
            forget_match(agent);
        }
    }
    reply.summary = text_string(&agent->summary);
    reply.match_over = !agent->possible;
    message_free(message);
    return reply;
}

/* After its own move only what the others may reply is of interest. */
void agent_ponder(Agent *agent, const volatile sig_atomic_t *stop)
{
    const ZermeloLimits limits = {.seconds = agent->max_ponder,
                                  .cancelled = stop};
    if (!agent->search || agent->options.playouts || agent->options.no_ponder)
        return;
    if (agent->last_move != ZERMELO_NO_MOVE)
        set_root(agent, &(MoveList){&agent->last_move, 1});
    zermelo_search_run(agent->search, &limits, 0);
}
