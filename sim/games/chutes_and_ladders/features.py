"""What a player may look at, what an action brings, and what can only be imagined."""

from sim.game import forget, new_luck
from sim.games.chutes_and_ladders.cards import Tables
from sim.games.chutes_and_ladders.names import FACES, PLAYERS, Feature, Gain
from sim.games.chutes_and_ladders.rules import reach
from sim.games.chutes_and_ladders.state import Desk, State
from sim.rng import Stream
from sim.rule import rule


@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """What `seat` sees: everything but the dice to come."""
    foremost = 0
    for other in range(state.seats):
        if other != seat:
            foremost = max(foremost, state.players[other].square)
    desk.features[Feature.SQUARE] = state.players[seat].square
    desk.features[Feature.RIVAL] = foremost
    desk.features[Feature.ROUND] = state.rounds


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    """What a roll brings on average."""
    square, squares = state.players[state.seat].square, 0
    for pips in range(1, FACES + 1):
        squares += tables.leads_to[reach(tables, square, pips)] - square
    desk.gains[slot, Gain.SQUARES] = squares / FACES


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """Nobody knows the dice to come.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(PLAYERS):
        new_luck(state.dice[number], stream)
