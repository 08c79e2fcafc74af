"""Long runs: whatever ends one, the same command with --resume makes of it what an unbroken run would have been."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from found import compiled_only

from sim import batch, experiment, keeper
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.record import PLAIN
from sim.results import load

ROOT = Path(__file__).parent.parent
LONG = Experiment("template", ("stonemason", "learner", "random"), games=18 if PLAIN else 120, seed=4, trace=2)
KILLS = 10
PLAYED = """
import sys
from pathlib import Path
from sim import experiment
experiment.PART = 1_000
wanted = experiment.Experiment("template", ("stonemason", "random"), 60_000, 4, trace=4, out=Path(sys.argv[1]))
print("ready", flush=True)
experiment.run(wanted, resume=True)
print("done", flush=True)
"""
CRASHES = '''"""Falls over in some games."""
from sim.game import AnyState, AnyTables, Desk
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    if state.deal % 3 == 1 and state.sits[0] == 1:
        raise ValueError("lost the thread")
    return desk.actions[0]
'''


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(experiment, "PART", 4 if PLAIN else 20)


def tables(folder):
    """Every Parquet file of a run, byte by byte."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}


def is_clean(folder):
    about = json.loads((folder / "run.json").read_text())
    there = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    return about["status"] == "complete" and there == {"run.json", *about["files"]}


def telling(about):
    return {name: about[name] for name in about if name not in ("begun", "seconds")}


@pytest.fixture
def unbroken(tmp_path):
    return experiment.run(replace(LONG, out=tmp_path / "unbroken"))


def test_a_kill_between_any_two_steps_costs_nothing(tmp_path, unbroken, monkeypatch):
    """The folder is copied before and after each step on the disk: that is all a kill can leave."""
    taken = []

    def photographed(name, step):
        def both(*arguments, **options):
            taken.append((f"before {name}", shutil.copytree(tmp_path / "run", tmp_path / f"photo-{len(taken)}")))
            result = step(*arguments, **options)
            taken.append((f"after {name}", shutil.copytree(tmp_path / "run", tmp_path / f"photo-{len(taken)}")))
            return result

        return both

    with monkeypatch.context() as during:
        for name in ("write", "write_about", "write_text"):
            during.setattr(f"sim.keeper.{name}", photographed(name, getattr(keeper, name)))
        during.setattr(keeper.Keeper, "log", photographed("log", keeper.Keeper.log))
        during.setattr("os.replace", photographed("replace", os.replace))
        during.setattr(batch, "LARGEST", 7)
        experiment.run(replace(LONG, out=tmp_path / "run"))
    assert tables(tmp_path / "run") == tables(unbroken) and len(taken) > 50
    for name, photo in taken[:: 7 if PLAIN else 1]:
        again = experiment.run(replace(LONG, out=photo), resume=True)
        assert tables(again) == tables(unbroken) and is_clean(again), name
        assert telling(load(again).about) == telling(load(unbroken).about), name


@compiled_only
def test_kills_at_random_moments_cost_nothing(tmp_path, monkeypatch):
    """Until the run is through; then it is what an unbroken one is, byte by byte."""
    luck, kept = random.Random(1), []
    for number in range(100):
        process = play_on(tmp_path / "run")
        try:
            if number < KILLS:
                time.sleep(luck.uniform(0.0, 0.4))
                process.send_signal(signal.SIGKILL)
            out, err = process.communicate(timeout=120)
        finally:
            process.kill()
        assert not err, err
        if (tmp_path / "run" / "parts.jsonl").exists():
            kept.append(len(keeper.whole_parts(tmp_path / "run")))
        if "done" in out and number >= KILLS - 1:
            break
    assert kept == sorted(kept), "no part is lost"
    assert is_clean(tmp_path / "run")
    process = play_on(tmp_path / "unbroken")
    assert "done" in process.communicate(timeout=120)[0]
    assert tables(tmp_path / "run") == tables(tmp_path / "unbroken")
    print(f"{KILLS} kills; whole parts after each: {kept}")


