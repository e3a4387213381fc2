/* net_new.c - make a network from ground rules
 *
 * In:   ground rules (ground/instantiate.h)
 * Out:  a Net
 *
 * Atoms are made nodes in the order of the components of their dependencies,
 * so that inputs exist before what needs them. A feature that turns out never
 * to change is a constant, and the network is made again with that known. Start
 * reading at net_new_with(), at the end.
 */
#include "ground/net.h"

#include "base/graph.h"
#include "base/map.h"
#include "base/sort.h"
#include "ground/net_builder.h"
#include "ground/instantiate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    ATOM_DERIVED,
    ATOM_FEATURE,
    ATOM_MOVE,
    ATOM_IMPOSSIBLE
} AtomKind;

typedef struct {
    AtomKind kind;
    uint32_t role, number; /* of the feature or the move */
} AtomInfo;

typedef struct {
    const Ground *ground;
    const Game *game;
    const NetOptions *options;
    Net *net;
    Arena *scratch;
    const Budget *budget;
    Map role_map;         /* roles, by the hash of their names */
    AtomInfo *infos;      /* by atom */
    uint32_t *first_rule; /* by atom, and one more: into rules_by_head */
    uint32_t *rules_by_head;
    uint32_t *members;      /* atoms, by component */
    uint32_t *component_of; /* of each atom */
    uint32_t *first_member; /* of each component, in MEMBERS */
    uint32_t component_count;
    bool *is_recursive; /* components that depend on themselves */
    bool *is_constant;  /* features that are always true */
    size_t *move_counts;
    NetBuilder draft;
    Lit *lits; /* by atom */
    const char *failure;
} Builder;

/* ---- names ---- */

static uint32_t index_of(const Term *const *terms, size_t count,
                         const Term *term)
{
    size_t index = find_term(terms, count, term);
    return index < count ? (uint32_t)index : NO_INDEX;
}

uint32_t net_feature(const Net *net, const Term *feature)
{
    return index_of(net->features, net->feature_count, feature);
}

uint32_t net_move(const Net *net, size_t role, const Term *move)
{
    return index_of(net->roles[role].moves, net->roles[role].move_count, move);
}

static void find_features(Builder *builder)
{
    const Ground *ground = builder->ground;
    Net *net = builder->net;
    TermVec features = {0};
    for (size_t i = 0; i < ground->atom_count; i++)
        if (ground->keywords[i] == KEYWORD_TRUE)
            vec_push(&features, ground->atoms[i]->args[0]);
    sort_terms(features.items, features.count);
    net->feature_count = features.count;
    net->features = vec_finish(&features, net->arena);
    net->initial = arena_array(net->arena, bool, net->feature_count);
    for (size_t i = 0; i < ground->initial_count; i++)
        net->initial[net_feature(net, ground->initial[i])] = true;
}

static uint32_t role_of(const Builder *builder, const Term *name)
{
    map_each (p, &builder->role_map, name->hash)
        if (builder->ground->roles[p.index] == name)
            return p.index;
    return NO_INDEX;
}

typedef struct {
    Output *items;
    size_t count;
} Outputs;

static int by_term(const void *left, const void *right)
{
    return term_compare(((const Output *)left)->term,
                        ((const Output *)right)->term);
}

/* By role: what stands second in the atoms of KEYWORD, sorted, with literals if
 * there are any yet; in ARENA. */
static const Outputs *outputs_of(Builder *builder, Keyword keyword,
                                 Arena *arena)
{
    const Ground *ground = builder->ground;
    VEC(Output) *by_role = arena_alloc(
        builder->scratch, (ground->role_count + 1) * sizeof *by_role);
    Outputs *outputs =
        arena_array(builder->scratch, Outputs, ground->role_count + 1);
    for (size_t i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        uint32_t role = ground->keywords[i] == keyword
                            ? role_of(builder, atom->args[0])
                            : NO_INDEX;
        if (role != NO_INDEX)
            vec_push(&by_role[role],
                     ((Output){atom->args[1],
                               builder->lits ? builder->lits[i] : LIT_FALSE}));
    }
    for (size_t i = 0; i < ground->role_count; i++) {
        outputs[i].count = by_role[i].count;
        sort_items(by_role[i].items, by_role[i].count, sizeof(Output), by_term);
        outputs[i].items = vec_finish(&by_role[i], arena);
    }
    return outputs;
}

