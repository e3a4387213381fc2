/* web_files.h - the files of web/, which are part of the program */
#ifndef ZERMELO_SERVE_WEB_FILES_H
#define ZERMELO_SERVE_WEB_FILES_H

#include "batch/rule_files.h"

extern const Embedded web_files[]; /* ends in a NULL name */

#endif
