/* survey.c - what boards are found from: features, positions, static facts
 *
 * In:   a game, and its net if it could be grounded
 * Out:  a Survey
 * Next: board_find.c
 */
#include "board/survey.h"

#include "analysis/domain.h"
#include "base/random.h"
#include "logic/model.h"
#include "sim/engine.h"

enum {
    MAX_VALUES = 1000,   /* of an argument place */
    MAX_POSITIONS = 600, /* that are sampled */
    MIN_POSITIONS = 60,  /* that are worth more time */
    MAX_PLAYS = 40,
    MAX_STEPS = 120,          /* of a random play */
    MAX_STATIC_FACTS = 40000, /* of all relations */
};

static const double relation_seconds = 0.5;
static const double sample_seconds = 0.25, max_sample_seconds = 2;

typedef VEC(TermClass) TermClasses;

Budget budget_within(const Budget *budget, double seconds)
{
    Budget within = budget_new(seconds, budget->cancelled);
    if (budget->deadline > 0 && budget->deadline < within.deadline)
        within.deadline = budget->deadline;
    return within;
}

bool survey_are_roles(const Survey *survey, TermList values)
{
    return values.count && list_includes(survey->roles, values);
}

bool list_includes(TermList whole, TermList part)
{
    for (size_t i = 0; i < part.count; i++)
        if (!terms_contain(whole.items, whole.count, part.items[i]))
            return false;
    return true;
}

/* ---- classes ---- */

static TermList argument_values(Arena *arena, TermList terms, size_t place)
{
    TermVec values = {0};
    for (size_t i = 0; i < terms.count; i++)
        vec_push(&values, terms.items[i]->args[place]);
    size_t count = sort_terms_unique(values.items, values.count);
    return (TermList){vec_finish(&values, arena), count};
}

/* Adds the classes of sorted TERMS. */
static void add_classes(Arena *arena, TermList terms, TermClasses *classes)
{
    for (size_t i = 0; i < terms.count; i += vec_last(classes).terms.count) {
        const Term *first = terms.items[i];
        TermClass class = {.symbol = first->symbol,
                           .arity = first->arity,
                           .values =
                               arena_array(arena, TermList, first->arity)};
        class.terms = terms_of_class(
            (TermList){terms.items + i, terms.count - i}, &class);
        for (size_t k = 0; k < first->arity; k++)
            class.values[k] = argument_values(arena, class.terms, k);
        vec_push(classes, class);
    }
}

/* Adds the shapes of DOMAIN, whose argument places have few values. */
static void add_shapes(Arena *arena, Domains *domains, const Domain *domain,
                       TermClasses *classes)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        TermClass class = {shape->symbol,
                           shape->arity,
                           arena_array(arena, TermList, shape->arity),
                           {0}};
        for (size_t k = 0; k < shape->arity; k++) {
            size_t count = 0;
            const Term *const *values = domain_terms(
                &domains->table, shape->args[k], MAX_VALUES, &count);
            if (values)
                class.values[k] =
                    term_list_copy(arena, (TermList){values, count});
        }
        vec_push(classes, class);
    }
}

static TermList all_moves(Arena *arena, const Net *net)
{
    TermVec moves = {0};
    for (size_t i = 0; i < net->role_count; i++)
        vec_append(&moves, net->roles[i].moves, net->roles[i].move_count);
    size_t count = sort_terms_unique(moves.items, moves.count);
    return (TermList){vec_finish(&moves, arena), count};
}

static void find_classes(Survey *survey)
{
    Arena *arena = survey->arena;
    TermClasses features = {0}, moves = {0};
    if (survey->net) {
        TermList list = {survey->net->features, survey->net->feature_count};
        add_classes(arena, list, &features);
        add_classes(arena, all_moves(arena, survey->net), &moves);
    } else {
        Domains *domains = domains_new(survey->game, DOMAINS_DIRECTED);
        add_shapes(arena, domains, domains->features, &features);
        if (domains->role_count)
            add_shapes(arena, domains, domains->moves[0], &moves);
        domains_free(domains);
    }
    survey->feature_count = features.count;
    survey->features = vec_finish(&features, arena);
    survey->move_count = moves.count;
    survey->moves = vec_finish(&moves, arena);
}

/* ---- positions ---- */

typedef VEC(SampledPosition) Positions;

static void add_position(Survey *survey, Positions *positions,
                         const Engine *engine, Bytes position, TermList moves)
{
    TermList features = engine_features(engine, position, survey->arena);
    vec_push(positions, (SampledPosition){features, moves});
}

/* Makes a random step, and adds the position reached; false if there is none.
 */
