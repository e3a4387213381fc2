/* number.h - numbers as people read them, and their places on a scale */
#ifndef ZERMELO_BATCH_NUMBER_H
#define ZERMELO_BATCH_NUMBER_H

#include "base/text.h"

/* Three figures or fewer: "0.012", "1.23", "12.3", "123". */
void add_seconds(Text *out, double seconds);
/* With k, M or G: "8", "21.1 M". */
void add_rate(Text *out, double rate);
/* How many times: "0.04", "1.4", "230". */
void add_ratio(Text *out, double ratio);

/* Powers of ten from 10^low to 10^high. */
typedef struct {
    int low, high; /* low < high */
} LogScale;

/* The smallest one that has both in it; what is not positive counts as tiny. */
LogScale log_scale(double min, double max);
/* Where VALUE is: 0 at the low end, 1 at the high end, never beyond. */
double log_place(LogScale scale, double value);

/* The distance of marks, 1, 2 or 5 times a power of ten and at least 1, so that
 * there are at most MAX_MARKS of them up to MAX. */
double nice_step(double max, int max_marks);

#endif
