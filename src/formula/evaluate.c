/* evaluate.c - evaluate formulas along a play, by the rules as they stand
 *
 * In:   Props, and positions one after the other
 * Out:  whether they hold
 *
 * Start reading at value(), which is Definition 4 of 004 line by line.
 */
#include "formula/evaluate.h"

#include "base/bits.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

struct TrailStop {
    const Position *position;
    uint64_t *atoms; /* a bit for each prop that is an atom and holds */
    Holds terminal;  /* open until somebody asks: it may be long to find out */
};

struct Trail {
    const Props *props;
    Interp *interp;
    Arena *arena;
    const Game *game;
    size_t words;
    Map atoms;          /* from terms to props */
    RelationId *needed; /* relations that some atom is of */
    size_t needed_count;
    VEC(TrailStop *) stops;
    VEC(TrailStop *) own;  /* by place: for those that were pushed */
    const TrailStop *here; /* where the interpreter is, or NULL */
};

/* ---- atoms ---- */

static void note_relation(Trail *trail, const Term *atom)
{
    RelationId id = relation_find(trail->game, atom->symbol, atom->arity);
    if (id == NO_RELATION || id == trail->game->keyword[KEYWORD_TRUE])
        return; /* what holds of true is the position itself */
    for (size_t i = 0; i < trail->needed_count; i++)
        if (trail->needed[i] == id)
            return;
    trail->needed[trail->needed_count++] = id;
}

Trail *trail_new(const Props *props, Interp *interp)
{
    Arena *arena = arena_new();
    Trail *trail = arena_alloc(arena, sizeof *trail);
    *trail = (Trail){.props = props,
                     .interp = interp,
                     .arena = arena,
                     .game = props_universe(props)->game,
                     .words = (props_count(props) + 63) / 64};
    trail->needed =
        arena_array(arena, RelationId, trail->game->relation_count + 1);
    for (PropId i = 0; i < props_count(props); i++) {
        const Prop *prop = props_get(props, i);
        if (prop->kind != PROP_ATOM)
            continue;
        note_relation(trail, prop->atom);
        map_add(&trail->atoms, prop->atom->hash, i);
    }
    return trail;
}

void trail_free(Trail *trail)
{
    if (!trail)
        return;
    vec_free(&trail->stops);
    vec_free(&trail->own);
    map_free(&trail->atoms);
    arena_free(trail->arena);
}

static void mark(Trail *trail, TrailStop *stop, const Term *atom)
{
    for (MapProbe p = map_probe(&trail->atoms, atom->hash);
         map_next(&trail->atoms, &p);)
        if (props_get(trail->props, p.index)->atom == atom)
            stop->atoms[p.index / 64] |= (uint64_t)1 << p.index % 64;
}

static void mark_position(Trail *trail, TrailStop *stop,
                          const Position *position)
{
    Terms *terms = trail->game->terms;
    const Symbol *symbol = term_symbol(terms, "true", 4);
    for (size_t i = 0; i < position->count; i++) {
        const Term *atom = term_find(terms, symbol, 1, &position->features[i]);
        if (atom)
            mark(trail, stop, atom);
    }
}

static void go_to(Trail *trail, const TrailStop *stop)
{
    interp_set(trail->interp, stop->position);
    trail->here = stop;
}

static TrailStop *new_stop(const Trail *trail, Arena *arena)
{
    TrailStop *stop = arena_alloc(arena, sizeof *stop);
    stop->atoms = arena_array(arena, uint64_t, trail->words);
    return stop;
}

static void see(Trail *trail, TrailStop *stop, const Position *position)
{
    stop->position = position;
    stop->terminal = HOLDS_OPEN;
    memset(stop->atoms, 0, trail->words * sizeof(uint64_t));
    go_to(trail, stop);
    mark_position(trail, stop, position);
    for (size_t i = 0; i < trail->needed_count; i++) {
        size_t count;
        const Term *const *facts =
            interp_facts(trail->interp, trail->needed[i], &count);
        for (size_t k = 0; k < count; k++)
            mark(trail, stop, facts[k]);
    }
}

