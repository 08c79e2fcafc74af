"""The words of the rulebook."""

from enum import IntEnum

PLAYERS = 5
ROUNDS = 7
KINDS = 21  #         of buildings; the farms are the last two
STARTING = 6  #       the first six kinds have a starting card
COPIES = 8  #         more than there are of any kind
MARKET_CARDS = 57  #  building cards to buy
COLUMNS = 2  #        of the market,
ROWS = 4  #           each of four rows: place = column * ROWS + row
PLACES = 8
TOWERS = 6  #         cards
SECONDS = 19  #       kinds that may stand twice
SITES = TOWERS + KINDS + SECONDS  #  whatever is built and holds a peasant: towers, first copies, second copies
FIRST_COPY = TOWERS  #               site of the first kind,
SECOND_COPY = TOWERS + KINDS  #      and of its second copy
ARCHERS = 4  #        towers for archers, sites 1 to 4
CHAPEL, BELL = 0, 5  # sites
PEW_ROWS = 5  #       at most; pew = column * PEW_ROWS + row
PEWS = 25
CRUSADES = 21
HELD = 2  #           crusades a player may hold
EVENTS = 23
MIXES = 6
DECKED = 7  #         events in a game
TOKENS = 6
LEVELS = 5  #         of the clergy
SQUARES = 7  #        of the Cardinal column, at most
SPACES = 8  #         of the darkness track
FACES = 7  #          1 to 6; place 0 is not used
SPOTS = 4
WAYS = 27  #          one or two dice on a spot
MOST_SWAPPED = 10  #  of one good in one trade
PAIRS = 20  #         two different goods
MOST_BID = 12
MOST_PIPS = 10  #     that fit on two dice
MOST_WAGONS = 11
LEGAL = 200  #        actions open at one decision


KIND_IDS = (
    "library masons_guild garden cloister abbotts_den money_changer monks_quarters bath_house bakery brewery "
    "tithe_barn cellarium unnamed_1 unnamed_2 unnamed_3 unnamed_4 unnamed_5 unnamed_6 unnamed_7 sheep_farm dairy_farm"
).split()
TOWER_IDS = "chapel gate_tower_1 gate_tower_2 battlement_1 battlement_2 bell_tower".split()
SITE_IDS = [*TOWER_IDS, *KIND_IDS, *(f"second_{kind}" for kind in KIND_IDS[:SECONDS])]
Kind = IntEnum("Kind", [kind.upper() for kind in KIND_IDS], start=0)  #  in the order of buildings.csv
Site = IntEnum("Site", [site.upper() for site in SITE_IDS], start=0)


class Question(IntEnum):
    """Which decision is open; from PEASANT on within a part of the round."""

    BID = 0  #         in the auction of starting cards
    START_CARD = 1  #  which starting card
    REROLL = 2  #      which die
    SET_ASIDE = 3  #   which die
    FIGHT = 4  #       place a die against Vikings
    GIVE_CARD = 5  #   which building or tower the Vikings take
    PLACE = 6  #       a die in the abbey or on a crusade
    OFFER = 7  #       which deal for help
    BUY = 8  #         a building card
    GATHER = 9  #      dice on a spot or initiative
    MOVE = 10  #       peasants
    BUILD = 11
    FEED = 12
    ENLIST = 13  #     a new crusade
    GIVE_UP = 14  #    a crusade
    STORE = 15  #      what is too much
    FINAL = 16  #      last trades
    PEASANT = 17  #    which peasant goes
    LOSE = 18  #       which peasant is lost
    RESOURCE = 19  #   which resource the Priest brings
    ANSWER = 20  #     accept a deal
    PIPS = 21  #       how many pips are added
    WAGONS = 22  #     how many wagons are used
    RELOCATE = 23  #   where a worker goes
    SWAP = 24  #       which trade


