/* domain_graph.c - the graph of argument places, and its drawing by Graphviz
 *
 * In:   the clauses of a Game
 * Out:  text for dot
 *
 * As in the figures of IJCAI-09: ellipses are argument places, boxes are
 * symbols; a symbol is drawn once, and joined to every place at which a
 * rule has it.
 */
#include "analysis/domain_internal.h"

#include "base/sort.h"
#include "base/vec.h"
#include "lang/print.h"

#include <string.h>

/* ---- places and edges ---- */

void place_graph_add_edge(PlaceGraph *graph, uint32_t from, uint32_t to)
{
    if (graph->shared_count == MAX_EDGES) {
        graph->complete = false;
        return;
    }
    graph->shared_count++;
    vec_push(&graph->edges, (DomainEdge){NULL, from, to});
}

/* A place for each argument of SYMBOL whose node has none. Relations have
 * places of their own: where GDL has them be the same, as players are roles,
 * there is an edge. */
static void add_places(PlaceGraph *graph, PlaceHolder holder,
                       const Symbol *symbol, size_t arity,
                       const Domain *const *args)
{
    for (size_t i = 0; i < arity; i++) {
        uint32_t *place = &graph->place_of[args[i]->index];
        uint32_t added = (uint32_t)graph->places.count;
        bool is_known = *place != NO_GRAPH_PLACE;
        if (args[i] == graph->hidden || (is_known && holder != OF_RELATION))
            continue;
        if (added == MAX_GRAPH_PLACES) {
            graph->complete = false;
            return;
        }
        vec_push(&graph->places, (GraphPlace){holder, symbol, arity, i, args[i],
                                              NO_GRAPH_PLACE});
        if (is_known)
            vec_push(&graph->same, (DomainEdge){NULL, *place, added});
        else
            *place = added;
    }
}

static void add_functions(PlaceGraph *graph, PlaceHolder holder,
                          const Domain *domain)
{
    for (size_t i = 0; i < domain->count; i++)
        add_places(graph, holder, domain->shapes[i].symbol,
                   domain->shapes[i].arity, domain->shapes[i].args);
}

/* true stands for init and next, too, and legal for does. Relations that were
 * added for safety stand in no text. */
static void add_relations(const Domains *domains, PlaceGraph *graph,
                          const Domain *const *legal)
{
    const Game *game = domains->game;
    add_places(graph, OF_RELATION, term_symbol(game->terms, "true", 4), 1,
               &domains->features);
    if (legal)
        add_places(graph, OF_RELATION, term_symbol(game->terms, "legal", 5), 2,
                   legal);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        if ((relation->defined || relation->used) &&
            !is_feature_keyword(relation->keyword) &&
            relation->keyword != KEYWORD_LEGAL &&
            relation->keyword != KEYWORD_DOES)
            add_places(graph, OF_RELATION, relation->symbol, relation->arity,
                       domains->relation_domains[i]);
    }
}

void place_graph_add_places(const Domains *domains, PlaceGraph *graph)
{
    const Game *game = domains->game;
    RelationId legal = game->keyword[KEYWORD_LEGAL];
    const Domain *const *moves =
        legal == NO_RELATION ? NULL : domains->relation_domains[legal];
    graph->place_of =
        arena_array(domains->arena, uint32_t, domains->table.count);
    memset(graph->place_of, 0xff,
           domains->table.count * sizeof *graph->place_of);
    add_functions(graph, OF_FEATURE, domains->features);
    if (moves)
        add_functions(graph, OF_MOVE, moves[1]);
    add_relations(domains, graph, moves);
    for (size_t i = 0; i < graph->places.count; i++) /* it grows */
        add_functions(graph, OF_FUNCTION, graph->places.items[i].domain);
    for (size_t i = 0; graph->parents && i < graph->places.count; i++) {
        GraphPlace *place = &graph->places.items[i];
        uint32_t parent = graph->parents[place->domain->index];
        if (parent != NO_GRAPH_PLACE)
            place->parent = graph->place_of[parent];
    }
}

/* ---- drawing ---- */

static void add_quoted(Text *out, const char *label)
{
    Text clean = {0};
    text_add_printable(&clean, label, strlen(label));
    text_addc(out, '"');
    for (const char *at = text_string(&clean); *at; at++) {
        if (*at == '"' || *at == '\\')
            text_addc(out, '\\');
        text_addc(out, *at);
    }
    text_addc(out, '"');
    text_free(&clean);
}

static int by_name(const void *left, const void *right)
{
    return symbol_compare(*(const Symbol *const *)left,
                          *(const Symbol *const *)right);
}

static void draw_symbols(Text *out, const Domains *domains)
{
    VEC(const Symbol *) symbols = {0};
    Text label = {0};
    for (size_t i = 0; i < domains->edge_count; i++)
        if (domains->edges[i].symbol)
            vec_push(&symbols, domains->edges[i].symbol);
    symbols.count = sort_unique(symbols.items, symbols.count,
                                sizeof *symbols.items, by_name);
    text_adds(out, "\n    node [shape=box];\n");
    for (size_t i = 0; i < symbols.count; i++) {
        label.length = 0;
        symbol_print(&label, symbols.items[i], SYNTAX_INFIX);
        text_addf(out, "    s%u [label=", symbols.items[i]->id);
        add_quoted(out, text_string(&label));
        text_adds(out, "];\n");
    }
    vec_free(&symbols);
    text_free(&label);
}

static void draw_edges(Text *out, const Domains *domains, bool from_symbols,
                       const char *sign)
{
    text_addc(out, '\n');
    for (size_t i = 0; i < domains->edge_count; i++) {
        DomainEdge edge = domains->edges[i];
        if (!edge.symbol == !from_symbols)
            text_addf(out, "    %c%u %s a%u;\n", from_symbols ? 's' : 'a',
                      from_symbols ? edge.symbol->id : edge.from, sign,
                      edge.to);
    }
}

void domains_draw(Text *out, const Domains *domains)
{
    bool is_undirected = domains->kind == DOMAINS_GRAPH;
    const char *sign = is_undirected ? "--" : "->";
    text_addf(out,
              "%s domains {\n    rankdir=LR;\n    node "
              "[shape=ellipse];\n",
              is_undirected ? "graph" : "digraph");
    for (size_t i = 0; i < domains->argument_count; i++) {
        text_addf(out, "    a%zu [label=", i);
        add_quoted(out, domains->arguments[i].name);
        text_adds(out, "];\n");
    }
    draw_symbols(out, domains);
    draw_edges(out, domains, true, sign);
    draw_edges(out, domains, false, sign);
    if (!domains->complete)
        text_adds(out, "    // there is more than can be drawn\n");
    text_adds(out, "}\n");
}
