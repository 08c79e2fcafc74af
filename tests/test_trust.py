"""Is the report to be trusted?  Known games come out as they must, planted effects are found, planted nothings are not.

Everything goes from played games through the tables that a reader gets.  Rates are counted over many short runs, the
deals of a long one in blocks; by luck alone a count is beyond its bound once in a thousand times.
"""

import csv
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from found import compiled_only
from scipy import stats

from reports import compare, head_to_head, headline, known, page, shares, verdicts
from reports.deals import means
from reports.placings import placings
from sim import experiment, games
from sim.cli import main
from sim.experiment import Experiment
from sim.record import PLAIN
from sim.results import load

ROOT = Path(__file__).parent.parent
LEAST = 1e-9  # called balanced: nothing, so that whatever leaves out the even share is called tilted


def played(folder, wanted):
    return load(experiment.run(replace(wanted, out=folder)))


def in_blocks(run, deals, within):
    """The verdicts on the families of a run, block by block: {"seats": "balanced", ...} for each."""
    of_seats, of_strategies = means(run)
    where = placings(run)
    for first in range(0, len(of_seats.shares) // deals * deals, deals):
        block = slice(first, first + deals)
        families = {
            what: shares.table(found._replace(shares=found.shares[block], scores=found.scores[block]), run.about, name)
            for what, name, found in (("seats", "seat", of_seats), ("strategies", "strategy", of_strategies))
        }
        families["pairs"] = head_to_head.of_placings(where._replace(of_game=where.of_game[block]), run.about)
        yield {family: row["verdict"] for family, row in verdicts.by_family(verdicts.table(families, within))}


def most(runs, rate):
    """So many of the runs at most, but once in a thousand times."""
    return stats.binom.ppf(0.999, runs, rate)


# What is known exactly, from the command that plays to the files that are read.

MATCHES = [
    ("chutes_and_ladders", "one piece alone: the length of the race"),
    ("chutes_and_ladders", "two players"),
    ("chutes_and_ladders", "two players, equal turns: some share the win"),
    ("left_center_right", "two players"),
    ("left_center_right", "three players"),
    ("left_center_right", "five players"),
    ("pig", "optimal in seat 1 against hold20"),
    ("pig", "optimal against hold20, both seats"),
    ("pig", "hold25 against hold20, both seats"),
]


@compiled_only
@pytest.mark.parametrize("game, about", MATCHES)
def test_what_is_known_lies_inside_the_intervals_of_the_report(game, about, tmp_path, capsys):
    """Each family by its intervals that hold together; the values are those of the game's known.toml."""
    [match] = [one for one in known.matches(game, games.folder(game) / known.FILE) if one.about == about]
    wanted = match.experiment
    words = ["run", game, "--table", ",".join(wanted.strategies), "--games", "20000", "--seed", "4", "--trace", "3"]
    words += [f"--set={name}={str(value).lower()}" for name, value in wanted.changes.items()]
    assert main([*words, *["--fixed-seats"] * wanted.fixed_seats, "--out", str(tmp_path / "run"), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["report", str(tmp_path / "run"), "--json", "--csv", str(tmp_path / "csv"), "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)["tables"]
    for name in sorted({"seats", "strategies", "pacing", "ties"} & told.keys()):  # one player alone has no seats
        assert same_rows(told[name], tmp_path / "csv" / f"{name}.csv"), name
    looked = 0
    for exact in match.exact:
        for low, high in intervals_of(exact, told, len(wanted.strategies)):
            assert low <= exact.value <= high, exact.words
            looked += 1
    assert looked == len([exact for exact in match.exact if exact.measure != "sd"]) - skipped(match)


def skipped(match):
    """What the report does not show: turns of all up to some number, columns of this game alone, far quantiles."""
    own = [exact for exact in match.exact if exact.figure == "turns_with_a_roll" and exact.measure != "sd"]
    return len(own) + sum(exact.measure == "at_most" or exact.at == 0.99 for exact in match.exact)


def intervals_of(exact, tables, players):
    """Where the report shows this figure: the ends of its interval; games of n players show turns of one of them."""
    ends = "all_low", "all_high"
    if exact.figure == "win_share":
        yield from (tuple(row[end] for end in ends) for row in tables["seats"] if row["seat"] == str(exact.at + 1))
    elif exact.figure == "win_share_of":
        yield from (tuple(row[end] for end in ends) for row in tables["strategies"] if row["strategy"] == exact.at)
    elif exact.figure == "tied":
        yield from ((row["low"], row["high"]) for row in tables["ties"] if "after tie-breaks" in row["what"])
    elif exact.measure in ("mean", "quantile") and exact.figure in ("turns", "rounds"):
        times = players if exact.figure == "turns" else 1
        called = "turns of a player" if exact.figure == "turns" else "rounds"
        [row] = [row for row in tables["pacing"] if row["what"] == called]
        at = "" if exact.measure == "mean" else f"q{100 * exact.at:02.0f}_"
        if f"{at}low" in row:
            yield row[f"{at}low"] * times, row[f"{at}high"] * times


def same_rows(rows, file):
    """Whether a CSV file has these rows, to the last digit that it has."""
    with file.open(encoding="utf-8", newline="") as text:
        lines = list(csv.DictReader(text))
    return len(lines) == len(rows) and all(
        line[name] == ("" if value is None else str(value))
        or float(line[name]) == pytest.approx(value if value is not None else float("inf"))
        for line, row in zip(lines, rows, strict=True)
        for name, value in row.items()
    )


# What is planted is found.

WORSE = """
[mason]
about = "Stone first."
do = ["plan most points", "keep most card_points", "build", "quarry if stone < 6", "guild if plans < 3",
  "forest if wood < 3", "recall if workers < 2", "market"]
[worse]
like = "mason"
about = "The same, but for every other decision."
whim = 0.5
"""
SILVER = Experiment("template", ("stonemason",) * 4, seed=6, trace=0, changes={"params.silver_per_point": 1})


@compiled_only
def test_silver_for_later_seats_is_found_and_told_by_the_right_seat(tmp_path):
    """The silver of the deal is worth a point each; stepped, every seat has one more than the seat before it."""
    even = page.report(played(tmp_path / "even", replace(SILVER, games=32_000)), within=0.03)
    stepped = replace(SILVER, games=32_000, changes=SILVER.changes | {"params.opening": "stepped"})
    found = page.report(played(tmp_path / "stepped", stepped), within=0.03)
    assert even.verdicts["verdict"][0] == verdicts.BALANCED and found.verdicts["verdict"][0] == verdicts.TILTED
    shown = found.tables["seats"]
    assert shown["share"].is_sorted() and shown["all_high"][0] < 0.25 < shown["all_low"][3]
    assert "Most wins: seat 4" in found.sections[0].answer[0] and "Fewest: seat 1" in found.sections[0].answer[0]


@compiled_only
def test_silver_for_later_seats_is_found_in_short_runs_too(tmp_path):
    """400 deals are enough, in 19 of 20 runs at least; without it, at most 5 % of runs are called tilted."""
    runs = {}
    for opening in ("equal", "stepped"):
        wanted = replace(SILVER, games=4 * 400 * 40, changes=SILVER.changes | {"params.opening": opening})
        runs[opening] = [said["seats"] for said in in_blocks(played(tmp_path / opening, wanted), 400, 0.02)]
    assert runs["stepped"].count(verdicts.TILTED) >= 38
    assert runs["equal"].count(verdicts.TILTED) <= most(40, 0.05)


def test_a_strategy_that_is_worse_is_found_everywhere(tmp_path):
    """By its share of wins, by the pair, by its rating and by its points, in one and the same report."""
    (tmp_path / "mine.toml").write_text(WORSE)
    wanted = Experiment("template", ("mason", "worse"), games=80 if PLAIN else 800, seed=1, trace=0)
    found = page.report(played(tmp_path / "run", replace(wanted, files=(str(tmp_path / "mine.toml"),))))
    verdict = {row["family"]: row["verdict"] for _, row in verdicts.by_family(found.verdicts)}
    assert verdict["strategies"] == verdict["pairs"] == verdicts.TILTED and verdict["seats"] != verdicts.TILTED
    best, last = found.tables["strategies"].iter_rows(named=True)
    assert best["strategy"] == "mason" and best["all_low"] > 0.5 > last["all_high"]
    assert best["score_low"] > last["score_high"]
    rated = {row["who"]: row for row in found.tables["ratings"].iter_rows(named=True)}
    assert PLAIN or rated["mason"]["all_low"] > 0 > rated["worse"]["all_high"]


# What is not there is not found.

ALIKE = ("one", "two", "three", "four", "five")
RUNS, DEALS = 300, 60


def called_otherwise(file, names, lines):
    """A file in which one strategy has several names."""
    file.write_text("".join(f'[{name}]\nabout = "One of several alike."\n{lines}\n' for name in names))
    return (str(file),)


@compiled_only
@pytest.mark.parametrize("players", [2, 5])
def test_what_is_alike_is_seldom_told_apart(players, tmp_path):
    """Chutes & Ladders with equal turns, where no seat differs from any other (known.toml: each wins 1 / n), and one
    strategy under a name of its own in each: in 5 % of runs at most is any seat, any strategy, any pair called tilted.
    """
    files = called_otherwise(tmp_path / "alike.toml", ALIKE, 'do = ["roll"]')
    wanted = Experiment("chutes_and_ladders", ALIKE[:players], games=RUNS * DEALS, files=files, seed=3, trace=0)
    wanted = replace(wanted, changes={"params.equal_turns": True}, fixed_seats=True)
    said = list(in_blocks(played(tmp_path / "run", wanted), DEALS, LEAST))
    assert len(said) == RUNS
    for family in ("seats", "strategies", "pairs"):
        alarms = sum(block[family] == verdicts.TILTED for block in said)
        assert 1 <= alarms <= most(RUNS, 0.05), (family, alarms)


@pytest.mark.parametrize("whim", ["", "whim = 0.2\n"])
def test_names_of_one_strategy_are_even_to_the_last_game(whim, tmp_path):
    """They play the same games in every rotation; so there is nothing to tell apart, ever."""
    files = called_otherwise(tmp_path / "alike.toml", ALIKE[:3], whim + 'do = ["hold if turn_total >= 20", "roll"]')
    wanted = Experiment("pig", ALIKE[:3], games=60 if PLAIN else 3_000, files=files, seed=8, trace=0)
    found = page.report(played(tmp_path / "run", wanted))
    assert found.tables["strategies"]["share"].to_list() == pytest.approx([1 / 3] * 3)
    families = {row["family"]: row["verdict"] for _, row in verdicts.by_family(found.verdicts)}
    assert verdicts.TILTED not in (families["strategies"], families["pairs"])


def test_a_number_that_nobody_meets_changes_nothing(tmp_path):
    """What the market pays, at a table where nobody goes there."""
    (tmp_path / "mine.toml").write_text(WORSE.replace('"recall if workers < 2", "market"', '"recall", "guild"'))
    wanted = Experiment("template", ("mason", "mason"), games=20 if PLAIN else 400, seed=2, trace=0)
    wanted = replace(wanted, files=(str(tmp_path / "mine.toml"),))
    sides = [
        headline.by_deal(played(tmp_path / str(pay), replace(wanted, changes={"params.market": pay}))) for pay in (2, 3)
    ]
    frame = compare.table(compare.pair(*sides))
    assert set(frame["difference"]) == {0.0} and set(frame["p_holm"]) == {1.0}
    assert "changed" not in frame["verdict"]


# "Balanced within x", where the truth is x.


@compiled_only
@pytest.mark.parametrize(
    "game, table, fixed, family, exact, even, deals",
    [
        ("pig", ("optimal", "hold20"), False, "strategies", 0.53992025, 1 / 2, 500),
        ("left_center_right", ("roller",) * 3, True, "seats", 0.36513826, 1 / 3, 2_500),
    ],
    ids=["a-strategy", "a-seat"],
)
def test_balanced_is_seldom_said_of_what_lies_on_the_line(game, table, fixed, family, exact, even, deals, tmp_path):
    """Within just what the best one has above even, neither balanced nor tilted is right: 5 % of runs at most each.

    Within a little more than that, and with as many deals, it is often called balanced: the runs are not too short.
    """
    runs, per_deal = 200, 1 if fixed else len(table)
    wanted = Experiment(game, table, games=runs * deals * per_deal, seed=5, fixed_seats=fixed, trace=0)
    run = played(tmp_path / "run", wanted)
    said = [block[family] for block in in_blocks(run, deals, exact - even)]
    assert len(said) == runs
    assert said.count(verdicts.BALANCED) <= most(runs, 0.05), said.count(verdicts.BALANCED)
    assert said.count(verdicts.TILTED) <= most(runs, 0.05), said.count(verdicts.TILTED)
    wider = [block[family] for block in in_blocks(run, deals, 2 * (exact - even))]
    assert wider.count(verdicts.BALANCED) > runs / 4


# Names.

TITLE = '<script>alert("Pit", 1)</script>, 石工 & Ünïcode'
ODD = ("<img src=x>", 'a "quoted", name', "ظل & שלום", "new\nline; 'single'")


def test_a_game_of_ones_own_may_be_called_anything(tmp_path):
    """A folder of a game, and strategies in a file, with whatever there is in names; in plain Python."""
    assert main(["new", "pit", "--in", str(tmp_path)]) == 0
    params = tmp_path / "pit" / "params.toml"
    text = params.read_text(encoding="utf-8")
    assert text.count('title = "Pit"') == 1
    params.write_text(text.replace('title = "Pit"', f"title = {json.dumps(TITLE)}"), encoding="utf-8")
    blocks = (
        f'[{json.dumps(name)}]\nabout = "{number} <b>bold</b>"\ndo = ["any"]\n' for number, name in enumerate(ODD)
    )
    (tmp_path / "odd.toml").write_text("".join(blocks), encoding="utf-8")
    command(
        ["run", "./pit", "--strategy", "odd.toml", "--games", "8", "--trace", "2", "--out", "r", "--quiet"], tmp_path
    )
    told = json.loads(command(["report", "r", "--json", "--csv", "csv", "--png", "png", "--quiet"], tmp_path))
    html = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in html and "<img src=x" not in html and "<b>" not in html
    assert "&lt;script&gt;alert(&#34;Pit&#34;, 1)&lt;/script&gt;, 石工 &amp; Ünïcode" in html
    assert {row["strategy"] for row in told["tables"]["strategies"]} == set(ODD)
    assert {row["what"]: row["value"] for row in told["tables"]["identity"]}["game"] == TITLE
    for name in ("identity", "strategies", "players", "pairs", "verdicts"):
        with (tmp_path / "csv" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        assert [list(line.values())[:2] for line in lines] == [
            ["" if value is None else str(value) for value in list(row.values())[:2]] for row in told["tables"][name]
        ], name
    assert (tmp_path / "png" / "strategies.png").read_bytes().startswith(b"\x89PNG")


def command(words, here):
    """What the command prints, in a process of its own."""
    line = [sys.executable, "-c", "import sys; from sim.cli import main; sys.exit(main())", *words]
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, cwd=here, env=settings, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout
