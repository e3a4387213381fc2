/* memory_test.c - without memory nothing is proved
 *
 * Each call of calloc (native engine) or malloc (clingo) fails once, in a
 * process of its own: that may end, but it must not take what is missing for
 * empty and call a false formula proved.
 */
#include "base/arena.h"
#include "base/heap.h"
#include "base/memory.h"
#include "support.h"

#include "../answers.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

/* calls until one fails; 0: none does */
static long calloc_left, malloc_left;

#ifdef __SANITIZE_ADDRESS__
#define WRAPPED false /* the sanitizer has its own */
#else
#define WRAPPED true

void *__libc_calloc(size_t count, size_t size);
void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);

void *calloc(size_t count, size_t size)
{
    if (calloc_left && --calloc_left == 0)
        return NULL;
    return __libc_calloc(count, size);
}

void *malloc(size_t size)
{
    if (malloc_left && --malloc_left == 0)
        return NULL;
    return __libc_malloc(size);
}

/* Compilers that optimise call malloc for a new block, others do not. */
void *realloc(void *block, size_t size)
{
    return block ? __libc_realloc(block, size) : malloc(size);
}
#endif

typedef struct {
    const char *engine;
    long *left;
    const char *rules, *formula; /* which is false */
} Trial;

enum { REFUTED, PROVED, UNKNOWN, FINISHED = 8 };

/* The verdict on TRIAL's formula when call NUMBER fails; with FINISHED if there
 * were fewer. */
static int verdict_without(const Trial *trial, long number)
{
    ZermeloGame *game = read_game(trial->rules);
    json_t *options =
        json_pack("{s:s,s:s,s:s,s:i}", "engine", trial->engine, "generator",
                  "all", "formula", trial->formula, "threads", 1);
    char *text = json_dumps(options, JSON_COMPACT);
    *trial->left = number;
    char *answer = zermelo_prove_json(game, text, NULL);
    bool is_finished = *trial->left;
    *trial->left = 0;
    json_t *proof = json_take(answer);
    const json_t *result = result_of(proof, 0);
    return (is_proved(result)    ? PROVED
            : is_refuted(result) ? REFUTED
                                 : UNKNOWN) |
           (is_finished ? FINISHED : 0);
}

static void assert_never_proved(const Trial *trial)
{
    bool finished = !WRAPPED;
    long number = 0;
    while (!finished) {
        pid_t child = fork();
        number++;
        if (!child) {
            close(STDERR_FILENO);
            _exit(verdict_without(trial, number));
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        int verdict = WEXITSTATUS(status);
        finished = verdict & FINISHED;
        if ((verdict & ~FINISHED) == PROVED)
            fail_msg("proved without allocation %ld", number);
    }
    assert_true(!WRAPPED || number > 3);
}

static void no_false_formula_is_proved_when_an_allocation_fails(void **state)
{
    (void)state;
    static const Trial trial = {
        "native", &calloc_left,
        "(role you) (init (lamp off)) (legal you press) (legal you wait)\n"
        "(<= (next (lamp on)) (does you press))\n"
        "(<= (next (lamp ?s)) (true (lamp ?s)) (does you wait))\n"
        "(<= lit (true (lamp on)))\n"
        "(<= terminal lit) (<= (goal you 100) lit)\n",
        "~lit"};
    assert_never_proved(&trial);
}

/* It becomes false where there is a step before: from no features, never. */
static void an_induction_step_never_starts_from_no_features(void **state)
{
    (void)state;
    static const Trial trial = {
        "clingo", &malloc_left,
        "(role you) (init (step 0)) (legal you go) (succ 0 1) (succ 1 2)\n"
        "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n"
        "(<= late (true (step 2)))\n"
        "(<= terminal late) (<= (goal you 100) late)\n",
        "~late"};
    assert_never_proved(&trial);
}

static jmp_buf no_memory;

static void leave(void)
{
    longjmp(no_memory, 1);
}

/* Fails unless ALLOCATION, an expression, fails outside of all heaps. */
#define assert_fatal(allocation)                                               \
    do {                                                                       \
        heap_set_hook(leave);                                                  \
        if (setjmp(no_memory) == 0) {                                          \
            (void)(allocation);                                                \
            fail_msg("%s returned", #allocation);                              \
        }                                                                      \
        heap_set_hook(NULL);                                                   \
    } while (0)

static void an_array_whose_size_overflows_is_refused(void **state)
{
    (void)state;
    size_t huge = SIZE_MAX / 4 + 2; /* 8 * huge is 8 */
    Arena *arena = arena_new();
    assert_fatal(memory_array(huge, 8));
    assert_fatal(memory_zeroed(huge, 8));
    assert_fatal(memory_resize(NULL, huge, 8));
    assert_fatal(memory_aligned(64, huge, 64));
    assert_fatal(arena_array(arena, uint64_t, huge));
    assert_null(memory_try_resize(NULL, huge, 8));
    arena_free(arena);
}

static void an_empty_array_is_no_failure(void **state)
{
    (void)state;
    free(memory_array(0, 8));
    free(memory_zeroed(8, 0));
    free(memory_aligned(64, 0, 64));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_false_formula_is_proved_when_an_allocation_fails),
        cmocka_unit_test(an_induction_step_never_starts_from_no_features),
        cmocka_unit_test(an_array_whose_size_overflows_is_refused),
        cmocka_unit_test(an_empty_array_is_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
