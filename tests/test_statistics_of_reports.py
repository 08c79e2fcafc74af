"""What the report makes of deals is what scipy and statsmodels make of them, or what follows from a definition."""

from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
import polars as pl
import pytest
from scipy import integrate, linalg, stats
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.discrete.discrete_model import Logit
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import DescrStatsW

from reports import figures, head_to_head, headline, metagame, paired, plackett_luce, shares, verdicts
from reports.deals import Means
from reports.histograms import Histogram
from reports.metagame import Payoffs
from reports.placings import Placings
from reports.plackett_luce import Design, contrasts
from sim.results import Results

ABOUT = {"line_ups": [["a", "b", "c"]], "strategies": {"a": {}, "b": {}, "c": {}}, "until": None}
NAMES = ["a", "b", "c"]


def wins(luck, deals, chances, games=3):
    """Shares of wins of each seat in deals of a few games."""
    return luck.multinomial(games, chances, deals) / games


def table_of(values):
    return shares.table(Means(NAMES, values, 10 * values, [len(values)] * len(NAMES)), ABOUT, "seat")


# Families of shares.


def test_ends_that_hold_together_are_students_at_one_part_of_the_error():
    values = wins(np.random.default_rng(1), 300, [0.3, 0.3, 0.4])
    for number, row in enumerate(table_of(values).iter_rows(named=True)):
        alone, together = (DescrStatsW(values[:, number]).tconfint_mean(alpha) for alpha in (0.05, 0.05 / 3))
        assert (row["low"], row["high"]) == pytest.approx(alone)
        assert (row["all_low"], row["all_high"]) == pytest.approx(together)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_spread_is_made_of_all_differences(seats):
    """At least what some two differ by for sure, at most what any two may: paired t tests, pair by pair."""
    values = wins(np.random.default_rng(seats), 200, np.full(seats, 1 / seats))
    pairs = list(combinations(range(seats), 2))
    ends = [
        stats.ttest_rel(values[:, one], values[:, other]).confidence_interval(1 - 0.05 / len(pairs))
        for one, other in pairs
    ]
    wanted = (
        np.ptp(values.mean(axis=0)),
        max(0, *(max(end.low, -end.high) for end in ends)),
        max(max(end.high, -end.low) for end in ends),
    )
    assert shares.spread(values, ABOUT)[:3] == pytest.approx(wanted)


def test_the_highest_and_the_lowest_score_are_spoken_of_by_ends_that_hold_together():
    values = wins(np.random.default_rng(1), 300, [0.3, 0.3, 0.4])
    frame = table_of(values)
    for number, row in enumerate(frame.iter_rows(named=True)):
        wanted = DescrStatsW(10 * values[:, number]).tconfint_mean(0.05 / 3)
        assert (row["score_all_low"], row["score_all_high"]) == pytest.approx(wanted)
    told = frame.filter(pl.col("seat") == "c").row(0, named=True)
    ends = f"({told['score_all_low']:.2f} to {told['score_all_high']:.2f})"
    assert f"Highest mean score: c, {told['score']:.2f} {ends}" in shares.words(frame, "{}")[-1]


def test_verdicts_are_those_of_one_sided_tests():
    """Balanced: two one-sided t tests say that it is nearer than x; tilted: one says that it is farther.

    Each has a side of the error of one of three lines, 0.05 / 3 / 2.
    """
    luck, met, level = np.random.default_rng(2), [], 0.05 / 3 / 2
    for within in (0.03, 0.05, 0.08):
        for best in (1 / 3, 0.36, 0.4, 0.44):
            values = wins(luck, 400, [best, (1 - best) / 2, (1 - best) / 2])
            judged = verdicts.table({"seats": table_of(values)}, within).slice(1)
            for number, verdict in enumerate(judged["verdict"]):
                of, ends = DescrStatsW(values[:, number]), (1 / 3 - within, 1 / 3 + within)
                balanced = of.ttost_mean(*ends)[0] <= level
                tilted = of.ttest_mean(ends[0], "smaller")[1] < level or of.ttest_mean(ends[1], "larger")[1] < level
                assert verdict == (verdicts.BALANCED if balanced else verdicts.TILTED if tilted else verdicts.UNKNOWN)
                met.append(verdict)
    assert set(met) == {verdicts.BALANCED, verdicts.TILTED, verdicts.UNKNOWN}


