/* lazy_effects.c - nodes that are computed when a move is made
 *
 * In:   nets with effects, and the nodes that are kept up to date anyhow
 * Out:  by phase and move, what is to be computed before its effects are known
 * Next: sim/machine.c does so
 *
 * What only the effects of a few moves need is not worth being kept up to date
 * at every change.
 *
 * Start reading at lazy_effects_new(), at the end.
 */
#include "sim/circuit.h"

#include "base/sort.h"
#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_VISITS = 8000000, /* of nodes, over all moves */
    RARE_ONE_IN = 16      /* moves: what more of them need is in the core */
};

typedef VEC(uint32_t) Numbers;

typedef struct {
    const Net *net;
    bool *core;
    uint32_t *seen;         /* by node: the last search that visited it */
    uint32_t *move_uses;    /* by node: how many moves need it */
    uint32_t search_number; /* of the current one */
    size_t visits;
    Numbers cone; /* of the current move */
    Numbers stack;
    uint32_t *slot;                      /* by node: its index in CONE */
    size_t cone_size_sum, max_cone_size; /* in ANDs, over all moves */
} EffectCompiler;

/* Pushes the node of LIT unless it is in the core or was visited. */
static void visit(EffectCompiler *compiler, Lit lit)
{
    uint32_t node = lit_node(lit);
    compiler->visits++;
    if (compiler->core[node] || compiler->seen[node] == compiler->search_number)
        return;
    compiler->seen[node] = compiler->search_number;
    vec_push(&compiler->stack, node);
}

/* Sets CONE to the ANDs outside the core that the effects of MOVE need; loops
 * that they need become part of the core. */
static void find_cone(EffectCompiler *compiler, uint32_t move)
{
    const Net *net = compiler->net;
    compiler->search_number++;
    vec_clear(&compiler->cone);
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++) {
        visit(compiler, net->effects[i].set);
        visit(compiler, net->effects[i].clear);
    }
    while (compiler->stack.count) {
        uint32_t number = vec_pop(&compiler->stack);
        Node node = net->nodes[number];
        if (node.kind == NODE_LOOP)
            net_mark_cone(net, 2 * number, compiler->core);
        if (node.kind != NODE_AND)
            continue;
        vec_push(&compiler->cone, number);
        for (uint32_t i = 0; i < node.input_count; i++)
            visit(compiler, net->inputs[node.first_input + i]);
    }
}

