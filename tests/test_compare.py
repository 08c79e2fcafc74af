"""Compare finds what is there, finds nothing where nothing is, and says how sure it is."""

import json
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from found import GAMES, compiled_only
from scipy import stats

from reports import compare, headline, paired
from reports.intervals import Moments
from sim import experiment
from sim.cli import answer, main
from sim.experiment import Experiment
from sim.record import PLAIN
from sim.results import load

LUCK = np.random.default_rng(5)
TABLE = Experiment("template", ("stonemason", "random"), games=8 if PLAIN else 400, seed=3, trace=0)
CRASHES = '''"""Falls over in some games."""
from sim.game import AnyState, AnyTables, Desk
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    if state.deal % 4 == {rest} and state.sits[0] == 0:
        raise ValueError("lost the thread")
    return desk.actions[0]
'''


def played(folder, wanted, game=None):
    return headline.by_deal(load(experiment.run(replace(wanted, out=folder))), game)


def rows_of(frame):
    return {row["number"]: row for row in frame.iter_rows(named=True)}


# Differences of two sets of deals.


def test_paired_sides_have_students_interval_and_p():
    base, variant = LUCK.normal(20, 3, 200), LUCK.normal(20.4, 3, 200)
    variant += base / 2
    wanted = stats.ttest_rel(variant, base)
    found = paired.paired(base, variant)
    assert found.p == pytest.approx(wanted.pvalue) and found.interval.n == 200
    assert found.interval[1:3] == pytest.approx(tuple(wanted.confidence_interval(0.95)))
    assert found.gain == pytest.approx((base.var() + variant.var()) / (variant - base).var())


def test_independent_sides_have_welchs_interval_and_p():
    base, variant = LUCK.normal(20, 3, 80), LUCK.normal(21, 6, 300)
    wanted = stats.ttest_ind(variant, base, equal_var=False)
    found = paired.independent(base, variant)
    assert found.p == pytest.approx(wanted.pvalue)
    assert found.interval[1:3] == pytest.approx(tuple(wanted.confidence_interval(0.95)))


def test_where_few_deals_differ_nothing_is_certain():
    same = np.full(500, 0.25)
    found = paired.paired(same, same, is_share=True)
    assert found.p == 1 and found.interval.low == -found.interval.high
    assert found.interval.high == pytest.approx(1 - 0.0125 ** (1 / 500))  # Clopper and Pearson's, half of the error
    other = same.copy()
    other[:5] = 1.25
    found = paired.paired(same, other, is_share=True)
    assert found.p == pytest.approx(2 / 2**5) and found.interval.low < 0 < found.interval.high
    assert paired.independent(same * 0, same * 0, True).interval[1:3] == pytest.approx((-0.0087, 0.0087), abs=1e-4)


@pytest.mark.parametrize("chance, change", [(0.25, 0.0), (0.25, 0.05), (0.004, 0.0), (0.004, 0.01)])
def test_intervals_of_differences_cover_the_truth(chance, change):
    """Deals of four games that share their luck; the variant wins where the base does, and now and then more."""
    times, met, apart = 600, 0, 0
    for _ in range(times):
        luck = LUCK.random((300, 4)) * 0.5 + LUCK.random((300, 1)) * 0.5
        moved = LUCK.random((300, 4)) < 0.3
        again = np.where(moved, LUCK.random((300, 4)) * 0.5 + LUCK.random((300, 1)) * 0.5, luck)
        base, variant = (
            (values < quantile(p)).mean(axis=1) for values, p in ((luck, chance), (again, chance + change))
        )
        found = paired.paired(base, variant, is_share=True).interval
        met += found.low <= change <= found.high
        found = paired.independent(base, np.roll(variant, 1), is_share=True).interval
        apart += found.low <= change <= found.high
    assert met / times > 0.92 and apart / times > 0.92


def quantile(p):
    """Of the mean of two uniform numbers."""
    return np.sqrt(p / 2) if p < 0.5 else 1 - np.sqrt((1 - p) / 2)


