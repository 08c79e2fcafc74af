"""Cards go to a spreadsheet and come back, and tables in one hold what they held."""

import csv
import filecmp
import json

import openpyxl
import polars as pl
import pytest
from found import GAMES

from sim import files, games, sheets
from sim.cli import main
from sim.files import BoxError
from sim.record import PLAIN

WITH_CARDS = [name for name in GAMES if any(games.folder(name).glob("*.csv"))]
FEW = ["--table", "stonemason,random", "--games", "8" if PLAIN else "400", "--seed", "3", "--quiet"]
PLACES = ["cards.xlsx", "cards"]
AWKWARD = ["=1+1", "+2 silver", "-x", "@here", "\tthere", "<script>alert(1)</script>", 'the "quick", one', "石工", "-3"]


# There and back.


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", WITH_CARDS)
def test_cards_that_nobody_touched_change_nothing(game, place, tmp_path):
    sheets.export(game, tmp_path / place)
    assert sheets.changes(game, tmp_path / place) == {}


@pytest.mark.parametrize("game", WITH_CARDS)
def test_every_cell_is_in_the_sheet(game, tmp_path):
    sheets.export(game, tmp_path / "cards.xlsx")
    book = openpyxl.load_workbook(tmp_path / "cards.xlsx")
    assert book.sheetnames == [file.stem for file in sorted(games.folder(game).glob("*.csv"))]
    for sheet in book:
        with (games.folder(game) / f"{sheet.title}.csv").open(encoding="utf-8", newline="") as text:
            ours = [[cell.strip() for cell in row] for row in csv.reader(text) if any(row)]
        theirs = [["" if cell.value is None else str(cell.value) for cell in row] for row in sheet.rows]
        assert theirs == ours and not any(cell.data_type == "f" for row in sheet.rows for cell in row)


@pytest.mark.parametrize("place", PLACES)
def test_a_run_with_the_cards_is_the_run_without_byte_for_byte(place, here):
    assert main(["export-cards", "template", "--out", place, "--quiet"]) == 0
    assert main(["run", "template", *FEW, "--out", "without"]) == 0
    assert main(["run", "template", *FEW, "--cards", place, "--out", "with"]) == 0
    about = [json.loads((here / run / "run.json").read_text()) for run in ("without", "with")]
    assert about[0]["tables_digest"] == about[1]["tables_digest"] and about[0]["command"] == about[1]["command"]
    for name in about[0]["files"]:
        assert filecmp.cmp(here / "without" / name, here / "with" / name, shallow=False), name


def edited(change):
    """cards.xlsx, as somebody else's program leaves it."""
    sheets.export("template", games.Path("cards.xlsx"))
    book = openpyxl.load_workbook("cards.xlsx")
    change(book["plans"])
    book.save("cards.xlsx")


def cell(sheet, name, column):
    row = next(row for row in sheet.rows if row[0].value == name)
    return row[[head.value for head in sheet[1]].index(column)]


def test_a_changed_card_is_a_change_of_the_box(here):
    def change(sheet):
        cell(sheet, "chapel", "points").value = 11.0
        cell(sheet, "manor", "gift").value = "silver"
        cell(sheet, "inn", "text").value = "whatever"

    edited(change)
    found = sheets.changes("template", games.Path("cards.xlsx"))
    assert found == {"plans.chapel.points": 11, "plans.manor.gift": "silver"}
    assert main(["run", "template", *FEW, "--cards", "cards.xlsx", "--out", "sheet"]) == 0
    words = [word for name, value in found.items() for word in ("--set", f"{name}={value}")]
    assert main(["run", "template", *FEW, *words, "--out", "set"]) == 0
    about = [json.loads((here / run / "run.json").read_text()) for run in ("sheet", "set")]
    assert about[0]["changes"] == found == about[1]["changes"]
    assert about[0]["tables_digest"] == about[1]["tables_digest"] and about[0]["command"] == about[1]["command"]


def test_rows_may_be_sorted_and_columns_left_out(here):
    rows = list(csv.DictReader((games.folder("template") / "plans.csv").read_text().splitlines()))
    (here / "cards").mkdir()
    with (here / "cards" / "plans.csv").open("w", encoding="utf-8-sig", newline="") as text:
        table = csv.DictWriter(text, ["points", "id"], extrasaction="ignore")
        table.writeheader()
        table.writerows({**row, "points": 3 if row["id"] == "hut_2" else row["points"]} for row in rows[::-1])
    assert sheets.changes("template", here / "cards") == {"plans.hut_2.points": 3}


def test_a_side_of_a_comparison_plays_with_other_cards(here, capsys):
    edited(lambda sheet: setattr(cell(sheet, "chapel", "points"), "value", 2))
    words = [
        "compare",
        "template",
        *FEW[:-1],
        "--variant",
        "cards=cards.xlsx",
        "--variant",
        "params.silver=3",
        "--json",
    ]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["base"]["changes"] == {}
    assert told["variant"]["changes"] == {"plans.chapel.points": 2, "params.silver": 3}


def test_a_word_that_no_card_has_may_be_one(here):
    """All gifts of the box are other than `none` here; the game knows the word all the same."""
    cards = files.cards(games.folder("template") / "plans.csv")
    cards = [card | {"gift": "plan"} for card in cards]
    rows = [["id", "gift"], *([card["id"], "none"] for card in cards)]
    assert {value for *_, value, _ in sheets.cells("plans.csv", rows, cards)} == {"none"}
    sheets.check_word("template", "plans.chapel.gift", "silver", "here")
    with pytest.raises(BoxError, match="^here: 'silvr' is unknown; did you mean silver\\?$"):
        sheets.check_word("template", "plans.chapel.gift", "silvr", "here")


