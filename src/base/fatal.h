/* fatal.h - the one way out when there is no memory left
 *
 * The library never prints and never exits, with this one exception: an
 * allocation that fails has no sensible continuation. A program that wants
 * to say something first, or to leave by longjmp, sets a hook.
 */
#ifndef ZERMELO_BASE_FATAL_H
#define ZERMELO_BASE_FATAL_H

typedef void FatalHook(const char *message);

void fatal_set_hook(FatalHook *hook); /* NULL restores the default */

_Noreturn void fatal(const char *message);

#endif
