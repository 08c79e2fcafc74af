"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 5
APPRENTICES = 40
BUILDINGS = 40
REWARDS = 11
MARKET_CARDS = 10
LEVELS = 6  #        of the Cathedral, the ground included
VIRTUES = 15  #      0 to 14
BOARDS = 6  #        the plain one and five characters
COLUMNS = 4  #       of the display of Apprentices, in two rows
DISPLAY = 8
HIRED = 6  #         Apprentices a player may own, with Rudolf's board
DRAFTED = 4  #       cards in a hand that is passed on
LOOK = 6  #          cards seen at the Black Market
MOST_SHARE = 8  #    of one good in a price of several
SPACES = 3  #        of the Black Market
PRINTED = 10  #      the row of market.csv with what the board shows


class Question(IntEnum):
    """Which decision is open."""

    DRAFT = 0  #        which card to keep of the hand passed on
    PLACE = 1  #        where to place a worker, and for what
    TAKE_BACK = 2  #    which worker comes back
    CLAY_SHARE = 3  #   how much of a mixed price is paid in clay,
    WOOD_SHARE = 4  #   in wood (the rest in stone),
    GOLD_SHARE = 5  #   in gold (the rest in marble; Therese only)
    TRADE = 6  #        which trade at the Storehouse
    HIRE = 7  #         which Apprentice
    DISMISS = 8  #      which own Apprentice makes room
    CAPTURE = 9  #      which group
    GUARDHOUSE = 10  #  which action
    KEEP = 11  #        which of the cards looked at
    BUILD = 12  #       which Building
    DISCARD = 13  #     which card, for the Cathedral
    SELL = 14  #        which card, for the Library
    CHOOSE = 15  #      which of two goods
    BARRACKS = 16  #    free the captured, or capture
    DESTROY = 17  #     an unpaid debt, or not
    HAND_LIMIT = 18  #  which card to put under the pile
    DUNGEON = 19  #     before or after the gains of virtue


class Action(IntEnum):
    """Action numbers; a comment says how many follow."""

    QUARRY = 0  #          the first seventeen place a worker
    FOREST = 1
    MINES_CLAY = 2
    MINES_GOLD = 3
    SILVERSMITH = 4
    STOREHOUSE = 5
    WORKSHOP = 6  #        to hire
    PLANS = 7  #           at the Workshop too
    TOWN_CENTRE = 8
    TAX_STAND = 9
    MARKET_LEFT = 10
    MARKET_HIRE = 11
    MARKET_LOOK = 12
    MARKET_RIGHT = 13
    GUARDHOUSE = 14
    CONSTRUCT = 15
    CATHEDRAL = 16
    PASS = 17
    STOP = 18  #           no more, or not at all
    TRADE_VIRTUE = 19
    TRADE_MARBLE = 20
    IMPRISON = 21
    RELEASE = 22
    RANSOM_SILVER = 23
    RANSOM_DEBT = 24
    PAY_DEBT = 25
    DESTROY = 26
    SPARE = 27
    FIRST = 28
    SECOND = 29
    FREE_CAPTURED = 30
    DUNGEON_FIRST = 31
    DUNGEON_LAST = 32
    SHARE = 33  #          0 to 8 of the good asked for
    TRADE_WITH = 42  #     6 own Apprentices
    DISMISS = 48  #        6 own Apprentices
    HIRE = 54  #           8 places of the display
    TAKE_BACK = 62  #      9 circles, Prison, 5 captors, 3 market spaces
    CAPTURE = 80  #        9 circles x 5 colours
    DRAFT = 125  #         40 Buildings
    KEEP = 165  #          40 Buildings
    BUILD = 205  #         40 Buildings
    DISCARD = 245  #       40 Buildings


ACTIONS = 285
PLACING = 17  # actions that place a worker

VERBS = {action.name.lower(): (int(action), int(action)) for action in Action if action < Action.SHARE} | {
    "share": (33, 41),
    "trade_with": (42, 47),
    "trade": (19, 20),
    "dismiss": (48, 53),
    "hire": (54, 61),
    "take_back": (62, 79),
    "capture": (80, 124),
    "draft": (125, 164),
    "keep": (165, 204),
    "build": (205, 244),
    "discard": (245, 284),
    "place": (0, 16),
    "guard_action": (21, 25),
    "gather": (0, 4),
    "market": (10, 13),
}


