"""A sweep plays every case on the same deals, and says where a figure breaks even."""

import json
import math
import re

import polars as pl
import pytest
from found import compiled_only

from reports import headline, sweep
from reports.intervals import Interval
from reports.targets import target
from sim import experiment
from sim.cli import answer, main
from sim.results import load, read_about

FEW = ["sweep", "template", "--table", "stonemason,random", "--games", "8", "--seed", "5"]
SILVER = ["--set", "params.silver=1,2,3"]


# Break-even.


def cases_at(*points):
    """Cases of one number, with (low, mean, high) of one figure."""
    about = {"line_ups": [["one", "two"]], "seed": 0}
    return [
        sweep.Case(titled({"params.tax": at}), about, 100, 0, {"win_share.one": Interval(mean, low, high, 100)}, {})
        for at, (low, mean, high) in points
    ]


def titled(changes):
    return sweep.Titled(changes, changes)


def test_break_even_is_where_the_line_crosses_what_is_even():
    """From 0.4 to 0.6: half-way; the ends of the intervals cross half a step of a tenth earlier and later."""
    cases = cases_at((1, (0.35, 0.4, 0.45)), (3, (0.55, 0.6, 0.65)))
    [found] = sweep.crossings(cases, ["win_share.one"])
    assert found[:2] == ("win_share.one", 0.5) and found[2:] == pytest.approx((2.0, 1.5, 2.5))
    [back] = sweep.crossings(cases[::-1], ["win_share.one"])
    assert back == found


def test_break_even_is_not_told_beyond_what_was_tried():
    [found] = sweep.crossings(cases_at((1, (0.45, 0.49, 0.53)), (2, (0.48, 0.52, 0.56))), ["win_share.one"])
    assert found.at == pytest.approx(1.25 + 1 / 12) and found.low == -math.inf and found.high == math.inf
    assert "(below what was tried to beyond what was tried)" in sweep.crossing_words(found, "params.tax")
    assert not sweep.crossings(cases_at((1, (0.3, 0.4, 0.5)), (2, (0.2, 0.3, 0.4))), ["win_share.one"])


def test_every_crossing_has_its_own_stretch():
    cases = cases_at((0, (0.3, 0.4, 0.45)), (1, (0.6, 0.7, 0.8)), (2, (0.2, 0.3, 0.4)))
    one, other = sweep.crossings(cases, ["win_share.one"])
    assert one.low < one.at < one.high < 1 < other.low < other.at < other.high


def test_ends_of_a_target_are_levels_and_words_are_not_numbers():
    cases = cases_at((1, (0.35, 0.4, 0.45)), (3, (0.55, 0.6, 0.65)))
    found = sweep.crossings(cases, ["win_share.one"], [target("win_share.one in 0.45..0.55")])
    assert [crossing.level for crossing in found] == [0.45, 0.55]
    pairs = zip(cases, ("low", "high"), strict=True)
    words = [case._replace(title=titled({"params.tax": value})) for case, value in pairs]
    both = [case._replace(title=titled(case.title.changes | {"params.silver": 1})) for case in cases]
    truth = [case._replace(title=titled({"params.tax": bool(at)})) for at, case in enumerate(cases)]
    assert not any(sweep.crossings(given, ["win_share.one"]) for given in (words, both, truth))


# The command.


def test_prints_a_table_for_each_figure(here, capsys):
    assert main([*FEW, *SILVER]) == 0
    said = capsys.readouterr()
    for name in ("seat_spread", "win_share.stonemason", "win_share.random", "turns"):
        assert re.search(rf"^params.silver  {name}\b.*\n1 .*\n2 .*\n3 ", said.out, re.M), name
    assert "3 cases of 8 games" in said.out and "from 4 deals of each case" in said.out
    assert all(len(line) <= 100 for line in said.out.splitlines()) and not list(here.iterdir())
    assert "case 2 of 3: params.silver=2" in said.err and "s left" in said.err


