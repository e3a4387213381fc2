/* term.c - symbols and terms, each of them once
 *
 * In:   names, and terms that exist
 * Out:  Symbols and Terms: equal ones are the same pointer
 */
#include "lang/term.h"

#include "base/arena.h"
#include "base/heap.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

struct Terms {
    Arena *arena;
    Map symbol_map, term_map;
    VEC(const Symbol *) symbols;
    TermVec terms;
    Text lower; /* the name being looked up */
};

/* The table grows in its own heap, whoever asks for a term. */
static Heap *enter_table(const Terms *terms)
{
    return heap_switch(arena_heap(terms->arena));
}

Terms *terms_new(void)
{
    Arena *arena = arena_new();
    Terms *terms = arena_alloc(arena, sizeof *terms);
    terms->arena = arena;
    return terms;
}

const char *terms_keep(Terms *terms, const char *text)
{
    return arena_string(terms->arena, text, strlen(text));
}

TermsMark terms_mark(const Terms *terms)
{
    return (TermsMark){arena_mark(terms->arena), terms->symbols.count,
                       terms->terms.count};
}

/* The maps become smaller if memory permits: nothing fails. */
static void renew_maps(Terms *terms)
{
    map_restart(&terms->symbol_map, terms->symbols.count);
    map_restart(&terms->term_map, terms->terms.count);
    for (uint32_t i = 0; i < terms->symbols.count; i++)
        map_add(&terms->symbol_map, terms->symbols.items[i]->hash, i);
    for (uint32_t i = 0; i < terms->terms.count; i++)
        map_add(&terms->term_map, terms->terms.items[i]->hash, i);
}

/* Needs no memory: it is also what happens when that has run out. */
void terms_rewind(Terms *terms, TermsMark mark)
{
    assert(mark.symbols <= terms->symbols.count);
    assert(mark.terms <= terms->terms.count);
    Heap *outer = enter_table(terms);
    terms->symbols.count = mark.symbols;
    terms->terms.count = mark.terms;
    renew_maps(terms);
    arena_rewind(terms->arena, mark.arena);
    heap_switch(outer);
}

size_t terms_symbol_count(const Terms *terms)
{
    return terms->symbols.count;
}

void terms_free(Terms *terms)
{
    if (!terms)
        return;
    Heap *outer = enter_table(terms);
    map_free(&terms->symbol_map);
    map_free(&terms->term_map);
    vec_free_all(&terms->symbols, &terms->terms);
    text_free(&terms->lower);
    arena_free(terms->arena);
    heap_switch(outer);
}

static const Symbol *find_symbol(const Terms *terms, uint32_t hash,
                                 const char *lower)
{
    map_each (probe, &terms->symbol_map, hash) {
        const Symbol *symbol = terms->symbols.items[probe.index];
        if (strcmp(symbol->name, lower) == 0)
            return symbol;
    }
    return NULL;
}

const Symbol *term_symbol(Terms *terms, const char *name, size_t length)
{
    Text *lower = &terms->lower;
    Heap *outer = enter_table(terms);
    lower->length = 0;
    text_add(lower, name, length);
    heap_switch(outer);
    for (size_t i = 0; i < length; i++)
        lower->bytes[i] = ascii_lower(name[i]);
    uint32_t hash = hash_bytes(lower->bytes, length);
    const Symbol *known = find_symbol(terms, hash, lower->bytes);
    if (known)
        return known;
    Symbol *symbol = arena_alloc(terms->arena, sizeof *symbol);
    symbol->name = arena_string(terms->arena, lower->bytes, length);
    symbol->spelling = arena_string(terms->arena, name, length);
    symbol->hash = hash;
    symbol->id = (uint32_t)terms->symbols.count;
    outer = enter_table(terms);
    map_add(&terms->symbol_map, hash, symbol->id);
    vec_push(&terms->symbols, symbol);
    heap_switch(outer);
    return symbol;
}

const Symbol *term_variable_symbol(Terms *terms, const char *name,
                                   size_t length)
{
    Text text = {0};
    text_addc(&text, '?');
    text_add(&text, name, length);
    const Symbol *symbol = term_symbol(terms, text.bytes, text.length);
    text_free(&text);
    return symbol;
}

static uint32_t hash_term(bool is_variable, const Symbol *symbol, size_t arity,
                          const Term *const *args)
{
    uint32_t hash = hash_mix(symbol->hash, (uint32_t)(2 * arity + is_variable));
    for (size_t i = 0; i < arity; i++)
        hash = hash_mix(hash, args[i]->hash);
    return hash;
}

