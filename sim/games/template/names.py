"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 4
PLANS = 16  # rows of plans.csv
HAND = 3  #   plans a player may hold
LOOK = 2  #   plans seen at the Guild


class Question(IntEnum):
    """Which decision is open."""

    TURN = 0  #  what to do
    KEEP = 1  #  which plan to keep of those seen at the Guild
    PLAN = 2  #  which plan to build


class Action(IntEnum):
    QUARRY = 0  #  the first four are places
    FOREST = 1
    MARKET = 2
    GUILD = 3
    RECALL = 4
    BUILD = 5
    KEEP = 6  #    and 7: the plan seen there
    PLAN = 8  #    and 9, 10: the plan in this place of the hand


ACTIONS = 11
VERBS = {action.name.lower(): (int(action), int(action)) for action in Action} | {
    "keep": (6, 7),
    "plan": (8, 10),
    "place": (0, 3),  # a group: any of the first four
}


class Place(IntEnum):
    QUARRY = 0
    FOREST = 1
    MARKET = 2
    GUILD = 3


class Opening(IntEnum):
    """Words of the knob `opening`, in the order of its one_of."""

    EQUAL = 0
    STEPPED = 1


class Gift(IntEnum):
    """What a plan brings when it is built (column `gift`)."""

    NONE = 0
    SILVER = 1
    PLAN = 2


class Luck(IntEnum):
    """Streams of the game's own luck."""

    PLANS = 0


LUCK = 1


class Use(IntEnum):
    """What is counted for the result rows: the actions of a turn."""

    QUARRY = 0
    FOREST = 1
    MARKET = 2
    GUILD = 3
    RECALL = 4
    BUILD = 5


class Tiebreak(IntEnum):
    BUILT = 0
    GOODS = 1


class Feature(IntEnum):
    WORKERS = 0
    SILVER = 1
    WOOD = 2
    STONE = 3
    BUILT = 4
    PLANS = 5  #       in hand
    RIVAL_BUILT = 6  # by the opponent who built most
    LEAD = 7  #        own points less the best opponent's, as if the game ended now
    DECK = 8  #        plans left to draw
    ROUND = 9


class Gain(IntEnum):
    WOOD = 0
    STONE = 1
    SILVER = 2
    PLANS = 3
    POINTS = 4
    WORKERS = 5
    NEEDED = 6  #      wood or stone that the dearest plan in hand still lacks
    CARD_POINTS = 7  # printed on the plan kept or built
