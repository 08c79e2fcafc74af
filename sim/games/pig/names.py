"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 5
ACTIONS = 2


class Question(IntEnum):
    TURN = 0  # roll or hold


class Action(IntEnum):
    ROLL = 0
    HOLD = 1


VERBS = {action.name.lower(): (int(action), int(action)) for action in Action}


class Tiebreak(IntEnum):
    WON = 0


class Feature(IntEnum):
    TURN_TOTAL = 0
    SCORE = 1
    RIVAL = 2  #         points of the best opponent
    TO_GOAL = 3  #       points still missing after holding now
    RIVAL_TO_GOAL = 4  # points the best opponent is missing


class Gain(IntEnum):
    POINTS = 0  # banked
    RISK = 1  #   turn total that a 1 would lose
