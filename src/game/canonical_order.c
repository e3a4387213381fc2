/* canonical_order.c - an order of rules and symbols that is in the rules
 *
 * In:   Rules
 * Out:  the same, with symbols, rules, conditions and variables in an order
 *       that depends neither on names nor on the text
 * Next: game.c judges them as any rules
 *
 * Whatever chooses among symbols or rules takes the first, so that names and
 * the order of the text would decide what a proof finds. Here the rules are a
 * graph of symbols, rules, conditions, variables and terms, with edges that say
 * what stands where. Its nodes are ordered by colour refinement (Weisfeiler and
 * Leman 1968): nodes of one class are told apart by the classes of their
 * neighbours, until nothing changes. In (succ 1 2) (succ 2 3) ... only 1 has no
 * predecessor, so that 2 is the only one behind it, and so on. Nodes that are
 * left in one class are as good as always symmetric; then one is chosen, by
 * name, which tells others apart. Start reading at canonical_order(), at the
 * end.
 */
#include "game/judge.h"

#include "base/sort.h"

#include <stdio.h>
#include <string.h>

/* Edges looked at; then names decide about what is left. */
static const uint64_t MAX_WORK = 100000000;

typedef enum {
    NODE_WORD,   /* a symbol that GDL gives a meaning, */
    NODE_SYMBOL, /* any other that occurs; both have their id as number */
    NODE_PART,   /* a rule, a condition, a variable or a compound term */
    NODE_NONE,   /* a symbol that does not occur */
} NodeKind;

typedef struct {
    NodeKind kind;
    uint32_t number;      /* of a role, by its place in the text; else 0 */
    const Symbol *symbol; /* not of NODE_PART */
} OrderNode;

/* Conditions have their kind as label. */
enum { SYMBOL_LABEL = CONDITION_OR + 1, ATOM_LABEL, ARGUMENT_LABEL };

typedef struct {
    uint32_t from, to, label; /* what stands where */
} LabelledEdge;

/* What can be put into another order: the rules, or the parts of a condition.
 * Their nodes have numbers from FIRST_NODE on. */
typedef struct {
    void *items;
    size_t size, count;
    uint32_t first_node;
} OrderedList;

typedef struct {
    Terms *terms;
    Arena *scratch;
    VEC(OrderNode) nodes;
    VEC(LabelledEdge) edges;
    VEC(OrderedList) lists;
    TermVec variables;            /* of the rule at hand, */
    VEC(uint32_t) variable_nodes; /* and their nodes */
    uint32_t *order;              /* nodes, those of a class together */
    uint32_t *class_of; /* of each node: where its class begins in ORDER */
    uint32_t *sizes;    /* of the class that begins there */
    uint64_t *sums;     /* by node: what its neighbours are */
    uint64_t work;
} Ordering;

/* ---- the graph ---- */

static uint32_t add_nodes(Ordering *ordering, NodeKind kind, size_t count)
{
    uint32_t first = (uint32_t)ordering->nodes.count;
    for (size_t i = 0; i < count; i++)
        vec_push(&ordering->nodes, (OrderNode){.kind = kind});
    return first;
}

static void add_edge(Ordering *ordering, uint32_t from, uint32_t to,
                     uint32_t label)
{
    vec_push(&ordering->edges, (LabelledEdge){from, to, label});
}

static uint32_t symbol_node(Ordering *ordering, const Symbol *symbol)
{
    OrderNode *node = &ordering->nodes.items[symbol->id];
    bool is_word = is_keyword(symbol) || strcmp(symbol->name, "random") == 0 ||
                   strcmp(symbol->name, "distinct") == 0;
    node->kind = is_word ? NODE_WORD : NODE_SYMBOL;
    node->symbol = symbol;
    return symbol->id;
}

static uint32_t variable_number(Ordering *ordering, const Term *variable)
{
    uint32_t number = 0;
    while (number < ordering->variables.count &&
           ordering->variables.items[number] != variable)
        number++;
    if (number == ordering->variables.count)
        vec_push(&ordering->variables, variable);
    return number;
}

static uint32_t variable_node(Ordering *ordering, const Term *variable)
{
    uint32_t number = variable_number(ordering, variable);
    if (number == ordering->variable_nodes.count)
        vec_push(&ordering->variable_nodes, add_nodes(ordering, NODE_PART, 1));
    return ordering->variable_nodes.items[number];
}

/* Connects NODE, which stands for TERM, with its symbol and arguments. */
static void add_term(Ordering *ordering, uint32_t node, const Term *term)
{
    add_edge(ordering, node, symbol_node(ordering, term->symbol), SYMBOL_LABEL);
    for (uint32_t i = 0; i < term->arity; i++) {
        const Term *arg = term->args[i];
        uint32_t arg_node = term_is_variable(arg) ? variable_node(ordering, arg)
                            : arg->arity ? add_nodes(ordering, NODE_PART, 1)
                                         : symbol_node(ordering, arg->symbol);
        add_edge(ordering, node, arg_node, ARGUMENT_LABEL + i);
        if (arg->arity)
            add_term(ordering, arg_node, arg);
    }
}

