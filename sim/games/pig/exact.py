"""Exact answers about two players, from RULES.md alone: nothing of the engine is used.

A way to play is an array rolls[own score, rival's score, turn total], true where the player rolls on.  It is asked
only of turn totals of 2 and more (R2.1).

Chances are solved along the diagonals of equal own + rival's score, the highest first: points are never lost, so what
follows a hold is known.  After a bust the same two scores come back with the other player to move; the two
unknowns of such a pair are linear in each other, and are solved so.
"""

from pathlib import Path

import numpy as np

GOAL = 100
FACES = 6
FILE = Path(__file__).parents[3] / "heuristics" / "pig" / "optimal.csv"
COLUMNS = ("hold", "roll", "hold_2", "roll_2", "hold_3")
CLOSE = 1e-13  # chances that differ by less are equal
OWN, RIVAL, TOTAL = np.ogrid[:GOAL, :GOAL, : GOAL + 1]
WINS = OWN + TOTAL >= GOAL


def hold_at(total):
    """The player who holds at this turn total, or when holding wins."""
    return np.broadcast_to((total > TOTAL) & ~WINS, (GOAL, GOAL, GOAL + 1))


def chances(first, second):
    """The chance to win of whoever is about to begin a turn.

    Returns: two arrays [own score, rival's score]: for the player of rolls `first`, and for that of `second`.
    """
    return solved(first, second, -1.0)


def turns(first, second):
    """Mean number of turns that are still begun when the player of rolls `first` begins one at 0 : 0."""
    return solved(first, second, 1.0)[0][0, 0]


def solved(first, second, sign):
    """A turn counts 1 + sign * what follows it; one that wins is followed by nothing.

    With sign -1 that is the chance to win, with +1 the number of turns.
    """
    found = np.zeros((2, GOAL, GOAL))
    for total in range(2 * GOAL - 2, -1, -1):
        own = np.arange(max(0, total - GOAL + 1), min(GOAL - 1, total) + 1)
        rival = own[::-1]
        (base, slope), (base_2, slope_2) = (
            turn(rolls[own, rival], own, rival, after, sign) for rolls, after in ((first, found[1]), (second, found[0]))
        )
        base_2, slope_2 = base_2[::-1], slope_2[::-1]  # of the same position, seen from the other side
        mine = (base + slope * base_2) / (1 - slope * slope_2)
        found[0, own, rival] = mine
        found[1, rival, own] = base_2 + slope_2 * mine
    return found


def turn(rolls, own, rival, after, sign):
    """What a turn from these positions counts, as base + slope * (what the rival's turn counts after a bust)."""
    base, slope = np.ones((2, GOAL + FACES + 1, len(own)))
    slope[:] = 0.0
    for total in range(GOAL - 1, -1, -1):
        further = slice(total + 2, total + FACES + 1)
        banked = np.minimum(own + total, GOAL - 1)
        held = np.where(own + total >= GOAL, 1.0, 1 + sign * after[rival, banked])
        roll = rolls[:, total] if total > 0 else np.full(len(own), True)  # R2.1
        base[total] = np.where(roll, (1 + base[further].sum(0)) / FACES, held)
        slope[total] = np.where(roll, (sign + slope[further].sum(0)) / FACES, 0.0)
    return base[0], slope[0]


def better(chance):
    """Rolls wherever rolling wins more often than holding, if turns to come are worth `chance`."""
    worth = np.ones((GOAL + FACES + 1, GOAL, GOAL))
    rolls = np.zeros((GOAL, GOAL, GOAL + 1), bool)
    own = np.arange(GOAL)
    for total in range(GOAL - 1, -1, -1):
        held = np.where(own + total >= GOAL, 1.0, 1 - chance[:, np.minimum(own + total, GOAL - 1)]).T
        rolled = (1 - chance.T + worth[total + 2 : total + FACES + 1].sum(0)) / FACES
        rolls[:, :, total] = rolled > held + CLOSE
        worth[total] = np.maximum(rolled, held) if total > 0 else rolled
    return rolls, worth[0]


def optimal():
    """The rolls that nobody can beat (Neller and Presser 2004), by improving a player against itself until the
    chance of every position is the best there is."""
    rolls = hold_at(20)
    while True:
        chance = chances(rolls, rolls)[0]
        rolls, best = better(chance)
        if abs(best - chance).max() < CLOSE:
            return rolls


def bounds(rolls):
    """The rows of optimal.csv: own and rival's score, and the turn totals from which to hold, to roll again, to hold
    again ...; those not needed are the total that wins.

    Raises: ValueError when a player changes his mind more often than there are columns.
    """
    for own in range(GOAL):
        for rival in range(GOAL):
            wins = GOAL - own
            changes = (2 + np.flatnonzero(np.diff(rolls[own, rival, 2:wins], prepend=True, append=False))).tolist()
            if len(changes) > len(COLUMNS):
                raise ValueError(f"{own} : {rival}, changes at {changes}")
            yield own, rival, *changes, *[wins] * (len(COLUMNS) - len(changes))


def text(rolls):
    """optimal.csv"""
    rows = [("own", "rival", *COLUMNS), *bounds(rolls)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


if __name__ == "__main__":
    FILE.write_text(text(optimal()))
