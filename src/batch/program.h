/* program.h - which program a batch runs, and its version */
#ifndef ZERMELO_BATCH_PROGRAM_H
#define ZERMELO_BATCH_PROGRAM_H

/* The program that runs cells: this one; beside zermelo-mpi, zermelo. To be
 * freed. */
char *own_program(void);

/* What PROGRAM --version says: "0.9.0 b4a84951234a", with the commit it was
 * made from; if it names none, or one whose files were changed, with the sha256
 * of the executable. To be freed; NULL, with a reason in *WHY, if it is no
 * program of ours. */
char *program_version(const char *program, const char **why);

#endif
