/* prove_report.h - the answer of prove, for people and for programs */
#ifndef ZERMELO_CLI_PROVE_REPORT_H
#define ZERMELO_CLI_PROVE_REPORT_H

#include "cli/output.h"

/* Prints the ANSWER, as JSON if that was asked for, and releases it. Returns
 * the exit status. */
int prove_report(const Arguments *arguments, json_t *answer);

#endif
