/* api_game.c - reading and judging, for zermelo.h
 *
 * In:   a text, from a user or from the network
 * Out:  a game, its diagnostics, and the rules as they were read; a term from
 *       one syntax in the other
 */
#include "api/handle.h"

#include "base/memory.h"
#include "system/file.h"
#include "base/byte_table.h"
#include "game/explain.h"
#include "lang/print.h"
#include "logic/model.h"

#include <string.h>

/* ---- memory ---- */

GameMark game_mark(const ZermeloGame *game)
{
    return game && game->rules
               ? (GameMark){game->rules->terms, terms_mark(game->rules->terms)}
               : (GameMark){0};
}

void game_rewind(const GameMark *mark)
{
    if (mark->terms)
        terms_rewind(mark->terms, mark->mark);
}

size_t megabytes_in_bytes(size_t megabytes)
{
    return megabytes > SIZE_MAX >> 20 ? SIZE_MAX : megabytes << 20;
}

Heap *handle_heap(size_t size, Heap *account, const ZermeloLimits *limits)
{
    Heap *heap = heap_new(size, account ? account : heap_current());
    if (!heap && heap_current())
        heap_fail(); /* with the call that this one is part of */
    if (heap && limits && limits->megabytes)
        heap_limit(heap, megabytes_in_bytes(limits->megabytes));
    return heap;
}

void scratch_free(Heap *const *scratch)
{
    if (*scratch)
        heap_check_empty(*scratch);
    heap_free(*scratch);
}

void no_memory(const char **why)
{
    if (why)
        *why = ZERMELO_NO_MEMORY;
}

void no_memory_given(char **why)
{
    if (why)
        *why = memory_try_give(ZERMELO_NO_MEMORY);
}

void give_reason(char **why, const char *reason)
{
    if (why && reason)
        *why = memory_give(reason);
}

char *give_text(Text *text)
{
    char *given = memory_give(text_string(text));
    text_free(text);
    return given;
}

/* ---- what all handles need ---- */

void zermelo_on_report(ZermeloGame *game, ZermeloReport *report, void *context)
{
    if (!game)
        return;
    game->report = report;
    game->report_context = context;
}

Budget budget_of(const ZermeloLimits *limits)
{
    return limits ? budget_new(limits->seconds, limits->cancelled)
                  : (Budget){0};
}

bool has_usable_rules(const ZermeloGame *game, const char **why)
{
    bool is_usable = game && game->game;
    if (!is_usable)
        *why = game ? "the rules cannot be used" : "there is no game";
    return is_usable;
}

