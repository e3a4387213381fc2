/* open_program_test.c - open logic programs: the examples of the paper, and
 * random ones beside an enumeration of all extensions */
#include "base/random.h"
#include "know/open_program.h"
#include "support.h"

/* A program is written "a :- b, not c." over atoms that are letters. */
typedef struct {
    VEC(GroundRule) rules;
    VEC(AtomLiteral) literals;
    OpenProgram *open;
} Program26;

static AtomId letter(char c)
{
    return (AtomId)(c - 'a');
}

static Program26 program(const char *text)
{
    static Budget budget;
    Program26 result = {0};
    for (const char *p = text; *p;) {
        GroundRule rule = {letter(*p++), (uint32_t)result.literals.count, 0};
        bool negative = false;
        for (; *p != '.'; p++) {
            if (*p == '-' && p[-1] != ':')
                negative = true;
            if (*p < 'a' || *p > 'z')
                continue;
            vec_push(&result.literals, 2 * letter(*p) + negative);
            negative = false;
        }
        rule.count = (uint32_t)result.literals.count - rule.first;
        vec_push(&result.rules, rule);
        for (p++; *p == ' ';)
            p++;
    }
    Ground ground = {.rules = result.rules.items,
                     .rule_count = result.rules.count,
                     .literals = result.literals.items,
                     .atom_count = 26};
    result.open = open_new(&ground, &budget);
    return result;
}

static void forget(Program26 *program)
{
    open_free(program->open);
    vec_free(&program->rules);
    vec_free(&program->literals);
}

static void suppose(OpenProgram *open, const char *atoms, BaseValue value)
{
    for (; *atoms; atoms++)
        open_set(open, letter(*atoms), value);
}

/* Everything below the heads that are asked about. */
static void evaluate(OpenProgram *open)
{
    AtomId all[26];
    for (AtomId i = 0; i < 26; i++)
        all[i] = i;
    open_evaluate(open, open_cone(open, all, 26));
}

/* "-b,-c": the base literals that are in all supports of a literal. */
static const char *entailed(OpenProgram *open, AtomLiteral literal)
{
    static Text kept;
    Text all = {0};
    BaseLiterals found = open_entailed(open, literal);
    for (size_t i = 0; i < found.count; i++)
        text_addf(&all, "%s%s%c", i ? "," : "", found.items[i] & 1 ? "-" : "",
                  (char)('a' + found.items[i] / 2));
    return keep(&kept, all);
}

/* ---- Example 2: b and c stand for b(1) and b(2), o for obs ---- */

#define EXAMPLE_2 "a :- b. a :- c. o :- -a. p :- -a. q :- a."

static void what_all_supports_of_the_paper_have_in_common_follows(void **state)
{
    (void)state;
    Program26 example = program(EXAMPLE_2);
    suppose(example.open, "bc", BASE_OPEN);
    evaluate(example.open);
    assert_string_equal(entailed(example.open, 2 * letter('a')), "");
    assert_string_equal(entailed(example.open, 2 * letter('a') + 1), "-b,-c");
    assert_string_equal(entailed(example.open, 2 * letter('o')), "-b,-c");
    assert_string_equal(entailed(example.open, 2 * letter('o') + 1), "");
    forget(&example);
}

static bool observe(OpenProgram *open, bool observed)
{
    AtomId obs = letter('o');
    return open_filter(open, open_cone(open, &obs, 1), &obs, &observed, 1,
                       false);
}

static void filtering_by_obs_leaves_one_model(void **state)
{
    (void)state;
    Program26 example = program(EXAMPLE_2);
    suppose(example.open, "bc", BASE_OPEN);
    assert_true(observe(example.open, true));
    evaluate(example.open);
    assert_int_equal(open_value(example.open, letter('b')), VALUE_NEVER);
    assert_int_equal(open_value(example.open, letter('c')), VALUE_NEVER);
    assert_int_equal(open_value(example.open, letter('p')), VALUE_MUST);
    assert_int_equal(open_value(example.open, letter('q')), VALUE_NEVER);
    assert_false(observe(example.open, false)); /* it must be seen now */
    forget(&example);
}

