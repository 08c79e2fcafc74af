"""Whatever rests on assumed card data says so: in words where it is words, as a field where it is data."""

import csv
import io
import json

import pytest
from found import GAMES, every_game
from matplotlib import image

from reports import charts
from sim import files
from sim.cli import main

WORDS = "Rests on assumed card data: 1 of 16 cards (plans)."
FIELD = "1 of 16 cards"
FEW = ["--table", "random,random", "--games", "2"]


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A folder with a run of the toy game, one of whose cards is assumed, and a target."""
    folder = tmp_path_factory.mktemp("assumed")
    assert main(["run", "template", *FEW, "--trace", "0", "--out", str(folder / "run"), "--quiet"]) == 0
    (folder / "aims.toml").write_text('targets = ["turns > 1"]')
    return folder


def test_it_is_counted_in_the_card_files_alone():
    found = {"params.toml": {"seed": 1, "assumed": 3}, "a.csv": {"seed": 4, "assumed": 2}, "b.csv": {"assumed": 0}}
    assert files.assumed_cards(found) == "2 of 6 cards"
    assert files.caution(found) == ["Rests on assumed card data: 2 of 6 cards (a)."]
    for kinds in found.values():
        kinds["assumed"] = 0
    assert files.assumed_cards(found) == "" and files.caution(found) == []
    many = {f"{name}.csv": {"assumed": number} for number, name in enumerate("abcde", start=1)}
    assert files.caution(many)[0].endswith("15 of 15 cards (e, d, c and 2 more files).")


@every_game
def test_a_game_has_assumed_cards_if_a_row_says_so(game):
    rows = [card["provenance"] for file in game.folder.glob("*.csv") for card in files.cards(file)]
    assert bool(files.caution(files.provenance(game.folder))) == ("assumed" in rows)


COMMANDS = (
    "run template --table random,random --games 2 --out {new}",
    "replay {run}",
    "report {run} --out {new}",
    "compare template --table random,random --games 2 --variant params.silver=3",
    "sweep template --table random,random --games 2 --set params.silver=2,3",
    "targets {run} {aims}",
    "cards {run}",
    "ladder template --rungs random,stonemason --games 2 --thinking-games 1",
    "info template",
)
EXPERIMENT = "cards template --experiment chapel --table random,random --games 4"


@pytest.mark.parametrize("words", [*COMMANDS, "check template --game-only", EXPERIMENT], ids=lambda words: words[:15])
def test_every_command_says_it_once(words, here, tmp_path, capsys):
    assert main(made(words, here, tmp_path)) == 0
    assert capsys.readouterr().out.count(WORDS) == 1


@pytest.mark.parametrize("words", [*COMMANDS, EXPERIMENT], ids=lambda words: words[:15])
def test_every_json_has_it_as_a_field(words, here, tmp_path, capsys):
    assert main([*made(words, here, tmp_path), "--json"]) == 0
    said = capsys.readouterr().out
    found = json.loads(said.splitlines()[-1] if words.startswith("replay") else said)
    assert found.get("closing", found)["assumed_card_data"] == FIELD and WORDS not in said


@pytest.mark.parametrize("words", [words for words in COMMANDS if words.split()[0] in ("compare", "sweep", "targets")])
def test_every_csv_has_it_as_a_column(words, here, tmp_path):
    assert main([*made(words, here, tmp_path), "--csv", str(tmp_path / "table.csv")]) == 0
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text().splitlines()))
    assert rows and all(row["assumed_card_data"] == FIELD for row in rows)


@pytest.mark.parametrize("words", ["cards {run}", EXPERIMENT], ids=lambda words: words[:15])
def test_every_csv_of_cards_has_it_as_a_column(words, here, tmp_path):
    assert main([*made(words, here, tmp_path), "--csv", str(tmp_path / "tables"), "--quiet"]) == 0
    for file in (tmp_path / "tables").glob("*.csv"):
        assert "assumed_card_data" in file.read_text().splitlines()[0].split(",")


def test_the_page_and_its_tables_say_it(here, tmp_path):
    assert main(["report", str(here / "run"), "--out", str(tmp_path / "page.html"), "--csv", str(tmp_path)]) == 0
    assert WORDS in (tmp_path / "page.html").read_text()
    assert f"assumed card data,{FIELD}" in (tmp_path / "identity.csv").read_text()
    for file in tmp_path.glob("*.csv"):
        head, *rows = csv.reader(file.read_text().splitlines())
        assert head[-1] == "assumed_card_data" and all(row[-1] == FIELD for row in rows)


PICTURES = (
    "report {run} --out {new}.html --png {new}",
    "compare template --table random,random --games 2 --variant params.silver=3 --png {new}",
    "sweep template --table random,random --games 2 --set params.silver=2,3 --show turns --png {new}",
    f"{EXPERIMENT} --png {{new}}",
)


@pytest.mark.parametrize("words", PICTURES, ids=lambda words: words[:15])
def test_a_line_below_every_picture_says_it(words, here, tmp_path, monkeypatch):
    lines, place = [], tmp_path / "new"
    monkeypatch.setattr(charts, "with_line", lambda picture, line: lines.append(line) or picture)
    assert main([*made(words, here, tmp_path), "--quiet"]) == 0
    pictures = list(place.glob("*.png")) if place.is_dir() else [place]
    assert pictures and lines == [f"Rests on assumed card data: {FIELD}."] * len(pictures)


def test_a_line_below_a_picture_leaves_the_picture_as_it_was():
    ax = charts.new_axes(2.0)
    ax.plot([1, 3, 2])
    picture = charts.drawn(ax, "png")
    before, after = (image.imread(io.BytesIO(of)) for of in (picture, charts.with_line(picture, "Some words.")))
    high = len(before)
    assert len(after) == high + charts.LINE and (after[:high] == before).all()
    assert (after[high:] != 1).any()


def test_what_does_not_rest_on_it_does_not_say_it(capsys):
    """The West Kingdom has assumed numbers, but no assumed card."""
    assert files.provenance(GAMES["architects"].folder)["params.toml"]["assumed"]
    assert main(["info", "architects"]) == 0
    assert "assumed card data" not in capsys.readouterr().out
    assert main(["info", "architects", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumed_card_data"] is None


def made(words, here, new):
    """A command of COMMANDS with its places filled in."""
    return words.format(run=here / "run", aims=here / "aims.toml", new=new / "new").split()
