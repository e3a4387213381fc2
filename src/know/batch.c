/* batch.c - one round from a few positions, 64 joint moves at a time
 *
 * In:   positions as arrays of features, a move of the role and its percepts
 * Out:  the positions that can follow
 * Next: know/exact.c, if there is no net
 *
 * Each atom has a word with a bit for each of 64 joint moves. Start reading at
 * batch_step(), at the end.
 */
#include "know/batch.h"

#include "base/graph.h"
#include "ground/instantiate.h"

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

/* A legal move with the atom for making it. */
typedef struct {
    const Term *move;
    AtomId does; /* NO_ATOM if no rule asks for it */
} Option;

typedef VEC(Option) Options;

#define NO_ATOM UINT32_MAX

typedef struct {
    Arena *arena;
    Ground ground;
    uint64_t *words; /* by atom */
    uint8_t *kinds;  /* by atom */
    uint32_t *roles; /* by atom, of does, legal and sees */
    uint32_t *first_rule, *by_head;
    AtomId *order; /* atoms that are heads, lowest first */
    size_t ordered;
    uint32_t *component;
    bool *looping;
    AtomId *next; /* by the number of the feature, as positions are sorted */
    size_t next_count;
    AtomId *atom_of; /* by the number of a term: its atom true(F) */
    size_t term_count;
    Options *options; /* by role: the legal moves here */
    uint32_t *choices;
    const Round *round;
    PositionSet *after;
    Arena *stories;
    size_t steps, most;
    const Budget *budget;
} Batch;

/* ---- the rules ---- */

