"""Intervals for runs that stop when they know enough: they cover what they say, however often they are looked at."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from found import GAMES, compiled_only

import heuristics
from reports.closing import closing, lines
from reports.intervals import Moments
from reports.sequential import FIRST, Goal, goal, looks, reach, widest
from sim import batch, experiment
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.results import load

RUNS, DEALS = 2_000, 12_000
MISSES = 0.05
MOST = MISSES + 3 * math.sqrt(MISSES * (1 - MISSES) / RUNS)  # that luck excuses


def of_one_kind(draw):
    """A source of (runs, deals, 1) values."""
    return lambda luck, runs, deals: draw(luck, (runs, deals))[:, :, None]


def table_of_four(luck, runs, deals):
    """Shares of wins of four unequal strategies and of four seats, in deals of four games with luck in common."""
    chances = np.array([0.6, 0.3, 0.09, 0.01])
    winner = np.searchsorted(np.cumsum(chances), luck.random((runs, deals, 4)).astype(np.float32))
    winner[luck.random((runs, deals)) < 0.3] = 0  # in some deals one takes all
    strategies = [(winner == number).mean(axis=2) for number in range(4)]
    seats = [(winner + np.arange(4)) % 4 == number for number in range(4)]
    return np.stack([*strategies, *(seat.mean(axis=2) for seat in seats)], axis=2)


KINDS = {
    "normal": (of_one_kind(lambda luck, size: luck.standard_normal(size)), 0.0, False),
    "skewed": (of_one_kind(lambda luck, size: luck.standard_exponential(size)), 1.0, False),
    "very skewed": (of_one_kind(lambda luck, size: luck.lognormal(0, 1, size)), math.exp(0.5), False),
    "one in four": (of_one_kind(lambda luck, size: luck.random(size) < 0.25), 0.25, True),
    "one in a hundred": (of_one_kind(lambda luck, size: luck.random(size) < 0.01), 0.01, True),
    "one in five hundred": (of_one_kind(lambda luck, size: luck.random(size) < 0.002), 0.002, True),
    "table of four": (table_of_four, np.array([0.72, 0.21, 0.063, 0.007, *[0.25] * 4]), True),
}


def moments_at_looks(values):
    """For each look the moments of every run and figure: (n, means, m2)."""
    begun, total, squares = 0, 0.0, 0.0
    for look in looks(values.shape[1]):
        part = values[:, begun:look].astype(float)
        total, squares, begun = total + part.sum(axis=1), squares + (part**2).sum(axis=1), look
        yield look, total / look, squares - total**2 / look


def missed(values, truth, is_share, half_width=None):
    """The share of runs in which an interval of the family ever missed; or missed when the run stopped."""
    family = values.shape[2]
    ever = np.zeros(len(values), bool)
    going = np.ones(len(values), bool)
    for look, means, m2 in moments_at_looks(values):
        figures = zip(means.flat, m2.flat, strict=True)
        halves = np.array([reach(Moments(look, *one), family, is_share) for one in figures]).reshape(means.shape)
        misses = (np.abs(means - truth) > halves).any(axis=1)
        if half_width is None:
            ever |= misses
        else:
            stops = going & ((halves <= half_width).all(axis=1) | (look == values.shape[1]))
            ever |= stops & misses
            going &= ~stops
    return ever.mean()


def simulated(kind):
    draw, truth, is_share = KINDS[kind]
    luck = np.random.default_rng(7)
    for _ in range(5 if kind == "table of four" else 10):
        yield draw(luck, RUNS // 10, DEALS), truth, is_share


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_cover_however_often_they_are_looked_at(kind):
    found, stopped = [], []
    for values, truth, is_share in simulated(kind):
        found.append(missed(values, truth, is_share))
        sd = values.std(axis=(0, 1)).max()
        stopped.append(missed(values, truth, is_share, half_width=0.06 * sd))
    runs = len(found) * RUNS // 10
    print(
        f"{kind}: {1 - np.mean(found):.2%} of {runs} runs hold at every look, {1 - np.mean(stopped):.2%} when stopped"
    )
    assert np.mean(found) <= MOST and np.mean(stopped) <= MOST


def test_a_usual_interval_would_not():
    values = np.random.default_rng(1).standard_normal((RUNS // 4, DEALS // 4, 1))
    ever = np.zeros(len(values), bool)
    for look, means, m2 in moments_at_looks(values):
        ever |= (np.abs(means) > 1.96 * np.sqrt(m2 / look) / math.sqrt(look))[:, 0]
    assert ever.mean() > 2 * MISSES


@compiled_only
def test_intervals_cover_in_a_game():
    """One long run of the toy game, cut in short ones."""
    game = GAMES["template"]
    players = tuple(heuristics.named(["stonemason", "learner", "random"], game))
    rows = batch.run(game, [players], 100_000, root=11).rows
    by_deal = rows.reshape(-1, 3)["seats"][:, :, :3]
    share, who = by_deal["win_share"], by_deal["strategy"]
    figures = [np.where(who == number, share, 0).sum(axis=2).mean(axis=1) for number in range(3)]
    figures += [share[:, :, seat].mean(axis=1) for seat in range(3)]
    values = np.stack(figures, axis=1)
    truth = values.mean(axis=0)
    runs = values.reshape(100, 1_000, 6)
    misses = missed(runs, truth, True)
    print(f"toy game: {1 - misses:.1%} of 100 runs of 1000 deals hold at every look")
    assert misses <= MISSES + 3 * math.sqrt(MISSES * (1 - MISSES) / 100)


# Goals.


def test_looks_come_at_the_same_deals_whatever_is_played():
    assert list(looks(1_500)) == [500, 625, 782, 978, 1_223, 1_500]
    assert list(looks(FIRST)) == [FIRST] and list(looks(FIRST - 1)) == []


def test_nothing_is_known_too_early_or_without_spread():
    assert reach(Moments(499, 0.5, 50.0), is_share=True) == math.inf
    assert reach(Moments(10_000, 3.0, 0.0)) == math.inf
    assert 3.7 / 10_000 < reach(Moments(10_000, 0.0, 0.0), is_share=True) < 0.001  # rarer than one in three thousand
    assert widest(Goal("score", 1), [Moments(600, 1, 600), Moments(600, 1, 0)]) == math.inf
    one, many = (reach(Moments(5_000, 0.5, 1_250.0), family) for family in (1, 8))
    assert 1.96 * 0.5 / math.sqrt(5_000) < one < many < 3 * one


@pytest.mark.parametrize(
    "text", ["win_share +- 0.005", "win_share+-.005", " win_share ± 0.005 ", "win_share +/- 0.0050"]
)
def test_a_goal_is_read(text):
    assert str(goal(text)) == "win_share +- 0.005"


@pytest.mark.parametrize(
    "text",
    ["", "0.005", "win_share", "win_share 0.005", "win_share +- 0", "win_share +- 1", "places +- 1", "score +- -1"],
)
def test_a_goal_that_is_none_is_refused(text):
    with pytest.raises(BoxError, match="until: .* is not of the form"):
        Experiment("template", ("random", "random"), until=text)


# Runs.

UNTIL = Experiment("template", ("stonemason", "random"), games=8_000, seed=2, trace=0, until="win_share +- 0.03")


def tables(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}


@compiled_only
def test_a_run_ends_when_enough_is_known(tmp_path, monkeypatch):
    """At the same deal whatever the threads, and when it was interrupted."""
    folder = experiment.run(replace(UNTIL, out=tmp_path / "run"))
    run = load(folder)
    told, found = run.about["stopped"], closing(run)
    assert told["reached"] and told["half_width"] <= 0.03 and told["deals"] == found.deals < 4_000
    assert told["deals"] in looks(4_000) and run.about["counts"]["played"] == 2 * told["deals"]
    for line in found.strategies + found.seats:
        assert line.win_share.high - line.win_share.low <= 0.06 + 1e-12
    widths = [(line.win_share.high - line.win_share.low) / 2 for line in found.strategies + found.seats]
    assert max(widths) == pytest.approx(told["half_width"])
    monkeypatch.setattr(batch, "LASTING", 0.001)
    once = experiment.run(replace(UNTIL, threads=1, out=tmp_path / "once"))
    assert tables(once) == tables(folder)
    answers = iter([False] * 6)

    class Stopped:
        def __enter__(self):
            return lambda: next(answers, True)

        def __exit__(self, *error):
            return False

    with monkeypatch.context() as during:
        during.setattr(experiment, "stop_on_signal", Stopped)
        during.setattr(batch, "LARGEST", 50)
        experiment.run(replace(UNTIL, out=tmp_path / "again"))
    about = json.loads((tmp_path / "again" / "run.json").read_text())
    assert about["status"] == "interrupted" and 0 < about["counts"]["played"] < run.about["counts"]["played"]
    again = experiment.run(replace(UNTIL, out=tmp_path / "again"), resume=True)
    assert tables(again) == tables(folder) and load(again).about["stopped"] == told


@compiled_only
@pytest.mark.parametrize("games, looked", [(1_100, True), (900, False)])
def test_a_run_ends_at_its_limit(tmp_path, games, looked):
    run = load(experiment.run(replace(UNTIL, until="score +- 0.001", games=games, out=tmp_path / "run")))
    said = " ".join(lines(closing(run)))
    assert run.about["counts"]["played"] == games and not run.about["stopped"]["reached"]
    assert (run.about["stopped"]["half_width"] is not None) is looked
    assert "not reached" in said


@compiled_only
def test_the_closing_table_says_how_it_was_stopped(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["run", "template", "--table", "stonemason,random", "--until", "win_share +- 0.05", "--trace", "0"]
    assert main([*words, "--out", "run"]) == 0
    said = capsys.readouterr().out
    assert "win_share +- 0.05: reached" in said and "confidence sequences" in said and "each by itself" not in said
    assert all(len(line) <= 100 for line in said.splitlines() if not line.startswith("again"))
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert about["games"] == 1_000_000 and "--until 'win_share +- 0.05'" in about["command"]
    assert main(["replay", "run", "--game", "5"]) == 0
    assert main([*words[:-2], "--out", "run", "--resume", "--until", "win_share +- 0.04"]) == 2
    assert re.search("other until .*0.05.*, now .*0.04", capsys.readouterr().err)
