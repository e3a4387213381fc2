/* ground_rounds.c - ground rules evaluated for 64 cases at once
 *
 * In:   ground rules, words for the atoms that are no heads
 * Out:  words for all atoms
 * Next: know/batch.c
 *
 * Rules are numbered so that those a rule depends on come first, all rules of
 * a head together. A rule is dirty when a word that it reads has changed; the
 * lowest dirty one is computed first. An atom is true where one of its rules
 * is: those that are true anywhere are in a list, since an atom can have
 * thousands. Start reading at flow_settle(), at the end.
 */
#include "know/ground_rounds.h"

#include "base/graph.h"

#define NO_RULE UINT32_MAX

typedef struct {
    uint64_t word; /* the cases in which its body is true */
    AtomId head;
    uint32_t first, count;   /* of its literals */
    uint32_t next, previous; /* of the rules of its head with a word */
} FlowRule;

typedef struct {
    uint32_t first, end;       /* rules */
    uint32_t first_atom, last; /* atoms, in ORDER */
    bool looping;              /* its atoms depend on themselves */
} Layer;

struct Flow {
    const AtomLiteral *literals;
    uint64_t *words;      /* by atom */
    FlowRule *rules;      /* lowest first */
    uint32_t *first_rule; /* by atom, and END_RULE */
    uint32_t *end_rule;
    uint32_t *true_rule; /* by atom: the first of the list, or NO_RULE */
    uint32_t *layer_of;  /* by atom */
    Layer *layers;
    AtomId *order;   /* heads, layer by layer */
    uint64_t *old;   /* by place in ORDER, for a layer that loops */
    Graph readers;   /* by atom: rules */
    uint64_t *dirty; /* a bit for each rule, */
    uint64_t *busy;  /* and one for each word of them that may have some */
    size_t busy_words;
};

/* ---- making it ---- */

/* The layers are the components of atoms that depend on each other. */
static void find_layers(Flow *flow, const Ground *ground, Arena *arena)
{
    size_t atoms = ground->atom_count;
    Edge *needs = NULL;
    size_t count = 0, most = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        most += ground->rules[i].count;
    needs = arena_array(arena, Edge, most);
    for (size_t i = 0; i < ground->rule_count; i++) {
        const GroundRule *rule = &ground->rules[i];
        for (uint32_t k = 0; k < rule->count; k++)
            needs[count++] =
                (Edge){rule->head, ground->literals[rule->first + k] / 2};
    }
    Graph graph = graph_new(arena, atoms, needs, count);
    flow->layer_of = arena_array(arena, uint32_t, atoms);
    uint32_t layers = graph_components(&graph, flow->layer_of);
    flow->layers = arena_array(arena, Layer, layers);
    for (size_t i = 0; i < count; i++)
        if (flow->layer_of[needs[i].from] == flow->layer_of[needs[i].to])
            flow->layers[flow->layer_of[needs[i].from]].looping = true;
    uint32_t *start = arena_array(arena, uint32_t, layers + 1);
    for (size_t i = 0; i < atoms; i++)
        start[flow->layer_of[i] + 1]++;
    for (uint32_t i = 0; i < layers; i++) {
        start[i + 1] += start[i];
        flow->layers[i].first_atom = flow->layers[i].last = start[i];
    }
    flow->order = arena_array(arena, AtomId, atoms);
    for (AtomId i = 0; i < atoms; i++)
        flow->order[flow->layers[flow->layer_of[i]].last++] = i;
}

static void number_rules(Flow *flow, const Ground *ground, Arena *arena)
{
    size_t atoms = ground->atom_count;
    Edge *heads = arena_array(arena, Edge, ground->rule_count);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        heads[i] = (Edge){ground->rules[i].head, i};
    Graph by_head = graph_new(arena, atoms, heads, ground->rule_count);
    flow->rules = arena_array(arena, FlowRule, ground->rule_count);
    flow->first_rule = arena_array(arena, uint32_t, atoms);
    flow->end_rule = arena_array(arena, uint32_t, atoms);
    flow->true_rule = arena_array(arena, uint32_t, atoms);
    uint32_t number = 0;
    for (size_t i = 0; i < atoms; i++) {
        AtomId atom = flow->order[i];
        Layer *layer = &flow->layers[flow->layer_of[atom]];
        if (layer->first_atom == i)
            layer->first = number;
        flow->first_rule[atom] = number;
        for (uint32_t k = by_head.first[atom]; k < by_head.first[atom + 1];
             k++) {
            const GroundRule *rule = &ground->rules[by_head.targets[k]];
            flow->rules[number++] = (FlowRule){
                .head = atom, .first = rule->first, .count = rule->count};
        }
        flow->end_rule[atom] = layer->end = number;
        flow->true_rule[atom] = NO_RULE;
    }
}

static void find_readers(Flow *flow, const Ground *ground, Arena *arena)
{
    size_t count = 0, most = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        most += flow->rules[i].count;
    Edge *reads = arena_array(arena, Edge, most);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        for (uint32_t k = 0; k < flow->rules[i].count; k++)
            reads[count++] =
                (Edge){flow->literals[flow->rules[i].first + k] / 2, i};
    flow->readers = graph_new(arena, ground->atom_count, reads, count);
}

static void soil(Flow *flow, uint32_t rule)
{
    flow->dirty[rule / 64] |= (uint64_t)1 << rule % 64;
    flow->busy[rule / 4096] |= (uint64_t)1 << rule / 64 % 64;
}

