/* domain_graph.c - the domain graph in the language of Graphviz
 *
 * As in the figures of IJCAI-09: ellipses are argument positions, boxes are
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

static int by_name(const void *left, const void *right, void *terms)
{
    const Symbol *a = *(const Symbol *const *)left;
    const Symbol *b = *(const Symbol *const *)right;
    return term_compare(term_constant(terms, a), term_constant(terms, b));
}

static void draw_symbols(Text *out, const Domains *domains)
{
    VEC(const Symbol *) symbols = {0};
    Terms *terms = domains->game->terms;
    for (size_t i = 0; i < domains->symbol_edge_count; i++)
        vec_push(&symbols, domains->symbol_edges[i].symbol);
    sort_items_with(symbols.items, symbols.count, sizeof *symbols.items,
                    by_name, terms);
    text_adds(out, "\n    node [shape=box];\n");
    for (size_t i = 0; i < symbols.count; i++) {
        if (i && symbols.items[i] == symbols.items[i - 1])
            continue;
        Text label = {0};
        term_print(&label, term_constant(terms, symbols.items[i]),
                   SYNTAX_INFIX);
        text_addf(out, "    s%u [label=", symbols.items[i]->id);
        add_quoted(out, text_string(&label));
        text_adds(out, "];\n");
        text_free(&label);
    }
    vec_free(&symbols);
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
