/* clingo.h - ask the answer set solver clingo
 *
 * clingo runs as a child process with its own limits of memory and time. That
 * it is missing, dies, or runs out of either is an answer with a reason. It is
 * found in PATH, or where ZERMELO_CLINGO says.
 */
#ifndef ZERMELO_ASP_CLINGO_H
#define ZERMELO_ASP_CLINGO_H

#include "base/arena.h"
#include "base/budget.h"

#include <stdint.h>

typedef enum {
    CLINGO_MODELS,   /* up to `max_models` answer sets; 0: all of them */
    CLINGO_CAUTIOUS, /* the atoms that all answer sets have in common */
} ClingoMode;

typedef struct {
    ClingoMode mode;
    uint64_t max_models;
    size_t megabytes;           /* 0: no limit of its own */
    const Budget *budget;       /* may be NULL */
    const char *const *options; /* more of clingo's, ending in NULL; or NULL */
} ClingoTask;

typedef enum {
    CLINGO_SATISFIABLE,
    CLINGO_UNSATISFIABLE,
    CLINGO_UNKNOWN, /* `reason` says why */
} ClingoVerdict;

typedef struct {
    const char **atoms; /* those shown, as clingo writes them */
    size_t count;
} ClingoModel;

/* SATISFIABLE and UNSATISFIABLE are certain in any case. Only if COMPLETE were
 * all the answer sets seen that were asked for, or are the consequences final.
 * Otherwise REASON, without a full stop, says what happened, and of
 * consequences this is known: an atom that is not in the last list is none;
 * without any list nothing is known. */
typedef struct {
    ClingoVerdict verdict;
    bool complete;
    const char *reason;        /* NULL if complete */
    const ClingoModel *models; /* consequences: one, the last list */
    size_t count;
    uint64_t number; /* of answer sets found */
} ClingoAnswer;

/* The answer for PROGRAM, in ARENA. */
ClingoAnswer clingo_run(Arena *arena, const char *program, size_t length,
                        const ClingoTask *task);

/* The program that would be run; NULL, with the reason in *WHY, if there is
 * none that answers. */
const char *clingo_version(Arena *arena, const char **why);

#endif
