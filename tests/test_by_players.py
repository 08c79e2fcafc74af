"""Seats of several runs side by side: each as in its own report, and runs that do not belong together are refused."""

import csv
import json
from dataclasses import replace

import polars as pl
import pytest
from found import compiled_only

from reports import by_players, page, seats, verdicts
from sim import experiment
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.record import PLAIN
from sim.results import load

FEW = Experiment("template", ("stonemason", "random"), games=24 if PLAIN else 1_200, seed=3, trace=0)
# exact.py of Left Center Right, for the seats in the order of turns
LEFT_CENTER_RIGHT = {
    2: [0.38207492, 0.61792508],
    3: [0.30684301, 0.32801873, 0.36513826],
    4: [0.23925785, 0.24318037, 0.25534507, 0.26221672],
    5: [0.19370653, 0.19380816, 0.19993805, 0.20632177, 0.20622549],
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Runs of the toy game for two, three and four."""
    place = tmp_path_factory.mktemp("runs")
    tables = {players: ("stonemason", "random", "learner", "carpenter")[:players] for players in (2, 3, 4)}
    for players, table in tables.items():
        experiment.run(replace(FEW, strategies=table, out=place / str(players)))
    return {players: place / str(players) for players in tables}


@pytest.fixture(scope="module")
def runs(folders):
    return {players: load(folder) for players, folder in folders.items()}


@compiled_only
def test_known_seats_at_every_number_of_players(tmp_path):
    """Seat 1 of two is far behind; of five all seats are within 2 points of even."""
    found = []
    for players in LEFT_CENTER_RIGHT:
        wanted = Experiment("left_center_right", ("roller",) * players, games=80_000, seed=2, fixed_seats=True, trace=0)
        found.append(load(experiment.run(replace(wanted, out=tmp_path / str(players)))))
    frame = by_players.table(found, within=0.02)
    for players, exact in LEFT_CENTER_RIGHT.items():
        rows = frame.filter((pl.col("players") == players) & pl.col("seat").is_not_null())
        assert rows["seat"].to_list() == [str(seat + 1) for seat in range(players)]
        assert rows["even"].to_list() == pytest.approx([1 / players] * players)
        for row, share in zip(rows.iter_rows(named=True), exact, strict=True):
            assert row["low"] < share < row["high"] and row["high"] - row["low"] < 0.025
    verdict = dict(frame.filter(pl.col("seat").is_null()).select("players", "verdict").iter_rows())
    assert verdict == {2: "tilted", 3: "tilted", 4: "balanced", 5: "balanced"}


def test_every_number_of_players_has_what_its_own_report_has(runs):
    frame = by_players.table([runs[4], runs[2], runs[3]], within=0.05)
    assert frame["players"].to_list() == [2] * 3 + [3] * 4 + [4] * 5  # a line for all, and one for each seat
    for players, run in runs.items():
        alone = verdicts.table({"seats": seats.table(run)}, 0.05).drop("family", "other")
        mine = frame.filter(pl.col("players") == players).drop("players").rename({"seat": "who"})
        assert mine.equals(alone.select(mine.columns))


def test_the_figure_has_a_line_at_one_part_in_n_for_each_number_of_players(runs):
    frame = by_players.table(list(runs.values()), within=0.05)
    ax = by_players.chart(frame, within=0.05)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[0] == "2 players, seat 1" and names[-1] == "4 players, seat 4" and len(names) == 9
    height = dict(zip(names, ax.get_yticks(), strict=True))
    lines = {round(1 / line.get_xdata()[0]): line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 2}
    assert set(lines) == {2, 3, 4}
    for players, ends in lines.items():
        assert sum(min(ends) < at < max(ends) for at in height.values()) == players
        assert min(ends) < height[f"{players} players, seat 1"] < max(ends)


def test_the_page_shows_them_among_the_seats(folders, tmp_path, capsys):
    words = ["report", str(folders[3]), "--beside", str(folders[2]), "--beside", str(folders[4]), "--json", "--quiet"]
    out = ["--out", str(tmp_path / "page.html"), "--csv", str(tmp_path), "--png", str(tmp_path)]
    assert main([*words, *out]) == 0
    told = json.loads(capsys.readouterr().out)
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    for players in (2, 3, 4):
        [said] = [said for said in told["answers"]["seats"] if said.startswith(f"With {players} players: ")]
        assert said.split(".")[0] in html
    assert told["answers"]["seats"][-1] == "These runs differ in more than the number of players: strategies."
    assert (tmp_path / "seats-by-players.png").read_bytes().startswith(b"\x89PNG")
    for name in ("seats_by_players", "runs"):
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert len(list(csv.reader(file))) - 1 == len(told["tables"][name])
    assert [row["strategies"] for row in told["tables"]["runs"]] == [
        "stonemason, random",
        "stonemason, random, learner",
        "stonemason, random, learner, carpenter",
    ]
    assert all(row["repeat it"].startswith("meeplecarlo run template") for row in told["tables"]["runs"])


def test_without_others_the_page_is_as_it_was(runs):
    assert not {"seats_by_players", "runs"} & set(page.report(runs[2]).tables)


def test_what_else_is_other_is_told(runs, tmp_path):
    table = ("random",) * 3
    one, other = (
        load(experiment.run(replace(FEW, strategies=table[:players], changes=changes, out=tmp_path / str(players))))
        for players, changes in ((2, {"params.silver": 3}), (3, {}))
    )
    assert list(by_players.apart([one.about, other.about])) == ["numbers changed"]
    assert list(by_players.apart([runs[2].about, one.about])) == ["strategies", "numbers changed"]


@pytest.mark.parametrize(
    "what, says",
    [
        ({"game": "pig", "strategies": ("hold20", "hold20")}, "runs of different games, pig and template"),
        ({"strategies": ("random",) * 3}, "two of these runs have 3 players; see meeplecarlo compare"),
        ({"game": "chutes_and_ladders", "strategies": ("roller",)}, "different games, chutes_and_ladders and template"),
        (None, "there is no such folder"),
    ],
)
def test_runs_that_do_not_belong_together_are_refused(what, says, folders, tmp_path, capsys):
    if what:
        experiment.run(replace(FEW, games=6, out=tmp_path / "run", **what))
    words = ["report", str(folders[3]), "--beside", str(tmp_path / "run"), "--out", str(tmp_path / "page.html")]
    assert main(words) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out
    assert not (tmp_path / "page.html").exists()


def test_one_player_alone_has_no_seats(tmp_path):
    alone, two = (
        load(experiment.run(Experiment("chutes_and_ladders", ("roller",) * n, games=4, trace=0, out=tmp_path / str(n))))
        for n in (1, 2)
    )
    with pytest.raises(BoxError, match="single player"):
        by_players.in_order([two, alone])
