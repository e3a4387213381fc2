/* call.h - a question that is asked and answered in JSON; private to api/
 *
 * The functions zermelo_X_json of zermelo.h all go through call_answer, which
 * checks the options and turns the answer into text.
 */
#ifndef ZERMELO_API_CALL_H
#define ZERMELO_API_CALL_H

#include "api/handle.h"
#include "formula/evaluate.h"

typedef struct Call Call;

typedef json_t *AnswerFunction(Call *call);

/* A kind of question, and the options that it has under the names which they
 * have in the command: "show" is a flag, "role=TEXT" any string, "steps=COUNT"
 * a whole number, "goal=COUNT<=100" one with a limit, "time=SECONDS" a number,
 * "share=SHARE" one of N parts, "I/N", and "filter=exact|support" a choice.
 * Every question also has time, memory, seed, threads and details. */
typedef struct {
    AnswerFunction *answer;
    const char *options;
    double seconds;      /* by default; 0: no limit */
    bool takes_any_text; /* also rules that cannot be used */
    bool is_one_line;    /* JSON Lines: the text has no line breaks */
} CallKind;

/* A question, while it is being answered. What it has is released with it. */
struct Call {
    const CallKind *kind;
    ZermeloGame *game; /* or NULL, and PATH */
    const char *path;
    json_t *options; /* a list of [name, value], checked */
    Arena *arena;
    Budget budget;   /* its time; parts of it for a while */
    double deadline; /* by clock_now(); 0: none */
    double seconds;  /* what the user was promised; 0: no limit */
    const volatile sig_atomic_t *cancelled;
    size_t megabytes;      /* 0: what the game has */
    ZermeloReport *report; /* or NULL */
    void *report_context;
    double last_report;
    Interp *interp; /* see call_interpret() */
    Texts roles;
    ZermeloNet *net; /* see call_ground(): if it was made for this call */
    Heap *search;    /* see call_search() */
    bool ran_out;    /* of memory, there */
};

char *call_answer(const CallKind *kind, ZermeloGame *game, const char *options,
                  const ZermeloLimits *limits);
/* Defines a function of zermelo.h that asks a question of the kind that the
 * rest describes. */
#define QUESTION(function, ...)                                                \
    char *function(ZermeloGame *game, const char *options,                     \
                   const ZermeloLimits *limits)                                \
    {                                                                          \
        static const CallKind kind = {__VA_ARGS__};                            \
        return call_answer(&kind, game, options, limits);                      \
    }

/* The same about what is at PATH. */
char *call_answer_about(const CallKind *kind, const char *path,
                        const char *options, const ZermeloLimits *limits,
                        ZermeloReport *report, void *context);

/* ---- the options of a call ---- */

bool call_has(const Call *call, const char *name);
const char *call_text(const Call *call, const char *name,
                      const char *otherwise);
size_t call_count(const Call *call, const char *name, size_t otherwise);
/* The number of the word that was chosen. */
size_t call_choice(const Call *call, const char *name, size_t otherwise);
/* Which share of how many, from 0 on: the first of one by default. */
size_t call_share(const Call *call, const char *name, size_t *share_count);
/* The next value of option NAME from *INDEX on, which begins at 0 and is moved
 * on; NULL at the end. */
const char *call_next(const Call *call, const char *name, size_t *index);
/* Likewise the next value of any option, whose name is set. */
const char *call_next_of_all(const Call *call, size_t *index,
                             const char **name);

/* "threads", at most four for each processor; 0: one for each. */
size_t call_threads(const Call *call);

/* ---- limits and reports ---- */

/* Makes the answer depend on the rules alone, see canonical_game(). */
void call_use_canonical(Call *call);

/* What is left of its time. */
ZermeloLimits call_limits(const Call *call);
/* Whether the user cancelled it, or the time is over. */
bool call_is_over(const Call *call);

/* Tells the caller how far it is, and releases STATE. Cheap work may ask
 * first whether anybody listens and it is time again. */
void call_report(Call *call, json_t *state);
bool call_report_is_due(Call *call);

/* Tells it {"done": DONE, "total": TOTAL} now and then, or that in {"saving":
 * ...}; CALL is one. */
void call_report_done(void *call, size_t done, size_t total);
void call_report_saving(void *call, size_t done, size_t total);

/* ---- engines ---- */

/* Sets interpreter and roles. False, with the reason in *WHY, if the rules
 * cannot be interpreted. */
bool call_interpret(Call *call, const char **why);

/* The net of the game, which is made if there is none, in SECONDS (0: no
 * limit). NULL, with the reason in *WHY, if that is not enough. */
const ZermeloNet *call_ground(Call *call, double seconds, const char **why);

/* The position after the moves of the option "from". NULL, with the reason in
 * *WHY, if they cannot be made. */
const Position *call_start(Call *call, const char **why);

/* POSITION as a state of the machine, in ARENA. */
uint64_t *state_of_position(const Position *position, const Net *net,
                            Arena *arena);

/* Runs SEARCH in a heap of its own: what it has found when memory runs out is
 * an answer. */
void call_search(Call *call, void (*search)(void *context), void *context);

/* Says that the game is interpreted, and WHY it could not be grounded. */
void call_report_interpreting(Call *call, const char *why);

/* ---- answers ---- */

/* {"error": ...} */
__attribute__((format(printf, 2, 3))) json_t *
call_fail(const char *rule, const char *format, ...);
/* The same with TEXT, to be freed, which says it at length, for people; it is
 * part of the answer if "details" are asked for. */
json_t *call_fail_at_length(const Call *call, const char *rule,
                            const char *message, char *text);

/* Why something is unknown, and which option can change that. */
json_t *reason_json(const Call *call, const char *reason);

/* JSON as text in one line, for the caller of a public function, who frees it;
 * it is released. */
char *give_json(json_t *json);

json_t *terms_json(const Term *const *terms, size_t count);
/* The features of a position, by name. */
json_t *position_json(const Term *const *features, size_t count);
/* A play, as [{"role": "move"}]; null for NULL. */
json_t *play_json(Texts roles, const Play *play);

#endif
