/* explain.c - what each rule about rules is, why GDL has it, and an example
 *
 * In:   the name of a diagnostic, as in brackets
 * Out:  its explanation, for zermelo explain and the manual
 *
 * The examples are variations on a game of one move, in which a single player
 * goes and has won. Lines that the example is not about are named after the
 * keyword they define. Formulas are about games/tictactoe.kif.
 */
#include "game/explain.h"

#define ROLE     "(role you)\n"
#define LEGAL    "(legal you go)\n"
#define NEXT     "(<= (next over) (does you go))\n"
#define TERMINAL "(<= terminal (true over))\n"
#define GOAL     "(goal you 100)\n"
#define UNSCORED ROLE LEGAL NEXT TERMINAL

#define INFIX_ROLE     "role(you).\n"
#define INFIX_LEGAL    "legal(you, go).\n"
#define INFIX_TERMINAL "terminal :- true(over).\n"
#define INFIX_GOAL     "goal(you, 100).\n"

/* Two games that differ in WRONG and RIGHT alone. */
#define EXAMPLE(before, wrong_lines, right_lines, after)                       \
    .wrong = before wrong_lines after, .right = before right_lines after
#define FORMULAS(wrong_one, right_one)                                         \
    .about = "formula", .wrong = (wrong_one), .right = (right_one)
#define NO_EXAMPLE .wrong = NULL, .right = NULL

enum { WARNING = false, ERROR = true };

