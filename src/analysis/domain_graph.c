/* domain_graph.c - the domain graph in the language of Graphviz
 *
 * As in the figures of IJCAI-09: ellipses are argument places, boxes are
 * symbols; a symbol is drawn once, and joined to every position at which a
 * rule has it.
 */
#include "analysis/domain.h"

#include "base/map.h"
#include "base/sort.h"
#include "base/vec.h"
#include "lang/print.h"

#include <string.h>

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
    bool undirected = domains->kind == DOMAINS_GRAPH;
    const char *edge = undirected ? "--" : "->";
    text_addf(out,
              "%s domains {\n    rankdir=LR;\n    node "
              "[shape=ellipse];\n",
              undirected ? "graph" : "digraph");
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
