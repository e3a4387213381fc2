/* message.h - messages of a game manager to a player (doc/protocol.md)
 *
 * Any letter case, any white space. Match ids are kept as they are; moves and
 * percepts become infix terms, as everywhere in zermelo.h.
 */
#ifndef ZERMELO_PLAY_MESSAGE_H
#define ZERMELO_PLAY_MESSAGE_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_MESSAGE_BYTES = 4 << 20 }; /* longer ones are refused */

typedef enum {
    MESSAGE_INFO,
    MESSAGE_PREVIEW,
    MESSAGE_START,
    MESSAGE_PLAY,
    MESSAGE_STOP,
    MESSAGE_ABORT,
} MessageKind;

/* What happened since the last move. */
typedef enum {
    NEWS_NONE, /* NIL: nothing so far */
    NEWS_LIST, /* the joint move, or in old GDL-II the percepts */
    NEWS_TURN, /* GDL-II: the turn, the player's own move, its percepts */
} NewsKind;

typedef struct {
    NewsKind kind;
    size_t turn;
    const char *own_move; /* NULL if it is NIL */
    const char **items;
    size_t count;
    bool unreadable; /* something in it is no ground term */
} News;

typedef struct {
    Arena *arena;
    MessageKind kind;
    const char *kind_name;
    const char *match_id; /* opaque */
    const char *role;
    const char *rules; /* what stands inside the parentheses */
    size_t rules_length;
    double start_clock, play_clock; /* PREVIEW: the first is its clock */
    News news;
} Message;

/* NULL, with the reason in *WHY, if TEXT is no message. The terms in it (role,
 * rules, moves and percepts) are read only if WITH_TERMS. */
Message *message_read(const char *text, size_t length, bool with_terms,
                      const char **why);
void message_free(Message *message);

/* Adds RULES on one line without comments, as managers send them. */
void message_add_rules(Text *out, const char *rules);

#endif
