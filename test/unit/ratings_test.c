/* ratings_test.c - ratings against values that were computed otherwise
 *
 * The figures for three and four players are those of Newton's method on the
 * same likelihood, in another program; those for two are worked out below.
 */
#include "support.h"

#include "batch/round_robin.h"

#include <math.h>

static const double ELO_UNIT = 173.717792761; /* 400 / ln 10 */

static bool is_close(double left, double right)
{
    return fabs(left - right) < 0.001;
}

/* Of two players, a winning by 3 to 1, theta is the rating of a: by symmetry
 * that of b is -theta. The likelihood is highest where the points of a are as
 * expected: 3 + 1/2 = 4 s(2 theta) + s(theta), s being the logistic function.
 * The information about their difference gives the variance of theta as
 * 1 / (2 (2 v + w)), v = 4 s(2 theta) s(-2 theta), w = s(theta) s(-theta). */
static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static void two_players_are_as_worked_out_by_hand(void **state)
{
    (void)state;
    const double points[] = {0, 3, 1, 0};
    Rating ratings[2];
    ratings_compute(ratings, points, 2);
    double theta = ratings[0].elo / ELO_UNIT;
    assert_true(fabs(3.5 - 4 * logistic(2 * theta) - logistic(theta)) < 1e-6);
    double v = 4 * logistic(2 * theta) * logistic(-2 * theta);
    double w = logistic(theta) * logistic(-theta);
    assert_true(is_close(ratings[0].margin,
                         1.959964 * ELO_UNIT * sqrt(0.5 / (2 * v + w))));
    assert_true(is_close(ratings[0].elo, 82.419));
    assert_true(is_close(ratings[1].elo, -82.419));
    assert_true(is_close(ratings[1].margin, ratings[0].margin));
}

static void three_players_are_as_by_newtons_method(void **state)
{
    (void)state;
    const double points[] = {0, 7, 9.5, 3, 0, 6, 0.5, 4, 0};
    const Rating expected[] = {
        {174.712, 129.190}, {-27.510, 111.109}, {-147.202, 122.450}};
    Rating ratings[3];
    ratings_compute(ratings, points, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(is_close(ratings[i].elo, expected[i].elo));
        assert_true(is_close(ratings[i].margin, expected[i].margin));
    }
}

static void who_wins_everything_has_a_finite_rating(void **state)
{
    (void)state;
    const double points[] = {0, 100, 100, 0, 0, 100, 0, 0, 0};
    Rating ratings[3];
    ratings_compute(ratings, points, 3);
    assert_true(is_close(ratings[0].elo, 922.136));
    assert_true(is_close(ratings[0].margin, 359.083));
    assert_true(is_close(ratings[2].elo, -922.136));
}

/* Two who met, and two others who met: nothing is known of one pair against the
 * other, and the intervals say so. */
static void players_who_never_met_have_wide_intervals(void **state)
{
    (void)state;
    const double points[] = {0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0};
    Rating ratings[4];
    ratings_compute(ratings, points, 4);
    assert_true(is_close(ratings[0].elo, 82.419));
    assert_true(is_close(ratings[0].margin, 388.134));
    assert_true(is_close(ratings[2].elo, 0));
    assert_true(is_close(ratings[2].margin, 380.805));
}

static void nobody_has_played_and_all_are_equal(void **state)
{
    (void)state;
    const double points[9] = {0};
    Rating ratings[3];
    ratings_compute(ratings, points, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(is_close(ratings[i].elo, 0) && ratings[i].margin > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_are_as_worked_out_by_hand),
        cmocka_unit_test(three_players_are_as_by_newtons_method),
        cmocka_unit_test(who_wins_everything_has_a_finite_rating),
        cmocka_unit_test(players_who_never_met_have_wide_intervals),
        cmocka_unit_test(nobody_has_played_and_all_are_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