static bool sample_step(Survey *survey, Engine *engine, Random *random,
                        Positions *positions)
{
    size_t role_count = engine_roles(engine);
    uint32_t *choices = arena_array(survey->arena, uint32_t, role_count);
    if (!engine_legal_counts(engine, choices))
        return false;
    for (size_t i = 0; i < role_count; i++)
        choices[i] = random_below(random, choices[i]);
    const Term **moves = arena_array(survey->arena, const Term *, role_count);
    engine_moves(engine, choices, moves);
    Bytes next = engine_next(engine, choices);
    if (engine_failure(engine))
        return false;
    add_position(survey, positions, engine, next,
                 (TermList){moves, role_count});
    engine_set(engine, next);
    return true;
}

typedef struct {
    Budget usual, most;
} SampleBudget;

static bool has_enough(const Positions *positions, const SampleBudget *budget)
{
    return positions->count >= MAX_POSITIONS ||
           budget_spent(positions->count < MIN_POSITIONS ? &budget->most
                                                         : &budget->usual);
}

static void sample_positions(Survey *survey, Engine *engine,
                             const Budget *whole)
{
    Positions positions = {0};
    Random random = random_new(1, 0);
    SampleBudget budget = {budget_within(whole, sample_seconds),
                           budget_within(whole, max_sample_seconds)};
    for (size_t plays = 0; plays < MAX_PLAYS && !engine_failure(engine) &&
                           (!plays || !has_enough(&positions, &budget));
         plays++) {
        engine_set(engine, engine_initial(engine));
        add_position(survey, &positions, engine, engine_initial(engine),
                     (TermList){0});
        for (size_t step = 0; step < MAX_STEPS &&
                              !has_enough(&positions, &budget) &&
                              sample_step(survey, engine, &random, &positions);)
            step++;
    }
    survey->position_count = positions.count;
    survey->positions = vec_finish(&positions, survey->arena);
}

static void set_roles(Survey *survey, const Engine *engine)
{
    survey->roles.count = engine_roles(engine);
    const Term **roles =
        arena_array(survey->arena, const Term *, survey->roles.count);
    for (size_t i = 0; i < survey->roles.count; i++)
        roles[i] = engine_role(engine, i);
    survey->roles.items = roles;
}

/* By the machine, or without a net by the interpreter. */
static void play(Survey *survey, const Budget *budget)
{
    const char *why;
    Budget limited = budget_within(budget, 2 * max_sample_seconds);
    Machine *machine = survey->net ? machine_new(survey->net) : NULL;
    Interp *interp = machine ? NULL : interp_new(survey->game, &limited, &why);
    Engine *engine = machine  ? engine_by_machine(machine)
                     : interp ? engine_by_interp(interp)
                              : NULL;
    if (engine) {
        set_roles(survey, engine);
        sample_positions(survey, engine, budget);
        engine_free(engine);
    }
    machine_free(machine);
    interp_free(interp);
}

/* ---- static facts ---- */

static void find_relations(Survey *survey, const Budget *budget)
{
    VEC(TermList) relations = {0};
    Model *model = model_new(survey->game, budget);
    model_limit(model, MAX_STATIC_FACTS);
    for (RelationId i = 0; i < survey->game->relation_count; i++) {
        const Relation *relation = &survey->game->relations[i];
        if (relation->changes_with != CHANGES_NEVER || relation->arity < 2 ||
            relation->keyword != KEYWORD_NONE)
            continue;
        TermList facts = {0};
        facts.items = model_facts(model, i, &facts.count);
        if (model_failure(model)) {
            model_recover(model);
            continue;
        }
        if (facts.count)
            vec_push(&relations, term_list_copy(survey->arena, facts));
    }
    model_free(model);
    survey->relation_count = relations.count;
    survey->relations = vec_finish(&relations, survey->arena);
}

/* Whether two facts agree at all places but FIRST and SECOND. */
static bool facts_agree(const Term *left, const Term *right, size_t first,
                        size_t second)
{
    for (size_t i = 0; i < left->arity; i++)
        if (i != first && i != second && left->args[i] != right->args[i])
            return false;
    return true;
}