Texts role_names(Arena *arena, const Net *net, const Interp *interp)
{
    size_t count = net ? net->role_count : interp_role_count(interp);
    const char **names = arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = term_string(arena, net ? net->roles[i].name
                                          : interp_role(interp, i));
    return (Texts){names, count};
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

/* Fills GAME, whose heap is the current one. */
static void read_rules(ZermeloGame *game, const char *name, const char *text,
                       size_t length, Syntax syntax,
                       const ZermeloLimits *limits, bool is_canonical)
{
    Arena *arena = game->arena = arena_new();
    game->start_time = clock_now();
    game->name = arena_strdup(arena, name);
    diag_init(&game->diag, arena);
    Budget budget = budget_of(limits);
    game->diag.budget = &budget;
    game->rules = rules_read(name, text, length, syntax, &game->diag, arena);
    game->readable = diag_usable(&game->diag);
    if (is_canonical)
        canonical_order(game->rules);
    game->game = game_load(game->rules, &game->diag);
    if (game->game && !is_canonical)
        judge_start(game->game, &game->diag);
    diag_sort(&game->diag);
    collect_role_facts(game);
    game->diag.budget = NULL;
}

ZermeloGame *zermelo_read(const char *name, const char *text, size_t length,
                          ZermeloSyntax syntax, const ZermeloLimits *limits)
{
    NEW_HANDLE_IN(ZermeloGame, game, NULL, NULL, limits, (void)0);
    read_rules(game, name ? name : "", text ? text : "", text ? length : 0,
               internal_syntax(syntax), limits, false);
    return game;
}

static ZermeloGame *read_canonical(const ZermeloGame *original,
                                   const ZermeloLimits *limits)
{
    const Source *source = original->rules->source;
    NEW_HANDLE_IN(ZermeloGame, game, original->heap, NULL, limits, (void)0);
    read_rules(game, original->name, source->text, source->length,
               original->rules->syntax, limits, true);
    heap_keep(own_heap); /* after the call in which it is made */
    return game;
}

ZermeloGame *canonical_game(ZermeloGame *game, const ZermeloLimits *limits)
{
    if (!game->canonical)
        game->canonical = read_canonical(game, limits);
    if (!game->canonical)
        heap_fail();
    return game->canonical->game ? game->canonical : game; /* no time */
}

/* Reads the file at PATH into GAME; false, with the reason in *WHY. */
static bool read_file(ZermeloGame *game, const char *path, ZermeloSyntax syntax,
                      const ZermeloLimits *limits, const char **why)
{
    Text text = {0};
    bool is_read = file_read(&text, path, MAX_TEXT_BYTES, why);
    if (is_read) {
        size_t length = text.length;
        if (length > MAX_TEXT_BYTES) { /* a diagnostic names the size */
            length = file_size(path);
            if (length <= MAX_TEXT_BYTES) /* the file was changed meanwhile */
                length = SIZE_MAX;
        }
        read_rules(game, path, text_string(&text), length,
                   internal_syntax(syntax), limits, false);
    }
    text_free(&text);
    return is_read;
}

ZermeloGame *zermelo_read_file(const char *path, ZermeloSyntax syntax,
                               const ZermeloLimits *limits, const char **why)
{
    const char *ignored, **const reason = why ? why : &ignored;
    if (!path) {
        *reason = "there is no path";
        return NULL;
    }
    NEW_HANDLE_IN(ZermeloGame, game, NULL, NULL, limits, no_memory(why));
    if (read_file(game, path, syntax, limits, reason))
        return game;
    heap_free(own_heap);
    return NULL;
}

GETTER(const char *, zermelo_read_stopped, ZermeloGame, self->diag.stopped)

static void release_game(ZermeloGame *game)
{
    zermelo_free(game->canonical);
    diag_clear(&game->diag);
    rules_free(game->rules);
    arena_free(game->arena);
}

FREE_FUNCTION(zermelo_free, ZermeloGame, release_game)

GETTER(bool, zermelo_readable, ZermeloGame, self->readable)
GETTER(bool, zermelo_valid, ZermeloGame, diag_valid(&self->diag))
GETTER(bool, zermelo_usable, ZermeloGame, self->game != NULL)

/* Percepts are what makes it GDL-II; so does a role that plays at random. */
const char *zermelo_language(const ZermeloGame *game)
{
    if (!game)
        return NULL;
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
    if (!game || number >= game->diag.problems.count)
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

char *zermelo_diagnostic_text(const ZermeloGame *game, size_t number)
{
    ENTER_SCRATCH(game, NULL);
    Text text = {0};
    if (!game || number >= game->diag.problems.count)
        return NULL;
    problem_print(&text, &game->diag.problems.items[number]);
    return give_text(&text);
}

char *zermelo_print(const ZermeloGame *game, ZermeloSyntax syntax)
{
    ENTER_SCRATCH(game, NULL);
    if (!game)
        return NULL;
    Text text = {0};
    Syntax internal = internal_syntax(syntax);
    rules_print(&text, game->rules,
                internal == SYNTAX_ANY ? game->rules->syntax : internal);
    return give_text(&text);
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
                                entry->is_pedantic,
                                entry->is_textual};
}

/* ---- terms ---- */

const Term *read_term(Arena *arena, Terms *terms, const char *text,
                      ZermeloSyntax syntax)
{
    Diag diag;
    if (!text)
        return NULL;
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
    if (!text || strlen(text) > MAX_TEXT_BYTES)
        return NULL;
    ENTER_SCRATCH(game, NULL);
    Arena *arena = arena_new();
    Terms *own = game ? NULL : terms_new();
    const Term *term =
        read_term(arena, game ? game->rules->terms : own, text, from);
    Text out = {0};
    if (term)
        term_print(&out, term, to == ZERMELO_KIF ? SYNTAX_KIF : SYNTAX_INFIX);
    terms_free(own);
    arena_free(arena);
    return term ? give_text(&out) : NULL;
}
