/* api_game.c - reading and judging, for zermelo.h
 *
 * In:   a text, from a user or from the network
 * Out:  a game, its diagnostics, and the rules as they were read; a term from
 *       one syntax in the other
 */
#include "api/handle.h"

#include "base/memory.h"
#include "base/file.h"
#include "base/byte_table.h"
#include "game/explain.h"
#include "lang/play_read.h"
#include "lang/print.h"
#include "logic/model.h"

#include <string.h>

void zermelo_on_no_memory(void (*hook)(const char *message))
{
    fatal_set_hook(hook);
}

Budget budget_of(const ZermeloLimits *limits)
{
    return limits ? budget_new(limits->seconds, limits->cancelled)
                  : (Budget){0};
}

bool has_usable_rules(const ZermeloGame *game, const char **why)
{
    if (!game->game)
        *why = "the rules cannot be used";
    return game->game;
}

const char **role_names(Arena *arena, const Interp *interp)
{
    size_t count = interp_role_count(interp);
    const char **names = arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = term_string(arena, interp_role(interp, i));
    return names;
}

const char **engine_role_names(Arena *arena, const Engine *engine)
{
    const char **names = arena_array(arena, const char *, engine_roles(engine));
    for (size_t i = 0; i < engine_roles(engine); i++)
        names[i] = term_string(arena, engine_role(engine, i));
    return names;
}

enum { MAX_ROLES = 1000 }; /* a text with more is no game */

/* Sets the roles of GAME to those that the text has as facts: an unusable game
 * has them too. */
static void collect_role_facts(ZermeloGame *game)
{
    VEC(const char *) roles = {0};
    ByteTable distinct = {0};
    for (size_t i = 0; i < game->rules->count && roles.count < MAX_ROLES; i++) {
        const Rule *rule = &game->rules->items[i];
        const Term *head = rule->head;
        if (strcmp(head->symbol->name, "role") != 0 || head->arity != 1 ||
            rule->count || !term_is_ground(head))
            continue;
        Bytes role = {&head->args[0], sizeof head->args[0]};
        if (byte_table_put(&distinct, role) == roles.count) /* a new one */
            vec_push(&roles, term_string(game->arena, head->args[0]));
    }
    byte_table_free(&distinct);
    game->role_count = roles.count;
    game->roles = vec_finish(&roles, game->arena);
}

static Syntax internal_syntax(ZermeloSyntax syntax)
{
    return syntax == ZERMELO_KIF     ? SYNTAX_KIF
           : syntax == ZERMELO_INFIX ? SYNTAX_INFIX
                                     : SYNTAX_ANY;
}

ZermeloGame *zermelo_read_within(const char *name, const char *text,
                                 size_t length, ZermeloSyntax syntax,
                                 const ZermeloLimits *limits)
{
    double begun = clock_now();
    Arena *arena = arena_new();
    ZermeloGame *game = arena_alloc(arena, sizeof *game);
    game->arena = arena;
    game->start_time = begun;
    diag_init(&game->diag, arena);
    Budget budget = budget_of(limits);
    game->diag.budget = &budget;
    game->rules = rules_read(name, text, length, internal_syntax(syntax),
                             &game->diag, arena);
    game->readable = diag_usable(&game->diag);
    game->game = game_load(game->rules, &game->diag);
    if (game->game)
        judge_start(game->game, &game->diag);
    diag_sort(&game->diag);
    collect_role_facts(game);
    game->diag.budget = NULL;
    return game;
}

ZermeloGame *zermelo_read(const char *name, const char *text, size_t length,
                          ZermeloSyntax syntax)
{
    return zermelo_read_within(name, text, length, syntax, NULL);
}

ZermeloGame *zermelo_read_file_within(const char *path, ZermeloSyntax syntax,
                                      const ZermeloLimits *limits,
                                      const char **why)
{
    Text text = {0};
    ZermeloGame *game = NULL;
    if (file_read(&text, path, MAX_TEXT_BYTES, why)) {
        size_t length = text.length;
        if (length > MAX_TEXT_BYTES) { /* a diagnostic names the size */
            length = file_size(path);
            if (length <= MAX_TEXT_BYTES) /* the file was changed meanwhile */
                length = SIZE_MAX;
        }
        game = zermelo_read_within(path, text_string(&text), length, syntax,
                                   limits);
    }
    text_free(&text);
    return game;
}

ZermeloGame *zermelo_read_file(const char *path, ZermeloSyntax syntax,
                               const char **why)
{
    return zermelo_read_file_within(path, syntax, NULL, why);
}

GETTER(const char *, zermelo_read_stopped, ZermeloGame, self->diag.stopped)

void zermelo_free(ZermeloGame *game)
{
    if (!game)
        return;
    diag_clear(&game->diag);
    rules_free(game->rules);
    arena_free(game->arena);
}

GETTER(bool, zermelo_readable, ZermeloGame, self->readable)
GETTER(bool, zermelo_valid, ZermeloGame, diag_valid(&self->diag))
GETTER(bool, zermelo_usable, ZermeloGame, self->game != NULL)