static bool same_term(const Term *term, bool is_variable, const Symbol *symbol,
                      size_t arity, const Term *const *args)
{
    if (term->symbol != symbol || term->arity != arity ||
        term_is_variable(term) != is_variable)
        return false;
    for (size_t i = 0; i < arity; i++) /* few: no memcmp */
        if (term->args[i] != args[i])
            return false;
    return true;
}

static const Term *find_interned(const Terms *terms, uint32_t hash,
                                 bool is_variable, const Symbol *symbol,
                                 size_t arity, const Term *const *args)
{
    map_each (probe, &terms->term_map, hash) {
        const Term *known = terms->terms.items[probe.index];
        if (same_term(known, is_variable, symbol, arity, args))
            return known;
    }
    return NULL;
}

static const Term *intern_term(Terms *terms, bool is_variable,
                               const Symbol *symbol, size_t arity,
                               const Term *const *args)
{
    uint32_t hash = hash_term(is_variable, symbol, arity, args);
    const Term *known =
        find_interned(terms, hash, is_variable, symbol, arity, args);
    if (known)
        return known;
    assert(arity <= TERM_MAX_ARITY);
    Term *term = arena_alloc(terms->arena, sizeof *term + arity * sizeof *args);
    term->kind = is_variable ? TERM_VARIABLE : TERM_GROUND;
    term->symbol = symbol;
    term->arity = (uint16_t)arity;
    term->hash = hash;
    term->id = (uint32_t)terms->terms.count;
    term->size = 1;
    for (size_t i = 0; i < arity; i++) {
        term->args[i] = args[i];
        if (term->size <= TERM_MAX_SIZE)
            term->size += args[i]->size;
        if (!term_is_ground(args[i]))
            term->kind = TERM_OPEN;
        if (args[i]->depth >= term->depth)
            term->depth = (uint16_t)(args[i]->depth + 1);
    }
    Heap *outer = enter_table(terms);
    map_add(&terms->term_map, hash, term->id);
    vec_push(&terms->terms, term);
    heap_switch(outer);
    return term;
}

const Term *term_constant(Terms *terms, const Symbol *symbol)
{
    return intern_term(terms, false, symbol, 0, NULL);
}

const Term *term_variable(Terms *terms, const Symbol *symbol)
{
    return intern_term(terms, true, symbol, 0, NULL);
}

const Term *term_compound(Terms *terms, const Symbol *symbol, size_t arity,
                          const Term *const *args)
{
    return intern_term(terms, false, symbol, arity, args);
}

void term_combinations(Terms *terms, const Symbol *symbol, size_t arity,
                       const TermList *lists, TermVec *out)
{
    const Term **args = memory_array(arity, sizeof *args);
    size_t *indices = memory_zeroed(arity, sizeof *indices), remaining = 1;
    for (size_t i = 0; i < arity; i++)
        remaining *= lists[i].count;
    for (; remaining; remaining--) {
        for (size_t i = 0; i < arity; i++)
            args[i] = lists[i].items[indices[i]];
        vec_push(out, term_compound(terms, symbol, arity, args));
        for (size_t i = arity; i > 0; i--) {
            if (++indices[i - 1] < lists[i - 1].count)
                break;
            indices[i - 1] = 0;
        }
    }
    free_all(args, indices);
}

const Term *term_find(const Terms *terms, const Symbol *symbol, size_t arity,
                      const Term *const *args)
{
    uint32_t hash = hash_term(false, symbol, arity, args);
    return find_interned(terms, hash, false, symbol, arity, args);
}

bool term_is_moderate(const Term *term)
{
    return term->depth <= TERM_MAX_DEPTH && term->size <= TERM_MAX_SIZE;
}

bool term_is_named(const Term *term, const char *name, size_t arity)
{
    return term->arity == arity && strcmp(term->symbol->name, name) == 0;
}

bool term_contains(const Term *term, const Term *part)
{
    if (term == part)
        return true;
    for (size_t i = 0; i < term->arity; i++)
        if (term_contains(term->args[i], part))
            return true;
    return false;
}

bool term_can_match(const Term *a, const Term *b)
{
    if (a == b || term_is_variable(a) || term_is_variable(b))
        return true;
    if (a->symbol != b->symbol || a->arity != b->arity)
        return false;
    for (size_t i = 0; i < a->arity; i++)
        if (!term_can_match(a->args[i], b->args[i]))
            return false;
    return true;
}

