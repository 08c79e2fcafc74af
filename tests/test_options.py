"""Who does what and when, and what a verb is worth: noted decisions against the game told step by step, planted habits
found and planted nothings not, and players kept from a verb."""

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from found import GAMES, every_game, listed
from scipy import stats

import heuristics
from reports import compare, headline, options
from sim import batch, deeds, experiment
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.record import PLAIN
from sim.replay import go_on, opened, played_by_rows
from sim.results import Results, load

TABLE = ("stonemason", "carpenter", "learner", "random")
SMALL = Experiment("template", TABLE, games=16 if PLAIN else 1_200, seed=5, trace=3 if PLAIN else 25)
LUCK = np.random.default_rng(21)


def played(folder, **settings):
    return load(experiment.run(replace(SMALL, out=folder, **settings)))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return played(tmp_path_factory.mktemp("options") / "run")


# What is noted.


@every_game
def test_noted_decisions_are_those_of_the_game_told_step_by_step(game):
    seats = game.seats[len(game.seats) // 2]
    names = [listed(game)[number % len(listed(game))] for number in range(seats)]
    line_up = tuple(heuristics.named(names, game))
    job = batch.job(game, [line_up], root=4, follows=1, repeats=2)
    chunk = batch.play_chunk(job, 0, 2 if PLAIN else 4)[0]
    names = deeds.verbs_of(game).names
    assert set(chunk.deeds) == set(chunk.rows["game"])
    for row in chunk.rows:
        seating, rounds = job.seating(int(row["game"])), int(row["rounds"])
        how = {"rotation": seating.rotation, "repeat": seating.repeat}
        state, tables = opened(game, seats, seating.deal, job.root, job.tables, **how)
        told = Counter()
        for step in go_on(game, state, tables, played_by_rows(game, job.rows, 0)):
            verb = next(verb for verb, (first, last) in game.verbs.items() if first <= step.action <= last)
            third = next(third for third in (1, 2, 3) if 3 * step.before.rounds <= rounds * third + 2 or third == 3)
            told[third - 1, int(step.before.seat), names.index(verb)] += 1
        noted = chunk.deeds[int(row["game"])]
        assert {place: noted[place] for place in zip(*np.nonzero(noted), strict=True)} == told


def test_verbs_that_are_counted_twice_are_counted_alike(run):
    """The template's own counters are of the same actions."""
    noted = run.verbs.group_by("game", "seat").agg(pl.col("^verb_.*$").sum())
    rows = run.seats.join(noted, on=["game", "seat"]).collect()
    assert len(rows) >= 4 * run.about["games_per_deal"]
    for name in ("quarry", "forest", "market", "guild", "recall", "build"):
        assert (rows[f"verb_{name}"] == rows[f"uses_{name}"]).all()


def test_no_action_is_told_by_two_verbs():
    for game in GAMES.values():
        names, of = deeds.verbs_of(game)
        covered = {action for first, last in game.verbs.values() for action in range(first, last + 1)}
        assert {int(action) for action in np.flatnonzero(of >= 0)} == covered and len(set(names)) == len(names)


def test_few_deals_are_followed_and_whole_ones():
    rows = np.zeros(40_000, [("deal", "i8"), ("status", "i4")])
    rows["deal"] = np.arange(len(rows)) // 4
    deals = rows["deal"][deeds.wanted(rows, 25, 4)]
    assert set(deals) == {*range(25), *range(0, 10_000, 50)} and len(deals) == 4 * len(set(deals))
    assert not len(deeds.wanted(rows, 0, 4)) and len(deeds.wanted(rows, 25, 2_000)) == 4 * 200
    rows["status"][2] = 1
    assert 2 not in deeds.wanted(rows, 25, 4)


def test_a_run_that_follows_none_says_so(tmp_path):
    run = played(tmp_path / "run", games=8, trace=0)
    assert run.verbs is None and options.table(run).is_empty()
    assert "No game of this run was followed" in options.words(options.table(run))[0]


# What is told.


def test_means_are_those_of_the_rows(run):
    frame, names = options.table(run), deeds.verbs_of(GAMES["template"]).names
    rows = run.verbs.join(run.seats.select("game", "seat", "strategy", "win_share"), on=["game", "seat"]).collect()
    rows = rows.with_columns(pl.col("strategy").cast(pl.String))
    whole = rows.group_by("game", "seat", "strategy", "win_share").agg(pl.col("^verb_.*$").sum())
    for name in ("quarry", "plan"):
        assert name in names
        told = {(r["who"], r["third"]): r["mean"] for r in frame.filter(pl.col("verb") == name).iter_rows(named=True)}
        uses, won = whole[f"verb_{name}"].to_numpy(), whole["win_share"].to_numpy()
        assert told["everyone", 0] == pytest.approx(uses.mean())
        assert told["winners", 0] == pytest.approx(np.average(uses, weights=won))
        assert told["others", 0] == pytest.approx(np.average(uses, weights=1 - won))
        assert told["winners less others", 0] == pytest.approx(told["winners", 0] - told["others", 0])
        for who in TABLE:
            for third in (1, 2, 3):
                mine = rows.filter((pl.col("strategy") == who) & (pl.col("third") == third))
                assert told[who, third] == pytest.approx(mine[f"verb_{name}"].mean())
            assert sum(told[who, third] for third in (1, 2, 3)) == pytest.approx(told[who, 0])


def run_of(effect, deals=60):
    """Two strategies at four seats do 12 things by chance; winners do the first of them more often by `effect`."""
    games, seats, verbs = 4, 4, 12
    shape = (deals, games, seats)
    won = np.zeros(shape)
    np.put_along_axis(won, LUCK.integers(seats, size=(deals, games, 1)), 1.0, axis=2)
    means = np.full((*shape, 3, verbs), 0.4) + LUCK.gamma(2, 0.1, (deals, 1, 1, 1, verbs))
    means[..., 0] += effect / 3 * won[..., None]
    counts = np.moveaxis(LUCK.poisson(means), 3, 2).reshape(-1, verbs).astype(np.int32)  # game, third, seat
    numbers = np.arange(deals * games)
    beside = {"game": np.repeat(numbers, seats), "seat": np.tile(np.arange(1, seats + 1), len(numbers))}
    sat = np.tile(["one", "other"], len(numbers) * 2)
    seats_frame = pl.DataFrame({**beside, "strategy": sat, "win_share": won.ravel()}).lazy()
    frame = pl.DataFrame(
        {"game": np.repeat(numbers, 3 * seats), "deal": np.repeat(numbers // games, 3 * seats)}
        | {"third": np.tile(np.repeat([1, 2, 3], seats), len(numbers)), "seat": np.tile(range(1, 5), 3 * len(numbers))}
        | {f"verb_{number}": counts[:, number] for number in range(verbs)}
    )
    about = {"line_ups": [["one", "other"] * 2], "games_per_deal": games, "counts": {"whole_deals": deals}}
    return Results(about, frame.lazy(), seats_frame, None, None, [], frame.lazy())


def test_a_planted_habit_of_winners_is_found_and_a_planted_nothing_is_not():
    times, alarms, met = 20 if PLAIN else 300, 0, 0
    for _ in range(times):
        frame = options.table(run_of(0.0))
        gaps = frame.filter((pl.col("who") == options.GAP) & (pl.col("third") == 0))
        alarms += bool(((gaps["all_low"] > 0) | (gaps["all_high"] < 0)).any())
        met += int(((gaps["low"] <= 0) & (gaps["high"] >= 0)).sum())
    assert alarms / times <= (0.2 if PLAIN else 0.08) and 0.93 <= met / times / 12 <= 0.97
    found = options.words(options.table(run_of(0.6)))
    assert any(words.startswith("Winners beside the others, more often: 0 +0.") for words in found), found


def test_strategies_are_set_side_by_side_by_ends_that_hold_together():
    """Over twelve verbs and two strategies."""
    run = run_of(0.0)
    frame = options.table(run).filter((pl.col("who") == "one") & (pl.col("third") == 0))
    rows = run.verbs.collect().join(run.seats.collect(), on=["game", "seat"]).filter(pl.col("strategy") == "one")
    uses = rows.group_by("deal").agg(pl.col("verb_3").sum() / 8)["verb_3"].to_numpy()  # of 4 games, 2 seats
    row = frame.filter(pl.col("verb") == "3").row(0, named=True)
    wanted = stats.t.interval(1 - 0.05 / 24, len(uses) - 1, uses.mean(), stats.sem(uses))
    assert (row["all_low"], row["all_high"]) == pytest.approx(wanted)


def test_what_nobody_does_is_named_and_what_is_rare_has_no_interval(run):
    quiet = run._replace(verbs=run.verbs.with_columns(pl.lit(0).alias("verb_plan"), pl.lit(0).alias("verb_guild")))
    frame = options.table(quiet)
    assert "Never done by anybody here: guild, plan." in options.words(frame)
    never = frame.filter((pl.col("verb") == "plan") & (pl.col("who") != options.GAP))
    assert never["low"].null_count() == len(never)


def test_what_was_seen_in_few_deals_is_not_told_as_a_bound():
    """ "> 99.9 %" is said of thousands; of the uses in 20 deals all were in one third, and no more."""
    found = run_of(0.0)
    first = pl.when(pl.col("third") == 1).then(pl.col("verb_0")).otherwise(0)
    told = options.timing(options.table(found._replace(verbs=found.verbs.with_columns(first.alias("verb_0")))))
    assert told[0].startswith("Earliest: 0 (all of its uses that were seen) in the first third") and ">" not in told[0]


# What is forbidden.


def uses(run, who, name):
    rows = run.seats.filter(pl.col("strategy").cast(pl.String) == who).collect()
    return rows[f"uses_{name}"].to_numpy()


def test_a_strategy_does_without(run, tmp_path):
    banned = played(tmp_path / "run", forbid=("stonemason:quarry",))
    assert uses(run, "stonemason", "quarry").mean() > 2
    assert not uses(banned, "stonemason", "quarry").any()  # another place is always there
    assert uses(banned, "carpenter", "quarry").any() and uses(banned, "random", "quarry").any()


def test_what_a_strategy_never_does_is_worth_nothing(tmp_path):
    """Forbidding it changes not a single row."""
    mine = tmp_path / "plain.toml"
    mine.write_text(
        '[plain]\nabout = "Wood and stone."\ndo = ["plan", "build", "quarry if stone < 4", "forest", "recall"]\n'
    )
    wanted = {"strategies": ("plain", "random", "learner"), "files": (str(mine),)}
    free, banned = (
        played(tmp_path / name, forbid=forbid, **wanted)
        for name, forbid in (("free", ()), ("banned", ("plain:market", "plain:guild")))
    )
    assert not uses(free, "plain", "market").any() and uses(free, "plain", "forest").any()
    assert free.seats.collect().equals(banned.seats.collect()) and free.games.collect().equals(banned.games.collect())


def test_whims_and_thinkers_are_kept_from_it_too(tmp_path):
    mine = tmp_path / "moody.toml"
    mine.write_text('[moody]\nabout = "Now this, now that."\ndo = ["quarry", "any"]\nwhim = 0.6\n')
    code = tmp_path / "stubborn.py"
    code.write_text(STUBBORN)
    table = ("moody", "stubborn", "random")
    wanted = {"strategies": table, "files": (str(mine), str(code)), "games": 12 if PLAIN else 300}
    free, banned = (
        played(tmp_path / name, forbid=forbid, **wanted) for name, forbid in (("free", ()), ("banned", ("quarry",)))
    )
    for who in table:
        assert uses(free, who, "quarry").any() and not uses(banned, who, "quarry").any()
    assert banned.about["faults"]["by_status"] == {}


STUBBORN = '''"""Wants the quarry, whatever is on its list."""
from sim.games.template.cards import Tables
from sim.games.template.names import Question
from sim.games.template.state import Scratch, State
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    if state.question == Question.TURN and state.players[state.seat].workers > 0:
        return 0
    return scratch.actions[0]
'''


def test_what_is_the_only_thing_left_is_done_and_counted(tmp_path):
    """With neither a place nor a building to go to, one may recall all the same."""
    run = played(tmp_path / "run", forbid=("place", "build", "recall"))
    frame = options.table(run)
    mean = frame.filter((pl.col("who") == "everyone") & (pl.col("verb") == options.KEPT) & (pl.col("third") == 0))[
        "mean"
    ]
    noted = run.verbs.select(
        pl.sum_horizontal("verb_quarry", "verb_forest", "verb_market", "verb_guild", "verb_build", "verb_recall").sum()
    )
    games = run.verbs.select(pl.col("game").n_unique()).collect().item()
    assert mean[0] == pytest.approx(noted.collect().item() / games / 4) and mean[0] > 0
    assert options.kept(frame)[0].startswith("Nothing else was legal, and so it was done")


def test_one_of_two_alike_is_kept_from_it(tmp_path):
    run = played(tmp_path / "run", strategies=("stonemason", "stonemason", "random"), forbid=("2:quarry",))
    names = ["stonemason", "stonemason without quarry", "random"]
    assert run.about["line_up"] == names
    assert uses(run, names[0], "quarry").any() and not uses(run, names[1], "quarry").any()


def test_forbidden_to_all_is_the_same_as_forbidden_to_each(tmp_path):
    one = played(tmp_path / "all", forbid=("guild",))
    other = played(tmp_path / "each", forbid=tuple(f"{who}:guild" for who in TABLE))
    assert one.seats.collect().equals(other.seats.collect())


@pytest.mark.parametrize(
    "words, says",
    [
        ("quary", "did you mean quarry"),
        ("stonemson:quarry", "did you mean stonemason"),
        ("5:quarry", "places 1 to 4"),
        ("stonemason:", "unknown"),
    ],
)
def test_a_mistake_is_told(words, says, tmp_path):
    with pytest.raises(BoxError, match=says):
        experiment.run(replace(SMALL, forbid=(words,), out=tmp_path / "run"))


def test_a_pool_has_no_places(tmp_path):
    with pytest.raises(BoxError, match="a pool has no places"):
        experiment.run(replace(SMALL, players=2, forbid=("2:quarry",), out=tmp_path / "run"))


def test_more_than_a_plan_holds_is_refused(tmp_path):
    words = ("quarry", "forest", "market", "guild", "recall", "build", "keep", "plan", "place")
    with pytest.raises(BoxError, match="9 verbs are more than 8"):
        experiment.run(replace(SMALL, forbid=words, out=tmp_path / "run"))


def test_compare_says_what_it_is_worth_and_to_whom(tmp_path, capsys):
    words = ["compare", "template", "--table", ",".join(TABLE), "--games", str(SMALL.games), "--quiet"]
    assert main([*words, "--variant", "forbid=stonemason:quarry"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "forbidden: nothing -> stonemason:quarry" in told and "stonemason is another" not in told
    assert "To stonemason as it is written, quarry is worth" in told
    assert "It has not learned to do without. What is forbidden was never the only thing that was legal" in told


def test_its_worth_is_the_difference_on_the_same_deals(run, tmp_path):
    banned = played(tmp_path / "run", forbid=("stonemason:quarry",))
    found = compare.pair(headline.by_deal(run), headline.by_deal(banned))
    assert found.is_paired
    share = [side.seats.filter(pl.col("strategy").cast(pl.String) == "stonemason").collect() for side in (run, banned)]
    worth = 100 * (share[0]["win_share"].mean() - share[1]["win_share"].mean())
    [said] = options.worth(compare.table(found), run.about, banned.about)
    assert f"quarry is worth {worth:.1f} percentage points of its share of wins" in said
