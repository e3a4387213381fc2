/* commands.c - the table of commands */
#include "cli/command.h"

#include "cli/cmd.h"

const Option option_json = {"json", VALUE_NONE, NULL,
                            "print JSON, for programs"};
const Option option_syntax = {"syntax", VALUE_SYNTAX, "kif|infix",
                              "read the rules in this form; otherwise it is "
                              "found out from the text"};
const Option option_strict = {"strict", VALUE_NONE, NULL,
                              "refuse rules that are usable but not valid"};
const Option option_time = {"time", VALUE_SECONDS, "SECONDS",
                            "stop after this long"};
const Option option_memory = {"memory", VALUE_COUNT, "MB",
                              "use at most so much (default: 3/4 of free "
                              "memory)"};
const Option option_threads = {"threads", VALUE_COUNT, "N",
                               "use so many threads (default: all "
                               "processors)"};
const Option option_seed = {"seed", VALUE_COUNT, "N",
                            "begin random numbers here (default 1)"};

/* Those whose answer may take for ever stop after a minute. */
const Option option_minute = {"time", VALUE_SECONDS, "SECONDS",
                              "stop after this long (default 60)"};

const Option *const common_options[] = {&option_time, &option_memory,
                                        &option_seed, &option_threads, NULL};

static const Option option_quiet = {
    "quiet", VALUE_NONE, NULL,
    "print no warnings, only errors; the verdict still counts them"};
static const Option option_to = {"to", VALUE_SYNTAX, "kif|infix",
                                 "print in this form (default: the one that "
                                 "was read)"};
static const Option option_moves = {
    "moves", VALUE_TEXT, "MOVES",
    "begin with these: \"mark(1,1), noop; noop, mark(2,2)\""};
static const Option option_random = {"random", VALUE_NONE, NULL,
                                     "go on at random to the end"};
static const Option option_steps = {"steps", VALUE_COUNT, "N",
                                    "stop after N steps, those of --moves "
                                    "included (default 1000)"};
static const Option option_depth = {"depth", VALUE_COUNT, "N",
                                    "how many steps deep (default 3, at most "
                                    "100000)"};

static const Option option_domains = {
    "domains", VALUE_CHOICE, "directed|graph|reachable",
    "how to find what can stand where (default directed)"};
static const Option option_graph = {"graph", VALUE_NONE, NULL,
                                    "print the graph of argument positions "
                                    "for Graphviz"};

static const Option option_pedantic = {
    "pedantic", VALUE_NONE, NULL,
    "also warn of what is more often meant than a mistake"};
static const Option option_only = {
    "only", VALUE_RULE, "RULE",
    "report this rule only, as \"zermelo explain\" names it; may be given "
    "several times"};
static const Option option_ignore = {
    "ignore", VALUE_RULE, "RULE",
    "do not report this rule; may be given several times"};
static const Option *const check_options[] = {
    &option_pedantic, &option_only,   &option_ignore,
    &option_json,     &option_syntax, &option_quiet,
    &option_time,     &option_memory, NULL};
static const Option *const print_options[] = {&option_to,     &option_syntax,
                                              &option_json,   &option_time,
                                              &option_memory, NULL};
static const Option *const explain_options[] = {&option_json, NULL};
static const Option option_holds = {
    "formula", VALUE_TEXT, "F",
    "tell whether F holds at the end of the moves given"};
static const Option *const play_options[] = {&option_moves,
                                             &option_random,
                                             &option_steps,
                                             &option_holds,
                                             &option_seed,
                                             &option_json,
                                             &option_syntax,
                                             &option_strict,
                                             &option_time,
                                             &option_memory,
                                             NULL};
static const Option *const info_options[] = {
    &option_domains, &option_graph, &option_json,   &option_syntax,
    &option_strict,  &option_time,  &option_memory, NULL};
static const Option option_playouts = {"playouts", VALUE_COUNT, "N",
                                       "play this many"};
static const Option option_longest = {
    "steps", VALUE_COUNT, "N",
    "give up playouts longer than this (default 100000; 0: never)"};
static const Option option_engine = {"engine", VALUE_CHOICE,
                                     "interp|machine|sliced",
                                     "which engine plays (default sliced)"};
static const Option option_counter = {
    "engine", VALUE_CHOICE, "interp|machine",
    "which engine counts: on the rules as they "
    "stand, or on the grounded game (default "
    "machine, if the game can be grounded)"};

