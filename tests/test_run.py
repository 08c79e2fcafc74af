"""A run in a notebook has what the report has, and shows itself."""

import gc

import openpyxl
import pytest
from matplotlib import pyplot
from test_report import MINE, ODD

from reports import page
from reports.run import Run, load, play
from sim.files import BoxError
from sim.record import PLAIN

TABLE = "stonemason,carpenter,random"
GAMES = 12 if PLAIN else 600
PLOTS = [name for name in dir(Run) if name.startswith("plot_") and not (PLAIN and name == "plot_cards")]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return play("template", TABLE, {"params.silver": 3}, tmp_path_factory.mktemp("run") / "run", games=GAMES, seed=3)


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def test_a_run_that_is_kept_is_loaded_in_one_line(tmp_path, run):
    play("template", TABLE.split(","), {"params.silver": 3}, tmp_path / "again", games=GAMES, seed=3)
    again = load(tmp_path / "again")
    assert again.about["command"] == run.about["command"] and "--set params.silver=3" in run.about["command"]
    assert again.games.equals(run.games) and again.seats.equals(run.seats)
    assert len(run.games) == GAMES and len(run.seats) == 3 * GAMES


def test_a_run_that_is_not_kept_lasts_as_long_as_its_object():
    run = play("template", "random,random", games=4, trace=2)
    assert len(run.games) == 4 and run["strategies"]["games"].to_list() == [8]
    folder = run.folder
    assert folder.exists()
    del run
    gc.collect()
    assert not folder.exists()


def test_its_tables_are_those_of_the_report(run):
    told = page.report(run.results)
    assert run.keys() == run._ipython_key_completions_() == list(told.tables)
    assert all(run[name].equals(told.tables[name], null_equal=True) for name in ("seats", "pairs", "verdicts"))
    with pytest.raises(KeyError, match="did you mean pairs"):
        run["pair"]


def test_it_shows_verdicts_shares_and_what_repeats_it(run):
    shown, html = repr(run), run._repr_html_()
    assert shown.startswith("The Quarry: ") and len(shown.splitlines()) == 4
    assert run.about["command"] in html and html.count("<tr>") == 2 + 3 + 3
    for sentence in run.verdicts:
        assert sentence.split(". ")[0].removesuffix(".") in html.replace("\xa0", " ")


def test_names_come_out_as_they_are(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    run = play("template", files=(str(file),), games=8, trace=0)
    html = run._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html and ODD[2].replace("&", "&amp;") in html


@pytest.mark.parametrize("name", PLOTS)
def test_a_figure_is_drawn_where_it_is_wanted(name, run):
    mine = pyplot.subplots()[1]
    assert getattr(run, name)(ax=mine) is mine and mine.get_xlabel() and mine.has_data()
    own = getattr(run, name)()
    assert own is not mine and own.figure.number in pyplot.get_fignums()


def test_figures_are_called_as_on_the_page(run):
    names = {figure.name.replace("-", "_") for figure in run.report.figures}
    assert {name.removeprefix("plot_") for name in PLOTS} - {"cards"} <= names and len(PLOTS) >= 12


def test_cards_are_told_and_drawn_set_by_set(run):
    assert run.cards.equals(run["cards"], null_equal=True) and set(run.cards["set"]) == {"plans"}
    with pytest.raises(BoxError, match="too few deals" if PLAIN else "did you mean plans"):
        run.plot_cards("plan")


def test_page_and_spreadsheet_are_those_of_the_report(run, tmp_path):
    run.write_page(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page.html(page.report(run.results))
    run.write_xlsx(tmp_path / "tables.xlsx")
    assert openpyxl.load_workbook(tmp_path / "tables.xlsx").sheetnames == run.keys()


@pytest.mark.parametrize(
    "given, says",
    [
        ({"what": "tempalte"}, "did you mean template"),
        ({"what": "template", "table": "stonemasn"}, "did you mean stonemason"),
        ({"what": "template", "changes": {"params.silvr": 1}}, "did you mean silver"),
        ({"what": "template", "gmaes": 7}, "did you mean games"),
    ],
)
def test_a_mistake_is_told_with_the_nearest_name(given, says):
    with pytest.raises(BoxError, match=says):
        play(**given)
