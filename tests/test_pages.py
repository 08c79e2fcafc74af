"""Comparisons and sweeps have a page and a spreadsheet, which say what was played and how to play it again."""

import json
import re
import shlex
from html import unescape

import openpyxl
import polars as pl
import pytest
from test_report import MINE, ODD, text_of

from reports import compare, compare_page, sweep, sweep_page
from reports.intervals import Interval
from reports.targets import target
from sim.cli import main
from sim.record import PLAIN
from sim.results import read_about

GAMES = "8" if PLAIN else "200"
FEW = ["template", "--table", "stonemason,random", "--games", GAMES, "--seed", "5"]
CHANGE = ["--base", "params.silver=2", "--variant", "params.silver=3"]


def told(words, capsys):
    assert main(words) == 0
    return json.loads(capsys.readouterr().out)


def again(html):
    """The line that repeats it, as it stands on the page."""
    [line] = re.findall(r'<section id="again">.*?<p>(.*?)</p>', html, re.S)
    return shlex.split(unescape(line).replace("\xa0", " "))


def test_a_comparison_has_a_page_that_refers_to_nothing_outside(here, capsys):
    assert main(["compare", *FEW, *CHANGE, "--out", "c.html"]) == 0
    said = capsys.readouterr()
    assert said.err.endswith("the page: c.html\n") and [file.name for file in here.iterdir()] == ["c.html"]
    html = (here / "c.html").read_text()
    assert not re.search(r"https?:|//|@import|url\(", re.sub(r"base64,[^\"]+", "", html)) and "<script" not in html
    text = unescape(text_of(html))
    for words in ("params.silver: 2 -> 3", f"{int(GAMES) // 2} deals a side, paired", "rules and numbers", "seed"):
        assert words in text, words
    assert html.count("<tr>") > 20 and "data:image/svg+xml" in html


@pytest.mark.parametrize(
    "words",
    [
        CHANGE,
        ["--variant", "params.silver=3", "--variant", "plans.chapel.points=2", "--set", "params.opening=stepped"],
        ["--variant", "strategy.2=learner", "--fixed-seats", "--within", "win_share=0.5"],
        ["--base", "forbid=stonemason:market", "--variant", "forbid=quarry", "--variant", "params.silver=3"],
    ],
)
def test_the_line_on_the_page_repeats_the_comparison(words, here, capsys):
    first = told(["compare", *FEW, *words, "--out", "c.html", "--json"], capsys)
    name, *line = again((here / "c.html").read_text())
    assert name == "meeplecarlo" and told([*line, "--json"], capsys)["numbers"] == first["numbers"]


def test_runs_that_have_little_in_common_are_repeated_one_by_one(here, capsys):
    assert main(["compare", *FEW, *CHANGE, "--out", "both", "--quiet"]) == 0
    about = [read_about(here / "both" / name) for name in ("base", "variant")]
    line = compare.repeat(about[0], about[1] | {"command": about[1]["command"] + " --repeats 2"}, {})
    runs = [shlex.split(part) for part in line.split(" && ")]
    assert [run[1] for run in runs] == ["run", "run", "compare"] and runs[1][-4:] == [
        "--repeats",
        "2",
        "--out",
        "variant",
    ]
    assert (here / "both" / "compare.html").exists()


def test_a_spreadsheet_of_a_comparison(here, capsys):
    first = told(["compare", *FEW, *CHANGE, "--xlsx", "c.xlsx", "--json", "--quiet"], capsys)
    book = openpyxl.load_workbook("c.xlsx")
    assert book.sheetnames == ["numbers", "sides"]
    assert [row[0].value for row in book["numbers"]][1:] == [row["number"] for row in first["numbers"]]


def test_a_sweep_has_a_page_and_a_line_that_repeats_it(here, capsys):
    words = ["sweep", *FEW, "--set", "params.silver=1,2,3", "--show", "win_share,turns", "--target", "turns < 100"]
    first = told([*words, "--out", "s.html", "--xlsx", "s.xlsx", "--json", "--quiet"], capsys)
    html = (here / "s.html").read_text()
    name, *line = again(html)
    assert told([*line, "--json", "--quiet"], capsys)["figures"] == first["figures"]
    assert html.count("data:image/svg+xml") == 3 and "holds in 3 of 3 cases" in text_of(html)
    book = openpyxl.load_workbook("s.xlsx")
    assert book.sheetnames == ["figures", "crossings", "first case"] and book["figures"].max_row == 10


def test_a_sweep_that_is_no_grid_keeps_its_runs_and_names_its_file(here, capsys):
    (here / "cases.csv").write_text("params.silver,strategy.2\n1,learner\n3,random\n")
    words = ["sweep", *FEW, "--cases", "cases.csv", "--show", "turns,win_share", "--json", "--quiet"]
    first = told([*words, "--out", "kept"], capsys)
    line = again((here / "kept" / "sweep.html").read_text())[1:]
    assert "cases.csv" in line and told([*line, "--json", "--quiet"], capsys)["figures"] == first["figures"]
    assert len(list((here / "kept").iterdir())) == 3


