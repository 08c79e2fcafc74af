"""What would last: known games have their known answers, and payoffs are those of the rows."""

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import polars as pl
import pytest

from reports import metagame, page
from reports.metagame import Payoffs, alpha_rank, gains, of_payoffs, replicator, terminal
from sim import experiment
from sim.experiment import Experiment
from sim.record import PLAIN
from sim.results import load

ABOUT = {"line_ups": [["a", "b"]], "strategies": {}}
ROCK_PAPER_SCISSORS = np.array([[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]])


def payoffs_of(table, players=2, deals=400, noise=0.2):
    """Deals whose means are nearly those of the table (strategies x others)."""
    table = np.asarray(table)
    luck = np.random.default_rng(3).normal(0, noise, (deals, *table.shape))
    names = [f"s{number}" for number in range(len(table))]
    return Payoffs(
        names, list(combinations_with_replacement(range(len(table)), players - 1)), table + luck - luck.mean(0)
    )


def test_rock_paper_scissors_goes_round():
    of = payoffs_of(ROCK_PAPER_SCISSORS)
    frame = of_payoffs(of, ABOUT)
    assert frame["lasts"].all() and frame["dominated_by"].null_count() == 3
    for row in frame.iter_rows(named=True):
        assert row["mass"] == pytest.approx(1 / 3, abs=1e-6) and row["mix"] == pytest.approx(1 / 3, abs=0.02)
        assert row["mass_low"] <= row["mass"] <= row["mass_high"]
    assert "settles on no single strategy" in metagame.words(frame)[0]


def test_what_is_better_beside_whatever_others_takes_over():
    frame = of_payoffs(payoffs_of([[0.5, 0.7, 0.6], [0.3, 0.5, 0.4], [0.4, 0.6, 0.5]]), ABOUT)
    best = frame.row(0, named=True)
    assert best["strategy"] == "s0" and best["lasts"] and best["mix"] > 0.999 and best["mass"] > 0.999
    by = dict(frame.select("strategy", "dominated_by").iter_rows())
    assert by == {"s0": None, "s1": "s0, s2", "s2": "s0"}


def test_a_small_lead_in_few_deals_is_no_dominance():
    of = payoffs_of([[0.5, 0.51], [0.49, 0.5]], deals=50)
    assert of_payoffs(of, ABOUT)["dominated_by"].null_count() == 2
    sure = payoffs_of([[0.5, 0.51], [0.49, 0.5]], deals=50_000)
    assert of_payoffs(sure, ABOUT)["dominated_by"].null_count() == 1


def test_hawks_and_doves_mix():
    """A hawk among hawks has 0.2, among doves 0.8; a dove 0.4 and 0.5: 0.6 of them end up as hawks."""
    table = np.array([[0.2, 0.8], [0.4, 0.5]])
    assert replicator(table[None], [(0,), (1,)])[0] == pytest.approx([0.6, 0.4], abs=1e-6)


def test_three_at_a_table_are_weighed_by_how_they_may_sit():
    """Payoffs that depend on the mean of the others: beside (0, 1) counts twice as often as beside (0, 0)."""
    others = [(0, 0), (0, 1), (1, 1)]
    table = np.array([[0.1, 0.4, 0.7], [0.3, 0.4, 0.5]])  # linear: 0.1 + 0.6 y and 0.3 + 0.2 y, equal at y = 0.5
    assert replicator(table[None], others)[0] == pytest.approx([0.5, 0.5], abs=1e-6)
    assert gains(table, others) == pytest.approx(np.array([[0.1, 0.7], [0.3, 0.5]]) - 1 / 3)


def test_alpha_rank_of_two_is_that_of_the_chances_to_take_over():
    """rho(x) = (1 - e^-(x / m)) / (1 - e^-x); the masses are in proportion to the chances to come in."""
    x = metagame.SELECTION * 0.0002
    gain = np.array([[0.0, 0.0002], [-0.0002, 0.0]])
    enters, leaves = ((1 - np.exp(-sign * x / metagame.POPULATION)) / (1 - np.exp(-sign * x)) for sign in (1, -1))
    assert alpha_rank(gain) == pytest.approx([enters / (enters + leaves), leaves / (enters + leaves)], rel=1e-6)
    assert alpha_rank(np.zeros((4, 4))) == pytest.approx([0.25] * 4)


def test_a_cycle_below_a_better_one_does_not_last():
    over = np.zeros((4, 4), bool)
    over[[0, 1, 2], [1, 2, 0]] = True  # 0 takes over from 1, ...
    assert terminal(over).tolist() == [True, True, True, True]
    over[3, :3] = True
    assert terminal(over).tolist() == [False, False, False, True]


def test_payoffs_are_those_of_the_rows(tmp_path):
    pool = ("stonemason", "random")
    wanted = Experiment("template", pool, games=24 if PLAIN else 600, players=3, metagame=True, trace=0, seed=2)
    run = load(experiment.run(replace(wanted, out=tmp_path / "r")))
    of, rows = metagame.payoffs(run), run.seats.collect()
    tables = rows.group_by("game").agg(pl.col("strategy").cast(pl.String).sort().str.join("+").alias("table"))
    rows = rows.join(tables, on="game")
    for strategy, name in enumerate(pool):
        for number, beside in enumerate(of.others):
            table = "+".join(sorted([name, *(pool[one] for one in beside)]))
            mine = rows.filter((pl.col("table") == table) & (pl.col("strategy").cast(pl.String) == name))
            assert of.values[:, strategy, number].mean() == pytest.approx(mine["win_share"].mean())
    found = page.report(run)
    assert "metagame" in [section.name for section in found.sections] and len(found.tables["payoffs"]) == 6
    assert "Which strategies would last?" in page.html(found)


def test_a_run_of_one_table_has_no_metagame(tmp_path):
    wanted = Experiment("template", ("stonemason", "random"), games=4, trace=0, out=tmp_path / "r")
    assert metagame.table(load(experiment.run(wanted))).is_empty()