static bool visit_facts(TermList facts, TermList values, size_t first,
                        size_t second, VisitPairs *visit, void *data)
{
    enum { MAX_MODELS = 24 };
    const Term *models[MAX_MODELS]; /* facts with different other arguments */
    size_t count = 0;
    bool is_done = false;
    VEC(ValuePair) pairs = {0};
    for (size_t i = 0; i < facts.count && count < MAX_MODELS && !is_done; i++) {
        const Term *model = facts.items[i];
        bool is_known = list_find(values, model->args[first]) == values.count;
        for (size_t k = 0; k < count && !is_known; k++)
            is_known = facts_agree(model, models[k], first, second);
        if (is_known)
            continue;
        models[count++] = model;
        vec_clear(&pairs);
        for (size_t k = i; k < facts.count; k++) {
            const Term *fact = facts.items[k];
            size_t from = list_find(values, fact->args[first]);
            size_t to = list_find(values, fact->args[second]);
            if (from < values.count && to < values.count && from != to &&
                facts_agree(fact, model, first, second))
                vec_push(&pairs, (ValuePair){(uint32_t)from, (uint32_t)to});
        }
        is_done = visit(data, pairs.items, pairs.count);
    }
    vec_free(&pairs);
    return is_done;
}

bool visit_relations(const Survey *survey, TermList values, VisitPairs *visit,
                     void *data)
{
    enum { MAX_RELATION_ARITY = 4 };
    for (size_t arity = 2; arity <= MAX_RELATION_ARITY; arity++)
        for (size_t r = 0; r < survey->relation_count; r++) {
            TermList facts = survey->relations[r];
            for (size_t i = 0; i < arity && facts.items[0]->arity == arity; i++)
                for (size_t k = i + 1; k < arity; k++)
                    if (visit_facts(facts, values, i, k, visit, data))
                        return true;
        }
    return false;
}

Survey *survey_new(Arena *arena, const Game *game, const Net *net,
                   const Budget *budget)
{
    Survey *survey = arena_alloc(arena, sizeof *survey);
    survey->arena = arena;
    survey->game = game;
    survey->net = net;
    find_classes(survey);
    Budget limited = budget_within(budget, relation_seconds);
    find_relations(survey, &limited);
    play(survey, budget);
    return survey;
}

/* ---- which arguments of a feature determine the others ---- */

TermList terms_of_class(TermList terms, const TermClass *class)
{
    size_t first = 0, end;
    while (first < terms.count && !is_of_class(terms.items[first], class))
        first++;
    for (end = first;
         end < terms.count && is_of_class(terms.items[end], class);)
        end++;
    return (TermList){terms.items + first, end - first};
}

/* Adds the arguments at PLACES of each feature of CLASS in POSITION to KEYS,
 * once each; returns how many features there are. */
static size_t keys_in(TermList position, const TermClass *class,
                      PlaceSet places, ByteTable *keys)
{
    TermList features = terms_of_class(position, class);
    const Term *key[32]; /* as many as a PlaceSet has */
    for (size_t i = 0; i < features.count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < class->arity; k++)
            if (places >> k & 1)
                key[count++] = features.items[i]->args[k];
        byte_table_put(keys, (Bytes){key, count * sizeof *key});
    }
    return features.count;
}

bool is_key(const Survey *survey, const TermClass *class, PlaceSet places)
{
    bool are_different = true;
    for (size_t i = 0; i < survey->position_count && are_different; i++) {
        ByteTable keys = {0};
        are_different = keys_in(survey->positions[i].features, class, places,
                                &keys) == keys.strings.count;
        byte_table_free(&keys);
    }
    return are_different;
}

/* Games that set up more cells than they keep are taken as they are after the
 * first step: initial positions are not looked at, if there are others. */
double total_share(const Survey *survey, const TermClass *class,
                   PlaceSet places)
{
    size_t start = survey->position_count > 1, seen = 0, total = 0;
    ByteTable first = {0};
    if (survey->position_count)
        keys_in(survey->positions[start].features, class, places, &first);
    size_t count = first.strings.count;
    for (size_t i = start; i < survey->position_count && count; i++) {
        ByteTable keys = {0};
        if (start && !survey->positions[i].moves.count)
            continue;
        seen++;
        keys_in(survey->positions[i].features, class, places, &keys);
        bool are_same = keys.strings.count == count;
        for (size_t k = 0; k < count && are_same; k++)
            are_same =
                byte_table_find(&first, keys.strings.items[k]) != NO_STRING;
        total += are_same;
        byte_table_free(&keys);
    }
    byte_table_free(&first);
    return seen ? (double)total / (double)seen : 0;
}

bool is_clock(const Survey *survey, const TermClass *class)
{
    bool goes_on = survey->position_count > 1;
    for (size_t i = 1; i < survey->position_count && goes_on; i++) {
        const SampledPosition *after = &survey->positions[i];
        if (!after->moves.count)
            continue;
        TermList old_ones = terms_of_class(after[-1].features, class);
        TermList new_ones = terms_of_class(after->features, class);
        goes_on = !list_includes(old_ones, new_ones) ||
                  old_ones.count > new_ones.count;
    }
    return goes_on;
}