class Action(IntEnum):
    """Action numbers; a comment says how many follow."""

    FIGHT = 0
    STOP_FIGHTING = 1
    REFUSE = 2
    KEEP_DICE = 3
    STOP_PLACING = 4
    STOP_OFFERING = 5
    ACCEPT = 6
    DECLINE = 7
    STOP_BUYING = 8
    STOP_GATHERING = 9
    STOP_MOVING = 10
    STOP_BUILDING = 11
    ALTAR = 12
    WALL = 13
    REMODEL = 14
    FEED = 15
    EAT_SHEEP = 16
    ENLIST = 17
    STOP_ENLISTING = 18
    KEEP_CRUSADES = 19
    STORE = 20
    STOP_TRADING = 21
    TRADE = 22
    PASS_BID = 23
    FROM_BAPTISTERY = 24
    REROLL = 25  #       6 faces
    SET_ASIDE = 31  #    6 faces
    RECRUIT = 37  #      6 faces
    TRAIN = 43  #        6 faces
    DEFEND = 49  #       6 faces
    CRUSADE = 55  #      2 crusades x 6 faces
    OFFER = 67  #        2 crusades x 4 deals
    BUY = 75  #          8 places
    GATHER = 83  #       4 spots x 27 ways
    INITIATIVE = 191  #  6 faces
    PIPS = 197  #        0 to 10
    WAGONS = 208  #      0 to 11
    MOVE = 220  #        25 pews
    STAFF = 245  #       41 sites, from the Bell Tower on
    RELOCATE = 286  #    40 sites, the buildings
    BUILD = 326  #       21 kinds
    BUILD_FREE = 347  #  21 kinds
    TOWER = 368  #       6 cards
    ARCHER = 374  #      4 towers, sites 1 to 4
    FROM_PEW = 378  #    25 pews
    FROM_SITE = 403  #   45 sites, from the first Gate Tower on
    GIVE_CARD = 448  #   46 sites
    RESOURCE = 494  #    4 resources
    GIVE_UP = 498  #     2 crusades
    SWAP = 500  #        20 pairs x 10
    BID = 700  #         1 to 12 coins
    START_CARD = 712  #  6 kinds


GROUPS = {
    "reroll": 6,
    "set_aside": 6,
    "recruit": 6,
    "train": 6,
    "defend": 6,
    "crusade": 12,
    "offer": 8,
    "buy": 8,
    "gather": 108,
    "initiative": 6,
    "pips": 11,
    "wagons": 12,
    "move": 25,
    "staff": 41,
    "relocate": 40,
    "build": 21,
    "build_free": 21,
    "tower": 6,
    "archer": 4,
    "from_pew": 25,
    "from_site": 45,
    "give_card": 46,
    "resource": 4,
    "give_up": 2,
    "swap": 200,
    "bid": 12,
    "start_card": 6,
}
VERBS = {action.name.lower(): (int(action), int(action)) for action in Action if action < Action.REROLL}
VERBS |= {name: (int(Action[name.upper()]), int(Action[name.upper()]) + many - 1) for name, many in GROUPS.items()}
VERBS |= {
    "crusade_first": (55, 60),
    "crusade_second": (61, 66),
    "gather_wood": (83, 109),
    "gather_grain": (110, 136),
    "gather_stone": (137, 163),
    "gather_sand": (164, 190),
    "chapel": (368, 368),
    "gate_tower": (369, 370),
    "battlement": (371, 372),
    "bell_tower": (373, 373),
    "give_tower": (448, 453),
    "give_building": (454, 493),
}
VERBS |= {f"start_{kind}": (712 + at, 712 + at) for at, kind in enumerate(KIND_IDS[:STARTING])}
VERBS |= {f"build_{kind}": (326 + at, 326 + at) for at, kind in enumerate(KIND_IDS)}


class Seat(IntEnum):
    """As players are told them."""

    SEAT_1 = 0
    SEAT_2 = 1
    SEAT_3 = 2
    SEAT_4 = 3
    SEAT_5 = 4


