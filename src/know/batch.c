/* batch.c - one round from a few positions, 64 joint moves at a time
 *
 * In:   positions as arrays of features, a move of the role and its percepts
 * Out:  the positions that can follow
 * Next: know/exact.c, if there is no net
 *
 * A Flow (know/ground_rounds.h) has a word for each atom, with a bit for each
 * of 64 joint moves; from one set of 64 to the next, and from one position to
 * the next, it computes what changes. Start reading at batch_step(), at the
 * end.
 */
#include "know/batch.h"

#include "base/sort.h"
#include "know/ground_rounds.h"
#include "know/revealed_moves.h"

#include <stdlib.h>
#include <string.h>

typedef enum {
    KIND_OTHER,
    KIND_TRUE,
    KIND_DOES,
    KIND_LEGAL,
    KIND_SEES,
    KIND_NEXT,
    KIND_TERMINAL
} Kind;

#define NO_ATOM UINT32_MAX

typedef VEC(AtomId) Atoms;

/* A legal move with the atom for making it. */
typedef struct {
    AtomId legal;
    AtomId does; /* NO_ATOM if no rule asks for it */
    uint32_t role;
    const Term *move;
} Option;

/* A percept of the role, and whether it had it in this round. */
typedef struct {
    AtomId atom;
    bool seen;
} Percept;

typedef struct {
    Arena *arena;
    Ground ground;
    Flow *flow;
    Option *moves; /* all that can be legal */
    size_t move_count;
    Percept *percepts; /* those that were seen first */
    size_t percept_count;
    bool unheard; /* a percept was seen that there is not */
    AtomId *next; /* by the number of the feature, as positions are sorted */
    size_t next_count;
    AtomId *holds; /* the atoms true(F) */
    size_t hold_count;
    AtomId *atom_of; /* by the number of a term: its atom true(F) */
    size_t term_count;
    AtomId terminal;
    uint32_t *stamps; /* by atom: the last position in which it held */
    uint32_t stamp;
    uint64_t *planned;  /* by atom, of moves: the lanes in which it is made */
    Atoms made, before; /* the moves with such lanes, and those of last time */
    VEC(const Option *) * options; /* by role: the legal moves here */
    uint32_t *choices;
    const Round *round;
    PositionSet *after;
    Arena *stories;
    size_t steps, most;
    const Budget *budget;
} Batch;

/* ---- the rules ---- */