@pytest.mark.parametrize("chances", [[0.25, 0.25, 0.5], [1 / 3, 1 / 3, 1 / 3]])
@pytest.mark.parametrize("end", ["win_share.max", "win_share.min"])
def test_the_best_and_the_worst_share_are_met_by_their_intervals(chances, end):
    luck, times, met = np.random.default_rng(3), 400, 0
    truth = (max if end.endswith("max") else min)(chances)
    for _ in range(times):
        values = {f"win_share.{name}": of for name, of in zip(NAMES, wins(luck, 150, chances).T, strict=True)}
        found = figures.figure(headline.Deals(ABOUT, pl.DataFrame(values), [], 0), None, end)
        met += found.low <= truth <= found.high
    assert met >= stats.binom.ppf(0.001, times, 0.95)


# Placings.


def drawn(luck, strengths, seats, deals, games=2):
    """Games of one of each strategy, in seats drawn by lot: who is ahead is a matter of Gumbel's noise (Luce)."""
    who = luck.permuted(np.tile(np.arange(len(strengths)), (deals * games, 1)), axis=1)
    heights = np.asarray(strengths)[who] + np.asarray(seats) + luck.gumbel(size=who.shape)
    place = (-heights).argsort(axis=1).argsort(axis=1) + 1
    rows, of_game = np.unique(np.hstack([who, place]), axis=0, return_inverse=True)
    players = len(strengths)
    return Placings(NAMES[:players], rows[:, :players], rows[:, players:], of_game.reshape(deals, games))


def test_pairs_are_judged_by_students_interval_of_the_deals():
    found = drawn(np.random.default_rng(4), [0.4, 0.0, -0.4], [0.2, 0.0, -0.2], 250)
    for row in head_to_head.of_placings(found, ABOUT).iter_rows(named=True):
        one, other = (NAMES.index(row[name]) for name in ("strategy", "other"))
        places = [
            (found.place[:, None] * (found.strategy == number)[:, None]).sum(axis=(1, 2)) for number in (one, other)
        ]
        deals = (places[0] < places[1])[found.of_game].mean(axis=1)
        assert row["share"] == pytest.approx(deals.mean())
        assert (row["low"], row["high"]) == pytest.approx(DescrStatsW(deals).tconfint_mean(0.05))
        assert (row["all_low"], row["all_high"]) == pytest.approx(DescrStatsW(deals).tconfint_mean(0.05 / 3))


def test_a_cycle_is_told_only_if_all_three_are_sure():
    """a beats b beats c beats a in 60 % of deals: 40 deals cannot tell, 2,000 can; nor is there one where a is best."""
    luck = np.random.default_rng(5)

    def beaten(deals, chances):
        rows = [
            ((0, 1, -1), (1, 2, 9) if luck.random() < chances[0] else (2, 1, 9)),
            ((-1, 1, 2), (9, 1, 2) if luck.random() < chances[1] else (9, 2, 1)),
            ((0, -1, 2), (2, 9, 1) if luck.random() < chances[2] else (1, 9, 2)),
        ]
        games = [rows] + [
            [
                (who, tuple(np.where(np.array(who) < 0, 9, 1 + (np.arange(3) != luck.choice(there, p=odds)))))
                for (who, _), there, odds in zip(
                    rows,
                    ((0, 1), (1, 2), (2, 0)),
                    [(chance, 1 - chance) for chance in chances],
                    strict=True,
                )
            ]
            for _ in range(deals - 1)
        ]
        flat = np.array([[*who, *place] for deal in games for who, place in deal])
        different, of_game = np.unique(flat, axis=0, return_inverse=True)
        found = Placings(NAMES, different[:, :3], different[:, 3:], of_game.reshape(deals, 3))
        return head_to_head.cycles(head_to_head.of_placings(found, ABOUT))

    assert beaten(40, (0.6, 0.6, 0.6)) == [] and beaten(2_000, (0.6, 0.6, 0.6)) == [("a", "b", "c")]
    assert beaten(2_000, (0.6, 0.6, 0.4)) == []


def test_two_players_are_a_logit_with_errors_by_deal():
    """The log odds that who sits in seat 1 wins are strength less strength, and seat less seat."""
    found = drawn(np.random.default_rng(6), [0.5, -0.5], [0.3, -0.3], 200, games=4)
    fitted = plackett_luce.fit(found, Design(contrasts(2), contrasts(2), []))
    games = found.of_game.ravel()
    sits, won = found.strategy[games, 0], found.place[games, 0] == 1
    known = np.column_stack([np.where(sits == 0, 2.0, -2.0), np.full(len(games), 2.0)])
    groups = np.repeat(np.arange(200), 4)
    how = {"groups": groups, "use_correction": False}
    other = Logit(won.astype(float), known).fit(disp=0, cov_type="cluster", cov_kwds=how)
    assert fitted.values == pytest.approx(other.params, abs=1e-4)
    assert fitted.covariance == pytest.approx(other.cov_params() * 200 / 199, rel=1e-3)


