/* lemma_words.c - lemmas and measures in plain English, made from their gates
 *
 * In:   lemmas of a ProofRecord
 * Out:  sentences, and formulas that people read
 * Next: api/why.c
 *
 * Many features become one pattern, cell(1,1,X), if they are all features of
 * the net that match it. Start reading at lemma_words(), at the end.
 */
#include "prove/lemma_writer.h"

#include "base/memory.h"
#include "lang/print.h"

#include <assert.h>
#include <string.h>

enum { MAX_LISTED = 10, MAX_SENTENCES = 3, MAX_PLACES = 16 };

/* ---- features and patterns ---- */

/* Features that have the same symbol, and the same terms at some places. */
typedef struct {
    const Term *example;
    bool varies[MAX_PLACES];
    size_t variable_count;
} Pattern;

static bool matches(const Pattern *pattern, const Term *term)
{
    const Term *example = pattern->example;
    bool is_match =
        term->symbol == example->symbol && term->arity == example->arity;
    for (size_t i = 0; i < example->arity && is_match; i++)
        is_match = pattern->varies[i] || term->args[i] == example->args[i];
    return is_match;
}

/* The least pattern of FEATURES. False if there is none, or there are other
 * features that match it. */
static bool find_pattern(const LemmaWriter *writer, const Term *const *features,
                         size_t count, Pattern *pattern)
{
    const Net *net = writer->properties->net;
    size_t matching = 0;
    *pattern = (Pattern){.example = features[0]};
    for (size_t i = 0; i < count; i++)
        if (features[i]->symbol != features[0]->symbol ||
            features[i]->arity != features[0]->arity ||
            features[i]->arity > MAX_PLACES)
            return false;
    for (size_t k = 0; k < features[0]->arity; k++) {
        for (size_t i = 0; i < count; i++)
            pattern->varies[k] = pattern->varies[k] ||
                                 features[i]->args[k] != features[0]->args[k];
        pattern->variable_count += pattern->varies[k];
    }
    for (size_t i = 0; i < net->feature_count; i++)
        matching += matches(pattern, net->features[i]);
    return matching == count;
}

/* The variables are X, Y, Z, A, B, ... */
static char variable_name(size_t number)
{
    assert(number < MAX_PLACES); /* so letters suffice */
    return (char)(number < 3 ? 'X' + number : 'A' + number - 3);
}

static void add_pattern(const Pattern *pattern, Text *out)
{
    const Term *example = pattern->example;
    size_t variable = 0;
    symbol_print(out, example->symbol, SYNTAX_INFIX);
    for (size_t i = 0; i < example->arity; i++) {
        text_addc(out, i ? ',' : '(');
        if (pattern->varies[i])
            text_addc(out, variable_name(variable++));
        else
            term_print(out, example->args[i], SYNTAX_INFIX);
    }
    assert(variable == pattern->variable_count);
    text_adds(out, example->arity ? ")" : "");
}

/* The pattern of REFS, or of their negations if IS_NEGATED. */
static bool refs_pattern(const LemmaWriter *writer, const Ref *refs,
                         size_t count, bool is_negated, Pattern *pattern)
{
    const Term **features = arena_array(writer->arena, const Term *, count + 1);
    for (size_t i = 0; i < count; i++) {
        features[i] = feature_of(writer, refs[i] ^ is_negated);
        if (!features[i])
            return false;
    }
    return count && find_pattern(writer, features, count, pattern);
}

/* ---- phrases ---- */

static void add_atom(const LemmaWriter *writer, Ref ref, Text *out)
{
    const Net *net = writer->properties->net;
    const Gate *gate = gate_of(writer, ref);
    bool is_negated = ref_is_negated(ref);
    const char *atom = NULL;
    if (gate->node >= net->node_count) {
        text_adds(out, is_negated ? "not " : "");
        term_print(out, net->features[gate->node - net->node_count],
                   SYNTAX_INFIX);
    } else {
        Lit lit = 2 * gate->node + (Lit)is_negated;
        is_negated = !writer->atom_of[lit];
        atom = writer->atom_of[is_negated ? lit ^ 1 : lit];
        if (!atom)
            text_adds(out, "a condition of the rules holds");
        else if (strcmp(atom, "terminal") == 0)
            text_addf(out, "the game is %sover", is_negated ? "not " : "");
        else
            text_addf(out, "%s%s", is_negated ? "not " : "", atom);
    }
    if (gate->level == 1)
        text_adds(out, " after the step");
    else if (gate->level)
        text_addf(out, " after %u steps", gate->level);
}

static void add_phrase(const LemmaWriter *writer, Ref ref, unsigned depth,
                       Text *out);

