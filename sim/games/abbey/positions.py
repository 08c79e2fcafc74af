"""States that play reaches rarely or never, for the promises of every game and player."""

from sim.games.abbey.names import Action, Effect, Stage
from sim.games.abbey.scenes import IDS, Scene, call_from, crusade, from_pew, opened, swap, tower

ALSO = [  # settings under which a game is tested as well
    {
        "params.crusade_help": True,
        "params.start_auction": True,
        "params.auction_coins": 12,
        "params.pew_columns": 5,
        "params.pew_rows": 5,
    }
]
UNEVEN = ("event_pile", "unused_events", "event")  # a mix takes more of one kind than of another (R1.6, R6.1)
RICH = {"wood": 30, "grain": 20, "stone": 20, "sand": 20, "coins": 60}


def table(tables, seats=2):
    """The last round, with goods for all."""
    scene = Scene(seats, tables)
    scene.state.rounds = tables.params.rounds
    for seat in range(seats):
        scene.goods(seat, **RICH)
    return scene


def asked(scene, stage):
    yield scene.phase(stage)


def beaten(scene):
    """The Vikings have won."""
    scene.state.rows = scene.state.met = scene.state.fallen = 2
    return scene.phase(Stage.DEFEAT)


def placings(tables):
    """Every face, with a Library, and two crusades to begin."""
    scene = table(tables)
    scene.stands(0, "library", "unnamed_4", "unnamed_5", staffed=True)
    scene.crusade(0, "crusade_1")
    scene.crusade(0, "crusade_2", slot=1)
    scene.dice(0, 1, 2, 3, 4, 5, 6)
    scene.people(0, (1, 1), baptized=1)
    yield from asked(scene, Stage.PLACE)
    yield scene.do(crusade(3, slot=1))


def rerolls(tables):
    for stage in (Stage.REROLL, Stage.LATE_REROLL):
        scene = table(tables)
        scene.stands(0, "bell_tower", "monks_quarters", "second monks_quarters", staffed=True)
        scene.dice(0, 1, 2, 3, 4, 5, 6)
        scene.seats[0].rerolls = 2
        yield from asked(scene, stage)


def events(tables):
    for name in IDS["events"][:-6]:
        scene = table(tables)
        scene.dice(0, 1, 2, 3, 4, 5, 6)
        scene.dice(1, 1, 2, 3)
        scene.event(name)
        stage = Stage.FIGHT if name.startswith("vikings") else Stage.EVENT
        yield from asked(scene, stage)


def fights(tables):
    for faces in ((6, 5), (2, 1)):
        scene = table(tables)
        scene.dice(0, *faces, 3)
        scene.vikings(*faces)
        yield scene.go()


def batches(names, many):
    return [names[first : first + many] for first in range(0, len(names), many)]