/* clang-format off */
const Explanation explanations[] = {
    {"and-in-body", ERROR, "GDL has no connective and.",
     "The conditions of a body hold together anyway, so and adds nothing, and\n"
     "other programs take it for a relation that no rule defines. Write its\n"
     "parts one after the other. Assumed: they hold together. In infix form\n"
     "\"and\" is only another way to write the comma, and is allowed.",
     EXAMPLE(UNSCORED, "(<= (goal you 100) (and terminal (true over)))\n",
             "(<= (goal you 100) terminal (true over))\n", ""),
     .is_textual = true},

    {"arithmetic", WARNING, "There is no arithmetic in GDL.",
     "N+1 is the name of a variable that has nothing to do with N, and\n"
     "(+ ?n 1) is a term like any other: nothing is calculated. List what\n"
     "follows what as facts, and ask for them. A name such as ?n+1 is not\n"
     "reported if another condition gives it a value.",
     EXAMPLE(ROLE LEGAL,
             "(init (step (+ 0 1)))\n"
             "(<= (next (step 2)) (true (step (+ 0 1))))\n",
             "(succ 0 1)\n(succ 1 2)\n(init (step 1))\n"
             "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n",
             "(<= terminal (true (step 2)))\n" GOAL),
     .is_textual = true},

    {"arities", WARNING, "A symbol has the same number of arguments everywhere.",
     "GDL gives each relation and each function one arity. Where a name\n"
     "occurs with two, an argument was most likely forgotten. Zermelo keeps\n"
     "the two apart, as different symbols that share a name: neither ever\n"
     "matches the other. Add the missing argument, or rename one of them.",
     EXAMPLE(ROLE,
             "(init (at 1))\n" LEGAL
             "(<= (next (at 1 2)) (does you go) (true (at 1)))\n",
             "(init (at 1 1))\n" LEGAL
             "(<= (next (at 1 2)) (does you go) (true (at 1 1)))\n",
             "(<= terminal (true (at 1 2)))\n" GOAL)},

    {"bad-symbol", ERROR, "A quoted symbol is one that prefix form can write.",
     "In infix form quotes make a symbol of almost anything. A game travels\n"
     "between programs in prefix form, though, where white space and\n"
     "parentheses separate words, a semicolon begins a comment and a question\n"
     "mark a variable. Use an underscore in the place of a blank.",
     EXAMPLE(INFIX_ROLE, "legal(you, 'go on').\n", "legal(you, go_on).\n",
             "next(over) :- does(you, _).\n" INFIX_TERMINAL INFIX_GOAL),
     .is_textual = true},

    {"body-only", ERROR, "true and does stand in bodies only.",
     "The position and the moves come from the course of the game; rules ask\n"
     "for them and cannot define them. What holds in the first position is\n"
     "said by init, what holds in the following one by next, and which moves\n"
     "there are by legal. Nothing can be assumed instead.",
     EXAMPLE(ROLE, "(true start)\n", "(init start)\n", LEGAL
             "(<= (next over) (does you go) (true start))\n" TERMINAL GOAL)},

    {"bound-twice", ERROR, "A variable of a formula is bound by one quantifier.",
     "A name that means two things in one formula is read wrongly sooner or\n"
     "later. Give the inner variable another name.",
     FORMULAS("exists P in role. exists P in role. true(control(P))\n",
             "exists P in role. exists R in role. true(control(R))\n")},

    {"case", WARNING, "A symbol is spelled the same everywhere.",
     "Letter case makes no difference in GDL: You and you are one symbol.\n"
     "Some programs distinguish them nevertheless, and readers may do so as\n"
     "well. Reported once a symbol; keep to one spelling.",
     EXAMPLE(ROLE, "(legal You go)\n", "(legal you go)\n", NEXT TERMINAL GOAL),
     .is_textual = true},

    {"connective-arity", ERROR, "not has one argument, distinct has two.",
     "With more or fewer it cannot be told what is meant: not both, or none\n"
     "of them? Write a not for each atom, and a distinct for each pair of\n"
     "terms.",
     EXAMPLE(ROLE "(init here)\n(init there)\n" LEGAL,
             "(<= terminal (not (true here) (true there)))\n",
             "(<= terminal (not (true here)) (not (true there)))\n", GOAL)},

    {"depends-on-does", ERROR, "A formula speaks of positions, not of moves.",
     "A relation that depends on the moves that are made has no value in a\n"
     "position. What a move leads to is said with next, what can be done with\n"
     "legal.",
     FORMULAS("does(xplayer,mark(1,1)) -> next true(cell(1,1,x))\n",
             "legal(xplayer,mark(1,1)) -> true(cell(1,1,b))\n")},

    {"empty-body", WARNING, "A rule without a body is a fact.",
     "It holds without conditions. That is allowed, but it may also be that\n"
     "the conditions were forgotten. Write a fact without <=.",
     EXAMPLE(UNSCORED, "(<= (goal you 100))\n", "(goal you 100)\n", ""),
     .is_textual = true},

    {"empty-bounds", ERROR, "The bounds of a count leave something to count.",
     "exists[m..n] says that at least m and at most n tuples satisfy what\n"
     "follows. If m is larger than n, that can never be. To say that there are\n"
     "none, write exists[0..0], or ~exists.",
     FORMULAS("exists[2..1] P in role. true(control(P))\n",
             "exists[1..2] P in role. true(control(P))\n")},

    {"empty-domain", ERROR, "A variable ranges over something.",
     "If nothing can stand in its place, forall is true and exists false\n"
     "whatever follows, which is hardly what was meant. \"zermelo info\" lists\n"
     "what can stand where; move(P) has the moves of a role P.",
     FORMULAS("exists M in move(x). legal(x,M)\n",
             "exists M in move(xplayer). legal(xplayer,M)\n")},

    {"empty-list", ERROR, "A list has at least one word in it.",
     "A list is a symbol with its arguments, and () does not say which\n"
     "symbol. Remove it, or put in what was forgotten.",
     EXAMPLE(ROLE, "(legal you ())\n", "(legal you go)\n", NEXT TERMINAL GOAL)},

    {"empty-or", WARNING, "An or has at least one part.",
     "An or is true if one of its parts is; without parts it never is, and\n"
     "its rule has no effect. Name the cases, or remove the rule.",
     EXAMPLE(UNSCORED, "(<= terminal (or))\n",
             "(<= terminal (or (true over) (not (role you))))\n", GOAL)},

    {"foreign-sign", ERROR, "Signs are those of GDL, not of another language.",
     "In infix form if is written :-, not is ~ or not, and is a comma or &,\n"
     "or is | or a semicolon. The word if behind a head, and the signs ! && ||\n"
     "of other languages, are understood, and this is assumed, but other\n"
     "programs do not read them.",
     EXAMPLE(INFIX_ROLE INFIX_LEGAL, "next(over) if does(you, go).\n",
             "next(over) :- does(you, go).\n", INFIX_TERMINAL INFIX_GOAL),
     .is_textual = true},

    {"goal-value", ERROR, "A goal value is a whole number from 0 to 100.",
     "Players compare outcomes by these numbers, and game managers accept no\n"
     "others. Assumed: the rule gives no value. Scale what you count to fit,\n"
     "for instance by a table of facts. A value that a variable stands for is\n"
     "looked at only when the game is played.",
     EXAMPLE(UNSCORED, "(goal you 1000)\n", "(goal you 100)\n", "")},

    {"growing-term", WARNING, "Terms do not grow from step to step.",
     "A rule puts what a feature holds now into a larger term of the next\n"
     "position, and nothing bounds that, so there are more and more terms and\n"
     "no end of positions. Most programs cannot play such a game. Count with\n"
     "numbers that are listed as facts; or bound the term by a condition.",
     EXAMPLE(ROLE LEGAL,
             "(init (count zero))\n"
             "(<= (next (count (s ?n))) (true (count ?n)))\n"
             "(<= terminal (true (count (s zero))))\n",
             "(init (count 0))\n(succ 0 1)\n"
             "(<= (next (count ?n)) (true (count ?m)) (succ ?m ?n))\n"
             "(<= terminal (true (count 1)))\n", GOAL)},

    {"head-only", ERROR, "init, next, sees, base and input stand in heads only.",
     "They say what a position is made of, what players perceive, and what\n"
     "there can be: results, which no other rule may use. In a body ask for\n"
     "true instead, or give the condition a relation of its own and use that\n"
     "in both places. Assumed: it means what its rules define; next in the\n"
     "body of a rule for sees is the position that the moves lead to.",
     EXAMPLE(ROLE "(init start)\n", "(<= (legal you go) (init start))\n",
             "(<= (legal you go) (true start))\n",
             "(<= (next over) (does you go) (true start))\n" TERMINAL GOAL)},

    {"headless", ERROR, "A rule has a head: what follows from its body.",
     "A lone <= says nothing. Remove it, or write the rule that should stand\n"
     "there.",
     EXAMPLE(UNSCORED GOAL, "(<=)\n", "", "")},

    {"illegal-move", ERROR, "A move that is made is legal in its step.",
     "Moves are given in the order of the roles, with commas between them and\n"
     "semicolons between the steps: \"mark(1,1), noop; noop, mark(2,2)\". Each\n"
     "role makes one of its legal moves in each step, noop where it can do\n"
     "nothing else, and after the end of the game there are no more steps.\n"
     "\"zermelo play FILE --moves ...\" with the steps before it shows where they\n"
     "lead, and \"zermelo play FILE\" lists the legal moves.",
     .about = "moves"},

    {"keyword-arity", ERROR, "A keyword has the number of arguments GDL gives it.",
     "role, init, true and next take 1, legal, does and goal take 2, terminal\n"
     "takes none. Often a feature lacks its parentheses: (init at 1) should\n"
     "be (init (at 1)). Assumed: with another number of arguments the word is\n"
     "a relation of its own, so the keyword's meaning is lost.",
     EXAMPLE(ROLE,
             "(init at 1)\n" LEGAL NEXT TERMINAL
             "(<= (goal you 100) (init at 1))\n",
             "(init (at 1))\n" LEGAL NEXT TERMINAL
             "(<= (goal you 100) (not (true (at 1))))\n", "")},

    {"keyword-atom", ERROR, "init and next are no atoms of a formula.",
     "They stand in heads of rules. That a feature F holds now is written\n"
     "true(F), that it holds after any legal step, next true(F), where next is\n"
     "an operator and takes a formula.",
     FORMULAS("init(cell(1,1,b))\n", "true(cell(1,1,b))\n")},

    {"keyword-function", ERROR, "A keyword is no function.",
     "Keywords are relations: they stand at the front of an atom and nowhere\n"
     "inside a term. Either a parenthesis is misplaced, or a thing of the\n"
     "game should have another name. Assumed: it is an ordinary function\n"
     "symbol that happens to have this name.",
     EXAMPLE(ROLE,
             "(legal you (goal left))\n"
             "(<= (next over) (does you (goal left)))\n",
             "(legal you (aim left))\n"
             "(<= (next over) (does you (aim left)))\n", TERMINAL GOAL)},

    {"keyword-object", WARNING, "A keyword is no name for a thing of the game.",
     "A move called next is legal GDL, but hard to read, and some programs\n"
     "stumble over it. For sees, base and input, which are younger than many\n"
     "games, this holds for functions too. Reported once a keyword.",
     EXAMPLE(ROLE, "(legal you next)\n(<= (next over) (does you next))\n",
             "(legal you forward)\n(<= (next over) (does you forward))\n",
             TERMINAL GOAL)},

    {"leading-zero", WARNING, "A goal value is written without leading zeros.",
     "050 denotes 50, and both at once are one value. But to most programs\n"
     "symbols are just names: 050 is not 50 there, and 00 may be no value.\n"
     "Write the number as one does.",
     EXAMPLE(UNSCORED, "(goal you 0100)\n", "(goal you 100)\n", ""),
     .is_textual = true},

    {"list-head", ERROR, "A list begins with a symbol, not with another list.",
     "The first word of a list is the relation or the function, and the rest\n"
     "are its arguments. Two parentheses in a row are most often one too\n"
     "many.",
     EXAMPLE(ROLE, "(legal you ((go) 1))\n", "(legal you (go 1))\n",
             "(<= (next over) (does you (go 1)))\n" TERMINAL GOAL)},

    {"lonely-constant", WARNING, "A name is met by another one somewhere.",
     "It occurs once. In a body that means that its condition never holds, as\n"
     "all that is ever derived comes from heads; in a head, that conditions\n"
     "which could meet it ask for something else. Mostly it is misspelled.\n"
     "Function symbols are looked at in the same way.",
     EXAMPLE(ROLE LEGAL "(init (at start))\n(<= (next (at end)) (does you go) (true (at start)))\n(<= terminal (true (at end)))\n",
             "(<= terminal (true (at edn)))\n", "", GOAL)},

    {"misplaced-connective", ERROR, "Connectives stand in bodies, around atoms.",
     "<=, not, or and distinct, and the word and as well, join conditions.\n"
     "They are no functions and no relations. Inside a term one of them is\n"
     "assumed to be an ordinary symbol, and a rule that defines distinct is\n"
     "left aside; where an atom has to stand, nothing can be assumed. Write\n"
     "two rules for an or in a head, and put not around the whole atom.",
     EXAMPLE(ROLE, "(legal you (or left right))\n",
             "(legal you left)\n(legal you right)\n",
             "(<= (next over) (does you left))\n" TERMINAL GOAL)},

    {"missing-comma", WARNING, "Conditions are separated by commas.",
     "In infix form a statement need not end in a full stop. Where a comma is\n"
     "missing, the rule ends, and what should be its next condition is a fact\n"
     "of its own. Reported if that begins on the same line, or on one that is\n"
     "indented. Put a comma between them, or a full stop if two statements\n"
     "are meant.",
     EXAMPLE(INFIX_ROLE INFIX_LEGAL,
             "next(over) :- does(you, go) role(you).\n",
             "next(over) :- does(you, go), role(you).\n", INFIX_TERMINAL
             INFIX_GOAL),
     .is_textual = true},

    {"move-dependent", ERROR, "legal, terminal and goal do not depend on does.",
     "They speak of a position, in which nobody has moved yet. The moves are\n"
     "known only to rules for next and sees, and to relations that these use.\n"
     "Remember the move in a feature by next, and ask for it by true. The\n"
     "dependence may be indirect, through other relations.",
     EXAMPLE(UNSCORED, "(<= terminal (does you go))\n", "", GOAL)},

    {"negated-formula", ERROR, "not applies to an atom.",
     "GDL negates neither or, nor distinct, nor another not. Assumed: the\n"
     "negation is moved inwards by the laws of logic, and what is not\n"
     "distinct is equal. Write it so: none of several things is a not for\n"
     "each, and for two equal terms use the same term twice.",
     EXAMPLE(ROLE "(init here)\n(init there)\n" LEGAL,
             "(<= terminal (not (or (true here) (true there))))\n",
             "(<= terminal (not (true here)) (not (true there)))\n", GOAL)},

    {"no-goal", ERROR, "Some rule says what a position is worth.",
     "Without goal players have nothing to play for. Assumed: nobody is given\n"
     "a value. Define one for each role, at least for the positions in which\n"
     "the game ends.",
     EXAMPLE(UNSCORED, "", GOAL, "")},

    {"no-legal", ERROR, "Some rule says which moves are legal.",
     "Each role needs a legal move in every position that does not end the\n"
     "game; without any rule for legal nothing can be played. A player who\n"
     "has nothing to decide gets a move that does nothing, by custom noop.",
     EXAMPLE(ROLE, "", LEGAL, "(<= (next over) (role you))\n" TERMINAL GOAL)},

    {"no-role", ERROR, "Some fact names a role.",
     "Roles are the players of a game, and even a puzzle has one. Add a fact\n"
     "such as (role you) for each of them. A text in which no rule is about a\n"
     "game and many errors are found, as in a table or a program, gets this\n"
     "error instead of all the others.",
     EXAMPLE("", "", ROLE, LEGAL NEXT TERMINAL GOAL)},

    {"no-terminal", ERROR, "Some rule says when the game ends.",
     "Every play of a game has to end some time. Assumed: it never does. Add\n"
     "a rule for terminal; a counter that is set by next bounds any game.",
     EXAMPLE(ROLE LEGAL NEXT "(<= (goal you 100) (true over))\n",
             "", TERMINAL, "")},

    {"not-carried-over", WARNING, "What does not change is carried over by a rule.",
     "A position is forgotten in each step but for what rules for next say.\n"
     "This feature is there in the beginning, and moves set it; but in a step\n"
     "in which no such move is made it is gone, and so is whatever is not set\n"
     "anew. Add a frame rule: what held and was not changed holds again. A\n"
     "feature that is only set by moves, or that every move sets, or that\n"
     "nobody needs again, is not reported.",
     EXAMPLE(ROLE "(init (at 1))\n",
             "(legal you wait)\n(<= (legal you (go 2)) (true (at 1)))\n"
             "(<= (next (at ?x)) (does you (go ?x)))\n"
             "(<= terminal (true (at 2)))\n"
             "(<= terminal (not (true (at 1))))\n",
             "(legal you (go 2))\n(legal you wait)\n"
             "(<= (next (at ?x)) (does you (go ?x)))\n"
             "(<= (next (at ?x)) (true (at ?x)) (does you wait))\n"
             "(<= terminal (true (at 2)))\n", GOAL)},

    {"old-metadata", WARNING, "A late keyword is used for something else.",
     "sees, base and input became keywords after GDL was first described, and\n"
     "older games use these words freely. With another number of arguments\n"
     "than the keyword has (base takes 1, sees and input take 2) the word is\n"
     "taken for a relation of the game. Reported once a keyword; a new game\n"
     "had better choose another name.",
     EXAMPLE(ROLE, "(input go)\n(<= (legal you ?m) (input ?m))\n",
             "(move go)\n(<= (legal you ?m) (move ?m))\n", NEXT TERMINAL
             GOAL)},

    {"over-at-start", WARNING, "A game is not over before it begins.",
     "terminal holds in the first position, so nothing is ever played, and\n"
     "whatever is proved of the game is proved of this position alone. Mostly\n"
     "a name in init is misspelled, or init lacks what a condition under not\n"
     "asks for. Shown is the first rule for terminal. It is not reported if\n"
     "terminal is a fact, nor is it tried where a rule has more than 1000\n"
     "conditions or too much would have to be derived.",
     EXAMPLE(UNSCORED, "", "(init on)\n", "(<= (next on) (true on))\n"
             "(<= terminal (not (true on)))\n" GOAL)},

    {"parenthesised", WARNING, "A symbol without arguments has no parentheses.",
     "(terminal) is read as terminal. Other programs may take the two for\n"
     "different things, or refuse one of them.",
     EXAMPLE(ROLE LEGAL NEXT, "(<= (terminal) (true over))\n",
             "(<= terminal (true over))\n", GOAL),
     .is_textual = true},

    {"percent-comment", WARNING, "In prefix form a comment begins with a semicolon.",
     "A percent sign begins comments in infix form, and in prefix form it may\n"
     "be part of a word. Between rules it can be nothing else, and so the\n"
     "line is read as a comment; inside a rule it begins a word. Reported\n"
     "once.",
     EXAMPLE("", "% one move and you win\n", "; one move and you win\n", ROLE
             LEGAL NEXT TERMINAL GOAL),
     .is_textual = true},

    {"recursion", ERROR, "Recursion builds no larger and larger terms.",
     "In a rule whose body leads back to its head, each argument of the atom\n"
     "that leads back has no variables, or is an argument of the head, or of\n"
     "a positive condition outside the recursion, so that what follows stays\n"
     "finite. Assumed: the rules are followed as long as few things follow.\n"
     "Bound the recursion by a relation that is listed as facts.",
     EXAMPLE(ROLE LEGAL "(number 0)\n",
             "(<= (number (succ ?n)) (number ?n))\n",
             "(succ 0 1)\n(succ 1 2)\n"
             "(<= (number ?m) (number ?n) (succ ?n ?m))\n",
             "(<= (legal you (say ?n)) (number ?n))\n" NEXT TERMINAL GOAL)},

    {"role-rule", ERROR, "Roles are given as facts.",
     "Whoever runs a match looks for the players before any reasoning is\n"
     "done. Assumed: the roles are those that follow from the rules. Write a\n"
     "fact for each of them.",
     EXAMPLE("", "(player you)\n(<= (role ?p) (player ?p))\n",
             "(role you)\n", LEGAL NEXT TERMINAL GOAL)},

    {"singleton", WARNING, "A variable occurs at least twice in its rule.",
     "A variable that occurs once says that something is there, no matter\n"
     "what. That is often meant, and as often the variable is misspelled. If\n"
     "it is meant, begin its name with an underscore; in infix form an\n"
     "underscore alone will do, and is a new variable each time.",
     EXAMPLE(ROLE LEGAL, "(<= (next over) (does you ?move))\n",
             "(<= (next over) (does you ?_move))\n", TERMINAL GOAL),
     .is_pedantic = true},

    {"state-dependent", ERROR,
     "role, init, base and input depend on neither true nor does.",
     "They are settled before the first position exists. For role and init\n"
     "nothing can be assumed instead. base and input only declare what there\n"
     "can be, which zermelo finds out by itself: such a declaration is left\n"
     "aside. The dependence may be indirect, through other relations.",
     EXAMPLE(ROLE LEGAL NEXT, "(<= (init late) (true over))\n",
             "(<= (next late) (true over))\n", TERMINAL
             "(<= terminal (true late))\n" GOAL)},

    {"stray-character", ERROR, "A text is made of words, signs and white space.",
     "Control characters get into a text by accident and are not seen in an\n"
     "editor; in infix form there are also signs that mean nothing there,\n"
     "such as a double quote or a bracket. Remove the character, or in infix\n"
     "form put the symbol it belongs to in single quotes.",
     EXAMPLE("", "(role you)\001\n", "(role you)\n", LEGAL NEXT TERMINAL GOAL),
     .is_textual = true},

    {"syntax", ERROR, "An infix statement is head :- condition, condition ...",
     "Reading stops where something else comes than could come there, and\n"
     "goes on behind the next full stop, or with the next word at the left\n"
     "margin. What stands between is lost. Most often a comma, a parenthesis\n"
     "or a full stop is missing, right there or shortly before. In a formula,\n"
     "\"~ f\", \"f & g\", \"f -> g\", \"next f\" and \"forall X in role. f\" are\n"
     "such signs; the manual has them all (zermelo-formulas).",
     EXAMPLE(INFIX_ROLE INFIX_LEGAL, "next(over) :- does(you go).\n",
             "next(over) :- does(you, go).\n", INFIX_TERMINAL INFIX_GOAL),
     .is_textual = true},

    {"too-deep", ERROR, "Parentheses are nested at most 250 deep.",
     "No game comes near this limit. It is there so that a text cannot\n"
     "exhaust the stack of a program that reads it. There is no example, as\n"
     "the smallest one would have 251 parentheses. Most likely closing\n"
     "parentheses are missing. In prefix form reading ends at this point.",
     NO_EXAMPLE},

    {"too-large", ERROR, "A text has at most 16 MiB.",
     "Reading takes several times the memory of the text, so a longer one is\n"
     "not read at all; hence there is no example. If a program wrote the\n"
     "rules, let it write fewer of them, with variables.",
     NO_EXAMPLE,
     .is_textual = true},

    {"too-long", ERROR, "Words, arguments, conditions and variables have limits.",
     "A word has at most 4096 bytes, an atom or a term at most 4000\n"
     "arguments, a rule at most 10000 conditions and 1000 variables. These\n"
     "limits protect memory and time; an example would fill pages, so there\n"
     "is none. Split the rule with the help of relations of your own.",
     NO_EXAMPLE},

    {"too-many-cases", ERROR, "The or's of a rule make at most 4096 rules of it.",
     "or is an abbreviation: a rule with two or's of three parts each stands\n"
     "for nine rules. Thirteen or's of two parts are over the limit, too long\n"
     "for an example. Give each or a relation of its own, with one rule for\n"
     "each part, and use that in its place.",
     NO_EXAMPLE},

    {"unbound-variable", ERROR, "A variable of a formula has a quantifier.",
     "A word that begins with a capital letter is a variable, and forall or\n"
     "exists says what it ranges over. A symbol begins with a small letter or a\n"
     "digit, whatever the case of its letters in the rules.",
     FORMULAS("true(control(P))\n", "exists P in role. true(control(P))\n")},

    {"unclosed", ERROR, "What is opened is closed.",
     "A parenthesis lacks its partner: shown is the outermost one that is\n"
     "open at the end of the text, or where a new rule begins with (<=. What\n"
     "follows a fact that is not closed is read line by line. In infix form\n"
     "the same name is used for a comment that begins with /* and does not\n"
     "end, and for a quote that is open at the end of its line.",
     EXAMPLE(ROLE LEGAL, "(<= (next over) (does you go)\n",
             "(<= (next over) (does you go))\n", TERMINAL GOAL),
     .is_textual = true},

    {"undefined", WARNING, "A relation that is used is defined somewhere.",
     "A relation without rules and facts is never true. That is allowed, but\n"
     "mostly the name is misspelled, a rule is missing, or true was forgotten\n"
     "around a feature of the position.",
     EXAMPLE(ROLE LEGAL NEXT,
             "(<= terminal over)\n", "(<= terminal (true over))\n", GOAL)},

    {"unknown-domain", ERROR, "A domain is role, move, an argument place or a set.",
     "move(P) are the moves of a role, cell.3 is what can stand at the third\n"
     "argument of cell, {1,2,3} a set. \"zermelo info\" lists the argument\n"
     "positions of a game.",
     FORMULAS("forall X in cell. true(control(xplayer))\n",
             "forall X in cell.1. true(cell(X,1,b))\n")},

    {"unknown-keyword", WARNING, "A keyword is spelled as GDL spells it.",
     "The name is close to that of a keyword, has as many arguments, and the\n"
     "rules have no use for it. With another spelling it is a relation like\n"
     "any other, and says nothing about the game.",
     EXAMPLE(UNSCORED GOAL, "; zermelo: ignore unused\n(roles me)\n", "", ""),
     .is_textual = true},

    {"unknown-role", WARNING, "A player that rules speak of is a role.",
     "legal, does, goal and sees are about roles, and no fact names this one:\n"
     "the condition never holds, or the rule says nothing. Mostly the name is\n"
     "misspelled, or the fact for role is missing.",
     EXAMPLE(UNSCORED GOAL, "(goal yuo 0)\n", "", "")},

    {"unknown-rule", WARNING, "A comment excuses a rule that there is.",
     "A comment \"zermelo: ignore NAME\" on the line before silences warnings\n"
     "of that name. \"zermelo explain\" lists the names; another one silences\n"
     "nothing, and is mostly misspelled.",
     EXAMPLE(UNSCORED,
             "; zermelo: ignore nonsens\n", "; zermelo: ignore unused\n", GOAL),
     .is_textual = true},

    {"unknown-symbol", ERROR, "A formula speaks of what is in the game.",
     "The symbol does not occur in the rules, or as something else: a feature\n"
     "F is no relation and is written true(F), a move stands in legal only.\n"
     "\"zermelo info\" lists features, moves and relations.",
     FORMULAS("cell(1,1,b)\n", "true(cell(1,1,b))\n")},

    {"unopened", ERROR, "A closing parenthesis closes one that is open.",
     "There is one too many, here or earlier in the same rule. It is skipped,\n"
     "but as nobody knows where the rule should have ended, the text is not\n"
     "used.",
     EXAMPLE("", "(role you))\n", "(role you)\n", LEGAL NEXT TERMINAL GOAL),
     .is_textual = true},

    {"unread-feature", WARNING, "A feature that is set is asked for somewhere.",
     "No condition has this feature, so it makes no difference whether it\n"
     "holds. Mostly a name is misspelled, there or here, or true is missing\n"
     "around it in a condition. If it is left over from earlier, or for\n"
     "people to look at, say so in a comment.",
     EXAMPLE(UNSCORED GOAL "(init start)\n",
             "", "(<= (next over) (true start) (does you go))\n", ""),
     .is_pedantic = true},

    {"unsafe-distinct", ERROR,
     "A variable in distinct occurs in a positive condition too.",
     "distinct compares two terms; it does not go looking for things to\n"
     "compare. A positive condition of the same body has to say what the\n"
     "variable stands for; with or, in each part. Assumed: it ranges over all\n"
     "that can stand in its other places, also if these are under not, or over\n"
     "all constants if it occurs in distinct alone.",
     EXAMPLE(ROLE "(init (at 1))\n" LEGAL
             "(<= (next (at 2)) (does you go) (true (at 1)))\n",
             "(<= terminal (true (at 2)) (distinct ?x 1) (distinct ?x 2))\n",
             "(<= terminal (true (at ?x)) (distinct ?x 1))\n", GOAL)},

    {"unsafe-head", ERROR,
     "A variable of the head occurs in a positive condition of the body.",
     "Otherwise the rule would hold for everything there is. not and distinct\n"
     "exclude values but offer none; and with or, each part has to bind the\n"
     "variable. Assumed: it ranges over all that can stand in its place,\n"
     "which for a player are the roles. Add a condition that lists the\n"
     "values.",
     EXAMPLE(ROLE, "(<= (legal you (go ?x)) (not (true over)))\n",
             "(place 1)\n(place 2)\n"
             "(<= (legal you (go ?x)) (place ?x) (distinct ?x 1))\n",
             "(<= (next over) (does you (go 2)))\n" TERMINAL GOAL)},

    {"unsafe-negation", ERROR,
     "A variable under not occurs in a positive condition too.",
     "A not is tested for known values and finds none. Assumed: negation as\n"
     "failure, as in Prolog: no value of the variable makes the atom true. If\n"
     "the variable occurs under several not's, each is taken by itself. To say\n"
     "so in valid rules, define a relation that is true if there is a value,\n"
     "and negate that. If you mean that some value makes the atom false, add a\n"
     "condition that lists the values.",
     EXAMPLE(ROLE "(init (at 1))\n" LEGAL,
             "(<= terminal (not (true (at ?_x))))\n",
             "(<= somewhere (true (at ?_x)))\n"
             "(<= terminal (not somewhere))\n", GOAL)},

    {"unset-feature", WARNING, "A feature that is asked for is set somewhere.",
     "No rule for init or next has this feature, so true never holds of it.\n"
     "That is allowed, but mostly a name is misspelled, an argument is\n"
     "missing, or the rule that sets it was forgotten.",
     EXAMPLE(UNSCORED, "(<= terminal (true done))\n", "", GOAL)},

    {"unstratified", ERROR, "No relation depends on its own negation.",
     "In such a circle rules may have no meaning, or several. If only the\n"
     "relations form a circle, but not their atoms (a goal of 0 unless there\n"
     "is one of 100), this is assumed: the atoms are evaluated in the order\n"
     "in which they need each other. Otherwise the rules cannot be used.\n"
     "Negate a relation that does not lead back.",
     EXAMPLE(UNSCORED "(<= (goal you 100) (true over))\n",
             "(<= (goal you 0) (not (goal you 100)))\n",
             "(<= (goal you 0) (not (true over)))\n", "")},

    {"unused", WARNING, "A relation that is defined is used somewhere.",
     "No other rule asks for this relation, so it has no influence on the\n"
     "game. Mostly its name is misspelled there, or here. If it is left over\n"
     "from earlier, remove its rules.",
     EXAMPLE(ROLE LEGAL "(colour red)\n", "",
             "(<= (legal you (paint ?c)) (colour ?c))\n", NEXT TERMINAL GOAL)},

    {"variable-atom", ERROR, "A variable does not stand for an atom.",
     "Variables stand for the things of a game, not for statements about\n"
     "them. Where the head or a condition is expected, write an atom; a\n"
     "variable may be its argument, as in (true ?x).",
     EXAMPLE(ROLE LEGAL NEXT,
             "(<= terminal ?over)\n", "(<= terminal (true over))\n", GOAL)},

    {"variable-head", ERROR, "A variable does not stand for a function or relation.",
     "The first word of a list is a symbol. If a rule is to hold for several\n"
     "functions, write it several times, or make the function's name the\n"
     "first argument of another: (piece ?kind ?x) in the place of (?kind ?x).",
     EXAMPLE(ROLE "(kind go)\n", "(<= (legal you (?k 1)) (kind ?k))\n",
             "(<= (legal you (move ?k 1)) (kind ?k))\n",
             "(<= (next over) (does you (move go 1)))\n" TERMINAL GOAL)},

    {"wrong-arity", ERROR, "A symbol in a formula has as many arguments as in the game.",
     "With another number of arguments it is another symbol, which the game\n"
     "does not have. \"zermelo info\" lists features, moves and relations with\n"
     "their arguments.",
     FORMULAS("true(cell(1,b))\n", "true(cell(1,1,b))\n")},
};
/* clang-format on */

const size_t explanation_count = sizeof explanations / sizeof *explanations;