static void find_roles(Builder *builder)
{
    const Ground *ground = builder->ground;
    Net *net = builder->net;
    net->role_count = ground->role_count;
    net->roles = arena_array(net->arena, Role, net->role_count);
    builder->move_counts =
        arena_array(builder->scratch, size_t, net->role_count);
    for (uint32_t i = 0; i < net->role_count; i++)
        map_add(&builder->role_map, ground->roles[i]->hash, i);
    const Outputs *legal = outputs_of(builder, KEYWORD_LEGAL, builder->scratch);
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        role->name = ground->roles[i];
        role->is_random = term_is_named(role->name, "random", 0);
        role->move_count = builder->move_counts[i] = legal[i].count;
        role->moves = arena_array(net->arena, const Term *, role->move_count);
        for (size_t k = 0; k < role->move_count; k++)
            role->moves[k] = legal[i].items[k].term;
    }
}

static void classify_atoms(Builder *builder)
{
    const Ground *ground = builder->ground;
    builder->infos =
        arena_array(builder->scratch, AtomInfo, ground->atom_count);
    for (size_t i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        AtomInfo *info = &builder->infos[i];
        if (ground->keywords[i] == KEYWORD_TRUE) {
            info->kind = ATOM_FEATURE;
            info->number = net_feature(builder->net, atom->args[0]);
            assert(info->number != NO_INDEX);
        } else if (ground->keywords[i] == KEYWORD_DOES) {
            info->role = role_of(builder, atom->args[0]);
            info->kind = info->role == NO_INDEX ? ATOM_IMPOSSIBLE : ATOM_MOVE;
            if (info->kind == ATOM_MOVE)
                info->number =
                    net_move(builder->net, info->role, atom->args[1]);
            if (info->number == NO_INDEX)
                info->kind = ATOM_IMPOSSIBLE;
        }
    }
}

/* ---- order ---- */

static void sort_rules(Builder *builder)
{
    const Ground *ground = builder->ground;
    Arena *scratch = builder->scratch;
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < ground->rule_count; i++)
        vec_push(&edges, ((Edge){ground->rules[i].head, i}));
    Graph graph =
        graph_new(scratch, ground->atom_count, edges.items, edges.count);
    builder->first_rule = graph.first;
    builder->rules_by_head = graph.targets;
    vec_free(&edges);
}

static bool is_leaf(const Builder *builder, AtomId atom)
{
    return builder->infos[atom].kind != ATOM_DERIVED;
}

static void find_components(Builder *builder)
{
    const Ground *ground = builder->ground;
    Arena *scratch = builder->scratch;
    size_t atoms = ground->atom_count;
    VEC(Edge) edges = {0};
    for (size_t i = 0; i < ground->rule_count; i++) {
        const GroundRule *rule = &ground->rules[i];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomId to = ground->literals[rule->first + k] / 2;
            if (!is_leaf(builder, to) && !is_leaf(builder, rule->head))
                vec_push(&edges, (Edge){rule->head, to});
        }
    }
    Graph graph = graph_new(scratch, atoms, edges.items, edges.count);
    builder->component_of = arena_array(scratch, uint32_t, atoms);
    builder->component_count = graph_components(&graph, builder->component_of);
    builder->is_recursive =
        arena_array(scratch, bool, builder->component_count);
    for (size_t i = 0; i < edges.count; i++)
        if (builder->component_of[edges.items[i].from] ==
            builder->component_of[edges.items[i].to])
            builder->is_recursive[builder->component_of[edges.items[i].from]] =
                true;
    vec_clear(&edges);
    for (uint32_t i = 0; i < atoms; i++)
        vec_push(&edges, ((Edge){builder->component_of[i], i}));
    Graph members =
        graph_new(scratch, builder->component_count, edges.items, edges.count);
    builder->first_member = members.first;
    builder->members = members.targets;
    vec_free(&edges);
}

