/* recheck.h - check certificates without the engines that wrote them
 *
 * The format is that of doc/certificates.md. Claims are checked by the plain
 * interpreter (sim/interp.h) and by clingo, on programs that asp/ writes: no
 * code of the prover, the solver or the machine has a part in it. Nothing that
 * a certificate says is trusted.
 */
#ifndef ZERMELO_RECHECK_RECHECK_H
#define ZERMELO_RECHECK_RECHECK_H

#include "base/budget.h"
#include "base/json.h"

typedef struct {
    const char *path;       /* of a directory, or of its certificate.json */
    const char *rules_path; /* rules that it has to be about; or NULL */
    const Budget *budget;   /* for all of it */
    size_t megabytes;       /* for clingo; 0: a default */
    /* Told how many of the claims are checked, or NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
} RecheckTask;

/* The answer (doc/schema/recheck.json); NULL, with the reason in *WHY, if there
 * is nothing at the path. */
json_t *recheck(const RecheckTask *task, const char **why);

#endif