def test_figures_are_those_of_runs_by_themselves(here, capsys):
    assert main([*FEW, *SILVER, "--json", "--csv", "table.csv", "--quiet", "--out", "cases"]) == 0
    said = capsys.readouterr()
    told, table = json.loads(said.out), pl.read_csv("table.csv")
    assert said.err == "" and len(told["figures"]) == len(table) == 12
    assert [case["changes"] for case in told["cases"]] == [{"params.silver": value} for value in (1, 2, 3)]
    words = ["run", "template", "--table", "stonemason,random", "--games", "8", "--seed", "5", "--quiet"]
    assert main([*words, "--set", "params.silver=3", "--out", "alone"]) == 0
    alone = headline.by_deal(load("alone")).values
    first = headline.by_deal(load("cases/params.silver=1")).values
    assert headline.by_deal(load("cases/params.silver=3")).values.equals(alone)
    [row] = [row for row in told["figures"] if (row["figure"], row["case"]) == ("turns", 3)]
    assert row["value"] == pytest.approx(alone["turns"].mean())
    assert row["difference"] == pytest.approx(alone["turns"].mean() - first["turns"].mean())


def test_several_numbers_make_a_grid_and_a_file_makes_its_cases(here, capsys):
    words = [*FEW, "--show", "turns", "--json", "--quiet"]
    assert main([*words, "--set", "params.silver=1,2", "--set", "params.opening=equal,stepped"]) == 0
    cases = [case["changes"] for case in json.loads(capsys.readouterr().out)["cases"]]
    grid = [(1, "equal"), (1, "stepped"), (2, "equal"), (2, "stepped")]
    assert [(case["params.silver"], case["params.opening"]) for case in cases] == grid
    (here / "cases.csv").write_text("params.silver, strategy.2\n1, learner\n3, random\n")
    assert main([*words, "--cases", "cases.csv", "--set", "params.gift=1"]) == 0
    told = json.loads(capsys.readouterr().out)["cases"]
    assert [list(case["changes"].values()) for case in told] == [[1, "learner", 1], [3, "random", 1]]
    assert "stonemason,learner" in told[0]["command"] and "stonemason,random" in told[1]["command"]


def test_cases_may_have_names_and_empty_cells(here, capsys):
    (here / "cases.csv").write_text("name,params.silver,params.gift\nthe box,,\nmuch silver,9,\ntwo gifts,,2\n")
    words = [*FEW, "--show", "turns", "--cases", "cases.csv", "--quiet"]
    assert main([*words, "--out", "cases", "--csv", "table.csv"]) == 0
    assert re.search(r"^name         turns .*\nthe box .*\nmuch silver .*\ntwo gifts ", capsys.readouterr().out, re.M)
    folders = sorted(one.name for one in (here / "cases").iterdir() if one.is_dir())
    assert folders == ["much silver", "the box", "two gifts"]
    assert pl.read_csv("table.csv")["name"].to_list() == ["the box", "much silver", "two gifts"]
    assert main([*words, "--json", "--set", "params.workers=3,4"]) == 0
    told = json.loads(capsys.readouterr().out)["cases"]
    assert [case["changes"] for case in told][1:4] == [
        {"params.workers": 4},
        {"params.silver": 9, "params.workers": 3},
        {"params.silver": 9, "params.workers": 4},
    ]
    assert told[3]["shown"] == {"name": "much silver", "params.workers": 4}


def test_players_are_turned_like_a_number(here, capsys):
    words = ["sweep", "template", "--table", "stonemason", "--games", "6", "--set", "players=2,3", "--show"]
    assert main([*words, "win_share.seats,turns"]) == 0
    said = capsys.readouterr().out
    assert "The Quarry, 2 to 3 players: 2 cases of" in said and "from 2 to 3 deals of each case" in said
    assert "from the first" not in said
    assert re.search(r"^players  win_share.seat_3.*\n2 +-\n3 +[<>\d]", said, re.M) and "crosses" not in said
    assert main([*words, "turns", "--set", "params.silver=2,3", "--json", "--quiet"]) == 0
    rows = json.loads(capsys.readouterr().out)["figures"]
    told = [row["difference"] for row in rows]
    assert told[0] is told[2] is None
    assert told[1] == pytest.approx(rows[1]["value"] - rows[0]["value"])
    assert told[3] == pytest.approx(rows[3]["value"] - rows[2]["value"])
    assert main([*words, "turns", "--json", "--quiet"]) == 0
    commands = [case["command"] for case in json.loads(capsys.readouterr().out)["cases"]]
    tables = [re.search(r"--table (\S+)", command)[1].split(",") for command in commands]
    assert [len(table) for table in tables] == [2, 3] and {table[0] for table in tables} == {"stonemason"}


