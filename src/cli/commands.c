/* commands.c - the table of commands */
#include "cli/command.h"

#include <stdint.h>

/* In most rows the last field is empty and left out. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

const Command commands[] = {
    {"check", cmd_check, NULL, false, "FILE...", 1, SIZE_MAX,
     "report whether games are valid, and why not",
     "pedantic only ignore json syntax quiet time memory",
     "Reads each FILE and reports every problem in it: errors against the "
     "rules of GDL or GDL-II, and warnings about what is allowed but most "
     "often a mistake. A description can be invalid and still be usable, when "
     "what it means is plain; the report then says what is assumed.",
     "0 all are valid, 1 one is not, 2 a file could not be read",
     "zermelo check games/*.kif"},
    {"explain", cmd_explain, NULL, false, "[RULE]", 0, 1,
     "explain a diagnostic", "json",
     "The name in brackets at the end of a diagnostic is that of a rule. Says "
     "what the rule is and why it exists, and shows a small description that "
     "violates it and one that does not, or two formulas. Without RULE it "
     "lists all rules.",
     "0 the rule is known, 2 it is not", "zermelo explain unsafe-head"},
    {"print", cmd_print, NULL, false, "FILE", 1, 1,
     "print the rules, formatted, in either syntax",
     "to syntax json time memory",
     "Prints the rules one after the other with their comments, in prefix "
     "(KIF) or infix form. Reading what was printed gives the same rules.",
     "0 printed, 2 the text could not be read",
     "zermelo print --to infix games/nim.kif"},
    {"info", NULL, &info_query, true, "FILE", 1, 1,
     "list roles, features, moves, domains and relations",
     "domains graph board json syntax strict time memory",
     "Lists what a game consists of: its roles, the features of its positions "
     "and the moves of each role with the numbers of their ground instances, "
     "what can occur at each argument place, and for each relation what it "
     "changes with, its stratum and whether it is recursive.",
     "0 printed, 2 the game cannot be used",
     "zermelo info games/tictactoe.kif"},
    {"play", cmd_play, NULL, true, "[FILE]", 0, 1, "play one game by its rules",
     "moves record random play-steps play-formula answer-html seed json syntax "
     "strict time memory",
     "Plays a game: the moves given, then at random, or else asking for each "
     "move of each role. Shows the position, what each role perceives if the "
     "game has percepts, and the goals at the end. With --record it replays a "
     "match that a game manager has saved; FILE may be left out if the record "
     "names a file that is there.",
     "0 played, 2 the game or the moves cannot be used, 3 a limit was reached; "
     "with --formula: 0 it holds, 1 it does not",
     "zermelo play games/montyhall.gdl --random --seed 3"},
    {"perft", NULL, &perft_query, true, "FILE", 1, 1,
     "count plays and positions at each depth",
     "depth perft-engine json syntax strict time memory",
     "Counts, for each depth from 0, the plays of that length, the distinct "
     "positions after them, and the plays that end there.",
     "0 counted, 2 the game cannot be used, 3 a limit was reached",
     "zermelo perft games/tictactoe.kif --depth 5"},
    {"simulate", NULL, &simulate_query, true, "FILE", 1, 1,
     "play many games at random: speed, length, outcomes",
     "playouts time simulate-steps simulate-engine threads seed json syntax "
     "strict memory",
     "Plays at random, each legal move being as likely as another, for a "
     "second, for as long as --time says, or as many playouts as --playouts "
     "says. Every playout that begins is counted, long or short. With the same "
     "seed all engines, on any number of threads, play the same playouts.",
     "0 all were played to the end, 2 the game cannot be used, 3 a limit was "
     "reached",
     "zermelo simulate games/connectfour.kif --playouts 10000"},
    {"know", NULL, &know_query, true, "FILE", 1, 1,
     "follow what a role knows: moves, the end, its payoff",
     "role matches filter percepts-only show know-steps answer-html seed json "
     "syntax strict minute memory",
     "Plays at random and follows one role, which learns only its own moves "
     "and what it perceives. Reports whether it always knew its legal moves, "
     "and at the end that the game was over and what it got; and where it "
     "first did not, with two plays that it could not tell apart.",
     "0 legal moves, end and payoff were always known, 1 one was not, 2 the "
     "game cannot be used, 3 a limit was reached before that was clear",
     "zermelo know games/montyhall.gdl --role candidate"},
    {"prove", cmd_prove, NULL, true, "FILE", 1, 1,
     "prove or refute properties of a game",
     "formula properties family given method prove-engine domains generator "
     "save facts share only-verdict all trace why answer-html statistics set "
     "minute memory seed threads json syntax strict",
     "Decides for each formula whether it holds in every reachable position: "
     "proved, refuted by a play from the initial position, or unknown. Without "
     "a formula or a family it tries all families. A proof is by induction: "
     "the formula holds initially, and no step breaks it. What a formula can "
     "say is described in zermelo-formulas(7): true(F), legal(P,M), terminal, "
     "~ & | -> next, forall X in role. f, and more.",
     "0 all are proved, 1 one is refuted, 2 the game or a formula cannot be "
     "used, 3 one is unknown and none refuted",
     "zermelo prove games/tictactoe.kif --family zero-sum --family "
     "turn-taking"},
    {"verify", cmd_verify, NULL, false, "FILE...", 1, SIZE_MAX,
     "prove or refute that games are well-formed",
     "save facts trace why answer-html statistics set minute memory seed json "
     "syntax strict",
     "Decides whether every role can always move (playable), whether every "
     "play ends (terminating), whether every role gets exactly one value at "
     "the end (goals), which roles can win (winnable), whether base and input "
     "name everything, where they are given, and whether the game is zero-sum "
     "and turn-taking; and of GDL-II, whether each role always knows its legal "
     "moves, the end and its payoff: proved, refuted by a play, or unknown. "
     "What is true only because no play ends is called vacuous. Of several "
     "files, each has its own time; with --json each is one line.",
     "0 it is playable, terminating and its goals are right, 1 one of these is "
     "refuted, 2 the game cannot be used, 3 else; of several games, 2 if one "
     "cannot be used, else 1 if one has something refuted, else 3",
     "zermelo verify games/tictactoe.kif"},
    {"solve", NULL, &solve_query, true, "FILE", 1, 1,
     "find the best plan, or what each of several roles can secure",
     "goal solve-role horizon from solve-engine trace save solve-strategy "
     "facts answer-html "
     "minute "
     "memory seed threads json syntax strict",
     "Of a game of one role it looks for the plan that reaches the highest "
     "value, and for a proof that no plan reaches more. Every plan is replayed "
     "by the interpreter before it is printed. Of a game of several roles it "
     "says what each of them can secure, whatever the others do. Stopped by a "
     "limit, by default 60 seconds, or by Ctrl-C, it prints the best plan "
     "found so far, or bounds of the values. It works on one thread, whatever "
     "--threads says: so the answer is the same everywhere.",
     "0 the value asked for is reached, or the best is found and proved best, "
     "or all values are certain, 1 proved that it cannot be reached, 2 the "
     "game cannot be used, 3 a limit "
     "was reached",
     "zermelo solve games/river.kif"},
    {"recheck", NULL, &recheck_query, false, "DIR|FILE", 1, 1,
     "check a saved proof or plan by other means", "rules json time memory",
     "Reads a certificate, the directory that prove, verify or solve wrote "
     "with --save (or the file certificate.json in it), and checks each claim "
     "with the plain interpreter and clingo: plays are replayed, inductive "
     "sets and measures are put to clingo, listed positions are gone through. "
     "Claims with the same evidence are checked together, within two minutes; "
     "what cannot be is called unchecked.",
     "0 all claims hold, 1 one is not shown by its evidence, 2 there is no "
     "such certificate, 3 it is not complete, is about other rules, or a "
     "claim was not checked",
     "zermelo recheck proof --rules games/tictactoe.kif"},
    {"asp", NULL, &asp_query, true, "FILE", 1, 1,
     "print the game as an answer set program, for clingo",
     "program asp-horizon goal from formula properties family given method "
     "domains generator json syntax strict time memory",
     "Prints an answer set program as clingo reads it. Program extension has "
     "the rules with time and a free choice of legal moves: its answer sets "
     "are the plays of that many steps, and the shorter ones that end. Program "
     "solve has only those that end with the value that is asked for. Programs "
     "base and step are the base case and the induction step of formulas, as "
     "prove asks them.",
     "0 printed, 2 the game cannot be used or has no such program, 3 a limit "
     "was reached",
     "zermelo asp games/hanoi.kif --program solve --horizon 15 | clingo -"},
    {"player", cmd_player, NULL, false, "", 0, 0,
     "answer a game manager over HTTP",
     "port listen strategy parallel name match-playouts seed threads no-ponder "
     "max-clock "
     "cors verbose time player-memory",
     "A general game player: waits for a game manager, learns the rules of a "
     "game from it, and plays. It answers INFO, PREVIEW, START, PLAY, STOP and "
     "ABORT, GDL-II in both forms, and goes on whatever is sent to it, until "
     "Ctrl-C.",
     "0 ended by Ctrl-C or --time, 2 it could not listen",
     "zermelo player --listen 0.0.0.0 --port 9147"},
    {"serve", cmd_serve, NULL, false, "[PATH]...", 0, SIZE_MAX,
     "open a page to explore, play, prove and write rules",
     "serve-port serve-listen token open time serve-memory",
     "Serves a page for a browser on this machine: all games below PATH, which "
     "is a file or a folder, by default the games that came with the program. "
     "Prints the address of the page, which has a key in it: nobody can let "
     "the program compute without it. Runs until Ctrl-C.",
     "0 ended by Ctrl-C or --time, 2 it could not listen or read the games",
     "zermelo serve --open"},
    {"match", cmd_match, NULL, true, "FILE", 1, 1,
     "run a match between players over HTTP or built in",
     "player match-from startclock playclock grace replace percepts repeat id "
     "xml "
     "save-matches answer-html match-steps match-playouts threads seed json "
     "syntax strict time memory",
     "Runs a match as a game manager does: sends the players the rules, asks "
     "all of them for their moves at the same time, judges these by the rules, "
     "and replaces what is late, illegal or unreadable by a legal move. The "
     "role random, and a role without a player, moves at random.",
     "0 played to the end, 2 the game or a player cannot be used, 3 a match "
     "did not come to its end",
     "zermelo match games/tictactoe.kif --player xplayer=auto --playclock 1"},
    {"tournament", cmd_tournament, NULL, false, "FILE...", 1, SIZE_MAX,
     "run a round robin of players over games, and rate them",
     "entrant rounds concurrent match-from startclock playclock grace replace "
     "percepts match-steps tournament-results tournament-html match-threads "
     "seed json syntax time match-memory",
     "Plays every match of a round robin: of games for two, every pair of "
     "players in both seatings; of games for more, every choice of players, "
     "with the seats rotated; of games for one, each player alone. The role "
     "random is played by the manager. The higher goal beats the lower. Prints "
     "ratings with confidence intervals, a cross table, and mean goals by "
     "game. Each match is a process of its own, and its record goes into a "
     "database: killed and started again, a tournament goes on.",
     "0 all matches were played to the end, 2 a game or a player cannot be "
     "used, 3 it was stopped, or a match did not come to its end",
     "zermelo tournament games/nim.kif --player a=legal --player b=random"},
    {"table", cmd_table, NULL, false, "NAME", 1, 1,
     "repeat a published experiment, beside its figures",
     "games only-game results markdown html json cell-time cell-memory "
     "cell-threads",
     "Repeats the experiments of six papers on this machine and prints the "
     "published figures, those of the published method, and ours beside each "
     "other. NAME is ijcai09, aaai10, envelope, asp, filtering, qbf, speed or "
     "all. Each cell is run in a process of its own, several at a time.",
     "0 all cells were run, 2 a file cannot be used, 3 a rule file is missing, "
     "a cell gave no answer, or the run was stopped",
     "zermelo table aaai10 --games games --only tictactoe"},
    {"batch", cmd_batch, NULL, false, "COMMAND[,COMMAND] PATH...", 2, SIZE_MAX,
     "run a command on many files, and keep the answers",
     "results jobs shard split batch-program json batch-time batch-memory "
     "batch-threads seed",
     "Runs COMMAND (check, info, know, perft, prove, simulate, solve or "
     "verify) with any of its options on every PATH: a file, or each .kif, "
     ".gdl, .hrf and .pl file below a directory. Every cell, a command and a "
     "file, is a process of its own with limits of its own, so that a file on "
     "which it hangs or dies costs one cell. Answers go into a SQLite "
     "database as they come: started again, the same command goes on where it "
     "was killed, and no cell is run twice for the same version, file and "
     "options. \"zermelo results\" prints what is there.",
     "0 all cells were run, 2 one could not be, or the database cannot be "
     "written, 3 stopped early",
     "zermelo batch check,verify games --time 5", .passes_options = true},
    {"results", cmd_results, NULL, false, "FILE.db", 1, SIZE_MAX,
     "print what a batch has found out, and compare two",
     "compare threshold merge results-html markdown csv json time memory",
     "Prints the cells of a database that \"zermelo batch\" has made: one line "
     "for each command and file, with the first thing that is wrong. With "
     "--compare it prints instead what changed since another run: verdicts "
     "that contradict, that were lost or won, and cells that became slower, "
     "are gone or new. With --merge it first adds the rows of other databases, "
     "such as those of a job array.",
     "0 printed, 1 a verdict was lost or contradicts, 2 a database cannot be "
     "used",
     "zermelo results now.db --compare before.db --html changes.html"},
    {0},
};
