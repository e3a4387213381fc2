/* asp.h - games as answer set programs
 *
 * The parts that proofs and plans are put together from, each added to a text:
 *
 *     Asp *asp = asp_new(game, &(AspOptions){.horizon = 2});
 *     asp_need(asp, atom, level);                 for every atom of the formula
 *     asp_rules(&text, asp);                      G_n
 *     asp_position(&text, asp, features, count);  S^true(0), or asp_generator
 *     asp_legal(&text, asp);                      P^legal
 *     ...                                         Enc(formula), with asp_atom
 *     asp_free(asp);
 *
 * What is not needed is left out, so asp_need comes first. One clause a line;
 * comments say which paper and definition it comes from.
 *
 * Relations that change have their level as last argument: true(F,0), p(X,0),
 * terminal(0); the others do not. Names that begin with an underscore followed
 * by a small letter are ours, and so for who adds clauses: no game has such a
 * name (see below).
 *
 * Terms are made in the table of the game: one thread at a time.
 */
#ifndef ZERMELO_ASP_ASP_H
#define ZERMELO_ASP_ASP_H

#include "game/game.h"

typedef enum {
    ASP_PROOF, /* G_n: the rules that are needed, for each level; true(F,0) */
    ASP_EXTENSION, /* ext(G): every rule as it stands, once for any time T;
                    * times begin at 1, and holds(F,1) is true(F,0) of proofs */
    ASP_PLAN,      /* likewise, but only what moves, goals and the end need */
} AspKind;

typedef struct {
    AspKind kind;
    size_t horizon; /* levels are 0..horizon */
    bool may_stop;  /* for proofs: moves need not be made, see asp_legal */
} AspOptions;

typedef struct Asp Asp;

/* The game outlives it. */
Asp *asp_new(const Game *game, const AspOptions *options);
void asp_free(Asp *asp);

/* ATOM, true(cell(1,1,b)) say, ground or not, will be asked for at LEVEL of a
 * proof. */
void asp_need(Asp *asp, const Term *atom, size_t level);

/* The temporal extension G_n: Thielscher and Voigt (2010), Definition 5. */
void asp_rules(Text *out, Asp *asp);

/* S^true(0): exactly these features hold at level 0. */
void asp_position(Text *out, Asp *asp, const Term *const *features,
                  size_t count);

/* S^gen of proofs: any of these features may hold at level 0, and at most one
 * of those named control/1 if ONE_CONTROL. */
void asp_generator(Text *out, Asp *asp, const Term *const *features,
                   size_t count, bool one_control);

/* P^legal: at each level but the last every role makes one legal move, until a
 * terminal position is reached. If the options say `may_stop`, at each level it
 * is open whether they move, _on(K), as long as they did so before; _whole(K)
 * then says that they do at level K, or that the game has ended by then. */
void asp_legal(Text *out, Asp *asp);

/* The end of an ASP_PLAN, clauses (2) of Thielscher (2009), labels 3 and 4: a
 * terminal position is reached, and in the first of them ROLE gets VALUE. Comes
 * after asp_legal. */
void asp_plan_end(Text *out, Asp *asp, const Term *role, int value);

/* The whole ASP_PLAN for multi-shot solving (`#program step(t)` and clingo's
 * <incmode>): a plan from these features to VALUE for ROLE of no moves, of one,
 * of two, up to the horizon, until there is one. */
void asp_multi_shot(Text *out, Asp *asp, const Term *const *features,
                    size_t count, const Term *role, int value);

/* The ground ATOM at LEVEL, as clingo writes it. */
void asp_atom(Text *out, const Asp *asp, const Term *atom, size_t level);

/* legal(ROLE,M,LEVEL), for any move M. */
void asp_any_legal(Text *out, const Asp *asp, const Term *role, size_t level);

/* The atom true(F) or does(R,M) that clingo prints as TEXT, for a program of
 * KIND, with its level, which is *LEVEL; NULL if it is another one. */
const Term *asp_read_atom(Terms *terms, AspKind kind, const char *text,
                          size_t *level);

/* ---- names and terms ----
 *
 * A symbol that is a name for clingo, too, stays as it is: [a-z][a-z0-9_]*, but
 * for `not`. So does a constant that is a whole number of up to nine digits.
 * Any other symbol becomes qX and its bytes, where all but [a-z0-9_] are
 * written as X and two digits: `++` is qXX2bX2b, `007` is qX007. No two symbols
 * have the same name, and none begins with an underscore: such names are for
 * what we add. Variables begin with a capital, as usual.
 */

void asp_name(Text *out, const Symbol *symbol); /* of a relation or function */

/* A ground term. */
void asp_term(Text *out, const Term *term);

/* Any term, whose variables are printed by VARIABLE. */
typedef void AspVariable(Text *out, void *context, const Term *variable);
void asp_open_term(Text *out, const Term *term, AspVariable *print_variable,
                   void *context);

/* The ground term at *TEXT as clingo prints it, and moves *TEXT behind it;
 * NULL if there is none, or none that could have been printed here. */
const Term *asp_read_term(Terms *terms, const char **text);

#endif
