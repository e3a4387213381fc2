/* net_new.c - translate ground rules into a network
 *
 * In:   ground rules (ground/instantiate.h)
 * Out:  a Net
 * Next: net_builder.c, the other half, keeps the nodes that outputs need
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

typedef struct {
    const Ground *ground;
    const Game *game;
    const NetOptions *options;
    Net *net;
    Arena *scratch;
    const Budget *budget;
    Map role_map;           /* roles, by the hash of their names */
    Graph rules_of;         /* by atom: the rules whose head it is */
    uint32_t *component_of; /* of each atom */
    Graph members;          /* by component: its atoms */
    bool *is_recursive;     /* components that depend on themselves */
    bool *is_constant;      /* features that are always true */
    size_t *move_counts;
    NetBuilder builder;
    Lit *lits; /* by atom */
    const char *failure;
} Translator;

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

static void find_features(Translator *translator)
{
    const Ground *ground = translator->ground;
    Net *net = translator->net;
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

static uint32_t role_of(const Translator *translator, const Term *name)
{
    map_each (p, &translator->role_map, name->hash)
        if (translator->ground->roles[p.index] == name)
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
static const Outputs *outputs_of(Translator *translator, Keyword keyword,
                                 Arena *arena)
{
    const Ground *ground = translator->ground;
    VEC(Output) *by_role = arena_alloc(
        translator->scratch, (ground->role_count + 1) * sizeof *by_role);
    Outputs *outputs =
        arena_array(translator->scratch, Outputs, ground->role_count + 1);
    for (size_t i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        uint32_t role = ground->keywords[i] == keyword
                            ? role_of(translator, atom->args[0])
                            : NO_INDEX;
        if (role != NO_INDEX)
            vec_push(
                &by_role[role],
                ((Output){atom->args[1],
                          translator->lits ? translator->lits[i] : LIT_FALSE}));
    }
    for (size_t i = 0; i < ground->role_count; i++) {
        outputs[i].count = by_role[i].count;
        sort_items(by_role[i].items, by_role[i].count, sizeof(Output), by_term);
        outputs[i].items = vec_finish(&by_role[i], arena);
    }
    return outputs;
}

static void find_roles(Translator *translator)
{
    const Ground *ground = translator->ground;
    Net *net = translator->net;
    net->role_count = ground->role_count;
    net->roles = arena_array(net->arena, Role, net->role_count);
    translator->move_counts =
        arena_array(translator->scratch, size_t, net->role_count);
    for (uint32_t i = 0; i < net->role_count; i++)
        map_add(&translator->role_map, ground->roles[i]->hash, i);
    const Outputs *legal =
        outputs_of(translator, KEYWORD_LEGAL, translator->scratch);
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        role->name = ground->roles[i];
        role->is_random = term_is_named(role->name, "random", 0);
        role->move_count = translator->move_counts[i] = legal[i].count;
        role->moves = arena_array(net->arena, const Term *, role->move_count);
        for (size_t k = 0; k < role->move_count; k++)
            role->moves[k] = legal[i].items[k].term;
    }
}

/* ---- order ---- */

static void sort_rules(Translator *translator)
{
    const Ground *ground = translator->ground;
    uint32_t *heads =
        arena_array(translator->scratch, uint32_t, ground->rule_count);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        heads[i] = ground->rules[i].head;
    translator->rules_of = graph_members(
        translator->scratch, ground->atom_count, heads, ground->rule_count);
}

static bool is_leaf(const Translator *translator, AtomId atom)
{
    Keyword keyword = translator->ground->keywords[atom];
    return keyword == KEYWORD_TRUE || keyword == KEYWORD_DOES;
}

static void find_components(Translator *translator)
{
    const Ground *ground = translator->ground;
    Arena *scratch = translator->scratch;
    size_t atoms = ground->atom_count;
    VEC(Edge) edges = {0};
    for (size_t i = 0; i < ground->rule_count; i++) {
        const GroundRule *rule = &ground->rules[i];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomId to = ground->literals[rule->first + k] / 2;
            if (!is_leaf(translator, to) && !is_leaf(translator, rule->head))
                vec_push(&edges, (Edge){rule->head, to});
        }
    }
    Graph graph = graph_new(scratch, atoms, edges.items, edges.count);
    translator->component_of = arena_array(scratch, uint32_t, atoms);
    uint32_t count = graph_components(&graph, translator->component_of);
    translator->is_recursive = arena_array(scratch, bool, count);
    for (size_t i = 0; i < edges.count; i++)
        if (translator->component_of[edges.items[i].from] ==
            translator->component_of[edges.items[i].to])
            translator
                ->is_recursive[translator->component_of[edges.items[i].from]] =
                true;
    translator->members =
        graph_members(scratch, count, translator->component_of, atoms);
    vec_free(&edges);
}

/* ---- nodes ---- */

