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

/* What verify or, of GDL-II, verify_known found, in the same form. */
typedef struct {
    ZermeloVerdict verdict;
    const Term *const *play, *const *other; /* NULL: none */
    const Term *const *features;
    size_t feature_count;
} VerdictEntry;

struct ZermeloVerification {
    Arena *arena;
    Interp *interp;
    Budget budget;
    const char **roles;
    VEC(VerdictEntry) list;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    double seconds;
};

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable", [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",       [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",       [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum", [CHECK_TURN_TAKING] = "turn-taking",
};

static const char *const known_properties[] = {
    [ZERMELO_LEGAL] = "legal-known",
    [ZERMELO_TERMINAL] = "end-known",
    [ZERMELO_GOAL] = "payoff-known",
};

static const char vacuous[] = "no terminal position is reached";

/* Of the time, if all that is perceived has to be gone through as well. */
static const double SHARE_OF_PROOFS = 0.6;

static void add_verified(ZermeloVerification *all, const Verified *from)
{
    const Play *play = from->play;
    ZermeloVerdict verdict = {
        .property = properties[from->check],
        .role = from->role == NO_INDEX ? NULL : all->roles[from->role],
        .verdict = (ZermeloAnswer)from->verdict,
        .is_vacuous = from->is_vacuous,
        .why = from->fault.why,
        .message = from->is_vacuous ? vacuous : from->fault.message,
        .how = from->how,
        .reason = from->reason,
        .has_bound = from->has_bound,
        .bound = from->bound,
        .has_play = play,
        .has_loop = from->has_loop && play,
        .play_length = play ? play->steps : 0,
        .loop_from = from->loop_from,
    };
    assert(!verdict.has_loop || verdict.loop_from <= verdict.play_length);
    VerdictEntry entry = {verdict, play ? play->moves : NULL, NULL,
                          from->features, from->feature_count};
    vec_push(&all->list, entry);
}

/* What is said about the end is true of nothing if NO_PLAY_ENDS. */
static void add_known(ZermeloVerification *all, const Known *from,
                      bool no_play_ends)
{
    bool is_vacuous = from->verdict == ZERMELO_YES &&
                      from->about != ZERMELO_LEGAL && no_play_ends;
    ZermeloVerdict verdict = {
        .property = known_properties[from->about],
        .role = all->roles[from->role],
        .verdict = from->verdict,
        .is_vacuous = is_vacuous,
        .why = from->other  ? "indistinguishable"
               : from->play ? "no-value"
                            : NULL,
        .message = is_vacuous    ? vacuous
                   : from->other ? "two plays are the same to it"
                   : from->play  ? "no value"
                                 : NULL,
        .how = from->verdict == ZERMELO_YES  ? "all plays"
               : from->verdict == ZERMELO_NO ? "play"
                                             : NULL,
        .reason = from->reason,
        .has_play = from->play,
        .has_other = from->other,
        .play_length = from->steps,
    };
    assert(!from->play == (from->verdict != ZERMELO_NO));
    VerdictEntry entry = {verdict, from->play, from->other, from->features,
                          from->feature_count};
    vec_push(&all->list, entry);
}

static void verify_all(ZermeloVerification *all, const Game *game,
                       const ZermeloVerifyOptions *options)
{
    VerifiedList verified = {0};
    KnownList known = {0};
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
    if (game->has_imperfect_information)
        verify_known(game, all->interp, &all->budget, all->arena, &known);
    for (size_t i = 0; i < verified.count; i++) {
        add_verified(all, &verified.items[i]);
        no_play_ends = no_play_ends || verified.items[i].is_vacuous;
    }
    for (size_t i = 0; i < known.count; i++)
        add_known(all, &known.items[i], no_play_ends);
    vec_free_all(&verified, &known);
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
    ZermeloVerification *all = memory_alloc(sizeof *all);
    double begun = clock_now();
    *all = (ZermeloVerification){.arena = arena_new(),
                                 .budget = budget_of(&options->limits)};
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
    arena_free(verification->arena);
    vec_free(&verification->list);
    free(verification);
}

double zermelo_verification_seconds(const ZermeloVerification *verification)
{
    return verification->seconds;
}

size_t zermelo_verification_count(const ZermeloVerification *verification)
{
    return verification->list.count;
}

bool zermelo_verification_statistics(const ZermeloVerification *verification,
                                     size_t number,
                                     ZermeloStatistics *statistics)
{
    return statistics_of_method(verification->statistics, number, statistics);
}

size_t zermelo_verification_role_count(const ZermeloVerification *verification)
{
    return interp_role_count(verification->interp);
}

const char *zermelo_verification_role(const ZermeloVerification *verification,
                                      size_t role)
{
    return role < interp_role_count(verification->interp)
               ? verification->roles[role]
               : NULL;
}

/* Zeroes, where there is none of that number. */
static VerdictEntry entry_of(const ZermeloVerification *verification,
                             size_t number)
{
    return number < verification->list.count ? verification->list.items[number]
                                             : (VerdictEntry){0};
}

ZermeloVerdict
zermelo_verification_verdict(const ZermeloVerification *verification,
                             size_t number)
{
    return entry_of(verification, number).verdict;
}

static const char *move_of(const ZermeloVerification *verification,
                           const Term *const *moves, size_t steps, size_t step,
                           size_t role)
{
    size_t roles = interp_role_count(verification->interp);
    return moves && step < steps && role < roles
               ? term_string(verification->arena, moves[step * roles + role])
               : NULL;
}

const char *zermelo_verification_move(const ZermeloVerification *verification,
                                      size_t number, size_t step, size_t role)
{
    VerdictEntry entry = entry_of(verification, number);
    return move_of(verification, entry.play, entry.verdict.play_length, step,
                   role);
}

const char *
zermelo_verification_other_move(const ZermeloVerification *verification,
                                size_t number, size_t step, size_t role)
{
    VerdictEntry entry = entry_of(verification, number);
    return move_of(verification, entry.other, entry.verdict.play_length, step,
                   role);
}

size_t
zermelo_verification_feature_count(const ZermeloVerification *verification,
                                   size_t number)
{
    return entry_of(verification, number).feature_count;
}

const char *
zermelo_verification_feature(const ZermeloVerification *verification,
                             size_t number, size_t feature)
{
    VerdictEntry entry = entry_of(verification, number);
    return feature < entry.feature_count
               ? term_string(verification->arena, entry.features[feature])
               : NULL;
}
