"""Positions that play hardly ever reaches: together they make every rare action legal.  All are in the last turns."""

from sim.games.architects.guildhall import spaces
from sim.games.architects.names import CIRCLES, PLAYERS, Action, Place
from sim.games.architects.scenes import (
    IDS,
    Scene,
    build,
    capture,
    hire,
)
from sim.games.architects.workshop import limit
from sim.record import NOTHING

ALSO = [{"params.board_side": 2}]  # settings under which a game is tested as well
END_POINTS = "end effects of Buildings"  # which standing() leaves out

RICH = {"wood": 20, "clay": 20, "stone": 20, "gold": 20, "marble": 20, "silver": 30}
TRADERS = ("merchant_clay", "patron_wood", "trader_stone", "merchant_gold", "patron_silver", "trader_clay")


def table(tables, seats=2, seat=0):
    """A game in the last turn of all, which `seat` has; nobody is in Prison and everyone is rich."""
    scene = Scene(seats, tables)
    for number, me in enumerate(scene.seats):
        me.workers += me.at[Place.PRISON]
        me.at[Place.PRISON] = 0
        me.virtue = 7
        scene.goods(number, **RICH)
    scene.state.guildhall, scene.state.last_turns = spaces(scene.state, tables), 1
    return scene.turn(seat)


def used_up(tables, seats=5, seat=0, held=0, market=NOTHING, **places):
    """Seat has no worker to place: a few are at these places, all others in the Guildhall."""
    scene = table(tables, seats, seat)
    scene.workers(seat, **places)
    for captor in range(seats):
        if captor != seat:
            scene.held(captor, seat, held)
    if market != NOTHING:
        scene.at_market(*(seat if space == market else NOTHING for space in range(3)))
    scene.workers(seat, guildhall=int(scene.seats[seat].workers))
    return scene.turn(seat)


def takes_back(tables):
    yield used_up(tables)
    yield used_up(tables, **{Place(circle).name: 1 for circle in range(CIRCLES)})
    for seat in (0, PLAYERS - 1):
        yield used_up(tables, seat=seat, held=1, prison=1)
    for space in range(3):
        yield used_up(tables, market=space)


def constructing(tables, name, *others, seats=2):
    """The Building that seat 0 constructs is paid for, and its effect is open."""
    scene = table(tables, seats)
    scene.hired(0, "labourer")
    scene.hand(0, name, *others)
    scene.workers(0, quarry=2)
    scene.workers(1, forest=2)
    scene.held(1, 0, 2)
    for me in scene.seats:
        me.unpaid = 2
    return scene.do(Action.CONSTRUCT, build(name))


def builds(tables):
    for name in ("treasury", "barracks", "fortress", "tavern", "church"):
        yield constructing(tables, name)
    yield constructing(tables, "library", "well")
    everything = table(tables)
    everything.hired(0, "labourer")
    everything.hand(0, *IDS["buildings"])
    yield everything.do(Action.CONSTRUCT)


def discards(tables):
    """A hand of all Building cards."""
    scene = table(tables)
    scene.hand(0, *IDS["buildings"])
    yield scene.do(Action.QUARRY)


def steps(tables):
    """Every mixture of eight goods, which the fourth step costs."""
    scene = table(tables)
    scene.seats[0].level = 3
    scene.hand(0, "well", "keep")
    yield scene.do(Action.CATHEDRAL)


def raids(tables):
    """Groups of all at every circle, two captures made, and silver for no more but what a Conspirator saves."""
    for seats in (3, PLAYERS):
        scene = table(tables, seats)
        scene.hired(0, "conspirator_1")
        for seat in range(seats):
            scene.workers(seat, **{Place(circle).name: 1 for circle in range(CIRCLES)})
        scene.workers(0, town_centre=2)
        yield scene.do(Action.TOWN_CENTRE)
        scene.do(capture(Place.QUARRY, 1), capture(Place.QUARRY, 2))
        scene.goods(0)
        yield scene