static Lit body_lit(Translator *translator, const GroundRule *rule, Lits *lits)
{
    vec_clear(lits);
    for (uint32_t i = 0; i < rule->count; i++) {
        AtomLiteral literal = translator->ground->literals[rule->first + i];
        assert(is_leaf(translator, literal / 2) ||
               translator->component_of[literal / 2] <=
                   translator
                       ->component_of[rule->head]); /* made before, or a loop */
        vec_push(lits, translator->lits[literal / 2] ^ (literal & 1));
    }
    return gate_and(&translator->builder.gates, lits->items, lits->count);
}

/* Sets FAILURE when time or memory is used up, polled now and then by NUMBER.
 * Sets of thousands of moves take their time, and so do atoms with thousands
 * of rules. */
static bool is_within_budget(Translator *translator, uint32_t number)
{
    if (number % 16 == 0 && !translator->failure &&
        budget_spent(translator->budget))
        translator->failure =
            budget_reason(translator->budget, "the time was used up");
    if (number % 4096 == 0 && !translator->failure && budget_memory_low())
        translator->failure = "the memory was used up";
    return !translator->failure;
}

static Lit derived_lit(Translator *translator, AtomId atom)
{
    Lits bodies = {0}, lits = {0};
    const Graph *rules_of = &translator->rules_of;
    for (uint32_t i = rules_of->first[atom];
         i < rules_of->first[atom + 1] && is_within_budget(translator, i);
         i++) {
        const GroundRule *rule =
            &translator->ground->rules[rules_of->targets[i]];
        vec_push(&bodies, body_lit(translator, rule, &lits));
    }
    Lit node = gate_or(&translator->builder.gates, bodies.items, bodies.count);
    vec_free_all(&bodies, &lits);
    return node;
}

static Lit leaf_lit(Translator *translator, AtomId atom)
{
    const Net *net = translator->net;
    const Term *const *args = translator->ground->atoms[atom]->args;
    Gates *gates = &translator->builder.gates;
    if (translator->ground->keywords[atom] == KEYWORD_TRUE) {
        uint32_t feature = net_feature(net, args[0]);
        assert(feature != NO_INDEX);
        return translator->is_constant[feature] ? LIT_TRUE
                                                : gate_feature(gates, feature);
    }
    uint32_t role = role_of(translator, args[0]);
    uint32_t move = role == NO_INDEX ? NO_INDEX : net_move(net, role, args[1]);
    return move == NO_INDEX ? LIT_FALSE /* a move of what is no role */
                            : gate_move(gates, role, move);
}

static bool depends_on_own_negation(const Translator *translator, AtomId atom)
{
    const Ground *ground = translator->ground;
    const Graph *rules_of = &translator->rules_of;
    for (uint32_t i = rules_of->first[atom]; i < rules_of->first[atom + 1];
         i++) {
        const GroundRule *rule = &ground->rules[rules_of->targets[i]];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = ground->literals[rule->first + k];
            if ((literal & 1) && !is_leaf(translator, literal / 2) &&
                translator->component_of[literal / 2] ==
                    translator->component_of[atom])
                return true;
        }
    }
    return false;
}

/* Adds a component: a NODE_LOOP for each atom, then what defines them. */
static void add_loops(Translator *translator, const AtomId *atoms, size_t count)
{
    Component component = {.first_loop =
                               (uint32_t)translator->builder.loops.count};
    for (size_t i = 0; i < count; i++) {
        Lit lit = gate_loop(&translator->builder.gates,
                            (uint32_t)translator->builder.loops.count);
        Loop loop = {lit_node(lit), LIT_FALSE};
        translator->lits[atoms[i]] = lit;
        vec_push(&translator->builder.loops, loop);
        if (depends_on_own_negation(translator, atoms[i]))
            translator->failure = "an atom depends on its own negation";
    }
    component.end_loop = (uint32_t)translator->builder.loops.count;
    assert(component.end_loop - component.first_loop == count);
    component.first_node = (uint32_t)translator->builder.gates.nodes.count;
    for (size_t i = 0; i < count; i++)
        translator->builder.loops.items[component.first_loop + i].definition =
            derived_lit(translator, atoms[i]);
    component.end_node = (uint32_t)translator->builder.gates.nodes.count;
    vec_push(&translator->builder.components, component);
}

static void build_gates(Translator *translator)
{
    const Ground *ground = translator->ground;
    net_builder_free(&translator->builder);
    gates_init(&translator->builder.gates, translator->move_counts);
    translator->lits =
        arena_array(translator->scratch, Lit, ground->atom_count);
    for (AtomId i = 0;
         i < ground->atom_count && is_within_budget(translator, i); i++)
        if (is_leaf(translator, i))
            translator->lits[i] = leaf_lit(translator, i);
    const Graph *members = &translator->members;
    for (uint32_t c = 0; c < members->nodes && is_within_budget(translator, c);
         c++) {
        const AtomId *atoms = members->targets + members->first[c];
        size_t count = members->first[c + 1] - members->first[c];
        if (translator->is_recursive[c])
            add_loops(translator, atoms, count);
        else if (!is_leaf(translator, atoms[0]))
            translator->lits[atoms[0]] = derived_lit(translator, atoms[0]);
    }
}