class Face(IntEnum):
    """Of a die; 0 is none."""

    NONE = 0
    ONES = 1
    TWOS = 2
    THREES = 3
    FOURS = 4
    FIVES = 5
    SIXES = 6


class Good(IntEnum):
    WOOD = 0
    GRAIN = 1
    STONE = 2
    SAND = 3
    COINS = 4


GOODS = 5


class Standing(IntEnum):
    """Of a site."""

    NONE = 0
    EMPTY = 1
    STAFFED = 2
    GONE = 3  #  a tower that was lost


class Effect(IntEnum):
    """What a staffed card does; END ones count at the end of the game."""

    NONE = 0
    LIBRARY = 1
    STONE_OFF = 2
    DEFENSE = 3
    GARDEN = 4
    MOVES = 5
    CLERGY_STEP = 6
    CHANGE = 7
    DIE = 8
    REROLL = 9
    RELOCATE = 10
    FEED_LESS = 11
    WOOD = 12  #      in Phase 10
    GRAIN = 13
    STONE = 14
    COINS = 15
    COIN_PER_WORKER = 16
    STORE = 17
    STORE_GRAIN = 18
    SHEEP_FARM = 19
    DAIRY_FARM = 20
    RECRUIT = 21
    PIPS = 22
    END_PRESTIGE = 23
    END_PER_COINS = 24
    END_PER_GOODS = 25
    END_PER_WORKERS = 26
    END_PER_CLERGY = 27


class Reward(IntEnum):
    """What buying a card brings (column `reward`)."""

    WOOD = 0
    GRAIN = 1
    STONE = 2
    SAND = 3
    COINS = 4
    CLERGY = 5
    PEASANT = 6
    TOOL_BAG = 7
    WAGON = 8


class EventKind(IntEnum):
    PLENTY = 0
    DISASTER = 1
    VIKINGS = 2


class EventEffect(IntEnum):
    """What an event does (column `effect` of events.csv)."""

    FREE_BUILDING = 0
    GRAIN = 1
    COINS = 2
    PEASANT = 3
    STONE = 4
    FEED_FREE = 5
    CLERGY = 6
    MOVES = 7
    LOSE_PEASANT = 8
    FEED_MORE = 9
    LOSE_WOOD = 10
    DARKNESS = 11
    LOSE_COINS = 12
    DIE_LESS = 13
    CLOSED = 14
    NO_INCOME = 15
    FIGHT = 16


class Deal(IntEnum):
    """What the helper takes (R10.3)."""

    GOODS = 0
    HALF = 1
    THIRD = 2
    STEPS = 3


DEALS = 4


class Mason(IntEnum):
    """Words of the knob `masons_guild`."""

    EACH_CARD = 0
    FIRST_CARD = 1
    OFF = 2


class Middle(IntEnum):
    """Words of `clergy_heights` and `cardinal_prestige`."""

    MIDDLE = 0
    LOW = 1
    HIGH = 2


class Purpose(IntEnum):
    """What a peasant is chosen for."""

    CRUSADE = 0
    ARCHER = 1
    HELP = 2


class Stage(IntEnum):
    """The parts of a round, in order."""

    AUCTION = 0
    ROLL = 1
    REROLL = 2
    DRAW = 3
    LATE_REROLL = 4  #  if the Bell Tower may wait for the event
    EVENT = 5
    FIGHT = 6
    DEFEAT = 7
    PLACE = 8
    HELP = 9
    BUY = 10
    BUY_AGAIN = 11
    GATHER = 12
    MOVE = 13
    BUILD = 14
    FEED = 15
    DARKNESS = 16
    INCOME = 17
    REWARD = 18
    ENLIST = 19
    GIVE_UP = 20
    RESET = 21
    STORE = 22
    FINAL = 23


class Luck(IntEnum):
    """Streams of the game's own luck."""

    BUILDINGS = 0
    CRUSADES = 1
    EVENTS = 2
    TOKENS = 3
    STARTING = 4
    DICE = 5