def play_on(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYED, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stdout.readline() == "ready\n", process.communicate()
    return process


@pytest.mark.parametrize("asked", [1, 2, 4, 6])
def test_an_interrupted_run_goes_on(tmp_path, unbroken, monkeypatch, asked):
    """Its last parts hold what was finished; they are played again and are whole then."""
    answers = iter([False] * asked)

    class Stopped:
        def __enter__(self):
            return lambda: next(answers, True)

        def __exit__(self, *error):
            return False

    with monkeypatch.context() as during:
        during.setattr(experiment, "stop_on_signal", Stopped)
        during.setattr(batch, "LARGEST", 7)
        folder = experiment.run(replace(LONG, threads=1, out=tmp_path / "run"))
    assert load_status(folder) == "interrupted"
    experiment.run(replace(LONG, out=folder), resume=True)
    assert tables(folder) == tables(unbroken) and is_clean(folder)
    assert telling(load(folder).about) == telling(load(unbroken).about)


def load_status(folder):
    return json.loads((folder / "run.json").read_text())["status"]


def test_a_complete_run_is_not_played_again(tmp_path, unbroken, monkeypatch):
    monkeypatch.setattr(batch, "chunks", None)
    assert experiment.run(replace(LONG, out=unbroken), resume=True) == unbroken


def test_faults_are_told_as_in_an_unbroken_run(tmp_path, monkeypatch):
    (tmp_path / "crasher.py").write_text(CRASHES)
    wanted = replace(LONG, strategies=(str(tmp_path / "crasher.py"), "random"), trace=0)

    def photographed(self, line):
        log(self, line)
        if len(self.written) == 3:
            shutil.copytree(tmp_path / "run", tmp_path / "photo")

    log = keeper.Keeper.log
    with monkeypatch.context() as during:
        during.setattr(keeper.Keeper, "log", photographed)
        folder = experiment.run(replace(wanted, out=tmp_path / "run"))
    with open(tmp_path / "photo" / "parts.jsonl", "a") as file:
        file.write('{"part": 7, "coun')  # a line that a kill cut short
    again = experiment.run(replace(wanted, out=tmp_path / "photo"), resume=True)
    assert load(folder).about["faults"]["by_status"]["crashed"] > 0
    assert telling(load(again).about) == telling(load(folder).about) and tables(again) == tables(folder)


# What cannot be gone on with.


@pytest.mark.parametrize(
    "change, says",
    [
        ({"seed": 5}, "other seed (4, now 5)"),
        ({"games": 3}, "other games ("),
        ({"strategies": ("stonemason", "learner", "carpenter")}, "other table ("),
        ({"changes": {"params.silver": 3}}, 'other changes ({}, now {"params.silver": 3})'),
        ({"fixed_seats": True}, "other fixed_seats (false, now true)"),
        ({"trace": 1}, "other trace_deals (2, now 1)"),
        ({"repeats": 2}, "other repeats (1, now 2)"),
        ({"players": 2}, "other players (null, now 2)"),
    ],
)
def test_other_settings_are_refused(unbroken, change, says):
    before = tables(unbroken)
    with pytest.raises(BoxError) as error:
        experiment.run(replace(LONG, out=unbroken, **change), resume=True)
    assert says in str(error.value) and "\n" not in str(error.value)
    assert tables(unbroken) == before


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda about: about.update(source_key="other"), "other rules"),
        (lambda about: about.update(tables_digest="other"), "other numbers in params.toml or the card files"),
        (
            lambda about: about["provenance"]["plans.csv"].update(seed=0),
            "other numbers in params.toml or the card files",
        ),
        (lambda about: about["strategies"]["random"].update(digest="other"), "other strategies (random)"),
        (lambda about: about["versions"].update(polars="0.1"), "other version of polars (0.1, now"),
        (lambda about: about["versions"].update(meeplecarlo="0.0"), "other version of meeplecarlo (0.0, now"),
        (lambda about: about.clear(), "not the run.json of a run"),
    ],
)
def test_another_version_or_box_is_refused(unbroken, change, says):
    about = json.loads((unbroken / "run.json").read_text())
    change(about)
    (unbroken / "run.json").write_text(json.dumps(about))
    with pytest.raises(BoxError) as error:
        experiment.run(replace(LONG, out=unbroken), resume=True)
    assert says in str(error.value) and "\n" not in str(error.value)


def test_only_a_run_is_gone_on_with(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    for words, says in ((["--out", "mine"], "mine: not the folder of a run: it has no run.json"), ([], "--out")):
        assert main(["run", "template", "--resume", *words]) == 2
        assert says in capsys.readouterr().err
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_resume_begins_what_had_not_begun(tmp_path, unbroken):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.unfinished").write_text("{")
    for out in (tmp_path / "run", tmp_path / "nowhere"):
        assert tables(experiment.run(replace(LONG, out=out), resume=True)) == tables(unbroken) and is_clean(out)
