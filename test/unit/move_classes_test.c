/* move_classes_test.c - sets of moves by their classes */
#include "loaded.h"

#include "base/random.h"
#include "sat/move_classes.h"

static bool is_among(const MoveClasses *classes, uint32_t number, uint32_t move)
{
    const MoveClass *class = &classes->items[number];
    for (size_t i = 0; i < class->count; i++)
        if (class->moves[i] == move)
            return true;
    return false;
}

/* By what it has in common. */
static bool has(const MoveClasses *classes, const CoverPart *part,
                uint32_t move)
{
    if (part->class == NO_INDEX)
        return part->move == move;
    const uint32_t *common = classes->items[part->class].intersected;
    bool all = common[0] != NO_INDEX || is_among(classes, part->class, move);
    for (size_t i = 0; i < MAX_INTERSECTED && common[i] != NO_INDEX; i++)
        all = all && is_among(classes, common[i], move);
    assert_int_equal(all, is_among(classes, part->class, move));
    return all;
}

static void assert_covers(MoveClasses *classes, const uint8_t *membership,
                          size_t count, uint8_t wanted)
{
    MoveCover parts = {0};
    assert_true(move_classes_cover(classes, membership, wanted, count, &parts));
    for (uint32_t m = 0; m < count; m++) {
        bool covered = false;
        for (size_t i = 0; i < parts.count; i++)
            covered = covered || has(classes, &parts.items[i], m);
        if (membership[m] != MOVE_EITHER)
            assert_int_equal(covered, membership[m] == wanted);
    }
    vec_free(&parts);
}

static void parts_have_what_is_wanted_and_no_more(void **state)
{
    (void)state;
    static const char *const games[] = {"games/hexapawn.kif",
                                        "games/breakthrough.kif",
                                        "games/blocksworld.gdl"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Loaded loaded = load(games[g]);
        const Role *role = &loaded.net->roles[0];
        Arena *arena = arena_new();
        MoveClasses *classes = move_classes_new(arena, role);
        uint8_t *membership = malloc(role->move_count);
        Random random = random_new(1, g);
        assert_non_null(classes);
        for (uint32_t round = 0; round < 60; round++) {
            /* by chance, or all but a few */
            for (size_t m = 0; m < role->move_count; m++)
                membership[m] = round % 2 ? (uint8_t)random_below(&random, 3)
                                          : random_below(&random, 20) != 0;
            assert_covers(classes, membership, role->move_count, MOVE_IN);
            assert_covers(classes, membership, role->move_count, MOVE_OUT);
        }
        free(membership);
        arena_free(arena);
        unload(&loaded);
    }
}

/* All moves to one cell, then all that begin in its column, too. */
static void a_set_by_places_has_few_parts(void **state)
{
    (void)state;
    Loaded loaded = load("games/breakthrough.kif");
    const Role *role = &loaded.net->roles[0];
    Arena *arena = arena_new();
    MoveClasses *classes = move_classes_new(arena, role);
    uint8_t *membership = calloc(role->move_count, 1);
    MoveCover parts = {0};
    const Term *column = NULL, *row = NULL;
    for (size_t m = 0; m < role->move_count; m++) {
        const Term *move = role->moves[m];
        if (move->arity < 4)
            continue;
        column = column ? column : move->args[2];
        row = row ? row : move->args[3];
        membership[m] = move->args[2] == column && move->args[3] == row;
    }
    assert_true(move_classes_cover(classes, membership, MOVE_IN, 9, &parts));
    assert_int_equal(parts.count, 1); /* what two classes have in common */
    assert_true(classes->items[parts.items[0].class].intersected[1] !=
                NO_INDEX);
    for (size_t m = 0; m < role->move_count; m++)
        if (role->moves[m]->arity == 4 && role->moves[m]->args[0] == column)
            membership[m] = MOVE_IN;
    assert_true(move_classes_cover(classes, membership, MOVE_IN, 9, &parts));
    assert_int_equal(parts.count, 2);
    assert_false(move_classes_cover(classes, membership, MOVE_IN, 1, &parts));
    vec_free(&parts);
    free(membership);
    arena_free(arena);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_what_is_wanted_and_no_more),
        cmocka_unit_test(a_set_by_places_has_few_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
