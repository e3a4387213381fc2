/* merged_moves_test.c - classes of moves, and what their legality needs */
#include "loaded.h"

#include "prove/induction/merged_moves.h"
#include "prove/walk/reachable_states.h"

/* By day a free cell is filled, at night the role sleeps. */
static const char CELLS[] =
    "(role a)(cell 1)(cell 2)(cell 3)(cell 4)(init day)"
    "(<= (legal a (fill ?x)) (cell ?x) (true day) (not (true (full ?x))))"
    "(<= (legal a sleep) (true night))"
    "(<= (next day) (true night))(<= (next night) (true day))"
    "(<= (next slept) (does a sleep))"
    "(<= (next (full ?x)) (does a (fill ?x)))"
    "(<= (next (full ?x)) (true (full ?x)))"
    "(<= free (cell ?x) (not (true (full ?x))))"
    "(<= terminal (not free))(goal a 100)";

enum { MOVES = 5 };

typedef struct {
    Loaded loaded;
    Sat *sat;
    MergedMoves merged;
} Merging;

static void open_merging(Merging *merging)
{
    *merging = (Merging){.loaded = load_net(CELLS), .sat = sat_new(NULL)};
    assert_int_equal(merging->loaded.net->roles[0].move_count, MOVES);
    merging->merged =
        merged_moves_new(merging->loaded.net, merging->loaded.arena);
}

static void close_merging(Merging *merging)
{
    merged_moves_reset(&merging->merged);
    merged_moves_free(&merging->merged);
    sat_free(merging->sat);
    unload(&merging->loaded);
}

/* The question depends on whether this move is made: sleep, or (fill NAME). */
static uint32_t add_set(Merging *merging, const char *name)
{
    const Net *net = merging->loaded.net;
    for (uint32_t i = 0; i < net->set_count; i++) {
        const Term *move = net->roles[0].moves[net->sets[i].moves[0]];
        const Symbol *last = (move->arity ? move->args[0] : move)->symbol;
        if (net->sets[i].count == 1 && strcmp(last->name, name) == 0) {
            vec_push(&merging->merged.sets, i);
            return net->sets[i].moves[0];
        }
    }
    fail_msg("no set of %s", name);
    return 0;
}

/* Needs that are features or their negations hold in all positions where a move
 * of the class is legal. Returns how many there are of class CLASS. */
static size_t count_needs(Merging *merging, uint32_t class)
{
    const Net *net = merging->loaded.net;
    const RoleMoves *moves = &merging->merged.roles[0];
    const NetLits *needs = &moves->classes.items[class].legality_lits;
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    ReachableStates *reachable = reachable_new(machine, 1000, NULL);
    size_t count = 0;
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < needs->count; i++) {
        const Node *node = &net->nodes[lit_node(needs->items[i])];
        if (node->kind != NODE_FEATURE)
            continue;
        count++;
        for (size_t k = 0; k < reachable_count(reachable); k++) {
            const uint64_t *state = reachable_state(reachable, k);
            cursor_set(cursor, state);
            for (uint32_t m = 0; m < MOVES; m++)
                if (moves->class_of[m] == class &&
                    (*cursor_legal(cursor, 0) >> m & 1))
                    assert_int_not_equal(*state >> node->feature & 1,
                                         needs->items[i] & 1);
        }
    }
    reachable_free(reachable);
    cursor_free(cursor);
    machine_free(machine);
    return count;
}

static void moves_in_the_same_sets_are_one_class(void **state)
{
    (void)state;
    Merging merging;
    open_merging(&merging);
    const RoleMoves *moves = &merging.merged.roles[0];
    uint32_t sleep = add_set(&merging, "sleep"), two = add_set(&merging, "2");
    assert_true(merge_moves(&merging.merged, merging.sat));
    assert_int_equal(moves->classes.count, 3);
    for (uint32_t m = 0; m < MOVES; m++)
        assert_int_equal(moves->class_of[m],
                         m == sleep ? 1 : (m == two ? 2 : 0));
    assert_int_equal(count_needs(&merging, 0), 1); /* day */
    assert_int_equal(count_needs(&merging, 1), 1); /* night */
    assert_int_equal(count_needs(&merging, 2), 2); /* day, and not full */
    merged_moves_reset(&merging.merged);
    merging.merged.sets.count = 1;
    assert_true(merge_moves(&merging.merged, merging.sat));
    assert_int_equal(moves->classes.count, 2);
    assert_int_equal(moves->class_of[two], 0);
    close_merging(&merging);
}

static void exactly_one_class_is_chosen(void **state)
{
    (void)state;
    Merging merging;
    open_merging(&merging);
    const RoleMoves *moves = &merging.merged.roles[0];
    uint32_t three = add_set(&merging, "3");
    assert_true(merge_moves(&merging.merged, merging.sat));
    const MoveSet *set =
        &merging.loaded.net->sets[merging.merged.sets.items[0]];
    SatLit is_three = merged_set_lit(&merging.merged, merging.sat, set);
    assert_int_equal(moves->classes.count, 2);
    assert_int_equal(is_three,
                     moves->classes.items[moves->class_of[three]].chosen_lit);
    for (int choice = 0; choice < 4; choice++) { /* a bit for each class */
        for (int i = 0; i < 2; i++) {
            SatLit lit = moves->classes.items[i].chosen_lit;
            sat_assume(merging.sat, choice >> i & 1 ? lit : -lit);
        }
        assert_int_equal(sat_solve(merging.sat, -1),
                         choice == 1 || choice == 2 ? SAT_YES : SAT_NO);
    }
    close_merging(&merging);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_in_the_same_sets_are_one_class),
        cmocka_unit_test(exactly_one_class_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
