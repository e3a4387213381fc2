/* memory_test.c - without memory nothing is proved
 *
 * Each call of calloc fails once, in a process of its own: that may end, but it
 * must not take what is missing for empty and call a false formula proved.
 */
#include "support.h"

#include <stdbool.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_false_formula_is_proved_when_an_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
