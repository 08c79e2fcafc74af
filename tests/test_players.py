"""Promises that every player keeps, wherever it is written."""

import pytest
from found import GAMES, positions

import heuristics
from sim import games
from sim.batch import run
from sim.promises import MOST, PROMISES, peeks, stumbles
from sim.record import PLAIN

SEATED = [(game, player) for game in GAMES.values() for player in heuristics.players(game).values()]
every_player = pytest.mark.parametrize("game, player", SEATED, ids=lambda x: x.name)


@every_player
@pytest.mark.parametrize("promise", PROMISES)
def test_every_player_keeps_its_promises(game, player, promise):
    assert not PROMISES[promise](game, player, positions(game.name, MOST))


@every_player
def test_every_player_can_play(game, player):
    """At every number of seats; in plain Python only a beginning, for thinkers are slow there."""
    assert not any(stumbles(game, player, seats) for seats in game.seats)


# That the promises are worth something: players that break them are found out.

TEMPLATE = GAMES["template"]


def strategy(folder, name, body, head=""):
    """A user's own strategy for the template, in a file outside the package."""
    file = folder / f"{name}.py"
    file.write_text(
        f'''"""{name}."""
import numpy as np
from sim.games.template.state import Scratch, State
from sim.games.template.cards import Tables
from sim.players import Plan
from sim.rng import below, draw
from sim.rule import rule
{head}
@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    rival = (state.seat + 1) % state.seats
    {body}
'''
    )
    return heuristics.from_code(file)


PEEKS = {
    "at_the_hand": "return scratch.actions[state.players[rival].hand[0] % n]",
    "at_the_pile": "return scratch.actions[state.plans.cards[0] % n]",
    "at_what_was_taken": "return scratch.actions[np.int64(state.players[rival].plans_taken % np.uint64(n))]",
    "at_the_dice": "return scratch.actions[below(state.luck[0], n)]",
    "at_whims": "return scratch.actions[np.int64(state.whims[rival].a % np.uint64(n))]",
    "at_the_seed": "return scratch.actions[(state.root + state.deal) % n]",
}


@pytest.mark.parametrize("name", PEEKS)
def test_a_peek_is_found_out(name, tmp_path):
    assert peeks(TEMPLATE, strategy(tmp_path, name, PEEKS[name]), positions("template", 6))


HONEST = {
    "looks_at_its_hand": "return scratch.actions[(state.players[state.seat].hand[0] + 1) % n]",
    "looks_at_the_table": "return scratch.actions[(state.players[rival].silver + state.plans.left) % n]",
    "follows_its_whim": "return scratch.actions[below(state.whims[state.seat], n)]",
}


@pytest.mark.parametrize("name", HONEST)
def test_what_a_seat_sees_is_no_peek(name, tmp_path):
    assert not peeks(TEMPLATE, strategy(tmp_path, name, HONEST[name]), positions("template", 6))


def test_the_thinker_thinks():
    """It beats a table of random players, from any seat."""
    [thinker, anyone] = heuristics.named(["thinker", "random"], games.get("template"))
    rows = run(TEMPLATE, [(thinker, anyone, anyone._replace(name="other"))], 1 if PLAIN else 50).rows
    sitting = rows["seats"][:, :3]
    assert sitting["win_share"][sitting["strategy"] == 0].sum() > len(rows) * (0.3 if PLAIN else 0.7)
