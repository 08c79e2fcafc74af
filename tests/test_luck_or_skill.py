"""What differences go back to: parts that were planted, exact answers of known games, and the analysis of variance of
others."""

from dataclasses import replace

import numpy as np
import pandas
import polars as pl
import pytest
from found import compiled_only
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from reports import luck
from sim import experiment
from sim.experiment import Experiment
from sim.record import PLAIN
from sim.results import load

SEATS = 3
SPREAD = {"deal": 1.0, "deal x seat": 0.7, "deal x strategy": 0.5, "deal x seat x strategy": 0.9, "whims": 1.2}
SEAT, STRATEGY = np.array([-0.3, 0.0, 0.3]), np.array([-0.8, 0.2, 0.6])
DICE = np.random.default_rng(17)


def normal(*shape):
    return DICE.normal(size=shape)


def centred(x, axis):
    return (x - x.mean(axis, keepdims=True)) / np.sqrt(1 - 1 / SEATS)


def drawn(deals, repeats, seat=SEAT, strategy=STRATEGY, spread=SPREAD):
    """Scores of three strategies in every rotation: [deal, seating, repeat, seat], and who sat where."""
    table = seat[:, None] + strategy + spread["deal"] * normal(deals, 1, 1)
    table = table + spread["deal x seat"] * centred(normal(deals, SEATS, 1), 1)
    table = table + spread["deal x strategy"] * centred(normal(deals, 1, SEATS), 2)
    table = table + spread["deal x seat x strategy"] * centred(centred(normal(deals, SEATS, SEATS), 1), 2)
    table = table[:, None] + spread["whims"] * normal(deals, repeats, SEATS, SEATS)
    sat = np.array([[(place + rotation) % SEATS for place in range(SEATS)] for rotation in range(SEATS)])
    values = np.stack([table[:, :, range(SEATS), sat[rotation]] for rotation in range(SEATS)], axis=1)
    return values, np.broadcast_to(sat, (deals, SEATS, SEATS))


def cells_of(values, sat):
    return luck.Cells(*luck.of_part(values, sat, SEATS), np.full(SEATS, 1 / SEATS), values.shape[2])


def split(values, sat):
    return luck.components(cells_of(values, sat))


def planted(seat=SEAT, strategy=STRATEGY):
    return {"seat": np.mean(seat**2), "strategy": np.mean(strategy**2), "strategy x seat": 0.0} | {
        name: size**2 for name, size in SPREAD.items()
    }


def test_planted_parts_are_found():
    """On average over many runs, that is without bias."""
    runs = [split(*drawn(40, 2)) for _ in range(400)]
    for name, variance in planted().items():
        found = np.array([run[name].variance for run in runs])
        assert abs(found.mean() - variance) < 4 * found.std() / np.sqrt(len(found)), name


@pytest.mark.parametrize("strategy", [STRATEGY, np.zeros(SEATS)], ids=["planted", "nothing"])
def test_intervals_of_shares_hold_them(strategy):
    truth, met, times = planted(strategy=strategy), dict.fromkeys(planted(), 0), 300
    whole = sum(truth.values())
    for _ in range(times):
        found = split(*drawn(200, 2, strategy=strategy))
        total = luck.Part(
            sum(part.variance for part in found.values()), np.sum([part.influence for part in found.values()], axis=0)
        )
        for name, part in found.items():
            share = luck.share_of(part, total)
            met[name] += share.low <= truth[name] / whole <= share.high
    assert all(count / times > 0.905 for count in met.values()), met
    if not strategy.any():
        assert met["strategy"] / times > 0.95


def test_mean_squares_are_those_of_statsmodels():
    values, sat = drawn(12, 2)
    found = cells_of(values, sat)
    rows = [
        {"deal": deal, "seat": seat, "strategy": sat[deal, game, seat], "y": values[deal, game, repeat, seat]}
        for deal, game, repeat, seat in np.ndindex(values.shape)
    ]
    told = anova_lm(ols("y ~ C(deal) * C(seat) * C(strategy)", pandas.DataFrame(rows)).fit())
    parts = luck.spaces(found.means, found.weights)
    flat = {name: part.reshape(len(part), -1) for name, part in parts.items()}
    size = 2 * SEATS**2  # rows of a deal
    for kind, name, freedom in (
        ("mean", "C(deal)", 1),
        ("seat", "C(deal):C(seat)", SEATS - 1),
        ("strategy", "C(deal):C(strategy)", SEATS - 1),
        ("both", "C(deal):C(seat):C(strategy)", (SEATS - 1) ** 2),
    ):
        assert luck.varying(flat[kind]).variance == pytest.approx(told["mean_sq"][name] * freedom / size), name
    assert found.whims.sum(axis=1).mean() == pytest.approx(told["mean_sq"]["Residual"])
    for kind, name in (("seat", "C(seat)"), ("strategy", "C(strategy)"), ("both", "C(seat):C(strategy)")):
        assert (flat[kind].mean(axis=0) ** 2).sum() == pytest.approx(told["sum_sq"][name] / len(rows)), name


def test_parts_add_up_to_the_variance():
    """Over many deals they are the variance of a player picked at random, strategies alike or not."""
    values, sat = drawn(4_000, 1)
    found = split(values, sat)
    assert "whims" not in found
    assert sum(part.variance for part in found.values()) == pytest.approx(values.var(), rel=0.002)
    with_whims = planted()["deal x seat x strategy"] + SPREAD["whims"] ** 2 * (1 - 1 / SEATS) ** 2
    assert found["deal x seat x strategy"].variance == pytest.approx(with_whims, rel=0.05)