def test_columns_of_the_game_and_differences_are_figures(here, capsys):
    shown = ["uses_market.random", "uses_market.seat_2", "score.stonemason-score.random"]
    words = [*FEW, "--set", "params.silver=2,3", "--show", ",".join(shown), "--json", "--quiet", "--out", "cases"]
    assert main([*words, "--target", "score.stonemason-score.random > -99"]) == 0
    rows = {(row["figure"], row["case"]): row for row in json.loads(capsys.readouterr().out)["figures"]}
    seats = load("cases/params.silver=3").seats.collect()
    of = {
        "uses_market.random": seats.filter(pl.col("strategy") == "random")["uses_market"].mean(),
        "uses_market.seat_2": seats.filter(pl.col("seat") == 2)["uses_market"].mean(),
    }
    means = {name: seats.filter(pl.col("strategy") == name)["score"].mean() for name in ("stonemason", "random")}
    of["score.stonemason-score.random"] = means["stonemason"] - means["random"]
    for name, value in of.items():
        assert rows[name, 2]["value"] == pytest.approx(value)
        assert rows[name, 2]["difference"] == pytest.approx(value - rows[name, 1]["value"])
    found = rows["score.stonemason-score.random", 2]
    assert found["target"] == "holds" and found["low"] < found["value"] < found["high"]


def test_a_figure_is_drawn_along_what_was_tried():
    cases = cases_at((1, (0.35, 0.4, 0.45)), (5, (0.55, 0.6, 0.65)), (3, (0.5, 0.55, 0.6)))
    aims = [target("win_share.one < 0.5")]
    frame = sweep.table(cases, ["win_share.one"], aims)
    ax = sweep.chart(frame, sweep.crossings(cases, ["win_share.one"], aims), aims)
    line, cross = ax.get_lines()
    assert line.get_xydata().tolist() == [[1, 0.4], [3, 0.55], [5, 0.6]]
    assert cross.get_ydata() == [0.5] and 1 < cross.get_xdata()[0] < 3
    assert sorted(label.get_text() for label in ax.get_xticklabels()) == ["1", "3", "5"]


def test_figures_are_drawn_into_a_folder(here, capsys):
    two = ["--set", "params.silver=1,2", "--set", "params.opening=equal,stepped"]
    assert main([*FEW, *two, "--show", "turns,seat_spread", "--png", "drawn/here", "--quiet"]) == 0
    assert sorted(file.name for file in (here / "drawn" / "here").iterdir()) == ["seat_spread.png", "turns.png"]


