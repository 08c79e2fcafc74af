"""Actions in words that a player of the game understands."""

from sim import files
from sim.games.architects.cards import FOLDER
from sim.games.architects.names import CIRCLES, PLAYERS, Action, Place, Question
from sim.games.architects.turn import CAPTORS, MARKET, PRISON

CARDS = {file.stem: files.names(file) for file in sorted(FOLDER.glob("*.csv"))}

SAY = {
    Action.QUARRY: "places a worker in the Quarry",
    Action.FOREST: "places a worker in the Forest",
    Action.MINES_CLAY: "places a worker in the Mines for clay",
    Action.MINES_GOLD: "places a worker in the Mines for gold",
    Action.SILVERSMITH: "places a worker at the Silversmith",
    Action.STOREHOUSE: "places a worker at the King's Storehouse",
    Action.WORKSHOP: "places a worker at the Workshop to hire",
    Action.PLANS: "places a worker at the Workshop for plans",
    Action.TOWN_CENTRE: "places a worker in the Town Centre",
    Action.TAX_STAND: "places a worker at the Tax Stand and robs it",
    Action.MARKET_LEFT: "places a worker at the Black Market, left space",
    Action.MARKET_HIRE: "places a worker at the Black Market, middle space, to hire",
    Action.MARKET_LOOK: "places a worker at the Black Market, middle space, to look at cards",
    Action.MARKET_RIGHT: "places a worker at the Black Market, right space",
    Action.GUARDHOUSE: "places a worker at the Guardhouse",
    Action.CONSTRUCT: "places a worker in the Guildhall to construct",
    Action.CATHEDRAL: "places a worker in the Guildhall for the Cathedral",
    Action.PASS: "has no worker to take back and passes",
    Action.STOP: "does no more",
    Action.TRADE_VIRTUE: "trades goods for virtue",
    Action.TRADE_MARBLE: "trades goods for marble",
    Action.IMPRISON: "delivers all captured workers to the Prison",
    Action.RELEASE: "releases all own workers from the Prison",
    Action.RANSOM_SILVER: "buys back all captured workers with silver",
    Action.RANSOM_DEBT: "buys back all captured workers with a debt and virtue",
    Action.PAY_DEBT: "pays off a debt",
    Action.DESTROY: "destroys an unpaid debt",
    Action.SPARE: "keeps the unpaid debt",
    Action.FIRST: "takes the first of the two goods",
    Action.SECOND: "takes the second of the two goods",
    Action.FREE_CAPTURED: "frees all captured workers",
    Action.DUNGEON_FIRST: "lets the Dungeon cost virtue before the gains",
    Action.DUNGEON_LAST: "lets the Dungeon cost virtue after the gains",
}
SHARES = {Question.CLAY_SHARE: "clay", Question.WOOD_SHARE: "wood", Question.GOLD_SHARE: "gold"}
SPACES = ("left", "middle", "right")


def place_name(place):
    return Place(place).name.replace("_", " ").title()


def source_words(source):
    """Where a worker comes back from."""
    if source < CIRCLES:
        return f"the {place_name(source)}"
    if source == PRISON:
        return "the Prison"
    if source < MARKET:
        return f"the board of seat {source - CAPTORS + 1}"
    return f"the {SPACES[source - MARKET]} space of the Black Market"


def describe(action, state):
    """An action in words, as seen from the position in which it is chosen."""
    action, me = int(action), state.players[int(state.seat)]
    if action in SAY:
        return SAY[Action(action)]
    if action >= Action.DISCARD:
        return f"discards {CARDS['buildings'][action - Action.DISCARD]}"
    if action >= Action.BUILD:
        return f"constructs {CARDS['buildings'][action - Action.BUILD]}"
    if action >= Action.KEEP:
        return f"keeps {CARDS['buildings'][action - Action.KEEP]}"
    if action >= Action.DRAFT:
        return f"drafts {CARDS['buildings'][action - Action.DRAFT]}"
    if action >= Action.CAPTURE:
        circle, seat = divmod(action - Action.CAPTURE, PLAYERS)
        whose = "the own workers" if seat == state.seat else f"the workers of seat {seat + 1}"
        return f"captures {whose} in the {place_name(circle)}"
    if action >= Action.TAKE_BACK:
        return f"takes a worker back from {source_words(action - Action.TAKE_BACK)}"
    if action >= Action.HIRE:
        return f"hires {card_name('apprentices', state.display[action - Action.HIRE])}"
    if action >= Action.DISMISS:
        return f"dismisses {card_name('apprentices', me.apprentices[action - Action.DISMISS])}"
    if action >= Action.TRADE_WITH:
        return f"trades with {card_name('apprentices', me.apprentices[action - Action.TRADE_WITH])}"
    return f"pays {action - Action.SHARE} {SHARES.get(Question(int(state.question)), 'of the good')}"


def card_name(kind, card):
    return CARDS[kind][card] if card >= 0 else "nobody"
