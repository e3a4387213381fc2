/* property_watch_test.c - properties fail where they are said to fail */
#include "corridor.h"

#include "prove/walk/property_watch.h"

enum { MAX_WATCHED = 8 };

typedef struct {
    Corridor corridor;
    WalkArchive archive;
    PropertyWatch watch;
    GroundProperty list[MAX_WATCHED];
    size_t count;
} Watching;

static void open_watching(Watching *watching)
{
    *watching = (Watching){.corridor = open_corridor()};
    Loaded *loaded = &watching->corridor.loaded;
    archive_init(&watching->archive, loaded->net, loaded->arena);
    watch_init(&watching->watch, &loaded->properties);
}

static void close_watching(Watching *watching)
{
    watch_clear(&watching->watch);
    archive_clear(&watching->archive);
    close_corridor(&watching->corridor);
}

static Ref at(Watching *watching, unsigned level, size_t cell)
{
    return property_feature(&watching->corridor.loaded.properties, level,
                            watching->corridor.at[cell]);
}

/* What is said of sequences that end at once, and of those of one step. */
static void watch_property(Watching *watching, unsigned degree, Ref ended,
                           Ref step)
{
    GroundProperty *property = &watching->list[watching->count];
    *property = (GroundProperty){.degree = degree, .ends = {ended, step}};
    assert_int_equal(watch_add(&watching->watch, property), watching->count++);
}

/* Plays of nine steps, or up to the end. */
static void play(Watching *watching)
{
    Corridor *corridor = &watching->corridor;
    for (size_t step = 0; step < 10; step++) {
        watch_plan(&watching->watch, corridor->lanes);
        walk_lanes_evaluate(corridor->lanes);
        watch_test(&watching->watch, corridor->lanes, &watching->archive);
        step_corridor(corridor);
    }
}

static bool is_refuted(const Watching *watching, size_t number)
{
    return watching->watch.watched.items[number].refuted_by != NO_INDEX;
}

/* Whether it is refuted by a play that ends in CELL, LATER steps after the
 * position in which it fails, which is the first possible. */
static void assert_refuted(Watching *watching, size_t number, size_t cell,
                           size_t later)
{
    assert_true(is_refuted(watching, number));
    WatchedProperty found = watching->watch.watched.items[number];
    size_t depth = watching->archive.positions.items[found.refuted_by].depth;
    uint32_t *moves = archive_play(&watching->archive, found.refuted_by);
    assert_int_equal(cell_after(&watching->corridor, moves, depth), cell);
    assert_int_equal(depth, cell - 1);
    assert_int_equal(found.fails_at + later, depth);
    free(moves);
}

static void what_fails_in_a_position_is_refuted_by_a_play_to_it(void **state)
{
    (void)state;
    Watching watching;
    open_watching(&watching);
    PropertyTable *properties = &watching.corridor.loaded.properties;
    Ref both =
        property_pair(properties, at(&watching, 0, 2), at(&watching, 0, 3));
    watch_property(&watching, 0, ref_not(at(&watching, 0, 3)), REF_TRUE);
    watch_property(&watching, 0, ref_not(both), REF_TRUE);
    watch_property(&watching, 0, ref_not(at(&watching, 0, 1)), REF_TRUE);
    play(&watching);
    assert_refuted(&watching, 0, 3, 0);
    assert_false(is_refuted(&watching, 1));
    assert_refuted(&watching, 2, 1, 0);
    close_watching(&watching);
}

/* Never from one cell to the other. */
static void watch_step(Watching *watching, size_t from, size_t to)
{
    Ref step = property_pair(&watching->corridor.loaded.properties,
                             at(watching, 0, from), at(watching, 1, to));
    watch_property(watching, 1, REF_TRUE, ref_not(step));
}

static void what_fails_in_a_step_fails_before_it(void **state)
{
    (void)state;
    Watching watching;
    open_watching(&watching);
    watch_step(&watching, 2, 3);
    watch_step(&watching, 1, 3);
    watch_step(&watching, 3, 2);
    play(&watching);
    assert_refuted(&watching, 0, 3, 1);
    assert_false(is_refuted(&watching, 1));
    assert_false(is_refuted(&watching, 2));
    close_watching(&watching);
}

/* What is said of plays that end does not matter in those that go on. */
static void short_sequences_count_where_the_play_ends(void **state)
{
    (void)state;
    Watching watching;
    open_watching(&watching);
    watch_property(&watching, 1, ref_not(at(&watching, 0, 4)), REF_TRUE);
    watch_property(&watching, 1, ref_not(at(&watching, 0, 3)), REF_TRUE);
    play(&watching);
    assert_refuted(&watching, 0, 4, 0);
    assert_false(is_refuted(&watching, 1));
    close_watching(&watching);
}

static void a_property_that_comes_late_is_tested_from_the_start(void **state)
{
    (void)state;
    Watching watching;
    open_watching(&watching);
    watch_property(&watching, 0, ref_not(at(&watching, 0, 4)), REF_TRUE);
    play(&watching);
    watch_property(&watching, 0, ref_not(at(&watching, 0, 1)), REF_TRUE);
    watch_step(&watching, 1, 2);
    play(&watching);
    assert_refuted(&watching, 0, 4, 0);
    assert_refuted(&watching, 1, 1, 0);
    assert_refuted(&watching, 2, 2, 1);
    close_watching(&watching);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fails_in_a_position_is_refuted_by_a_play_to_it),
        cmocka_unit_test(what_fails_in_a_step_fails_before_it),
        cmocka_unit_test(short_sequences_count_where_the_play_ends),
        cmocka_unit_test(a_property_that_comes_late_is_tested_from_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
