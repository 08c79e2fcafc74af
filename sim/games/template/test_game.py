"""What every game promises, for a game that stands elsewhere and brings its tests along."""

import os
import re

import pytest

from sim.games.template import GAME
from sim.record import PLAIN, raw
from sim.replay import actions_in, at_random, go_on, head_of, opened, playthrough, repeated, result, scripted

PLAYTHROUGHS = sorted(GAME.folder.glob("playthroughs/*.txt"))
GAMES = 2 if PLAIN else 10
every_table = pytest.mark.parametrize("seats", GAME.seats)


@every_table
def test_whatever_is_legal_can_be_done_until_the_end(seats):
    for deal in range(GAMES):
        state, tables = opened(GAME, seats, deal)
        for step in go_on(GAME, state, tables, at_random(deal)):
            assert not list(GAME.check(state, tables)), f"deal {deal}, decision {state.decisions}, {step.action}"


@every_table
def test_the_sources_of_points_sum_to_the_score(seats):
    state, tables = opened(GAME, seats, 0)
    list(go_on(GAME, state, tables, at_random(0)))
    for mine in raw(result(GAME, state, tables))["seats"][:seats]:
        assert sum(mine[name] for name in mine.dtype.names if name.startswith("score_")) == mine["score"]


def test_every_rule_is_cited():
    """Each number in RULES.md is named in the code or in a test, and no other number is."""
    written = set(re.findall(r"^(R\d[\d.]*\d|R\d)\b", (GAME.folder / "RULES.md").read_text(), re.M))
    code = "\n".join(file.read_text() for file in GAME.folder.rglob("*.py"))
    cited = {number.replace("_", ".") for number in re.findall(r"(?<![A-Za-z])R\d+(?:[._]\d+)*", code)}
    chapters = {number.split(".")[0] for number in written}
    assert sorted(written - cited) == sorted(cited - written - chapters) == []


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_playthrough(file):
    """The recorded actions still give the recorded game, word for word.  REWRITE=1 writes it anew: read the diff."""
    written = file.read_text().splitlines()
    head, actions = head_of(written), actions_in(written)
    settings = (head.seats, head.deal)
    if os.environ.get("REWRITE"):
        written = list(playthrough(GAME, *settings, repeated(actions), head.seed, head.changes))
        file.write_text("\n".join(written) + "\n")
        actions = actions_in(written)
    assert list(playthrough(GAME, *settings, scripted(actions), head.seed, head.changes)) == written
