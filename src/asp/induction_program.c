/* induction_program.c - base case and induction step as answer set programs
 *
 * In:   a ProofTask, and formulas of it
 * Out:  the text of a program
 * Next: prove/published/engine_clingo.c runs it
 *
 * What is asked is a table of templates, one for each kind of question. Start
 * reading there, and at induction_program(), at the end.
 */
#include "asp/induction_program.h"

#include "asp/asp_prop.h"

#include <assert.h>
#include <string.h>

/* In CLAUSES, which are written for each formula, {+0} is a literal that it
 * holds at level 0, {-0} that it does not; {+1} is about level 1, and {n} is
 * the number of the claim. */
typedef struct {
    const char *title, *clauses, *end;
} QuestionTemplate;

#define TITLE_EACH(what)                                                       \
    ": what holds in all answer sets " what                                    \
    " (Haufe and Thielscher 2010, section 3)"
#define END_HOLDS "#defined _holds/1.\n#show _holds/1.\n"
#define END_STEP  "#defined _step/1.\n#show _step/1.\n"

/* S^true_init(0) u G_n u P^legal u Enc */
static const QuestionTemplate base_templates[] = {
    [ASK_ALONE] = {"Base case: an answer set is a play that refutes it "
                   "(Thielscher and Voigt 2010, "
                   "section 5)",
                   ":- {+0}.\n", "#show does/3.\n"},
    [ASK_EACH] = {"Base case" TITLE_EACH("holds initially"),
                  "_holds({n}) :- {+0}.\n", END_HOLDS},
    [ASK_MUTUAL] = {"Base case" TITLE_EACH("holds initially"),
                    "_holds({n}) :- {+0}.\n", END_HOLDS},
};

/* S^gen u G_n+1 u P^legal u Enc: it holds at level 0, level 0 is not the end,
 * and then? */
static const QuestionTemplate step_templates[] = {
    [ASK_ALONE] = {"Induction step: an answer set is a step at which it fails "
                   "(Thielscher and Voigt 2010, section 5)",
                   ":- {-0}.\n:- terminal(0).\n:- {+1}.\n",
                   "#show true/2.\n#show does/3.\n"},
    [ASK_EACH] = {"Induction step" TITLE_EACH("is inductive"),
                  "_step({n}) :- {-0}.\n_step({n}) :- terminal(0).\n"
                  "_step({n}) :- {+1}.\n",
                  END_STEP},
    [ASK_MUTUAL] = {"Induction step" TITLE_EACH("is inductive"),
                    ":- {-0}.\n_step({n}) :- {+1}.\n",
                    ":- terminal(0).\n" END_STEP},
};

typedef struct {
    const ProofTask *task;
    const FormulaSet *set;
    Asp *asp;
    Encoding *encoding;
    Text questions; /* what is asked about the formulas */
} ProgramWriter;

static size_t claim_number(const ProgramWriter *writer, size_t formula)
{
    return writer->set->numbers ? writer->set->numbers[formula] : formula;
}

unsigned largest_degree(const Props *table, const PropId *props, size_t count)
{
    unsigned largest = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned degree = props_get(table, props[i])->degree;
        largest = degree > largest ? degree : largest;
    }
    return largest;
}

unsigned hypothesis_levels(const Props *table, const PropId *props,
                           size_t count)
{
    unsigned degree = largest_degree(table, props, count);
    return degree ? degree - 1 : 0;
}

/* Which claim is which, for the reader. */
static void list_claims(Text *out, const ProgramWriter *writer)
{
    const ProofTask *task = writer->task;
    for (size_t i = 0; i < writer->set->count; i++) {
        size_t number = claim_number(writer, i);
        if (!writer->set->numbers || number >= task->count)
            continue;
        text_addf(out, "%% %zu: ", number);
        formula_print(out, task->claims[number].formula);
        text_addc(out, '\n');
    }
}

/* ---- questions ---- */

/* Writes what {KIND DIGIT} in a QuestionTemplate stands for, for FORMULA. */
static void write_placeholder(ProgramWriter *writer, char kind, char digit,
                              size_t formula)
{
    Text *out = &writer->questions;
    if (kind == 'n') {
        text_addf(out, "%zu", claim_number(writer, formula));
        return;
    }
    assert(ascii_is_digit(digit));
    encoding_literal(out, writer->encoding, writer->set->props[formula],
                     (size_t)(digit - '0'), kind != '+');
}

static void write_questions(ProgramWriter *writer,
                            const QuestionTemplate *template)
{
    text_adds(&writer->questions, "% What is asked\n");
    for (size_t i = 0; i < writer->set->count; i++)
        for (const char *c = template->clauses; *c; c++)
            if (*c != '{') {
                text_addc(&writer->questions, *c);
            } else {
                write_placeholder(writer, c[1], c[2], i);
                c = strchr(c, '}');
            }
    text_adds(&writer->questions, template->end);
}

/* A hypothesis about levels that the program does not have would be false, and
 * so prove anything. */
static void assume_hypotheses(ProgramWriter *writer, const Start *start,
                              unsigned horizon)
{
    Text *out = &writer->questions;
    if (start->hypothesis_count)
        text_adds(out, "% What is proved already holds at level 0\n");
    for (size_t i = 0; i < start->hypothesis_count; i++) {
        PropId prop = start->hypotheses[i];
        if (props_get(writer->task->props, prop)->degree > horizon)
            continue;
        text_adds(out, ":- ");
        encoding_literal(out, writer->encoding, prop, 0, true);
        text_adds(out, ".\n");
    }
}

/* ---- programs ---- */

Text induction_program(const ProofTask *task, Ask ask, const Start *start,
                       const FormulaSet *set)
{
    const QuestionTemplate *template =
        start ? &step_templates[ask] : &base_templates[ask];
    unsigned horizon = set->levels + (start ? 1 : 0);
    Asp *asp = asp_new(task->game, &(AspOptions){.horizon = horizon});
    ProgramWriter writer = {
        task, set, asp, encoding_new(asp, task->props), {0}};
    const Position *initial = interp_initial(task->interp);
    TermSet features = task->universe->all_features;
    Text out = {0};
    if (start)
        assume_hypotheses(&writer, start, horizon);
    write_questions(&writer, template);
    text_addf(&out, "%% %s\n", template->title);
    list_claims(&out, &writer);
    asp_rules(&out, asp);
    if (start)
        asp_generator(&out, asp, features.terms, features.count,
                      start->one_control);
    else
        asp_position(&out, asp, initial->features, initial->count);
    asp_legal(&out, asp);
    text_adds(
        &out,
        "% The formulas: Enc (Thielscher and Voigt 2010, Definition 6)\n");
    encoding_clauses(&out, writer.encoding);
    text_add(&out, text_string(&writer.questions), writer.questions.length);
    encoding_free(writer.encoding);
    text_free(&writer.questions);
    asp_free(asp);
    return out;
}