/* "a, b and c"; "some cell(1,1,X)" where they are all of a pattern. */
static void add_phrases(const LemmaWriter *writer, const Ref *refs,
                        size_t count, const char *word, unsigned depth,
                        Text *out)
{
    Pattern pattern;
    bool is_or = strcmp(word, "or") == 0;
    size_t shown = count > MAX_LISTED + 2 ? MAX_LISTED : count;
    if (count > 2 && refs_pattern(writer, refs, count, !is_or, &pattern)) {
        text_adds(out, is_or ? "some " : "no ");
        add_pattern(&pattern, out);
        return;
    }
    for (size_t i = 0; i < shown; i++) {
        if (i)
            text_addf(out, i + 1 < count ? ", " : " %s ", word);
        add_phrase(writer, refs[i], depth, out);
    }
    if (shown < count)
        text_addf(out, " %s %zu more", word, count - shown);
}

static void add_phrase(const LemmaWriter *writer, Ref ref, unsigned depth,
                       Text *out)
{
    enum { MAX_DEPTH = 6, MAX_LENGTH = 600 };
    RefList parts = {0};
    bool is_or = ref_is_negated(ref);
    if (gate_of(writer, ref)->is_leaf) {
        add_atom(writer, ref, out);
        return;
    }
    if (depth > MAX_DEPTH || ref <= REF_FALSE || out->length > MAX_LENGTH) {
        text_adds(out, "...");
        return;
    }
    flatten(writer, ref & ~(Ref)1, &parts);
    for (size_t i = 0; i < parts.count; i++)
        parts.items[i] ^= is_or;
    text_adds(out, depth ? "(" : "");
    add_phrases(writer, parts.items, parts.count, is_or ? "or" : "and",
                depth + 1, out);
    text_adds(out, depth ? ")" : "");
    vec_free(&parts);
}

void refs_words(const LemmaWriter *writer, const RefList *refs, Text *out)
{
    add_phrases(writer, refs->items, refs->count, "and", 1, out);
}

/* ---- sums ---- */

/* Terms with the weight and the symbol of term FIRST and, unless PLACE is
 * beyond its arguments, the same term there: if they are a pattern, marks them
 * as done. */
static bool take_pattern(const LemmaWriter *writer, const WeightedSum *sum,
                         size_t first, size_t place, bool *is_done,
                         Pattern *pattern)
{
    const Term *example = feature_of(writer, sum->terms[first].ref);
    assert(!is_done[first]);
    TermVec features = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = first; i < sum->count; i++) {
        const Term *feature = feature_of(writer, sum->terms[i].ref);
        if (!is_done[i] && feature && feature->symbol == example->symbol &&
            feature->arity == example->arity &&
            sum->terms[i].weight == sum->terms[first].weight &&
            (place >= example->arity ||
             feature->args[place] == example->args[place])) {
            vec_push(&features, feature);
            vec_push(&numbers, i);
        }
    }
    bool is_pattern =
        features.count > 1 &&
        find_pattern(writer, features.items, features.count, pattern);
    for (size_t i = 0; i < numbers.count && is_pattern; i++)
        is_done[numbers.items[i]] = true;
    vec_free_all(&features, &numbers);
    return is_pattern;
}

/* Whether all terms are features of one symbol with different weights. */
static bool is_scale(const LemmaWriter *writer, const WeightedSum *sum)
{
    const Term *first = feature_of(writer, sum->terms[0].ref);
    bool is_one = first && sum->count > MAX_LISTED;
    for (size_t i = 1; i < sum->count && is_one; i++) {
        const Term *feature = feature_of(writer, sum->terms[i].ref);
        is_one = feature && feature->symbol == first->symbol &&
                 sum->terms[i].weight != sum->terms[i - 1].weight;
    }
    return is_one;
}

static void add_term(const LemmaWriter *writer, const WeightedRef *term,
                     Text *out)
{
    text_addf(out, "%lld for ", (long long)term->weight);
    add_phrase(writer, term->ref, 1, out);
}

void sum_words(const LemmaWriter *writer, const WeightedSum *sum, Text *out)
{
    bool *is_done = memory_zeroed(sum->count + 1, sizeof *is_done);
    bool is_cut = is_scale(writer, sum);
    size_t listed = 0, left = 0;
    for (size_t i = 0; i < sum->count; i++) {
        Pattern pattern;
        const Term *feature = feature_of(writer, sum->terms[i].ref);
        bool is_pattern = false;
        for (size_t place = feature ? feature->arity + 1 : 0;
             !is_done[i] && place > 0 && !is_pattern; place--)
            is_pattern =
                take_pattern(writer, sum, i, place - 1, is_done, &pattern);
        if (is_done[i] && !is_pattern)
            continue;
        if (listed++ >= MAX_LISTED || (is_cut && listed > 3)) {
            left++;
            continue;
        }
        text_adds(out, listed > 1 ? ", " : "");
        if (is_pattern) {
            text_addf(out, "%lld for each ", (long long)sum->terms[i].weight);
            add_pattern(&pattern, out);
        } else {
            add_term(writer, &sum->terms[i], out);
        }
    }
    if (left && is_cut) {
        text_adds(out, " and so on to ");
        add_term(writer, &sum->terms[sum->count - 1], out);
    } else if (left)
        text_addf(out, " and %zu more", left);
    memory_free(is_done);
}