def test_who_wins_among_three_is_a_conditional_logit():
    found = drawn(np.random.default_rng(7), [0.6, 0.0, -0.6], [0.3, 0.0, -0.3], 300)
    fitted = plackett_luce.fit(found, Design(contrasts(3), contrasts(3), []), only_first=True)
    games = found.of_game.ravel()
    rows = [(contrasts(3)[found.strategy[games]]), np.tile(contrasts(3), (len(games), 1, 1))]
    known = np.concatenate(rows, axis=2).reshape(-1, 4)
    won = (found.place[games] == 1).astype(int).ravel()
    other = ConditionalLogit(won, known, groups=np.repeat(np.arange(len(games)), 3)).fit(disp=0)
    assert fitted.values == pytest.approx(other.params, abs=1e-3)
    assert np.linalg.inv(fitted.information) == pytest.approx(other.cov_params(), rel=1e-2, abs=1e-5)


@pytest.mark.parametrize("players, strength", [(2, 0.7), (4, 0.7), (5, -0.4)])
def test_beside_average_players_it_wins_so_often(players, strength):
    luck = np.random.default_rng(8)
    heights = luck.gumbel(size=(200_000, players))
    heights[:, 0] += strength
    first = (heights.argmax(axis=1) == 0).sum()
    wanted = 1 / (1 + (players - 1) * np.exp(-strength))  # as reports/ratings.py has it
    assert stats.binomtest(int(first), 200_000, wanted).pvalue > 0.001


# Distributions.


@pytest.mark.parametrize("deals", [1, 5, 20, 57, 72, 400, 5_000])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_ends_of_quantiles_are_those_of_scipy(deals, share):
    """With few deals there is no value so far out, and the end is open."""
    values = np.sort(np.random.default_rng(deals).normal(size=deals))
    found, low, high = Histogram(values, np.ones(deals), deals).quantile_interval(share)
    wanted = stats.quantile_test(values, p=share).confidence_interval(0.95)
    assert found == np.quantile(values, share, method="inverted_cdf")
    assert (low, high) == (np.nan_to_num(wanted.low, nan=-np.inf), np.nan_to_num(wanted.high, nan=np.inf))


@pytest.mark.parametrize("deals", [6, 30, 300])
@pytest.mark.parametrize("name, share", [("turns.q05", 0.05), ("turns.median", 0.5), ("turns.q95", 0.95)])
def test_quantiles_as_figures_are_met_with_few_deals_too(deals, name, share):
    luck, times, met = np.random.default_rng(deals), 200, 0
    truth = stats.poisson.ppf(share, 30)
    about = ABOUT | {"games_per_deal": 1}
    for _ in range(times):
        games = pl.DataFrame({"deal": range(deals), "turns": luck.poisson(30, deals), "players": 1}).lazy()
        run = Results(about, games, games, None, None, [(games, games)])
        found = figures.figure(headline.Deals(about, pl.DataFrame({"deal": range(deals)}), [], 0), run, name)
        assert found.low <= found.mean <= found.high
        met += found.low <= truth <= found.high
    assert met >= stats.binom.ppf(0.001, times, 0.95)


# Comparisons.


@pytest.mark.parametrize("up, down", [(0, 0), (3, 0), (7, 2), (4, 5)])
def test_few_deals_that_differ_are_tested_as_mcnemar_does(up, down):
    """Won on one side and not on the other: exact, by the deals that differ alone."""
    base, variant = np.zeros(60), np.zeros(60)
    variant[:up], base[up : up + down] = 1, 1
    variant[30:40] = base[30:40] = 1
    wanted = mcnemar([[10, down], [up, 50 - up - down]], exact=True).pvalue
    assert paired.paired(base, variant, is_share=True).p == pytest.approx(min(wanted, 1.0))


# What would last.

OTHERS = [(0,), (1,), (2,)]


def takes_over(gain):
    """The chance of one newcomer among 50, by the sum over all steps of a birth-and-death process."""
    step = np.exp(-metagame.SELECTION * gain / metagame.POPULATION)
    return 1 / sum(step**number for number in range(metagame.POPULATION))


