"""What a player may look at, what an action brings, and what can only be imagined."""

from sim.game import forget, new_luck
from sim.games.pig.cards import Tables
from sim.games.pig.names import PLAYERS, Action, Feature, Gain
from sim.games.pig.state import Desk, State
from sim.rng import Stream
from sim.rule import rule


@rule
def best_rival(state: State, seat: int) -> int:
    """Points of the best opponent."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, state.players[other].score)
    return most


@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """All lies open but the dice to come."""
    seen, mine, theirs = desk.features, state.players[seat].score, best_rival(state, seat)
    total = state.turn_total if seat == state.seat else 0
    seen[Feature.TURN_TOTAL] = total
    seen[Feature.SCORE] = mine
    seen[Feature.RIVAL] = theirs
    seen[Feature.TO_GOAL] = tables.params.goal - mine - total
    seen[Feature.RIVAL_TO_GOAL] = tables.params.goal - theirs


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    """What the player in turn would have more of."""
    desk.gains[slot, Gain.POINTS] = state.turn_total if action == Action.HOLD else 0
    desk.gains[slot, Gain.RISK] = state.turn_total if action == Action.ROLL else 0


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """Other dice.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(PLAYERS):
        new_luck(state.dice[number], stream)
