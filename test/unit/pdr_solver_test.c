/* pdr_solver_test.c - where steps lead from the positions of frames */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/pdr_internal.h"

/* Features are sorted: cell 1 is number 0, and moves: go is number 0. */
enum { CELLS = 4, GO = 0 };

typedef struct {
    Loaded loaded;
    GroundProperty claim; /* the token is not in cell 3 */
    const GroundProperty *list[1];
    PdrTask task;
    Pdr pdr;
} Frames;

static void open_frames(Frames *frames, const Budget *budget)
{
    *frames = (Frames){.loaded = load_net(RING)};
    PropertyTable *properties = &frames->loaded.properties;
    frames->claim.ends[0] = ref_not(property_feature(properties, 0, 2));
    frames->list[0] = &frames->claim;
    frames->task =
        (PdrTask){.properties = properties, .list = frames->list, .count = 1};
    Pdr *pdr = &frames->pdr;
    *pdr = (Pdr){.task = &frames->task,
                 .net = frames->loaded.net,
                 .arena = arena_new(),
                 .budget = *budget};
    assert_int_equal(pdr->net->feature_count, CELLS);
    pdr->model_state = arena_array(pdr->arena, uint64_t, 1);
    pdr->claims = arena_array(pdr->arena, PdrClaim, 1);
    pdr_new_solver(pdr);
    pdr_add_frame(pdr); /* the initial position */
    pdr_add_frame(pdr); /* any position, until something is blocked */
}

static void close_frames(Frames *frames)
{
    Pdr *pdr = &frames->pdr;
    step_solver_free(pdr->solver);
    vec_free_all(&pdr->frames, &pdr->blocked, &pdr->model_moves, &pdr->scratch);
    arena_free(pdr->arena);
    unload(&frames->loaded);
}

/* Whether a step from a position of FRAME that is not in CELL leads there. */
static SatAnswer reaches(Pdr *pdr, size_t frame, uint32_t cell)
{
    vec_clear(&pdr->scratch);
    vec_push(&pdr->scratch, 2 * cell);
    return pdr_solve_relative(pdr, frame, &pdr->scratch, -1);
}

/* Whatever the other cells: only the cell before matters. */
static void a_step_leads_to_the_next_cell(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    open_frames(&frames, &(Budget){0});
    for (uint32_t cell = 1; cell < CELLS; cell++) {
        PdrLits lits = {0};
        const PdrCube cube = {.lits = (uint32_t[]){2 * cell}, .count = 1};
        assert_int_equal(reaches(pdr, 0, cell), cell == 1 ? SAT_YES : SAT_NO);
        assert_int_equal(reaches(pdr, 1, cell), SAT_YES);
        assert_int_equal(pdr->model_moves.items[0], GO);
        pdr_lift_predecessor(pdr, &cube, &lits);
        assert_int_equal(lits.count, 1);
        assert_int_equal(lits.items[0], 2 * (cell - 1));
        vec_free(&lits);
    }
    close_frames(&frames);
}

static void a_blocked_cell_blocks_the_way_behind_it(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    PdrLits second = {0};
    open_frames(&frames, &(Budget){0});
    vec_push(&second, 2 * 1);
    pdr_block(pdr, &second, 1);
    for (int rebuilt = 0; rebuilt < 2; rebuilt++) {
        assert_int_equal(reaches(pdr, 1, 2), SAT_NO);
        assert_int_equal(reaches(pdr, 1, 3), SAT_YES);
        pdr_new_solver(pdr); /* which has the same clauses */
    }
    vec_free(&second);
    close_frames(&frames);
}

static void a_claim_fails_where_a_frame_lets_it(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    open_frames(&frames, &(Budget){0});
    assert_int_equal(pdr_find_failure(pdr, pdr->claims, 0), SAT_NO);
    assert_int_equal(pdr_find_failure(pdr, pdr->claims, 1), SAT_YES);
    pdr_lift_failure(pdr, pdr->claims, &pdr->scratch);
    assert_int_equal(pdr->scratch.count, 1);
    assert_int_equal(pdr->scratch.items[0], 2 * 2);
    close_frames(&frames);
}

/* The token is never in opposite cells. */
static void clauses_are_confirmed_if_there_is_time(void **state)
{
    (void)state;
    for (int has_time = 0; has_time < 2; has_time++) {
        WorkMeter meter;
        Budget none = budget_quota(NULL, &meter, 0);
        Frames frames;
        RefList clauses = {0};
        open_frames(&frames, has_time ? &(Budget){0} : &none);
        PropertyTable *properties = &frames.loaded.properties;
        for (uint32_t i = 0; i < 2; i++)
            vec_push(&clauses,
                     ref_not(property_pair(
                         properties, property_feature(properties, 0, i),
                         property_feature(properties, 0, i + 2))));
        assert_int_equal(pdr_confirm(&frames.pdr, &clauses), has_time);
        vec_free(&clauses);
        close_frames(&frames);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_leads_to_the_next_cell),
        cmocka_unit_test(a_blocked_cell_blocks_the_way_behind_it),
        cmocka_unit_test(a_claim_fails_where_a_frame_lets_it),
        cmocka_unit_test(clauses_are_confirmed_if_there_is_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
