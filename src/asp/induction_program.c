/* induction_program.c - base case and induction step as answer set programs
 *
 * In:   a Task, and formulas of it
 * Out:  the text of a program
 * Next: prove/published/engine_clingo.c runs it, asp/certificate.c saves it
 *
 * Start reading at base_program() and step_program(), at the end.
 */
#include "asp/induction_program.h"

#include "asp/asp_prop.h"
#include "base/memory.h"

#include <stdlib.h>

typedef struct {
    const Task *task;
    Ask ask;
    const PropId *props;
    const size_t *numbers; /* of the claims; NULL: 0, 1, 2, ... */
    size_t count;
    Program *program;
    Encoding *encoding;
    Text questions; /* what is asked about the formulas */
} Writer;

static size_t number_of(const Writer *writer, size_t i)
{
    return writer->numbers ? writer->numbers[i] : i;
}

unsigned largest_degree(const Props *table, const PropId *props, size_t count)
{
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned degree = props_get(table, props[i])->degree;
        most = degree > most ? degree : most;
    }
    return most;
}

unsigned hypothesis_levels(const Props *table, const PropId *props,
                           size_t count)
{
    unsigned degree = largest_degree(table, props, count);
    return degree ? degree - 1 : 0;
}

static Writer begin(const Task *task, Ask ask, const PropId *props,
                    const size_t *numbers, size_t count, unsigned horizon,
                    Program *program)
{
    AspOptions options = {.horizon = horizon,
                          .may_stop = ask == ASK_WHOLE_PROOF};
    *program = (Program){.asp = asp_new(task->game, &options)};
    return (Writer){.task = task,
                    .ask = ask,
                    .props = props,
                    .numbers = numbers,
                    .count = count,
                    .program = program,
                    .encoding = encoding_new(program->asp, task->props)};
}

/* Which claim is which, for the reader. */
static void list_claims(Text *out, const Writer *writer)
{
    const Task *task = writer->task;
    for (size_t i = 0; i < writer->count; i++) {
        size_t number = number_of(writer, i);
        if (!writer->numbers || number >= task->count)
            continue;
        text_addf(out, "%% %zu: ", number);
        formula_print(out, task->claims[number].formula);
        text_addc(out, '\n');
    }
}

static void say(Writer *writer, const char *text)
{
    text_adds(&writer->questions, text);
}

static void say_literal(Writer *writer, PropId prop, size_t level, bool negated)
{
    encoding_literal(&writer->questions, writer->encoding, prop, level,
                     negated);
}

/* PROP fails at LEVEL, of a sequence that it can judge. */
static void say_failure(Writer *writer, PropId prop, size_t level)
{
    unsigned degree = props_get(writer->task->props, prop)->degree;
    say_literal(writer, prop, level, true);
    if (writer->ask == ASK_WHOLE_PROOF && degree)
        text_addf(&writer->questions, ", _whole(%zu)", level + degree - 1);
}

static Program finish(Writer *writer, const char *title, const Start *start)
{
    const Task *task = writer->task;
    Program *program = writer->program;
    Text *out = &program->text;
    text_addf(out, "%% %s\n", title);
    list_claims(out, writer);
    asp_rules(out, program->asp);
    if (start) {
        TermSet all = task->universe->all_features;
        const Term **features = memory_array(all.count + 1, sizeof *features);
        size_t count = 0;
        for (size_t i = 0; i < all.count; i++) {
            bool never = false;
            for (size_t k = 0; k < start->never_count && !never; k++)
                never = start->never[k] == all.terms[i];
            if (!never)
                features[count++] = all.terms[i];
        }
        asp_generator(out, program->asp, features, count, start->one_control);
        free(features);
    } else {
        const Position *initial = interp_initial(task->interp);
        asp_position(out, program->asp, initial->features, initial->count);
    }
    asp_legal(out, program->asp);
    text_adds(out, "% The formulas: Enc (004, Definition 6)\n");
    encoding_clauses(out, writer->encoding);
    text_add(out, text_string(&writer->questions), writer->questions.length);
    encoding_free(writer->encoding);
    text_free(&writer->questions);
    return *program;
}

