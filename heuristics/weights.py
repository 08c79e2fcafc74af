"""Adding up what an action brings, at a player's own prices.

    weights = { points = 3, stone = 1.2, wood = 1, workers = 0.5 }

Gains are the game's own (names.py); what is not named is worth nothing.  A player with weights and no list takes
the dearest action.
"""

import numpy as np

from sim.files import BoxError, word
from sim.game import AnyState, AnyTables, Desk
from sim.players import TERMS, Plan
from sim.record import NOTHING
from sim.rule import rule

ANY = 2**31 - 1  # beyond every action number


@rule
def worth(desk: Desk, plan: Plan, slot: int) -> float:
    total = 0.0
    for number in range(plan.terms):
        term = plan.term[number]
        total += term.weight * desk.gains[slot, term.gain]
    return total


@rule
def dearest(desk: Desk, plan: Plan, first: int, last: int, n: int) -> int:
    """Of the legal actions from first to last the one that is worth most, or NOTHING."""
    chosen, most = NOTHING, -np.inf
    for slot in range(n):
        action = desk.actions[slot]
        if first <= action <= last:
            value = worth(desk, plan, slot)
            if value > most:
                chosen, most = action, value
    return chosen


@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    return dearest(desk, plan, 0, ANY, n)


def fill(plan, weights, game, where):
    """Write the prices of a block into its plan."""
    if not isinstance(weights, dict):
        raise BoxError(f"{where}, weights: not of the form {{ points = 3, stone = 1.2 }}")
    if len(weights) > TERMS:
        raise BoxError(f"{where}, weights: {len(weights)} are more than {TERMS}")
    for number, (gain, price) in enumerate(weights.items()):
        if isinstance(price, bool) or not isinstance(price, int | float) or not np.isfinite(price):
            raise BoxError(f"{where}, weights, {gain}: {price!r} is not a number")
        plan.term[number].gain = word(gain, game.gain, f"{where}, weights")
        plan.term[number].weight = price
    plan.terms = len(weights)