static void not_seeing_obs_teaches_nothing(void **state)
{
    (void)state;
    Program26 example = program(EXAMPLE_2);
    suppose(example.open, "bc", BASE_OPEN);
    assert_true(observe(example.open, false));
    evaluate(example.open);
    assert_int_equal(open_value(example.open, letter('b')), VALUE_MAYBE);
    assert_int_equal(open_value(example.open, letter('c')), VALUE_MAYBE);
    forget(&example);
}

/* ---- what it cannot do, and what it must ---- */

static void rules_do_not_reason_by_cases(void **state)
{
    (void)state;
    Program26 cases = program("a :- b. a :- -b. d :- b, -b. e :- -d.");
    suppose(cases.open, "b", BASE_OPEN);
    evaluate(cases.open);
    assert_string_equal(entailed(cases.open, 2 * letter('a')), "");
    assert_int_equal(open_value(cases.open, letter('a')), VALUE_MAYBE);
    assert_int_equal(open_value(cases.open, letter('d')), VALUE_NEVER);
    assert_int_equal(open_value(cases.open, letter('e')), VALUE_MUST);
    forget(&cases);
}

static void loops_have_their_least_fixpoint(void **state)
{
    (void)state;
    Program26 loop =
        program("a :- b. a :- c. b :- a. b :- d, e. x :- -a. y :- y.");
    suppose(loop.open, "de", BASE_OPEN);
    suppose(loop.open, "c", BASE_FALSE);
    evaluate(loop.open);
    assert_string_equal(entailed(loop.open, 2 * letter('a')), "d,e");
    assert_string_equal(entailed(loop.open, 2 * letter('x')), "");
    assert_int_equal(open_value(loop.open, letter('y')), VALUE_NEVER);
    forget(&loop);
}

/* ---- random programs ---- */

enum { BASE_COUNT = 8, ATOMS = 24 };

/* Atom i of those derived depends negatively on lower ones only, positively
 * on any in reach: some programs have loops. */
static Program26 random_program(Random *random, Text *text)
{
    for (int i = BASE_COUNT; i < ATOMS; i++) {
        uint32_t rules = random_below(random, 5);
        for (uint32_t k = 0; k < rules; k++) {
            uint32_t count = random_below(random, 4);
            text_addf(text, "%s%c :-", text->length ? " " : "",
                      (char)('a' + i));
            for (uint32_t n = 0; n < count; n++) {
                bool negative = random_below(random, 3) == 0;
                uint32_t up = negative ? 0 : random_below(random, 3) / 2;
                uint32_t atom = random_below(random, (uint32_t)i / 4 * 4) + up;
                if (random_below(random, 2))
                    atom = random_below(random, BASE_COUNT);
                text_addf(text, "%s %s%c", n ? "," : "", negative ? "-" : "",
                          (char)('a' + atom));
            }
            text_addc(text, '.');
        }
    }
    return program(text_string(text));
}

/* The model of the program with these base atoms: level by level. */
static uint32_t model_of(const Program26 *program, uint32_t base)
{
    uint32_t model = base, before;
    for (uint32_t level = BASE_COUNT; level < ATOMS + 4; level += 4)
        do {
            before = model;
            for (size_t i = 0; i < program->rules.count; i++) {
                GroundRule rule = program->rules.items[i];
                bool holds = rule.head < level;
                for (uint32_t k = 0; k < rule.count && holds; k++) {
                    AtomLiteral l = program->literals.items[rule.first + k];
                    holds = (model >> l / 2 & 1) != (l & 1);
                }
                if (holds)
                    model |= (uint32_t)1 << rule.head;
            }
        } while (model != before);
    return model;
}

/* What is derived whatever the open atoms are: rule by rule, with negation
 * where an atom is true in no extension. */
static uint32_t derived(const Program26 *program, uint32_t certain,
                        uint32_t possible)
{
    uint32_t must = certain, before;
    do {
        before = must;
        for (size_t i = 0; i < program->rules.count; i++) {
            GroundRule rule = program->rules.items[i];
            bool holds = true;
            for (uint32_t k = 0; k < rule.count && holds; k++) {
                AtomLiteral l = program->literals.items[rule.first + k];
                holds = l & 1 ? !(possible >> l / 2 & 1) : must >> l / 2 & 1;
            }
            if (holds)
                must |= (uint32_t)1 << rule.head;
        }
    } while (must != before);
    return must;
}

