/* forms.c - how contents look
 *
 * In:   the names of contents
 * Out:  a form and a letter for each, different ones
 *
 * A name that says how it looks gets that form: colours, x and o, chess pieces,
 * numbers. All others get one of twelve forms in their order; beyond that they
 * are shown by their letters, the shortest beginning that tells names apart.
 * Names decide nothing else.
 */
#include "board/plan.h"

enum { FORM_COUNT = 12, SHAPE_KINDS = 4, MAX_LETTERS = 5 };

static const char *const plain_forms[FORM_COUNT] = {
    "disc-light",    "disc-dark",    "square-light",  "square-dark",
    "diamond-light", "diamond-dark", "hexagon-light", "hexagon-dark",
    "disc-half",     "square-half",  "diamond-half",  "hexagon-half",
};

/* ---- words in names ---- */

typedef struct {
    const char *word;
    char letter; /* of diagrams */
} ChessPiece;

static const ChessPiece chess_pieces[] = {
    {"king", 'k'},   {"queen", 'q'},  {"rook", 'r'},
    {"bishop", 'b'}, {"knight", 'n'}, {"pawn", 'p'},
};

enum { PIECE_COUNT = sizeof chess_pieces / sizeof *chess_pieces };

static const char *const shades[] = {"white", "black", "light", "dark"};

enum { SHADE_COUNT = sizeof shades / sizeof *shades };

/* The number of the first that the name has, or SHADE_COUNT. */
static size_t find_shade(const char *name)
{
    size_t shade = 0;
    while (shade < SHADE_COUNT && !strstr(name, shades[shade]))
        shade++;
    return shade;
}

/* As forms call it; light if the name says nothing. */
static const char *shade_of(const char *name)
{
    size_t shade = find_shade(name);
    return shade < SHADE_COUNT && shade % 2 ? "dark" : "light";
}

/* White or black and a piece, or wk, bp: two letters for both. */
static const char *chess_form(const char *name, Arena *arena)
{
    bool is_short = (name[0] == 'w' || name[0] == 'b') && name[1] && !name[2];
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        const ChessPiece *piece = &chess_pieces[i];
        if (strstr(name, piece->word))
            return arena_printf(arena, "chess-%s-%s", piece->word,
                                shade_of(name));
        if (is_short && name[1] == piece->letter)
            return arena_printf(arena, "chess-%s-%s", piece->word,
                                name[0] == 'w' ? "light" : "dark");
    }
    return NULL;
}

static bool is_number(const char *name)
{
    return *name && !name[strspn(name, "0123456789")];
}

/* The form that a name speaks of, or NULL. */
static const char *named_form(const char *name, Arena *arena)
{
    const char *chess = chess_form(name, arena);
    if (chess)
        return chess;
    if (find_word("x|o", name) != SIZE_MAX)
        return name;
    if (is_number(name))
        return "number";
    if (strchr(name, ',') && strpbrk(name, "0123456789"))
        return "text";
    if (find_word("red|yellow|blue|green|orange|violet", name) != SIZE_MAX)
        return arena_printf(arena, "disc-%s", name);
    if (find_word("xplayer|oplayer", name) != SIZE_MAX)
        return arena_string(arena, name, 1);
    if (find_word("white|black", name) != SIZE_MAX)
        return arena_printf(arena, "disc-%s", shade_of(name));
    return NULL;
}

/* ---- all of them ---- */

static bool is_used(const BoardContent *contents, size_t count,
                    const char *form)
{
    for (size_t i = 0; i < count; i++)
        if (contents[i].form && strcmp(contents[i].form, form) == 0)
            return true;
    return false;
}

/* Forms that the names speak of; the second to speak of one gets none. */
static void set_named_forms(BoardContent *contents, size_t count, Arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        const char *form = named_form(contents[i].name, arena);
        if (form && (find_word("number|text", form) != SIZE_MAX ||
                     !is_used(contents, i, form)))
            contents[i].form = form;
    }
}

/* Forms for names that say white or black: what is the same but for the shade
 * has the same shape. */
