/* asp_split.c - rules cut into joins that ground well
 *
 * In:   the clauses of a Game, and the domains of its arguments
 * Out:  more and shorter clauses with the same meaning
 * Next: asp/asp.c writes them
 *
 * A body is a set of literals with variables. To cut is to take all literals
 * that have some variable which the head does not have, and to give those of
 * their other variables that are needed elsewhere to a new relation. The cut
 * that seems best is made first; then both pieces are cut again.
 * Sizes are estimated as databases do: rows of the relations multiplied,
 * divided by the size of its domain whenever a variable is met again. Start
 * reading at asp_split(), at the end.
 */
#include "asp/asp_split.h"

#include "analysis/domain.h"
#include "base/sort.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t VariableSet; /* a bit for each variable of the clause */

/* A clause with more than that stays whole. While it is cut a body has each of
 * its literals, each domain and each new relation at most once. */
enum {
    MAX_VARIABLES = 64,
    MAX_LITERALS = 60,
    MAX_PARTS = 2 * MAX_LITERALS + MAX_VARIABLES,
    MAX_IN_PAIRS = 12, /* variables whose pairs are tried, too */
};

/* A cut has to make a rule cheaper by this factor, and by so many instances. */
static const double GAIN = 0.7, MIN_GAIN = 30;

typedef struct {
    Literal literal;
    VariableSet variables; /* all of them */
    VariableSet shared;    /* without those that occur nowhere else */
    double rows;           /* over the shared ones; positive literals only */
    bool is_domain;        /* the domain of its variable, not yet a literal */
} Part;

typedef VEC(Part) Parts;
typedef struct {
    const Game *game;
    Arena *arena;
    Game *result;
    Domains *domains;
    double *rows; /* by relation of GAME: about how many atoms it can have */
    double *legal_rows; /* by clause of legal, once that is known; or NULL */
    VEC(Relation) relations;
    VEC(Clause) clauses;
    bool saving_first; /* otherwise the smallest rule first */
    double cost;       /* of the clauses made so far */
    /* of the clause at hand */
    const Clause *clause;
    double sizes[MAX_VARIABLES];           /* of its variables' domains, */
    const Domain *smallest[MAX_VARIABLES]; /* and these */
    RelationId *domain_relation; /* by index of a domain; NO_RELATION: none */
    size_t part_count, domain_count;
} Splitter;

/* ---- variables and their domains ---- */

static VariableSet variables_of(const Clause *clause, const Term *term)
{
    VariableSet set = 0;
    if (term_is_ground(term))
        return 0;
    if (term_is_variable(term))
        return (VariableSet)1 << clause_variable(clause, term);
    for (size_t i = 0; i < term->arity; i++)
        set |= variables_of(clause, term->args[i]);
    return set;
}

static double size_of(const Domain *domain)
{
    double size = domain->endless || domain->size == DOMAIN_TOO_MANY
                      ? 1e9
                      : (double)domain->size;
    return size < 1 ? 1 : size;
}

/* The smallest domain that the places of VARIABLE in TERM have, where TERM
 * stands in DOMAIN; BEST if none is smaller than that. */
static const Domain *smaller_domain(const Term *term, const Domain *domain,
                                    const Term *variable, const Domain *best)
{
    if (term == variable)
        return !best || size_of(domain) < size_of(best) ? domain : best;
    if (term_is_variable(term) || term_is_ground(term))
        return best;
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        if (shape->symbol == term->symbol && shape->arity == term->arity)
            for (size_t k = 0; k < term->arity; k++)
                best = smaller_domain(term->args[k], shape->args[k], variable,
                                      best);
    }
    return best;
}

/* The same for a positive literal of the game. */
static const Domain *smaller_in_literal(const Splitter *splitter,
                                        const Literal *literal,
                                        const Term *variable,
                                        const Domain *best)
{
    assert(literal->relation < splitter->game->relation_count);
    const Domain **domains = splitter->domains->relation[literal->relation];
    for (size_t i = 0; i < literal->atom->arity; i++)
        best =
            smaller_domain(literal->atom->args[i], domains[i], variable, best);
    return best;
}

