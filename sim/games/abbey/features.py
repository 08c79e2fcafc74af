"""tmp"""
from sim.games.abbey.cards import Tables
from sim.games.abbey.state import Desk, State
from sim.rng import Stream
from sim.rule import rule
@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """R22.1"""
    return
@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    return