/* Percepts are what makes it GDL-II; so does a role that plays at random. */
const char *zermelo_language(const ZermeloGame *game)
{
    if (game->game)
        return game->game->has_imperfect_information ? "GDL-II" : "GDL";
    for (size_t i = 0; i < game->rules->count; i++) {
        const Term *head = game->rules->items[i].head;
        if (strcmp(head->symbol->name, "sees") == 0 && head->arity == 2)
            return "GDL-II";
    }
    for (size_t i = 0; i < game->role_count; i++)
        if (strcmp(game->roles[i], "random") == 0)
            return "GDL-II";
    return "GDL";
}

GETTER(size_t, zermelo_role_count, ZermeloGame, self->role_count)
ITEM_GETTER(const char *, zermelo_role, ZermeloGame, self->role_count,
            self->roles[number])
GETTER(size_t, zermelo_diagnostic_count, ZermeloGame, self->diag.problems.count)
GETTER(size_t, zermelo_suppressed_count, ZermeloGame, self->diag.suppressed)

ZermeloDiagnostic zermelo_diagnostic(const ZermeloGame *game, size_t number)
{
    if (number >= game->diag.problems.count)
        return (ZermeloDiagnostic){0};
    const Problem *problem = &game->diag.problems.items[number];
    LineColumn start = line_column(problem->span.source, problem->span.start);
    LineColumn end = line_column(problem->span.source, problem->span.end);
    return (ZermeloDiagnostic){
        .is_error = problem->severity == SEVERITY_ERROR,
        .rule = problem->rule,
        .message = problem->message,
        .assumed = problem->assumed,
        .line = start.line,
        .column = start.column,
        .end_line = end.line,
        .end_column = end.column,
    };
}

void zermelo_judge_pedantic(ZermeloGame *game)
{
    if (game->readable)
        game_judge_pedantic(game->rules, game->game, &game->diag);
}

bool zermelo_diagnostic_fix(const ZermeloGame *game, size_t number,
                            ZermeloFix *fix)
{
    if (number >= game->diag.problems.count)
        return false;
    const Problem *problem = &game->diag.problems.items[number];
    if (!problem->fix)
        return false;
    LineColumn start = line_column(problem->fixed.source, problem->fixed.start);
    LineColumn end = line_column(problem->fixed.source, problem->fixed.end);
    *fix = (ZermeloFix){problem->fix, start.line, start.column, end.line,
                        end.column};
    return true;
}

char *zermelo_diagnostic_text(const ZermeloGame *game, size_t number)
{
    Text text = {0};
    if (number >= game->diag.problems.count)
        return NULL;
    problem_print(&text, &game->diag.problems.items[number]);
    return text_take(&text);
}

char *zermelo_print(const ZermeloGame *game, ZermeloSyntax syntax)
{
    Text text = {0};
    Syntax internal = internal_syntax(syntax);
    rules_print(&text, game->rules,
                internal == SYNTAX_ANY ? game->rules->syntax : internal);
    return text_take(&text);
}

size_t zermelo_explanation_count(void)
{
    return explanation_count;
}

ZermeloExplanation zermelo_explanation(size_t number)
{
    if (number >= explanation_count)
        return (ZermeloExplanation){0};
    const Explanation *entry = &explanations[number];
    return (ZermeloExplanation){entry->rule,
                                entry->is_error,
                                entry->what,
                                entry->why,
                                entry->wrong,
                                entry->right,
                                entry->about ? entry->about : "rules",
                                entry->is_pedantic};
}

/* ---- terms ---- */

const Term *read_term(Arena *arena, Terms *terms, const char *text,
                      ZermeloSyntax syntax)
{
    Diag diag;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "term", text, strlen(text));
    const Term *term = NULL;
    if (syntax == ZERMELO_KIF) {
        const Form *form = read_kif_form(arena, terms, source, &diag);
        if (form)
            term = form_term(terms, form, &diag);
    } else {
        size_t count;
        const JointMove *steps = play_read(arena, terms, source, &diag, &count);
        if (count == 1 && steps->count == 1)
            term = steps->moves[0];
    }
    diag_clear(&diag);
    return term && term_is_ground(term) && term_is_moderate(term) ? term : NULL;
}

char *zermelo_term(ZermeloGame *game, const char *text, ZermeloSyntax from,
                   ZermeloSyntax to)
{
    if (strlen(text) > MAX_TEXT_BYTES)
        return NULL;
    Arena *arena = arena_new();
    Terms *own = game ? NULL : terms_new();
    const Term *term =
        read_term(arena, game ? game->rules->terms : own, text, from);
    Text out = {0};
    if (term)
        term_print(&out, term, to == ZERMELO_KIF ? SYNTAX_KIF : SYNTAX_INFIX);
    terms_free(own);
    arena_free(arena);
    return term ? text_take(&out) : NULL;
}