/* "exactly one", "at most 3", "2 to 4" */
static void add_bounds(const WeightedSum *sum, Text *out)
{
    static const char *const numbers[] = {"none", "one", "two", "three"};
    bool has_min = sum->min != NO_MIN && sum->min > 0,
         has_max = sum->max != NO_MAX && sum->max < (int64_t)sum->count;
    int64_t number = has_max ? sum->max : sum->min;
    if (has_min && has_max && sum->min != sum->max)
        text_addf(out, "%lld to ", (long long)sum->min);
    else
        text_adds(out, has_min && has_max ? "exactly "
                       : has_max          ? "at most "
                                          : "at least ");
    if (number >= 0 && number < 4)
        text_adds(out, numbers[number]);
    else
        text_addf(out, "%lld", (long long)number);
}

/* How a lemma is shown. */
typedef struct {
    bool is_sum;
    WeightedSum sum;
    const Ref *counted; /* if all weights of the sum are 1; or NULL */
    bool has_pattern;   /* of what is counted */
    Pattern pattern;
} ShownLemma;

static ShownLemma shown_lemma(const LemmaWriter *writer,
                              const LoggedLemma *lemma)
{
    const GroundProperty *property = lemma->property;
    ShownLemma shown = {.sum = lemma->sum};
    shown.is_sum =
        !property || (!property->degree &&
                      ref_as_sum(writer, property->ends[0], &shown.sum));
    if (!shown.is_sum)
        return shown;
    Ref *counted = arena_array(writer->arena, Ref, shown.sum.count + 1);
    for (size_t i = 0; i < shown.sum.count; i++) {
        counted[i] = shown.sum.terms[i].ref;
        if (shown.sum.terms[i].weight != 1)
            return shown;
    }
    shown.counted = counted;
    shown.has_pattern =
        refs_pattern(writer, counted, shown.sum.count, false, &shown.pattern);
    return shown;
}

/* "cell(1,1,X) holds for exactly one X" */
static void add_count(const LemmaWriter *writer, const ShownLemma *lemma,
                      Text *out)
{
    const WeightedSum *sum = &lemma->sum;
    size_t variable_count = lemma->pattern.variable_count;
    if (!lemma->has_pattern) {
        add_bounds(sum, out);
        text_adds(out, " of ");
        add_phrases(writer, lemma->counted, sum->count, "and", 1, out);
        text_adds(out, sum->max == 1 ? " holds" : " hold");
        return;
    }
    add_pattern(&lemma->pattern, out);
    text_adds(out, " holds for ");
    add_bounds(sum, out);
    text_adds(out, variable_count > 1 ? " choice of" : "");
    for (size_t i = 0; i < variable_count; i++)
        text_addf(out, "%s%c",
                  !i                       ? " "
                  : i + 1 < variable_count ? ", "
                                           : " and ",
                  variable_name(i));
}

static void add_inequality(const LemmaWriter *writer, const WeightedSum *sum,
                           Text *out)
{
    bool has_min = sum->min != NO_MIN, has_max = sum->max != NO_MAX;
    text_adds(out, "the sum of ");
    sum_words(writer, sum, out);
    if (has_min && has_max && sum->min == sum->max)
        text_addf(out, " is always %lld", (long long)sum->min);
    else if (has_max)
        text_addf(out, " is never more than %lld", (long long)sum->max);
    if (has_min && sum->min != sum->max)
        text_addf(out, "%s never less than %lld", has_max ? " and" : " is",
                  (long long)sum->min);
}

/* ---- sentences ---- */

/* Not all of PARTS: "if a and b, then c or d". */
static void add_clause(const LemmaWriter *writer, const RefList *parts,
                       Text *out)
{
    RefList conditions = {0}, results = {0};
    for (size_t i = 0; i < parts->count; i++)
        if (ref_is_negated(parts->items[i]))
            vec_push(&results, ref_not(parts->items[i]));
        else
            vec_push(&conditions, parts->items[i]);
    text_adds(out, results.count && conditions.count ? "if " : "");
    add_phrases(writer, conditions.items, conditions.count, "and", 1, out);
    if (results.count && conditions.count)
        text_adds(out, ", then ");
    else if (conditions.count)
        text_adds(out, conditions.count > 1 ? " never hold together"
                                            : " never holds");
    add_phrases(writer, results.items, results.count, "or", 1, out);
    text_adds(out, conditions.count ? "" : " always holds");
    vec_free_all(&conditions, &results);
}

