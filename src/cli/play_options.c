/* play_options.c - the options of player and match */
#include "cli/command.h"

static const Option option_player = {
    "player", VALUE_PLAYER, "ROLE=WHO",
    "who plays a role: legal, random, mcts, auto, human or http://host:port, "
    "or NAME= and one of these (may be given for each role; default random)"};
static const Option option_startclock = {
    "startclock", VALUE_SECONDS, "SECONDS",
    "time to get ready for the game (default 30; with a human 3)"};
static const Option option_playclock = {"playclock", VALUE_SECONDS, "SECONDS",
                                        "time for each move (default 10)"};
static const Option option_grace = {
    "grace", VALUE_SECONDS, "SECONDS",
    "an answer is late so long after its clock (default 1)"};
static const Option option_replace = {
    "replace", VALUE_CHOICE, "random|first",
    "what is played instead of a late or illegal move: any legal move, or the "
    "first one (default random)"};
static const Option option_percepts = {
    "percepts", VALUE_CHOICE, "turn|list",
    "how GDL-II players are told: turn, own move and percepts, or as before "
    "2013 percepts alone (default turn)"};
static const Option option_repeat = {
    "repeat", VALUE_COUNT, "N",
    "play N matches, each with the roles rotated, and count"};
static const Option option_id = {"id", VALUE_TEXT, "ID",
                                 "the name of the match"};
static const Option option_xml = {"xml", VALUE_NONE, NULL,
                                  "print the XML of the Dresden "
                                  "GameController"};
static const Option option_save_matches = {
    "save", VALUE_DIRECTORY, "DIR",
    "keep JSON and XML of each match in this directory"};
static const Option option_per_move = {
    "playouts", VALUE_COUNT, "N",
    "mcts: play out so many games for each move, instead of as many as the "
    "clock allows"};
static const Option option_most_steps = {"steps", VALUE_COUNT, "N",
                                         "stop after N steps (default 1000)"};

const Option *const match_options[] = {
    &option_player,  &option_startclock,   &option_playclock,  &option_grace,
    &option_replace, &option_percepts,     &option_repeat,     &option_id,
    &option_xml,     &option_save_matches, &option_most_steps, &option_per_move,
    &option_threads, &option_seed,         &option_json,       &option_syntax,
    &option_strict,  &option_time,         &option_memory,     NULL};

static const Option option_port = {
    "port", VALUE_COUNT, "N",
    "listen at this port, or the next free one (default 9147)"};
static const Option option_listen = {
    "listen", VALUE_TEXT, "ADDRESS",
    "listen at this IP address; 0.0.0.0 is all of them (default 127.0.0.1)"};
static const Option option_strategy = {"strategy", VALUE_CHOICE,
                                       "legal|random|mcts|auto",
                                       "how to play (default auto)"};
static const Option option_parallel = {"parallel", VALUE_COUNT, "N",
                                       "play N matches at the same time "
                                       "(default 1)"};
static const Option option_name = {"name", VALUE_TEXT, "NAME",
                                   "what to be called (default zermelo)"};
static const Option option_max_clock = {
    "max-clock", VALUE_SECONDS, "SECONDS",
    "refuse matches with a longer clock (default 3600)"};
static const Option option_cors = {
    "cors", VALUE_NONE, NULL,
    "let web pages send messages: GET, requests with an Origin, CORS headers"};
/* Not option_memory: the limit is for the matches, each a process. */
static const Option option_player_memory = {
    "memory", VALUE_COUNT, "MB", "all matches use at most so much memory"};
static const Option option_verbose = {"verbose", VALUE_NONE, NULL,
                                      "log every message on stderr"};

const Option *const player_options[] = {&option_port,          &option_listen,
                                        &option_strategy,      &option_parallel,
                                        &option_name,          &option_per_move,
                                        &option_seed,          &option_threads,
                                        &option_max_clock,     &option_cors,
                                        &option_verbose,       &option_time,
                                        &option_player_memory, NULL};
