/* prove_limits.h - the methods of proof and their limits, in one table
 *
 * Every method has a name, under which --statistics reports it, and a quota of
 * work for its turn in the first round; in each further round the quota is
 * multiplied by round_growth. A quota of 0 switches the method off. Work is
 * counted as base/budget.h has it, about 1000 million units a second; quotas
 * are in millions. `--set NAME=VALUE` changes an entry, for experiments.
 * Part of a ProofTask (formula/proof_task.h), and so below prove/.
 */
#ifndef ZERMELO_FORMULA_PROVE_LIMITS_H
#define ZERMELO_FORMULA_PROVE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(identifier, name, first quota, what it does) */
#define PROOF_METHODS(X)                                                       \
    X(FACTS, "facts", 2000, "facts of earlier runs, all together (Houdini)")   \
    X(WALKS, "walks", 1000, "random plays, guided by what they have not seen") \
    X(JOINT, "joint_induction", 400, "all formulas together (Houdini)")        \
    X(INDIVIDUAL, "individual_induction", 3000, "each formula by itself")      \
    X(CONSEQUENCES, "consequences", 1000, "what follows from the facts")       \
    X(CASES, "transition_cases", 300, "mutex groups by cases of a step")       \
    X(CONSTANTS, "constants", 800, "features that never change")               \
    X(SYMBOL_MUTEXES, "symbol_mutexes", 800, "at most one of a symbol")        \
    X(MUTEX_GROUPS, "mutex_groups", 800, "at most one of a sampled group")     \
    X(STEP_COUNTERS, "step_counters", 300, "what a step counter implies")      \
    X(AT_LEAST_ONE, "at_least_one", 100, "one of a group always holds")        \
    X(BINARY, "binary_clauses", 100, "implications between features")          \
    X(REACHABLE, "reachable_states", 1000, "all positions, if they are few")   \
    X(LINEAR, "linear_invariants", 1000, "sums that never grow")               \
    X(K_INDUCTION, "k_induction", 100, "plays and inductions of k steps")      \
    X(PDR, "pdr", 500, "property-directed reachability")                       \
    X(BMC, "bmc", 1000, "all plays of each length")                            \
    X(AUTONOMOUS, "autonomous_end", 100, "an end that no move can avoid")      \
    X(REPEATING, "repeating_play", 100, "plays that return")                   \
    X(LINEAR_RANKING, "linear_ranking", 2000, "a sum that every step lowers")  \
    X(IRREVERSIBLE, "irreversible", 2000, "every step changes for good")

typedef enum {
#define X(identifier, name, quota, help) PROOF_##identifier,
    PROOF_METHODS(X)
#undef X
        PROOF_METHOD_COUNT
} ProofMethod;

/* The other limits, numbered after the quotas of the methods. */
typedef enum {
    LIMIT_MAX_ROUNDS = PROOF_METHOD_COUNT,
    LIMIT_ROUND_GROWTH,
    LIMIT_QUOTA_SCALE,
    LIMIT_SMALL_STATES,
    LIMIT_MAX_STATES,
    LIMIT_MAX_INDUCTION_STEPS,
    LIMIT_PDR_FORMULAS,
    LIMIT_PDR_INPUTS,
    LIMIT_LARGE_INPUTS,
    LIMIT_VAST_INPUTS,
    LIMIT_COUNT
} ProveLimit;

typedef struct {
    double values[LIMIT_COUNT];
} ProveLimits;

typedef struct {
    const char *name, *help;
    double value, min, max; /* VALUE is the default */
} ProveLimitRow;

extern const ProveLimitRow prove_limit_rows[LIMIT_COUNT];

void prove_limits_init(ProveLimits *limits); /* to the defaults */

/* Sets one from "NAME=VALUE". NULL, or what is wrong with it. */
const char *prove_limits_set(ProveLimits *limits, const char *assignment);

/* Switches off all methods but METHOD. */
void prove_limits_only(ProveLimits *limits, ProofMethod method);

/* The work that METHOD may do in its turn in ROUND, from 0. */
uint64_t prove_quota(const ProveLimits *limits, ProofMethod method,
                     unsigned round);

/* What a method did, for --statistics. */
typedef struct {
    size_t turns, decided; /* turns; properties decided in them */
    double seconds;
    uint64_t work;
} MethodStatistics;

#endif
