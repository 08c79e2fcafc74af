"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 5
SQUARES = 100
FACES = 6  #  of the die


class Question(IntEnum):
    """Which decision is open."""

    TURN = 0


class Action(IntEnum):
    ROLL = 0


ACTIONS = 1
VERBS = {"roll": (0, 0)}


class Feature(IntEnum):
    SQUARE = 0  #  where the own piece stands
    RIVAL = 1  #   where the foremost other piece stands
    ROUND = 2


class Gain(IntEnum):
    SQUARES = 0  # forward, on average