class Source(IntEnum):
    """Where prestige came from."""

    START = 0
    BUILDINGS = 1
    TOWERS = 2
    WALL = 3
    CRUSADES = 4
    VIKINGS = 5
    CLERGY = 6
    HUNGER = 7
    DARKNESS = 8


class Cause(IntEnum):
    """Why a peasant was lost."""

    VIKINGS = 0  #   placed against them, or in a card they took
    HUNGER = 1
    DARKNESS = 2
    DISASTER = 3
    CRUSADE = 4  #   given up


class Round(IntEnum):
    ROUND_1 = 0
    ROUND_2 = 1
    ROUND_3 = 2
    ROUND_4 = 3
    ROUND_5 = 4
    ROUND_6 = 5
    ROUND_7 = 6


class Use(IntEnum):
    """What is counted for the result table; the first thirteen are dice."""

    RECRUIT = 0
    TRAIN = 1
    DEFEND = 2
    CRUSADE = 3
    HELP = 4  #        on another player's crusade
    VIKINGS = 5
    WOOD = 6
    GRAIN = 7
    STONE = 8
    SAND = 9
    INITIATIVE = 10
    ASIDE = 11
    IDLE = 12  #       placed nowhere
    LIBRARY = 13
    REROLL = 14
    PIPS = 15
    WAGONS = 16
    TRADE = 17
    MOVE = 18
    BAPTIZE = 19
    STAFF = 20
    RELOCATE = 21
    BUY = 22
    BUILD = 23
    BUILD_FREE = 24
    TOWER = 25
    ARCHER = 26
    ALTAR = 27
    WALL = 28
    REMODEL = 29
    ENLIST = 30
    GIVE_UP = 31
    OFFER = 32
    SHEEP = 33  #      eaten
    REFUSE = 34


class Tiebreak(IntEnum):
    RESOURCES = 0


class Feature(IntEnum):
    """What a player may look at: columns of desk.features, in the order below."""

    WOOD = 0
    GRAIN = 1
    STONE = 2
    SAND = 3
    COINS = 4
    BAGS = 5
    WAGONS = 6
    DICE = 7  #              not yet placed
    LOW_DICE = 8  #          of them, such as recruit
    HIGH_DICE = 9  #         such as train
    BEST_DIE = 10  #         highest face left
    SUPPLY = 11  #           peasants
    PEASANTS = 12  #         in the abbey
    PEWS = 13  #             peasants in the pews
    BAPTIZED = 14  #         peasants in the baptistery
    WORKING = 15
    CLERGY = 16  #           squares
    LEVELS = 17  #           columns completed
    TO_LEVEL = 18  #         squares to the next top, 0 at the end
    MOVES = 19  #            left this round, or a round if not counted yet
    DEFENSE = 20
    DARKNESS = 21  #         level of this round
    GAP = 22  #              darkness less defense, not below 0
    NEXT_DARKNESS = 23  #    level of the next round, 0 in the last
    PERMANENT = 24  #        defense without dice
    ALTAR = 25
    WALL = 26
    TOWERS = 27  #           built in the whole game
    BUILDINGS = 28  #        standing
    BUILD_ROOM = 29  #       buildings that may still be built
    EMPTY_CARDS = 30  #      built cards that wait for a peasant from the baptistery
    EMPTY_TOWERS = 31  #     towers that wait for an archer
    ARCHERS = 32
    HAND = 33  #             cards bought and not built
    BUILDABLE = 34  #        prestige of the best card in hand payable now
    LACKING = 35  #          goods that the nearest card in hand still lacks, 99 for none
    LACKS_WOOD = 36
    LACKS_GRAIN = 37
    LACKS_STONE = 38
    LACKS_SAND = 39
    LACKS_COINS = 40
    TOWER_LACKING = 41  #    goods that the nearest tower still lacks, 99 for none
    CRUSADES = 42  #         uncompleted
    CRUSADE_LACKING = 43  #  dice that the nearest uncompleted crusade still lacks, 99 for none
    CRUSADE_DICE = 44  #     own dice of the face it wants, or of the commonest face if not begun
    LOCKED = 45  #           dice on uncompleted crusades
    FOOD_DUE = 46  #         grain that feeding asks for now, cows and Bakery counted
    SHEEP = 47
    COWS = 48
    TRADES = 49  #           left
    OVER_STORE = 50  #       resources above what may be kept
    ROUND = 51
    PLAYERS = 52
    POINTS = 53  #           own standing
    LEAD = 54  #             own standing less the best rival's
    VIKINGS_LEFT = 55  #     Vikings! cards still to come
    VIKING_ROWS = 56  #      rows still to fight
    VIKING_PLACED = 57  #    own dice in this fight
    VIKINGS_AHEAD = 58  #    rows that the Vikings hold less rows won so far
    IS_FIRST = 59  #         1 for the first player
    INITIATIVE = 60  #       1 when it is taken
    LOSING = 61  #           1 when the peasant asked for is lost
    FREE_BUILDING = 62
    BONUS_WOOD = 63  #       bonus squares left
    BONUS_GRAIN = 64
    BONUS_STONE = 65
    BONUS_SAND = 66
    STARTED = 67  #          own crusades that are begun
    RECRUITING = 68  #       dice that recruit this round
    TRAINING = 69
    LEVELS_DUE = 70  #       feeding levels not yet covered
    HIGH_BID = 71
    ASKER_LEAD = 72  #       standing of who asks for help less the best other one; 0 when nobody asks


