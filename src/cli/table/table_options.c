/* table_options.c - the options of table */
#include "cli/command.h"

static const Option option_games = {
    "games", VALUE_DIRECTORY, "DIR",
    "where the rule files are, in any folder below; may be given several "
    "times"};
static const Option option_only = {
    "only", VALUE_TEXT, "GAME",
    "only the rows of this game; may be given several times"};
static const Option option_resume = {
    "resume", VALUE_FILE, "FILE",
    "keep results there as they come, and do not run what it has already"};
static const Option option_markdown = {"markdown", VALUE_NONE, NULL,
                                       "print Markdown"};
static const Option option_html = {
    "html", VALUE_FILE, "FILE", "also write a page with the tables and plots"};
static const Option option_cell_time = {
    "time", VALUE_SECONDS, "SECONDS",
    "stop a cell after this long (default: 2 to 200, as the table needs)"};
static const Option option_cell_memory = {
    "memory", VALUE_COUNT, "MB",
    "a cell may use so much memory (default 1024)"};
static const Option option_cells = {
    "threads", VALUE_COUNT, "N",
    "run so many cells side by side (default: one a processor)"};

const Option *const table_options[] = {
    &option_games, &option_only, &option_resume,    &option_markdown,
    &option_html,  &option_json, &option_cell_time, &option_cell_memory,
    &option_cells, NULL};