@pytest.mark.parametrize("seed", range(3))
def test_alpha_rank_is_where_the_chain_stays(seed):
    """The null space of the chain's equations, by scipy; gains so small that every change happens."""
    gain = np.random.default_rng(seed).normal(0, 0.0003, (4, 4))
    steps = np.zeros((4, 4))
    for now, new in permutations(range(4), 2):
        steps[now, new] = takes_over(gain[new, now]) / 3
    np.fill_diagonal(steps, 1 - steps.sum(axis=1))
    [*_, mass] = linalg.null_space(steps.T - np.eye(4)).T
    assert metagame.alpha_rank(gain) == pytest.approx(mass / mass.sum(), rel=1e-6)


def test_the_replicator_mix_is_where_the_equation_of_motion_ends():
    """Of Taylor and Jonker, integrated by scipy from equal shares on; all three stay."""
    table = np.array([[0.2, 0.8, 0.5], [0.6, 0.3, 0.6], [0.5, 0.6, 0.3]])

    def motion(_, p):
        return p * (table @ p - p @ table @ p)

    end = integrate.solve_ivp(motion, (0, 2_000), np.full(3, 1 / 3), rtol=1e-9, atol=1e-12).y[:, -1]
    assert end.min() > 0.05
    assert metagame.replicator(table[None], OTHERS)[0] == pytest.approx(end, abs=1e-4)


def test_dominance_is_that_of_paired_tests():
    luck = np.random.default_rng(9)
    common = luck.normal(0, 0.2, (80, 1, 1))
    means = np.array([[0.55, 0.6, 0.58], [0.5, 0.5, 0.52], [0.5, 0.49, 0.5]])
    of = Payoffs(NAMES, OTHERS, means + common + luck.normal(0, 0.08, (80, 3, 3)))
    found = metagame.dominance(of, ABOUT)
    for one, other in permutations(range(3), 2):
        lows = [
            stats.ttest_rel(of.values[:, one, at], of.values[:, other, at]).confidence_interval(1 - 0.05 / 9).low
            for at in range(3)
        ]
        assert found[one, other] == (min(lows) > 0)
    assert found.sum() == 2


@pytest.mark.parametrize("deals", [2, 5])
def test_bootstraps_of_few_deals_meet_the_mix(deals):
    """Hawks are 0.8 in the end; of two deals there are but three bootstraps."""
    luck, times, met = np.random.default_rng(12), 80, 0
    for _ in range(times):
        values = luck.binomial(2, [[0.5, 0.7], [0.55, 0.5]], (deals, 2, 2)) / 2
        frame = metagame.of_payoffs(Payoffs(NAMES[:2], [(0,), (1,)], values), ABOUT)
        row = frame.filter(frame["strategy"] == "a").row(0, named=True)
        met += row["mix_low"] <= 0.8 <= row["mix_high"]
    assert met >= stats.binom.ppf(0.01, times, 0.93)


@pytest.mark.parametrize("deals", [2, 3, 5])
def test_few_deals_show_no_dominance_where_there_is_none(deals):
    """Two alike; what each has in a deal is the same beside either."""
    luck, times, alarms = np.random.default_rng(11), 300, 0
    for _ in range(times):
        values = np.repeat(luck.integers(0, 2, (deals, 2, 1)), 2, axis=2).astype(float)
        alarms += metagame.dominance(Payoffs(NAMES[:2], [(0,), (1,)], values), ABOUT).any()
    assert alarms / times <= 0.05


def test_of_two_that_hold_out_against_each_other_the_chain_stays_with_the_more_robust():
    """The masses go as the chances to take over, e^-39 and e^-78; where gains are large they are e^-784 and less."""
    for gain in (0.01, 0.2):
        mass = metagame.alpha_rank(np.array([[0, -gain], [-2 * gain, 0]]))
        assert mass[0] == pytest.approx(1) and mass[1] < 1e-15
    even = metagame.alpha_rank(np.array([[0, -0.2], [-0.2, 0]]))
    assert even == pytest.approx([0.5, 0.5])


def test_bootstraps_meet_the_mix_as_often_as_they_say():
    """Hawks and doves: 0.6 are hawks in the end."""
    luck, times, met = np.random.default_rng(10), 60, 0
    others = list(combinations_with_replacement(range(2), 1))
    for _ in range(times):
        values = np.array([[0.2, 0.8], [0.4, 0.5]]) + luck.normal(0, 0.3, (200, 2, 2))
        row = metagame.of_payoffs(Payoffs(NAMES[:2], others, values), ABOUT)
        row = row.filter(row["strategy"] == "a").row(0, named=True)
        met += row["mix_low"] <= 0.6 <= row["mix_high"]
    assert met >= stats.binom.ppf(0.001, times, 0.95)
