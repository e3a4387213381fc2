/* explorer.c - what exploring a game takes, by interpreter and by machine */
#include "sim/explorer.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- the interpreter: a position is an array of features ---- */

typedef struct {
    const Term **moves;
    size_t count;
} Legal;

typedef struct {
    Explorer face;
    Interp *interp;
    Arena *here, *after; /* what was asked of the position; the next one */
    Legal *legal;
} ByInterp;

static Bytes position_bytes(const Position *position)
{
    return (Bytes){position->features,
                   position->count * sizeof *position->features};
}

static Bytes interp_first(Explorer *explorer)
{
    return position_bytes(interp_initial(((ByInterp *)explorer)->interp));
}

static void interp_go(Explorer *explorer, Bytes position)
{
    ByInterp *self = (ByInterp *)explorer;
    arena_free(self->here);
    self->here = arena_new();
    interp_set(self->interp,
               position_new(self->here, position.bytes,
                            position.length / sizeof(const Term *)));
    self->legal = arena_array(self->here, Legal, explorer->roles);
    for (size_t i = 0; i < explorer->roles; i++) {
        Legal *legal = &self->legal[i];
        const Term *const *moves = interp_legal(self->interp, i, &legal->count);
        legal->moves =
            arena_copy(self->here, moves, legal->count * sizeof *moves);
    }
}

static bool interp_over(Explorer *explorer)
{
    return interp_terminal(((ByInterp *)explorer)->interp);
}

static uint32_t interp_moves(Explorer *explorer, size_t role)
{
    return (uint32_t)((ByInterp *)explorer)->legal[role].count;
}

static Bytes interp_after(Explorer *explorer, const uint32_t *choices)
{
    ByInterp *self = (ByInterp *)explorer;
    arena_free(self->after);
    self->after = arena_new();
    const Term **moves =
        arena_array(self->after, const Term *, explorer->roles);
    for (size_t i = 0; i < explorer->roles; i++)
        moves[i] = self->legal[i].moves[choices[i]];
    return position_bytes(interp_next(self->interp, moves, self->after));
}

static const char *interp_fault(const Explorer *explorer)
{
    return interp_failure(((const ByInterp *)explorer)->interp);
}

static void interp_done(Explorer *explorer)
{
    ByInterp *self = (ByInterp *)explorer;
    arena_free(self->here);
    arena_free(self->after);
    free(self);
}

Explorer *explorer_interp(Interp *interp)
{
    ByInterp *self = memory_alloc(sizeof *self);
    *self = (ByInterp){{interp_role_count(interp), interp_first, interp_go,
                        interp_over, interp_moves, interp_after, interp_fault,
                        interp_done},
                       interp,
                       NULL,
                       NULL,
                       NULL};
    return &self->face;
}

/* ---- the machine: a position is an array of words ---- */

typedef struct {
    Explorer face;
    const Machine *machine;
    Cursor *cursor;
    uint32_t *moves;
} ByMachine;

static Bytes state_bytes(const ByMachine *self, const uint64_t *state)
{
    return (Bytes){state, machine_words(self->machine) * sizeof *state};
}

static Bytes machine_first(Explorer *explorer)
{
    ByMachine *self = (ByMachine *)explorer;
    return state_bytes(self, machine_initial(self->machine));
}

static void machine_go(Explorer *explorer, Bytes position)
{
    cursor_set(((ByMachine *)explorer)->cursor, position.bytes);
}

static bool machine_over(Explorer *explorer)
{
    return cursor_terminal(((ByMachine *)explorer)->cursor);
}

static uint32_t machine_moves(Explorer *explorer, size_t role)
{
    return cursor_legal_count(((ByMachine *)explorer)->cursor, role);
}

static Bytes machine_after(Explorer *explorer, const uint32_t *choices)
{
    ByMachine *self = (ByMachine *)explorer;
    for (size_t i = 0; i < explorer->roles; i++)
        self->moves[i] = cursor_legal_move(self->cursor, i, choices[i]);
    cursor_moves(self->cursor, self->moves);
    return state_bytes(self, cursor_next(self->cursor));
}

static const char *machine_fault(const Explorer *explorer)
{
    (void)explorer;
    return NULL;
}

static void machine_done(Explorer *explorer)
{
    ByMachine *self = (ByMachine *)explorer;
    cursor_free(self->cursor);
    free(self->moves);
    free(self);
}

Explorer *explorer_machine(const Machine *machine)
{
    ByMachine *self = memory_alloc(sizeof *self);
    size_t roles = machine_net(machine)->role_count;
    *self =
        (ByMachine){{roles, machine_first, machine_go, machine_over,
                     machine_moves, machine_after, machine_fault, machine_done},
                    machine,
                    cursor_new(machine),
                    memory_array(roles, sizeof(uint32_t))};
    return &self->face;
}