/* A variable takes the smallest domain of all its places. */
static void find_sizes(Splitter *splitter, const Clause *clause)
{
    assert(clause->variable_count <= MAX_VARIABLES);
    splitter->clause = clause;
    for (size_t i = 0; i < clause->variable_count; i++) {
        const Domain *smallest = NULL;
        for (size_t k = 0; k < clause->count; k++)
            if (clause->body[k].kind == LITERAL_POSITIVE)
                smallest = smaller_in_literal(splitter, &clause->body[k],
                                              clause->variables[i], smallest);
        splitter->smallest[i] = smallest;
        splitter->sizes[i] = smallest ? size_of(smallest) : INFINITY;
    }
}

/* In how many ways all variables of SET can be given values. */
static double assignments(const Splitter *splitter, VariableSet set)
{
    double product = 1;
    for (; set; set &= set - 1)
        product *= splitter->sizes[__builtin_ctzll(set)];
    return product;
}

/* ---- rows ---- */

/* About how many moves like MOVE are ever legal. */
static double move_rows(const Splitter *splitter, const Term *move)
{
    const Game *game = splitter->game;
    double rows = 0;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (clause->relation != game->keyword[KEYWORD_LEGAL])
            continue;
        const Term *legal = clause->head->args[1];
        if (term_is_variable(move) || term_is_variable(legal) ||
            (move->symbol == legal->symbol && move->arity == legal->arity))
            rows += splitter->legal_rows[i];
    }
    return rows;
}

/* About how many instances a positive literal has: those of its relation that
 * have its constants, and no more than its variables allow. */
static double literal_rows(const Splitter *splitter, const Literal *literal)
{
    const Domain **domains = splitter->domains->relation[literal->relation];
    double rows = splitter->rows[literal->relation];
    for (size_t i = 0; i < literal->atom->arity; i++)
        if (term_is_ground(literal->atom->args[i]))
            rows /= size_of(domains[i]);
    VariableSet set = variables_of(splitter->clause, literal->atom);
    rows = fmin(rows, assignments(splitter, set));
    if (splitter->game->relations[literal->relation].keyword == KEYWORD_DOES &&
        splitter->legal_rows)
        rows = fmin(rows, move_rows(splitter, literal->atom->args[1]));
    return fmax(rows, 1);
}

/* How many times more rows there are when PART is joined to what has the
 * variables MET. Never less than one: that one literal excludes what others
 * allow would be a guess, and a bad one where literals say the same twice. */
static double join_factor(const Splitter *splitter, const Part *part,
                          VariableSet met)
{
    return fmax(part->rows / assignments(splitter, part->shared & met), 1);
}

/* The instances of the positive literals in BODY, joined one by one, always
 * the one that brings least. */
static double join_rows(const Splitter *splitter, const Parts *body)
{
    double rows = 1;
    VariableSet met = 0;
    bool joined[MAX_PARTS] = {false};
    assert(body->count <= MAX_PARTS);
    for (;;) {
        size_t best = body->count;
        double least = INFINITY;
        for (size_t i = 0; i < body->count; i++) {
            const Part *part = &body->items[i];
            if (joined[i] || part->literal.kind != LITERAL_POSITIVE)
                continue;
            double factor = join_factor(splitter, part, met);
            if (factor < least) {
                least = factor;
                best = i;
            }
        }
        if (best == body->count)
            return fmin(rows, assignments(splitter, met));
        joined[best] = true;
        rows *= least;
        met |= body->items[best].shared;
    }
}

static VariableSet variables_in(const Parts *parts, bool only_positive)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        if (!only_positive || parts->items[i].literal.kind == LITERAL_POSITIVE)
            set |= parts->items[i].variables;
    return set;
}