def test_games_needed_are_enough():
    """With so many deals the interval would end at the margin; one that knows nothing yet needs more than it has."""
    luck = np.random.default_rng(6)
    base, variant = luck.normal(20, 2, 400), luck.normal(20.3, 2, 400)
    needed = paired.needed(paired.paired(base, variant), within=0.1, family=1)
    size, sd = (variant - base).mean(), (variant - base).std(ddof=1)
    assert size - 1.96 * sd / np.sqrt(needed) == pytest.approx(0.1, abs=1e-3)
    same = paired.paired(np.zeros(12), np.zeros(12), is_share=True)
    assert paired.needed(same, within=0.02, family=1) > 12
    assert paired.needed(paired.paired(base, base + 1), within=1.0, family=1) == np.inf


# Games whose difference is known, planted effects, and nothing.


@compiled_only
def test_chutes_and_ladders_comes_home_sooner_by_what_is_known(tmp_path):
    """exact.py: 39.225122 turns alone at the table, 35.834938 if a roll that is too high comes home."""
    alone = Experiment("chutes_and_ladders", ("roller",), games=20_000, seed=1, fixed_seats=True, trace=0)
    sides = [played(tmp_path / str(exact), replace(alone, changes={"params.exact_finish": exact})) for exact in (1, 0)]
    found = compare.pair(*sides)
    row = rows_of(compare.table(found))["turns"]
    assert found.is_paired and row["deals"] == 20_000 and row["verdict"] == "changed"
    assert row["low"] < 35.834938 - 39.225122 < row["high"]
    assert row["variance_ratio"] > 3 and row["high"] - row["low"] < 0.4
    wanted = stats.ttest_rel(*(side.values["turns"].to_numpy() for side in reversed(sides)))
    assert (row["low"], row["high"]) == pytest.approx(tuple(wanted.confidence_interval(0.95)))


@compiled_only
def test_a_planted_effect_is_found(tmp_path):
    """The second seat begins with one silver more, and a silver is worth a point."""
    base = replace(TABLE, games=4_000, strategies=("stonemason", "stonemason"), changes={"params.silver_per_point": 1})
    steps = replace(base, changes=base.changes | {"params.opening": "stepped"})
    found = compare.pair(played(tmp_path / "base", base), played(tmp_path / "steps", steps))
    rows = rows_of(compare.table(found, {"score": 0.1}))
    assert rows["score.seat_2"]["verdict"] == "changed" and 0.1 < rows["score.seat_2"]["low"]
    assert rows["win_share.stonemason"]["verdict"] == "balanced"  # two of them share all wins, whatever is changed


@compiled_only
def test_where_nothing_is_shown_to_change_that_is_said(here, capsys):
    words = [
        "compare",
        "template",
        "--table",
        "random,random",
        "--games",
        "8",
        "--variant",
        "params.silver=3",
        "--quiet",
    ]
    assert main(words) == 0
    assert "\nchanged: no number, as far as these games can tell\n" in capsys.readouterr().out


def test_nothing_is_found_where_nothing_is(tmp_path):
    """The same experiment under two seeds, again and again; margins of zero, so that anything that is shown counts.

    A family-wise rate of 5 % gives more than 12 alarms of 100 once in a thousand times.
    """
    times, alarms = 100, 0
    deals = played(tmp_path / "run", replace(TABLE, games=2 * 2 * 60 * times, strategies=("stonemason", "learner")))
    for number in range(times):
        sides = [deals.values.slice((2 * number + half) * 60, 60) for half in (0, 1)]
        found = compare.Pair(*(deals._replace(values=side) for side in sides), False, 0, ["seed"])
        frame = compare.table(found, dict.fromkeys(compare.UNITS, 0.0))
        alarms += "changed" in frame["verdict"]
    assert alarms <= 12


def of_turns(turns, faulted=0, deals=None):
    """A side with these turns, and what it says of itself."""
    about = {"games_per_deal": 4, "line_ups": [["one", "two"]], "counts": {"deals": deals or len(turns) + faulted}}
    about |= {"provenance": {}, "seed": 0}
    return headline.Deals(about, pl.DataFrame({"deal": range(len(turns)), "turns": turns}), list(range(faulted)), 0)


