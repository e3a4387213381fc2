/* api_verify.c - zermelo.h: is a game well-formed; settings and statistics
 *
 * In:   a game; assignments "NAME=VALUE" to limits of methods of proof
 * Out:  verdicts, as strings and numbers; what the methods did
 */
#include "api/handle.h"

#include "base/memory.h"
#include "lang/print.h"
#include "prove/verify.h"

#include <assert.h>
#include <stdlib.h>

/* ---- settings and statistics, of proofs as well ---- */

size_t zermelo_setting_count(void)
{
    return LIMIT_COUNT;
}

ZermeloSetting zermelo_setting(size_t number)
{
    if (number >= LIMIT_COUNT)
        return (ZermeloSetting){0};
    const ProveLimitRow *row = &prove_limit_rows[number];
    return (ZermeloSetting){row->name, row->help, row->value, row->min,
                            row->max};
}

ZermeloSettings *zermelo_settings_new(void)
{
    ZermeloSettings *settings = memory_alloc(sizeof *settings);
    prove_limits_init(&settings->limits);
    return settings;
}

void zermelo_settings_free(ZermeloSettings *settings)
{
    free(settings);
}

bool zermelo_settings_set(ZermeloSettings *settings, const char *assignment,
                          const char **why)
{
    *why = prove_limits_set(&settings->limits, assignment);
    return !*why;
}

ProveLimits limits_of_settings(const ZermeloSettings *settings)
{
    ProveLimits limits;
    prove_limits_init(&limits);
    return settings ? settings->limits : limits;
}

const ZermeloStatistics *
statistics_of(Arena *arena, const MethodStatistics *methods, size_t *count)
{
    ZermeloStatistics *list =
        arena_array(arena, ZermeloStatistics, PROOF_METHOD_COUNT);
    *count = 0;
    for (size_t i = 0; i < PROOF_METHOD_COUNT; i++)
        if (methods[i].turns)
            list[(*count)++] = (ZermeloStatistics){
                prove_limit_rows[i].name, methods[i].turns, methods[i].decided,
                methods[i].seconds, methods[i].work};
    return list;
}

/* ---- verdicts ---- */

struct ZermeloVerification {
    Arena *arena;
    Interp *interp;
    Budget budget;
    const char **roles;
    VerdictList verdicts;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    double seconds;
};

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable", [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",       [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",       [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum", [CHECK_TURN_TAKING] = "turn-taking",
};

/* Of the time, if information sets have to be explored as well. */
static const double PROOF_TIME_FRACTION = 0.6;

static VerdictEntry entry_of(const ZermeloVerification *verification,
                             const Verified *verified)
{
    const Play *play = verified->play;
    assert(!verified->has_loop || !play || verified->loop_from <= play->steps);
    return (VerdictEntry){
        .verdict = {.property = properties[verified->check],
                    .role = verified->role == NO_INDEX
                                ? NULL
                                : verification->roles[verified->role],
                    .verdict = (ZermeloAnswer)verified->verdict,
                    .is_vacuous = verified->is_vacuous,
                    .why = verified->fault.why,
                    .message = verified->fault.message,
                    .how = verified->how,
                    .reason = verified->reason,
                    .has_bound = verified->has_bound,
                    .bound = verified->bound,
                    .has_play = play,
                    .has_loop = verified->has_loop && play,
                    .play_length = play ? play->steps : 0,
                    .loop_from = verified->loop_from},
        .play = play ? play->moves : NULL,
        .features = verified->features,
        .feature_count = verified->feature_count};
}

/* Appends all verdicts to those of VERIFICATION. */
static void verify_all(ZermeloVerification *verification, const Game *game,
                       const ZermeloVerifyOptions *options)
{
    VerifiedList verified = {0};
    bool no_play_ends = false;
    Budget proofs =
        game->has_imperfect_information
            ? budget_part(&verification->budget, PROOF_TIME_FRACTION)
            : verification->budget;
    ProveLimits limits = limits_of_settings(options->settings);
    const VerifyTask task = {.game = game,
                             .interp = verification->interp,
                             .seed = options->seed,
                             .budget = &proofs,
                             .limits = &limits,
                             .statistics = verification->statistics,
                             .arena = verification->arena};
    verify(&task, &verified);
    for (size_t i = 0; i < verified.count; i++) {
        vec_push(&verification->verdicts,
                 entry_of(verification, &verified.items[i]));
        no_play_ends = no_play_ends || verified.items[i].is_vacuous;
    }
    vec_free(&verified);
    if (game->has_imperfect_information)
        verify_knowledge(game, verification->interp, verification->roles,
                         no_play_ends, &verification->budget,
                         verification->arena, &verification->verdicts);
    for (size_t i = 0; i < verification->verdicts.count; i++)
        if (verification->verdicts.items[i].verdict.is_vacuous)
            verification->verdicts.items[i].verdict.message =
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
    ZermeloVerification *verification =
        arena_alloc(arena, sizeof *verification);
    verification->arena = arena;
    verification->budget = budget_of(&options->limits);
    verification->interp = interp_new(game->game, &verification->budget, why);
    if (!verification->interp) {
        zermelo_verification_free(verification);
        return NULL;
    }
    verification->roles = role_names(verification->arena, verification->interp);
    verify_all(verification, game->game, options);
    verification->seconds = clock_now() - begun;
    return verification;
}

void zermelo_verification_free(ZermeloVerification *verification)
{
    if (!verification)
        return;
    interp_free(verification->interp);
    vec_free(&verification->verdicts);
    arena_free(verification->arena);
}

GETTER(double, zermelo_verification_seconds, ZermeloVerification, self->seconds)
GETTER(size_t, zermelo_verification_count, ZermeloVerification,
       self->verdicts.count)
ITEM_GETTER(ZermeloVerdict, zermelo_verification_verdict, ZermeloVerification,
            self->verdicts.count, self->verdicts.items[number].verdict)
GETTER(size_t, zermelo_verification_role_count, ZermeloVerification,
       interp_role_count(self->interp))
ITEM_GETTER(const char *, zermelo_verification_role, ZermeloVerification,
            interp_role_count(self->interp), self->roles[number])

const ZermeloStatistics *
zermelo_verification_statistics(const ZermeloVerification *verification,
                                size_t *count)
{
    return statistics_of(verification->arena, verification->statistics, count);
}

const char *const *
zermelo_verification_play(const ZermeloVerification *verification,
                          size_t number, bool other)
{
    if (number >= verification->verdicts.count)
        return NULL;
    const VerdictEntry *entry = &verification->verdicts.items[number];
    const Term *const *moves = other ? entry->other_play : entry->play;
    size_t role_count = interp_role_count(verification->interp);
    return moves ? term_strings(verification->arena, moves,
                                entry->verdict.play_length * role_count)
                 : NULL;
}

size_t zermelo_verification_features(const ZermeloVerification *verification,
                                     size_t number,
                                     const char *const **features)
{
    *features = NULL;
    if (number >= verification->verdicts.count)
        return 0;
    const VerdictEntry *entry = &verification->verdicts.items[number];
    *features = term_strings(verification->arena, entry->features,
                             entry->feature_count);
    return entry->feature_count;
}
