"""Adding up what an action brings, at a player's own prices.

    weights = { points = 3, stone = 1.2, wood = 1, workers = 0.5 }

Gains are the game's own (names.py); what is not named is worth nothing.  A player with weights and no list takes
the dearest action.
"""

import math

from sim.files import BoxError, word
from sim.game import Desk
from sim.players import TERMS, Plan
from sim.rule import rule


@rule
def worth(desk: Desk, plan: Plan, slot: int) -> float:
    total = 0.0
    for number in range(plan.terms):
        term = plan.term[number]
        total += term.weight * desk.gains[slot, term.gain]
    return total


def fill(plan, weights, game, where):
    """Write the prices of a block into its plan."""
    if not isinstance(weights, dict):
        raise BoxError(f"{where}, weights: not of the form {{ points = 3, stone = 1.2 }}")
    if len(weights) > TERMS:
        raise BoxError(f"{where}, weights: {len(weights)} are more than {TERMS}")
    for number, (gain, price) in enumerate(weights.items()):
        if isinstance(price, bool) or not isinstance(price, int | float) or not math.isfinite(price):
            raise BoxError(f"{where}, weights, {gain}: {price!r} is not a number")
        plan.term[number].gain = word(gain, game.gain, f"{where}, weights")
        plan.term[number].weight = price
    plan.terms = len(weights)