def test_games_needed_are_those_that_must_be_played():
    """Of the deals that are played only every tenth may be one that counts: a card is dealt in few of them."""
    luck = np.random.default_rng(7)
    base, variant = luck.normal(20, 2, 100), luck.normal(20.5, 2, 100)
    needed = [
        compare.table(compare.Pair(of_turns(base, deals=deals), of_turns(variant, deals=deals), True, 0, []))
        for deals in (100, 1_000)
    ]
    all_count, few_count = (frame["games_needed"][0] for frame in needed)
    assert all_count > 400 and few_count == pytest.approx(10 * all_count, abs=10)


def test_faulted_deals_of_a_short_side_weigh_more():
    """10 of 110 deals of one side, none of 10,000 of the other: up to 9 points."""
    sides = of_turns(np.ones(10_000)), of_turns(np.ones(100), faulted=10)
    [said] = compare.left_out(compare.Pair(*sides, False, 10, ["seed"]))
    assert "up to 9.1 points" in said


def test_paired_nothing_is_found_where_nothing_is():
    about = {"games_per_deal": 1, "line_ups": [["one", "two"]], "counts": {"deals": 60}}
    times, alarms = 300, 0
    for _ in range(times):
        luck = LUCK.normal(10, 2, (60, 1))
        sides = [
            pl.DataFrame(
                {"deal": range(60)} | dict(zip(headline.OF_GAMES, (luck + LUCK.gamma(1, 2, (60, 6))).T, strict=True))
            )
            for _ in range(2)
        ]
        found = compare.Pair(*(headline.Deals(about, side, [], 0) for side in sides), True, 0, [])
        alarms += "changed" in compare.table(found, dict.fromkeys(compare.UNITS, 0.0))["verdict"]
    assert alarms / times < 0.09


@pytest.mark.parametrize(
    "low, high, p_holm, verdict",
    [
        (-0.01, 0.009, 0.001, "balanced"),
        (0.011, 0.03, 0.001, "changed"),
        (-0.03, -0.011, 0.001, "changed"),
        (0.009, 0.03, 0.001, "cannot tell"),
        (0.011, 0.03, 0.2, "cannot tell"),
    ],
)
def test_verdicts_go_by_the_whole_interval_and_the_family(low, high, p_holm, verdict):
    assert compare.verdict(low, high, 0.01, p_holm) == verdict


# Headline numbers.


def test_headline_numbers_are_those_of_the_tables(tmp_path):
    run = load(experiment.run(replace(TABLE, out=tmp_path / "run")))
    found = headline.by_deal(run, GAMES["template"])
    games, seats = run.games.collect(), run.seats.collect()
    assert found.values.columns[1:8] == [*headline.OF_GAMES, "win_share.stonemason"]
    assert set(headline.names(run.about)) <= set(found.values.columns)
    assert found.values["turns"].mean() == pytest.approx((games["turns"] / games["players"]).mean())
    assert found.values["margin"].mean() == pytest.approx(games["margin"].mean())
    for who, rows in (("stonemason", pl.col("strategy") == "stonemason"), ("seat_2", pl.col("seat") == 2)):
        assert found.values[f"score.{who}"].mean() == pytest.approx(seats.filter(rows)["score"].mean())
        assert found.values[f"win_share.{who}"].mean() == pytest.approx(seats.filter(rows)["win_share"].mean())


@pytest.mark.parametrize("fixed", [False, True])
def test_players_are_told_apart_by_where_they_sit(tmp_path, fixed):
    """With different strategies they are the strategies; with equal ones, equal in sum."""
    three = replace(TABLE, strategies=("stonemason", "random", "learner"), games=9, fixed_seats=fixed)
    found = played(tmp_path / "three", three, GAMES["template"]).values
    for number, name in enumerate(three.strategies, start=1):
        assert found[f"score.player_{number}"].to_list() == found[f"score.{name}"].to_list()
    same = replace(TABLE, strategies=("random", "stonemason", "random"), games=9, fixed_seats=fixed)
    found = played(tmp_path / "same", same, GAMES["template"]).values
    both = (found["score.player_1"] + found["score.player_3"]) / 2
    assert both.to_list() == pytest.approx(found["score.random"].to_list())
    assert found["score.player_1"].to_list() != found["score.player_3"].to_list()


