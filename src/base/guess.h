/* guess.h - which of several words was probably meant
 *
 *     Guess guess = guess_new("roels");
 *     guess_offer(&guess, "role");
 *     guess_offer(&guess, "goal");
 *     ... guess.best, NULL if no word is close
 */
#ifndef ZERMELO_BASE_GUESS_H
#define ZERMELO_BASE_GUESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *typed;
    const char *best; /* borrowed from who offered it */
    size_t distance;  /* letters that differ, of the best */
} Guess;

Guess guess_new(const char *typed);

/* True if NAME is closer than all before; of equals the first stays. */
bool guess_offer(Guess *guess, const char *name);

#endif