/* A variable that occurs in one literal only is projected away by gringo. */
static void find_shared(const Splitter *splitter, Parts *body, VariableSet head)
{
    for (size_t i = 0; i < body->count; i++) {
        Part *part = &body->items[i];
        VariableSet elsewhere = head;
        for (size_t k = 0; k < body->count; k++)
            elsewhere |= k == i ? 0 : body->items[k].variables;
        part->shared = part->variables & elsewhere;
        if (part->literal.kind == LITERAL_POSITIVE)
            part->rows = fmin(part->rows, assignments(splitter, part->shared));
    }
}

/* ---- cutting ---- */

enum { MAX_LISTED_DOMAIN = 1000 }; /* terms that are written down */

/* How many values the literals of PARTS leave the variable NUMBER. */
static double size_in(const Splitter *splitter, const Parts *parts,
                      size_t number)
{
    const Domain *smallest = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        const Part *part = &parts->items[i];
        if (part->literal.kind != LITERAL_POSITIVE ||
            !(part->variables >> number & 1))
            continue;
        if (part->is_domain ||
            part->literal.relation >= splitter->game->relation_count)
            return splitter->sizes[number];
        smallest =
            smaller_in_literal(splitter, &part->literal,
                               splitter->clause->variables[number], smallest);
    }
    return smallest ? size_of(smallest) : INFINITY;
}

/* Says what values the variables of PARTS can have at all, where their
 * literals alone would leave more, or nothing binds them. The facts that say
 * so are gone when gringo is done. */
static void add_domains(const Splitter *splitter, Parts *parts)
{
    for (VariableSet left = variables_in(parts, false); left;
         left &= left - 1) {
        size_t number = (size_t)__builtin_ctzll(left);
        if (!(splitter->sizes[number] <= MAX_LISTED_DOMAIN) ||
            size_in(splitter, parts, number) <= splitter->sizes[number])
            continue;
        Part part = {.literal.kind = LITERAL_POSITIVE,
                     .variables = left & -left,
                     .rows = splitter->sizes[number],
                     .is_domain = true};
        vec_push(parts, part);
    }
}

/* A literal of ELSEWHERE for each variable of PARTS that none of them binds;
 * it holds anyway, since ELSEWHERE stays in the body. */
static void add_binders(Parts *parts, const Parts *elsewhere)
{
    for (;;) {
        VariableSet unbound =
            variables_in(parts, false) & ~variables_in(parts, true);
        const Part *best = NULL;
        if (!unbound)
            return;
        for (size_t i = 0; i < elsewhere->count; i++) {
            const Part *part = &elsewhere->items[i];
            if (part->literal.kind == LITERAL_POSITIVE &&
                (part->variables & unbound & -unbound) &&
                (!best || part->rows < best->rows))
                best = part;
        }
        assert(best); /* the clause is safe */
        vec_push(parts, *best);
    }
}

typedef struct {
    Parts inside, outside;          /* OUTSIDE without the new literal */
    VariableSet kept;               /* the variables of the new relation */
    double rows, inside_rows, cost; /* of it, its rule, and all in all */
} Cut;

/* What it costs to give the literals TAKEN to a relation of their own. */
static Cut try_cut(const Splitter *splitter, const Parts *body,
                   VariableSet head, const bool *taken)
{
    Cut cut = {0};
    for (size_t i = 0; i < body->count; i++) {
        if (taken[i])
            vec_push(&cut.inside, body->items[i]);
        else
            vec_push(&cut.outside, body->items[i]);
    }
    cut.kept = variables_in(&cut.inside, false) &
               (head | variables_in(&cut.outside, false));
    add_domains(splitter, &cut.inside);
    add_binders(&cut.inside, &cut.outside);
    find_shared(splitter, &cut.inside, cut.kept);
    cut.inside_rows = join_rows(splitter, &cut.inside);
    cut.rows = fmin(cut.inside_rows, assignments(splitter, cut.kept));
    Part new = {.literal.kind = LITERAL_POSITIVE,
                .variables = cut.kept,
                .rows = cut.rows};
    vec_push(&cut.outside, new);
    find_shared(splitter, &cut.outside, head);
    cut.cost = cut.inside_rows + cut.rows + join_rows(splitter, &cut.outside);
    cut.outside.count--;
    return cut;
}

