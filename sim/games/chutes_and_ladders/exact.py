"""The exact answers, from the box alone: one piece is a Markov chain, and pieces do not meet.

Nothing here knows the rules that are played, so that a mistake in them cannot hide.
"""

from typing import NamedTuple

import numpy as np
from scipy import stats

from sim import files
from sim.games.chutes_and_ladders.cards import FOLDER
from sim.games.chutes_and_ladders.names import FACES, SQUARES

NEVER = 1e-18  # longer races than have this chance are left out


class Race(NamedTuple):
    win_share: np.ndarray  #     by seat
    turns: stats.rv_discrete  #  by all seats together: .mean(), .std(), .cdf(turns), .ppf(chance)
    rounds: stats.rv_discrete
    tied: float  #               chance of several winners


def steps(exact_finish):
    """The chance to go by one roll from each square but the last to each square."""
    ways = {way["from"]: way["to"] for way in files.read(FOLDER)["board"].values()}
    chances = np.zeros((SQUARES, SQUARES + 1))
    for square in range(SQUARES):
        for reached in range(square + 1, square + FACES + 1):
            if reached > SQUARES:
                reached = square if exact_finish else SQUARES
            chances[square, ways.get(reached, reached)] += 1 / FACES
    return chances


def lengths(exact_finish=True):
    """The chance that a piece comes home with its roll number 0, 1, 2, ..."""
    chances, away, found = steps(exact_finish), np.eye(1, SQUARES)[0], [0.0]
    while away.sum() > NEVER:
        found.append(away @ chances[:, SQUARES])
        away = away @ chances[:, :SQUARES]
    return np.array(found)


def race(players, exact_finish=True, equal_turns=False):
    """The exact answers for so many players."""
    home = lengths(exact_finish)[1:]  # in round 1, 2, ...
    away = 1 - home.cumsum()  #         after that round,
    before = away + home  #             and before it
    rounds, tied = before**players - away**players, 0.0
    first = np.array([home * away**seat * before ** (players - 1 - seat) for seat in range(players)])
    turns, share = first.T.ravel(), first.sum(1)  # seat by seat within each round
    if equal_turns:
        tied = 1 - (players * home * away ** (players - 1)).sum()
        turns, share = np.kron(rounds, np.eye(1, players, players - 1)[0]), np.full(players, 1 / players)
    return Race(share, distribution(turns), distribution(rounds), tied)


def distribution(chances):
    """Of 1, 2, 3, ... with these chances."""
    return stats.rv_discrete(values=(np.arange(1, len(chances) + 1), chances))
