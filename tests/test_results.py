"""Rows become two tables, tables become a run folder, and what is read there is what was played."""

import itertools
import json
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from found import GAMES, every_game, listed
from scipy import stats

import heuristics
from reports.closing import closing, lines, uses
from sim import batch, experiment
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.keeper import Keeper
from sim.lineups import around_the_table, seating_of
from sim.record import PLAIN
from sim.results import columns, frames, load, seat_record

TABLE = ("stonemason", "carpenter", "learner", "random")
SMALL = Experiment("template", TABLE, games=10 if PLAIN else 200, seed=3, trace=2)
CRASHES = '''"""Falls over in some games."""
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
    """A finished run."""
    return experiment.run(replace(SMALL, out=tmp_path_factory.mktemp("runs") / "small"))


@pytest.fixture
def crashing(tmp_path):
    """Players of whom one crashes in one game of every third deal."""
    file = tmp_path / "crasher.py"
    file.write_text(CRASHES)
    return (*TABLE[:1], str(file))


def tables_of(folder):
    """All that a run folder holds as rows, for comparison."""
    run = load(folder)
    return [table.collect() for table in run[1:5] if table is not None]


def same(one, other):
    return all(a.equals(b) for a, b in zip(tables_of(one), tables_of(other), strict=True))


# Columns.


@every_game
def test_every_column_has_a_sentence_and_is_there(game):
    players = heuristics.named((listed(game) * 6)[: game.seats[-1]], game)
    played = batch.run(game, [tuple(players)], 1)
    found, said = frames(played.job, played.rows), columns(game)
    assert list(found.games.columns) == list(said["games"]) and list(found.seats.columns) == list(said["seats"])
    assert all(sentence.strip() for table in said.values() for sentence in table.values())


@every_game
def test_tables_say_what_the_rows_say(game):
    for seats in (game.seats[0], game.seats[-1]):
        players = tuple(heuristics.named((listed(game) * 6)[:seats], game))
        played = batch.run(game, [players, players[::-1]], 1, root=1)
        games, table = frames(played.job, played.rows)
        assert len(games) == len(played.rows) and len(table) == seats * len(games)
        assert (games["margin"].to_numpy() == played.rows["margin"]).all()
        rows = played.rows["seats"][:, :seats]
        for name in rows.dtype.names:
            field = seat_record(game).fields[name]
            if name != "strategy" and not field.shape:
                assert (table[name].to_numpy().reshape(rows[name].shape) == rows[name]).all(), name
            for number, member in enumerate(field.index or ()):
                column = table[f"{name}_{member.name.lower()}"].to_numpy().reshape(rows[name].shape[:2])
                assert (column == rows[name][:, :, number]).all(), (name, member)


def test_strategies_are_named_where_they_sat():
    game = GAMES["template"]
    line_ups = [tuple(heuristics.named(names, game)) for names in (("random", "learner"), ("carpenter", "random"))]
    played = batch.run(game, line_ups, 3, root=9)
    table = frames(played.job, played.rows).seats
    for number in range(len(played.rows)):
        seating = seating_of(number, line_ups)
        sits = around_the_table(game, 2, 9, seating)
        names = [line_ups[seating.line_up][player].name for player in sits]
        assert table.filter(pl.col("game") == number)["strategy"].to_list() == names
    assert isinstance(table.schema["strategy"], pl.Enum)


# Faults.


def test_a_broken_game_keeps_its_rows_and_costs_its_deal(tmp_path, crashing):
    wanted = Experiment("template", crashing, games=12, seed=1, trace=0, out=tmp_path / "run")
    run = load(experiment.run(wanted))
    games, seats = run.games.collect(), run.seats.collect()
    broken = games.filter(pl.col("status") != 0)["game"].to_list()
    assert len(games) == 12 and len(seats) == 24 and len(broken) == run.about["faults"]["by_status"]["crashed"] == 2
    told = seats.filter(pl.col("game").is_in(broken))
    assert told["place"].null_count() == told["win_share"].null_count() == len(told) == 4
    assert seats["place"].null_count() == 4
    assert (told.filter(pl.col("seat") == 1)["strategy"] == "crasher").all()
    assert all("lost the thread" in fault and "crasher" in fault for fault in run.about["faults"]["first"])
    assert run.about["counts"] == {"wanted": 12, "played": 12, "repeated": 0, "deals": 6, "whole_deals": 4}
    found = closing(run)
    assert (found.deals, found.faulted, found.incomplete) == (4, 2, 0) and found.swing == 2 / 6
    assert any("2 more left out for faults" in line for line in lines(found))


# Pools and repeats.


@pytest.mark.parametrize("metagame", [False, True])
def test_a_pool_plays_all_its_tables_in_every_deal(tmp_path, metagame):
    wanted = replace(SMALL, players=2, metagame=metagame, games=1, repeats=2, trace=0, out=tmp_path / "run")
    run = load(experiment.run(wanted))
    assert run.about["games_per_deal"] == run.about["counts"]["played"] == wanted.per_deal == (40 if metagame else 24)
    together = itertools.combinations_with_replacement if metagame else itertools.combinations
    assert run.about["line_ups"] == [list(line_up) for line_up in together(TABLE, 2)]
    seats = run.seats.collect().join(run.games.select("game", "seating", "repeat").collect(), on="game")
    for (seating,), rows in seats.partition_by("seating", as_dict=True).items():
        assert sorted(rows["strategy"].unique()) == sorted(set(run.about["line_ups"][seating // 2]))
        assert rows["repeat"].to_list() == [0, 0, 1, 1]
    assert seats["plans_dealt"].n_unique() <= 2  # one for each seat: all meet the same deal
    met = seats.group_by("strategy").agg(pl.len())["len"].unique()
    assert met.to_list() == [seats.height // 4]


def test_the_closing_table_of_a_pool_counts_deals(tmp_path):
    deals = 3 if PLAIN else 50
    wanted = replace(SMALL, players=3, games=12 * deals, trace=0, out=tmp_path / "run")
    run = load(experiment.run(wanted))
    found, seats = closing(run), run.seats.collect()
    assert "4 line-ups" in next(iter(lines(found))) and [line.who for line in found.strategies] == list(TABLE)
    for line in found.strategies:
        by_deal = seats.filter(pl.col("strategy") == line.who).group_by("deal").agg(pl.col("win_share", "score").mean())
        assert line.win_share.n == deals and np.isclose(line.win_share.mean, by_deal["win_share"].mean())
        assert np.isclose(line.score.mean, by_deal["score"].mean())


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"players": 5}, "4 are too few for tables of 5"),
        ({"metagame": True}, "takes a pool"),
        ({"strategies": ("random", "random"), "players": 2}, "random is named 2 times"),
        ({"players": 2, "fixed_seats": True}, "take every seat"),
        ({"strategies": tuple(map(str, range(40))), "players": 4}, "91,390 line-ups, more than 6,000"),
        ({"repeats": 30_000}, "120,000 times, more than 100,000"),
        ({"repeats": 0}, "repeats: 0 is not"),
    ],
)
def test_a_pool_that_cannot_be_is_refused(settings, says):
    with pytest.raises(BoxError, match=says):
        replace(SMALL, **settings)


# Games that are played twice.


def test_a_game_that_goes_as_another_is_counted_once(tmp_path):
    """One strategy in all seats: every rotation is the same game.  Without whims every repeat is."""
    wanted = replace(SMALL, strategies=("stonemason",) * 3, repeats=2, games=24, trace=0, out=tmp_path / "same")
    run = load(experiment.run(wanted))
    assert run.about["counts"]["repeated"] == 20 and closing(run).repeated == 20
    assert "repeated: 20 games went as another of their deal (different games: 4)" in lines(closing(run))
    whims = replace(wanted, strategies=("learner",) * 3, out=tmp_path / "whims")
    assert load(experiment.run(whims)).about["counts"]["repeated"] == 16
    wanted = replace(SMALL, strategies=("stonemason", "learner"), metagame=True, players=2, games=24, trace=0)
    run = load(experiment.run(replace(wanted, out=tmp_path / "pool")))
    assert run.about["counts"]["repeated"] >= 8  # two of each three line-ups are one strategy twice
    assert run.about["counts"]["repeated"] == by_columns(run)


@pytest.mark.parametrize("table, repeats", [(TABLE, 1), (("stonemason", "stonemason", "random"), 2)])
def test_repeated_games_are_those_equal_in_all_columns(tmp_path, table, repeats):
    wanted = replace(SMALL, strategies=table, repeats=repeats, trace=0, out=tmp_path / "run")
    run = load(experiment.run(wanted))
    assert run.about["counts"]["repeated"] == by_columns(run)


def by_columns(run):
    """Games less different ones, the slow way."""
    seats = run.seats.collect().drop("deal", "strategy")
    wide = seats.pivot("seat", index="game", values=[name for name in seats.columns if name not in ("game", "seat")])
    games = run.games.collect().drop("seating", "repeat").join(wide, on="game").drop("game")
    return len(games) - games.n_unique()


# Run folders.


def test_run_json_says_what_was_played(folder):
    about = load(folder).about
    assert about["status"] == "complete" and about["seed"] == 3 and about["line_up"] == list(TABLE)
    assert about["counts"]["played"] == about["counts"]["wanted"] == -(-SMALL.games // 4) * 4
    assert set(about["versions"]) == {"meeplecarlo", "python", "numba", "numpy", "polars"}
    assert about["provenance"]["params.toml"]["seed"] > 0 and about["strategies"]["random"]["about"]
    assert not list(folder.rglob("*.unfinished"))


def test_run_json_has_no_paths_of_this_machine(folder, tmp_path, crashing):
    other = experiment.run(Experiment("template", crashing, games=2, trace=0, out=tmp_path / "run"))
    for run in (folder, other):
        text = (run / "run.json").read_text()
        assert (
            str(Path.home()) not in text and str(tmp_path) not in text and str(Path(__file__).parent.parent) not in text
        )


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"fixed_seats": True},
        {"checked": True, "games": 4},
        {"changes": {"params.opening": "stepped", "params.silver": 3}},
        {"players": 2},
        {"forbid": ("stonemason:quarry", "guild")},
        {"strategies": ("learner", "random"), "players": 2, "metagame": True, "repeats": 2, "trace": 0},
    ],
    ids=str,
)
def test_the_command_in_run_json_repeats_the_run(tmp_path, settings):
    wanted = replace(SMALL, **{"games": 8, "changes": {"params.equal_turns": False}} | settings)
    first = experiment.run(replace(wanted, out=tmp_path / "first"))
    words = shlex.split(load(first).about["command"])
    assert words[0] == "meeplecarlo" and main([*words[1:], "--out", str(tmp_path / "second"), "--quiet"]) == 0
    assert same(first, tmp_path / "second")


@pytest.mark.parametrize("threads", [1, 3])
def test_tables_depend_neither_on_threads_nor_on_chunks(tmp_path, folder, monkeypatch, threads):
    monkeypatch.setattr(batch, "LASTING", 0.001)
    again = experiment.run(replace(SMALL, threads=threads, out=tmp_path / "again"))
    assert same(folder, again)
    for name in load(folder).about["files"]:
        assert (folder / name).read_bytes() == (again / name).read_bytes()


def test_parts_hold_whole_deals_and_few_are_open(tmp_path, folder, monkeypatch):
    opened = []
    monkeypatch.setattr(experiment, "PART", 10)
    take = Keeper.take
    monkeypatch.setattr(Keeper, "take", lambda self, chunk: (take(self, chunk), opened.append(len(self.parts))))
    monkeypatch.setattr(batch, "LARGEST", 3)
    run = load(experiment.run(replace(SMALL, out=tmp_path / "parts")))
    assert same(folder, tmp_path / "parts")
    sizes = [games.select(pl.len()).collect().item() for games, _ in run.parts]
    assert set(sizes[:-1]) <= {8} and sum(sizes) == run.about["counts"]["played"]
    assert max(opened) <= 4
    assert close_enough(closing(run), closing(load(folder)))


def close_enough(one, other):
    return np.allclose(numbers_of(one), numbers_of(other), rtol=1e-9)


def numbers_of(found):
    rows = [interval for line in found.strategies + found.seats for interval in line[1:]]
    return [number for interval in (*rows, found.turns, found.tied, found.tied_on_score) for number in interval]


def test_a_stopped_run_keeps_what_is_finished(tmp_path, monkeypatch):
    asked = iter([False] * 6)

    class Stopped:
        def __enter__(self):
            return lambda: next(asked, True)

        def __exit__(self, *error):
            return False

    monkeypatch.setattr(experiment, "stop_on_signal", Stopped)
    monkeypatch.setattr(batch, "LARGEST", 3)
    run = load(experiment.run(replace(SMALL, games=100_000, threads=1, out=tmp_path / "run")))
    games, seats, counts = run.games.collect(), run.seats.collect(), run.about["counts"]
    assert run.about["status"] == "interrupted" and 0 < counts["played"] == len(games) < 100_000
    assert len(seats) == 4 * len(games) and (games["status"] == 0).all() and run.trace is None
    found = closing(run)
    assert found.deals == counts["whole_deals"] and found.incomplete == counts["deals"] - counts["whole_deals"]


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BoxError, match="not empty"):
        experiment.run(replace(SMALL, out=tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_two_runs_in_one_second_get_two_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "RUNS", tmp_path / "runs")
    one, other = (experiment.run(replace(SMALL, games=1, trace=0)) for _ in range(2))
    assert one != other and one.parent == other.parent == tmp_path / "runs"


def test_a_mistake_of_ours_is_kept_as_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.keeper.frames", lambda job, rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        experiment.run(replace(SMALL, out=tmp_path / "run"))
    assert json.loads((tmp_path / "run" / "run.json").read_text())["status"] == "failed"


def test_the_course_adds_up(folder):
    run = load(folder)
    games = 2 * run.about["games_per_deal"]
    seats = run.seats.filter(pl.col("game") < games).collect()
    last = run.trace.filter(pl.col("round") == pl.col("round").max().over("game")).collect()
    assert seats.join(last, on=["game", "seat"]).filter(pl.col("score") == pl.col("standing")).height == 4 * games
    names = [name for name in seats.columns if name.startswith("uses_")]
    thirds = run.trace_uses.group_by("game", "seat", maintain_order=True).agg(pl.col(names).sum()).collect()
    assert thirds.select(names).equals(seats.select(names))
    assert sorted(run.trace_uses.collect()["third"].unique()) == [1, 2, 3]


def test_pandas_reads_the_tables(folder):
    pandas = pytest.importorskip("pandas")
    table = load(folder).seats.collect().to_pandas()
    assert table["strategy"].dtype == "category" and table["score"].dtype == np.int32
    read = pandas.read_parquet(folder / "seats")
    assert (read["score"] == table["score"]).all() and list(read.columns) == list(table.columns)


# What is not a run folder.


def damage(folder, name, how):
    file = folder / name
    if how == "cut":
        file.write_bytes(file.read_bytes()[:-20])
    elif how == "overwritten":
        file.write_bytes(b"PAR1 no more PAR1")
    elif how == "gone":
        file.unlink()
    else:
        file.write_text(how)


@pytest.mark.parametrize(
    "name, how",
    [
        ("games/part-00000.parquet", "cut"),
        ("seats/part-00000.parquet", "overwritten"),
        ("seats/part-00000.parquet", "gone"),
        ("trace/part-00000.parquet", "cut"),
        ("run.json", "gone"),
        ("run.json", "{"),
        ("run.json", "[]"),
        ("run.json", '{"files": 3}'),
    ],
)
def test_a_damaged_run_is_told_in_one_line(tmp_path, name, how):
    folder = experiment.run(replace(SMALL, games=4, trace=1, out=tmp_path / "run"))
    damage(folder, name, how)
    with pytest.raises(BoxError) as error:
        load(folder)
    assert name in str(error.value) and "\n" not in str(error.value)


def test_no_folder_is_no_run(tmp_path):
    with pytest.raises(BoxError, match="no such folder"):
        load(tmp_path / "nowhere")


# Experiments in files.


def test_a_file_pins_an_experiment(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "template"\nstrategies = ["random", "learner"]\ngames = 7\n[changes]\nparams.silver = 3\n')
    assert experiment.from_toml(file) == Experiment("template", ("random", "learner"), 7, changes={"params.silver": 3})


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parent.parent / "seeds").glob("*.toml")), ids=lambda file: file.stem
)
def test_pinned_experiments_can_be_played(file):
    wanted = experiment.from_toml(file)
    assert set(wanted.strategies) <= set(heuristics.sentences(wanted.game))


@pytest.mark.parametrize(
    "text, says",
    [
        ("game = ", "not readable as TOML"),
        ('strategies = ["random"]', "game is missing"),
        ('game = "template"', "strategies are missing"),
        ('game = "template"\nstrategies = "random"', "strategies is not a list"),
        ('game = "template"\nstrategies = ["random"]\nsed = 3', "did you mean seed"),
        ('game = "template"\nstrategies = ["random"]\nseed = "3"', "seed: '3' is not a whole number"),
        ('game = "template"\nstrategies = ["random"]\ngames = 0', "games: 0"),
        ('game = "template"\nstrategies = ["random"]\ngames = true', "games: True"),
        ('game = "template"\nstrategies = ["random"]\nchecked = 1', "neither true nor false"),
        ('game = "template"\nstrategies = ["random"]\nchanges = 1', "changes"),
    ],
)
def test_a_mistake_in_an_experiment_is_told(tmp_path, text, says):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BoxError, match=says) as error:
        experiment.from_toml(file)
    assert "mine.toml" in str(error.value)


# The closing table.


def test_the_closing_table_is_what_anyone_would_reckon(tmp_path):
    wanted = replace(SMALL, games=40 if PLAIN else 2_000, seed=8, trace=0, out=tmp_path / "run")
    found = closing(load(experiment.run(wanted)))
    game = GAMES["template"]
    players = tuple(heuristics.named(TABLE, game))
    rows = batch.run(game, [players], wanted.games // 4, root=8).rows
    assert found.games == len(rows) and found.deals == wanted.games // 4
    for number, line in enumerate(found.strategies):
        mine = rows["seats"]["strategy"][:, :4] == number
        share, score = (rows["seats"][name][:, :4][mine].reshape(-1, 4).mean(axis=1) for name in ("win_share", "score"))
        assert line.who == TABLE[number] and line.win_share.n == line.score.n == len(share)
        assert np.isclose(line.win_share.mean, share.mean()) and np.isclose(line.score.mean, score.mean())
        error = score.std(ddof=1) / np.sqrt(len(score))
        assert np.isclose((line.score.high - line.score.low) / 2, stats.t.ppf(0.975, len(score) - 1) * error)
    for number, line in enumerate(found.seats):
        share = rows["seats"]["win_share"][:, number].reshape(-1, 4).mean(axis=1)
        assert line.who == str(number + 1) and np.isclose(line.win_share.mean, share.mean())
    assert np.isclose(found.turns.mean, (rows["turns"] / 4).mean())
    assert np.isclose(found.tied.mean, (rows["tied"] > 1).mean())
    assert np.isclose(found.tied_on_score.mean, (rows["tied_on_score"] > 1).mean())
    assert all(len(line) <= 100 for line in lines(found))
    assert np.isclose(sum(line.win_share.mean for line in found.strategies), 1)


def test_uses_are_means_per_game(folder):
    run = load(folder)
    profile, seats = uses(run), run.seats.collect()
    for row in profile.iter_rows(named=True):
        mine = seats.filter(pl.col("strategy") == row["strategy"])
        assert np.isclose(row["uses_guild"], mine["uses_guild"].mean()) and row["games"] == len(mine)


def test_one_strategy_in_several_seats_is_one_line(tmp_path):
    wanted = replace(SMALL, strategies=("random", "random", "learner"), games=9, trace=0, out=tmp_path / "run")
    found = closing(load(experiment.run(wanted)))
    assert [line.who for line in found.strategies] == ["random", "learner"]
    shares = [line.win_share.mean for line in found.strategies]
    assert np.isclose(2 * shares[0] + shares[1], 1)


@every_game
def test_the_columns_that_every_game_has_are_there(game):
    """Reports of every game read these."""
    names = columns(game)
    common = "game deal seating repeat players status turns rounds decisions tied tied_on_score margin lead_changes"
    assert {*common.split(), "settled_round"} <= names["games"].keys()
    assert {"game", "deal", "seat", "strategy", "score", "place", "win_share"} <= names["seats"].keys()