/* ---- nodes ---- */

static Lit body_lit(Builder *builder, const GroundRule *rule, Lits *lits)
{
    vec_clear(lits);
    for (uint32_t i = 0; i < rule->count; i++) {
        AtomLiteral literal = builder->ground->literals[rule->first + i];
        assert(
            is_leaf(builder, literal / 2) ||
            builder->component_of[literal / 2] <=
                builder->component_of[rule->head]); /* made before, or a loop */
        vec_push(lits, builder->lits[literal / 2] ^ (literal & 1));
    }
    return gate_and(&builder->draft.gates, lits->items, lits->count);
}

/* Sets FAILURE when time or memory is used up, polled now and then by NUMBER.
 * Sets of thousands of moves take their time, and so do atoms with thousands
 * of rules. */
static bool is_within_budget(Builder *builder, uint32_t number)
{
    if (number % 16 == 0 && !builder->failure && budget_spent(builder->budget))
        builder->failure =
            budget_reason(builder->budget, "the time was used up");
    if (number % 4096 == 0 && !builder->failure && budget_memory_low())
        builder->failure = "the memory was used up";
    return !builder->failure;
}

static Lit derived_lit(Builder *builder, AtomId atom)
{
    Lits bodies = {0}, lits = {0};
    for (uint32_t i = builder->first_rule[atom];
         i < builder->first_rule[atom + 1] && is_within_budget(builder, i);
         i++) {
        const GroundRule *rule =
            &builder->ground->rules[builder->rules_by_head[i]];
        vec_push(&bodies, body_lit(builder, rule, &lits));
    }
    Lit node = gate_or(&builder->draft.gates, bodies.items, bodies.count);
    vec_free_all(&bodies, &lits);
    return node;
}

static Lit leaf_lit(Builder *builder, AtomId atom)
{
    AtomInfo info = builder->infos[atom];
    switch (info.kind) {
    case ATOM_FEATURE:
        return builder->is_constant[info.number]
                   ? LIT_TRUE
                   : gate_feature(&builder->draft.gates, info.number);
    case ATOM_MOVE:
        return gate_move(&builder->draft.gates, info.role, info.number);
    default:
        return LIT_FALSE; /* a move of what is no role */
    }
}

static bool depends_on_own_negation(const Builder *builder, AtomId atom)
{
    const Ground *ground = builder->ground;
    for (uint32_t i = builder->first_rule[atom];
         i < builder->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &ground->rules[builder->rules_by_head[i]];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = ground->literals[rule->first + k];
            if ((literal & 1) && !is_leaf(builder, literal / 2) &&
                builder->component_of[literal / 2] ==
                    builder->component_of[atom])
                return true;
        }
    }
    return false;
}

/* Adds a component: a LOOP node for each atom, then what defines them. */
static void add_loops(Builder *builder, const AtomId *atoms, size_t count)
{
    Component component = {.first_loop = (uint32_t)builder->draft.loops.count};
    for (size_t i = 0; i < count; i++) {
        Lit lit = gate_loop(&builder->draft.gates,
                            (uint32_t)builder->draft.loops.count);
        Loop loop = {lit_node(lit), LIT_FALSE};
        builder->lits[atoms[i]] = lit;
        vec_push(&builder->draft.loops, loop);
        if (depends_on_own_negation(builder, atoms[i]))
            builder->failure = "an atom depends on its own negation";
    }
    component.end_loop = (uint32_t)builder->draft.loops.count;
    assert(component.end_loop - component.first_loop == count);
    component.first_node = (uint32_t)builder->draft.gates.nodes.count;
    for (size_t i = 0; i < count; i++)
        builder->draft.loops.items[component.first_loop + i].definition =
            derived_lit(builder, atoms[i]);
    component.end_node = (uint32_t)builder->draft.gates.nodes.count;
    vec_push(&builder->draft.components, component);
}