# Games.

TABLE = ("stonemason", "carpenter", "appraiser")  # none of them has whims
SMALL = Experiment("template", TABLE, games=24 if PLAIN else 1_200, seed=2, trace=0)


def played(folder, **settings):
    run = load(experiment.run(replace(SMALL, out=folder, **settings)))
    return run, luck.table(run)


def part(frame, of, name):
    return frame.filter((pl.col("of") == of) & (pl.col("part") == name)).row(0, named=True)


def test_the_whole_is_the_variance_of_the_rows(tmp_path):
    run, frame = played(tmp_path / "run")
    rows = run.seats.collect()
    deals = run.about["counts"]["whole_deals"]
    for of, column in (("score", "score"), ("wins", "win_share")):
        whole = part(frame, of, "deal")["total"]
        assert whole == pytest.approx(rows[column].cast(pl.Float64).var(ddof=0), rel=3 / deals)
        named = frame.filter((pl.col("of") == of) & (pl.col("part") != luck.LUCK))
        assert named["share"].sum() == pytest.approx(1)
    assert part(frame, "wins", "deal")["share"] == pytest.approx(0, abs=1e-12)  # somebody wins every deal


def test_players_without_whims_have_none_and_others_have(tmp_path):
    run, frame = played(tmp_path / "none", repeats=2)
    assert part(frame, "score", "whims")["variance"] == 0 == part(frame, "score", "whims")["high"]
    assert "whims of the players are none of score and none of wins" in luck.words(frame, run.about)[2]
    run, frame = played(tmp_path / "some", repeats=2, strategies=("random",) * 3)
    assert part(frame, "score", "whims")["share"] > 0.3
    run, frame = played(tmp_path / "once")
    assert "whims" not in frame["part"] and "--repeats 2" in luck.words(frame, run.about)[2]


@compiled_only
def test_players_who_only_guess_owe_nothing_to_strategy(tmp_path):
    """Three random players under three names: no part of theirs is above zero for sure."""
    mine = tmp_path / "mine.toml"
    mine.write_text("".join(f'[r{n}]\nabout = "Guesser {n}."\ndo = ["any"]\nwhim = 1.0\n' for n in range(3)))
    run, frame = played(tmp_path / "run", strategies=("r0", "r1", "r2"), files=(str(mine),), repeats=2)
    for of in ("score", "wins"):
        for name in ("strategy", "deal x strategy"):
            assert part(frame, of, name)["low"] == 0 and part(frame, of, name)["share"] < 0.01


@compiled_only
def test_chutes_and_ladders_is_luck_and_the_seat_as_much_as_is_known(tmp_path):
    wanted = Experiment("chutes_and_ladders", ("roller", "random"), games=40_000, seed=6, trace=0)
    frame = luck.table(load(experiment.run(replace(wanted, out=tmp_path / "two"))))
    exact = (0.50791159 - 0.5) ** 2 / 0.25
    for of in ("score", "wins"):
        assert part(frame, of, "strategy")["variance"] == pytest.approx(0, abs=1e-12)
        assert part(frame, of, luck.LUCK)["share"] > 0.99
    seat = part(frame, "wins", "seat")
    assert seat["low"] <= exact <= seat["high"] and part(frame, "wins", "seat")["total"] == pytest.approx(
        0.25, rel=1e-3
    )
    wanted = Experiment("chutes_and_ladders", ("roller",) * 3, games=300, fixed_seats=True, repeats=2, trace=0)
    run = load(experiment.run(replace(wanted, out=tmp_path / "one")))
    frame = luck.table(run)
    assert set(frame["part"]) == {"seat with its strategy", "deal", "deal x seat", "whims", luck.LUCK}
    assert part(frame, "wins", "whims")["variance"] == 0
    assert "cannot be told apart" in luck.words(frame, run.about)[-1]


@compiled_only
def test_against_a_fool_pig_is_skill(tmp_path):
    """With p the better one's share of wins, strategy has (p - 1/2)^2 of a variance of 1/4."""
    wanted = Experiment("pig", ("optimal", "random"), games=4_000, seed=3, trace=0)
    run = load(experiment.run(replace(wanted, out=tmp_path / "fool")))
    frame, rows = luck.table(run), run.seats.collect()
    share = rows.filter(pl.col("strategy").cast(pl.String) == "optimal")["win_share"].mean()
    strategy = part(frame, "wins", "strategy")
    assert strategy["share"] == pytest.approx((share - 0.5) ** 2 / 0.25, abs=1e-3) and strategy["low"] > 0.5
    wanted = replace(wanted, strategies=("optimal", "optimal"), out=tmp_path / "equal")
    frame = luck.table(load(experiment.run(wanted)))
    assert "strategy" not in frame["part"] and part(frame, "wins", luck.LUCK)["share"] > 0.9


def test_who_else_sits_there_is_a_part_of_pools(tmp_path):
    run, frame = played(tmp_path / "pool", strategies=(*TABLE, "random"), players=2, games=48 if PLAIN else 1_200)
    named = frame.filter(pl.col("part") != luck.LUCK)
    assert part(frame, "wins", luck.OTHERS)["low"] > 0 or PLAIN
    assert named.group_by("of").agg(pl.col("share").sum())["share"].to_list() == pytest.approx([1, 1])


def test_one_deal_tells_nothing(tmp_path):
    run, frame = played(tmp_path / "run", games=1)
    assert frame.is_empty() and "two deals" in luck.words(frame, run.about)[0]