static const Option *const simulate_options[] = {&option_playouts,
                                                 &option_time,
                                                 &option_longest,
                                                 &option_engine,
                                                 &option_threads,
                                                 &option_seed,
                                                 &option_json,
                                                 &option_syntax,
                                                 &option_strict,
                                                 &option_memory,
                                                 NULL};
static const Option *const perft_options[] = {
    &option_depth,  &option_counter, &option_json,   &option_syntax,
    &option_strict, &option_time,    &option_memory, NULL};

static const Option option_role = {"role", VALUE_TEXT, "R",
                                   "the role that is asked (default: the only "
                                   "one that is not random)"};
static const Option option_matches = {"matches", VALUE_COUNT, "N",
                                      "play this many (default 100)"};
static const Option option_filter = {"filter", VALUE_CHOICE, "exact|support",
                                     "how it is found out what the role knows "
                                     "(default exact)"};
static const Option option_percepts_only = {
    "percepts-only", VALUE_NONE, NULL,
    "support: learn only from what was seen, not from what was not"};
static const Option option_show = {"show", VALUE_NONE, NULL,
                                   "follow one match, round by round"};
static const Option option_rounds = {
    "steps", VALUE_COUNT, "N",
    "give up matches longer than this (default 1000; 0: never)"};

static const Option *const know_options[] = {&option_role,
                                             &option_matches,
                                             &option_filter,
                                             &option_percepts_only,
                                             &option_show,
                                             &option_rounds,
                                             &option_seed,
                                             &option_json,
                                             &option_syntax,
                                             &option_strict,
                                             &option_minute,
                                             &option_memory,
                                             NULL};

static const Option option_goal = {"goal", VALUE_COUNT, "N",
                                   "look for this value (default: the "
                                   "highest in the rules)"};
static const Option option_horizon = {
    "horizon", VALUE_COUNT, "N",
    "look at plans of at most N moves (default 0: no limit)"};
static const Option option_from = {"from", VALUE_TEXT, "MOVES",
                                   "begin after these: \"press(a); press(b)\""};
static const Option option_solver = {"engine", VALUE_CHOICE, "native|clingo",
                                     "which engine solves (default native)"};

static const Option *const solve_options[] = {
    &option_goal,   &option_horizon, &option_from,   &option_solver,
    &option_minute, &option_memory,  &option_seed,   &option_threads,
    &option_json,   &option_syntax,  &option_strict, NULL};

static const Option option_formula = {"formula", VALUE_TEXT, "F",
                                      "a formula; may be given several times"};
static const Option option_properties = {
    "properties", VALUE_FILE, "FILE",
    "a file of formulas, one \"name: formula\" a line; % begins a comment"};
static const Option option_family = {
    "family", VALUE_FAMILY, "NAME",
    "persistence, existence, control, unique, turn-taking, zero-sum or all; "
    "may be given several times (default all, if there is no formula)"};
static const Option option_given = {
    "given", VALUE_TEXT, "F",
    "prove this first, then use it as a hypothesis (an error if it cannot be "
    "proved); may be given several times"};
static const Option option_method = {
    "method", VALUE_CHOICE, "individual|joint|mutual",
    "each formula by itself, all at once, or those that are inductive "
    "together (default mutual)"};
static const Option option_prover = {"engine", VALUE_CHOICE, "native|clingo",
                                     "which engine proves (default native)"};
static const Option option_generator = {
    "generator", VALUE_CHOICE, "all|control|proved",
    "positions an induction step starts from: all, those with at most one "
    "control(P) once that is proved, or those in which everything proved so "
    "far holds (default control)"};
static const Option option_save = {
    "save", VALUE_DIRECTORY, "DIR",
    "write the proof there as answer set programs, for clingo to check"};
static const Option option_trace = {"trace", VALUE_NONE, NULL,
                                    "show plays position by position"};

static const Option *const prove_options[] = {
    &option_formula, &option_properties, &option_family,
    &option_given,   &option_method,     &option_prover,
    &option_domains, &option_generator,  &option_save,
    &option_trace,   &option_minute,     &option_memory,
    &option_seed,    &option_threads,    &option_json,
    &option_syntax,  &option_strict,     NULL};

static const Option *const verify_options[] = {
    &option_trace, &option_minute, &option_memory, &option_seed,
    &option_json,  &option_syntax, &option_strict, NULL};

static const Option option_program = {"program", VALUE_CHOICE,
                                      "extension|solve|base|step",
                                      "which program (default extension)"};