class Place(IntEnum):
    """Where workers are; the first nine are the large circles."""

    QUARRY = 0
    FOREST = 1
    MINES = 2
    SILVERSMITH = 3
    STOREHOUSE = 4
    WORKSHOP = 5
    TOWN_CENTRE = 6
    TAX_STAND = 7
    GUARDHOUSE = 8
    BLACK_MARKET = 9
    GUILDHALL = 10
    PRISON = 11


CIRCLES = 9


class Space(IntEnum):
    """The three spaces of the Black Market."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Good(IntEnum):
    WOOD = 0
    CLAY = 1
    STONE = 2
    GOLD = 3
    MARBLE = 4
    SILVER = 5


class Ability(IntEnum):
    """What an Apprentice does (column `ability`)."""

    NONE = 0
    QUARRY = 1
    FOREST = 2
    MINES = 3
    SILVERSMITH = 4
    CATHEDRAL = 5
    PAY_DEBT = 6
    TOWN_DISCOUNT = 7
    RESET_RELEASE = 8
    MARKET_VIRTUE_OFF = 9
    TRADE = 10
    TAX_STAND = 11
    TAX_STAND_VIRTUE_OFF = 12
    RESET_CLEAN = 13
    MARKET = 14
    MARKET_SILVER_OFF = 15


class Effect(IntEnum):
    """What a Building does (column `effect`); from POINTS_PER on, at the end of the game."""

    GAIN = 0
    GAIN_CHOICE = 1
    GAIN_PER = 2
    HIRE_FREE = 3
    CAPTURE_FREE = 4
    RELEASE_OR_CAPTURE = 5
    TAKE_DEBT = 6
    DESTROY_DEBT = 7
    DISCARD_FOR_GOLD = 8
    RELEASE_PRISON = 9
    ALL_GAIN_VIRTUE = 10
    CROWDED_PRISON_LOSES_VIRTUE = 11
    POINTS_PER = 12
    POINTS_IF_MOST = 13
    POINTS_IF_NO_UNPAID_DEBT = 14
    POINTS_PER_UNPAID_DEBT = 15
    VIRTUE_PER = 16
    VIRTUE_IF_MOST = 17
    LOSE_VIRTUE = 18


class Metric(IntEnum):
    """What a Building counts (column `metric`)."""

    NONE = 0
    CATHEDRAL_LEVEL = 1
    WOOD = 2
    CLAY = 3
    STONE = 4
    GOLD = 5
    MARBLE = 6
    SILVER = 7
    GOODS = 8  #  wood, clay and stone together
    VIRTUE = 9
    BUILDINGS = 10
    CARPENTRY = 11
    TILING = 12
    MASONRY = 13
    CAPTURED_WORKERS = 14
    PAID_DEBTS = 15
    UNPAID_DEBTS = 16
    PRISON = 17


class Power(IntEnum):
    """What a side-2 player board allows (column `power`)."""

    NONE = 0
    GOLD_IS_MARBLE = 1
    MARKET_CARD = 2
    TAX_OFF = 3
    CATHEDRAL_NO_DISCARD = 4
    HIRE_OFF = 5


class Scope(IntEnum):
    """What the Conspirator's silver is taken off (conspirator_scope)."""

    PER_VISIT = 0
    PER_CAPTURE = 1


class Stage(IntEnum):
    """What comes next in a turn when no question is open (R2.2)."""

    DRAFT = 0
    MARKET = 1  #       what comes with a visit to the Black Market
    EFFECT = 2  #       of a Building just finished
    RESET = 3  #        workers, card, Gatekeepers and Squires
    RESET_COUNT = 4  #  prisoners
    HAND = 5  #         hand limit, then the next turn
    END_VIRTUE = 6  #   end effects on virtue, seat by seat


class Then(IntEnum):
    """What is done once a price is paid to the last share."""

    NOTHING = 0
    TRADE_VIRTUE = 1
    TRADE_MARBLE = 2
    CLIMB = 3  #   a step of the Cathedral
    RAISE = 4  #   the Building in hand


class Luck(IntEnum):
    """Streams of the game's own luck."""

    BUILDINGS = 0
    APPRENTICES = 1
    REWARDS = 2
    MARKET = 3
    LEFTOVERS = 4
    BOARDS = 5