def test_a_figure_that_a_case_has_not_is_left_open(here, capsys):
    assert main([*FEW, "--set", "strategy=stonemason,learner", "--show", "win_share"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"win_share.learner.*\nstonemason +-\nlearner +[<>\d]", said)


def test_targets_are_marked_in_every_case(here, capsys):
    aims = ["--target", "turns < 100", "--target", "rounds > 90"]
    assert main([*FEW, *SILVER, "--show", "turns", *aims, "--json", "--quiet"]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [row["target"] for row in figures] == ["holds"] * 3 + ["fails"] * 3


def complete(folder):
    """The cases in it that were played to their end."""
    return [one for one in folder.iterdir() if (one / "run.json").exists() and read_about(one)["status"] == "complete"]


class Stopped:
    """stop_on_signal(), as if the signal came once the second case has begun."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        return lambda: len(complete(self.folder)) == 1

    def __exit__(self, *error):
        return False


def test_resume_plays_only_the_cases_that_are_missing(here, capsys, monkeypatch):
    assert main([*FEW, *SILVER, "--json", "--quiet"]) == 0
    whole = json.loads(capsys.readouterr().out)["figures"]
    with monkeypatch.context() as during:
        during.setattr("sim.batch.LARGEST", 4)
        during.setattr("sim.experiment.stop_on_signal", lambda: Stopped(here / "cases"))
        words = [*FEW, *SILVER, "--out", "cases", "--threads", "1", "--quiet"]
        assert answer(words) == 130  # main() may end the process
    said = capsys.readouterr()
    assert said.out == "" and "finished games are kept in cases; --resume goes on with them" in said.err
    assert len(complete(here / "cases")) == 1
    played = []

    def noted(table, *others):
        played.append(dict(table.experiment.changes))
        return play(table, *others)

    play = experiment.play
    monkeypatch.setattr(experiment, "play", noted)
    assert main([*FEW, *SILVER, "--out", "cases", "--resume", "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"] == whole
    assert len(played) == 2
    assert main([*FEW, "--set", "params.silver=2,3,4", "--out", "cases", "--resume", "--quiet"]) == 0
    assert played[-1] == {"params.silver": 4} and len(played) == 3


@compiled_only
def test_what_is_even_is_found(here, capsys):
    """Two equal strategies: each has half of the wins in every case, and no case differs from the first."""
    words = ["sweep", "template", "--table", "stonemason,stonemason", "--games", "2000", "--json", "--quiet"]
    assert main([*words, *SILVER, "--show", "win_share,turns", "--target", "win_share.stonemason in 0.45..0.55"]) == 0
    told = json.loads(capsys.readouterr().out)
    shares, turns = (
        [row for row in told["figures"] if row["figure"] == name] for name in ("win_share.stonemason", "turns")
    )
    assert all(row["value"] == 0.5 and row["target"] == "holds" for row in shares)
    assert all(row["difference_low"] < 0 < row["difference_high"] for row in shares[1:]) and told["crossings"] == []
    assert all(row["low"] < row["value"] < row["high"] for row in turns)


@pytest.mark.parametrize(
    "words, says",
    [
        ("", "nothing is turned"),
        ("--set params.silver", "say name=value,value"),
        ("--set params.silver=1,1", "the case params.silver=1 stands there 2 times"),
        ("--set params.silver=1 --set params.silver=2", "params.silver is turned already"),
        ("--set params.silvr=1,2", "did you mean silver?"),
        ("--set params.silver=1,x", "'x' is not a whole number"),
        ("--set params.silver=1,2 --show turnz", "did you mean turns?"),
        ("--set params.silver=1,2 --show win_share.stonemasn", "did you mean win_share.stonemason?"),
        ("--set params.silver=1,2 --show uses_markt.random", "did you mean uses_market.random?"),
        ("--set params.silver=1,2 --show score.random-score.stonemasn", "did you mean score.stonemason?"),
        ("--set params.silver=1,2 --show turns.median-turns.q95", "'turns.median' is unknown"),
        ("--set params.silver=1,2 --show a.b-c.d-e.f", "a difference of more than two"),
        ("--set players=2,x", "players=x: say players=NUMBER"),
        ("--set players=2,9", "is for 2 to 4 players, not 9"),
        ("--set params.silver=1,2 --target turns", "say it like"),
        ("--set params.silver=1,2 --target turnz<3", "did you mean turns?"),
        ("--set strategy.7=random,learner", "say strategy.1=NAME to strategy.2=NAME"),
        ("--set params.silver=1,2 --resume", "say what to go on with (--out)"),
        ("--set params.silver=1,2 --csv nowhere/a.csv", "nowhere: there is no such folder"),
        ("--cases nowhere.csv", "nowhere.csv: cannot be read"),
        ("--cases empty.csv", "empty.csv: no case"),
        ("--cases short.csv", "short.csv, row 4: 1 cells, but 2 columns"),
        ("--cases word.csv", "word.csv, row 4: params.silver: 'x' is not a whole number"),
        ("--cases name.csv", "name.csv, row 2: params.silvr: 'silvr' is unknown; did you mean silver?"),
        ("--cases many.csv", "many.csv, row 3: template is for 2 to 4 players, not 9"),
        ("--cases many.csv --seed -1", "meeplecarlo: seed: -1 is not"),
        ("--cases semicolons.csv", "semicolons.csv, row 1: cells are separated by semicolons"),
        ("--cases twice.csv", "'params.gift' stands there twice"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says, here, capsys, monkeypatch):
    monkeypatch.setattr(experiment, "play", None)  # before anything is played
    (here / "empty.csv").write_text("params.silver\n")
    (here / "short.csv").write_text("params.silver,params.gift\n1,2\n\n3\n")
    (here / "word.csv").write_text("params.silver\n1\n\nx\n")
    (here / "name.csv").write_text("params.silvr\n1\n")
    (here / "many.csv").write_text("players\n2\n9\n")
    (here / "semicolons.csv").write_text("name;params.silver\na;1\n")
    (here / "twice.csv").write_text("params.gift,params.gift\n1,2\n")
    assert main([*FEW, *words.split()]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and said.out == "", said.err
