/* why_rules.c - the rules that matter for a lemma or a fault
 *
 * In:   gates, or atoms of a position
 * Out:  the rules whose heads match, and what these depend on, with their lines
 * Next: api/why.c
 */
#include "api/why.h"

#include "base/json.h"
#include "base/memory.h"

RuleSet rule_set_new(const Game *game, Arena *arena)
{
    return (RuleSet){game, arena_array(arena, bool, game->clause_count + 1)};
}

static bool can_be(const Term *argument, const Term *term)
{
    return !term || term_can_match(argument, term);
}

void rule_set_keyword(RuleSet *set, Keyword keyword, const Term *first,
                      const Term *second)
{
    each_clause (clause, set->game) {
        const Term *head = clause->head;
        if (clause->rule && clause_keyword(set->game, clause) == keyword &&
            (head->arity < 1 || can_be(head->args[0], first)) &&
            (head->arity < 2 || can_be(head->args[1], second)))
            set->has[clause - set->game->clauses] = true;
    }
}

/* Adds the rules whose heads match ATOM. */
static void add_matching(RuleSet *set, const Term *atom)
{
    each_clause (clause, set->game) {
        if (clause->rule && term_can_match(clause->head, atom))
            set->has[clause - set->game->clauses] = true;
    }
}

void rule_set_close(RuleSet *set)
{
    const Game *game = set->game;
    bool is_changed = true;
    bool *is_done = memory_zeroed(game->clause_count + 1, sizeof *is_done);
    while (is_changed) {
        is_changed = false;
        each_clause (clause, game) {
            size_t number = (size_t)(clause - game->clauses);
            if (!set->has[number] || is_done[number])
                continue;
            is_done[number] = is_changed = true;
            each_literal (literal, clause) {
                if (literal->kind != LITERAL_DISTINCT &&
                    literal_keyword(game, literal) == KEYWORD_NONE &&
                    game->relations[literal->relation].changes_with !=
                        CHANGES_NEVER)
                    add_matching(set, literal->atom);
            }
        }
    }
    memory_free(is_done);
}

/* ---- what gates speak of ---- */

static void add_outputs(RuleSet *set, const Net *net, const bool *is_asked)
{
    for (size_t i = 0; i < net->atom_count; i++)
        if (is_asked[lit_node(net->atoms[i].lit)])
            add_matching(set, net->atoms[i].term);
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        for (size_t k = 0; k < role->move_count; k++)
            if (is_asked[lit_node(role->legal[k])])
                rule_set_keyword(set, KEYWORD_LEGAL, role->name,
                                 role->moves[k]);
        for (size_t k = 0; k < role->goal_count; k++)
            if (is_asked[lit_node(role->goals[k].lit)])
                rule_set_keyword(set, KEYWORD_GOAL, role->name,
                                 role->goals[k].term);
    }
    if (is_asked[lit_node(net->terminal)])
        rule_set_keyword(set, KEYWORD_TERMINAL, NULL, NULL);
}

static void add_rules_of(RuleSet *set, const ProofRecord *record,
                         const RefList *refs)
{
    const Net *net = record->net;
    bool *is_asked =
        property_nodes(&record->properties, refs->items, refs->count);
    for (size_t i = 0; i < net->feature_count; i++)
        if (is_asked[net->node_count + i])
            rule_set_keyword(set, KEYWORD_NEXT, net->features[i], NULL);
    add_outputs(set, net, is_asked);
    memory_free(is_asked);
}

void rule_set_lemma(RuleSet *set, const ProofRecord *record,
                    const LoggedLemma *lemma)
{
    RefList refs = lemma_refs(lemma);
    add_rules_of(set, record, &refs);
    vec_free(&refs);
}

void rule_set_leaf(RuleSet *set, const ProofRecord *record, Ref ref, size_t at)
{
    const Gate *gate = &record->properties.gates.items[ref / 2];
    size_t node_count = record->net->node_count;
    if (gate->is_leaf && gate->node >= node_count && at + gate->level == 0)
        rule_set_keyword(set, KEYWORD_INIT,
                         record->net->features[gate->node - node_count], NULL);
    else
        add_rules_of(set, record, &(RefList){.items = &ref, .count = 1});
}

/* ---- lines ---- */

static size_t line_of(const Game *game, const Rule *rule)
{
    return line_column(game->rules->source, rule->form->span.start).line;
}

/* The next rule of the set after RULE, or the first one, by its place in the
 * text; NULL if there is none. */
static const Rule *next_rule(const RuleSet *set, const Rule *rule)
{
    const Rule *next = NULL;
    uint32_t after = rule ? rule->form->span.start : 0;
    each_clause (clause, set->game) {
        if (!set->has[clause - set->game->clauses])
            continue;
        uint32_t start = clause->rule->form->span.start;
        if ((!rule || start > after) &&
            (!next || start < next->form->span.start))
            next = clause->rule;
    }
    return next;
}

json_t *rule_set_lines(const RuleSet *set)
{
    json_t *lines = json_array();
    size_t last = 0;
    const Rule *rule = NULL;
    while ((rule = next_rule(set, rule))) {
        size_t line = line_of(set->game, rule);
        if (line != last)
            json_add(lines, json_count(line));
        last = line;
    }
    return lines;
}

/* The head as it stands in the text, on one line. */
static json_t *head_json(const Game *game, const Rule *rule)
{
    Text text = {0};
    Span span = rule->head_form->span;
    for (uint32_t i = span.start; i < span.end; i++) {
        char c = game->rules->source->text[i];
        bool is_space = ascii_is_space(c);
        if (!is_space || text.bytes[text.length - 1] != ' ')
            text_addc(&text, is_space ? ' ' : c);
    }
    return json_take_text(&text);
}

json_t *rule_set_json(const RuleSet *set)
{
    json_t *rules = json_array();
    const Rule *rule = NULL;
    while ((rule = next_rule(set, rule)))
        json_add(rules,
                 JSON_OBJECT({"line", json_count(line_of(set->game, rule))},
                             {"head", head_json(set->game, rule)}));
    return rules;
}