/* ---- the base case: S^true_init(0) u G_n u P^legal u Enc ---- */

static void ask_base(Writer *writer, size_t i)
{
    switch (writer->ask) {
    case ASK_ALONE:
        say(writer, ":- ");
        say_literal(writer, writer->props[i], 0, false);
        break;
    case ASK_EACH:
    case ASK_MUTUAL:
        text_addf(&writer->questions, "_holds(%zu) :- ", number_of(writer, i));
        say_literal(writer, writer->props[i], 0, false);
        break;
    case ASK_PROOF:
    case ASK_MUTUAL_PROOF:
    case ASK_WHOLE_PROOF:
        say(writer, "_fails :- ");
        say_failure(writer, writer->props[i], 0);
        break;
    }
    say(writer, ".\n");
}

static void show_base(Writer *writer)
{
    switch (writer->ask) {
    case ASK_ALONE:
        say(writer, "#show does/3.\n");
        break;
    case ASK_EACH:
    case ASK_MUTUAL:
        say(writer, "#defined _holds/1.\n#show _holds/1.\n");
        break;
    case ASK_PROOF:
    case ASK_MUTUAL_PROOF:
    case ASK_WHOLE_PROOF:
        say(writer, "#defined _fails/0.\n:- not _fails.\n#show _fails/0.\n");
        break;
    }
}

Program base_program(const Task *task, Ask ask, const PropId *props,
                     const size_t *numbers, size_t count, unsigned levels)
{
    Program program;
    Writer writer = begin(task, ask, props, numbers, count, levels, &program);
    say(&writer, "% What is asked\n");
    for (size_t i = 0; i < count; i++)
        ask_base(&writer, i);
    show_base(&writer);
    return finish(&writer,
                  ask == ASK_ALONE
                      ? "Base case: an answer set is a play that refutes it "
                        "(004, section 5)"
                  : ask == ASK_EACH || ask == ASK_MUTUAL
                      ? "Base case: what holds in all answer sets holds "
                        "initially (001, section 3)"
                      : "Base case: no answer set means that all of them "
                        "hold initially",
                  NULL);
}

/* ---- the induction step: S^gen u G_n+1 u P^legal u Enc ---- */

/* The formula holds at level 0, level 0 is not the end, and then? */
static void ask_step(Writer *writer, size_t i)
{
    PropId prop = writer->props[i];
    switch (writer->ask) {
    case ASK_ALONE:
        say(writer, ":- ");
        say_literal(writer, prop, 0, true);
        say(writer, ".\n:- terminal(0).\n:- ");
        say_literal(writer, prop, 1, false);
        break;
    case ASK_EACH: {
        size_t number = number_of(writer, i);
        text_addf(&writer->questions, "_step(%zu) :- ", number);
        say_literal(writer, prop, 0, true);
        text_addf(&writer->questions, ".\n_step(%zu) :- terminal(0).\n",
                  number);
        text_addf(&writer->questions, "_step(%zu) :- ", number);
        say_literal(writer, prop, 1, false);
        break;
    }
    case ASK_MUTUAL:
        say(writer, ":- ");
        say_literal(writer, prop, 0, true);
        text_addf(&writer->questions, ".\n_step(%zu) :- ",
                  number_of(writer, i));
        say_literal(writer, prop, 1, false);
        break;
    case ASK_PROOF:
        say(writer, "_fails :- ");
        say_literal(writer, prop, 0, false);
        say(writer, ", not terminal(0), ");
        say_literal(writer, prop, 1, true);
        break;
    case ASK_MUTUAL_PROOF:
    case ASK_WHOLE_PROOF:
        say(writer, ":- ");
        say_failure(writer, prop, 0);
        say(writer, ".\n_fails :- ");
        say_failure(writer, prop, 1);
        break;
    }
    say(writer, ".\n");
}

