/* prove_limits.c - the methods of proof and their limits, in one table
 *
 * In:   assignments "NAME=VALUE"
 * Out:  quotas and limits
 */
#include "formula/prove_limits.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const ProveLimitRow prove_limit_rows[LIMIT_COUNT] = {
#define X(identifier, name, quota, help)                                       \
    [PROOF_##identifier] = {name, help, quota, 0, 1e9},
    PROOF_METHODS(X)
#undef X
        [LIMIT_MAX_ROUNDS] = {"max_rounds", "rounds of all methods", 3, 1, 20},
    [LIMIT_ROUND_GROWTH] = {"round_growth", "quotas of a round over the last",
                            4, 1, 100},
    [LIMIT_QUOTA_SCALE] = {"quota_scale", "all quotas are multiplied by it", 1,
                           0, 1e6},
    [LIMIT_SMALL_STATES] = {"small_states", "positions listed in round 1",
                            50000, 0, 1e8},
    [LIMIT_MAX_STATES] = {"max_states", "positions listed in later rounds",
                          300000, 0, 1e8},
    [LIMIT_MAX_INDUCTION_STEPS] = {"max_induction_steps",
                                   "the k of k-induction", 3, 1, 3},
    [LIMIT_PDR_FORMULAS] = {"pdr_formulas", "open formulas at most for PDR", 60,
                            0, 1e6},
    [LIMIT_PDR_INPUTS] = {"pdr_inputs", "size of the net at most for PDR",
                          100000, 0, 1e9},
    [LIMIT_LARGE_INPUTS] = {"large_inputs",
                            "size of a net for which cases come first", 50000,
                            0, 1e9},
    [LIMIT_VAST_INPUTS] = {"vast_inputs",
                           "size of a net that is too large for sums", 400000,
                           0, 1e9},
};

void prove_limits_init(ProveLimits *limits)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        limits->values[i] = prove_limit_rows[i].value;
}

const char *prove_limits_set(ProveLimits *limits, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    size_t name_length = equals ? (size_t)(equals - assignment) : 0;
    if (!equals)
        return "it is not of the form NAME=VALUE";
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const ProveLimitRow *row = &prove_limit_rows[i];
        char *end;
        if (strlen(row->name) != name_length ||
            strncmp(row->name, assignment, name_length) != 0)
            continue;
        double value = strtod(equals + 1, &end);
        if (end == equals + 1 || *end || !(value >= row->min) ||
            !(value <= row->max))
            return "the value is no number, or out of range";
        limits->values[i] = value;
        return NULL;
    }
    return "there is no such limit";
}

void prove_limits_only(ProveLimits *limits, ProofMethod method)
{
    for (size_t i = 0; i < PROOF_METHOD_COUNT; i++)
        if (i != method)
            limits->values[i] = 0;
}

uint64_t prove_quota(const ProveLimits *limits, ProofMethod method,
                     unsigned round)
{
    assert(method < PROOF_METHOD_COUNT);
    assert(limits->values[method] >= 0); /* prove_limits_set() sees to ranges */
    double quota = 1e6 * limits->values[method] *
                   limits->values[LIMIT_QUOTA_SCALE] *
                   pow(limits->values[LIMIT_ROUND_GROWTH], round);
    return quota < 1e18 ? (uint64_t)quota : (uint64_t)1e18;
}
