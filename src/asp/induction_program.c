/* induction_program.c - base case and induction step as answer set programs
 *
 * In:   a ProofTask, and formulas of it
 * Out:  the text of a program
 * Next: prove/published/engine_clingo.c runs it, asp/certificate.c saves it
 *
 * What is asked is a table of templates, one for each kind of question. Start
 * reading there, and at induction_program(), at the end.
 */
#include "asp/induction_program.h"

#include "asp/asp_prop.h"

#include <assert.h>
#include <string.h>

/* In CLAUSES, which are written for each formula, {+0} is a literal that it
 * holds at the level asked about, {-0} that it does not, {!0} that it fails
 * there on a sequence that it can judge; {+1} and so on mean the next level,
 * {n} the number of the claim, and {on} that the play has come to this level.
 */
typedef struct {
    const char *title, *clauses, *end;
} QuestionTemplate;

#define TITLE_EACH(what)                                                       \
    ": what holds in all answer sets " what                                    \
    " (Haufe and Thielscher 2010, section 3)"
#define END_FAILS "#defined _fails/0.\n:- not _fails.\n#show _fails/0.\n"
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
    [ASK_MUTUAL_PROOF] = {"Base case: no answer set means that all of them "
                          "hold initially",
                          "_fails :- {!0}.\n", END_FAILS},
    [ASK_WHOLE_PROOF] = {"Base case: no answer set means that all of them hold "
                         "initially",
                         "_fails :- {!0}{on}.\n", END_FAILS},
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
    [ASK_MUTUAL_PROOF] = {"Induction step: no answer set means that all of "
                          "them are inductive",
                          ":- {!0}.\n_fails :- {!1}.\n",
                          ":- terminal(0).\n" END_FAILS},
    [ASK_WHOLE_PROOF] = {"Induction step: no answer set means that all of them "
                         "are inductive",
                         ":- {!0}.\n_fails :- {!1}.\n",
                         ":- not _on(0).\n:- terminal(0).\n" END_FAILS},
};

static const char *const k_base_title =
    "Base case: no answer set means that all of them hold in the first "
    "positions of every play";
static const char *const k_step_title =
    "Induction step: no answer set means that all of them hold after several "
    "positions in which all of them hold";

typedef struct {
    const ProofTask *task;
    Ask ask;
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

/* Writes what {KIND DIGIT} in a QuestionTemplate stands for, for FORMULA at
 * LEVEL. */
static void write_placeholder(ProgramWriter *writer, char kind, char digit,
                              size_t formula, size_t level)
{
    Text *out = &writer->questions;
    PropId prop = writer->set->props[formula];
    unsigned degree = props_get(writer->task->props, prop)->degree;
    if (kind == 'n') {
        text_addf(out, "%zu", claim_number(writer, formula));
        return;
    }
    if (kind == 'o') {
        if (level)
            text_addf(out, ", _on(%zu)", level - 1);
        return;
    }
    assert(ascii_is_digit(digit));
    level += (size_t)(digit - '0');
    encoding_literal(out, writer->encoding, prop, level, kind != '+');
    if (kind == '!' && writer->ask == ASK_WHOLE_PROOF && degree)
        text_addf(out, ", _whole(%zu)", level + degree - 1);
}

static void write_clauses(ProgramWriter *writer, const char *clauses,
                          size_t formula, size_t level)
{
    for (const char *c = clauses; *c; c++)
        if (*c != '{') {
            text_addc(&writer->questions, *c);
        } else {
            write_placeholder(writer, c[1], c[2], formula, level);
            c = strchr(c, '}');
        }
}

/* Over k steps the base case is asked of each of the first k positions, and the
 * step assumes the formulas in k positions. */
static void write_questions(ProgramWriter *writer,
                            const QuestionTemplate *template, bool is_step)
{
    const FormulaSet *set = writer->set;
    unsigned k = set->k > 1 ? set->k : 1;
    assert(k == 1 || writer->ask == ASK_WHOLE_PROOF);
    text_adds(&writer->questions, "% What is asked\n");
    for (unsigned level = is_step ? k - 1 : 0; level < k; level++)
        for (size_t i = 0; i < set->count; i++) {
            for (unsigned earlier_level = 0; is_step && earlier_level < level;
                 earlier_level++)
                write_clauses(writer, ":- {!0}.\n", i, earlier_level);
            write_clauses(writer, template->clauses, i, level);
        }
    if (is_step && k > 1)
        text_addf(&writer->questions, ":- not _on(%u).\n", k - 1);
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
    bool is_k_induction = set->k > 1;
    unsigned horizon =
        set->levels + (is_k_induction ? set->k - 1 : 0) + (start ? 1 : 0);
    Asp *asp =
        asp_new(task->game, &(AspOptions){.horizon = horizon,
                                          .may_stop = ask == ASK_WHOLE_PROOF});
    ProgramWriter writer = {task, ask, set, asp, encoding_new(asp, task->props),
                            {0}};
    const Position *initial = interp_initial(task->interp);
    TermSet features = task->universe->all_features;
    Text out = {0};
    if (start)
        assume_hypotheses(&writer, start, horizon);
    write_questions(&writer, template, start);
    text_addf(&out, "%% %s\n",
              !is_k_induction ? template->title
              : start         ? k_step_title
                              : k_base_title);
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
