/* number.c - numbers as people read them, and their places on a scale */
#include "batch/number.h"

#include <assert.h>
#include <math.h>

enum { MIN_EXPONENT = -6, MAX_EXPONENT = 15 };

void add_seconds(Text *out, double seconds)
{
    int decimals = !(seconds > 0)     ? 2
                   : seconds < 0.0095 ? 4
                   : seconds < 0.0995 ? 3
                   : seconds < 9.995  ? 2
                   : seconds < 99.95  ? 1
                                      : 0;
    text_addf(out, "%.*f", decimals, seconds);
}

void add_rate(Text *out, double rate)
{
    static const char *const units[] = {"", " k", " M", " G"};
    size_t unit = 0;
    while (rate >= 999.5 && unit < sizeof units / sizeof *units - 1) {
        rate /= 1000;
        unit++;
    }
    text_addf(out, "%.*f%s", unit && rate < 99.95 ? 1 : 0, rate, units[unit]);
}

void add_ratio(Text *out, double ratio)
{
    if (ratio < 0.0095)
        text_addf(out, "%.4f", ratio);
    else
        text_addf(out, "%.*f", ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0, ratio);
}

static int exponent_of(double value, double (*round_to_integer)(double))
{
    if (!(value > 0))
        return MIN_EXPONENT;
    double exponent = round_to_integer(log10(value));
    return exponent < MIN_EXPONENT   ? MIN_EXPONENT
           : exponent > MAX_EXPONENT ? MAX_EXPONENT
                                     : (int)exponent;
}

LogScale log_scale(double min, double max)
{
    LogScale scale = {exponent_of(min, floor), exponent_of(max, ceil)};
    if (scale.high <= scale.low)
        scale.high = scale.low + 1;
    return scale;
}

double log_place(LogScale scale, double value)
{
    if (!(value > 0))
        return 0;
    assert(scale.low < scale.high);
    double place = (log10(value) - scale.low) / (scale.high - scale.low);
    return place < 0 ? 0 : place > 1 ? 1 : place;
}

double nice_step(double max, int max_marks)
{
    static const double factors[] = {1, 2, 5};
    assert(max_marks > 0);
    for (double unit = 1;; unit *= 10)
        for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
            if (max / (unit * factors[i]) <= max_marks || unit > 1e15)
                return unit * factors[i];
}