def hires(tables):
    """At the limit, one own Apprentice must make room."""
    scene = table(tables)
    give(scene, tables, *IDS["apprentices"][14:20])
    yield scene.do(Action.WORKSHOP)
    scene.do(hire(0))
    yield scene


def give(scene, tables, *names):
    """As many Apprentices as seat 0 may own."""
    scene.hired(0, *names[: limit(scene.seats[0], tables)])


def trades(tables):
    scene = table(tables)
    give(scene, tables, *TRADERS)
    scene.workers(0, storehouse=1)
    yield scene.do(Action.STOREHOUSE)
    scene = table(tables)
    yield scene.do(Action.STOREHOUSE, Action.TRADE_VIRTUE)


def guards(tables):
    """All that can be done at the Guardhouse, before the first action and after it."""
    scene = table(tables, 3)
    scene.workers(0, guardhouse=2, prison=3)
    scene.held(0, 1, 2)
    scene.held(2, 0, 2)
    scene.seats[0].unpaid = 3
    yield scene.do(Action.GUARDHOUSE)
    scene.do(Action.PAY_DEBT)
    yield scene


def markets(tables):
    """The third worker, before a reset that counts Gatekeeper and Squires; and a pile that has run out."""
    scene = table(tables, 3)
    scene.hired(0, "gatekeeper", "squire_gold", "squire_virtue")
    scene.workers(0, prison=1)
    scene.workers(1, prison=3)
    scene.at_market(1, NOTHING, 2)
    scene.do(Action.MARKET_LOOK)
    yield scene
    scene = table(tables)
    scene.market_cards("printed", large="market_9")
    scene.empty_building_pile()
    scene.state.last_turns = 2  # whoever holds all those cards must put them away
    yield scene


def virtues(tables):
    """A debt to destroy in another player's turn; and a Dungeon with virtue to gain."""
    scene = table(tables, 3)
    scene.hired(0, "labourer")
    scene.hand(0, "monument")
    for seat in (1, 2):
        scene.seats[seat].virtue, scene.seats[seat].unpaid = 14, 2
    yield scene.do(Action.CONSTRUCT, build("monument"))
    scene = table(tables, 2, 1)
    scene.built(0, "dungeon", "reservoir", "castle")
    scene.seats[0].virtue, scene.seats[0].unpaid, scene.seats[0].paid = 13, 2, 6
    yield scene.do(Action.QUARRY)


def fills(tables):
    """The last space of the Guildhall is taken, and the last turns follow."""
    scene = table(tables)
    scene.state.guildhall, scene.state.last_turns = spaces(scene.state, tables) - 1, NOTHING
    scene.hand(0, "well", "keep")
    yield scene.do(Action.CONSTRUCT)


def powers(tables):
    """Boards of side 2 where they matter."""
    therese = table(tables)
    therese.board(0, "therese")
    therese.hired(0, "labourer")
    therese.hand(0, "castle", "dungeon")
    yield therese.do(Action.CONSTRUCT, build("castle"))
    caroline = table(tables)
    caroline.board(0, "caroline")
    yield caroline.do(Action.MARKET_LOOK)
    ada = table(tables)
    ada.board(0, "ada")
    ada.workers(1, quarry=2)
    ada.workers(0, town_centre=1)
    yield ada.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1))
    frederick = table(tables)
    frederick.board(0, "frederick")
    frederick.seats[0].level = 1
    yield frederick.do(Action.CATHEDRAL)
    for name, place in ((TRADERS, Action.STOREHOUSE), (IDS["apprentices"][14:20], Action.WORKSHOP)):
        rudolf = table(tables)
        rudolf.board(0, "rudolf")
        give(rudolf, tables, *name)
        yield rudolf.do(place, *(hire(0),) * (place == Action.WORKSHOP))


KINDS = (takes_back, builds, discards, steps, raids, hires, trades, guards, markets, virtues, fills)


def positions(tables):
    """States with a question open, for these tables."""
    for kind in (*KINDS, powers) if tables.params.board_side == 2 else KINDS:
        for scene in kind(tables):
            if not scene.state.over:  # some changes of the box leave nothing to ask
                yield scene.state