/* Adds to the core what many moves need. */
static void add_common_to_core(EffectCompiler *compiler)
{
    const Net *net = compiler->net;
    const Role *mover = &net->roles[net->mover];
    size_t possible_moves = 0;
    for (uint32_t i = 0; i < net->node_count; i++)
        compiler->move_uses[i] = 0;
    for (uint32_t i = 0; i < mover->move_count && compiler->visits < MAX_VISITS;
         i++) {
        possible_moves += mover->legal[i] != LIT_FALSE;
        find_cone(compiler, i);
        for (size_t k = 0; k < compiler->cone.count; k++)
            compiler->move_uses[compiler->cone.items[k]]++;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        if (compiler->move_uses[i] * (size_t)RARE_ONE_IN > possible_moves)
            net_mark_cone(net, 2 * i, compiler->core);
}

/* LIT with its node replaced by the slot that is computed for it, if any. */
static Lit lit_in_slot(const EffectCompiler *compiler, Lit lit)
{
    uint32_t node = lit_node(lit);
    if (compiler->core[node] || compiler->net->nodes[node].kind != NODE_AND)
        return lit;
    assert(compiler->slot[node] < compiler->cone.count);
    assert(compiler->cone.items[compiler->slot[node]] == node);
    return 2 * ((uint32_t)compiler->net->node_count + compiler->slot[node]) +
           lit_is_negated(lit);
}

/* Appends to CODE what is done when MOVE is made: see LazyEffects. */
static void compile_move(EffectCompiler *compiler, uint32_t move, Numbers *code)
{
    const Net *net = compiler->net;
    find_cone(compiler, move);
    sort_numbers(compiler->cone.items, compiler->cone.count);
    compiler->cone_size_sum += compiler->cone.count;
    if (compiler->cone.count > compiler->max_cone_size)
        compiler->max_cone_size = compiler->cone.count;
    vec_push(code, (uint32_t)compiler->cone.count);
    for (uint32_t i = 0; i < compiler->cone.count; i++) {
        Node node = net->nodes[compiler->cone.items[i]];
        compiler->slot[compiler->cone.items[i]] = i;
        vec_push(code, node.input_count);
        for (uint32_t k = 0; k < node.input_count; k++)
            vec_push(code,
                     lit_in_slot(compiler, net->inputs[node.first_input + k]));
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++) {
        vec_push(code, net->effects[i].feature);
        vec_push(code, lit_in_slot(compiler, net->effects[i].set));
        vec_push(code, lit_in_slot(compiler, net->effects[i].clear));
    }
}

static LazyEffects compile_effects(EffectCompiler *compiler, Arena *arena)
{
    const Net *net = compiler->net;
    size_t move_count = net->roles[net->mover].move_count;
    LazyEffects effects = {.first =
                               arena_array(arena, uint32_t, move_count + 1)};
    Numbers code = {0};
    for (uint32_t i = 0; i < move_count && compiler->visits < MAX_VISITS; i++) {
        effects.first[i] = (uint32_t)code.count;
        compile_move(compiler, i, &code);
    }
    assert(code.count <= UINT32_MAX); /* FIRST has places in it */
    effects.first[move_count] = (uint32_t)code.count;
    effects.code = vec_finish(&code, arena);
    return effects;
}

/* ANDs to compute at a step: those of the core, and of an average move. */
static size_t average_work(const EffectCompiler *compiler, size_t move_count)
{
    const Net *net = compiler->net;
    size_t work = move_count ? compiler->cone_size_sum / move_count : 0;
    for (uint32_t i = 0; i < net->node_count; i++)
        work += compiler->core[i] && net->nodes[i].kind == NODE_AND;
    return work;
}

LazyEffects *lazy_effects_new(const Net *const *nets, size_t phase_count,
                              bool *core, size_t event_count,
                              uint32_t *max_ands, Arena *arena)
{
    Arena *scratch = arena_new();
    size_t nodes = nets[0]->node_count, move_count = 0;
    EffectCompiler compiler = {.core = core,
                               .seen = arena_array(scratch, uint32_t, nodes),
                               .move_uses =
                                   arena_array(scratch, uint32_t, nodes),
                               .slot = arena_array(scratch, uint32_t, nodes)};
    LazyEffects *effects = arena_array(arena, LazyEffects, phase_count);
    for (size_t i = 0; i < phase_count; i++) {
        compiler.net = nets[i];
        add_common_to_core(&compiler);
    }
    for (size_t i = 0; i < phase_count; i++) {
        compiler.net = nets[i];
        effects[i] = compile_effects(&compiler, arena);
        move_count += nets[i]->roles[nets[i]->mover].move_count;
    }
    bool is_affordable = compiler.visits < MAX_VISITS &&
                         average_work(&compiler, move_count) <= event_count;
    *max_ands = is_affordable ? (uint32_t)compiler.max_cone_size : 0;
    vec_free_all(&compiler.cone, &compiler.stack);
    arena_free(scratch);
    return is_affordable ? effects : NULL;
}

/* ---- ids for nodes ---- */

static Lit lit_in_core(Wiring *core, Lit lit)
{
    uint32_t node = lit_node(lit), nodes = (uint32_t)core->net->node_count;
    uint32_t id =
        node < nodes ? core->id_of[node] : core->id_count + (node - nodes);
    assert(id != NO_INDEX);
    wiring_need(core, id);
    return 2 * id + lit_is_negated(lit);
}

/* An effect that depends on nothing. */
static void add_word_effect(WordEffect *effect, uint32_t feature, Lit clear)
{
    uint64_t bit = (uint64_t)1 << feature % 64;
    effect->word = feature / 64;
    if (clear == LIT_TRUE)
        effect->clear |= bit;
    else
        effect->set |= bit;
}

void lazy_effects_finish(LazyEffects *effects, size_t count, Wiring *core,
                         Arena *arena)
{
    VEC(WordEffect) words = {0};
    const uint32_t *code = effects->code;
    uint32_t *kept = effects->code;
    effects->first_word = arena_array(arena, uint32_t, count + 1);
    for (size_t move = 0; move < count; move++) {
        const uint32_t *end = effects->code + effects->first[move + 1];
        size_t first_word = words.count;
        effects->first_word[move] = (uint32_t)first_word;
        effects->first[move] = (uint32_t)(kept - effects->code);
        uint32_t and_count = *kept++ = *code++;
        for (; and_count; and_count--)
            for (uint32_t i = *kept++ = *code++; i; i--)
                *kept++ = lit_in_core(core, *code++);
        for (; code < end; code += 3) {
            if (code[1] > LIT_FALSE || code[2] > LIT_FALSE) {
                *kept++ = code[0];
                *kept++ = lit_in_core(core, code[1]);
                *kept++ = lit_in_core(core, code[2]);
                continue;
            }
            if (code[1] == LIT_FALSE && code[2] == LIT_FALSE)
                continue;
            size_t at = first_word;
            while (at < words.count && words.items[at].word != code[0] / 64)
                at++;
            if (at == words.count)
                vec_push(&words, (WordEffect){0});
            add_word_effect(&words.items[at], code[0], code[2]);
        }
    }
    effects->first[count] = (uint32_t)(kept - effects->code);
    effects->first_word[count] = (uint32_t)words.count;
    effects->words = vec_finish(&words, arena);
}