static void add_conditions(Ordering *ordering, uint32_t parent,
                           const Condition **parts, size_t count)
{
    uint32_t node = add_nodes(ordering, NODE_PART, count);
    vec_push(&ordering->lists,
             (OrderedList){parts, sizeof *parts, count, node});
    for (size_t i = 0; i < count; i++, node++) {
        add_edge(ordering, parent, node, parts[i]->kind);
        if (parts[i]->atom)
            add_term(ordering, node, parts[i]->atom);
        else
            add_conditions(ordering, node, parts[i]->parts, parts[i]->count);
    }
}

/* The order of roles is part of a game. */
static void add_rules(Ordering *ordering, Rules *rules)
{
    uint32_t role_count = 0;
    add_nodes(ordering, NODE_NONE, terms_symbol_count(rules->terms));
    uint32_t node = add_nodes(ordering, NODE_PART, rules->count);
    vec_push(&ordering->lists, (OrderedList){rules->items, sizeof *rules->items,
                                             rules->count, node});
    for (size_t i = 0; i < rules->count; i++, node++) {
        const Rule *rule = &rules->items[i];
        vec_clear(&ordering->variables);
        vec_clear(&ordering->variable_nodes);
        if (keyword_of_atom(rule->head) == KEYWORD_ROLE)
            ordering->nodes.items[node].number = ++role_count;
        add_term(ordering, node, rule->head);
        add_conditions(ordering, node, rule->body, rule->count);
    }
}

/* ---- classes ---- */

/* Sorts the nodes from FIRST to END in ORDER, and makes classes of those that
 * are equal. */
static void split(Ordering *ordering, uint32_t first, uint32_t end,
                  CompareWith *compare)
{
    uint32_t *order = ordering->order, start = first;
    sort_items_with(order + first, end - first, sizeof *order, compare,
                    ordering);
    for (uint32_t i = first + 1; i <= end; i++) {
        if (i < end && compare(&order[i - 1], &order[i], ordering) == 0)
            continue;
        ordering->sizes[start] = i - start;
        for (uint32_t k = start; k < i; k++)
            ordering->class_of[order[k]] = start;
        start = i;
    }
}

static int by_beginning(const void *left, const void *right, void *context)
{
    const Ordering *ordering = context;
    const OrderNode *a = &ordering->nodes.items[*(const uint32_t *)left],
                    *b = &ordering->nodes.items[*(const uint32_t *)right];
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->kind == NODE_WORD ? strcmp(a->symbol->name, b->symbol->name) : 0;
}

/* The classes that are given: words by name, roles by number. */
static void begin_classes(Ordering *ordering)
{
    Arena *scratch = ordering->scratch;
    uint32_t count = (uint32_t)ordering->nodes.count;
    ordering->order = arena_array(scratch, uint32_t, count);
    ordering->class_of = arena_array(scratch, uint32_t, count);
    ordering->sizes = arena_array(scratch, uint32_t, count);
    ordering->sums = arena_array(scratch, uint64_t, count);
    for (uint32_t i = 0; i < count; i++)
        ordering->order[i] = i;
    split(ordering, 0, count, by_beginning);
}

/* ---- refinement ---- */

static int by_sum(const void *left, const void *right, void *context)
{
    const Ordering *ordering = context;
    uint64_t a = ordering->sums[*(const uint32_t *)left],
             b = ordering->sums[*(const uint32_t *)right];
    return (a > b) - (a < b);
}

/* A number for a neighbour in CLASS at the other end of an edge; those of all
 * neighbours are added up, in whatever order they come. */
static uint64_t neighbour_hash(uint32_t label, uint32_t class)
{
    uint64_t hash = ((uint64_t)label << 32 | class) + 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u; /* SplitMix64 */
    hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
    return hash ^ hash >> 31;
}

/* Splits classes by the neighbours of their nodes; whether there was one. */
static bool refine_once(Ordering *ordering)
{
    const uint32_t *class_of = ordering->class_of, *order = ordering->order;
    uint32_t count = (uint32_t)ordering->nodes.count;
    bool is_split = false;
    memset(ordering->sums, 0, count * sizeof *ordering->sums);
    for (size_t i = 0; i < ordering->edges.count; i++) {
        LabelledEdge edge = ordering->edges.items[i];
        ordering->sums[edge.from] +=
            neighbour_hash(2 * edge.label, class_of[edge.to]);
        ordering->sums[edge.to] +=
            neighbour_hash(2 * edge.label + 1, class_of[edge.from]);
    }
    for (uint32_t first = 0, end; first < count; first = end) {
        uint32_t same = first + 1;
        end = first + ordering->sizes[first];
        while (same < end && !by_sum(&order[first], &order[same], ordering))
            same++;
        if (same < end) {
            split(ordering, first, end, by_sum);
            is_split = true;
        }
    }
    ordering->work += ordering->edges.count;
    return is_split;
}

