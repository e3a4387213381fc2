/* api_version.c - which version this is, and of what, for zermelo.h */
#include "zermelo.h"

#include "sat/sat.h"

#ifndef ZERMELO_COMMIT
#define ZERMELO_COMMIT ""
#endif

const char *zermelo_version(void)
{
    return ZERMELO_VERSION;
}

const char *zermelo_commit(void)
{
    return ZERMELO_COMMIT;
}

const char *zermelo_solver_version(void)
{
    return sat_version();
}
