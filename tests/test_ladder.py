"""The ladder says who wins more than a share, and how sure that is."""

import json

import numpy as np
import pytest
from found import GAMES, compiled_only

import heuristics
from reports.ladder import BEATS_CHANCE, as_json, lines, step
from sim.cli import main
from sim.cli.ladder import ladder
from sim.record import blank

TOY = GAMES["template"]
FEW = ["ladder", "template", "--games", "40", "--thinking-games", "4", "--quiet"]


def rows_with(shares, seats=2):
    """Whole deals in which the first player of the line-up has these shares, one for each game."""
    rows = blank(TOY.row, len(shares))
    rows["decisions"], rows["forced"] = 10, 2
    for number, share in enumerate(shares):
        mine = number % seats
        rows["seats"]["strategy"][number, :seats] = 1
        rows["seats"]["strategy"][number, mine] = 0
        rows["seats"]["win_share"][number, :seats] = (1 - share) / (seats - 1)
        rows["seats"]["win_share"][number, mine] = share
    return rows


def test_the_deal_is_the_unit():
    row = step("good", "bad", 2, rows_with([1, 0] * 50))
    assert row.win_share.n == 50 and row.win_share.mean == 0.5 and row.forced == 0.2
    assert row.verdict == "not shown" and row.beats_chance == "no"


def test_a_step_is_above_only_when_its_whole_interval_is():
    assert step("good", "bad", 2, rows_with([1, 1, 1, 0] * 50)).verdict == "above its share"
    assert step("good", "bad", 2, rows_with([1, 0, 0, 0] * 50)).verdict == "below its share"
    assert step("good", "bad", 2, rows_with([1, 1])).verdict == "not shown"  # one deal shows nothing


def test_ninety_percent_is_said_with_its_error():
    assert step("good", "random", 2, rows_with([1, 1] * 500)).beats_chance == "yes"
    shares = [1.0, 1.0] * 91 + [0.0, 0.0] * 9
    assert np.mean(shares) > BEATS_CHANCE
    assert step("good", "random", 2, rows_with(shares)).beats_chance == "yes, within the error"


def test_a_deal_with_a_fault_is_left_out():
    rows = rows_with([1, 1, 0, 0] * 10)
    rows["status"][2] = 5
    row = step("good", "bad", 2, rows)
    assert (row.win_share.n, row.faulted) == (19, 1)
    assert "Left out for faults: 1 deals." in list(lines([row], [], []))


def test_the_ladder_is_found_by_names():
    sources = heuristics.sources("template")
    assert ladder(sources) == ["random", "stonemason", "thinker"]
    only = dict.fromkeys(["random", "thinker"], sources["thinker"])
    assert ladder(only) == ["random", "thinker"]
    listed = dict.fromkeys(["builder", "greedy", "balanced", "tuned"], sources["stonemason"])
    code = {"random": sources["random"], "guesser": sources["thinker"], "planner": sources["thinker"]}
    assert ladder(listed | code) == ["random", "greedy", "tuned", "planner"]
    del listed["tuned"]
    assert ladder(listed | code) == ["random", "greedy", "balanced", "planner"]


@compiled_only
def test_prints_every_step_and_everyone_over_random(capsys):
    assert main([*FEW, "--top"]) == 0
    said = capsys.readouterr().out
    assert "random < stonemason < thinker" in said and "the ladder" in said and "thinker over each" in said
    assert "stonemason over random" in said and "thinker over stonemason" in said
    for name in heuristics.sentences("template"):
        assert said.count(f"\n{name} ") >= (name != "random")
    assert all(len(line) <= 120 for line in said.splitlines())


@compiled_only
def test_the_same_seed_gives_the_same_figures(capsys):
    told = []
    for seed in ("3", "3", "4"):
        assert main([*FEW, "--rungs", "random,carpenter", "--seed", seed, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1] and told[0]["steps"] != told[2]["steps"]
    [only] = told[0]["steps"]
    assert only["player"] == "carpenter" and only["below"] == "random" and only["win_share"]["n"] == 10
    assert told[0]["top_over_each"] == as_json([], [], [])["top_over_each"]


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["tempalte"], "did you mean template?"),
        (["template", "--players", "9"], "template is for 2 to 4 players, not 9"),
        (["template", "--rungs", "random,stonemasn"], "did you mean stonemason?"),
        (["template", "--rungs", "random"], "a ladder has two different rungs or more"),
        (["template", "--games", "0"], "--games"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, says, capsys):
    assert main(["ladder", *arguments]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out
