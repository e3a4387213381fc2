/* options.c - the table of options
 *
 * A command names its options by their keys (commands.c). The key is the name
 * itself unless several options share that name.
 */
#include "cli/command.h"

#include <assert.h>
#include <string.h>

/* In most rows the last fields are empty and left out. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

static const Option options[] = {
    {"json", VALUE_NONE, NULL, "print JSON, for programs"},
    {"syntax", VALUE_CHOICE, "kif|infix",
     "read the rules in this form (default: detected from the text)"},
    {"strict", VALUE_NONE, NULL, "refuse rules that are usable but not valid"},
    {"time", VALUE_SECONDS, "SECONDS", "stop after this long"},
    {"time", VALUE_SECONDS, "SECONDS", "stop after this long (default 60)",
     .key = "minute", .seconds = 60},
    {"memory", VALUE_COUNT, "MB",
     "use at most this much (default: 3/4 of free memory)"},
    {"seed", VALUE_COUNT, "N", "seed of the random numbers (default 1)"},
    {"threads", VALUE_COUNT, "N",
     "use this many threads (default: all processors)"},

    {"html", VALUE_FILE, "FILE",
     "also write a page that shows the answer and its plays, in one file",
     .key = "answer-html"},

    /* ---- check ---- */

    {"pedantic", VALUE_NONE, NULL, "also warn of what is usually intended"},
    {"only", VALUE_RULE, "RULE",
     "report this rule only, as \"zermelo explain\" names it; may be given "
     "several times"},
    {"ignore", VALUE_RULE, "RULE",
     "do not report this rule; may be given several times"},
    {"quiet", VALUE_NONE, NULL,
     "print no warnings, only errors; the verdict still counts them"},

    /* ---- print, info ---- */

    {"to", VALUE_CHOICE, "kif|infix",
     "print in this form (default: the one that was read)"},
    {"domains", VALUE_CHOICE, "directed|graph|reachable",
     "how to find what can occur at each argument place (default directed)"},
    {"graph", VALUE_NONE, NULL,
     "print the graph of argument places for Graphviz"},
    {"board", VALUE_NONE, NULL,
     "print which features are boards, and how positions are drawn"},

    /* ---- play, perft, simulate ---- */

    {"moves", VALUE_TEXT, "MOVES",
     "begin with these: \"mark(1,1), noop; noop, mark(2,2)\""},
    {"random", VALUE_NONE, NULL, "go on at random to the end"},
    {"steps", VALUE_COUNT, "N",
     "stop after N steps, those of --moves included (default 1000)",
     .key = "play-steps"},
    {"record", VALUE_FILE, "RECORD",
     "replay the match saved there: JSON of ggp.org, or XML of the Dresden "
     "GameController"},
    {"formula", VALUE_TEXT, "F", "evaluate F after the moves given",
     .key = "play-formula"},
    {"depth", VALUE_COUNT, "N",
     "how many steps deep (default 3, at most 100000)"},
    {"engine", VALUE_CHOICE, "interp|machine",
     "which engine counts: on the rules as they stand, or on the grounded game "
     "(default machine, if the game can be grounded)",
     .key = "perft-engine"},
    {"playouts", VALUE_COUNT, "N", "play this many"},
    {"steps", VALUE_COUNT, "N",
     "give up playouts longer than this (default 100000; 0: never)",
     .key = "simulate-steps"},
    {"engine", VALUE_CHOICE, "interp|machine|sliced",
     "which engine plays (default sliced)", .key = "simulate-engine"},

    /* ---- know ---- */

    {"role", VALUE_TEXT, "R",
     "the role that is asked (default: the only one that is not random)"},
    {"matches", VALUE_COUNT, "N", "play this many (default 100)"},
    {"filter", VALUE_CHOICE, "exact|support",
     "how to compute what the role knows (default exact)"},
    {"percepts-only", VALUE_NONE, NULL,
     "support: learn only from what was seen, not from what was not"},
    {"show", VALUE_NONE, NULL, "follow one match, round by round"},
    {"steps", VALUE_COUNT, "N",
     "give up matches longer than this (default 1000; 0: never)",
     .key = "know-steps"},

    /* ---- prove, verify ---- */

    {"formula", VALUE_TEXT, "F", "a formula; may be given several times"},
    {"properties", VALUE_FILE, "FILE",
     "a file of formulas, one \"name: formula\" a line; % begins a comment"},
    {"family", VALUE_FAMILY, "NAME",
     "persistence, existence, control, unique, turn-taking, zero-sum or all; "
     "may be given several times (default all, if there is no formula)"},
    {"given", VALUE_TEXT, "F",
     "prove this first, then use it as a hypothesis (an error if it cannot be "
     "proved); may be given several times"},
    {"method", VALUE_CHOICE, "individual|joint|mutual",
     "each formula by itself, all at once, or those that are inductive "
     "together (default mutual)"},
    {"engine", VALUE_CHOICE, "native|clingo",
     "which engine proves (default native)", .key = "prove-engine"},
    {"generator", VALUE_CHOICE, "all|control|proved",
     "positions an induction step starts from: all, those with at most one "
     "control(P) once that is proved, or those in which everything proved so "
     "far holds (default control)"},
    {"save", VALUE_DIRECTORY, "DIR",
     "write a certificate there: verdicts with their evidence, for recheck"},
    {"facts", VALUE_FILE, "FILE",
     "prove the facts in FILE anew, if it is there, use those that hold, and "
     "write there what was proved"},
    {"rules", VALUE_FILE, "FILE",
     "refuse a certificate that is not about the rules in FILE, byte for byte"},
    {"share", VALUE_SHARE, "I/N",
     "decide and report only the I-th of every N formulas; the others only "
     "help in induction. What batch --split and zermelo-mpi run"},
    {"only", VALUE_CHOICE, "proved|refuted|unknown",
     "list only formulas with this verdict", .key = "only-verdict"},
    {"all", VALUE_NONE, NULL,
     "list every formula, also of families that go through all features"},
    {"trace", VALUE_NONE, NULL, "show plays position by position"},
    {"why", VALUE_NONE, NULL,
     "say why: the few lemmas that a proof rests on, in words and as formulas, "
     "the rules they use, and the rules that matter where something fails"},
    {"statistics", VALUE_NONE, NULL,
     "show for each method its turns, what it decided, seconds and work"},
    {"set", VALUE_TEXT, "NAME=VALUE",
     "change a limit of the methods of proof, for experiments; may be given "
     "several times (a wrong name lists them)"},

    /* ---- solve, asp ---- */

    {"goal", VALUE_COUNT, "N",
     "look for this value (default: the highest in the rules)"},
    {"role", VALUE_TEXT, "R",
     "in a game of several roles, what this one can secure (default: each); "
     "with --goal N, whether it can force N or more",
     .key = "solve-role"},
    {"strategy", VALUE_TEXT, "DIR",
     "write there a strategy of each role, as a certificate for recheck (as "
     "--save)",
     .key = "solve-strategy"},
    {"horizon", VALUE_COUNT, "N",
     "look at plans of at most N moves (default 0: no limit)"},
    {"from", VALUE_TEXT, "MOVES", "begin after these: \"press(a); press(b)\""},
    {"engine", VALUE_CHOICE, "native|clingo",
     "which engine solves (default native)", .key = "solve-engine"},
    {"program", VALUE_CHOICE, "extension|solve|base|step",
     "which program (default extension)"},
    {"horizon", VALUE_COUNT, "N", "plays of at most N steps (default 10)",
     .key = "asp-horizon"},

    /* ---- match, player ---- */

    {"player", VALUE_PLAYER, "ROLE=WHO",
     "who plays a role: legal, random, mcts, auto, human or http://host:port, "
     "or NAME= and one of these (may be given for each role; default random); "
     "settings of mcts and auto follow a colon: mcts:playouts=500"},
    {"from", VALUE_TEXT, "MOVES",
     "begin with these: \"mark(1,1), noop; noop, mark(2,2)\"",
     .key = "match-from"},
    {"startclock", VALUE_SECONDS, "SECONDS",
     "time to get ready for the game (default 30; with a human 3)"},
    {"playclock", VALUE_SECONDS, "SECONDS", "time for each move (default 10)"},
    {"grace", VALUE_SECONDS, "SECONDS",
     "how long after its clock an answer still counts (default 1)"},
    {"replace", VALUE_CHOICE, "random|first",
     "what is played instead of a late or illegal move: any legal move, or the "
     "first one (default random)"},
    {"percepts", VALUE_CHOICE, "turn|list",
     "what GDL-II players are sent: turn, own move and percepts, or, as before "
     "2013, percepts alone (default turn)"},
    {"repeat", VALUE_COUNT, "N",
     "play N matches, each with the roles rotated, and count"},
    {"id", VALUE_TEXT, "ID", "the name of the match"},
    {"xml", VALUE_NONE, NULL, "print the XML of the Dresden GameController"},
    {"save", VALUE_DIRECTORY, "DIR",
     "keep JSON and XML of each match in this directory",
     .key = "save-matches"},
    {"steps", VALUE_COUNT, "N", "stop after N steps (default 1000)",
     .key = "match-steps"},
    {"playouts", VALUE_COUNT, "N",
     "mcts: run this many playouts for each move, instead of as many as the "
     "clock allows",
     .key = "match-playouts"},
    {"player", VALUE_PLAYER, "NAME=SPEC",
     "a player: legal, random, mcts, auto or http://host:port; settings of "
     "mcts and auto follow a colon: deep=mcts:playouts=500 (given for each "
     "player)",
     .key = "entrant"},
    {"rounds", VALUE_COUNT, "N",
     "play everything N times, with other seeds (default 1)"},
    {"concurrent", VALUE_COUNT, "N",
     "play N matches at a time (default: as many as leave every player a "
     "processor)"},
    {"results", VALUE_FILE, "FILE.db",
     "keep the record of each match there, and do not play again what it has",
     .key = "tournament-results"},
    {"html", VALUE_FILE, "FILE", "also write a page with the tables",
     .key = "tournament-html"},
    {"threads", VALUE_COUNT, "N", "threads of each player (default 1)",
     .key = "match-threads"},
    {"memory", VALUE_COUNT, "MB",
     "memory of each match (default: 3/4 of free memory)",
     .key = "match-memory", .for_parts = true},
    {"port", VALUE_COUNT, "N",
     "listen at this port, or the next free one (default 9147)"},
    {"listen", VALUE_TEXT, "ADDRESS",
     "listen at this IP address; 0.0.0.0 is all of them (default 127.0.0.1)"},
    {"strategy", VALUE_CHOICE, "legal|random|mcts|auto",
     "how to play (default auto)"},
    {"parallel", VALUE_COUNT, "N",
     "play N matches at the same time (default 1)"},
    {"name", VALUE_TEXT, "NAME", "name of the player (default zermelo)"},
    {"max-clock", VALUE_SECONDS, "SECONDS",
     "refuse matches with a longer clock (default 3600)"},
    {"no-ponder", VALUE_NONE, NULL, "do not think while others do"},
    {"cors", VALUE_NONE, NULL,
     "let web pages send messages: GET, requests with an Origin, CORS headers"},
    {"verbose", VALUE_NONE, NULL, "log every message on stderr"},
    {"memory", VALUE_COUNT, "MB", "memory of all matches together",
     .key = "player-memory", .for_parts = true},

    /* ---- serve ---- */

    {"port", VALUE_COUNT, "N",
     "listen at this port, or the next free one (default 8913); 0: any",
     .key = "serve-port"},
    {"listen", VALUE_TEXT, "ADDRESS",
     "listen at this IP address (default 127.0.0.1); others need --token",
     .key = "serve-listen"},
    {"token", VALUE_TEXT, "KEY",
     "the key in the address of the page (default: a new one at each start)"},
    {"open", VALUE_NONE, NULL, "open the page in the browser"},
    {"memory", VALUE_COUNT, "MB",
     "memory of each process that computes (default 2048)",
     .key = "serve-memory", .for_parts = true},

    /* ---- table ---- */

    {"games", VALUE_DIRECTORY, "DIR",
     "where the rule files are, in any folder below; may be given several "
     "times"},
    {"only", VALUE_TEXT, "GAME",
     "only the rows of this game; may be given several times",
     .key = "only-game"},
    {"markdown", VALUE_NONE, NULL, "print Markdown"},
    {"html", VALUE_FILE, "FILE", "also write a page with the tables and plots"},
    {"time", VALUE_SECONDS, "SECONDS",
     "stop a cell after this long (default: 5 to 200, as the table needs)",
     .key = "cell-time", .for_parts = true},
    {"memory", VALUE_COUNT, "MB", "memory of a cell (default 1024)",
     .key = "cell-memory", .for_parts = true},
    {"threads", VALUE_COUNT, "N",
     "run this many cells side by side (default: one per processor)",
     .key = "cell-threads"},

    /* ---- batch ---- */

    {"results", VALUE_FILE, "FILE.db",
     "keep the answers in this SQLite database (default: only while it runs)"},
    {"jobs", VALUE_COUNT, "N",
     "run this many cells at a time (default: one per processor)"},
    {"shard", VALUE_SHARE, "I/N",
     "run every N-th cell only, from the I-th on: for job arrays"},
    {"split", VALUE_COUNT, "N",
     "prove: divide the formulas of each file among N cells"},
    {"program", VALUE_FILE, "FILE",
     "run this build of zermelo instead, to compare versions",
     .key = "batch-program"},
    {"time", VALUE_SECONDS, "SECONDS",
     "stop each cell after this long (default: that of the command, or 60)",
     .key = "batch-time", .for_parts = true},
    {"memory", VALUE_COUNT, "MB",
     "memory of each cell (default: its share of 3/4 of free memory)",
     .key = "batch-memory", .for_parts = true},
    {"threads", VALUE_COUNT, "N", "threads of each cell (default 1)",
     .key = "batch-threads"},

    /* ---- results ---- */

    {"compare", VALUE_FILE, "OTHER.db", "print what changed since that run"},
    {"threshold", VALUE_SECONDS, "RATIO",
     "call a cell slower that takes more than so many times as long, and 0.1 s "
     "longer (default 1.5)"},
    {"merge", VALUE_FILE, "OTHER.db...",
     "first add the rows of these databases to FILE.db, which is made if it is "
     "not there"},
    {"html", VALUE_FILE, "FILE", "also write a page with the table and plots",
     .key = "results-html"},
    {"csv", VALUE_NONE, NULL, "print comma-separated values, as of RFC 4180"},
};

static bool equals_word(const char *word, const char *start, size_t length)
{
    return strlen(word) == length && memcmp(word, start, length) == 0;
}

const Option *next_option(const char **keys)
{
    const char *key = *keys + strspn(*keys, " ");
    size_t length = strcspn(key, " ");
    *keys = key + length;
    if (!length)
        return NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (equals_word(options[i].key ? options[i].key : options[i].name, key,
                        length))
            return &options[i];
    assert(!"every key in commands.c is in the table of options");
    return NULL;
}

const Option *find_option(const char *keys, const char *name, size_t length)
{
    const Option *option;
    while ((option = next_option(&keys)) &&
           !equals_word(option->name, name, length))
        ;
    return option;
}

const Option *own_option(const Command *command, const char *name)
{
    return find_option(command->options, name, strlen(name));
}