static Kind kind_of(const Term *atom)
{
    static const struct {
        const char *name;
        size_t arity;
        Kind kind;
    } kinds[] = {{"true", 1, KIND_TRUE},   {"does", 2, KIND_DOES},
                 {"legal", 2, KIND_LEGAL}, {"sees", 2, KIND_SEES},
                 {"next", 1, KIND_NEXT},   {"terminal", 0, KIND_TERMINAL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (atom->arity == kinds[i].arity &&
            strcmp(atom->symbol->name, kinds[i].name) == 0)
            return kinds[i].kind;
    return KIND_OTHER;
}

static int by_feature(const void *left, const void *right, void *context)
{
    const Term **atoms = context;
    uint32_t a = atoms[*(const AtomId *)left]->args[0]->id;
    uint32_t b = atoms[*(const AtomId *)right]->args[0]->id;
    return (a > b) - (a < b);
}

static void classify(Batch *batch)
{
    const Ground *ground = &batch->ground;
    VEC(AtomId) next = {0};
    batch->kinds = arena_array(batch->arena, uint8_t, ground->atom_count);
    batch->roles = arena_array(batch->arena, uint32_t, ground->atom_count);
    for (AtomId i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        batch->kinds[i] = (uint8_t)kind_of(atom);
        for (uint32_t k = 0; atom->arity == 2 && k < ground->role_count; k++)
            if (ground->roles[k] == atom->args[0])
                batch->roles[i] = k;
        if (batch->kinds[i] == KIND_NEXT)
            vec_push(&next, i);
        if (batch->kinds[i] == KIND_TRUE &&
            atom->args[0]->id >= batch->term_count)
            batch->term_count = atom->args[0]->id + 1;
    }
    if (next.count)
        qsort_r(next.items, next.count, sizeof *next.items, by_feature,
                ground->atoms);
    batch->next_count = next.count;
    batch->next = vec_finish(&next, batch->arena);
    batch->atom_of = arena_array(batch->arena, AtomId, batch->term_count);
    memset(batch->atom_of, 0xff, batch->term_count * sizeof *batch->atom_of);
    for (AtomId i = 0; i < ground->atom_count; i++)
        if (batch->kinds[i] == KIND_TRUE)
            batch->atom_of[ground->atoms[i]->args[0]->id] = i;
}

static void sort_rules(Batch *batch)
{
    const Ground *ground = &batch->ground;
    size_t atoms = ground->atom_count;
    VEC(Edge) heads = {0}, needs = {0};
    for (uint32_t i = 0; i < ground->rule_count; i++) {
        Edge head = {ground->rules[i].head, i};
        vec_push(&heads, head);
        for (uint32_t k = 0; k < ground->rules[i].count; k++) {
            Edge need = {head.from,
                         ground->literals[ground->rules[i].first + k] / 2};
            vec_push(&needs, need);
        }
    }
    Graph rules = graph_new(batch->arena, atoms, heads.items, heads.count);
    Graph graph = graph_new(batch->arena, atoms, needs.items, needs.count);
    batch->first_rule = rules.first;
    batch->by_head = rules.targets;
    batch->component = arena_array(batch->arena, uint32_t, atoms);
    uint32_t components = graph_components(&graph, batch->component);
    batch->looping = arena_array(batch->arena, bool, components);
    for (size_t i = 0; i < needs.count; i++)
        if (batch->component[needs.items[i].from] ==
            batch->component[needs.items[i].to])
            batch->looping[batch->component[needs.items[i].from]] = true;
    uint32_t *start = arena_array(batch->arena, uint32_t, components + 1);
    for (size_t i = 0; i < atoms; i++)
        if (rules.first[i] < rules.first[i + 1])
            start[batch->component[i] + 1]++;
    for (uint32_t c = 0; c < components; c++)
        start[c + 1] += start[c];
    batch->ordered = start[components];
    batch->order = arena_array(batch->arena, AtomId, batch->ordered);
    for (AtomId i = 0; i < atoms; i++)
        if (rules.first[i] < rules.first[i + 1])
            batch->order[start[batch->component[i]]++] = i;
    vec_free(&heads);
    vec_free(&needs);
}

/* ---- evaluating ---- */

static uint64_t word_of(const Batch *batch, AtomId atom)
{
    const Ground *ground = &batch->ground;
    uint64_t some = 0;
    for (uint32_t i = batch->first_rule[atom]; i < batch->first_rule[atom + 1];
         i++) {
        const GroundRule *rule = &ground->rules[batch->by_head[i]];
        uint64_t all = ~(uint64_t)0;
        for (uint32_t k = 0; k < rule->count && all; k++) {
            AtomLiteral literal = ground->literals[rule->first + k];
            uint64_t word = batch->words[literal / 2];
            all &= literal & 1 ? ~word : word;
        }
        some |= all;
    }
    return some;
}

/* The atoms that depend on themselves are gone through again until nothing
 * changes; they begin with nothing. */
static void evaluate(Batch *batch)
{
    for (size_t i = 0; i < batch->ordered; i++)
        batch->words[batch->order[i]] = 0;
    for (size_t i = 0; i < batch->ordered;) {
        uint32_t component = batch->component[batch->order[i]];
        size_t end = i;
        bool changed = false;
        for (; end < batch->ordered &&
               batch->component[batch->order[end]] == component;
             end++) {
            AtomId atom = batch->order[end];
            uint64_t now = word_of(batch, atom);
            changed = changed || now != batch->words[atom];
            batch->words[atom] = now;
        }
        if (!changed || !batch->looping[component])
            i = end;
    }
}

static void set_kind(Batch *batch, Kind kind)
{
    for (AtomId i = 0; i < batch->ground.atom_count; i++)
        if (batch->kinds[i] == kind)
            batch->words[i] = 0;
}

static void stand(Batch *batch, Bytes position)
{
    const Term *const *features = position.bytes;
    set_kind(batch, KIND_TRUE);
    set_kind(batch, KIND_DOES);
    for (size_t i = 0; i < position.length / sizeof *features; i++)
        if (features[i]->id < batch->term_count &&
            batch->atom_of[features[i]->id] != NO_ATOM)
            batch->words[batch->atom_of[features[i]->id]] = ~(uint64_t)0;
    evaluate(batch);
}

/* ---- moves ---- */

static AtomId does_atom(const Batch *batch, uint32_t role, const Term *move,
                        const Map *map)
{
    for (MapProbe p = map_probe(map, hash_mix(role, move->id));
         map_next(map, &p);)
        if (batch->roles[p.index] == role &&
            batch->ground.atoms[p.index]->args[1] == move)
            return p.index;
    return NO_ATOM;
}

/* The legal moves here; false if the round cannot be played. */
static bool find_options(Batch *batch, const Map *does)
{
    const Ground *ground = &batch->ground;
    bool found = false;
    for (size_t i = 0; i < ground->role_count; i++)
        vec_clear(&batch->options[i]);
    for (AtomId i = 0; i < ground->atom_count; i++) {
        if (batch->kinds[i] == KIND_TERMINAL && batch->words[i])
            return false;
        if (batch->kinds[i] != KIND_LEGAL || !batch->words[i])
            continue;
        uint32_t role = batch->roles[i];
        const Term *move = ground->atoms[i]->args[1];
        Option option = {move, does_atom(batch, role, move, does)};
        if (role != batch->round->role || move == batch->round->move)
            vec_push(&batch->options[role], option);
        found =
            found || (role == batch->round->role && move == batch->round->move);
    }
    for (size_t i = 0; i < ground->role_count; i++)
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
    const Ground *ground = &batch->ground;
    TermList percepts = batch->round->percepts;
    uint64_t right = ~(uint64_t)0;
    size_t met = 0;
    for (AtomId i = 0; i < ground->atom_count; i++) {
        if (batch->kinds[i] != KIND_SEES ||
            batch->roles[i] != batch->round->role)
            continue;
        bool seen = term_list_find(percepts, ground->atoms[i]->args[1]) <
                    percepts.count;
        met += seen;
        right &= seen ? batch->words[i] : ~batch->words[i];
    }
    return met == percepts.count ? right : 0;
}

/* Keeps the position after joint move NUMBER of the 64. */
static void keep(Batch *batch, const Candidate *from, double share,
                 const uint32_t *choices, size_t number)
{
    size_t roles = batch->ground.role_count;
    VEC(const Term *) features = {0};
    for (size_t i = 0; i < batch->next_count; i++)
        if (batch->words[batch->next[i]] >> number & 1)
            vec_push(&features, batch->ground.atoms[batch->next[i]]->args[0]);
    Bytes next = {features.items, features.count * sizeof *features.items};
    size_t before = batch->after->items.count;
    set_add(batch->after, next, from->weight * share, NULL);
    if (batch->after->items.count > before) {
        const Term **moves = fatal_malloc(roles * sizeof *moves);
        for (size_t i = 0; i < roles; i++)
            moves[i] = batch->options[i].items[choices[i]].move;
        vec_last(&batch->after->items).story =
            story_add(batch->stories, from->story, moves, roles);
        free(moves);
    }
    vec_free(&features);
}

/* All joint moves from one position; false if there are too many. */
static bool step_from(Batch *batch, const Candidate *from, const Map *does)
{
    size_t roles = batch->ground.role_count;
    double share = 1;
    stand(batch, from->position);
    if (!find_options(batch, does))
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
        set_kind(batch, KIND_DOES);
        for (; more && lanes < 64; lanes++) {
            for (size_t i = 0; i < roles; i++) {
                AtomId atom = batch->options[i].items[batch->choices[i]].does;
                made[lanes * roles + i] = batch->choices[i];
                if (atom != NO_ATOM)
                    batch->words[atom] |= (uint64_t)1 << lanes;
            }
            more = turn(batch);
        }
        batch->steps += lanes;
        evaluate(batch);
        uint64_t right = perceived(batch);
        for (size_t i = 0; i < lanes; i++)
            if (right >> i & 1)
                keep(batch, from, share, made + i * roles, i);
    }
    free(made);
    return !more;
}

/* All features of the positions. */
static Ground ground_for(const Game *game, const PositionSet *before,
                         Arena *arena, const Budget *budget)
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
    NetWish wish = {.features = features.items,
                    .feature_count = features.count,
                    .one_step = true};
    Ground ground = instantiate_wish(game, &wish, arena, budget);
    map_free(&met);
    vec_free(&features);
    return ground;
}

