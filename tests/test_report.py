"""The balance report: what is known comes out right through the whole path, and names come out as they are."""

import base64
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import matplotlib
import numpy as np
import openpyxl
import polars as pl
import pytest
from found import compiled_only
from scipy import stats

from reports import (
    convergence,
    course,
    head_to_head,
    histograms,
    pacing,
    page,
    scores,
    seats,
    shares,
    sources,
    verdicts,
)
from reports import strategies as by_strategy
from reports.deals import Means, interval
from reports.histograms import Histogram
from reports.placings import placings
from sim import experiment, sheets
from sim.cli import main
from sim.experiment import Experiment
from sim.record import PLAIN
from sim.results import load

TABLE = ("stonemason", "carpenter", "learner", "random")
SMALL = Experiment("template", TABLE, games=24 if PLAIN else 2_000, seed=3, trace=4 if PLAIN else 25)
ODD = ("<script>alert(1)</script>", 'the "quick", one', "石工 & café $x^2$", "=1+1")
MINE = "".join(
    f"[{json.dumps(name, ensure_ascii=False)}]\nabout = 'Number {number}, <b>bold</b>.'\ndo = [{line}]\n"
    for number, (name, line) in enumerate(
        zip(ODD, ('"build", "any"', '"quarry", "any"', '"any"', '"any"'), strict=True)
    )
)
CRASHES = '''"""Falls over in some deals."""
from sim.games.template.cards import Tables
from sim.games.template.state import Scratch, State
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    if state.deal % 3 == 1 and state.sits[0] == 1:
        raise ValueError("lost the thread")
    return scratch.actions[0]
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return experiment.run(replace(SMALL, out=tmp_path_factory.mktemp("report") / "run"))


@pytest.fixture(scope="module")
def run(folder):
    return load(folder)


@pytest.fixture(scope="module")
def told(run):
    """Its report."""
    return page.report(run)


@pytest.fixture(scope="module")
def rows(run):
    """All rows of seats, with those of their games."""
    return run.seats.collect().join(run.games.collect(), on=["game", "deal"])


# Known answers.


@compiled_only
@pytest.mark.parametrize(
    "game, players, exact",
    [
        ("chutes_and_ladders", 2, [0.50791159, 0.49208841]),
        ("chutes_and_ladders", 4, [0.26007884, 0.25322466, 0.24657453, 0.24012197]),
        ("left_center_right", 3, [0.30684301, 0.32801873, 0.36513826]),
    ],
)
def test_the_seats_of_known_games_have_their_known_shares(game, players, exact, tmp_path):
    wanted = Experiment(
        game, ("roller",) * players, games=20_000, seed=11, fixed_seats=True, trace=3, out=tmp_path / "r"
    )
    found = page.report(load(experiment.run(wanted)), within=0.02)
    frame = found.tables["seats"]
    for row, share in zip(frame.iter_rows(named=True), exact, strict=True):
        assert row["all_low"] < share < row["all_high"] and row["all_high"] - row["all_low"] < 0.02
    spread = frame.row(0, named=True)
    assert spread["spread_low"] < max(exact) - min(exact) < spread["spread_high"]
    verdict = found.verdicts.filter(pl.col("family") == "seats")["verdict"][0]
    assert verdict == ("tilted" if game == "left_center_right" else "balanced")
    assert "roller" in page.html(found)


# Each question against the rows, counted by other means.


def test_shares_and_scores_are_those_of_the_rows(run, rows):
    for frame, name in ((seats.table(run), "seat"), (by_strategy.table(run), "strategy")):
        assert frame["deals"].unique().to_list() == [run.about["counts"]["whole_deals"]]
        for row in frame.iter_rows(named=True):
            mine = rows.filter(pl.col(name).cast(pl.String) == row[name])
            deals = mine.group_by("deal").agg(pl.col("win_share", "score").mean())
            assert row["share"] == pytest.approx(mine["win_share"].mean())
            assert row["games"] == len(mine)
            low, high = stats.t.interval(
                0.95, len(deals) - 1, deals["score"].mean(), stats.sem(deals["score"].to_numpy())
            )
            assert (row["score_low"], row["score_high"]) == pytest.approx((low, high))
            assert row["all_low"] <= row["low"] <= row["share"] <= row["high"] <= row["all_high"]


def test_who_is_ahead_of_whom_is_counted_game_by_game(run, rows):
    frame = head_to_head.table(run)
    assert len(frame) == 6
    for row in frame.iter_rows(named=True):
        one, other = (rows.filter(pl.col("strategy") == row[name]).sort("game") for name in ("strategy", "other"))
        gap = (other["place"] - one["place"]).to_numpy()
        assert row["share"] == pytest.approx(np.mean(np.where(gap > 0, 1, np.where(gap == 0, 0.5, 0))))
        assert row["tied"] == pytest.approx(np.mean(gap == 0)) and row["games"] == len(one)


def test_patterns_say_who_came_where(run, rows):
    found = placings(run)
    numbers = found.of_game.ravel()
    names = [found.names[code] for code in found.strategy[numbers].ravel()]
    assert names == rows["strategy"].to_list()
    assert found.place[numbers].ravel().tolist() == rows["place"].to_list()


def test_one_who_sits_twice_meets_the_others_twice(tmp_path):
    table = ("stonemason", "stonemason", "random")
    wanted = replace(SMALL, strategies=table, games=12 if PLAIN else 300, out=tmp_path / "r")
    run = load(experiment.run(wanted))
    [row] = head_to_head.table(run).iter_rows(named=True)
    games = run.seats.collect().partition_by("game")
    won = [
        1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        for game in games
        for mine in game.filter(pl.col("strategy") == row["strategy"])["place"]
        for theirs in game.filter(pl.col("strategy") == row["other"])["place"]
    ]
    assert row["share"] == pytest.approx(np.mean(won)) and len(won) == 2 * len(games)


def test_scores_are_those_of_winners_and_others(run, rows):
    frame = scores.table(run)
    for who, weights in (("winners", rows["win_share"]), ("others", 1 - rows["win_share"])):
        of = scores.histogram(frame, who)
        assert of.counts.sum() == pytest.approx(weights.sum())
        assert of.values @ of.counts / of.counts.sum() == pytest.approx(np.average(rows["score"], weights=weights))
    margin = scores.histogram(frame, "margin")
    every = run.games.collect()["margin"].to_numpy()
    assert margin.quantile(0.5) == np.quantile(every, 0.5, method="inverted_cdf")
    tied = scores.ties(run)["share"].to_list()
    games = run.games.collect()
    assert tied == pytest.approx([(games["tied_on_score"] > 1).mean(), (games["tied"] > 1).mean()])


def test_sources_add_up_to_the_score(run, rows):
    frame = sources.table(run)
    for who, weights in (("winners", rows["win_share"]), ("others", 1 - rows["win_share"])):
        points = frame.filter(pl.col("who") == who)["mean"].sum()
        assert points == pytest.approx(np.average(rows["score"], weights=weights))
    for name in TABLE:
        points = frame.filter(pl.col("who") == name)["mean"].sum()
        assert points == pytest.approx(rows.filter(pl.col("strategy") == name)["score"].mean())
    gap = frame.filter(pl.col("who") == sources.GAP)["mean"].sum()
    assert gap == pytest.approx(
        frame.filter(pl.col("who") == "winners")["mean"].sum() - frame.filter(pl.col("who") == "others")["mean"].sum()
    )


def test_lengths_are_those_of_the_games(run):
    frame, games = pacing.table(run), run.games.collect()
    of = {row["what"]: row for row in frame.iter_rows(named=True)}
    turns = (games["turns"] / games["players"]).to_numpy()
    for share, name in ((0.05, "q05"), (0.5, "q50"), (0.95, "q95")):
        row = of["turns of a player"]
        assert row[name] == np.quantile(turns, share, method="inverted_cdf")
        assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
    assert of["rounds"]["mean"] == pytest.approx(games["rounds"].mean())
    assert of["changes of lead"]["mean"] == pytest.approx(games["lead_changes"].mean())
    settled = (games["settled_round"] <= games["rounds"] * 0.5 + 1e-9).mean()
    assert of["settled by 0.5"]["mean"] == pytest.approx(settled)


def test_the_course_of_a_game_by_hand(run):
    """Two games of five rounds: seat 1 leads, then seat 2; in the second both lead at the end of round 3."""
    standings = [[5, 0], [5, 1], [6, 5], [6, 7], [6, 9], [1, 0], [2, 1], [3, 3], [4, 3], [5, 3]]
    trace = pl.DataFrame(
        {"game": np.repeat([0, 1], 10), "deal": 0, "round": np.tile(np.repeat(range(1, 6), 2), 2)}
        | {"seat": np.tile([1, 2], 10), "standing": np.ravel(standings), "rounds": 5}
        | {"win_share": np.repeat([0.0, 1.0, 1.0, 0.0], 5).reshape(2, 2, 5).transpose(0, 2, 1).ravel()}
    )
    [half] = course.by_deal(trace, 0.5).iter_rows(named=True)  # the end of round 3
    assert half["leader"] == (0 + 0.5) / 2 and half["last"] == (1 + 0.5) / 2 and half["behind"] == 0.5
    [late] = course.by_deal(trace, 0.8).iter_rows(named=True)
    assert late["leader"] == 1 and late["last"] == 0 and late["behind"] == 0


def test_the_course_is_the_same_in_whatever_order_the_rows_come():
    """To the last digit: 40 deals of 12 games of three, which share the win anyhow."""
    luck, seats_in_all = np.random.default_rng(2), 40 * 12 * 3
    game = np.arange(seats_in_all) // 3
    trace = pl.DataFrame(
        {"game": game, "deal": game // 12, "seat": np.tile([1, 2, 3], 480), "round": 1, "rounds": 2}
        | {"standing": luck.integers(0, 3, seats_in_all), "win_share": luck.dirichlet((1, 1, 1), 480).ravel()}
    )
    once = course.by_deal(trace, 0.5)
    assert len(once) == 40 and all(
        course.by_deal(trace.sample(fraction=1, shuffle=True, seed=n), 0.5).equals(once) for n in range(5)
    )


def test_the_course_is_that_of_the_trace(run):
    frame, trace = course.table(run), run.trace.collect()
    won = {(row[0], row[1]): row[2] for row in run.seats.select("game", "seat", "win_share").collect().iter_rows()}
    rounds = dict(trace.group_by("game").agg(pl.col("round").max()).iter_rows())
    for tenth in (0.1, 0.5, 1.0):
        shares_of_leaders = []
        for (game,), rows in trace.partition_by("game", as_dict=True).items():
            at = rows.filter(pl.col("round") == max(int(np.ceil(rounds[game] * tenth - 1e-9)), 1))
            lead = at.filter(pl.col("standing") == pl.col("standing").max())["seat"]
            shares_of_leaders.append(np.mean([won[game, seat] for seat in lead]))
        row = frame.filter((pl.col("at") - tenth).abs() < 1e-9).row(0, named=True)
        assert row["leader"] == pytest.approx(np.mean(shares_of_leaders)) and row["games"] == len(shares_of_leaders)


def test_convergence_ends_where_the_tables_are(run):
    frame, table = convergence.table(run), seats.table(run)
    last = frame.filter((pl.col("deals") == frame["deals"].max()) & (pl.col("of") == "seats"))
    assert last["low"].to_list() == pytest.approx(table["all_low"].to_list())
    assert last["share"].to_list() == pytest.approx(table["share"].to_list())


def test_quantiles_hold_the_truth_as_often_as_they_say():
    luck, met = np.random.default_rng(5), 0
    for _ in range(400):
        values, counts = np.unique(luck.poisson(20, 200), return_counts=True)
        _, low, high = Histogram(values.astype(float), counts.astype(float), 200).quantile_interval(0.5)
        met += low <= stats.poisson.ppf(0.5, 20) <= high
    assert met / 400 >= 0.95


def test_an_outline_holds_everything():
    values, counts = np.array([-3.0, 0.0, 4.0, 250.0]), np.array([1.0, 2.0, 3.0, 4.0])
    for low, high in ((-3.0, 250.0), (-10.0, 300.0)):
        edges, found = histograms.outline(values, counts, low, high)
        assert found.sum() == pytest.approx(1) and len(edges) == len(found) + 1 <= 2 * histograms.BINS
    edges, found = histograms.outline(np.array([2.0]), np.array([5.0]), 2.0, 2.0)
    assert found.tolist() == [1.0] and edges.tolist() == [1.5, 2.5]


def test_a_run_in_many_parts_is_told_as_in_one(run):
    many = run._replace(
        parts=[
            tuple(frame.filter(pl.col("deal") % 3 == third) for frame in (run.games, run.seats)) for third in range(3)
        ]
    )
    for ask in (seats, by_strategy, head_to_head, sources, pacing):
        one, other = ask.table(run), ask.table(many)
        assert one.drop(pl.selectors.float()).equals(other.drop(pl.selectors.float()))
        floats = pl.selectors.float()
        assert one.select(floats).to_numpy() == pytest.approx(other.select(floats).to_numpy(), nan_ok=True)


# Verdicts.


@pytest.mark.parametrize(
    "low, high, verdict",
    [
        (0.24, 0.26, verdicts.BALANCED),
        (0.23, 0.27, verdicts.BALANCED),
        (0.229, 0.26, verdicts.UNKNOWN),
        (0.25, 0.28, verdicts.UNKNOWN),
        (0.2, 0.3, verdicts.UNKNOWN),
        (0.271, 0.3, verdicts.TILTED),
        (0.1, 0.229, verdicts.TILTED),
    ],
)
def test_the_three_verdicts(low, high, verdict):
    assert verdicts.judge(low, high, 0.25, 0.02) == verdict


def made_up(shares_of_deals, within):
    frame = shares.table(Means(["x", "y"], shares_of_deals, shares_of_deals, [len(shares_of_deals)] * 2), ABOUT, "seat")
    return verdicts.table({"seats": frame}, within)


ABOUT = {"line_ups": [["x", "y"]], "strategies": {"x": {}, "y": {}}}


def coins(luck, chance, deals):
    first = (luck.random(deals) < chance).astype(float)
    return np.stack([first, 1 - first], axis=1)


@pytest.mark.parametrize("wins, verdict", [(103, verdicts.BALANCED), (106, verdicts.TILTED)])
def test_so_many_games_as_are_said_to_be_needed_decide(wins, verdict):
    """Of every 200 deals, seat 1 wins so many."""

    def played(blocks):
        first = np.tile(np.arange(200) < wins, blocks).astype(float)
        return made_up(np.stack([first, 1 - first], axis=1), 0.02).row(0, named=True)

    begun = played(10)
    assert begun["verdict"] == verdicts.UNKNOWN and begun["more_games"] > 10_000
    needed = (begun["games"] + begun["more_games"]) / 200
    assert played(int(needed * 0.93))["verdict"] == verdicts.UNKNOWN
    assert played(int(needed * 1.02) + 1)["verdict"] == verdict


@pytest.mark.parametrize("chance, wrong", [(0.5, "tilted"), (0.52, "tilted"), (0.5201, "balanced"), (0.55, "balanced")])
def test_verdicts_are_seldom_wrong(chance, wrong):
    """What lies on the line, and beyond it, is called wrongly in at most 5 % of runs."""
    luck = np.random.default_rng(7)
    said = [made_up(coins(luck, chance, 2_000), 0.02)["verdict"][0] for _ in range(300)]
    assert np.mean(np.array(said) == wrong) <= 0.07


def test_a_spread_is_not_taken_for_the_largest_of_many_differences():
    """Among equals the best less the worst is always above zero; its interval holds zero."""
    luck, met = np.random.default_rng(8), 0
    for _ in range(200):
        winner = luck.integers(0, 5, 400)
        found = shares.spread((winner[:, None] == np.arange(5)).astype(float), ABOUT)
        met += found.low == 0 < found.mean < found.high
    assert met / 200 > 0.92


@pytest.mark.parametrize("deals", [25, 100])
@pytest.mark.parametrize("chance", [0.9, 0.97, 0.99])
def test_a_spread_is_met_where_one_wins_nearly_always(chance, deals):
    """Few deals, or none, tell how much the others vary."""
    luck, met = np.random.default_rng(9), 0
    for _ in range(200):
        found = shares.spread(coins(luck, chance, deals), ABOUT)
        met += found.low <= 2 * chance - 1 <= found.high
    assert met / 200 >= 0.95


def test_one_deal_is_told_and_not_judged(tmp_path):
    found = page.report(load(experiment.run(replace(SMALL, games=1, trace=1, out=tmp_path / "r"))))
    assert set(found.verdicts["verdict"]) == {verdicts.UNKNOWN}
    assert "cannot tell yet" in page.html(found)
    assert not any("So close to the end" in said for said in verdicts.words(found.verdicts))


# The page.


def text_of(html):
    return re.sub(r"<[^>]*>", "", re.sub(r"<style>.*?</style>", "", html, flags=re.S))


def test_names_come_out_as_they_are(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE, encoding="utf-8")
    games = 8 if PLAIN else 300
    wanted = Experiment("template", ODD, games=games, files=(str(mine),), trace=2, out=tmp_path / "r")
    found = page.report(load(experiment.run(wanted)))
    html = page.html(found)
    assert "<script" not in html and "<b>" not in html
    for name in ODD:
        escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")
        assert f"<td>{escaped}</td>" in html, name
    pictures = [base64.b64decode(data).decode() for data in re.findall(r"svg\+xml;base64,([^\"]+)", html)]
    assert len(pictures) == len(list(found.figures)) >= 8
    assert any("石工 &amp; café $x^2$" in picture for picture in pictures)
    assert not any("<script" in picture for picture in pictures)
    page.write_csv(found, tmp_path / "csv")
    assert set(pl.read_csv(tmp_path / "csv" / "strategies.csv")["strategy"]) == {*ODD[:3], "'=1+1"}
    sheets.write_xlsx(found.tables, tmp_path / "tables.xlsx")
    book = openpyxl.load_workbook(tmp_path / "tables.xlsx")
    assert {row[0].value for row in book["strategies"].iter_rows(min_row=2)} == set(ODD)
    assert not any(cell.data_type == "f" for sheet in book for row in sheet.rows for cell in row)
    page.write_png(found, tmp_path / "png")
    assert (tmp_path / "png" / "strategies.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_refers_to_nothing_outside(told):
    html = page.html(told)
    sections = re.findall(r'<section id="([^"]+)"', html)
    assert not re.search(r"https?:|//|@import|url\(", re.sub(r"base64,[^\"]+", "", html))
    assert set(re.findall(r'(?:src|href)="([^"]{5})', html)) <= {"data:", *(f"#{name[:4]}" for name in sections)}
    for data in re.findall(r"svg\+xml;base64,([^\"]+)", html):
        picture = base64.b64decode(data).decode()
        assert not re.search(r'(?:href|src)="(?!#|data:)', picture) and "<script" not in picture


def test_nothing_is_certain(told):
    """No bare 0 % nor 100 % in words or tables; but 100 % of the rounds of a game may be played."""
    text = text_of(page.html(told)).replace("\xa0", " ")
    cells = [cell for section in told.sections for table in section.tables for row in table.rows for cell in row]
    for words in (text, *cells):
        assert not re.search(r"(?<![\d.<>])(?<![<>] )(?:0|0\.0|100\.0) %", words), words
    assert "under these scripted players" in text and "optimal" not in text and "solved" not in text


def test_the_same_run_gives_the_same_page(run, told):
    assert page.html(page.report(run)) == page.html(told)


def test_figures_leave_the_style_of_others_alone(run):
    before = dict(matplotlib.rcParams)
    found = page.report(run)
    assert dict(matplotlib.rcParams) == before
    theirs = matplotlib.figure.Figure().add_subplot()
    assert seats.chart(found.tables["seats"], theirs) is theirs and len(theirs.lines) >= 2


def test_broken_games_are_left_out_and_told(tmp_path):
    file = tmp_path / "crasher.py"
    file.write_text(CRASHES)
    wanted = Experiment("template", ("stonemason", str(file)), games=24, seed=1, trace=6, out=tmp_path / "r")
    run = load(experiment.run(wanted))
    assert run.about["counts"]["deals"] - run.about["counts"]["whole_deals"] == 4
    found = page.report(run)
    assert set(found.tables["seats"]["deals"]) == {8}
    assert found.tables["course"]["deals"].to_list() == [4] * 10  # of the six that are traced
    told = text_of(page.html(found))
    assert "4 games broke (4 crashed)" in told and "lost the thread" in told and "33 percentage points" in told


@compiled_only
def test_every_kind_of_run_is_told(tmp_path):
    runs = {
        "alone": Experiment("chutes_and_ladders", ("roller",), games=50, fixed_seats=True),
        "pool": Experiment("template", TABLE, games=600, players=3, metagame=True),
        "untraced": replace(SMALL, trace=0, games=100),
        "until": replace(SMALL, games=4_000, until="win_share +- 0.1"),
        "repeats": replace(SMALL, games=100, repeats=2),
    }
    for name, wanted in runs.items():
        run = load(experiment.run(replace(wanted, out=tmp_path / name)))
        html = page.html(page.report(run))
        assert run.about["command"].split(" --")[0] in html, name
    assert "confidence sequences" in page.html(page.report(load(tmp_path / "until")))


def test_sequences_are_wider_than_intervals():
    values = coins(np.random.default_rng(9), 0.5, 2_000)[:, 0]
    once, often = (interval(values, ABOUT | {"until": until}, True) for until in (None, "win_share +- 0.01"))
    assert often.low < once.low < once.high < often.high


# The command.


def test_the_command_writes_the_page_and_says_the_verdicts(folder, tmp_path, capsys):
    words = ["report", str(folder), "--out", str(tmp_path / "deep" / "page.html"), "--png", str(tmp_path / "png")]
    words += ["--csv", str(tmp_path / "csv"), "--xlsx", str(tmp_path / "tables.xlsx")]
    assert main([*words, "--within", "0.05"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("The seats: ") and "page.html" in said.err
    assert re.search(r"25\.0 % ± 5|5 percentage points", said.out)
    assert PLAIN or "The strategies: tilted. More than 5 percentage points from 25.0 %" in said.out
    assert (tmp_path / "deep" / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert {file.stem for file in (tmp_path / "csv").iterdir()} >= {"seats", "strategies", "pairs", "verdicts"}
    book = openpyxl.load_workbook(tmp_path / "tables.xlsx")
    assert set(book.sheetnames) == {file.stem for file in (tmp_path / "csv").iterdir()}
    assert book["strategies"].max_row == 5
    assert {file.stem for file in (tmp_path / "png").iterdir()} >= {"seats", "strategies", "pairs", "scores"}


def test_the_command_tells_all_as_json(folder, tmp_path, capsys):
    assert main(["report", str(folder), "--out", str(tmp_path / "page.html"), "--json", "--quiet"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert not said.err and told["page"] == str(tmp_path / "page.html")
    assert told["verdicts"][0]["family"] == "seats" and len(told["tables"]["strategies"]) == 4


def test_a_run_that_was_not_finished_is_told_as_such(folder, tmp_path, capsys):
    """At the top of the page and beside the verdicts, which are those of a part of what was asked."""
    copy = shutil.copytree(folder, tmp_path / "run")
    about = json.loads((copy / "run.json").read_text())
    (copy / "run.json").write_text(json.dumps(about | {"status": "interrupted", "games": 5000}))
    assert main(["report", str(copy), "--quiet"]) == 0
    words = f"This run is interrupted: it holds {about['counts']['played']:,} of 5,000 games."
    assert words in capsys.readouterr().out
    assert words in " ".join((copy / "report.html").read_text().split("<section")[0].split())


@pytest.mark.parametrize(
    "words, says",
    [
        (["nowhere"], "there is no such folder"),
        (["{run}", "--within", "0"], "--within"),
        (["{run}", "--within", "half"], "--within"),
        (["{run}", "--png", "{file}"], "cannot be written"),
        (["{run}", "--xlsx", "{file}"], "the name of a spreadsheet ends in .xlsx"),
        (["{run}", "--xlsx", "{file}/tables.xlsx"], "cannot be written"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says, folder, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    out = ["--out", str(tmp_path / "page.html")]
    assert main(["report", *(word.format(run=folder, file=tmp_path / "file") for word in words), *out]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out
    assert not Path(tmp_path / "page.html").exists()
