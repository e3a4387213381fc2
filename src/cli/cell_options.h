/* cell_options.h - what was typed, as the cells of one command get it */
#ifndef ZERMELO_CLI_CELL_OPTIONS_H
#define ZERMELO_CLI_CELL_OPTIONS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/command.h"

typedef struct {
    const char *name, *value; /* VALUE is NULL for a flag */
} CellOption;

typedef struct {
    VEC(CellOption) list; /* by name; of equal names, in the order given */
    double seconds;       /* that a cell may take; 0: no limit */
} CellOptions;

/* What was given for COMMAND: without the options whose keys are in KEPT_BACK,
 * those that COMMAND does not have, and values that are the default. Numbers
 * are written in one way, and a file is named with the sha256 of what is in it.
 * Commands whose time is not limited get MAX_CELL_SECONDS. */
enum { MAX_CELL_SECONDS = 60 };
CellOptions cell_options(Arena *arena, const Arguments *arguments,
                         const Command *command, const char *kept_back);
void cell_options_free(CellOptions *options);

/* With one more: --role R, --share I/N. */
void cell_options_add(CellOptions *options, const char *name,
                      const char *value);

/* "--family unique --time 20", for the key of a cell. */
const char *cell_options_text(Arena *arena, const CellOptions *options);

/* The words of a whole command, which ends in NULL: PROGRAM COMMAND OPTIONS...
 * --json -- PATH. One thread and MEGABYTES, unless told otherwise; 0: as many
 * as COMMAND takes. */
const char *const *cell_words(Arena *arena, const char *program,
                              const Command *command,
                              const CellOptions *options, size_t megabytes,
                              const char *path);

#endif