static void add_sentence(LemmaWriter *writer, Ref ref, Text *out)
{
    RefList parts = {0};
    if (ref <= REF_FALSE) {
        text_adds(out, ref == REF_TRUE ? "nothing is asked" : "never");
        return;
    }
    bool is_clause = gate_of(writer, ref)->is_leaf || ref_is_negated(ref);
    if (gate_of(writer, ref)->is_leaf)
        vec_push(&parts, ref_not(ref));
    else
        flatten(writer, ref & ~(Ref)1, &parts);
    if (is_clause)
        add_clause(writer, &parts, out);
    for (size_t i = 0; i < parts.count && i < MAX_SENTENCES && !is_clause;
         i++) {
        text_adds(out, i ? "; " : "");
        add_sentence(writer, parts.items[i], out);
    }
    if (!is_clause && parts.count > MAX_SENTENCES)
        text_addf(out, "; and %zu more like this", parts.count - MAX_SENTENCES);
    vec_free(&parts);
}

void lemma_words(LemmaWriter *writer, const LoggedLemma *lemma, Text *out)
{
    const ShownLemma shown = shown_lemma(writer, lemma);
    if (shown.counted)
        add_count(writer, &shown, out);
    else if (shown.is_sum)
        add_inequality(writer, &shown.sum, out);
    else
        add_sentence(writer, lemma->property->ends[lemma->property->degree],
                     out);
}

/* ---- formulas ---- */

/* The domain of argument PLACE: cell.3, or cell/3.3 if that is ambiguous. */
static void add_domain(const LemmaWriter *writer, const Term *example,
                       size_t place, Text *out)
{
    const Net *net = writer->properties->net;
    bool is_ambiguous = false;
    for (size_t i = 0; i < net->feature_count; i++)
        is_ambiguous =
            is_ambiguous || (net->features[i]->symbol == example->symbol &&
                             net->features[i]->arity != example->arity);
    symbol_print(out, example->symbol, SYNTAX_INFIX);
    if (is_ambiguous)
        text_addf(out, "/%u", example->arity);
    text_addf(out, ".%zu", place + 1);
}

/* exists[0..1] X in cell.3. true(cell(1,1,X)) */
static void add_counting_formula(const LemmaWriter *writer,
                                 const ShownLemma *lemma, Text *out)
{
    const WeightedSum *sum = &lemma->sum;
    const Pattern *pattern = &lemma->pattern;
    size_t variable = 0;
    text_addf(out, "exists[%lld..",
              sum->min == NO_MIN ? 0 : (long long)sum->min);
    if (sum->max != NO_MAX)
        text_addf(out, "%lld", (long long)sum->max);
    for (size_t i = 0; i < pattern->example->arity; i++)
        if (pattern->varies[i]) {
            text_addf(out, "%s%c in ", variable ? ", " : "] ",
                      variable_name(variable));
            add_domain(writer, pattern->example, i, out);
            variable++;
        }
    text_adds(out, ". true(");
    add_pattern(pattern, out);
    text_addc(out, ')');
}

void lemma_formula(LemmaWriter *writer, const LoggedLemma *lemma, Text *out)
{
    const ShownLemma shown = shown_lemma(writer, lemma);
    const WeightedSum *sum = &shown.sum;
    if (shown.has_pattern && shown.pattern.variable_count) {
        add_counting_formula(writer, &shown, out);
        return;
    }
    json_t *value = lemma_json(writer, lemma);
    if (json_is_string(value)) {
        text_adds(out, json_string_value(value));
        json_decref(value);
        return;
    }
    const json_t *terms = json_object_get(value, "sum");
    if (sum->min != NO_MIN)
        text_addf(out, "%lld <= ", (long long)sum->min);
    for (size_t i = 0; i < json_array_size(terms); i++) {
        long long weight = (long long)sum->terms[i].weight;
        text_adds(out, i && weight > 0 ? " + " : i ? " " : "");
        if (weight != 1)
            text_addf(out, "%lld ", weight);
        text_adds(out, json_string_value(
                           json_array_get(json_array_get(terms, i), 1)));
    }
    if (sum->max != NO_MAX)
        text_addf(out, " <= %lld", (long long)sum->max);
    json_decref(value);
}