/* All literals that have one of the variables in SET. */
static size_t take_with(const Parts *body, VariableSet set, bool *taken)
{
    size_t count = 0;
    for (size_t i = 0; i < body->count; i++)
        count += taken[i] = body->items[i].variables & set;
    return count;
}

static bool is_better(const Splitter *splitter, const Cut *cut, const Cut *best)
{
    return splitter->saving_first ? cut->cost < best->cost
                                  : cut->inside_rows < best->inside_rows;
}

/* The best cut of all literals that have some variable which the head does not
 * have, or one of two such. False if no cut saves enough. */
static bool best_cut(const Splitter *splitter, const Parts *body,
                     VariableSet head, Cut *best)
{
    bool taken[MAX_PARTS], found = false;
    double now = join_rows(splitter, body);
    double max_cost = fmin(now * GAIN, now - MIN_GAIN);
    VariableSet local = variables_in(body, false) & ~head;
    bool in_pairs = __builtin_popcountll(local) <= MAX_IN_PAIRS;
    for (VariableSet a = local; a; a &= a - 1)
        for (VariableSet b = in_pairs ? a : a & -a; b; b &= b - 1) {
            size_t count = take_with(body, (a & -a) | (b & -b), taken);
            if (count < 2 || count == body->count)
                continue;
            Cut cut = try_cut(splitter, body, head, taken), worse = cut;
            if (cut.cost < max_cost &&
                (!found || is_better(splitter, &cut, best))) {
                worse = found ? *best : (Cut){0};
                *best = cut;
                found = true;
            }
            vec_free(&worse.inside);
            vec_free(&worse.outside);
        }
    return found;
}

/* ---- new clauses ---- */

static void add_clause(Splitter *splitter, RelationId relation,
                       const Term *head, const Parts *body)
{
    Clause clause = {.rule = splitter->clause->rule,
                     .relation = relation,
                     .head = head,
                     .count = body->count};
    clause.body = arena_array(splitter->arena, Literal, body->count);
    for (size_t i = 0; i < body->count; i++)
        clause.body[i] = body->items[i].literal;
    find_variables(splitter->result, &clause);
    vec_push(&splitter->clauses, clause);
    splitter->cost += join_rows(splitter, body);
}

static RelationId new_relation(Splitter *splitter, const char *name,
                               size_t number, size_t arity)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%s %zu", name, number);
    Relation relation = {
        .symbol = term_symbol(splitter->game->terms, text, (size_t)length),
        .arity = arity};
    vec_push(&splitter->relations, relation);
    return (RelationId)(splitter->relations.count - 1);
}

static const Term *atom_of(Splitter *splitter, RelationId id,
                           const Term *const *args)
{
    const Relation *relation = &splitter->relations.items[id];
    Terms *terms = splitter->game->terms;
    return relation->arity
               ? term_compound(terms, relation->symbol, relation->arity, args)
               : term_constant(terms, relation->symbol);
}

/* A relation over VARIABLES that no text can name, as a literal; it has about
 * so many ROWS. */
static Literal new_literal(Splitter *splitter, VariableSet variables,
                           double rows)
{
    TermVec args = {0};
    for (VariableSet left = variables; left; left &= left - 1)
        vec_push(&args, splitter->clause->variables[__builtin_ctzll(left)]);
    RelationId id =
        new_relation(splitter, "part", ++splitter->part_count, args.count);
    Literal literal = {.kind = LITERAL_POSITIVE,
                       .relation = id,
                       .atom = atom_of(splitter, id, args.items)};
    vec_free(&args);
    splitter->cost += rows;
    return literal;
}

/* The relation of all terms in DOMAIN, with a fact for each. */
static RelationId domain_relation(Splitter *splitter, const Domain *domain)
{
    size_t count;
    RelationId *known = &splitter->domain_relation[domain->index];
    if (*known != NO_RELATION)
        return *known;
    const Term *const *terms =
        domain_terms(splitter->domains, domain, MAX_LISTED_DOMAIN, &count);
    if (!terms)
        return NO_RELATION;
    *known = new_relation(splitter, "domain", ++splitter->domain_count, 1);
    for (size_t i = 0; i < count; i++) {
        Clause fact = {.relation = *known,
                       .head = atom_of(splitter, *known, &terms[i])};
        vec_push(&splitter->clauses, fact);
    }
    return *known;
}

