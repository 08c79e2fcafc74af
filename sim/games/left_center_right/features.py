"""What a player may look at, what an action brings, and what can only be imagined."""

from sim.game import forget, new_luck
from sim.games.left_center_right.cards import Tables
from sim.games.left_center_right.names import FACES, PLAYERS, Action, Face, Feature, Gain
from sim.games.left_center_right.rules import neighbour
from sim.games.left_center_right.state import Desk, State
from sim.rng import Stream
from sim.rule import rule

FACES_THAT_TAKE = len(Face)


@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """What `seat` sees: everything but the dice to come."""
    desk.features[Feature.CHIPS] = state.players[seat].chips
    desk.features[Feature.NEXT] = state.players[neighbour(state, seat, 1)].chips
    desk.features[Feature.BEFORE] = state.players[neighbour(state, seat, -1)].chips
    desk.features[Feature.MIDDLE] = state.middle
    desk.features[Feature.ROUND] = state.rounds


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    """What a roll brings on average: each die takes a chip with three of its six faces."""
    desk.gains[slot, Gain.CHIPS] = 0.0
    if action == Action.ROLL:
        dice = min(state.players[state.seat].chips, tables.params.dice)
        desk.gains[slot, Gain.CHIPS] = -dice * FACES_THAT_TAKE / FACES


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """Nobody knows the dice to come.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(PLAYERS):
        new_luck(state.dice[number], stream)
