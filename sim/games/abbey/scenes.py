"""A game in progress, arranged by hand: what the tests and positions.py begin with."""

import functools

from sim import files
from sim.game import begin
from sim.games.abbey import GAME
from sim.games.abbey.cards import FOLDER
from sim.games.abbey.crusades import clear_crusade
from sim.games.abbey.gathering import way_of
from sim.games.abbey.names import (
    BELL,
    FIRST_COPY,
    MOST_SWAPPED,
    PEW_ROWS,
    SECOND_COPY,
    WAYS,
    Action,
    Good,
    Stage,
    Standing,
)
from sim.games.abbey.peasants import staff, unstaff
from sim.games.abbey.setup import set_up, take_start_card
from sim.games.abbey.turn import begin_stage, go_on
from sim.record import NOTHING, new
from sim.replay import result

FILES = ("buildings", "towers", "crusades", "events", "initiative")
IDS = {file: [card["id"] for card in files.cards(FOLDER / f"{file}.csv")] for file in FILES}
GOODS = [good.name.lower() for good in Good]


@functools.cache
def box(*changes):
    """Tables, read once for each set of changes; rules never write on them."""
    return GAME.load(dict(changes))


def kind(name):
    return IDS["buildings"].index(name)


def site(name):
    """Of a tower, a building, or "second bakery"."""
    if name in IDS["towers"]:
        return IDS["towers"].index(name)
    if name.startswith("second "):
        return SECOND_COPY + kind(name.removeprefix("second "))
    return FIRST_COPY + kind(name)


def recruit(face):
    return Action.RECRUIT + face - 1


def train(face):
    return Action.TRAIN + face - 1


def defend(face):
    return Action.DEFEND + face - 1


def crusade(face, slot=0):
    return Action.CRUSADE + slot * 6 + face - 1


def initiative(face):
    return Action.INITIATIVE + face - 1


def gather(good, larger, smaller=0):
    return Action.GATHER + GOODS.index(good) * WAYS + way_of(larger, smaller)


def move(column, row):
    """From this pew; both counted from 1."""
    return Action.MOVE + pew(column, row)


def from_pew(column, row):
    return Action.FROM_PEW + pew(column, row)


def pew(column, row):
    return (column - 1) * PEW_ROWS + row - 1


def put_in(name):
    """To work on a card."""
    return Action.STAFF + site(name) - BELL


def call_from(name):
    return Action.RELOCATE + site(name) - FIRST_COPY


def build(name):
    return Action.BUILD + kind(name)


def build_free(name):
    return Action.BUILD_FREE + kind(name)


def tower(name):
    return Action.TOWER + site(name)


def archer(name):
    return Action.ARCHER + site(name) - 1


def from_site(name):
    return Action.FROM_SITE + site(name) - 1


def give(name):
    return Action.GIVE_CARD + site(name)


def take(good):
    return Action.RESOURCE + GOODS.index(good)


def swap(given, taken, number):
    """For so many of the good taken; for coins, of the good given."""
    first, second = GOODS.index(given), GOODS.index(taken)
    return Action.SWAP + (first * 4 + second - (second > first)) * MOST_SWAPPED + number - 1


def without(deck, card):
    """Take one card out of a pile; the others close up.  Whether it was there."""
    cards = [int(other) for other in deck.cards[: int(deck.left)]]
    if card not in cards:
        return False
    cards.remove(card)
    deck.left = len(cards)
    deck.cards[:] = cards + [NOTHING] * (len(deck.cards) - len(cards))
    return True


