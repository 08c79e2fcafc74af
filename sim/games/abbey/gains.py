"""tmp"""
from sim.games.abbey.cards import Tables
from sim.games.abbey.state import Desk, State
from sim.rule import rule
@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    return