static void show_step(Writer *writer)
{
    switch (writer->ask) {
    case ASK_ALONE:
        say(writer, "#show true/2.\n#show does/3.\n");
        break;
    case ASK_MUTUAL:
        say(writer, ":- terminal(0).\n"); /* fall through */
    case ASK_EACH:
        say(writer, "#defined _step/1.\n#show _step/1.\n");
        break;
    case ASK_WHOLE_PROOF:
        say(writer, ":- not _on(0).\n"); /* fall through */
    case ASK_MUTUAL_PROOF:
        say(writer, ":- terminal(0).\n"); /* fall through */
    case ASK_PROOF:
        say(writer, "#defined _fails/0.\n:- not _fails.\n#show _fails/0.\n");
        break;
    }
}

/* A hypothesis about levels that the program does not have would be false, and
 * so prove anything. */
static void assume_start(Writer *writer, const Start *start, unsigned horizon)
{
    Terms *terms = writer->task->game->terms;
    if (start->hypothesis_count || start->always_count)
        say(writer, "% What is proved already holds at level 0\n");
    for (size_t i = 0; i < start->hypothesis_count; i++) {
        PropId prop = start->hypotheses[i];
        if (props_get(writer->task->props, prop)->degree > horizon)
            continue;
        say(writer, ":- ");
        say_literal(writer, prop, 0, true);
        say(writer, ".\n");
    }
    for (size_t i = 0; i < start->always_count; i++) {
        const Term *atom = true_atom(terms, start->always[i]);
        asp_need(writer->program->asp, atom, 0);
        say(writer, ":- not ");
        asp_atom(&writer->questions, writer->program->asp, atom, 0);
        say(writer, ".\n");
    }
}

Program step_program(const Task *task, Ask ask, const Start *start,
                     const PropId *props, const size_t *numbers, size_t count,
                     unsigned levels)
{
    Program program;
    Writer writer =
        begin(task, ask, props, numbers, count, levels + 1, &program);
    assume_start(&writer, start, levels + 1);
    say(&writer, "% What is asked\n");
    for (size_t i = 0; i < count; i++)
        ask_step(&writer, i);
    show_step(&writer);
    return finish(&writer,
                  ask == ASK_ALONE
                      ? "Induction step: an answer set is a step at which it "
                        "fails (004, section 5)"
                  : ask == ASK_EACH || ask == ASK_MUTUAL
                      ? "Induction step: what holds in all answer sets is "
                        "inductive (001, section 3)"
                      : "Induction step: no answer set means that all of "
                        "them are inductive",
                  start);
}

/* ---- induction over several steps ---- */

Program deep_base_program(const Task *task, unsigned k, const PropId *props,
                          const size_t *numbers, size_t count, unsigned levels)
{
    Program program;
    Writer writer = begin(task, ASK_WHOLE_PROOF, props, numbers, count,
                          levels + k - 1, &program);
    say(&writer, "% What is asked\n");
    for (unsigned at = 0; at < k; at++)
        for (size_t i = 0; i < count; i++) {
            say(&writer, "_fails :- ");
            say_failure(&writer, props[i], at);
            if (at) /* a play may have ended before */
                text_addf(&writer.questions, ", _on(%u)", at - 1);
            say(&writer, ".\n");
        }
    show_base(&writer);
    return finish(&writer,
                  "Base case: no answer set means that all of them hold in "
                  "the first positions of every play",
                  NULL);
}

Program deep_step_program(const Task *task, unsigned k, const PropId *props,
                          const size_t *numbers, size_t count, unsigned levels)
{
    Program program;
    Start anywhere = {0};
    Writer writer = begin(task, ASK_WHOLE_PROOF, props, numbers, count,
                          levels + k, &program);
    say(&writer, "% What is asked\n");
    for (size_t i = 0; i < count; i++) {
        for (unsigned at = 0; at < k; at++) {
            say(&writer, ":- ");
            say_failure(&writer, props[i], at);
            say(&writer, ".\n");
        }
        say(&writer, "_fails :- ");
        say_failure(&writer, props[i], k);
        say(&writer, ".\n");
    }
    text_addf(&writer.questions, ":- not _on(%u).\n", k - 1);
    show_step(&writer);
    return finish(&writer,
                  "Induction step: no answer set means that all of them hold "
                  "after several positions in which all of them hold",
                  &anywhere);
}

void program_free(Program *program)
{
    text_free(&program->text);
    asp_free(program->asp);
}