static void build_gates(Builder *builder)
{
    const Ground *ground = builder->ground;
    net_builder_free(&builder->draft);
    gates_init(&builder->draft.gates, builder->move_counts);
    builder->lits = arena_array(builder->scratch, Lit, ground->atom_count);
    for (AtomId i = 0; i < ground->atom_count && is_within_budget(builder, i);
         i++)
        if (is_leaf(builder, i))
            builder->lits[i] = leaf_lit(builder, i);
    for (uint32_t c = 0;
         c < builder->component_count && is_within_budget(builder, c); c++) {
        const AtomId *atoms = builder->members + builder->first_member[c];
        size_t count = builder->first_member[c + 1] - builder->first_member[c];
        if (builder->is_recursive[c])
            add_loops(builder, atoms, count);
        else if (!is_leaf(builder, atoms[0]))
            builder->lits[atoms[0]] = derived_lit(builder, atoms[0]);
    }
}

/* ---- outputs ---- */

static void set_next(Builder *builder)
{
    const Ground *ground = builder->ground;
    Net *net = builder->net;
    if (!net->next)
        net->next = arena_array(net->arena, Lit, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        net->next[i] = LIT_FALSE;
    for (size_t i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        if (ground->keywords[i] == KEYWORD_NEXT)
            net->next[net_feature(net, atom->args[0])] = builder->lits[i];
    }
}

/* Features that hold at first and always go on; true if there are new ones. */
static bool find_constants(Builder *builder)
{
    const Net *net = builder->net;
    bool has_any = false;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        if (!net->initial[i] || builder->is_constant[i])
            continue;
        const Node *node =
            &builder->draft.gates.nodes.items[lit_node(net->next[i])];
        bool keeps_itself = !lit_is_negated(net->next[i]) &&
                            node->kind == NODE_FEATURE && node->feature == i;
        if (net->next[i] == LIT_TRUE || keeps_itself)
            has_any = builder->is_constant[i] = true;
    }
    return has_any;
}

/* In the order of terms, spellings of one value are neighbours. */
static Goal *goals_of(Builder *builder, const Outputs *outputs, size_t *count)
{
    Goal *goals = arena_array(builder->net->arena, Goal, outputs->count);
    *count = 0;
    for (size_t i = 0; i < outputs->count; i++) {
        const Output *output = &outputs->items[i];
        int value = goal_value(output->term);
        Goal *last = *count ? &goals[*count - 1] : NULL;
        if (value == NO_GOAL_VALUE)
            continue;
        assert(!last || last->value <= value);
        if (last && last->value == value) {
            Lit either[2] = {last->lit, output->lit};
            last->lit = gate_or(&builder->draft.gates, either, 2);
        } else {
            goals[(*count)++] = (Goal){
                value, goal_term(builder->game->terms, value), output->lit};
        }
    }
    return goals;
}

static void set_outputs(Builder *builder)
{
    const Ground *ground = builder->ground;
    Net *net = builder->net;
    net->terminal = LIT_FALSE;
    for (size_t i = 0; i < ground->atom_count; i++)
        if (ground->keywords[i] == KEYWORD_TERMINAL)
            net->terminal = builder->lits[i];
    const Outputs *legal = outputs_of(builder, KEYWORD_LEGAL, builder->scratch);
    const Outputs *goals = outputs_of(builder, KEYWORD_GOAL, builder->scratch);
    const Outputs *percepts = outputs_of(builder, KEYWORD_SEES, net->arena);
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        role->legal = arena_array(net->arena, Lit, role->move_count);
        assert(legal[i].count == role->move_count);
        for (size_t k = 0; k < legal[i].count; k++)
            role->legal[k] = legal[i].items[k].lit;
        role->goals = goals_of(builder, &goals[i], &role->goal_count);
        role->percepts = percepts[i].items;
        role->percept_count = percepts[i].count;
    }
}