# Mistakes.


@pytest.mark.parametrize(
    "change, says",
    [
        (("A1", "ident"), "cards.xlsx, sheet plans, row 1: column id is missing"),
        (("E1", "poins"), "cards.xlsx, sheet plans, row 1: 'poins' is unknown; did you mean points?"),
        (("E1", "wood"), "cards.xlsx, sheet plans, row 1: column wood stands there 2 times"),
        (("A9", "scool"), "cards.xlsx, sheet plans, row 9, column id: 'scool' is unknown; did you mean school?"),
        (("A9", "hut_1"), "cards.xlsx, sheet plans, row 9, column id: hut_1 stands already in row 2"),
        (("E9", 2.5), "cards.xlsx, sheet plans, row 9 (market_hall), column points: '2.5' is not a whole number"),
        (("E9", None), "cards.xlsx, sheet plans, row 9 (market_hall), column points: '' is not a whole number"),
        (("E9", 3e9), "cards.xlsx, sheet plans, row 9 (market_hall), column points: 3000000000 is not between"),
        (("F8", "silvr"), "sheet plans, row 8 (inn), column gift: 'silvr' is unknown; did you mean silver?"),
        (("Z9", "x"), "cards.xlsx, sheet plans, row 9: 26 cells, but 9 columns"),
    ],
)
def test_a_mistake_in_a_sheet_is_told_in_one_line(change, says, here, capsys):
    place, value = change
    edited(lambda sheet: setattr(sheet[place], "value", value))
    assert main(["run", "template", *FEW, "--cards", "cards.xlsx"]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out, said.err


def test_a_card_cannot_be_left_out(here):
    edited(lambda sheet: sheet.delete_rows(17))
    with pytest.raises(BoxError, match="cards.xlsx, sheet plans, column id: manor is missing"):
        sheets.changes("template", here / "cards.xlsx")


@pytest.mark.parametrize(
    "words, says",
    [
        (["run", "template", "--cards", "nowhere.xlsx"], "nowhere.xlsx: cannot be read: there is no such file"),
        (["run", "template", "--cards", "text.xlsx"], "text.xlsx: cannot be read: Xlsx error"),
        (["run", "template", "--cards", "other.xlsx"], "other.xlsx: 'plan' is unknown; did you mean plans?"),
        (["run", "template", "--cards", "empty"], "empty: no .csv file is in this folder"),
        (["run", "template", "--cards", "cards.ods"], "cards.ods: neither an .xlsx file nor a folder of .csv files"),
        (["compare", "template", "--variant", "cards=nowhere"], "nowhere: neither an .xlsx file nor a folder"),
        (["sweep", "template", "--set", "params.silver=1,2", "--cards", "text.xlsx"], "text.xlsx: cannot be read"),
        (["export-cards", "template", "--out", "text.xlsx"], "text.xlsx: is there already"),
        (["export-cards", "template", "--out", "new.csv"], "new.csv: cards fill several .csv files; name a folder"),
        (["export-cards", "template", "--out", "new.xlsx"], ": new.xlsx: cannot be written: Is a directory\n"),
        (["export-cards", "template", "--out", "text.xlsx/in.xlsx"], "text.xlsx/in.xlsx: cannot be made"),
        (["export-cards", "tempalte", "--out", "a.xlsx"], "did you mean template?"),
        (["export-cards", "pig", "--out", "a.xlsx"], "pig: this game has no card files"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says, here, capsys):
    (here / "text.xlsx").write_text("not a spreadsheet")
    (here / "empty").mkdir()
    (here / "new.unfinished").mkdir()
    sheets.write_xlsx({"plan": pl.DataFrame({"id": ["hut_1"]})}, here / "other.xlsx")
    assert main(words) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out, said.err


# Tables of results.


def test_text_stays_text(tmp_path):
    """No spreadsheet runs it: in .xlsx it is a string, in .csv it has a ' in front."""
    frame = pl.DataFrame({"name": pl.Series(AWKWARD, dtype=pl.Enum(AWKWARD)), "number": range(len(AWKWARD))})
    sheets.write_xlsx({"names": frame}, tmp_path / "names.xlsx")
    rows = list(openpyxl.load_workbook(tmp_path / "names.xlsx")["names"].iter_rows(min_row=2))
    assert [row[0].value for row in rows] == AWKWARD and {row[0].data_type for row in rows} == {"s"}
    assert {row[1].data_type for row in rows} == {"n"} and not any(row[0].hyperlink for row in rows)
    sheets.write_csv(frame, tmp_path / "names.csv")
    with (tmp_path / "names.csv").open(encoding="utf-8", newline="") as text:
        told = [row[0] for row in csv.reader(text)][1:]
    assert told == [f"'{name}" for name in AWKWARD[:5]] + AWKWARD[5:]


def test_the_same_tables_give_the_same_bytes_and_what_is_not_finite_is_empty(tmp_path):
    frame = pl.DataFrame({"x": [1.5, float("inf"), float("nan"), None], "y": [1, 2, 3, None]})
    for name in ("one", "two"):
        sheets.write_xlsx({"a": frame, "none": frame.clear()}, tmp_path / f"{name}.xlsx")
    assert filecmp.cmp(tmp_path / "one.xlsx", tmp_path / "two.xlsx", shallow=False)
    assert [file.suffix for file in tmp_path.iterdir()] == [".xlsx"] * 2
    sheet = openpyxl.load_workbook(tmp_path / "one.xlsx")["a"]
    assert [cell.value for cell in sheet["A"]] == ["x", 1.5, None, None, None]
    with pytest.raises(BoxError, match="the name of a spreadsheet ends in .xlsx"):
        sheets.write_xlsx({"a": frame}, tmp_path / "table.csv")
