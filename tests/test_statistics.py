"""Our intervals and tests are those of statsmodels and scipy, and of figures worked out elsewhere."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import binom_test, proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from reports.intervals import (
    Moments,
    exact_ends,
    holm,
    mean_interval,
    needed,
    paired_interval,
    share_interval,
    wilson_ends,
)
from reports.known import p_of_mean, p_of_share

LUCK = np.random.default_rng(3)
COUNTS = [(1, 0), (1, 1), (9, 3), (156, 97), (400, 1), (5_000, 4_750), (200_000, 302)]


def all_or_nothing(n, events):
    deals = np.zeros(n)
    deals[:events] = 1
    return deals


@pytest.mark.parametrize("n, events", COUNTS)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_shares_have_the_intervals_of_wilson_and_of_clopper_and_pearson(n, events, level):
    alpha = 1 - level
    assert wilson_ends(n, events, level) == pytest.approx(proportion_confint(events, n, alpha, "wilson"), abs=1e-12)
    wanted = np.nan_to_num(proportion_confint(events, n, alpha, "beta"), nan=1.0 if events else 0.0)
    assert exact_ends(n, events, level) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("size", [2, 3, 30, 2_000])
def test_means_have_students_interval(size):
    values = LUCK.exponential(7, size)
    low, high = DescrStatsW(values).tconfint_mean(alpha=0.05)
    assert mean_interval(Moments.of(values)) == pytest.approx((values.mean(), low, high, size))
    assert p_of_mean(values, 6.5) == pytest.approx(DescrStatsW(values).ttest_mean(6.5)[1])


def test_a_share_of_deals_with_several_games_has_students_interval():
    deals = LUCK.integers(0, 3, 500) / 2
    low, high = DescrStatsW(deals).tconfint_mean()
    assert share_interval(Moments.of(deals)) == pytest.approx((deals.mean(), low, high, 500))
    assert p_of_share(deals, 0.45) == pytest.approx(DescrStatsW(deals).ttest_mean(0.45)[1])


def test_differences_on_the_same_deals_are_paired():
    luck = LUCK.normal(size=60)
    a, b = luck + LUCK.normal(0, 0.2, 60), luck + LUCK.normal(0, 0.2, 60) - 0.1
    wanted = stats.ttest_rel(a, b).confidence_interval(0.95)
    found = paired_interval(a, b)
    assert found == pytest.approx((np.mean(a - b), wanted.low, wanted.high, 60))
    assert found[1:3] == pytest.approx(DescrStatsW(a - b).tconfint_mean())
    assert found.high - found.low < 0.5 * np.diff(DescrStatsW(a).tconfint_mean())[0]
    with pytest.raises(ValueError, match="60 deals cannot be paired with 59"):
        paired_interval(a, b[1:])


@pytest.mark.parametrize("n, events", COUNTS)
@pytest.mark.parametrize("exact", [0.0015, 0.3, 0.5, 0.95])
def test_all_or_nothing_is_tested_exactly(n, events, exact):
    assert p_of_share(all_or_nothing(n, events), exact) == pytest.approx(binom_test(events, n, exact), abs=1e-12)


@pytest.mark.parametrize("p", [[0.3], [0.02, 0.02], [0.0, 1.0, 0.5], LUCK.random(60) ** 4], ids=len)
def test_families_are_those_of_holm(p):
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])


def test_97_wins_of_156():
    """Of the first player of 7 Wonders Duel, in tournaments."""
    deals = all_or_nothing(156, 97)
    assert share_interval(Moments.of(deals)).mean == pytest.approx(0.6218, abs=5e-5)
    assert wilson_ends(156, 97) == pytest.approx((0.5436, 0.6941), abs=5e-5)
    assert p_of_share(deals, 0.5) == pytest.approx(0.00293, abs=5e-6)


@pytest.mark.parametrize(
    "share, half_width, games",
    [
        (0.25, 0.01, 7_203),
        (0.25, 0.005, 28_811),
        (0.25, 0.001, 720_274),
        (0.5, 0.01, 9_604),
        (0.5, 0.001, 960_365),
        (0.2, 0.01, 6_147),
    ],
)
def test_so_many_games_are_needed(share, half_width, games):
    assert needed(math.sqrt(share * (1 - share)), half_width) == games


def test_as_many_deals_as_are_needed_are_enough():
    deals = needed(3.0, 0.1)
    interval = mean_interval(Moments(deals, 10.0, 3.0**2 * (deals - 1)))
    assert (interval.high - interval.low) / 2 == pytest.approx(0.1, rel=1e-3)