/* ---- outputs ---- */

static void set_next(Translator *translator)
{
    const Ground *ground = translator->ground;
    Net *net = translator->net;
    if (!net->next)
        net->next = arena_array(net->arena, Lit, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        net->next[i] = LIT_FALSE;
    for (size_t i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        if (ground->keywords[i] == KEYWORD_NEXT)
            net->next[net_feature(net, atom->args[0])] = translator->lits[i];
    }
}

/* Features that hold at first and always go on; true if there are new ones. */
static bool find_constants(Translator *translator)
{
    const Net *net = translator->net;
    bool has_any = false;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        if (!net->initial[i] || translator->is_constant[i])
            continue;
        const Node *node =
            &translator->builder.gates.nodes.items[lit_node(net->next[i])];
        bool keeps_itself = !lit_is_negated(net->next[i]) &&
                            node->kind == NODE_FEATURE && node->feature == i;
        if (net->next[i] == LIT_TRUE || keeps_itself)
            has_any = translator->is_constant[i] = true;
    }
    return has_any;
}

/* By value, whose spellings may be several. */
static Goal *goals_of(Translator *translator, const Outputs *outputs,
                      size_t *count)
{
    Lits by_value[MAX_GOAL_VALUE + 1] = {{0}};
    Goal *goals = arena_array(translator->net->arena, Goal, outputs->count);
    for (size_t i = 0; i < outputs->count; i++) {
        int value = goal_value(outputs->items[i].term);
        if (value != NO_GOAL_VALUE)
            vec_push(&by_value[value], outputs->items[i].lit);
    }
    *count = 0;
    for (int value = 0; value <= MAX_GOAL_VALUE; value++) {
        Lits *lits = &by_value[value];
        if (lits->count)
            goals[(*count)++] = (Goal){
                value, goal_term(translator->game->terms, value),
                gate_or(&translator->builder.gates, lits->items, lits->count)};
        vec_free(lits);
    }
    return goals;
}

static void set_outputs(Translator *translator)
{
    const Ground *ground = translator->ground;
    Net *net = translator->net;
    net->terminal = LIT_FALSE;
    for (size_t i = 0; i < ground->atom_count; i++)
        if (ground->keywords[i] == KEYWORD_TERMINAL)
            net->terminal = translator->lits[i];
    const Outputs *legal =
        outputs_of(translator, KEYWORD_LEGAL, translator->scratch);
    const Outputs *goals =
        outputs_of(translator, KEYWORD_GOAL, translator->scratch);
    const Outputs *percepts = outputs_of(translator, KEYWORD_SEES, net->arena);
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        role->legal = arena_array(net->arena, Lit, role->move_count);
        assert(legal[i].count == role->move_count);
        for (size_t k = 0; k < legal[i].count; k++)
            role->legal[k] = legal[i].items[k].lit;
        role->goals = goals_of(translator, &goals[i], &role->goal_count);
        role->percepts = percepts[i].items;
        role->percept_count = percepts[i].count;
    }
}

static bool is_requested(const Translator *translator, const Term *atom)
{
    for (size_t i = 0; i < translator->options->relation_count; i++) {
        const Relation *relation =
            &translator->game->relations[translator->options->relations[i]];
        if (relation->symbol == atom->symbol && relation->arity == atom->arity)
            return true;
    }
    return false;
}

static void set_atoms(Translator *translator)
{
    const Ground *ground = translator->ground;
    VEC(Output) atoms = {0};
    for (size_t i = 0;
         translator->options->relation_count && i < ground->atom_count; i++) {
        Output output = {ground->atoms[i], translator->lits[i]};
        if (is_requested(translator, output.term))
            vec_push(&atoms, output);
    }
    sort_items(atoms.items, atoms.count, sizeof *atoms.items, by_term);
    translator->net->atom_count = atoms.count;
    translator->net->atoms = vec_finish(&atoms, translator->net->arena);
}

Lit net_atom(const Net *net, const Term *atom)
{
    Output key = {atom, LIT_FALSE};
    size_t index = sort_find(net->atoms, net->atom_count, sizeof *net->atoms,
                             &key, by_term);
    return index < net->atom_count ? net->atoms[index].lit : LIT_FALSE;
}

/* ---- all of it ---- */

static void build_net(Translator *translator)
{
    find_features(translator);
    find_roles(translator);
    sort_rules(translator);
    find_components(translator);
    translator->is_constant =
        arena_array(translator->scratch, bool, translator->net->feature_count);
    do {
        build_gates(translator);
        if (!translator->failure)
            set_next(translator);
    } while (!translator->failure && !translator->options->features &&
             find_constants(translator));
    if (!translator->failure) {
        set_outputs(translator);
        set_atoms(translator);
        net_builder_finish(&translator->builder, &translator->net, 1);
    }
    net_builder_free(&translator->builder);
    map_free(&translator->role_map);
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
    Translator translator = {.ground = &ground,
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
        build_net(&translator);
        *failure = translator.failure;
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
