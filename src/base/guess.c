/* guess.c - which of several words was probably meant */
#include "base/guess.h"

#include <string.h>

enum { MAX_WORD_LETTERS = 24 };

/* Damerau-Levenshtein: how many letters must be added, removed, changed, or
 * swapped with the next. */
static size_t edit_distance(const char *left, const char *right)
{
    size_t rows[3][MAX_WORD_LETTERS + 1];
    size_t length = strlen(right);
    if (length > MAX_WORD_LETTERS || strlen(left) > MAX_WORD_LETTERS)
        return MAX_WORD_LETTERS;
    for (size_t k = 0; k <= length; k++)
        rows[0][k] = k;
    for (size_t i = 1; left[i - 1]; i++) {
        size_t *previous_row = rows[(i - 1) % 3], *row = rows[i % 3];
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            size_t change = previous_row[k - 1] + (left[i - 1] != right[k - 1]);
            size_t insertion =
                (previous_row[k] < row[k - 1] ? previous_row[k] : row[k - 1]) +
                1;
            row[k] = change < insertion ? change : insertion;
            if (i > 1 && k > 1 && left[i - 1] == right[k - 2] &&
                left[i - 2] == right[k - 1] &&
                rows[(i - 2) % 3][k - 2] + 1 < row[k])
                row[k] = rows[(i - 2) % 3][k - 2] + 1;
        }
    }
    return rows[strlen(left) % 3][length];
}

Guess guess_new(const char *typed)
{
    enum { TOO_MANY_EDITS = 3 };
    return (Guess){typed, NULL, TOO_MANY_EDITS};
}

static bool is_number(const char *word)
{
    return !word[strspn(word, "0123456789")];
}

/* A short word is close to anything, and a number to any other. */
bool guess_offer(Guess *guess, const char *name)
{
    size_t edits = edit_distance(guess->typed, name);
    if (!edits || edits >= guess->distance ||
        3 * edits > strlen(guess->typed) || is_number(guess->typed) ||
        is_number(name))
        return false;
    guess->distance = edits;
    guess->best = name;
    return true;
}