static void set_shaded_forms(BoardContent *contents, size_t count, Arena *arena)
{
    static const char *const shapes[SHAPE_KINDS] = {"disc", "square", "diamond",
                                                    "hexagon"};
    const char *rests[SHAPE_KINDS];
    size_t rest_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = contents[i].name;
        size_t shade = find_shade(name), shape = 0;
        if (contents[i].form || shade == SHADE_COUNT)
            continue;
        const char *at = strstr(name, shades[shade]);
        const char *rest =
            arena_printf(arena, "%.*s%s", (int)(at - name), name,
                         at + strlen(shades[shade])); /* without its shade */
        while (shape < rest_count && strcmp(rests[shape], rest) != 0)
            shape++;
        if (shape == SHAPE_KINDS)
            continue;
        rests[shape] = rest;
        rest_count += shape == rest_count;
        const char *form =
            arena_printf(arena, "%s-%s", shapes[shape], shade_of(name));
        if (!is_used(contents, count, form))
            contents[i].form = form;
    }
}

static void set_plain_forms(BoardContent *contents, size_t count, Arena *arena)
{
    size_t missing = 0, next = 0;
    for (size_t i = 0; i < count; i++)
        missing += !contents[i].form;
    if (missing <= FORM_COUNT)
        set_shaded_forms(contents, count, arena);
    for (size_t i = 0; i < count; i++) {
        if (contents[i].form)
            continue;
        while (next < FORM_COUNT && is_used(contents, count, plain_forms[next]))
            next++;
        contents[i].form = missing > FORM_COUNT || next == FORM_COUNT
                               ? "text"
                               : plain_forms[next];
    }
}

/* ---- letters ---- */

/* How many bytes of the name tell it apart from all others; 0 if that takes
 * too many. */
static size_t telling_length(const BoardContent *contents, size_t count,
                             size_t index)
{
    const char *name = contents[index].name;
    for (size_t letters = 1; letters <= MAX_LETTERS; letters++) {
        size_t length = bytes_of_characters(name, letters);
        bool is_shared = false;
        for (size_t i = 0; i < count && !is_shared; i++)
            is_shared =
                i != index && strncmp(contents[i].name, name, length) == 0;
        if (!is_shared)
            return length;
        if (!name[length])
            break;
    }
    return 0;
}

/* The letter of chess diagrams, or NULL: capitals are white. */
static const char *chess_letter(const BoardContent *content, Arena *arena)
{
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (begins_with(content->form, "chess-") &&
            begins_with(content->form + 6, chess_pieces[i].word))
            return arena_printf(arena, "%c",
                                strstr(content->form, "-light")
                                    ? ascii_upper(chess_pieces[i].letter)
                                    : chess_pieces[i].letter);
    return NULL;
}

static bool is_other_letter(const BoardContent *contents, size_t count,
                            const char *letter)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(contents[i].letter, letter) == 0)
            return false;
    return true;
}

/* The numbers and first letters of several arguments, "5r"; "" for one. */
static const char *initials(const char *name, Arena *arena)
{
    Text letters = {0};
    bool is_start = true;
    for (const char *c = name; *c && strchr(name, ','); c++) {
        if (is_start || (ascii_is_digit(*c) && ascii_is_digit(c[-1])))
            text_addc(&letters, *c);
        is_start = *c == ',';
    }
    const char *text =
        arena_string(arena, text_string(&letters),
                     letters.length <= MAX_LETTERS ? letters.length : 0);
    text_free(&letters);
    return text;
}

/* The beginning of the name that tells it apart; else its first letter and a
 * number. */
static const char *letter_for(const BoardContent *contents, size_t count,
                              size_t index, Arena *arena)
{
    const char *name = contents[index].name;
    const char *letter = chess_letter(&contents[index], arena);
    size_t length = telling_length(contents, count, index), number = 1;
    if (!letter)
        letter = is_number(name) ? name : initials(name, arena);
    if (!*letter || !is_other_letter(contents, index, letter))
        letter = arena_string(arena, name, length);
    while (!*letter || !is_other_letter(contents, index, letter))
        letter =
            arena_printf(arena, "%.*s%zu", (int)bytes_of_characters(name, 1),
                         name, number++);
    return letter;
}

void contents_set_forms(BoardContent *contents, size_t count, Arena *arena)
{
    set_named_forms(contents, count, arena);
    set_plain_forms(contents, count, arena);
    for (size_t i = 0; i < count; i++)
        contents[i].letter = letter_for(contents, count, i, arena);
}