static bool is_requested(const Builder *builder, const Term *atom)
{
    for (size_t i = 0; i < builder->options->relation_count; i++) {
        const Relation *relation =
            &builder->game->relations[builder->options->relations[i]];
        if (relation->symbol == atom->symbol && relation->arity == atom->arity)
            return true;
    }
    return false;
}

static void set_atoms(Builder *builder)
{
    const Ground *ground = builder->ground;
    VEC(Output) atoms = {0};
    for (size_t i = 0;
         builder->options->relation_count && i < ground->atom_count; i++) {
        Output output = {ground->atoms[i], builder->lits[i]};
        if (is_requested(builder, output.term))
            vec_push(&atoms, output);
    }
    sort_items(atoms.items, atoms.count, sizeof *atoms.items, by_term);
    builder->net->atom_count = atoms.count;
    builder->net->atoms = vec_finish(&atoms, builder->net->arena);
}

Lit net_atom(const Net *net, const Term *atom)
{
    Output key = {atom, LIT_FALSE};
    size_t index = sort_find(net->atoms, net->atom_count, sizeof *net->atoms,
                             &key, by_term);
    return index < net->atom_count ? net->atoms[index].lit : LIT_FALSE;
}

/* ---- all of it ---- */

static void build_net(Builder *builder)
{
    find_features(builder);
    find_roles(builder);
    classify_atoms(builder);
    sort_rules(builder);
    find_components(builder);
    builder->is_constant =
        arena_array(builder->scratch, bool, builder->net->feature_count);
    do {
        build_gates(builder);
        if (!builder->failure)
            set_next(builder);
    } while (!builder->failure && !builder->options->features &&
             find_constants(builder));
    if (!builder->failure) {
        set_outputs(builder);
        set_atoms(builder);
        net_builder_finish(&builder->draft, &builder->net, 1);
    }
    net_builder_free(&builder->draft);
    map_free(&builder->role_map);
}

/* The millions of terms that were made in vain would slow down who interprets
 * the rules instead; the text of FAILURE may be one of them. */
static const char *discard_terms(Terms *terms, TermsMark mark,
                                 const char *failure)
{
    Text text = {0};
    text_adds(&text, failure);
    terms_rewind(terms, mark);
    failure = terms_keep(terms, text_string(&text));
    text_free(&text);
    return failure;
}

const Net *net_new_with(const Game *game, const NetOptions *options,
                        const Budget *budget, const char **failure)
{
    TermsMark mark = terms_mark(game->terms);
    Arena *scratch = arena_new(), *arena = arena_new();
    Net *net = arena_alloc(arena, sizeof *net);
    Ground ground = instantiate_with(game, options, scratch, budget);
    Builder builder = {.ground = &ground,
                       .game = game,
                       .options = options,
                       .net = net,
                       .scratch = scratch,
                       .budget = budget};
    net->anywhere = options->features;
    net->arena = arena;
    net->ground_rules = ground.rule_count;
    net->ground_atoms = ground.atom_count;
    *failure = ground.failure;
    if (!*failure) {
        build_net(&builder);
        *failure = builder.failure;
    }
    arena_free(scratch);
    if (!*failure)
        return net;
    arena_free(arena);
    *failure = discard_terms(game->terms, mark, *failure);
    return NULL;
}

const Net *net_new(const Game *game, const Budget *budget, const char **failure)
{
    NetOptions none = {0};
    return net_new_with(game, &none, budget, failure);
}

void net_free(const Net *net)
{
    if (net)
        arena_free(net->arena);
}
