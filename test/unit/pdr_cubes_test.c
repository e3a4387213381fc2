/* pdr_cubes_test.c - which cubes are blocked, and which may be */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/pdr_cubes.h"

enum { CELLS = 4, FRAMES = 4, CUBES = 3 * 3 * 3 * 3 };

/* Cubes are numbers in base 3, a digit for each cell: 1 if the token is there,
 * 2 if it is not. Features are sorted: cell 1 is number 0, the last digit. */
static unsigned digit(unsigned cube, unsigned cell)
{
    while (cell--)
        cube /= 3;
    return cube % 3;
}

static void list_lits(unsigned cube, CubeLits *lits)
{
    vec_clear(lits);
    for (unsigned i = CELLS; i-- > 0;) /* in whatever order */
        if (digit(cube, i))
            vec_push(lits, 2 * i + digit(cube, i) - 1);
}

static bool is_within(unsigned cube, unsigned whole)
{
    for (unsigned i = 0; i < CELLS; i++)
        if (digit(whole, i) && digit(whole, i) != digit(cube, i))
            return false;
    return true;
}

/* In cell 1, and in no other: that is the initial position. */
enum { INITIAL = 1 + 3 * 2 + 9 * 2 + 27 * 2 };

static void a_cube_contains_the_initial_position_or_not(void **state)
{
    (void)state;
    Loaded loaded = load_net(RING);
    CubeLits lits = {0}, rest = {0};
    assert_int_equal(loaded.net->feature_count, CELLS);
    for (unsigned cube = 0; cube < CUBES; cube++) {
        list_lits(cube, &lits);
        assert_int_equal(
            cube_contains_initial(loaded.net, lits.items, lits.count),
            is_within(INITIAL, cube));
    }
    list_lits(1 + 3 * 1 + 9 * 2, &lits); /* in 1, in 2, not in 3 */
    cube_exclude_initial(loaded.net, &rest, lits.items, lits.count);
    assert_int_equal(rest.count, 1);
    assert_int_equal(rest.items[0], 2);
    cube_exclude_initial(loaded.net, &rest, lits.items, lits.count);
    assert_int_equal(rest.count, 1); /* it does not contain it any more */
    vec_free_all(&lits, &rest);
    unload(&loaded);
}

static void what_is_within_a_blocked_cube_is_blocked(void **state)
{
    (void)state;
    static const struct {
        unsigned cube;
        size_t frame;
    } blocked[] = {{3 * 1 + 9 * 1, 1},      /* in 2 and 3 */
                   {2 + 27 * 1, 3},         /* in 4, not in 1 */
                   {1 + 3 * 1 + 27 * 2, 2}, /* in 1 and 2, not in 4 */
                   {3 * 1, 2}};             /* in 2: has two of them */
    enum { BLOCKED = sizeof blocked / sizeof *blocked };
    Arena *arena = arena_new();
    Cube cubes[BLOCKED];
    CubeLits lits = {0};
    for (size_t i = 0; i < BLOCKED; i++) {
        list_lits(blocked[i].cube, &lits);
        cubes[i] = cube_new(arena, &lits, blocked[i].frame);
        for (unsigned cube = 0; cube < CUBES; cube++)
            for (size_t frame = 1; frame < FRAMES; frame++) {
                bool expected = false;
                for (size_t k = 0; k <= i; k++)
                    expected = expected || (frame <= blocked[k].frame &&
                                            is_within(cube, blocked[k].cube));
                list_lits(cube, &lits);
                Cube made = cube_new(arena, &lits, frame);
                assert_int_equal(cube_is_blocked(&made, cubes, i + 1),
                                 expected);
            }
    }
    vec_free(&lits);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_contains_the_initial_position_or_not),
        cmocka_unit_test(what_is_within_a_blocked_cube_is_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
