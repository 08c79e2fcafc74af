"""What a run of The King's Abbey holds: where prestige comes from, what dice and cards are used for, what is lost."""

import polars as pl
import pytest

from sim.cli import main
from sim.games.abbey import GAME
from sim.games.abbey.names import Cause, Round, Source, Use
from sim.games.abbey.scenes import box
from sim.results import load

DICE = [f"uses_{use.name.lower()}" for use in list(Use)[:13]]
LOSSES = [f"lost_{cause.name.lower()}" for cause in Cause]
DEFENSE, UNMATCHED = ([f"{what}_{round_.name.lower()}" for round_ in Round] for what in ("defense", "unmatched"))
SOURCES = (
    "start buildings towers wall crusades vikings clergy animals seconds firsts hunger darkness unbuilt uncompleted"
).split()
CARDS, STEPS = ("buildings", "seconds", "crusades"), ("dealt", "offered", "taken", "used")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Four games of two strategies that build, fight and crusade."""
    folder = tmp_path_factory.mktemp("abbey") / "run"
    words = ["run", "abbey", "--table", "balanced,crusader", "--games", "4", "--seed", "1", "--trace", "1", "--quiet"]
    assert main([*words, "--out", str(folder)]) == 0
    return load(folder)


@pytest.fixture(scope="module")
def seats(run):
    return run.seats.collect()


def test_the_sources_of_prestige_add_up_to_the_score(seats):
    columns = [name for name in seats.columns if name.startswith("score_")]
    assert columns == [f"score_{name}" for name in SOURCES]
    assert (seats.select(pl.sum_horizontal(columns)).to_series() == seats["score"]).all()
    gains, losses = columns[1:8], columns[10:]
    assert (seats.select(pl.max_horizontal(losses)).to_series() <= 0).all()
    assert all((seats[name] > 0).any() for name in gains if name != "score_clergy")
    assert {source.name.lower() for source in Source} < {*SOURCES}


def test_every_die_has_one_purpose_and_every_use_is_counted(seats):
    assert [name for name in seats.columns if name.startswith("uses_")][: len(DICE)] == DICE
    dice = seats.select(pl.sum_horizontal(DICE)).to_series()
    most = seats.select(63 + 7 * (pl.col("buildings") > 0)).to_series()  # R5.1: a Monk's Quarters may add a die
    assert (dice <= most).all() and (dice > 40).all()
    assert (seats["uses_altar"] == (seats["altar_round"] > 0)).all()
    assert (seats["uses_tower"] == seats["towers"]).all()


def test_losses_have_causes(seats):
    assert [name for name in seats.columns if name.startswith("lost_")] == LOSSES
    lost = seats.select(pl.sum_horizontal(LOSSES)).to_series()
    assert (lost + seats["peasants"] <= 15).all() and lost.sum() > 0  # R1.4
    assert (seats["score_darkness"] <= 0).all() and (seats["lost_crusade"] == seats["uses_give_up"]).all()


def test_defense_against_the_darkness_is_there_round_by_round(seats):
    """R16.2: what is unmatched is the level less the defense; each such level costs 2 prestige."""
    assert all(name in seats.columns for name in (*DEFENSE, *UNMATCHED))
    levels = [int(box().darkness[number].level) for number in range(7)]
    for level, defense, unmatched in zip(levels, DEFENSE, UNMATCHED, strict=True):
        gap = (level - seats[defense]).clip(0)
        assert ((seats[unmatched] - gap).is_in([0, 1])).all()  # 1: a Long night
    assert (seats.select(-2 * pl.sum_horizontal(UNMATCHED)).to_series() == seats["score_darkness"]).all()


def test_cards_are_counted_by_kind_from_the_pile_to_the_table(seats):
    """Sets of kinds: what was built had been bought, and what was bought dealt or offered."""
    for cards in CARDS:
        dealt, offered, taken, used = (seats[f"{cards}_{what}"].to_list() for what in STEPS)
        assert any(used), cards
        for there, bought, built in zip(map(int.__or__, dealt, offered), taken, used, strict=True):
            assert built & ~bought == 0 and bought & ~there == 0, cards
    built = zip(seats["buildings_used"], seats["seconds_used"], strict=True)
    copies = [first.bit_count() + second.bit_count() for first, second in built]
    assert all(standing <= built for standing, built in zip(seats["buildings"], copies, strict=True))


def test_the_course_of_a_game_is_kept_round_by_round(run, seats):
    trace = run.trace.collect()
    assert trace["round"].unique().sort().to_list() == [1, 2, 3, 4, 5, 6, 7]
    ends = trace.filter(pl.col("round") == 7).join(seats, on=["game", "seat"])
    assert len(ends) == 2 * 2 and (ends["standing"] - ends["score"]).abs().max() <= 40
    assert run.trace_uses is not None and set(DICE) < set(run.trace_uses.collect_schema().names())


def test_every_column_has_its_sentence():
    from sim.results import columns

    told = columns(GAME)["seats"]
    assert all(told[name] for name in (*DICE, *LOSSES, *DEFENSE, *UNMATCHED))