def standing_cards(tables, staffed):
    """A few cards before seat 0 at a time, until each has stood there; a second copy stands upon a first."""
    limit = int(tables.params.building_limit) - 2
    kinds = [name for name in IDS["buildings"] if name != "garden"]
    for names in batches(kinds, max(1, limit // 2)):
        scene = table(tables)
        scene.people(0)
        seconds = [f"second {name}" for name in names if not name.endswith("_farm")]
        scene.stands(0, *names, *seconds, staffed=staffed)
        yield scene


def losses(tables):
    """Every card with a worker: peasants to lose, cards to give up, a Bath House among them."""
    for scene in standing_cards(tables, True):
        scene.stands(0, "second garden", staffed=True)
        yield from asked(scene, Stage.DARKNESS)
    for scene in standing_cards(tables, True):
        yield beaten(scene)
    for names in (("gate_tower_1", "gate_tower_2", "battlement_1", "battlement_2"), ("bell_tower",)):
        scene = table(tables)
        scene.people(0, baptized=1)
        scene.stands(0, *names, staffed=True)
        yield from asked(scene, Stage.DARKNESS)
        scene = table(tables)
        scene.stands(0, "chapel", "second garden", *names[:3])
        yield beaten(scene)
    scene = table(tables)
    scene.stands(0, "battlement_2")
    yield beaten(scene)
    scene = table(tables)
    columns, rows = int(tables.params.pew_columns), int(tables.params.pew_rows)
    for first in (0, 1):  # half of the pews at a time: there are fifteen peasants at most
        places = [(column + 1, row + 1) for column in range(columns) for row in range(rows)]
        scene.people(0, *places[first::2][:13])
        yield from asked(scene, Stage.DARKNESS)
        scene = table(tables)


def moves(tables):
    """Every pew, every card to enter and to leave."""
    columns, rows = int(tables.params.pew_columns), int(tables.params.pew_rows)
    places = [(column + 1, row + 1) for column in range(columns) for row in range(rows)]
    for first in (0, 1):
        scene = table(tables)
        scene.seats[0].clergy = tables.last_step
        scene.people(0, *places[first::2][:13])
        yield from asked(scene, Stage.MOVE)
    for scene in standing_cards(tables, False):
        scene.people(0, baptized=1)
        scene.stands(0, "second garden", "bell_tower")
        yield from asked(scene, Stage.MOVE)
    scene = table(tables)
    scene.start(0, "library")
    scene.people(0, baptized=1)
    scene.stands(0, "garden")
    yield from asked(scene, Stage.MOVE)
    for scene in standing_cards(tables, True):
        if scene.seats[0].power[Effect.RELOCATE] == 0:
            scene.stands(0, "bath_house", staffed=True)
        scene.stands(0, "second garden")
        yield from asked(scene, Stage.MOVE)
    scene = table(tables)
    scene.people(0, baptized=1)
    scene.stands(0, "second garden", staffed=True)
    scene.stands(0, "bath_house", staffed=True)
    scene.stands(0, "bakery")
    yield from asked(scene, Stage.MOVE)
    scene.do(call_from("garden"))
    yield scene


def works(tables):
    """Every card in hand, for its cost and for nothing; a Mason's Guild; a Remodel; towers and archers."""
    names = [name for name in IDS["buildings"] if tables.buildings[IDS["buildings"].index(name)].copies > 0]
    for guild in (False, True):
        scene = table(tables)
        scene.people(0, (1, 1), baptized=2)
        if guild:
            scene.stands(0, "masons_guild", staffed=True)
        scene.hand(0, *names)
        scene.seats[0].free = 1
        yield from asked(scene, Stage.BUILD)
    scene = table(tables)
    scene.people(0, (1, 1), baptized=2)
    scene.stands(0, "gate_tower_1", "battlement_1", "gate_tower_2")
    yield from asked(scene, Stage.BUILD)
    yield scene.do(tower("battlement_2"))
    scene = table(tables)
    full = ("library", "masons_guild", "cloister", "bakery", "brewery", "tithe_barn")
    scene.stands(0, *full[: int(tables.params.building_limit) - 1])
    scene.hand(0, "garden", "cellarium")
    yield from asked(scene, Stage.BUILD)
    scene = table(tables)
    scene.stands(0, "gate_tower_1", "battlement_1", "battlement_2")
    scene.seats[0].wall = tables.params.wall_sections - 1
    yield from asked(scene, Stage.BUILD)


def gatherings(tables):
    """Every way to every spot with low dice and many tool bags; wagons."""
    scene = table(tables, 4)
    scene.seats[0].bags, scene.seats[0].wagons = 8, 8
    for face in range(1, 7):
        scene.seats[0].dice[face] = 2
    yield from asked(scene, Stage.GATHER)
    scene = table(tables)
    scene.seats[0].bags, scene.seats[0].wagons = 10, 10
    scene.seats[1].bags = scene.seats[1].wagons = 1
    scene.dice(0, 1, 1)
    scene.stands(0, "unnamed_6", staffed=True)
    scene.phase(Stage.GATHER)
    yield scene.do(Action.GATHER + 1)
    scene.do(Action.PIPS)
    yield scene
    scene = table(tables, 1)
    scene.seats[0].bags, scene.seats[0].wagons = 1, 11
    scene.dice(0, 6)
    scene.phase(Stage.GATHER)
    yield scene.do(Action.GATHER + 20)


def trades(tables):
    scene = table(tables)
    scene.phase(Stage.BUILD)
    yield scene.do(Action.TRADE)
    scene = table(tables)
    scene.stands(0, "money_changer", "second money_changer", "tithe_barn", "second tithe_barn", staffed=True)
    yield from asked(scene, Stage.STORE)
    scene.do(Action.TRADE, swap("wood", "coins", 1))
    yield scene


def feasts(tables):
    for seated in (4, 8):
        scene = table(tables)
        scene.stands(0, "sheep_farm", "dairy_farm", staffed=True)
        scene.seated(0, min(seated, int(tables.params.pew_columns * tables.params.pew_rows)))
        scene.seats[0].sheep = min(4, int(tables.params.sheep_barn))
        yield from asked(scene, Stage.FEED)


def crusading(tables):
    """Two to give up, two for which help may be asked, and one completed whose steps bring a choice."""
    for stage in (Stage.GIVE_UP, Stage.ENLIST):
        scene = table(tables)
        scene.crusade(0, "crusade_1", face=2, dice=2)
        if stage == Stage.GIVE_UP:
            scene.crusade(0, "crusade_2", slot=1, face=3, dice=1)
        yield from asked(scene, stage)
    if tables.params.crusade_help:
        scene = table(tables, 3)
        scene.crusade(0, "crusade_1", face=2, dice=int(tables.crusades[0].dice) - 1)
        scene.crusade(0, "crusade_2", slot=1, face=3, dice=int(tables.crusades[1].dice) - 2)
        scene.dice(1, 2, 3, 3)
        scene.dice(2, 2, 3, 3)
        yield from asked(scene, Stage.HELP)
        yield scene.do(Action.OFFER + 3)
        scene.do(Action.ACCEPT, from_pew(1, 1))
        yield scene
    scene = table(tables)
    scene.crusade(0, "crusade_1", face=2, dice=int(tables.crusades[0].dice))
    scene.seats[0].clergy = 8
    yield from asked(scene, Stage.REWARD)


def purchases(tables):
    scene = table(tables)
    scene.stands(0, "library")
    yield from asked(scene, Stage.BUY)


def beginnings(tables):
    scene = opened(tables)
    yield scene
    if tables.params.start_auction:
        for actions in ((Action.BID + 1, Action.PASS_BID, Action.PASS_BID), (Action.START_CARD,)):
            scene.do(*actions)
            yield scene


KINDS = (
    beginnings,
    placings,
    rerolls,
    events,
    fights,
    losses,
    moves,
    works,
    gatherings,
    trades,
    feasts,
    crusading,
    purchases,
)


def positions(tables):
    """States with a question open, for these tables."""
    for kind in KINDS:
        for scene in kind(tables):
            if not scene.state.over:
                yield scene.state
