"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 5
FACES = 6  #   of a die


class Face(IntEnum):
    """The other three keep the chip."""

    LEFT = 0
    CENTER = 1
    RIGHT = 2


class Question(IntEnum):
    """Which decision is open."""

    TURN = 0


class Action(IntEnum):
    ROLL = 0
    PASS = 1


ACTIONS = 2
VERBS = {action.name.lower(): (int(action), int(action)) for action in Action}


class Feature(IntEnum):
    CHIPS = 0
    NEXT = 1  #    chips of the next player
    BEFORE = 2  #  and of the player before
    MIDDLE = 3
    ROUND = 4


class Gain(IntEnum):
    CHIPS = 0  #   on average
