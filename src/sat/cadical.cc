/* cadical.cc - CaDiCaL, for C: nothing it throws gets out
 *
 * In:   calls of sat/sat.c
 * Out:  the same calls of CaDiCaL; the only file in C++
 *
 * Inside of a heap the operators new and delete below allocate there, so that
 * what the solver has counts, and can be released without its destructors,
 * which may fail when memory has run out in the middle of something. Elsewhere
 * they are what they always are. The shared library has them for itself (the
 * Makefile lists what it exports); they are weak, so that a program in C++ that
 * is linked with the static one may have its own, which then count nothing.
 */
#include "sat/cadical.h"

extern "C" {
#include "base/heap.h"
}

#include <cadical.hpp>
#include <cstdlib>
#include <new>

/* ---- memory ---- */

static void *try_allocate(std::size_t size) noexcept
{
    size = size ? size : 1;
    Heap *heap = heap_current();
    return heap ? heap_resize(heap, nullptr, size) : std::malloc(size);
}

static void *allocate(std::size_t size)
{
    for (;;) {
        void *block = try_allocate(size);
        if (block)
            return block;
        std::new_handler handler = std::get_new_handler();
        if (!handler || heap_current())
            throw std::bad_alloc();
        handler();
    }
}

static void release(void *block) noexcept
{
    if (heap_current())
        heap_release(block);
    else
        std::free(block);
}

#define REPLACEMENT __attribute__((weak))

REPLACEMENT void *operator new(std::size_t size)
{
    return allocate(size);
}

REPLACEMENT void *operator new[](std::size_t size)
{
    return allocate(size);
}

REPLACEMENT void *operator new(std::size_t size,
                               const std::nothrow_t &) noexcept
{
    return try_allocate(size);
}

REPLACEMENT void operator delete(void *block) noexcept
{
    release(block);
}

REPLACEMENT void operator delete(void *block, std::size_t) noexcept
{
    release(block);
}

REPLACEMENT void operator delete[](void *block) noexcept
{
    release(block);
}

REPLACEMENT void operator delete[](void *block, std::size_t) noexcept
{
    release(block);
}

/* ---- the solver ---- */

struct Cadical : CaDiCaL::Terminator, CaDiCaL::Learner {
    Heap *heap;
    CaDiCaL::Solver solver;
    void *context;
    bool (*stop)(void *context);
    void (*report)(void *context);
    bool is_broken = false; /* memory ran out in a call that cannot say so */

    bool terminate() override
    {
        return stop(context);
    }

    bool learning(int) override
    {
        report(context);
        return false; /* nobody wants to see its literals */
    }

    void learn(int) override
    {
    }
};

/* Inside of the heap of a solver, as long as it lives. */
class Inside
{
    Heap *outer;

  public:
    explicit Inside(Heap *heap) : outer(heap_switch(heap))
    {
    }
    ~Inside()
    {
        heap_switch(outer);
    }
};

const char *cadical_signature(void)
{
    return CaDiCaL::Solver::signature();
}

Cadical *cadical_new(void *context, bool (*stop)(void *context),
                     void (*learn)(void *context))
{
    Heap *heap = heap_new(0, heap_current());
    if (!heap)
        return nullptr;
    Inside inside(heap);
    try {
        Cadical *cadical = new Cadical;
        cadical->heap = heap;
        cadical->context = context;
        cadical->stop = stop;
        cadical->report = learn;
        cadical->solver.connect_terminator(cadical);
        cadical->solver.connect_learner(cadical);
        return cadical;
    } catch (const std::bad_alloc &) {
        heap_free(heap);
        return nullptr;
    }
}

void cadical_free(Cadical *cadical)
{
    Heap *heap = cadical->heap;
    if (heap_is_empty(heap)) { /* made by other operators than ours */
        Inside inside(heap);
        delete cadical;
    }
    heap_free(heap);
}

void cadical_option(Cadical *cadical, const char *name, int value)
{
    Inside inside(cadical->heap);
    cadical->solver.set(name, value);
}

bool cadical_clause(Cadical *cadical, const int *lits, size_t count,
                    int false_lit)
{
    Inside inside(cadical->heap);
    if (cadical->is_broken)
        return false;
    try {
        for (size_t i = 0; i < count; i++)
            if (lits[i] != false_lit)
                cadical->solver.add(lits[i]);
        cadical->solver.add(0);
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

bool cadical_solve(Cadical *cadical, const int *assumptions, size_t count,
                   int max_conflicts, int *answer)
{
    const int SATISFIABLE = 10;
    CaDiCaL::Solver &solver = cadical->solver;
    Inside inside(cadical->heap);
    if (cadical->is_broken)
        return false;
    try {
        for (size_t i = 0; i < count; i++)
            solver.assume(assumptions[i]);
        if (max_conflicts >= 0)
            solver.limit("conflicts", max_conflicts);
        *answer = solver.solve();
        if (*answer == SATISFIABLE)
            solver.val(1); /* completes the model */
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

int cadical_value(Cadical *cadical, int variable)
{
    Inside inside(cadical->heap);
    return cadical->solver.val(variable);
}

bool cadical_failed(Cadical *cadical, int lit)
{
    Inside inside(cadical->heap);
    try {
        return cadical->is_broken || cadical->solver.failed(lit);
    } catch (const std::bad_alloc &) {
        return cadical->is_broken = true;
    }
}

void cadical_phase(Cadical *cadical, int lit)
{
    Inside inside(cadical->heap);
    if (cadical->is_broken)
        return;
    try {
        cadical->solver.phase(lit);
    } catch (const std::bad_alloc &) {
        cadical->is_broken = true;
    }
}

int cadical_fixed(Cadical *cadical, int lit)
{
    Inside inside(cadical->heap);
    return cadical->solver.fixed(lit);
}
