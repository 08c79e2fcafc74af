"""One player beats nobody: whatever is told of its games is told in points."""

import json
import re

import numpy as np
import polars as pl
import pytest
from found import GAMES
from matplotlib.figure import Figure
from scipy import stats

from reports import alone, sources
from reports import run as notebook
from sim.cli import main
from sim.results import load

SOLO = [name for name, game in GAMES.items() if game.seats[0] == 1]
GAME = "chutes_and_ladders"
WRONG = ("share of wins", "win_share", "win share", "even: ", "1 players", "1 games", "Most wins", "wins", "tied")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    run = tmp_path_factory.mktemp("alone") / "run"
    assert main(["run", GAME, "--players", "1", "--games", "40", "--seed", "3", "--out", str(run), "--quiet"]) == 0
    return run


def speaks_of_wins(text):
    text = re.sub(r"[\d,]+ games per second", "", text)  # any speed may end in "1 games"
    return [word for word in WRONG if word in text]


def test_there_is_a_game_for_one():
    assert GAME in SOLO and "abbey" in SOLO


def test_the_table_is_what_anyone_would_reckon(folder):
    run = load(folder)
    frame = alone.table(alone.scores(run), run.about)
    points = run.seats.collect()["score"].to_numpy()
    [row] = frame.iter_rows(named=True)
    assert (row["games"], row["deals"]) == (40, 40) and row["mean"] == pytest.approx(points.mean())
    assert row["mean_low"] <= row["mean"] <= row["mean_high"]
    assert row["q50"] == np.quantile(points, 0.5, method="inverted_cdf") and row["q05"] <= row["q50"] <= row["q95"]


def test_strategies_are_ranked_by_what_they_score():
    """Two games a deal for one of them, one for the other."""
    of = {"low": np.array([[1, 3], [2, 2]]), "high": np.array([[4], [6]])}
    frame = alone.table(of, {})
    assert frame["strategy"].to_list() == ["high", "low"] and frame["mean"].to_list() == [5, 2]
    assert frame["games"].to_list() == [2, 4] and frame["deals"].to_list() == [2, 2]
    assert alone.words(frame)[0].startswith("Highest mean score: high, 5.00")


def test_the_best_is_spoken_of_by_ends_that_hold_together():
    luck = np.random.default_rng(2)
    of = {name: luck.normal(mean, 2, (50, 1)) for name, mean in (("low", 9), ("high", 12), ("middle", 10))}
    frame = alone.table(of, {})
    best = frame.row(0, named=True)
    low, high = stats.t.interval(1 - 0.05 / 3, 49, of["high"].mean(), stats.sem(of["high"][:, 0]))
    assert (best["mean_all_low"], best["mean_all_high"]) == pytest.approx((low, high))
    assert f"Highest mean score: high, {best['mean']:.2f} ({low:.2f} to {high:.2f})." == alone.words(frame)[0]


def test_few_deals_leave_the_far_quantiles_open():
    """Forty scores, 1 to 40; the ends are those of scipy.stats.quantile_test, which has none so far out."""
    frame = alone.table({"only": np.arange(1, 41)[:, None]}, {})
    assert alone.cells(frame)[0][2:] == ["2 (6 at most)", "20 (14 to 27)", "38 (35 at least)"]


@pytest.mark.parametrize(
    "words",
    [
        f"run {GAME} --players 1 --games 8 --out {{new}}",
        "report {run} --out {new}",
        f"compare {GAME} --players 1 --games 8 --variant params.exact_finish=false",
        f"sweep {GAME} --players 1 --games 8 --set params.exact_finish=true,false",
        f"ladder {GAME} --players 1 --games 8 --rungs random,roller",
    ],
    ids=lambda words: words.split()[0],
)
def test_every_command_tells_points(words, folder, tmp_path, capsys):
    words = words.format(run=folder, new=tmp_path / "new").split()
    assert main(words) == 0
    said = capsys.readouterr().out
    assert not speaks_of_wins(said) and "score" in said and len(said.splitlines()) > 2
    if words[0] in ("run", "ladder"):
        assert re.search(r"^strategy +mean score +5 % +50 % +95 %$", said, re.M) and "1 player" in said
    again = [f"{word}-again" if word == str(tmp_path / "new") else word for word in words]
    assert main([*again, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    found.get("run", {}).pop("columns", None)
    assert not speaks_of_wins(json.dumps(found))


def test_the_page_of_one_player_speaks_of_points(folder, tmp_path):
    assert main(["report", str(folder), "--out", str(tmp_path / "page.html"), "--csv", str(tmp_path)]) == 0
    page = re.sub(r'src="[^"]*"', "", (tmp_path / "page.html").read_text()).split('id="method"')[0]
    assert not speaks_of_wins(page) and "Who scores how much?" in page and "with 1 player," in page
    table = pl.read_csv(tmp_path / "scores.csv")
    assert table.columns[:4] == ["strategy", "games", "deals", "mean"]
    assert sorted(file.stem for file in tmp_path.glob("*.csv"))[:2] == ["identity", "pacing"]


def test_the_section_on_sources_begins_with_an_answer_for_one_player_too():
    ends = {"low": [1.0, 4.0, 0.0], "high": [3.0, 6.0, 2.0], "all_low": [0.5, 3.5, -0.5], "all_high": [3.5, 6.5, 2.5]}
    rows = {"who": ["one", "one", "two"], "source": ["wall", "towers", "wall"], "deals": 40, "mean": [2.0, 5.0, 1.0]}
    frame = pl.DataFrame(rows | ends)
    assert sources.words_alone(frame) == [
        "one has most from towers: 5.00 (3.50 to 6.50) points a game.",
        "two has most from wall: 1.00 (-0.50 to 2.50) points a game.",
    ]
    assert sources.words_alone(frame.clear()) == [sources.NONE]


def test_pages_of_one_player_count_one_player(folder, tmp_path, capsys):
    for words in ("compare --variant params.exact_finish=false", "sweep --set params.exact_finish=true,false"):
        command, *others = words.split()
        page = tmp_path / f"{command}.html"
        assert main([command, GAME, "--players", "1", "--games", "8", *others, "--out", str(page), "--quiet"]) == 0
        assert "with 1 player" in page.read_text() and "1 players" not in page.read_text()
    assert main(["report", str(folder), "--out", str(tmp_path / "page.html"), "--beside", str(folder)]) == 2
    assert "players" in capsys.readouterr().err


def test_a_run_in_a_notebook_speaks_of_points(folder):
    run = notebook.load(folder)
    assert not speaks_of_wins(repr(run)) and "Highest mean score: roller" in repr(run)
    assert run.plot_scores(Figure().add_subplot()).patches


def test_a_share_of_wins_cannot_be_asked_for(tmp_path, capsys):
    alone_at = ["--players", "1", "--games", "4", "--quiet"]
    assert main(["run", GAME, *alone_at, "--until", "win_share +- 0.01", "--out", str(tmp_path / "run")]) == 2
    assert "one player has no share of wins" in capsys.readouterr().err
    assert main(["sweep", GAME, *alone_at, "--set", "params.exact_finish=true,false", "--show", "win_share.seats"]) == 2
    assert "win_share.seat_1" in capsys.readouterr().err