class Use(IntEnum):
    """What is counted for the result table; the first seventeen are the placing actions."""

    QUARRY = 0
    FOREST = 1
    MINES_CLAY = 2
    MINES_GOLD = 3
    SILVERSMITH = 4
    STOREHOUSE = 5
    WORKSHOP = 6
    PLANS = 7
    TOWN_CENTRE = 8
    TAX_STAND = 9
    MARKET_LEFT = 10
    MARKET_HIRE = 11
    MARKET_LOOK = 12
    MARKET_RIGHT = 13
    GUARDHOUSE = 14
    CONSTRUCT = 15
    CATHEDRAL = 16
    TAKE_BACK = 17
    TRADE = 18
    CAPTURE = 19
    IMPRISON = 20
    RELEASE = 21
    RANSOM = 22
    PAY_DEBT = 23
    DESTROY_DEBT = 24
    DISMISS = 25


class Tiebreak(IntEnum):
    VIRTUE = 0
    SILVER = 1


class Feature(IntEnum):
    """What a player may look at: columns of desk.features, in the order below."""

    WORKERS = 0  #           own, in supply
    WOOD = 1
    CLAY = 2
    STONE = 3
    GOLD = 4
    MARBLE = 5
    SILVER = 6
    VIRTUE = 7
    DEBTS = 8  #             unpaid
    PAID = 9
    CARDS = 10  #            in hand
    HIRED = 11
    CARPENTRY = 12
    TILING = 13
    MASONRY = 14
    BUILDINGS = 15
    LEVEL = 16
    PRISON = 17  #           own workers there
    CAPTURED = 18  #         rivals' workers on the own board
    LOST = 19  #             own workers on rivals' boards
    AT_QUARRY = 20  #        own workers there
    AT_FOREST = 21
    AT_MINES = 22
    AT_SILVERSMITH = 23
    AT_STOREHOUSE = 24
    AT_WORKSHOP = 25
    AT_TOWN_CENTRE = 26
    AT_TAX_STAND = 27
    AT_GUARDHOUSE = 28
    TAX = 29  #              silver on the Tax Stand
    SPACES_LEFT = 30  #      in the Guildhall
    LAST_TURNS = 31  #       1 once it is full
    ROUND = 32
    PLAYERS = 33
    POINTS = 34  #           own standing
    LEAD = 35  #             own standing less the best rival's
    LEVEL_ROOM = 36  #       free spaces one level up
    BIGGEST_GROUP = 37  #    own workers at the fullest large circle
    RIVAL_GROUP = 38  #      workers of the largest rival group
    BUILDABLE = 39  #        printed points of the best Building payable now, 0 for none
    LACKING = 40  #          goods that the nearest Building in hand with its skills met still lacks, 99 for none
    SKILLS_LACKING = 41  #   skills that the Buildings in hand need and no own Apprentice has
    COINS = 42  #            silver on the display
    REWARDS = 43  #          Reward cards left
    LEFT = 44  #             trades, captures, actions or cards still to choose
    MARKET_WORKERS = 45  #   workers at the Black Market
    LACKS_WOOD = 46  #       what the nearest Building in hand still lacks, 0 for none
    LACKS_CLAY = 47
    LACKS_STONE = 48
    LACKS_GOLD = 49
    LACKS_MARBLE = 50
    STEP_LACKING = 51  #     goods that the next Cathedral step still lacks, 99 if it is barred


class Gain(IntEnum):
    """What an action would bring: columns of desk.gains."""

    WOOD = 0
    CLAY = 1
    STONE = 2
    GOLD = 3
    MARBLE = 4
    SILVER = 5
    VIRTUE = 6
    DEBTS = 7  #             unpaid
    POINTS = 8  #            printed on Buildings, Cathedral levels
    CARDS = 9  #             Building cards in hand
    WORKERS = 10  #          own, in supply
    PRISON = 11  #           own workers in Prison
    CAPTURED = 12  #         rivals' workers on the own board
    HIRED = 13  #            Apprentices
    SKILLS = 14  #           skills new to the player
    SKILLS_NEEDED = 15  #    of them, such as a Building in hand needs
    NEEDED = 16  #           goods gained that the nearest Building in hand still lacks
    STEP_NEEDED = 17  #      goods gained that the next Cathedral step still lacks
    ABILITY = 18  #          1 for an Apprentice with an ability
    CARD_POINTS = 19  #      printed points of the card itself
    CARD_COST = 20  #        goods the card costs, gold and marble counted three times
    CARD_SKILLS = 21  #      skills the card needs that the player lacks
    PILE = 22  #             own workers already at the place: the next visit there will bring more
