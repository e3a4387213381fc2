/* cmd_prove.c - zermelo prove FILE
 *
 * The verdicts of formulas (src/prove), with the play that refutes, or the step
 * that induction fails on; cli/proof_report.c prints them.
 */
#include "cli/output.h"

int cmd_prove(const Arguments *arguments)
{
    return answer_query(arguments, &prove_query);
}