Flow *flow_new(const Ground *ground, Arena *arena)
{
    Flow *flow = arena_alloc(arena, sizeof *flow);
    flow->literals = ground->literals;
    flow->words = arena_array(arena, uint64_t, ground->atom_count);
    flow->old = arena_array(arena, uint64_t, ground->atom_count);
    find_layers(flow, ground, arena);
    number_rules(flow, ground, arena);
    find_readers(flow, ground, arena);
    size_t words = ground->rule_count / 64 + 1;
    flow->busy_words = words / 64 + 1;
    flow->dirty = arena_array(arena, uint64_t, words);
    flow->busy = arena_array(arena, uint64_t, flow->busy_words);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        soil(flow, i);
    return flow;
}

/* ---- evaluating ---- */

static void change(Flow *flow, AtomId atom, uint64_t word)
{
    if (flow->words[atom] == word)
        return;
    flow->words[atom] = word;
    for (uint32_t i = flow->readers.first[atom];
         i < flow->readers.first[atom + 1]; i++)
        soil(flow, flow->readers.targets[i]);
}

static uint64_t body(const Flow *flow, const FlowRule *rule)
{
    uint64_t all = ~(uint64_t)0;
    for (uint32_t i = 0; i < rule->count && all; i++) {
        AtomLiteral literal = flow->literals[rule->first + i];
        uint64_t word = flow->words[literal / 2];
        all &= literal & 1 ? ~word : word;
    }
    return all;
}

/* Into the list of the true rules of its head, or out of it. */
static void list(Flow *flow, uint32_t number)
{
    FlowRule *rule = &flow->rules[number];
    rule->next = flow->true_rule[rule->head];
    rule->previous = NO_RULE;
    if (rule->next != NO_RULE)
        flow->rules[rule->next].previous = number;
    flow->true_rule[rule->head] = number;
}

static void unlist(Flow *flow, uint32_t number)
{
    const FlowRule *rule = &flow->rules[number];
    if (rule->next != NO_RULE)
        flow->rules[rule->next].previous = rule->previous;
    if (rule->previous != NO_RULE)
        flow->rules[rule->previous].next = rule->next;
    else
        flow->true_rule[rule->head] = rule->next;
}

static void evaluate_rule(Flow *flow, uint32_t number)
{
    FlowRule *rule = &flow->rules[number];
    uint64_t now = body(flow, rule);
    if (now && !rule->word)
        list(flow, number);
    else if (!now && rule->word)
        unlist(flow, number);
    rule->word = now;
}

static void evaluate_head(Flow *flow, AtomId atom)
{
    uint64_t some = 0;
    for (uint32_t i = flow->true_rule[atom]; i != NO_RULE;
         i = flow->rules[i].next)
        some |= flow->rules[i].word;
    change(flow, atom, some);
}

/* Atoms that depend on themselves begin with nothing, and are gone through
 * until nothing changes. */
static void evaluate_loop(Flow *flow, const Layer *layer)
{
    for (uint32_t i = layer->first_atom; i < layer->last; i++) {
        flow->old[i] = flow->words[flow->order[i]];
        flow->words[flow->order[i]] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = layer->first; i < layer->end; i++) {
            uint64_t *word = &flow->words[flow->rules[i].head];
            uint64_t now = *word | body(flow, &flow->rules[i]);
            changed = changed || now != *word;
            *word = now;
        }
    }
    for (uint32_t i = layer->first_atom; i < layer->last; i++) {
        uint64_t now = flow->words[flow->order[i]];
        flow->words[flow->order[i]] = flow->old[i];
        change(flow, flow->order[i], now);
    }
    for (uint32_t i = layer->first; i < layer->end; i++)
        flow->dirty[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* The lowest dirty rule, or NO_RULE, if none is below FROM. */
static uint32_t find_dirty(Flow *flow, uint32_t from)
{
    for (size_t i = from / 4096; i < flow->busy_words; i++)
        while (flow->busy[i]) {
            size_t bit = (size_t)__builtin_ctzll(flow->busy[i]);
            uint64_t dirty = flow->dirty[i * 64 + bit];
            if (dirty)
                return (uint32_t)((i * 64 + bit) * 64 +
                                  (size_t)__builtin_ctzll(dirty));
            flow->busy[i] &= ~((uint64_t)1 << bit);
        }
    return NO_RULE;
}

void flow_set(Flow *flow, AtomId atom, uint64_t word)
{
    change(flow, atom, word);
}

void flow_settle(Flow *flow)
{
    uint32_t rule = find_dirty(flow, 0);
    while (rule != NO_RULE) {
        AtomId head = flow->rules[rule].head;
        const Layer *layer = &flow->layers[flow->layer_of[head]];
        uint32_t end = flow->end_rule[head];
        if (layer->looping) {
            evaluate_loop(flow, layer);
            rule = find_dirty(flow, rule);
            continue;
        }
        for (; rule < end; rule = find_dirty(flow, rule)) {
            flow->dirty[rule / 64] &= ~((uint64_t)1 << rule % 64);
            evaluate_rule(flow, rule);
        }
        evaluate_head(flow, head); /* which soils rules from END on */
        rule = find_dirty(flow, end);
    }
}

uint64_t flow_word(const Flow *flow, AtomId atom)
{
    return flow->words[atom];
}
