/* api_net.c - grounding, for zermelo.h
 *
 * In:   a game
 * Out:  a net with the engines on it
 */
#include "api/handle.h"

#include "base/memory.h"
#include "lang/print.h"
#include "sim/simulate.h"

#include <stdlib.h>

ZermeloNet *zermelo_ground(ZermeloGame *game, const ZermeloLimits *limits,
                           const char **why)
{
    const char *ignored, **const reason = why ? why : &ignored;
    if (!has_usable_rules(game, reason))
        return NULL;
    NEW_HANDLE(ZermeloNet, handle, game, limits, no_memory(why));
    Budget budget = budget_of(limits);
    const Net *net = net_new(game->game, &budget, reason);
    if (!net) {
        heap_free(own_heap);
        return NULL;
    }
    handle->game = game;
    handle->net = net;
    handle->machine = machine_new(net);
    handle->lane_plan = sliced_new(net);
    handle->ready_seconds = clock_now() - game->start_time;
    game->net = handle;
    return handle;
}

static void release_net(ZermeloNet *net)
{
    if (net->game->net == net)
        net->game->net = NULL;
    machine_free(net->machine);
    lane_plan_free(net->lane_plan);
    net_free(net->net);
}

void zermelo_net_free(ZermeloNet *net)
{
    FREE_HANDLE(net, release_net);
}

GETTER(size_t, zermelo_net_rules, ZermeloNet, self->net->ground_rules)
GETTER(size_t, zermelo_net_nodes, ZermeloNet, self->net->node_count)

/* ---- what numbers mean ---- */

static const Role *role_of(const ZermeloNet *net, size_t role)
{
    return net && role < net->net->role_count ? &net->net->roles[role] : NULL;
}

static char *give_term(const ZermeloNet *net, const Term *term)
{
    ENTER_SCRATCH(net, NULL);
    Text text = {0};
    term_print(&text, term, SYNTAX_INFIX);
    return give_text(&text);
}

GETTER(size_t, zermelo_net_feature_count, ZermeloNet, self->net->feature_count)

char *zermelo_net_feature(const ZermeloNet *net, size_t number)
{
    return number < zermelo_net_feature_count(net)
               ? give_term(net, net->net->features[number])
               : NULL;
}

size_t zermelo_net_move_count(const ZermeloNet *net, size_t role)
{
    return role_of(net, role) ? role_of(net, role)->move_count : 0;
}

char *zermelo_net_move(const ZermeloNet *net, size_t role, size_t number)
{
    return number < zermelo_net_move_count(net, role)
               ? give_term(net, role_of(net, role)->moves[number])
               : NULL;
}

size_t zermelo_net_percept_count(const ZermeloNet *net, size_t role)
{
    return role_of(net, role) ? role_of(net, role)->percept_count : 0;
}

char *zermelo_net_percept(const ZermeloNet *net, size_t role, size_t number)
{
    return number < zermelo_net_percept_count(net, role)
               ? give_term(net, role_of(net, role)->percepts[number].term)
               : NULL;
}