TrailStop *trail_see(Trail *trail, const Position *position, Arena *arena)
{
    TrailStop *stop = new_stop(trail, arena);
    see(trail, stop, position);
    return stop;
}

void trail_put(Trail *trail, TrailStop *stop)
{
    vec_push(&trail->stops, stop);
}

void trail_push(Trail *trail, const Position *position)
{
    while (trail->own.count <= trail->stops.count)
        vec_push(&trail->own, new_stop(trail, trail->arena));
    TrailStop *stop = trail->own.items[trail->stops.count];
    see(trail, stop, position);
    trail_put(trail, stop);
}

void trail_pop(Trail *trail)
{
    (void)vec_pop(&trail->stops);
}

void trail_clear(Trail *trail)
{
    vec_clear(&trail->stops);
}

void trail_stand(Trail *trail)
{
    if (trail->here != vec_last(&trail->stops))
        go_to(trail, vec_last(&trail->stops));
}

size_t trail_length(const Trail *trail)
{
    return trail->stops.count;
}

bool trail_ended(Trail *trail)
{
    if (!trail->stops.count)
        return false;
    TrailStop *last = vec_last(&trail->stops);
    if (last->terminal == HOLDS_OPEN) {
        trail_stand(trail);
        last->terminal = interp_terminal(trail->interp) ? HOLDS_YES : HOLDS_NO;
    }
    return last->terminal == HOLDS_YES;
}

/* ---- values ---- */

static bool value(const Trail *trail, PropId id, size_t at)
{
    const Prop *prop = props_get(trail->props, id);
    uint64_t sum = 0;
    switch (prop->kind) {
    case PROP_TRUE:
        return true;
    case PROP_ATOM:
        return trail->stops.items[at]->atoms[id / 64] >> id % 64 & 1;
    case PROP_NOT:
        return !value(trail, prop->parts[0], at);
    case PROP_AND:
        for (size_t i = 0; i < prop->count; i++)
            if (!value(trail, prop->parts[i], at))
                return false;
        return true;
    case PROP_OR:
        for (size_t i = 0; i < prop->count; i++)
            if (value(trail, prop->parts[i], at))
                return true;
        return false;
    case PROP_NEXT:
        return at + 1 == trail->stops.count ||
               value(trail, prop->parts[0], at + 1);
    case PROP_SUM:
        for (size_t i = 0; i < prop->count; i++)
            if (value(trail, prop->parts[i], at))
                sum += prop->weights ? prop->weights[i] : 1;
        return prop->least <= sum && sum <= prop->most;
    }
    abort();
}

Holds trail_holds(Trail *trail, PropId prop, size_t at)
{
    size_t degree = props_get(trail->props, prop)->degree;
    bool complete = at + degree < trail->stops.count || trail_ended(trail);
    if (!complete || at >= trail->stops.count)
        return HOLDS_OPEN;
    return value(trail, prop, at) ? HOLDS_YES : HOLDS_NO;
}

/* ---- all sequences from a position ---- */

typedef struct {
    Trail *trail;
    const Budget *budget;
    Arena *arena, *scratch;
    const PropId *props;
    size_t count, open; /* props, and those not refuted yet */
    unsigned degree;    /* the largest of them */
    Holds *verdicts;
    Play *failing;
    VEC(const Term *) made; /* moves of the sequence under way */
    bool cut_short;
} Search;

/* The sequence is complete for the props of its length, or of any length if it
 * has ended. */
static void judge(Search *search)
{
    Trail *trail = search->trail;
    for (size_t i = 0; i < search->count; i++) {
        unsigned degree = props_get(trail->props, search->props[i])->degree;
        bool due = degree + 1 == trail->stops.count ||
                   (degree + 1 > trail->stops.count && trail_ended(trail));
        if (search->verdicts[i] != HOLDS_OPEN || !due ||
            value(trail, search->props[i], 0))
            continue;
        size_t roles = interp_role_count(trail->interp);
        search->verdicts[i] = HOLDS_NO;
        search->open--;
        search->failing[i].moves =
            arena_copy(search->arena, search->made.items,
                       search->made.count * sizeof *search->made.items);
        search->failing[i].steps = roles ? search->made.count / roles : 0;
    }
}