class Gain(IntEnum):
    """What an action would bring: columns of desk.gains."""

    WOOD = 0
    GRAIN = 1
    STONE = 2
    SAND = 3
    COINS = 4
    VALUE = 5  #             of all goods gained less those given
    BAGS = 6
    WAGONS = 7
    DICE = 8  #              own dice; placing one is -1
    PIPS = 9  #              on the dice placed
    PEASANTS = 10  #         in the abbey
    WORKERS = 11  #          on cards
    BAPTIZED = 12  #         in the baptistery
    COLUMN = 13  #           how far to the front the peasant in question stands, from 1
    CLERGY = 14  #           squares
    LEVEL = 15  #            columns completed
    DEFENSE = 16
    NEEDED_DEFENSE = 17  #   of it, such as this round's darkness asks for
    PRESTIGE = 18  #         now, or at the end for crusades completed
    CARD_PRESTIGE = 19  #    printed on the card in question
    CARD_COST = 20  #        value of what it costs to build
    CARD_LACKS = 21  #       value of what the player lacks to build it
    PRICE = 22  #            coins of a card bought
    NEEDED = 23  #           resources gained that the nearest card in hand still lacks
    TOWER_NEEDED = 24  #     resources gained that the nearest tower still lacks
    WASTE = 25  #            pips, value or steps that bring nothing
    CRUSADE_DICE = 26  #     dice on own crusades
    CRUSADE_DONE = 27  #     1 if that completes it
    MATCHES = 28  #          own dice of the same face, the one in question not counted
    HANDS = 29  #            cards in hand
    SECOND = 30  #           1 for a second copy
    BUILDABLE = 31  #        1 if it is payable now
    FOOD = 32  #             feeding levels covered
    STEPS = 33  #            peasants moved
    FACE = 34  #             of the die in question
    STAFFED = 35  #          1 if the site in question has a worker
    END = 36  #              prestige at the end that the card in question may give
    FARM = 37  #             1 for a farm
    ENABLES = 38  #          1 for a trade after which a card in hand, tower, altar, archer or the whole wall is payable
    FED = 39  #              grain that this round's feeding lacks and the action brings; below 0 when it takes it away
    STORED = 40  #           resources that a trade keeps from being more than may be kept
