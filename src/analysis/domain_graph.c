/* domain_graph.c - the graph of argument places, and its drawing by Graphviz
 *
 * As in the figures of IJCAI-09: ellipses are argument places, boxes are
 * symbols; a symbol is drawn once, and joined to every place at which a
 * rule has it.
 */
#include "analysis/domain_internal.h"

#include "base/map.h"
#include "base/sort.h"
#include "base/vec.h"
#include "lang/print.h"

#include <string.h>

/* ---- places and edges ---- */

uint32_t place_graph_add(PlaceGraph *graph, GraphPlace place)
{
    if (graph->places.count == MAX_GRAPH_PLACES) {
        graph->complete = false;
        return NO_GRAPH_PLACE;
    }
    vec_push(&graph->places, place);
    return (uint32_t)graph->places.count - 1;
}

static void add_relation_places(PlaceGraph *graph, const Symbol *symbol,
                                size_t arity, const Domain *const *args)
{
    for (size_t i = 0; i < arity; i++)
        place_graph_add(graph, (GraphPlace){OF_RELATION, symbol, arity, i,
                                            NO_GRAPH_PLACE, args[i]});
}

void place_graph_add_relations(const Domains *domains, PlaceGraph *graph)
{
    const Game *game = domains->game;
    RelationId legal = game->keyword[KEYWORD_LEGAL];
    if (legal == NO_RELATION)
        legal = game->keyword[KEYWORD_DOES];
    add_relation_places(graph, term_symbol(game->terms, "true", 4), 1,
                        &domains->features);
    if (legal != NO_RELATION)
        add_relation_places(graph, term_symbol(game->terms, "legal", 5), 2,
                            domains->relation_domains[legal]);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        switch (relation->keyword) {
        case KEYWORD_TRUE:
        case KEYWORD_INIT:
        case KEYWORD_NEXT:
        case KEYWORD_LEGAL:
        case KEYWORD_DOES:
            break;
        default:
            if (is_in_rules(relation))
                add_relation_places(graph, relation->symbol, relation->arity,
                                    domains->relation_domains[i]);
        }
    }
}

void place_graph_add_symbol(PlaceGraph *graph, const Symbol *symbol,
                            uint32_t place)
{
    if (place != NO_GRAPH_PLACE)
        vec_push(&graph->symbols, (SymbolEdge){symbol, place});
}

void place_graph_add_edge(PlaceGraph *graph, uint32_t from, uint32_t to)
{
    ArgumentEdge edge = {from, to};
    if (from == NO_GRAPH_PLACE || to == NO_GRAPH_PLACE || from == to)
        return;
    if (graph->variables.count == MAX_EDGES)
        graph->complete = false;
    else
        vec_push(&graph->variables, edge);
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
    for (size_t i = 0; i < domains->symbol_edge_count; i++)
        vec_push(&symbols, domains->symbol_edges[i].symbol);
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

void domains_draw(Text *out, const Domains *domains)
{
    bool is_undirected = domains->kind == DOMAINS_GRAPH;
    const char *edge = is_undirected ? "--" : "->";
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
    text_addc(out, '\n');
    for (size_t i = 0; i < domains->symbol_edge_count; i++)
        text_addf(out, "    s%u %s a%u;\n", domains->symbol_edges[i].symbol->id,
                  edge, domains->symbol_edges[i].argument);
    text_addc(out, '\n');
    for (size_t i = 0; i < domains->argument_edge_count; i++)
        text_addf(out, "    a%u %s a%u;\n", domains->argument_edges[i].from,
                  edge, domains->argument_edges[i].to);
    if (!domains->complete)
        text_adds(out, "    // there is more than can be drawn\n");
    text_adds(out, "}\n");
}