class Scene:
    """Round 1 of a game without dice and without an event; everyone began with a Garden, and holds no crusade."""

    def __init__(self, seats=2, tables=None, deal=0, **params):
        self.tables = tables or box(*((f"params.{name}", value) for name, value in params.items()))
        self.state, self.desk = new(GAME.state), new(GAME.scratch)
        begin(self.state, seats, 0, deal, NOTHING, 0)
        set_up(self.state, self.tables)
        self.state.rounds = 1
        self.state.doing = self.state.within = self.state.asked = NOTHING
        self.state.losing = self.state.choosing = 0
        self.seats = [self.state.players[seat] for seat in range(seats)]
        for seat, me in enumerate(self.seats):
            self.start(seat, "garden")
            for slot in range(2):
                if me.crusade[slot].card != NOTHING:
                    self.give_back(me.crusade[slot])

    # Playing.

    def legal(self):
        return {int(action) for action in self.desk.actions[: GAME.legal(self.state, self.tables, self.desk)]}

    def do(self, *actions):
        """Carry out actions, each of which must be legal and leave everything whole."""
        for action in actions:
            legal = self.legal()
            assert action in legal, f"{GAME.describe(action, self.state)} is not among {sorted(legal)}"
            GAME.apply(self.state, self.tables, int(action))
            self.whole()
        return self

    def whole(self):
        broken = list(GAME.check(self.state, self.tables))
        assert not broken, broken

    def phase(self, stage):
        """Let this stage begin, and go on to its first question."""
        self.state.stage = stage
        self.state.doing = self.state.within = self.state.asked = NOTHING
        self.state.losing = self.state.choosing = 0
        begin_stage(self.state, self.tables)
        go_on(self.state, self.tables)
        self.whole()
        return self

    def asked(self):
        """Seat and question."""
        return int(self.state.seat), GAME.question(int(self.state.question))

    def row(self):
        return result(GAME, self.state, self.tables)

    # What is arranged.

    def start(self, seat, name):
        """Another starting card."""
        me = self.seats[seat]
        for number in range(FIRST_COPY, FIRST_COPY + 6):
            if me.site[number] == Standing.STAFFED:
                unstaff(self.tables, me, number)
                me.site[number] = Standing.NONE
                me.firsts -= 1
        take_start_card(self.state, self.tables, me, kind(name))

    def dice(self, seat, *faces):
        for face in range(1, 7):
            self.seats[seat].dice[face] = faces.count(face)

    def goods(self, seat, **amounts):
        """Exactly these goods, and none of the others."""
        for good in GOODS:
            setattr(self.seats[seat].goods, good, amounts.get(good, 0))

    def people(self, seat, *pews, baptized=0):
        """Peasants in these pews, (column, row) from 1, and in the baptistery."""
        me = self.seats[seat]
        me.supply += me.seated + me.baptized
        me.pews[:] = 0
        for column, row in pews:
            me.pews[pew(column, row)] = 1
        me.seated, me.baptized = len(pews), baptized
        me.supply -= len(pews) + baptized
        assert me.supply >= 0

    def seated(self, seat, many):
        """So many in the pews, from the back."""
        rows = int(self.tables.params.pew_rows)
        self.people(seat, *((number // rows + 1, number % rows + 1) for number in range(many)))

    def stands(self, seat, *names, staffed=False):
        """Towers and buildings, bought and built at no cost; their workers come from supply."""
        me = self.seats[seat]
        for name in names:
            number = site(name)
            assert me.site[number] == Standing.NONE
            me.site[number] = Standing.EMPTY
            me.towers += number < FIRST_COPY
            me.firsts += FIRST_COPY <= number < SECOND_COPY
            me.seconds += number >= SECOND_COPY
            if staffed:
                me.supply -= 1
                staff(self.state, self.tables, me, number)

    def hand(self, seat, *names):
        """Building cards out of the piles or the market."""
        for name in names:
            self.take_building(kind(name))
            self.seats[seat].hand[kind(name)] += 1

    def take_building(self, number):
        for deck in self.state.piles:
            if without(deck, number):
                return
        place = list(self.state.market).index(number)
        self.state.market[place] = NOTHING

    def market(self, place, name):
        """Lay a card there; place = column * 4 + row, from 0."""
        self.state.market[place] = NOTHING
        self.take_building(kind(name))
        self.state.market[place] = kind(name)

    def crusade(self, seat, name, slot=0, face=0, dice=0):
        """A crusade to hold; with dice on it, and then its peasant from supply."""
        held, number = self.seats[seat].crusade[slot], IDS["crusades"].index(name)
        assert without(self.state.crusade_pile, number)
        held.card, held.face, held.dice = number, face, dice
        held.begun = dice > 0
        held.done = dice == self.tables.crusades[number].dice
        self.seats[seat].supply -= dice > 0

    def give_back(self, held):
        deck = self.state.crusade_pile
        deck.cards[deck.left] = held.card
        deck.left += 1
        clear_crusade(held)

    def event(self, name):
        """This round's event."""
        number = IDS["events"].index(name)
        assert without(self.state.event_pile, number) or without(self.state.unused_events, number)
        self.state.event = number

    def vikings(self, *faces):
        """Vikings with these dice, from high to low, before the first player."""
        self.event("vikings_1")
        self.state.stage = Stage.FIGHT
        begin_stage(self.state, self.tables)
        self.state.viking[: len(faces)] = faces
        self.state.rows = len(faces)

    def go(self):
        go_on(self.state, self.tables)
        self.whole()
        return self


def opened(tables, seats=3, deal=0):
    """A game as it begins, which may be with an auction."""
    scene = Scene(seats, tables)
    scene.state = new(GAME.state)
    begin(scene.state, seats, 0, deal, NOTHING, 0)
    scene.seats = [scene.state.players[seat] for seat in range(seats)]
    GAME.setup(scene.state, tables)
    return scene


def have(me):
    """The goods of a player that he has any of."""
    return {good: int(getattr(me.goods, good)) for good in GOODS if getattr(me.goods, good)}


def pews(me):
    """Occupied pews, (column, row) from 1."""
    return [(place // PEW_ROWS + 1, place % PEW_ROWS + 1) for place in range(25) if me.pews[place]]