/* By class, then by name: goal values have their order; then by the text. */
static int by_place(const void *left, const void *right, void *context)
{
    const Ordering *ordering = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const Symbol *symbol = ordering->nodes.items[a].symbol,
                 *other = ordering->nodes.items[b].symbol;
    int order = compare_numbers(&ordering->class_of[a], &ordering->class_of[b]);
    if (!order && symbol && other)
        order = compare_names(symbol->name, other->name);
    return order ? order : compare_numbers(&a, &b);
}

/* Makes the last node by name of the class at FIRST a class of its own. */
static void split_off_last(Ordering *ordering, uint32_t first)
{
    uint32_t *order = ordering->order, last = first,
             end = first + ordering->sizes[first];
    for (uint32_t i = first + 1; i < end; i++)
        if (by_place(&order[last], &order[i], ordering) < 0)
            last = i;
    uint32_t node = order[last];
    order[last] = order[end - 1];
    order[end - 1] = node;
    ordering->class_of[node] = end - 1;
    ordering->sizes[end - 1] = 1;
    ordering->sizes[first] = end - 1 - first;
}

static void refine(Ordering *ordering)
{
    uint32_t first = 0;
    for (;;) {
        bool is_split = true;
        while (is_split && ordering->work < MAX_WORK)
            is_split = refine_once(ordering);
        while (first < ordering->nodes.count && ordering->sizes[first] == 1)
            first++;
        if (is_split || first == ordering->nodes.count ||
            ordering->nodes.items[ordering->order[first]].kind == NODE_NONE)
            return;
        split_off_last(ordering, first);
    }
}

/* ---- the rules in this order ---- */

static void sort_list(Ordering *ordering, const OrderedList *list)
{
    Arena *scratch = ordering->scratch;
    ArenaMark mark = arena_mark(scratch);
    size_t size = list->size;
    const char *copy = arena_copy(scratch, list->items, list->count * size);
    uint32_t *nodes = arena_array(scratch, uint32_t, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        nodes[i] = list->first_node + i;
    sort_items_with(nodes, list->count, sizeof *nodes, by_place, ordering);
    for (size_t i = 0; i < list->count; i++)
        memcpy((char *)list->items + i * size,
               copy + (nodes[i] - list->first_node) * size, size);
    arena_rewind(scratch, mark);
}

/* TERM with its variables called ?0, ?1, ... as they come. */
static const Term *rename_variables(Ordering *ordering, const Term *term)
{
    char name[16];
    if (term_is_ground(term))
        return term;
    if (term_is_variable(term)) {
        int length =
            snprintf(name, sizeof name, "%u", variable_number(ordering, term));
        return term_variable(
            ordering->terms,
            term_variable_symbol(ordering->terms, name, (size_t)length));
    }
    TermVec args = {0};
    for (size_t i = 0; i < term->arity; i++)
        vec_push(&args, rename_variables(ordering, term->args[i]));
    term = term_compound(ordering->terms, term->symbol, args.count, args.items);
    vec_free(&args);
    return term;
}

static void rename_in_conditions(Ordering *ordering, const Condition **parts,
                                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Condition *part = (Condition *)parts[i]; /* ours, as the rules are */
        if (part->atom)
            part->atom = rename_variables(ordering, part->atom);
        rename_in_conditions(ordering, part->parts, part->count);
    }
}

static void apply_order(Ordering *ordering, Rules *rules)
{
    VEC(const Symbol *) symbols = {0};
    for (size_t i = ordering->lists.count; i > 0; i--)
        sort_list(ordering, &ordering->lists.items[i - 1]);
    for (size_t i = 0; i < rules->count; i++) {
        Rule *rule = &rules->items[i];
        vec_clear(&ordering->variables);
        rule->head = rename_variables(ordering, rule->head);
        rename_in_conditions(ordering, rule->body, rule->count);
    }
    sort_items_with(ordering->order, ordering->nodes.count,
                    sizeof *ordering->order, by_place, ordering);
    for (size_t i = 0; i < ordering->nodes.count; i++)
        if (ordering->nodes.items[ordering->order[i]].symbol)
            vec_push(&symbols,
                     ordering->nodes.items[ordering->order[i]].symbol);
    terms_set_order(rules->terms, symbols.items, symbols.count);
    vec_free(&symbols);
}

void canonical_order(Rules *rules)
{
    Ordering ordering = {.terms = rules->terms, .scratch = arena_new()};
    add_rules(&ordering, rules);
    begin_classes(&ordering);
    refine(&ordering);
    apply_order(&ordering, rules);
    vec_free_all(&ordering.nodes, &ordering.edges, &ordering.lists,
                 &ordering.variables, &ordering.variable_nodes);
    arena_free(ordering.scratch);
}