static void extend(Search *search, const Position *position);

/* Each combination of legal moves, role after role. */
static void choose(Search *search, const TermSet *legal, size_t role)
{
    Interp *interp = search->trail->interp;
    size_t roles = interp_role_count(interp);
    if (role == roles) {
        ArenaMark mark = arena_mark(search->scratch);
        trail_stand(search->trail);
        const Position *next =
            interp_next(interp, search->made.items + search->made.count - roles,
                        search->scratch);
        extend(search, next);
        arena_rewind(search->scratch, mark);
        return;
    }
    for (size_t i = 0; i < legal[role].count; i++) {
        if (!search->open || search->cut_short)
            return;
        vec_push(&search->made, legal[role].terms[i]);
        choose(search, legal, role + 1);
        search->made.count--;
    }
}

static void extend(Search *search, const Position *position)
{
    Trail *trail = search->trail;
    if (budget_spent(search->budget) || interp_failure(trail->interp)) {
        search->cut_short = true;
        return;
    }
    trail_push(trail, position);
    judge(search);
    if (search->open && trail->stops.count <= search->degree &&
        !trail_ended(trail)) {
        size_t roles = interp_role_count(trail->interp);
        TermSet *legal = arena_array(search->scratch, TermSet, roles);
        for (size_t i = 0; i < roles; i++) {
            const Term *const *moves =
                interp_legal(trail->interp, i, &legal[i].count);
            legal[i].terms = arena_copy(search->scratch, moves,
                                        legal[i].count * sizeof *moves);
        }
        choose(search, legal, 0);
    }
    trail_pop(trail);
}

void position_satisfies_all(Trail *trail, const Position *position,
                            const PropId *props, size_t count,
                            const Budget *budget, Arena *arena, Holds *verdicts,
                            Play *failing)
{
    Search search = {.trail = trail,
                     .budget = budget,
                     .arena = arena,
                     .scratch = arena_new(),
                     .props = props,
                     .count = count,
                     .verdicts = verdicts,
                     .failing = failing};
    for (size_t i = 0; i < count; i++) {
        unsigned degree = props_get(trail->props, props[i])->degree;
        if (verdicts[i] != HOLDS_OPEN)
            continue;
        search.open++;
        search.degree = degree > search.degree ? degree : search.degree;
    }
    trail_clear(trail);
    extend(&search, position);
    trail_clear(trail);
    for (size_t i = 0; i < count && !search.cut_short; i++)
        if (verdicts[i] == HOLDS_OPEN)
            verdicts[i] = HOLDS_YES;
    vec_free(&search.made);
    arena_free(search.scratch);
}

Holds position_satisfies(Trail *trail, const Position *position, PropId prop,
                         const Budget *budget, Arena *arena, Play *failing)
{
    Holds verdict = HOLDS_OPEN;
    position_satisfies_all(trail, position, &prop, 1, budget, arena, &verdict,
                           failing);
    return verdict;
}

/* ---- a play as evidence ---- */

bool play_refutes(Trail *trail, const Play *play, PropId prop, size_t at)
{
    Interp *interp = trail->interp;
    Arena *arena = arena_new();
    size_t roles = interp_role_count(interp);
    bool legal = true;
    trail_clear(trail);
    trail_push(trail, interp_initial(interp));
    for (size_t i = 0; i < play->steps && legal; i++) {
        const Term *const *moves = play->moves + i * roles;
        legal = !trail_ended(trail);
        for (size_t k = 0; k < roles && legal; k++)
            legal = interp_is_legal(interp, k, moves[k]);
        if (legal)
            trail_push(trail, interp_next(interp, moves, arena));
    }
    bool fails = legal && !interp_failure(interp) &&
                 trail_holds(trail, prop, at) == HOLDS_NO;
    trail_clear(trail);
    arena_free(arena);
    return fails;
}
