"""The exact answers, from the box alone: who has how many chips is a Markov chain.

Nothing here knows the rules that are played, so that a mistake in them cannot hide.  Skipped turns are turns here;
so who moves in turn number 0, 1, 2, ... is known, and chips need only be counted from that player on around the table.
"""

from itertools import product
from math import factorial
from typing import NamedTuple

import numpy as np
from scipy import sparse, stats

NEVER = 1e-15  # longer games than have this chance are left out


class Game(NamedTuple):
    win_share: np.ndarray  #     by seat
    turns: stats.rv_discrete  #  by all seats together, skipped ones included: .mean(), .std(), .cdf(turns)
    turns_with_a_roll: float  #  mean


def throws(dice):
    """What so many dice do and how likely it is: ((left, center, right), chance)."""
    for left, center, right in product(range(dice + 1), repeat=3):
        keep = dice - left - center - right
        if keep >= 0:
            orders = factorial(dice) // (factorial(left) * factorial(center) * factorial(right) * factorial(keep))
            yield (left, center, right), orders * 3**keep / 6**dice


def after(chips, left, center, right):
    """The chips as the next player counts them."""
    chips = list(chips)
    chips[0] -= left + center + right
    chips[1] += left
    chips[-1] += right
    return (*chips[1:], chips[0])


def chain(players, chips, dice):
    """Every position that can be met, the first one first, and the chances to go from each to each.

    A position with one owner of chips leads nowhere.
    """
    positions, number, found = [(chips,) * players], {(chips,) * players: 0}, []
    for here in positions:  # grows while it is read
        if sum(count > 0 for count in here) == 1:
            continue
        for throw, chance in throws(min(here[0], dice)):
            there = after(here, *throw)
            if there not in number:
                number[there] = len(positions)
                positions.append(there)
            found.append((chance, number[here], number[there]))
    chances, starts, ends = zip(*found, strict=True)
    size = len(positions)
    return np.array(positions), sparse.csr_array((chances, (starts, ends)), shape=(size, size))


def game(players, chips=3, dice=3):
    """The exact answers for so many players."""
    positions, chances = chain(players, chips, dice)
    has_ended, has_chips = (positions > 0).sum(1) == 1, positions[:, 0] > 0
    owner = positions.argmax(1)  # where it has ended, counted from the player in turn
    step, now = chances.T.tocsr(), np.eye(1, len(positions))[0]
    share, turns, rolls = np.zeros(players), [], 0.0
    while now.sum() > NEVER:
        rolls += now[has_chips].sum()
        now = step @ now
        turns.append(now[has_ended].sum())
        share += np.roll(np.bincount(owner[has_ended], now[has_ended], players), len(turns))
        now[has_ended] = 0.0
    return Game(share, stats.rv_discrete(values=(np.arange(1, len(turns) + 1), turns)), rolls)
