"""`check` finds out who breaks a promise, in files outside the package too."""

import re

import pytest
from found import GAMES, positions
from test_players import strategy

import heuristics
from sim import conformance, games, promises
from sim.cli import main

TOY = GAMES["template"]
MINE = '[mine]\nabout = "Stone."\ndo = ["quarry", "recall"]\nweights = { points = 1.0 }\n'
BROKEN = {
    "peeks": ("does not peek", "return scratch.actions[state.players[rival].hand[0] % n]"),
    "meddles": ("touches nothing", "state.players[rival].silver = 0; return scratch.actions[0]"),
    "cheats": ("only what is legal", "return scratch.actions[0] + 50"),
    "remembers": (
        "asked the same",
        "was = scratch.trial.turns; scratch.trial.turns = 1; return scratch.actions[n - 1 if was else 0]",
    ),
    "never_ends": ("plays whole games of 2", "return scratch.actions[below(state.whims[state.seat], 5 * n)]"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found_out(name, tmp_path):
    promise, body = BROKEN[name]
    player = strategy(tmp_path, name, body)
    broken = [finding for finding in promises.findings(TOY, player, positions("template", 6)) if not finding.kept]
    assert any(promise in finding.promise for finding in broken), broken


def test_what_falls_over_is_told(tmp_path):
    player = strategy(tmp_path, "falls_over", "return scratch.actions[0 // (n - n)]")
    found = list(promises.findings(TOY, player, positions("template", 1)))
    assert not any(finding.kept for finding in found) and "ZeroDivisionError" in found[0].problem


def test_one_line_a_promise(capsys):
    assert main(["check", "template", "--strategy", "stonemason", "--strategy", "random"]) == 0
    *said, note = capsys.readouterr().out.splitlines()
    assert len(said) == 2 * (len(promises.PROMISES) + len(TOY.seats)) and "assumed card data" in note
    assert all(line.split()[0] in ("stonemason", "random") and line.split()[1] == "ok" for line in said)


def test_strategies_in_files_are_checked(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(MINE)
    strategy(tmp_path, "sly", BROKEN["peeks"][1])
    assert main(["check", "template", "--strategy", str(tmp_path / "mine.toml")]) == 0
    assert main(["check", "template", "--strategy", str(tmp_path / "sly.py")]) == 1
    said = capsys.readouterr().out
    assert re.search(r"^mine +ok ", said, re.M) and re.search(r"^sly +BROKEN +does not peek: ", said, re.M)
    assert str(tmp_path) not in said


def test_what_does_not_compile_is_told(tmp_path, capsys):
    file = tmp_path / "odd.py"
    file.write_text('"""Odd."""\nimport nowhere_at_all\n')
    assert main(["check", "template", "--strategy", str(file)]) == 1
    assert re.match(r"odd +BROKEN +can be compiled: No module named 'nowhere_at_all'", capsys.readouterr().out)


def test_the_toy_game_and_every_shipped_strategy_of_it_are_checked(capsys):
    assert main(["check", "template"]) == 0
    said = [line.split(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    assert {line[0] for line in said} == {"template", *heuristics.sentences("template")}
    game = [line[2] for line in said if line[0] == "template" and line[1] == "ok"]
    assert game == [promise.says for promise in conformance.promises()]


def test_a_broken_game_is_told_with_where_and_what_to_look_at(monkeypatch, capsys):
    monkeypatch.setattr(games, "get", lambda name: TOY._replace(standing=lambda state, tables, seat: 99))
    assert main(["check", "template", "--game-only"]) == 1
    said = capsys.readouterr()
    [line] = [line for line in said.out.splitlines() if "BROKEN" in line]
    assert re.search(
        r"standing at the end is the score: seat 0 stands at 99 and scores \d+, seed 0, deal \d+, 2 players", line
    )
    assert line.endswith("(look at: standing, score; END_POINTS in positions.py)")
    assert said.err == "meeplecarlo: 1 promise broken\n"


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--strategy", "stonemason"], "say which game"),
        (["--game-only"], "say which game"),
        (["template", "--game-only", "--strategy", "random"], "exclude each other"),
        (["tempalte"], "did you mean template?"),
        (["template", "--strategy", "stonemasn"], "did you mean stonemason?"),
        (["template", "--strategy", "nowhere.py"], "nowhere.py"),
        (["template", "--strategy", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, says, capsys):
    assert main(["check", *arguments]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out
