/* movesets_test.c - sets of moves do as bitmaps would */
#include "support.h"

#include "base/random.h"
#include "ground/movesets.h"

enum { ROLES = 3, MAX_MOVES = 200, MAX_SETS = 8, ROUNDS = 3000 };

static const size_t move_counts[ROLES] = {1, 64, MAX_MOVES};

typedef struct {
    bool has[MAX_MOVES];
} Bitmap;

/* What was made is what EXPECTED says, or its complement if NEGATED. */
static void assert_made(const MoveSets *sets, const Bitmap *expected,
                        bool negated)
{
    size_t all = move_counts[sets->role], size = sets->made.count, next = 0;
    assert_true(2 * size <= all);
    assert_true(2 * size != all || sets->made.items[0] == 0);
    for (uint32_t i = 0; i < all; i++) {
        bool made = next < size && sets->made.items[next] == i;
        next += made;
        assert_int_equal(made != negated, expected->has[i]);
    }
    assert_int_equal(next, size); /* in order, and each of them once */
    for (size_t i = 0; i < sets->marks.count; i++)
        assert_int_equal(sets->marks.items[i], 0);
}

/* A set of about so many per cent of the moves. */
static uint32_t make_random(MoveSets *sets, Random *random, uint32_t role,
                            uint32_t percent, Bitmap *bitmap)
{
    VEC(uint32_t) moves = {0};
    *bitmap = (Bitmap){0};
    for (uint32_t i = 0; i < move_counts[role]; i++)
        if (random_below(random, 100) < percent) {
            bitmap->has[i] = true;
            vec_push(&moves, i);
        }
    bool negated = movesets_make(sets, role, moves.items, moves.count);
    assert_made(sets, bitmap, negated);
    vec_free(&moves);
    return 2 * movesets_add(sets) + negated;
}

static void sets_and_complements_meet_as_bitmaps_do(void **state)
{
    (void)state;
    Random random = random_new(7, 0);
    for (int round = 0; round < ROUNDS; round++) {
        MoveSets sets = {.move_counts = move_counts};
        uint32_t role = random_below(&random, ROLES), lits[MAX_SETS];
        size_t count = 1 + random_below(&random, MAX_SETS);
        uint32_t percent = random_below(&random, 101);
        Bitmap meet;
        memset(meet.has, true, sizeof meet.has);
        for (size_t i = 0; i < count; i++) {
            Bitmap one;
            lits[i] = make_random(&sets, &random, role, percent, &one);
            bool negated = random_below(&random, 2);
            lits[i] ^= negated;
            for (size_t k = 0; k < MAX_MOVES; k++)
                meet.has[k] = meet.has[k] && one.has[k] != negated;
        }
        bool negated = movesets_intersect(&sets, lits, count);
        assert_made(&sets, &meet, negated);
        movesets_free(&sets);
    }
}

static void the_same_set_is_found_again(void **state)
{
    (void)state;
    static const uint32_t some[] = {5, 17, 100}, others[] = {5, 17, 101};
    MoveSets sets = {.move_counts = move_counts};
    movesets_make(&sets, 2, some, 3);
    uint32_t hash = movesets_hash(&sets), set = movesets_add(&sets);
    movesets_make(&sets, 2, others, 3);
    assert_false(movesets_equal(&sets, set));
    movesets_make(&sets, 1, some, 2);
    assert_false(movesets_equal(&sets, set));
    movesets_make(&sets, 2, some, 3);
    assert_int_equal(movesets_hash(&sets), hash);
    assert_true(movesets_equal(&sets, set));
    movesets_free(&sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_and_complements_meet_as_bitmaps_do),
        cmocka_unit_test(the_same_set_is_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
