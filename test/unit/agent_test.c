/* agent_test.c - an agent that thinks while others do */
#include "support.h"

#include "base/budget.h"
#include "play/agent.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t never, stop;
static char proposal[100];

static void keep_proposal(void *data, const char *answer)
{
    (void)data;
    snprintf(proposal, sizeof proposal, "%s", answer);
}

/* Tells AGENT the text after KIND and the match id; SECONDS are its clock. */
static AgentReply tell(Agent *agent, const char *kind, const char *rest,
                       double seconds)
{
    Text message = {0};
    text_addf(&message, "(%s m %s)", kind, rest);
    const Turn turn = {clock_now() + seconds, &never, keep_proposal, NULL};
    AgentReply reply =
        agent_answer(agent, text_string(&message), message.length, &turn);
    text_free(&message);
    return reply;
}

static Agent *agent_of(const char *path, const char *role,
                       const AgentOptions *options)
{
    ZermeloGame *game = read_game_file(path);
    char *rules = zermelo_print(game, ZERMELO_KIF);
    Agent *agent = agent_new(options);
    Text start = {0};
    text_addf(&start, "%s (%s) 2 1", role, rules);
    assert_null(tell(agent, "START", text_string(&start), 1).fault);
    text_free(&start);
    free(rules);
    zermelo_free(game);
    return agent;
}

static void *stop_soon(void *data)
{
    (void)data;
    usleep(300000);
    stop = 1;
    return NULL;
}

/* How long it thinks after its first move, if it is stopped in 0.3 s; after
 * that it goes on to answer. */
static double seconds_of_pondering(const char *path, const char *role,
                                   const AgentOptions *options)
{
    pthread_t thread;
    Agent *agent = agent_of(path, role, options);
    assert_null(tell(agent, "PLAY", "NIL", 0.1).fault);
    stop = 0;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, NULL), 0);
    double begun = clock_now();
    agent_ponder(agent, &stop);
    double seconds = clock_now() - begun;
    pthread_join(thread, NULL);
    AgentReply reply = tell(agent, "PLAY", "NIL", 0.1);
    assert_null(reply.fault);
    assert_true(strlen(proposal) > 0);
    agent_free(agent);
    return seconds;
}

static void it_ponders_until_it_is_stopped(void **state)
{
    (void)state;
    AgentOptions options = {.strategy = STRATEGY_MCTS, .threads = 1, .seed = 1};
    /* with a choice, and waiting for the choice of the other */
    assert_true(seconds_of_pondering("games/reversi.kif", "black", &options) >
                0.2);
    assert_true(seconds_of_pondering("games/reversi.kif", "white", &options) >
                0.2);
    options.no_ponder = true;
    assert_true(seconds_of_pondering("games/reversi.kif", "black", &options) <
                0.2);
}

/* Nor where all is certain, or playouts are counted: matches are repeatable. */
static void it_does_not_ponder_for_nothing(void **state)
{
    (void)state;
    AgentOptions options = {.strategy = STRATEGY_AUTO, .threads = 1, .seed = 1};
    assert_true(seconds_of_pondering("games/nim.kif", "left", &options) < 0.2);
    options.playouts = 100;
    assert_true(seconds_of_pondering("games/reversi.kif", "black", &options) <
                0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ponders_until_it_is_stopped),
        cmocka_unit_test(it_does_not_ponder_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
