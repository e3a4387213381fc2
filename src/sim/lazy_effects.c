/* lazy_effects.c - nodes that are computed when a move is made
 *
 * In:   nets with effects, and the nodes that are kept up to date anyhow
 * Out:  by phase and move, what is to be computed before its effects are known
 * Next: sim/machine.c does so
 *
 * What only the effects of a few moves need is not worth being kept up to date
 * at every change. Start reading at lazy_effects_pay().
 */
#include "sim/circuit.h"

#include "base/sort.h"
#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>

enum {
    MAX_VISITS = 4000000, /* of nodes, over all moves */
    RARE_ONE_IN = 16      /* moves: what more of them need is in the core */
};

typedef VEC(uint32_t) Numbers;

typedef struct {
    const Net *net;
    bool *core;
    uint32_t *seen;         /* by node: the last search that visited it */
    uint32_t search_number; /* of the current one */
    size_t visits;
    Numbers cone; /* of the current move */
} ConeSearch;

/* Adds the node of LIT to the cone if it is an AND outside the core that was
 * not visited; a loop becomes part of the core. */
static void visit(ConeSearch *search, Lit lit)
{
    uint32_t node = lit_node(lit);
    search->visits++;
    if (search->core[node] || search->seen[node] == search->search_number)
        return;
    search->seen[node] = search->search_number;
    if (search->net->nodes[node].kind == NODE_LOOP)
        net_mark_cone(search->net, 2 * node, search->core);
    if (search->net->nodes[node].kind == NODE_AND)
        vec_push(&search->cone, node);
}

/* Sets CONE to the ANDs outside the core that the effects of MOVE need. */
static void find_cone(ConeSearch *search, uint32_t move)
{
    const Net *net = search->net;
    search->search_number++;
    vec_clear(&search->cone);
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++) {
        visit(search, net->effects[i].set);
        visit(search, net->effects[i].clear);
    }
    for (size_t i = 0; i < search->cone.count; i++)
        net_each_input (input, net, search->cone.items[i])
            visit(search, *input.at);
    sort_numbers(search->cone.items, search->cone.count);
}

/* Adds to the core what many moves need; USES, by node, is increased by how
 * many need it. Returns how many moves there are. */
static size_t add_common_to_core(ConeSearch *search, uint32_t *uses,
                                 Arena *scratch)
{
    const Net *net = search->net;
    const Role *mover = &net->roles[net->mover];
    uint32_t *move_uses = arena_array(scratch, uint32_t, net->node_count);
    size_t possible_moves = 0;
    for (uint32_t i = 0; i < mover->move_count && search->visits < MAX_VISITS;
         i++) {
        possible_moves += mover->legal[i] != LIT_FALSE;
        find_cone(search, i);
        for (size_t k = 0; k < search->cone.count; k++)
            move_uses[search->cone.items[k]]++;
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        uses[i] += move_uses[i];
        if (move_uses[i] * (size_t)RARE_ONE_IN > possible_moves)
            net_mark_cone(net, 2 * i, search->core);
    }
    return mover->move_count;
}

bool lazy_effects_pay(const Net *const *nets, size_t phase_count, bool *core,
                      size_t event_count)
{
    Arena *scratch = arena_new();
    size_t nodes = nets[0]->node_count, move_count = 0, core_work = 0,
           lazy_work = 0; /* of all moves */
    ConeSearch search = {.core = core,
                         .seen = arena_array(scratch, uint32_t, nodes)};
    uint32_t *uses = arena_array(scratch, uint32_t, nodes);
    for (size_t i = 0; i < phase_count; i++) {
        search.net = nets[i];
        move_count += add_common_to_core(&search, uses, scratch);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        core_work += core[i] && nets[0]->nodes[i].kind == NODE_AND;
        lazy_work += core[i] ? 0 : uses[i];
    }
    bool do_pay =
        search.visits < MAX_VISITS &&
        core_work + (move_count ? lazy_work / move_count : 0) <= event_count;
    vec_free(&search.cone);
    arena_free(scratch);
    return do_pay;
}

/* ---- their code ---- */

Lit lit_in_core(Wiring *core, Lit lit)
{
    uint32_t id = core->id_of[lit_node(lit)];
    assert(id != NO_INDEX);
    wiring_need(core, id);
    return 2 * id + lit_is_negated(lit);
}

typedef struct {
    Wiring *core;
    Numbers code;
    VEC(WordEffect) words;
    size_t first_word; /* of the current move */
} EffectWriter;

/* Notes an effect that depends on nothing. */
static void add_word_effect(EffectWriter *writer, const Effect *effect)
{
    uint32_t word = effect->feature / 64;
    uint64_t bit = (uint64_t)1 << effect->feature % 64;
    size_t at = writer->first_word;
    while (at < writer->words.count && writer->words.items[at].word != word)
        at++;
    if (at == writer->words.count)
        vec_push(&writer->words, (WordEffect){.word = word});
    if (effect->clear == LIT_TRUE)
        writer->words.items[at].clear |= bit;
    else
        writer->words.items[at].set |= bit;
}

static void add_effect(EffectWriter *writer, const Effect *effect)
{
    if (effect->set == LIT_FALSE && effect->clear == LIT_FALSE)
        return;
    if (effect->set <= LIT_FALSE && effect->clear <= LIT_FALSE) {
        add_word_effect(writer, effect);
        return;
    }
    vec_push(&writer->code, effect->feature);
    vec_push(&writer->code, lit_in_core(writer->core, effect->set));
    vec_push(&writer->code, lit_in_core(writer->core, effect->clear));
}

/* Appends to the code what is done when MOVE is made: see LazyEffects. */
static void write_move(EffectWriter *writer, ConeSearch *search, uint32_t move)
{
    const Net *net = search->net;
    Wiring *core = writer->core;
    find_cone(search, move);
    uint32_t count = (uint32_t)search->cone.count;
    core->slot_count = count > core->slot_count ? count : core->slot_count;
    vec_push(&writer->code, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = search->cone.items[i];
        core->id_of[node] = core->id_count + i; /* until the next move */
        vec_push(&writer->code, net->nodes[node].input_count);
        net_each_input (input, net, node) {
            vec_push(&writer->code, lit_in_core(core, *input.at));
            assert(lit_node(vec_last(&writer->code)) < core->id_count + i);
        }
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        add_effect(writer, &net->effects[i]);
}

LazyEffects lazy_effects_new(const Net *net, Wiring *core, Arena *arena)
{
    Arena *scratch = arena_new();
    size_t move_count = net->roles[net->mover].move_count;
    ConeSearch search = {.net = net,
                         .core = core->is_member,
                         .seen =
                             arena_array(scratch, uint32_t, net->node_count)};
    EffectWriter writer = {.core = core};
    LazyEffects effects = {
        .first = arena_array(arena, uint32_t, move_count + 1),
        .first_word = arena_array(arena, uint32_t, move_count + 1)};
    for (uint32_t i = 0; i < move_count; i++) {
        write_move(&writer, &search, i);
        effects.first[i + 1] = (uint32_t)writer.code.count;
        writer.first_word = writer.words.count;
        effects.first_word[i + 1] = (uint32_t)writer.words.count;
    }
    assert(writer.code.count <= UINT32_MAX); /* FIRST has places in it */
    effects.code = vec_finish(&writer.code, arena);
    effects.words = vec_finish(&writer.words, arena);
    vec_free(&search.cone);
    arena_free(scratch);
    return effects;
}