bool terms_contain(const Term *const *terms, size_t count, const Term *term)
{
    for (size_t i = 0; i < count; i++)
        if (terms[i] == term)
            return true;
    return false;
}

bool term_equal_but(const Term *left, const Term *right, size_t place)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    for (size_t i = 0; i < left->arity; i++)
        if (i != place && left->args[i] != right->args[i])
            return false;
    return true;
}

uint32_t term_hash_but(const Term *term, size_t place)
{
    uint32_t hash = hash_mix(term->symbol->id, (uint32_t)place);
    for (size_t i = 0; i < term->arity; i++)
        if (i != place)
            hash = hash_mix(hash, term->args[i]->id);
    return hash;
}

static int compare_symbol_names(const Symbol *left, const Symbol *right)
{
    return left == right ? 0 : compare_names(left->name, right->name);
}

int symbol_compare(const Symbol *left, const Symbol *right)
{
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return compare_symbol_names(left, right);
}

/* Variables last, then by symbol, as COMPARE has it, arity and arguments. */
static int compare_terms(const Term *left, const Term *right,
                         int (*compare)(const Symbol *, const Symbol *))
{
    if (left == right)
        return 0;
    if (term_is_variable(left) != term_is_variable(right))
        return term_is_variable(left) ? 1 : -1;
    int order = compare(left->symbol, right->symbol);
    if (order)
        return order;
    if (left->arity != right->arity)
        return left->arity < right->arity ? -1 : 1;
    for (size_t i = 0; i < left->arity; i++) {
        order = compare_terms(left->args[i], right->args[i], compare);
        if (order)
            return order;
    }
    return 0;
}

int term_compare(const Term *left, const Term *right)
{
    return compare_terms(left, right, symbol_compare);
}

int term_compare_names(const Term *left, const Term *right)
{
    return compare_terms(left, right, compare_symbol_names);
}

static int by_term_order(const void *left, const void *right)
{
    return term_compare(*(const Term *const *)left,
                        *(const Term *const *)right);
}

static int by_term_names(const void *left, const void *right)
{
    return term_compare_names(*(const Term *const *)left,
                              *(const Term *const *)right);
}

void sort_terms(const Term **terms, size_t count)
{
    sort_items(terms, count, sizeof *terms, by_term_order);
}

void sort_terms_by_name(const Term **terms, size_t count)
{
    sort_items(terms, count, sizeof *terms, by_term_names);
}

size_t sort_terms_unique(const Term **terms, size_t count)
{
    return sort_unique(terms, count, sizeof *terms, by_term_order);
}

static int by_symbol_order(const void *left, const void *right)
{
    return symbol_compare(*(const Symbol *const *)left,
                          *(const Symbol *const *)right);
}

/* The table owns symbols and terms, which are const for everybody else. */
void terms_set_order(Terms *terms, const Symbol *const *symbols, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        ((Symbol *)symbols[i])->rank = i + 1;
    sort_items(terms->symbols.items, terms->symbols.count,
               sizeof *terms->symbols.items, by_symbol_order);
    for (uint32_t i = 0; i < terms->symbols.count; i++)
        ((Symbol *)terms->symbols.items[i])->id = i;
    sort_terms(terms->terms.items, terms->terms.count);
    for (uint32_t i = 0; i < terms->terms.count; i++)
        ((Term *)terms->terms.items[i])->id = i;
    renew_maps(terms);
}

size_t find_term(const Term *const *terms, size_t count, const Term *term)
{
    return sort_find(terms, count, sizeof *terms, &term, by_term_order);
}

const Term *term_substitute(Terms *terms, const Term *term, size_t count,
                            const Term *const *from, const Term *const *to)
{
    if (term_is_ground(term))
        return term;
    if (term_is_variable(term)) {
        for (size_t i = 0; i < count; i++)
            if (from[i] == term)
                return to[i];
        return term;
    }
    const Term *small_buffer[8] = {NULL}, **args = small_buffer;
    if (term->arity > 8)
        args = memory_array(term->arity, sizeof *args);
    for (size_t i = 0; i < term->arity; i++)
        args[i] = term_substitute(terms, term->args[i], count, from, to);
    const Term *result = term_compound(terms, term->symbol, term->arity, args);
    if (args != small_buffer)
        memory_free(args);
    return result;
}
