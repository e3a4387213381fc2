/* api_recheck.c - checking certificates, for zermelo.h
 *
 * In:   the path of a certificate
 * Out:  which of its claims hold
 */
#include "api/call.h"
#include "recheck/recheck.h"

static json_t *recheck_answer(Call *call)
{
    ZermeloLimits limits = call_limits(call);
    Budget budget = budget_of(&limits);
    RecheckTask task = {.path = call->path,
                        .rules_path = call_text(call, "rules", NULL),
                        .budget = &budget,
                        .progress = call_report_done,
                        .context = call,
                        .megabytes = call_count(call, "memory", 0)};
    const char *why;
    json_t *answer = recheck(&task, &why);
    return answer ? answer : call_fail("file", "%s: %s", call->path, why);
}

char *zermelo_recheck_json(const char *path, const char *options,
                           const ZermeloLimits *limits, ZermeloReport *report,
                           void *context)
{
    static const OptionRow rows[] = {{"rules", OPTION_TEXT, NULL, 0},
                                     {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {.answer = recheck_answer, .options = rows};
    return call_answer_about(&kind, path, options, limits, report, context);
}