/* Makes literals of the domains in PARTS, as far as they can be listed. */
static void settle_domains(Splitter *splitter, Parts *parts,
                           const Parts *elsewhere)
{
    size_t kept = 0;
    for (size_t i = 0; i < parts->count; i++) {
        Part *part = &parts->items[i];
        if (part->is_domain) {
            size_t number = (size_t)__builtin_ctzll(part->variables);
            RelationId id =
                domain_relation(splitter, splitter->smallest[number]);
            if (id == NO_RELATION)
                continue;
            part->is_domain = false;
            part->literal.relation = id;
            part->literal.atom =
                atom_of(splitter, id, &splitter->clause->variables[number]);
        }
        parts->items[kept++] = *part;
    }
    parts->count = kept;
    add_binders(parts, elsewhere);
}

static void split(Splitter *splitter, RelationId relation, const Term *head,
                  VariableSet head_variables, Parts *body)
{
    Cut cut;
    while (best_cut(splitter, body, head_variables, &cut)) {
        Part part = {.literal = new_literal(splitter, cut.kept, cut.rows),
                     .variables = cut.kept,
                     .rows = cut.rows};
        settle_domains(splitter, &cut.inside, &cut.outside);
        split(splitter, part.literal.relation, part.literal.atom, cut.kept,
              &cut.inside);
        vec_free(&cut.inside);
        vec_free(body);
        *body = cut.outside;
        vec_push(body, part);
        find_shared(splitter, body, head_variables);
    }
    add_clause(splitter, relation, head, body);
}

/* ---- all clauses ---- */

static Parts body_of(Splitter *splitter, const Clause *clause)
{
    Parts body = {0};
    find_sizes(splitter, clause);
    for (size_t i = 0; i < clause->count; i++) {
        Part part = {.literal = clause->body[i],
                     .variables = variables_of(clause, clause->body[i].atom)};
        if (part.literal.kind == LITERAL_POSITIVE)
            part.rows = literal_rows(splitter, &part.literal);
        vec_push(&body, part);
    }
    find_shared(splitter, &body, variables_of(clause, clause->head));
    return body;
}

static bool is_moderate(const Clause *clause)
{
    return clause->variable_count <= MAX_VARIABLES &&
           clause->count < MAX_LITERALS;
}

/* What the domains of its arguments allow a relation to have. */
static double domain_rows(const Splitter *splitter, RelationId id)
{
    double rows = 1;
    for (size_t i = 0; i < splitter->game->relations[id].arity; i++)
        rows *= size_of(splitter->domains->relation[id][i]);
    return rows;
}

static double clause_rows(Splitter *splitter, const Clause *clause)
{
    if (!is_moderate(clause))
        return 1e18;
    Parts body = body_of(splitter, clause);
    double rows = join_rows(splitter, &body);
    rows =
        fmin(rows, assignments(splitter, variables_of(clause, clause->head)));
    vec_free(&body);
    return rows;
}

static void find_legal_rows(Splitter *splitter)
{
    const Game *game = splitter->game;
    double *rows = arena_array(splitter->arena, double, game->clause_count);
    for (size_t i = 0; i < game->clause_count; i++)
        if (game->clauses[i].relation == game->keyword[KEYWORD_LEGAL])
            rows[i] = clause_rows(splitter, &game->clauses[i]);
    splitter->legal_rows = rows;
}

static int by_component(const void *left, const void *right, void *context)
{
    const Game *game = context;
    const Clause *a = &game->clauses[*(const uint32_t *)left];
    const Clause *b = &game->clauses[*(const uint32_t *)right];
    uint32_t x = game->relations[a->relation].component;
    uint32_t y = game->relations[b->relation].component;
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b;
}

/* Relation by relation, lowest first: a relation has no more than its clauses
 * give it. Recursive ones have what their domains allow. */