static void check_program(Random *random)
{
    Text text = {0};
    Program26 tested = random_program(random, &text);
    uint32_t open = 0, certain = 0, possible = 0;
    uint32_t common[2][ATOMS], none[2][ATOMS];
    bool seen[2][ATOMS] = {{false}};
    for (AtomId i = 0; i < BASE_COUNT; i++) {
        uint32_t kind = random_below(random, 6);
        open |= (uint32_t)(kind < 4) << i;
        certain |= (uint32_t)(kind == 4) << i;
        open_set(tested.open, i,
                 kind < 4    ? BASE_OPEN
                 : kind == 4 ? BASE_TRUE
                             : BASE_FALSE);
    }
    memset(common, 0xff, sizeof common);
    memset(none, 0xff, sizeof none);
    for (uint32_t base = 0; base < 1u << BASE_COUNT; base++) {
        if (base & ~open)
            continue;
        uint32_t model = model_of(&tested, base | certain);
        possible |= model;
        for (uint32_t i = 0; i < ATOMS; i++) {
            uint32_t sign = !(model >> i & 1);
            seen[sign][i] = true;
            common[sign][i] &= base;
            none[sign][i] &= ~base;
        }
    }
    uint32_t must = derived(&tested, certain, possible);
    evaluate(tested.open);
    for (AtomId i = 0; i < ATOMS; i++) {
        OpenValue expected = must >> i & 1       ? VALUE_MUST
                             : possible >> i & 1 ? VALUE_MAYBE
                                                 : VALUE_NEVER;
        if (open_value(tested.open, i) != expected)
            fail_msg("%c is %d, not %d, in %s", (char)('a' + i),
                     open_value(tested.open, i), expected, text_string(&text));
        for (uint32_t sign = 0; sign < 2 && expected == VALUE_MAYBE; sign++) {
            if (!seen[sign][i])
                continue; /* true by cases: no support excludes it */
            BaseLiterals found = open_entailed(tested.open, 2 * i + sign);
            uint32_t yes = 0, no = 0;
            for (size_t k = 0; k < found.count; k++)
                *(found.items[k] & 1 ? &no : &yes) |= (uint32_t)1
                                                      << found.items[k] / 2;
            if (yes != (common[sign][i] & open) || no != (none[sign][i] & open))
                fail_msg("supports of %s%c have %x and -%x in common, not %x "
                         "and -%x, in %s",
                         sign ? "-" : "", (char)('a' + i), yes, no,
                         common[sign][i] & open, none[sign][i] & open,
                         text_string(&text));
        }
    }
    text_free(&text);
    forget(&tested);
}

static void random_programs_agree_with_all_their_extensions(void **state)
{
    (void)state;
    Random random = random_new(7, 0);
    for (int i = 0; i < 2000; i++)
        check_program(&random);
}

/* Supports of a conjunction of n choices: 2^n of them. */
static void many_supports_need_not_be_listed(void **state)
{
    (void)state;
    Program26 many = program("q :- a, b. r :- c, d. s :- e, f. t :- g, h. "
                             "u :- i, j. v :- -q, -r, -s, -t, -u, k. "
                             "w :- v, -k.");
    suppose(many.open, "abcdefghijk", BASE_OPEN);
    evaluate(many.open);
    assert_int_equal(open_value(many.open, letter('v')), VALUE_MAYBE);
    assert_int_equal(open_value(many.open, letter('w')), VALUE_NEVER);
    assert_string_equal(entailed(many.open, 2 * letter('v')), "k");
    assert_false(open_limited(many.open));
    forget(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_supports_of_the_paper_have_in_common_follows),
        cmocka_unit_test(filtering_by_obs_leaves_one_model),
        cmocka_unit_test(not_seeing_obs_teaches_nothing),
        cmocka_unit_test(rules_do_not_reason_by_cases),
        cmocka_unit_test(loops_have_their_least_fixpoint),
        cmocka_unit_test(random_programs_agree_with_all_their_extensions),
        cmocka_unit_test(many_supports_need_not_be_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
