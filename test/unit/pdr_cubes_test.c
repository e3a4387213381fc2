/* pdr_cubes_test.c - which cubes are blocked, and which may be */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/pdr_internal.h"

enum { CELLS = 4, FRAMES = 4, CUBES = 3 * 3 * 3 * 3 };

typedef struct {
    Loaded loaded;
    PdrTask task;
    Pdr pdr;
} Frames;

static void open_frames(Frames *frames)
{
    *frames = (Frames){.loaded = load_net(RING)};
    assert_int_equal(frames->loaded.net->feature_count, CELLS);
    frames->task.properties = &frames->loaded.properties;
    frames->pdr = (Pdr){
        .task = &frames->task, .net = frames->loaded.net, .arena = arena_new()};
    pdr_new_solver(&frames->pdr);
    for (size_t i = 0; i < FRAMES; i++)
        pdr_add_frame(&frames->pdr);
}

static void close_frames(Frames *frames)
{
    step_solver_free(frames->pdr.solver);
    vec_free_all(&frames->pdr.frames, &frames->pdr.blocked);
    arena_free(frames->pdr.arena);
    unload(&frames->loaded);
}

/* Cubes are numbers in base 3, a digit for each cell: 1 if the token is there,
 * 2 if it is not. Features are sorted: cell 1 is number 0, the last digit. */
static unsigned digit(unsigned cube, unsigned cell)
{
    while (cell--)
        cube /= 3;
    return cube % 3;
}

static void list_lits(unsigned cube, PdrLits *lits)
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
    Frames frames;
    PdrLits lits = {0}, rest = {0};
    open_frames(&frames);
    for (unsigned cube = 0; cube < CUBES; cube++) {
        list_lits(cube, &lits);
        assert_int_equal(
            pdr_contains_initial(&frames.pdr, lits.items, lits.count),
            is_within(INITIAL, cube));
    }
    list_lits(1 + 3 * 1 + 9 * 2, &lits); /* in 1, in 2, not in 3 */
    assert_false(pdr_drop_literal(&frames.pdr, &lits, 2, &rest));
    assert_false(pdr_drop_literal(&frames.pdr, &lits, 6, &rest));
    assert_true(pdr_drop_literal(&frames.pdr, &lits, 0, &rest));
    assert_int_equal(rest.count, 2);
    vec_clear(&rest);
    pdr_exclude_initial(&frames.pdr, &rest, &lits);
    assert_int_equal(rest.count, 1);
    assert_int_equal(rest.items[0], 2);
    vec_free_all(&lits, &rest);
    close_frames(&frames);
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
    Frames frames;
    PdrLits lits = {0};
    open_frames(&frames);
    for (size_t i = 0; i < sizeof blocked / sizeof *blocked; i++) {
        list_lits(blocked[i].cube, &lits);
        pdr_block(&frames.pdr, &lits, blocked[i].frame);
        for (unsigned cube = 0; cube < CUBES; cube++)
            for (size_t frame = 1; frame < FRAMES; frame++) {
                bool expected = false;
                for (size_t k = 0; k <= i; k++)
                    expected = expected || (frame <= blocked[k].frame &&
                                            is_within(cube, blocked[k].cube));
                list_lits(cube, &lits);
                PdrCube made = pdr_new_cube(&frames.pdr, &lits);
                assert_int_equal(pdr_is_blocked(&frames.pdr, &made, frame),
                                 expected);
            }
    }
    static const size_t kept[] = {0, 3, 0, 2}; /* by cube: its frame */
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(frames.pdr.blocked.items[i].frame, kept[i]);
    vec_free(&lits);
    close_frames(&frames);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_contains_the_initial_position_or_not),
        cmocka_unit_test(what_is_within_a_blocked_cube_is_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