static const struct {
    const char *name;
    size_t arity;
} kinds[] = {[KIND_TRUE] = {"true", 1},   [KIND_DOES] = {"does", 2},
             [KIND_LEGAL] = {"legal", 2}, [KIND_SEES] = {"sees", 2},
             [KIND_NEXT] = {"next", 1},   [KIND_TERMINAL] = {"terminal", 0}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static Kind kind_of(const Term *atom, const Symbol *const *symbols)
{
    Kind kind = KINDS - 1;
    while (kind != KIND_OTHER &&
           (atom->symbol != symbols[kind] || atom->arity != kinds[kind].arity))
        kind--;
    return kind;
}

static uint32_t role_of(const Batch *batch, const Term *atom)
{
    for (uint32_t i = 0; i < batch->ground.role_count; i++)
        if (batch->ground.roles[i] == atom->args[0])
            return i;
    return UINT32_MAX;
}

/* The atom for making a move, by role and move. */
static AtomId does_atom(const Batch *batch, const Map *map, const Term *legal)
{
    for (MapProbe p =
             map_probe(map, hash_mix(legal->args[0]->id, legal->args[1]->id));
         map_next(map, &p);) {
        const Term *does = batch->ground.atoms[p.index];
        if (does->args[0] == legal->args[0] && does->args[1] == legal->args[1])
            return p.index;
    }
    return NO_ATOM;
}

static void find_moves(Batch *batch, const Atoms *legal, const Atoms *does)
{
    const Term **atoms = batch->ground.atoms;
    Map map = {0};
    for (size_t i = 0; i < does->count; i++) {
        const Term *atom = atoms[does->items[i]];
        map_add(&map, hash_mix(atom->args[0]->id, atom->args[1]->id),
                does->items[i]);
    }
    batch->moves = arena_array(batch->arena, Option, legal->count);
    for (size_t i = 0; i < legal->count; i++) {
        const Term *atom = atoms[legal->items[i]];
        uint32_t role = role_of(batch, atom);
        bool own = role == batch->round->role;
        if (role == UINT32_MAX || (own && atom->args[1] != batch->round->move))
            continue;
        batch->moves[batch->move_count++] = (Option){
            legal->items[i], does_atom(batch, &map, atom), role, atom->args[1]};
    }
    map_free(&map);
}

/* Those that were seen come first: most joint moves lack one of them. */
static void find_percepts(Batch *batch, const Atoms *sees)
{
    const Term **atoms = batch->ground.atoms;
    TermList percepts = batch->round->percepts;
    size_t met = 0;
    batch->percepts = arena_array(batch->arena, Percept, sees->count);
    for (int wanted = 1; wanted >= 0; wanted--)
        for (size_t i = 0; i < sees->count; i++) {
            const Term *atom = atoms[sees->items[i]];
            if (role_of(batch, atom) != batch->round->role)
                continue;
            bool seen =
                term_list_find(percepts, atom->args[1]) < percepts.count;
            met += seen && wanted;
            if (seen == wanted)
                batch->percepts[batch->percept_count++] =
                    (Percept){sees->items[i], seen};
        }
    batch->unheard = met < percepts.count;
}

static int by_feature(const void *left, const void *right, void *context)
{
    const Term **atoms = context;
    uint32_t a = atoms[*(const AtomId *)left]->args[0]->id;
    uint32_t b = atoms[*(const AtomId *)right]->args[0]->id;
    return (a > b) - (a < b);
}

static void note_features(Batch *batch, Atoms *holds, Atoms *next)
{
    const Term **atoms = batch->ground.atoms;
    sort_items_with(next->items, next->count, sizeof *next->items, by_feature,
                    atoms);
    batch->next_count = next->count;
    batch->next = vec_finish(next, batch->arena);
    for (size_t i = 0; i < holds->count; i++) {
        uint32_t id = atoms[holds->items[i]]->args[0]->id;
        if (id >= batch->term_count)
            batch->term_count = id + 1;
    }
    batch->atom_of = arena_array(batch->arena, AtomId, batch->term_count);
    memset(batch->atom_of, 0xff, batch->term_count * sizeof *batch->atom_of);
    for (size_t i = 0; i < holds->count; i++)
        batch->atom_of[atoms[holds->items[i]]->args[0]->id] = holds->items[i];
    batch->hold_count = holds->count;
    batch->holds = vec_finish(holds, batch->arena);
}

static void classify(Batch *batch, Terms *terms)
{
    const Ground *ground = &batch->ground;
    const Symbol *symbols[KINDS] = {0};
    Atoms by_kind[KINDS] = {0};
    for (int i = KIND_OTHER + 1; i < KINDS; i++)
        symbols[i] = term_symbol(terms, kinds[i].name, strlen(kinds[i].name));
    for (AtomId i = 0; i < ground->atom_count; i++)
        vec_push(&by_kind[kind_of(ground->atoms[i], symbols)], i);
    batch->terminal = by_kind[KIND_TERMINAL].count
                          ? by_kind[KIND_TERMINAL].items[0]
                          : NO_ATOM;
    find_moves(batch, &by_kind[KIND_LEGAL], &by_kind[KIND_DOES]);
    find_percepts(batch, &by_kind[KIND_SEES]);
    note_features(batch, &by_kind[KIND_TRUE], &by_kind[KIND_NEXT]);
    vec_free(&by_kind[KIND_OTHER]);
    vec_free(&by_kind[KIND_DOES]);
    vec_free(&by_kind[KIND_LEGAL]);
    vec_free(&by_kind[KIND_SEES]);
    vec_free(&by_kind[KIND_TERMINAL]);
}

/* ---- positions and moves ---- */

/* The moves planned are made, and no others. */
static void make_planned(Batch *batch)
{
    for (size_t i = 0; i < batch->before.count; i++)
        flow_set(batch->flow, batch->before.items[i],
                 batch->planned[batch->before.items[i]]);
    for (size_t i = 0; i < batch->made.count; i++) {
        AtomId atom = batch->made.items[i];
        flow_set(batch->flow, atom, batch->planned[atom]);
        batch->planned[atom] = 0;
    }
    Atoms swap = batch->before;
    batch->before = batch->made;
    batch->made = swap;
    vec_clear(&batch->made);
    flow_settle(batch->flow);
}

static void stand(Batch *batch, Bytes position)
{
    const Term *const *features = position.bytes;
    batch->stamp++;
    for (size_t i = 0; i < position.length / sizeof *features; i++)
        if (features[i]->id < batch->term_count &&
            batch->atom_of[features[i]->id] != NO_ATOM)
            batch->stamps[batch->atom_of[features[i]->id]] = batch->stamp;
    for (size_t i = 0; i < batch->hold_count; i++) {
        AtomId atom = batch->holds[i];
        flow_set(batch->flow, atom,
                 batch->stamps[atom] == batch->stamp ? ~(uint64_t)0 : 0);
    }
    make_planned(batch);
}

/* The legal moves here; false if the round cannot be played. */
static bool find_options(Batch *batch)
{
    bool found = true;
    if (batch->terminal != NO_ATOM && flow_word(batch->flow, batch->terminal))
        return false;
    for (size_t i = 0; i < batch->ground.role_count; i++)
        vec_clear(&batch->options[i]);
    for (size_t i = 0; i < batch->move_count; i++)
        if (flow_word(batch->flow, batch->moves[i].legal))
            vec_push(&batch->options[batch->moves[i].role], &batch->moves[i]);
    for (size_t i = 0; i < batch->ground.role_count; i++)
        found = found && batch->options[i].count;
    return found;
}

static bool turn(Batch *batch)
{
    for (size_t i = 0; i < batch->ground.role_count; i++) {
        if (++batch->choices[i] < batch->options[i].count)
            return true;
        batch->choices[i] = 0;
    }
    return false;
}

/* The joint moves in which exactly what the role perceived is perceived. */
static uint64_t perceived(const Batch *batch)
{
    uint64_t right = batch->unheard ? 0 : ~(uint64_t)0;
    for (size_t i = 0; right && i < batch->percept_count; i++) {
        uint64_t word = flow_word(batch->flow, batch->percepts[i].atom);
        right &= batch->percepts[i].seen ? word : ~word;
    }
    return right;
}

/* Keeps the position after joint move NUMBER of the 64. */
static void keep(Batch *batch, const Candidate *from, double share,
                 const uint32_t *choices, size_t number)
{
    size_t roles = batch->ground.role_count;
    VEC(const Term *) features = {0};
    for (size_t i = 0; i < batch->next_count; i++)
        if (flow_word(batch->flow, batch->next[i]) >> number & 1)
            vec_push(&features, batch->ground.atoms[batch->next[i]]->args[0]);
    Bytes next = {features.items, features.count * sizeof *features.items};
    size_t before = batch->after->items.count;
    set_add(batch->after, next, from->weight * share, NULL);
    if (batch->after->items.count > before) {
        const Term **moves = fatal_malloc(roles * sizeof *moves);
        for (size_t i = 0; i < roles; i++)
            moves[i] = batch->options[i].items[choices[i]]->move;
        vec_last(&batch->after->items).story =
            story_add(batch->stories, from->story, moves, roles);
        free(moves);
    }
    vec_free(&features);
}

/* Plans one joint move for LANE. */
static void plan(Batch *batch, size_t lane, uint32_t *made)
{
    for (size_t i = 0; i < batch->ground.role_count; i++) {
        AtomId atom = batch->options[i].items[batch->choices[i]]->does;
        made[i] = batch->choices[i];
        if (atom == NO_ATOM)
            continue;
        if (!batch->planned[atom])
            vec_push(&batch->made, atom);
        batch->planned[atom] |= (uint64_t)1 << lane;
    }
}

/* All joint moves from one position; false if there are too many. */
static bool step_from(Batch *batch, const Candidate *from)
{
    size_t roles = batch->ground.role_count;
    double share = 1;
    stand(batch, from->position);
    if (!find_options(batch))
        return true;
    for (size_t i = 0; i < roles; i++) {
        batch->choices[i] = 0;
        share /= (double)batch->options[i].count;
    }
    uint32_t *made = fatal_malloc(64 * roles * sizeof *made);
    bool more = true;
    while (more && batch->steps <= batch->most &&
           !budget_spent(batch->budget)) {
        size_t lanes = 0;
        for (; more && lanes < 64; lanes++) {
            plan(batch, lanes, made + lanes * roles);
            more = turn(batch);
        }
        batch->steps += lanes;
        make_planned(batch);
        uint64_t right = perceived(batch);
        for (size_t i = 0; i < lanes; i++)
            if (right >> i & 1)
                keep(batch, from, share, made + i * roles, i);
    }
    free(made);
    return !more;
}

/* All features of the positions. */
static Ground ground_for(StepGrounder *grounder, const PositionSet *before,
                         const Term *const *told, Arena *arena)
{
    VEC(const Term *) features = {0};
    Map met = {0};
    for (size_t i = 0; i < before->items.count; i++) {
        Bytes position = before->items.items[i].position;
        const Term *const *terms = position.bytes;
        for (size_t k = 0; k < position.length / sizeof *terms; k++) {
            bool known = false;
            for (MapProbe p = map_probe(&met, terms[k]->hash);
                 !known && map_next(&met, &p);)
                known = p.index == terms[k]->id;
            if (known)
                continue;
            map_add(&met, terms[k]->hash, terms[k]->id);
            vec_push(&features, terms[k]);
        }
    }
    Ground ground =
        step_ground(grounder, features.items, features.count, told, arena);
    map_free(&met);
    vec_free(&features);
    return ground;
}

bool batch_step(StepGrounder *grounder, const Game *game,
                const PositionSet *before, const Round *round, size_t most,
                const Budget *budget, PositionSet *after, Arena *stories)
{
    Arena *arena = arena_new();
    size_t roles; /* as many as the ground rules have */
    const Term *const *names = step_roles(grounder, &roles);
    const Term **told = revealed_moves(game, names, roles, round, arena);
    Batch batch = {.arena = arena,
                   .ground = ground_for(grounder, before, told, arena),
                   .round = round,
                   .after = after,
                   .stories = stories,
                   .most = most,
                   .budget = budget};
    const Ground *ground = &batch.ground;
    bool complete = !ground->failure;
    if (complete) {
        size_t atoms = ground->atom_count;
        batch.flow = flow_new(ground, arena);
        batch.stamps = arena_array(arena, uint32_t, atoms);
        batch.planned = arena_array(arena, uint64_t, atoms);
        batch.options = arena_alloc(arena, (roles + 1) * sizeof *batch.options);
        batch.choices = arena_array(arena, uint32_t, roles);
        classify(&batch, game->terms);
    }
    for (size_t i = 0; i < before->items.count && complete; i++)
        complete = step_from(&batch, &before->items.items[i]);
    for (size_t i = 0; batch.options && i < ground->role_count; i++)
        vec_free(&batch.options[i]);
    vec_free(&batch.made);
    vec_free(&batch.before);
    arena_free(arena);
    return complete;
}