def test_a_card_tells_targets_that_fail_from_those_that_cannot_be_told(here):
    """None of three cases surely holds, but one only may fail: that is not the same as three that fail."""
    about = {"provenance": {}, "line_ups": [["one", "two"]]}
    titles = [
        sweep.Titled({"name": name}, {"params.silver": number}) for number, name in enumerate(("few", "some", "all"))
    ]
    found = [Interval(mean, mean - 0.1, mean + 0.1, 40) for mean in (0.3, 0.5, 0.52)]
    cases = [
        sweep.Case(title, about, 40, 0, {"win_share.one": one}, {}) for title, one in zip(titles, found, strict=True)
    ]
    wanted = [target("win_share.one in 0.45..0.55")]
    told = sweep_page.card(sweep.table(cases, ["win_share.one"], wanted), "win_share.one", wanted)
    assert told["asked"] == "Target: win_share.one in 0.45..0.55" and told["kind"] == "cannot"
    assert told["verdict"] == "holds in 0 of 3 cases" and told["reason"] == "Fails in 1, cannot be told in 2."
    wanted = [target("win_share.one < 0.45")]
    frame = sweep.table(cases, ["win_share.one"], wanted)
    assert (
        sweep_page.card(frame, "win_share.one", wanted)["reason"] == "Fails in 0, cannot be told in 2. Holds at: few."
    )
    assert sweep_page.extremes(frame, ["name"])[0] == "Lowest: 30.0 % (20.0 to 40.0) at few."


def test_what_is_changed_is_told_with_how_much():
    rows = {"number": ["win_share.one", "score.one", "turns"], "verdict": ["changed", "changed", "balanced"]}
    ends = {"difference": [0.064, 0.84, 0.1], "low": [0.046, 0.68, 0.0], "high": [0.082, 1.01, 0.2]}
    assert compare_page.changed(pl.DataFrame(rows | ends)) == [
        "Changed: win_share.one +6.4 (+4.6 to +8.2), score.one +0.84 (+0.68 to +1.01)."
    ]
    assert compare_page.changed(pl.DataFrame(rows | ends).tail(1)) == []


def test_numbers_of_players_are_not_compared_with_each_other():
    """Half of the wins of two is no more than a third of those of three."""
    rows = {"figure": ["win_share.seat_1"] * 4, "case": [1, 2, 3, 4], "players": ["2", "2", "3", "3"]}
    rows |= {"params.a": ["0", "1"] * 2, "value": [0.58, 0.5, 0.42, 0.33], "deals": [9] * 4}
    frame = pl.DataFrame(rows).with_columns(low=pl.col("value") - 0.1, high=pl.col("value") + 0.1)
    assert sweep_page.extremes(frame, ["players", "params.a"]) == [
        "With 2 players: lowest 50.0 % (40.0 to 60.0) at params.a = 1, highest 58.0 % (48.0 to 68.0) at params.a = 0.",
        "With 3 players: lowest 33.0 % (23.0 to 43.0) at params.a = 1, highest 42.0 % (32.0 to 52.0) at params.a = 0.",
    ]
    assert sweep_page.extremes(frame, ["params.a"])[1] == "Highest: 58.0 % (48.0 to 68.0) at params.a = 0."


def test_rows_of_a_grid_say_what_is_turned():
    rows = pl.DataFrame({"figure": ["turns"] * 2, "case": [1, 2], "params.a": ["1", "1"], "params.b": ["2", "3"]})
    rows = rows.with_columns(value=pl.Series([1.0, 2.0]), low=pl.Series([0.5, 1.5]), high=pl.Series([1.5, 2.5]))
    assert sweep.chart(rows).get_title(loc="left") == "rows: params.a, params.b"


def test_both_pages_say_at_the_top_that_they_rest_on_assumed_cards(here):
    assert main(["compare", *FEW, *CHANGE, "--out", "c.html", "--quiet"]) == 0
    assert main(["sweep", *FEW, "--set", "params.silver=1,2", "--out", "s.html", "--quiet"]) == 0
    for file in ("c.html", "s.html"):
        top = (here / file).read_text().split("<section")[0]
        assert "Rests on assumed card data: 1 of 16 cards (plans)." in " ".join(top.split())


def test_names_come_out_as_they_are(here):
    (here / "mine.toml").write_text(MINE, encoding="utf-8")
    words = ["template", "--strategy", "mine.toml", "--games", "8", "--quiet"]
    assert main(["compare", *words, "--variant", "params.silver=3", "--out", "c.html", "--xlsx", "c.xlsx"]) == 0
    assert main(["sweep", *words, "--set", "params.silver=1,2", "--out", "s.html", "--xlsx", "s.xlsx"]) == 0
    for file in ("c.html", "s.html"):
        html = (here / file).read_text()
        assert "<script" not in html and "<b>" not in html and "win_share.&lt;script&gt;" in html
    for file, sheet in (("c.xlsx", "numbers"), ("s.xlsx", "figures")):
        cells = [row[0] for row in openpyxl.load_workbook(file)[sheet].rows]
        assert {f"win_share.{name}" for name in ODD} <= {cell.value for cell in cells}
        assert {cell.data_type for cell in cells} == {"s"}


@pytest.mark.parametrize(
    "words, says",
    [
        (["compare", *FEW, *CHANGE, "--out", "nowhere/c.html"], "nowhere: there is no such folder"),
        (["compare", *FEW, *CHANGE, "--out", "c.html", "--resume"], "say what to go on with (--out)"),
        (["compare", *FEW, *CHANGE, "--xlsx", "nowhere/c.xlsx"], "nowhere: there is no such folder"),
        (["compare", *FEW, *CHANGE, "--xlsx", "c.csv"], "c.csv: the name of a spreadsheet ends in .xlsx"),
        (["sweep", *FEW, "--set", "params.silver=1,2", "--out", "nowhere/s.html"], "nowhere: there is no such folder"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says, here, capsys):
    assert main([*words, "--quiet"]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out and not list(here.iterdir())
