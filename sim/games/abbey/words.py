"""Actions in words that a player of the game understands."""

from sim import files
from sim.games.abbey.cards import FOLDER
from sim.games.abbey.names import (
    BELL,
    DEALS,
    FIRST_COPY,
    MOST_SWAPPED,
    PEW_ROWS,
    ROWS,
    SECOND_COPY,
    WAYS,
    Action,
    Good,
)

CARDS = {file.stem: files.names(file) for file in sorted(FOLDER.glob("*.csv"))}

SAY = {
    Action.FIGHT: "places a die against the Vikings",
    Action.STOP_FIGHTING: "fights no more",
    Action.REFUSE: "does not fight",
    Action.KEEP_DICE: "rolls no more dice again",
    Action.STOP_PLACING: "places no more dice in the abbey",
    Action.STOP_OFFERING: "offers no deal",
    Action.ACCEPT: "accepts the deal and helps",
    Action.DECLINE: "declines the deal",
    Action.STOP_BUYING: "buys no card",
    Action.STOP_GATHERING: "places no more dice on the board",
    Action.STOP_MOVING: "moves no more peasants",
    Action.STOP_BUILDING: "builds no more",
    Action.ALTAR: "builds the altar",
    Action.WALL: "builds a section of the wall",
    Action.REMODEL: "takes a Remodel card",
    Action.FEED: "feeds with grain",
    Action.EAT_SHEEP: "feeds with a sheep",
    Action.ENLIST: "draws a crusade",
    Action.STOP_ENLISTING: "draws no crusade",
    Action.KEEP_CRUSADES: "goes on with the crusades",
    Action.STORE: "lets go what is too much",
    Action.STOP_TRADING: "trades no more",
    Action.TRADE: "wants to trade",
    Action.PASS_BID: "bids no more",
    Action.FROM_BAPTISTERY: "chooses a peasant in the baptistery",
}
DEAL_WORDS = ("the goods", "half of the prestige", "a third of the prestige and the goods", "the clergy steps")
GOOD_WORDS = [good.name.lower() for good in Good]
FACES = {
    Action.REROLL: "lifts a {} to roll it again",
    Action.SET_ASIDE: "sets a {} aside",
    Action.RECRUIT: "recruits with a {}",
    Action.TRAIN: "trains with a {}",
    Action.DEFEND: "defends with a {}",
    Action.INITIATIVE: "takes initiative with a {}",
}


def site_name(site):
    """A tower, or a building and which of its copies."""
    if site < FIRST_COPY:
        return CARDS["towers"][site]
    if site < SECOND_COPY:
        return CARDS["buildings"][site - FIRST_COPY]
    return f"second {CARDS['buildings'][site - SECOND_COPY]}"


def pew_name(pew):
    return f"pew {pew // PEW_ROWS + 1}.{pew % PEW_ROWS + 1}"


def crusade_name(state, slot):
    card = int(state.players[int(state.turn)].crusade[slot].card)
    return CARDS["crusades"][card] if card >= 0 else f"crusade {slot + 1}"


def way_words(way):
    larger = next(face for face in range(6, 0, -1) if (face - 1) * (face + 2) // 2 <= way)
    smaller = way - (larger - 1) * (larger + 2) // 2
    return f"a {larger} and a {smaller}" if smaller else f"a {larger}"


def describe_placing(action, state):
    """Dice and cards."""
    if action >= Action.WAGONS:
        return f"uses {action - Action.WAGONS} wagons"
    if action >= Action.PIPS:
        return f"adds {action - Action.PIPS} pips"
    if action >= Action.GATHER:
        spot, way = divmod(action - Action.GATHER, WAYS)
        return f"gathers {GOOD_WORDS[spot]} with {way_words(way)}"
    if action >= Action.BUY:
        place = action - Action.BUY
        card = int(state.market[place])
        name = CARDS["buildings"][card] if card >= 0 else "a card"
        return f"buys {name} from row {place % ROWS + 1}"
    if action >= Action.OFFER:
        slot, deal = divmod(action - Action.OFFER, DEALS)
        return f"offers {DEAL_WORDS[deal]} for help with {crusade_name(state, slot)}"
    slot, face = divmod(action - Action.CRUSADE, 6)
    return f"sends a {face + 1} on {crusade_name(state, slot)}"


def describe_abbey(action):
    """Peasants and what is built."""
    if action >= Action.GIVE_CARD:
        return f"gives up {site_name(action - Action.GIVE_CARD)}"
    if action >= Action.FROM_SITE:
        return f"chooses the peasant of {site_name(action - Action.FROM_SITE + 1)}"
    if action >= Action.FROM_PEW:
        return f"chooses the peasant of {pew_name(action - Action.FROM_PEW)}"
    if action >= Action.ARCHER:
        return f"trains an archer for {site_name(action - Action.ARCHER + 1)}"
    if action >= Action.TOWER:
        return f"builds {site_name(action - Action.TOWER)}"
    if action >= Action.BUILD_FREE:
        return f"builds {CARDS['buildings'][action - Action.BUILD_FREE]} for nothing"
    if action >= Action.BUILD:
        return f"builds {CARDS['buildings'][action - Action.BUILD]}"
    if action >= Action.RELOCATE:
        return f"calls the worker of {site_name(action - Action.RELOCATE + FIRST_COPY)} away"
    if action >= Action.STAFF:
        return f"puts a peasant to work in {site_name(action - Action.STAFF + BELL)}"
    return f"moves the peasant of {pew_name(action - Action.MOVE)}"


def describe_goods(action):
    """Goods, crusades given up and the auction."""
    if action >= Action.START_CARD:
        return f"takes {CARDS['buildings'][action - Action.START_CARD]}"
    if action >= Action.BID:
        return f"bids {action - Action.BID + 1}"
    if action >= Action.SWAP:
        pair, number = divmod(action - Action.SWAP, MOST_SWAPPED)
        give, take = divmod(pair, 4)
        take += take >= give
        if take == Good.COINS:
            return f"trades {number + 1} {GOOD_WORDS[give]} for coins"
        return f"trades {GOOD_WORDS[give]} for {number + 1} {GOOD_WORDS[take]}"
    if action >= Action.GIVE_UP:
        return f"gives up crusade {action - Action.GIVE_UP + 1}"
    return f"takes 1 {GOOD_WORDS[action - Action.RESOURCE]}"


def describe(action, state):
    """An action in words, as seen from the position in which it is chosen."""
    action = int(action)
    if action in SAY:
        return SAY[Action(action)]
    for first, words in FACES.items():
        if first <= action < first + 6:
            return words.format(action - first + 1)
    if action >= Action.RESOURCE:
        return describe_goods(action)
    return describe_abbey(action) if action >= Action.MOVE else describe_placing(action, state)