bool batch_step(const Game *game, const PositionSet *before, const Round *round,
                size_t most, const Budget *budget, PositionSet *after,
                Arena *stories)
{
    Arena *arena = arena_new();
    Batch batch = {.arena = arena,
                   .ground = ground_for(game, before, arena, budget),
                   .round = round,
                   .after = after,
                   .stories = stories,
                   .most = most,
                   .budget = budget};
    const Ground *ground = &batch.ground;
    bool complete = !ground->failure;
    Map does = {0};
    if (complete) {
        batch.words = arena_array(arena, uint64_t, ground->atom_count);
        batch.options = arena_array(arena, Options, ground->role_count);
        batch.choices = arena_array(arena, uint32_t, ground->role_count);
        classify(&batch);
        sort_rules(&batch);
        for (AtomId i = 0; i < ground->atom_count; i++)
            if (batch.kinds[i] == KIND_DOES)
                map_add(&does,
                        hash_mix(batch.roles[i], ground->atoms[i]->args[1]->id),
                        i);
    }
    for (size_t i = 0; i < before->items.count && complete; i++)
        complete = step_from(&batch, &before->items.items[i], &does);
    for (size_t i = 0; batch.options && i < ground->role_count; i++)
        vec_free(&batch.options[i]);
    map_free(&does);
    arena_free(arena);
    return complete;
}
