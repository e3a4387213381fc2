/* memory_test.c - without memory nothing is proved
 *
 * Each call of calloc fails once, in a process of its own: that may end, but it
 * must not take what is missing for empty and call a false formula proved.
 */
#include "base/arena.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "support.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#define WRAPPED false /* the sanitizer has its own calloc */
static long left;
#else
#define WRAPPED true
static long left; /* calls until one fails; 0: none does */

void *__libc_calloc(size_t count, size_t size);

void *calloc(size_t count, size_t size)
{
    if (left && --left == 0)
        return NULL;
    return __libc_calloc(count, size);
}
#endif

static const char switches[] =
    "(role you) (init (lamp off)) (legal you press) (legal you wait)\n"
    "(<= (next (lamp on)) (does you press))\n"
    "(<= (next (lamp ?s)) (true (lamp ?s)) (does you wait))\n"
    "(<= lit (true (lamp on))) (<= terminal lit) (<= (goal you 100) lit)\n";

/* exit status 2 is also that of fatal() */
enum { REFUTED, PROVED, UNKNOWN, FINISHED = 8 };

/* The verdict on ~lit, which is false, when call NUMBER of calloc fails; with
 * FINISHED if there were fewer. */
static int verdict_without(long number)
{
    char *why = NULL;
    const char *failure;
    ZermeloProveOptions options = {
        .engine = "native", .method = ZERMELO_MUTUAL, .seed = 1, .threads = 1};
    ZermeloGame *game = read_game(switches);
    left = number;
    ZermeloProof *proof = zermelo_proof_new(game, &options, &failure);
    if (!proof || !zermelo_proof_add(proof, "f", NULL, "~lit", &why) ||
        !zermelo_proof_run(proof, &why))
        return UNKNOWN;
    ZermeloAnswer verdict = zermelo_proof_result(proof, 0).verdict;
    return (verdict == ZERMELO_YES  ? PROVED
            : verdict == ZERMELO_NO ? REFUTED
                                    : UNKNOWN) |
           (left ? FINISHED : 0);
}

static void no_false_formula_is_proved_when_an_allocation_fails(void **state)
{
    (void)state;
    bool finished = !WRAPPED;
    long number = 0;
    while (!finished) {
        pid_t child = fork();
        number++;
        if (!child) {
            close(STDERR_FILENO);
            _exit(verdict_without(number));
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

static jmp_buf no_memory;

static void leave(const char *message)
{
    (void)message;
    longjmp(no_memory, 1);
}

/* Fails unless ALLOCATION, an expression, ends in fatal(). */
#define assert_fatal(allocation)                                               \
    do {                                                                       \
        fatal_set_hook(leave);                                                 \
        if (setjmp(no_memory) == 0) {                                          \
            (void)(allocation);                                                \
            fail_msg("%s returned", #allocation);                              \
        }                                                                      \
        fatal_set_hook(NULL);                                                  \
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
        cmocka_unit_test(an_array_whose_size_overflows_is_refused),
        cmocka_unit_test(an_empty_array_is_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
