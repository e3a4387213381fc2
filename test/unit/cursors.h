/* cursors.h - two cursors over one rule file, for tests of the search */
#ifndef ZERMELO_TEST_CURSORS_H
#define ZERMELO_TEST_CURSORS_H

#include "support.h"

enum { ROLES = 4, WORDS = 64, MOVES = 256 }; /* at most */

typedef struct {
    ZermeloGame *game;
    ZermeloNet *net;
    ZermeloCursor *cursor; /* by the machine */
    ZermeloCursor *other;  /* likewise, or by the interpreter */
    size_t roles;
} Table;

static inline Table table_of(const char *path, bool interpret_other)
{
    const char *why;
    Table table = {.game = read_game_file(path)};
    table.net = zermelo_ground(table.game, NULL, &why);
    assert_non_null(table.net);
    table.cursor = zermelo_cursor_new(table.game, table.net, NULL, &why);
    table.other = zermelo_cursor_new(
        table.game, interpret_other ? NULL : table.net, NULL, &why);
    assert_non_null(table.other);
    table.roles = zermelo_cursor_role_count(table.cursor);
    assert_in_range(table.roles, 1, ROLES);
    assert_in_range(zermelo_cursor_size(table.cursor), 8, WORDS * 8);
    return table;
}

static inline void table_free(Table *table)
{
    zermelo_cursor_free(table->cursor);
    zermelo_cursor_free(table->other);
    zermelo_net_free(table->net);
    zermelo_free(table->game);
}

#endif
