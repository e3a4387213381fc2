/* api_verify.c - zermelo.h: is a game well-formed
 *
 * In:   a game
 * Out:  verdicts, as strings and numbers
 */
#include "api/handle.h"

#include "api/api_verify_know.h"
#include "base/memory.h"
#include "lang/print.h"
#include "prove/verify.h"

#include <assert.h>
#include <stdlib.h>

struct ZermeloVerification {
    Arena *arena;
    Interp *interp;
    Budget budget;
    const char **roles;
    VerdictList list;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    double seconds;
};

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable", [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",       [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",       [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum", [CHECK_TURN_TAKING] = "turn-taking",
};

/* Of the time, if all that is perceived has to be gone through as well. */
static const double SHARE_OF_PROOFS = 0.6;

static VerdictEntry entry_of(const ZermeloVerification *all,
                             const Verified *from)
{
    const Play *play = from->play;
    assert(!from->has_loop || !play || from->loop_from <= play->steps);
    return (VerdictEntry){.verdict = {.property = properties[from->check],
                                      .role = from->role == NO_INDEX
                                                  ? NULL
                                                  : all->roles[from->role],
                                      .verdict = (ZermeloAnswer)from->verdict,
                                      .is_vacuous = from->is_vacuous,
                                      .why = from->fault.why,
                                      .message = from->fault.message,
                                      .how = from->how,
                                      .reason = from->reason,
                                      .has_bound = from->has_bound,
                                      .bound = from->bound,
                                      .has_play = play,
                                      .has_loop = from->has_loop && play,
                                      .play_length = play ? play->steps : 0,
                                      .loop_from = from->loop_from},
                          .play = play ? play->moves : NULL,
                          .features = from->features,
                          .feature_count = from->feature_count};
}

static void verify_all(ZermeloVerification *all, const Game *game,
                       const ZermeloVerifyOptions *options)
{
    VerifiedList verified = {0};
    bool no_play_ends = false;
    Budget proofs = game->has_imperfect_information
                        ? budget_part(&all->budget, SHARE_OF_PROOFS)
                        : all->budget;
    ProveLimits limits = limits_of_settings(options->settings);
    const VerifyTask task = {.game = game,
                             .interp = all->interp,
                             .seed = options->seed,
                             .budget = &proofs,
                             .limits = &limits,
                             .statistics = all->statistics,
                             .arena = all->arena};
    verify(&task, &verified);
    for (size_t i = 0; i < verified.count; i++) {
        vec_push(&all->list, entry_of(all, &verified.items[i]));
        no_play_ends = no_play_ends || verified.items[i].is_vacuous;
    }
    vec_free(&verified);
    if (game->has_imperfect_information)
        verify_known(game, all->interp, all->roles, no_play_ends, &all->budget,
                     all->arena, &all->list);
    for (size_t i = 0; i < all->list.count; i++)
        if (all->list.items[i].verdict.is_vacuous)
            all->list.items[i].verdict.message =
                "no terminal position is reached";
}

ZermeloVerification *zermelo_verify(ZermeloGame *game,
                                    const ZermeloVerifyOptions *options,
                                    const char **why)
{
    static const ZermeloVerifyOptions defaults = {.seed = 1};
    if (!has_usable_rules(game, why))
        return NULL;
    if (!options)
        options = &defaults;
    double begun = clock_now();
    Arena *arena = arena_new();
    ZermeloVerification *all = arena_alloc(arena, sizeof *all);
    all->arena = arena;
    all->budget = budget_of(&options->limits);
    all->interp = interp_new(game->game, &all->budget, why);
    if (!all->interp) {
        zermelo_verification_free(all);
        return NULL;
    }
    all->roles = role_names(all->arena, all->interp);
    verify_all(all, game->game, options);
    all->seconds = clock_now() - begun;
    return all;
}

void zermelo_verification_free(ZermeloVerification *verification)
{
    if (!verification)
        return;
    interp_free(verification->interp);
    vec_free(&verification->list);
    arena_free(verification->arena);
}

GETTER(double, zermelo_verification_seconds, ZermeloVerification, self->seconds)
GETTER(size_t, zermelo_verification_count, ZermeloVerification,
       self->list.count)
ITEM_GETTER(ZermeloVerdict, zermelo_verification_verdict, ZermeloVerification,
            self->list.count, self->list.items[number].verdict)
GETTER(size_t, zermelo_verification_role_count, ZermeloVerification,
       interp_role_count(self->interp))
ITEM_GETTER(const char *, zermelo_verification_role, ZermeloVerification,
            interp_role_count(self->interp), self->roles[number])
ITEM_GETTER(size_t, zermelo_verification_feature_count, ZermeloVerification,
            self->list.count, self->list.items[number].feature_count)

bool zermelo_verification_statistics(const ZermeloVerification *verification,
                                     size_t number,
                                     ZermeloStatistics *statistics)
{
    return statistics_of_method(verification->statistics, number, statistics);
}

/* The move in one of the plays of a verdict. */
static const char *move_of(const ZermeloVerification *verification,
                           size_t number, bool other, size_t step, size_t role)
{
    size_t role_count = interp_role_count(verification->interp);
    if (number >= verification->list.count || role >= role_count)
        return NULL;
    const VerdictEntry *entry = &verification->list.items[number];
    const Term *const *moves = other ? entry->other : entry->play;
    return moves && step < entry->verdict.play_length
               ? term_string(verification->arena,
                             moves[step * role_count + role])
               : NULL;
}

const char *zermelo_verification_move(const ZermeloVerification *verification,
                                      size_t number, size_t step, size_t role)
{
    return move_of(verification, number, false, step, role);
}

const char *
zermelo_verification_other_move(const ZermeloVerification *verification,
                                size_t number, size_t step, size_t role)
{
    return move_of(verification, number, true, step, role);
}

const char *
zermelo_verification_feature(const ZermeloVerification *verification,
                             size_t number, size_t feature)
{
    return feature < zermelo_verification_feature_count(verification, number)
               ? term_string(verification->arena,
                             verification->list.items[number].features[feature])
               : NULL;
}
