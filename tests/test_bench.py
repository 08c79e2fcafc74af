"""The bench measures what it says, and compares with an earlier one."""

import json

import numpy as np
import pytest
from found import GAMES, compiled_only

import heuristics
from sim import batch, speed
from sim.cli import main
from sim.cli.bench import ratios

TOY = GAMES["template"]
BENCH = ["bench", "template", "--strategies", "stonemason,appraiser", "--rounds", "1"]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    from click.testing import CliRunner

    from sim.cli import commands

    done = CliRunner().invoke(commands, [*BENCH, "--json"], standalone_mode=False)
    assert done.exception is None
    return json.loads(done.stdout)


def test_pace_counts_what_was_played():
    [player] = heuristics.named(["stonemason"], TOY)
    found = speed.pace(TOY, [player] * 2, seconds=0.01, rounds=1)
    rows = batch.play_chunk(batch.job(TOY, [(player, player)]), 0, found.games)[0].rows
    assert found.decisions == rows["decisions"].mean() and found.faults == 0
    assert np.isclose(found.forced, rows["forced"].sum() / rows["decisions"].sum())
    assert np.isclose(found.decisions_per_second, found.decisions * found.games_per_second)
    assert 1 < found.legal < 20


def test_writing_costs_something():
    [player] = heuristics.named(["stonemason"], TOY)
    cost = speed.writing(TOY, [player] * 2, seconds=0.05, rounds=1)
    assert cost.games >= 2 and cost.simulating > 0 and cost.tables > 0


@compiled_only
def test_json_holds_every_figure(told):
    found = told["games"]["template"]
    assert set(found["strategies"]) == {"stonemason", "appraiser", "mixed"}
    assert set(found["kinds"]) == {"list", "weights"} and found["kinds"]["list"]["strategies"] == 1
    assert len(found["signature"]) == 8 and told["versions"]["meeplecarlo"]
    assert found["tables"]["ratio"] > 0 and found["start"]["warm"]["seconds"] > 0.2
    for row in found["strategies"].values():
        assert row["games_per_second"] > 100 and row["faults"] == 0


@compiled_only
def test_compares_with_an_earlier_bench(told, tmp_path, capsys):
    told["games"]["template"]["strategies"]["stonemason"]["games_per_second"] *= 0.001
    told["games"]["template"]["signature"] = "other"
    (tmp_path / "before.json").write_text(json.dumps(told))
    assert main([*BENCH, "--compare", str(tmp_path / "before.json")]) == 0
    said = capsys.readouterr().out
    assert "The Quarry, 4 players" in said and "games/s" in said and "warm start" in said
    assert "the rules changed: signature other before" in said
    assert ratios(told, told)["template"] == {
        name: 1.0 for name in ("stonemason", "appraiser", "mixed", "tables", "warm start")
    }


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["tempalte"], "did you mean template?"),
        (["template", "--strategies", "stonemasn"], "did you mean stonemason?"),
        (["template", "--players", "7"], "template is for 2 to 4 players, not 7"),
        (["template", "--compare", "nowhere.json"], "nowhere.json: No such file"),
        (["template", "--rounds", "0"], "--rounds"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, says, capsys):
    assert main(["bench", *arguments]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]
    assert len(said) == 1 and says in said[0]
