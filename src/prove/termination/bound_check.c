/* bound_check.c - is no play longer than was proved
 *
 * In:   a Machine, and a bound on the length of its plays
 * Out:  nothing; a longer play ends in assert()
 * Next: prove/termination/termination.c goes on
 *
 * For debug builds (ZERMELO_DEBUG): random plays, whatever method found the
 * bound. As a ranking function is lowered by every step, one that is not a
 * ranking function is often found out by its bound.
 */
#include "prove/termination/bound_check.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>

enum { SAMPLED_PLAYS = 50, MAX_STEPS_OF_ALL_PLAYS = 5000 /* of all of them */ };

void bound_check(const Machine *machine, uint64_t bound, uint64_t seed)
{
    size_t role_count = machine_net(machine)->role_count, step_count = 0;
    uint32_t *joint_move = memory_array(role_count + 1, sizeof *joint_move);
    Cursor *cursor = cursor_new(machine);
    for (uint64_t i = 0;
         i < SAMPLED_PLAYS && step_count < MAX_STEPS_OF_ALL_PLAYS; i++) {
        Random random = random_new(~seed, i);
        uint64_t play_length = 0;
        cursor_set(cursor, machine_initial(machine));
        while (step_count++ < MAX_STEPS_OF_ALL_PLAYS &&
               cursor_random_step(cursor, &random, joint_move))
            play_length++;
        assert(play_length <= bound);
    }
    cursor_free(cursor);
    free(joint_move);
}
