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

#include <stdlib.h>

struct ZermeloVerification {
    Arena *arena;
    Interp *interp;
    Budget budget;
    VerifiedList list;
    KnownList known; /* of GDL-II; numbered after the others */
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

ZermeloVerification *zermelo_verify(ZermeloGame *game, uint64_t seed,
                                    const ZermeloLimits *limits,
                                    const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    ZermeloVerification *all = memory_alloc(sizeof *all);
    double begun = clock_now();
    *all = (ZermeloVerification){.arena = arena_new(),
                                 .budget = budget_of(limits)};
    all->interp = interp_new(game->game, &all->budget, why);
    if (!all->interp) {
        zermelo_verification_free(all);
        return NULL;
    }
    Budget proofs = game->game->has_imperfect_information
                        ? budget_part(&all->budget, SHARE_OF_PROOFS)
                        : all->budget;
    verify(game->game, all->interp, seed, &proofs, all->arena, &all->list);
    if (game->game->has_imperfect_information)
        verify_known(game->game, all->interp, &all->budget, all->arena,
                     &all->known);
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
    vec_free(&verification->known);
    free(verification);
}

double zermelo_verification_seconds(const ZermeloVerification *verification)
{
    return verification->seconds;
}

size_t zermelo_verification_count(const ZermeloVerification *verification)
{
    return verification->list.count + verification->known.count;
}

size_t zermelo_verification_role_count(const ZermeloVerification *verification)
{
    return interp_role_count(verification->interp);
}

const char *zermelo_verification_role(const ZermeloVerification *verification,
                                      size_t role)
{
    return role < interp_role_count(verification->interp)
               ? term_string(verification->arena,
                             interp_role(verification->interp, role))
               : NULL;
}

static const Known *known_of(const ZermeloVerification *verification,
                             size_t number)
{
    size_t first = verification->list.count;
    return number < first ? NULL : &verification->known.items[number - first];
}

/* What is said about the end is true of nothing if no play ends. */
static bool no_play_ends(const ZermeloVerification *verification)
{
    for (size_t i = 0; i < verification->list.count; i++)
        if (verification->list.items[i].is_vacuous)
            return true;
    return false;
}

static ZermeloVerdict known_verdict(const ZermeloVerification *verification,
                                    const Known *known)
{
    bool is_vacuous = known->verdict == ZERMELO_YES &&
                      known->about != ZERMELO_LEGAL &&
                      no_play_ends(verification);
    return (ZermeloVerdict){
        .property = known_properties[known->about],
        .role = zermelo_verification_role(verification, known->role),
        .verdict = known->verdict,
        .is_vacuous = is_vacuous,
        .why = known->other  ? "indistinguishable"
               : known->play ? "no-value"
                             : NULL,
        .message = is_vacuous     ? vacuous
                   : known->other ? "two plays are the same to it"
                   : known->play  ? "no value"
                                  : NULL,
        .how = known->verdict == ZERMELO_YES  ? "all plays"
               : known->verdict == ZERMELO_NO ? "play"
                                              : NULL,
        .reason = known->reason,
        .has_play = known->play,
        .has_other = known->other,
        .play_length = known->steps,
    };
}

ZermeloVerdict
zermelo_verification_verdict(const ZermeloVerification *verification,
                             size_t number)
{
    if (number >= zermelo_verification_count(verification))
        return (ZermeloVerdict){0};
    const Known *known = known_of(verification, number);
    if (known)
        return known_verdict(verification, known);
    const Verified *from = &verification->list.items[number];
    return (ZermeloVerdict){
        .property = properties[from->check],
        .role = from->role == NO_INDEX
                    ? NULL
                    : zermelo_verification_role(verification, from->role),
        .verdict = (ZermeloAnswer)from->verdict,
        .is_vacuous = from->is_vacuous,
        .why = from->fault.why,
        .message = from->is_vacuous ? vacuous : from->fault.message,
        .how = from->how,
        .reason = from->reason,
        .has_bound = from->has_bound,
        .bound = from->bound,
        .has_play = from->play,
        .has_loop = from->has_loop && from->play,
        .play_length = from->play ? from->play->steps : 0,
        .loop_from = from->loop_from,
    };
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
    if (number >= zermelo_verification_count(verification))
        return NULL;
    const Known *known = known_of(verification, number);
    if (known)
        return move_of(verification, known->play, known->steps, step, role);
    const Play *play = verification->list.items[number].play;
    return play ? move_of(verification, play->moves, play->steps, step, role)
                : NULL;
}

const char *
zermelo_verification_other_move(const ZermeloVerification *verification,
                                size_t number, size_t step, size_t role)
{
    if (number >= zermelo_verification_count(verification))
        return NULL;
    const Known *known = known_of(verification, number);
    return known ? move_of(verification, known->other, known->steps, step, role)
                 : NULL;
}

size_t
zermelo_verification_feature_count(const ZermeloVerification *verification,
                                   size_t number)
{
    if (number >= zermelo_verification_count(verification))
        return 0;
    const Known *known = known_of(verification, number);
    return known ? known->feature_count
                 : verification->list.items[number].feature_count;
}

const char *
zermelo_verification_feature(const ZermeloVerification *verification,
                             size_t number, size_t feature)
{
    if (feature >= zermelo_verification_feature_count(verification, number))
        return NULL;
    const Known *known = known_of(verification, number);
    return term_string(
        verification->arena,
        (known ? known->features
               : verification->list.items[number].features)[feature]);
}