static void find_rows(Splitter *splitter)
{
    const Game *game = splitter->game;
    Arena *arena = splitter->arena;
    uint32_t *order = arena_array(arena, uint32_t, game->clause_count);
    splitter->rows = arena_array(arena, double, game->relation_count);
    for (RelationId id = 0; id < game->relation_count; id++)
        splitter->rows[id] = domain_rows(splitter, id);
    for (uint32_t i = 0; i < game->clause_count; i++)
        order[i] = i;
    sort_items_with(order, game->clause_count, sizeof *order, by_component,
                    (void *)game);
    for (size_t i = 0, next; i < game->clause_count; i = next) {
        RelationId id = game->clauses[order[i]].relation;
        double rows = 0;
        bool recursive = game->relations[id].recursive;
        for (next = i; next < game->clause_count &&
                       game->clauses[order[next]].relation == id;
             next++)
            rows += recursive
                        ? 0
                        : clause_rows(splitter, &game->clauses[order[next]]);
        if (!recursive)
            splitter->rows[id] = fmin(splitter->rows[id], fmax(rows, 1));
    }
}

/* Splits CLAUSE and tells what that costs. */
static double split_one_way(Splitter *splitter, const Clause *clause,
                            bool saving_first)
{
    Parts body = body_of(splitter, clause);
    splitter->saving_first = saving_first;
    splitter->cost = 0;
    split(splitter, clause->relation, clause->head,
          variables_of(clause, clause->head), &body);
    vec_free(&body);
    return splitter->cost;
}

/* A state of the splitter to go back to. */
typedef struct {
    size_t relations, clauses, parts, domains;
} SplitterMark;

static SplitterMark mark_of(const Splitter *splitter)
{
    return (SplitterMark){splitter->relations.count, splitter->clauses.count,
                          splitter->part_count, splitter->domain_count};
}

static void take_back(Splitter *splitter, SplitterMark mark)
{
    splitter->relations.count = mark.relations;
    splitter->clauses.count = mark.clauses;
    splitter->part_count = mark.parts;
    splitter->domain_count = mark.domains;
    for (size_t i = 0; i < splitter->domains->count; i++)
        if (splitter->domain_relation[i] != NO_RELATION &&
            splitter->domain_relation[i] >= mark.relations)
            splitter->domain_relation[i] = NO_RELATION;
}

/* Neither way to choose cuts is always the better one: both are tried. */
static void split_clause(Splitter *splitter, const Clause *clause)
{
    if (!is_moderate(clause) || clause->count < 2) {
        vec_push(&splitter->clauses, *clause);
        return;
    }
    SplitterMark mark = mark_of(splitter);
    double saving_first = split_one_way(splitter, clause, true);
    take_back(splitter, mark);
    if (split_one_way(splitter, clause, false) <= saving_first)
        return;
    take_back(splitter, mark);
    split_one_way(splitter, clause, true);
}

Game *asp_split(const Game *game, Arena *arena)
{
    Splitter splitter = {.game = game, .arena = arena};
    Game *result = arena_copy(arena, game, sizeof *game);
    result->arena = arena;
    splitter.result = result;
    splitter.domains = domains_new(game, DOMAINS_DIRECTED);
    splitter.domain_relation =
        arena_array(arena, RelationId, splitter.domains->count);
    for (size_t i = 0; i < splitter.domains->count; i++)
        splitter.domain_relation[i] = NO_RELATION;
    find_rows(&splitter);
    find_legal_rows(&splitter);
    find_rows(&splitter);
    for (size_t i = 0; i < game->relation_count; i++)
        vec_push(&splitter.relations, game->relations[i]);
    for (size_t i = 0; i < game->clause_count; i++)
        split_clause(&splitter, &game->clauses[i]);
    result->relation_count = splitter.relations.count;
    result->relations = vec_finish(&splitter.relations, arena);
    result->clause_count = splitter.clauses.count;
    result->clauses = vec_finish(&splitter.clauses, arena);
    domains_free(splitter.domains);
    return result;
}
