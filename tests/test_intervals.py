"""Intervals are those of the textbooks, cover what they say they cover, and never claim certainty."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

from reports import charts, compare
from reports.intervals import (
    Interval,
    Moments,
    bare_words,
    ends_words,
    exact_ends,
    mean_interval,
    mean_words,
    percent,
    share_interval,
    share_words,
)

LUCK = np.random.default_rng(1)


@given(some.lists(some.floats(-1e6, 1e6), max_size=30), some.integers(0, 30))
def test_moments_merge_to_those_of_all_values(values, cut):
    together = Moments.of(np.array(values[:cut])).merged(Moments.of(np.array(values[cut:])))
    assert together.n == len(values)
    if values:
        assert together.mean == pytest.approx(np.mean(values), abs=1e-6)
        assert together.m2 == pytest.approx(np.var(values) * len(values), rel=1e-6, abs=1e-2)


def test_the_mean_has_students_interval():
    values = LUCK.normal(3, 2, 12)
    low, high = stats.t.interval(0.95, 11, loc=values.mean(), scale=stats.sem(values))
    assert mean_interval(Moments.of(values)) == pytest.approx((values.mean(), low, high, 12))


@pytest.mark.parametrize("n, events", [(1, 0), (1, 1), (10, 0), (10, 3), (500, 4), (500, 500), (500, 499)])
def test_few_events_have_clopper_and_pearsons_interval(n, events):
    wanted = stats.binomtest(events, n).proportion_ci(0.95, method="exact")
    assert exact_ends(n, events) == pytest.approx((wanted.low, wanted.high))
    deals = np.zeros(n)
    deals[:events] = 1
    if min(events, n - events) < 10:
        assert share_interval(Moments.of(deals))[1:3] == pytest.approx((wanted.low, wanted.high))


def test_a_fraction_of_an_event_is_rounded_outwards():
    low, high = exact_ends(40, 2.5)
    assert low == exact_ends(40, 2)[0] and high == exact_ends(40, 3)[1]


def deals_of(chance, games, deals):
    """Shares of wins in deals of a few games, which share half of their luck."""
    shared = LUCK.random((deals, 1)) < 0.5
    wins = np.where(shared, LUCK.random((deals, 1)) < chance, LUCK.random((deals, games)) < chance)
    return wins.mean(axis=1)


@pytest.mark.parametrize("chance, deals", [(0.25, 50), (0.25, 400), (0.02, 100), (0.001, 100), (0.97, 80), (0.5, 12)])
def test_intervals_of_shares_cover_the_truth(chance, deals):
    times, met = 800, 0
    for _ in range(times):
        found = share_interval(Moments.of(deals_of(chance, 4, deals)))
        met += found.low <= chance <= found.high
    assert met / times > 0.925


@pytest.mark.parametrize("deals", [5, 40])
def test_intervals_of_means_cover_the_truth(deals):
    times, met = 800, 0
    for _ in range(times):
        found = mean_interval(Moments.of(LUCK.poisson(20, deals).astype(float)))
        met += found.low <= 20 <= found.high
    assert 0.925 < met / times < 0.975


@given(some.lists(some.sampled_from([0, 0.25, 1 / 3, 0.5, 1]), min_size=1, max_size=60))
def test_a_share_is_never_certain(values):
    found = share_interval(Moments.of(np.array(values)))
    assert 0 <= found.low <= found.mean + 1e-12 and found.mean <= found.high + 1e-12 and found.high <= 1
    assert found.low < found.high and found.n == len(values)
    said = share_words(found)
    assert not re.search(r"(?<![\d.<> ])(0\.0|100\.0)", said.replace("< 0.1", "").replace("> 99.9", "")), said


@pytest.mark.parametrize(
    "share, words",
    [
        (0.0, "< 0.1 %"),
        (0.0004, "< 0.1 %"),
        (0.0006, "0.1 %"),
        (0.25, "25.0 %"),
        (0.9995, "> 99.9 %"),
        (0.9996, "> 99.9 %"),
        (1.0, "> 99.9 %"),
    ],
)
def test_percent(share, words):
    assert percent(share) == words


@pytest.mark.parametrize(
    "share, words",
    [
        (Interval(0.3121, 0.3011, 0.3231, 900), "31.2 % (30.1 to 32.3)"),
        (Interval(0.0, 0.0, 0.00368, 1000), "< 0.4 %"),
        (Interval(1.0, 0.9963, 1.0, 1000), "> 99.6 %"),
        (Interval(0.0003, 0.0, 0.002, 5000), "< 0.1 % (< 0.1 to 0.2)"),
        (Interval(0.0, 0.0, 0.0, 0), "unknown"),
    ],
)
def test_shares_in_words(share, words):
    assert share_words(share) == words


@pytest.mark.parametrize(
    "low, high, words",
    [
        (20, 25.5, "20 to 25.5"),
        (-math.inf, 25, "25 at most"),
        (20, math.inf, "20 at least"),
        (-math.inf, math.inf, "unknown"),
    ],
)
def test_ends_in_words(low, high, words):
    assert ends_words(low, high) == words


def test_means_in_words():
    assert mean_words(Interval(48.2, 48.05, 48.37, 900)) == "48.20 (48.05 to 48.37)"
    assert mean_words(mean_interval(Moments(1, 3.5, 0.0))) == "3.50 (one deal)"
    assert mean_words(Interval(0.0, -math.inf, math.inf, 0)) == "unknown"


@pytest.mark.parametrize("share, deals, words", [(0.0, 50, "< 7.2 %"), (1.0, 50, "> 92.8 %"), (0.25, 50, "25.0 %")])
def test_a_share_without_room_for_its_interval_is_told_by_its_bound(share, deals, words):
    """Of 50 deals that all were won "> 99.9 %" would be a promise that they do not keep."""
    assert bare_words(share, deals) == words
    assert compare.side_words(share, deals, True) == words.removesuffix(" %")
    if share != 0.25:
        low, high = exact_ends(deals, share * deals)
        assert charts.cell(share, low, high, 2) == words.removesuffix(" %")
