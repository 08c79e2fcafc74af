"""Promises that every game keeps.  A new folder under sim/games is tested without editing this file."""

import pathlib
import re
import tomllib

import pytest
from found import GAMES, every_game, kit

import heuristics
from sim import conformance, games, speed
from sim.replay import actions_in, at_random, head_of, playthrough, repeated, scripted

PLAYTHROUGHS = [file for game in GAMES.values() for file in sorted(game.folder.glob("playthroughs/*.txt"))]
NUMBERS = "nought one two three four five six".split()


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_imported(name):
    assert games.get(name).name == name


@every_game
@pytest.mark.parametrize("promise", conformance.PROMISES, ids=lambda promise: promise.says)
def test_every_game_keeps_its_promises(game, promise):
    assert not promise.look(kit(game.name))


@every_game
def test_every_rule_is_cited(game):
    """Each number in RULES.md is named in the code or its tests, and no other number is."""
    written = set(re.findall(r"^(R\d[\d.]*\d|R\d)\b", (game.folder / "RULES.md").read_text(), re.M))
    code = "\n".join(file.read_text() for file in game.folder.glob("*.py"))
    cited = {number.replace("_", ".") for number in re.findall(r"(?<![A-Za-z])R\d+(?:[._]\d+)*", code)}
    chapters = {number.split(".")[0] for number in written}
    assert sorted(written - cited) == sorted(cited - written - chapters) == []


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_playthrough(file, pytestconfig):
    """The recorded actions still give the recorded game, word for word."""
    written = file.read_text().splitlines()
    head, actions = head_of(written), actions_in(written)
    game, settings = GAMES[head.game], (head.seats, head.deal)
    if pytestconfig.getoption("--rewrite"):
        written = list(playthrough(game, *settings, repeated(actions), head.seed, head.changes))
        file.write_text("\n".join(written) + "\n")
        actions = actions_in(written)
    assert list(playthrough(game, *settings, scripted(actions), head.seed, head.changes)) == written


@every_game
def test_there_are_playthroughs_for_fewest_and_most_players(game, pytestconfig):
    told = {head_of(file.read_text().splitlines()).seats for file in game.folder.glob("playthroughs/*.txt")}
    missing = {game.seats[0], game.seats[-1]} - told
    if pytestconfig.getoption("--rewrite"):
        for seats in missing:
            (game.folder / "playthroughs").mkdir(exist_ok=True)
            file = game.folder / "playthroughs" / f"{NUMBERS[seats]}-player{'s' * (seats > 1)}-at-random.txt"
            file.write_text("\n".join(playthrough(game, seats, 0, at_random(0))) + "\n")
        missing = set()
    assert not missing


@every_game
def test_signature(game, pytestconfig):
    """One number sums up the rules and the luck.  A commit that changes it says so, and names the rule."""
    [anyone] = heuristics.named(["random"], game)
    signature, file = speed.signature(game, anyone), pathlib.Path(__file__).parent / "signatures.toml"
    pinned = tomllib.loads(file.read_text()) if file.exists() else {}
    if pytestconfig.getoption("--rewrite"):
        pinned[game.name] = signature
        file.write_text("".join(f'{name} = "{value}"\n' for name, value in sorted(pinned.items())))
    assert signature == pinned.get(game.name)