static const Option option_asp_horizon = {
    "horizon", VALUE_COUNT, "N", "plays of at most N steps (default 10)"};
static const Option *const asp_options[] = {&option_program,
                                            &option_asp_horizon,
                                            &option_goal,
                                            &option_from,
                                            &option_formula,
                                            &option_properties,
                                            &option_family,
                                            &option_given,
                                            &option_method,
                                            &option_domains,
                                            &option_generator,
                                            &option_json,
                                            &option_syntax,
                                            &option_strict,
                                            &option_time,
                                            &option_memory,
                                            NULL};

const Command commands[] = {
    {"check", cmd_check, "FILE...", 1, (size_t)-1,
     "say whether games are valid, and why not", check_options,
     "Reads each FILE and reports every problem in it: errors against the "
     "rules of GDL or GDL-II, and warnings about what is allowed but most "
     "often a mistake. A description can be invalid and still be usable, when "
     "what it means is plain; the report then says what is assumed.",
     "0 all are valid, 1 one is not, 2 a file could not be read",
     "zermelo check games/*.kif"},
    {"explain", cmd_explain, "[RULE]", 0, 1,
     "tell more about the name of a diagnostic", explain_options,
     "The name in brackets at the end of a diagnostic is that of a rule. Tells "
     "what the rule is and why it is there, and shows a small description that "
     "breaks it and one that keeps it, or two formulas. Without RULE it lists "
     "all.",
     "0 the rule is known, 2 it is not", "zermelo explain unsafe-head"},
    {"print", cmd_print, "FILE", 1, 1,
     "print the rules, formatted, in either syntax", print_options,
     "Prints the rules one after the other with their comments, in prefix "
     "(KIF) or infix form. Reading what was printed gives the same rules.",
     "0 printed, 2 the text could not be read",
     "zermelo print --to infix games/nim.kif"},
    {"info", cmd_info, "FILE", 1, 1,
     "tell roles, features, moves, domains and relations", info_options,
     "Tells what a game consists of: its roles, the features of its positions "
     "and the moves of each role with the numbers of their ground instances, "
     "what can stand at each argument position, and for each relation what "
     "it changes with, its stratum and whether it is recursive.",
     "0 told, 2 the game cannot be used", "zermelo info games/tictactoe.kif"},
    {"play", cmd_play, "FILE", 1, 1, "play one game by its rules", play_options,
     "Plays a game: the moves given, then at random, or else asking for each "
     "move of each role. Shows the position, what each role perceives if the "
     "game has percepts, and the goals at the end.",
     "0 played, 2 the game or the moves cannot be used, 3 a limit was "
     "reached; with --formula: 0 it holds, 1 it does not",
     "zermelo play games/montyhall.gdl --random --seed 3"},
    {"perft", cmd_perft, "FILE", 1, 1,
     "count plays and positions at each depth", perft_options,
     "Counts, for each depth from 0, the plays of that length, the distinct "
     "positions after them, and the plays that end there.",
     "0 counted, 2 the game cannot be used, 3 a limit was reached",
     "zermelo perft games/tictactoe.kif --depth 5"},
    {"simulate", cmd_simulate, "FILE", 1, 1,
     "play many games at random: speed, length, outcomes", simulate_options,
     "Plays at random, each legal move being as likely as another, for a "
     "second, for as long as --time says, or as many playouts as --playouts "
     "says. Every playout that begins is counted, long or short. With the same "
     "seed all engines, on any number of threads, play the same playouts.",
     "0 all were played to the end, 2 the game cannot be used, 3 a limit was "
     "reached",
     "zermelo simulate games/connectfour.kif --playouts 10000"},
    {"know", cmd_know, "FILE", 1, 1,
     "tell what a role knows: its moves, the end, its payoff", know_options,
     "Plays at random and follows one role, which is told only its own moves "
     "and what it perceives. Says whether it always knew its legal moves, and "
     "at the end that the game was over and what it got; and where it first "
     "did not, with two plays that it could not tell apart.",
     "0 legal moves, end and payoff were always known, 1 one was not, 2 the "
     "game cannot be used, 3 a limit was reached before that was clear",
     "zermelo know games/montyhall.gdl --role candidate"},
    {"prove", cmd_prove, "FILE", 1, 1, "prove or refute properties of a game",
     prove_options,
     "Tells of each formula whether it holds in every position that can be "
     "reached: proved, refuted by a play from the initial position, or "
     "unknown. Without a formula or a family it tries all families. A proof "
     "is by induction: the formula holds initially, and no step breaks it. "
     "What a "
     "formula can say is described in zermelo-formulas(7): true(F), "
     "legal(P,M), "
     "terminal, ~ & | -> next, forall X in role. f, and more.",
     "0 all are proved, 1 one is refuted, 2 the game or a formula cannot be "
     "used, 3 one is unknown and none refuted",
     "zermelo prove games/tictactoe.kif --family zero-sum --family "
     "turn-taking"},
    {"verify", cmd_verify, "FILE...", 1, (size_t)-1,
     "prove or refute that games are well-formed", verify_options,
     "Tells whether every role can always move (playable), whether every play "
     "ends (terminating), whether every role gets exactly one value at the end "
     "(goals), which roles can win (winnable), whether base and input name "
     "everything, where they are given, and whether the game is zero-sum and "
     "turn-taking; and of GDL-II, whether each role always knows its legal "
     "moves, "
     "the end and its payoff: proved, refuted by a play, or unknown. What is "
     "true only because no play ends is called vacuous. Of several files, each "
     "has its own time; with --json each is one line.",
     "0 it is playable, terminating and its goals are right, 1 one of these is "
     "refuted, 2 the game cannot be used, 3 else; of several games, 2 if one "
     "cannot be used, else 1 if one has something refuted, else 3",
     "zermelo verify games/tictactoe.kif"},
    {"solve", cmd_solve, "FILE", 1, 1,
     "find the best plan of a single-player game", solve_options,
     "Looks for the plan that reaches the highest value, and for a proof that "
     "no plan reaches more. Every plan is replayed by the interpreter before "
     "it is printed. Stopped by a limit, by default 60 seconds, or by Ctrl-C, "
     "it prints the best plan found so far. It works on one thread, whatever "
     "--threads says: so the answer is the same everywhere.",
     "0 the value asked for is reached, or the best is found and proved best, "
     "1 proved that it cannot be reached, 2 the game cannot be used, 3 a limit "
     "was reached",
     "zermelo solve games/river.kif"},
    {"asp", cmd_asp, "FILE", 1, 1,
     "print the game as an answer set program, for clingo", asp_options,
     "Prints an answer set program as clingo reads it. Program extension has "
     "the rules with time and a free choice of legal moves: its answer sets "
     "are the plays of so many steps, and the shorter ones that end. Program "
     "solve has only those that end with the value that is asked for. Programs "
     "base and step are the base case and the induction step of formulas, as "
     "prove asks them.",
     "0 printed, 2 the game cannot be used or has no such program, 3 a limit "
     "was reached",
     "zermelo asp games/hanoi.kif --program solve --horizon 15 | clingo -"},
    {"player", cmd_player, "", 0, 0, "answer a game manager over HTTP",
     player_options,
     "A general game player: waits for a game manager, learns the rules of a "
     "game from it, and plays. It answers INFO, PREVIEW, START, PLAY, STOP and "
     "ABORT, GDL-II in both forms, and goes on whatever is sent to it, until "
     "Ctrl-C.",
     "0 ended by Ctrl-C or --time, 2 it could not listen",
     "zermelo player --listen 0.0.0.0 --port 9147"},
    {"match", cmd_match, "FILE", 1, 1,
     "run a match between players over HTTP or built in", match_options,
     "Runs a match as a game manager does: tells the players the rules, asks "
     "all of them for their moves at the same time, judges these by the rules, "
     "and replaces what is late, illegal or unreadable by a legal move. The "
     "role random, and a role without a player, moves at random.",
     "0 played to the end, 2 the game or a player cannot be used, 3 a match "
     "did not come to its end",
     "zermelo match games/tictactoe.kif --player xplayer=auto --playclock 1"},
    {"table", cmd_table, "NAME", 1, 1,
     "repeat a published experiment, beside its figures", table_options,
     "Repeats the experiments of five papers on this machine and prints the "
     "published figures, those of the published method, and ours beside each "
     "other. NAME is ijcai09, aaai10, envelope, asp, filtering, speed or all. "
     "Each cell is run in a process of its own, several at a time.",
     "0 all cells were run, 2 a file cannot be used, 3 a rule file is missing, "
     "a cell gave no answer, or the run was stopped",
     "zermelo table aaai10 --games games --only tictactoe"},
    {NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL},
};