def test_a_deal_with_a_fault_is_left_out_on_both_sides(tmp_path):
    sides = []
    for rest in (1, 2):
        (tmp_path / f"crasher_{rest}.py").write_text(CRASHES.replace("{rest}", str(rest)))
        wanted = replace(TABLE, strategies=(str(tmp_path / f"crasher_{rest}.py"), "random"), games=32)
        sides.append(played(tmp_path / f"run-{rest}", wanted))
    found = compare.pair(*sides)
    assert found.base.values["deal"].to_list() == found.variant.values["deal"].to_list()
    assert {deal % 4 for deal in found.base.values["deal"]} == {0, 3} and found.faulted == 8
    frame = compare.table(found)
    assert frame["deals"].to_list() == [8] * len(frame)
    assert any("Left out on both sides for faults: 8 deals" in line for line in compare.words(frame, found))


@pytest.mark.parametrize(
    "change, why",
    [
        ({"seed": 4}, ["seed"]),
        ({"games": 4}, ["number of deals"]),
        ({"fixed_seats": True}, ["number of deals", "seatings"]),
        ({"strategies": ("stonemason", "random", "random"), "games": 12}, ["seatings"]),
        ({"changes": {"params.silver": 3}}, []),
        ({"strategies": ("learner", "random")}, []),
    ],
)
def test_only_the_same_deals_and_seatings_pair(tmp_path, change, why):
    small = replace(TABLE, games=8)
    found = compare.pair(played(tmp_path / "base", small), played(tmp_path / "other", replace(small, **change)))
    assert found.why_not == why and found.is_paired is not bool(why)
    frame = compare.table(found)
    said = " ".join(compare.words(frame, found))
    assert ("compared as independent" in said) is bool(why)
    assert "win_share.random" in frame["number"]


# The command.

FEW = ["compare", "template", "--table", "stonemason,random", "--games", "8", "--seed", "5"]
CHANGE = ["--base", "params.silver=2", "--variant", "params.silver=3"]


def test_prints_what_is_changed_and_every_number(here, capsys):
    assert main([*FEW, *CHANGE]) == 0
    said = capsys.readouterr().out
    assert "params.silver: 2 -> 3" in said and "Seed 5" in said and "same 4 deals" in said
    for name in ("win_share.stonemason", "score.seat_2", "turns", "rounds", "tied", "margin", "lead_changes"):
        assert re.search(rf"^{re.escape(name)} .*(balanced|changed|cannot tell)", said, re.M), name
    assert all(len(line) <= 100 for line in said.splitlines()) and not list(here.iterdir())


def test_json_csv_and_the_runs_say_the_same(here, capsys):
    assert main([*FEW, *CHANGE, "--json", "--csv", "table.csv", "--out", "both", "--quiet"]) == 0
    said = capsys.readouterr()
    told, table = json.loads(said.out), pl.read_csv("table.csv")
    assert said.err == "" and told["is_paired"] and told["family"] == len(table) == len(told["numbers"])
    assert [row["number"] for row in told["numbers"]] == table["number"].to_list()
    assert told["base"]["changes"] == {"params.silver": 2} and told["variant"]["changes"] == {"params.silver": 3}
    assert main(["compare", "--base", "both/base", "--variant", "both/variant", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    again = load(here / "both" / "variant").seats.collect()
    assert told["numbers"][0]["variant"] is not None and len(again) == 16


def test_the_figure_has_a_dot_for_each_number(tmp_path, here):
    small = replace(TABLE, games=8)
    sides = played(tmp_path / "one", small), played(tmp_path / "two", replace(small, changes={"params.silver": 3}))
    frame = compare.table(compare.pair(*sides))
    ax = compare.chart(frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == frame.filter(pl.col("within") > 0)[
        "number"
    ].to_list()
    assert main([*FEW, *CHANGE, "--png", "c.png", "--quiet"]) == 0
    assert (here / "c.png").read_bytes().startswith(b"\x89PNG")


def test_two_strategies_at_one_place_of_the_table(here, capsys):
    words = ["compare", "template", "--table", "random,random,random", "--games", "12", "--json"]
    assert main([*words, "--base", "strategy.2=stonemason", "--variant", "strategy.2=learner"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["variant"]["line_ups"] == [["random", "learner", "random"]]
    names = [row["number"] for row in told["numbers"]]
    assert "win_share.player_2" in names and "win_share.player_1" not in names
    assert "score.random" in names and "score.learner" not in names


def test_an_interrupted_comparison_goes_on(here, capsys, monkeypatch):
    with monkeypatch.context() as during:
        asked = iter([False] * 2)
        during.setattr("sim.experiment.stop_on_signal", lambda: Stopped(asked))
        during.setattr("sim.batch.LARGEST", 4)
        assert answer([*FEW, *CHANGE, "--out", "both", "--threads", "1"]) == 130  # main() may end the process
    said = capsys.readouterr()
    assert said.out == "" and "finished games are kept in both; --resume goes on with them" in said.err
    assert main([*FEW, *CHANGE, "--out", "both", "--resume", "--json", "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main([*FEW, *CHANGE, "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["numbers"] == told["numbers"]


class Stopped:
    """stop_on_signal() that says no so many times, then yes."""

    def __init__(self, answers):
        self.answers = answers

    def __enter__(self):
        return lambda: next(self.answers, True)

    def __exit__(self, *error):
        return False


@pytest.mark.parametrize(
    "line, says",
    [
        ("compare template", "base and variant are the same"),
        ("compare --variant params.silver=3", "say what is played"),
        ("compare tempalte --variant params.silver=3", "did you mean template?"),
        ("compare template --variant params.silvr=3", "did you mean silver?"),
        (
            "compare template --variant params.silver",
            "neither a change (name=value), nor a TOML file, nor a run folder",
        ),
        ("compare template --variant strategy=stonemasn", "did you mean stonemason?"),
        ("compare template --variant strategy.9=random", "say strategy.1=NAME to strategy.4=NAME"),
        ("compare template --strategies random,learner --players 2 --variant strategy=random", "a pool has no places"),
        ("compare template --variant params.silver=3 --within winshare=1", "did you mean win_share?"),
        ("compare template --variant params.silver=3 --within score=x", "say a number and how much of it"),
        ("compare template --variant params.silver=3 --resume", "say what to go on with (--out)"),
        ("compare template --variant params.silver=3 --csv nowhere/a.csv", "nowhere: there is no such folder"),
        ("compare template --variant until.toml", "until: sides are to be of one length"),
        ("compare template --variant nowhere.toml", "nowhere.toml: No such file"),
        ("compare template --variant until.toml --variant other.toml", "a side is one experiment"),
    ],
)
def test_a_mistake_is_told_in_one_line(line, says, here, capsys):
    (here / "until.toml").write_text('game = "template"\nstrategies = ["random", "random"]\nuntil = "score +- 1"')
    assert main(line.split()) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and said.out == "", said.err


def test_runs_are_not_kept_within_a_run(here, capsys):
    assert main(["run", "template", "--table", "random,random", "--games", "2", "--out", "one", "--quiet"]) == 0
    files = sorted((here / "one").rglob("*"))
    for words in ("compare template --variant params.silver=3", "sweep template --set params.silver=1,2"):
        assert main([*words.split(), "--games", "4", "--out", "one"]) == 2
        assert capsys.readouterr().err == "meeplecarlo: one: is the folder of a run; name another\n"
    assert sorted((here / "one").rglob("*")) == files


def test_two_runs_without_a_side_are_refused_with_the_line_that_compares_them(here, capsys):
    assert main(["compare", "runs/a", "runs/b"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "two runs are --base runs/a --variant runs/b" in said


def test_a_run_that_was_played_is_not_changed(here, capsys):
    assert main([*FEW, *CHANGE, "--out", "both", "--quiet"]) == 0
    assert main(["compare", "--base", "both/base", "--variant", "both/base", "--variant", "params.silver=4"]) == 2
    assert "cannot be changed any more" in capsys.readouterr().err


def test_moments_of_a_side_are_those_of_its_deals():
    assert paired.t_test(Moments.of(np.array([1.0]))) == 1.0
    assert compare.shortened(83_500) == "84k" and compare.shortened(1_200_001) == "2M" and compare.shortened(40) == "40"
