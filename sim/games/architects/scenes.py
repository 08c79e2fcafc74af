"""A game in progress, arranged by hand: what the tests and positions.py begin with."""

import functools

from sim import files
from sim.deck import bury, put
from sim.game import begin
from sim.games.architects import GAME
from sim.games.architects.cards import FOLDER
from sim.games.architects.guildhall import lay_down, spaces
from sim.games.architects.names import PLAYERS, Action, Place, Question, Stage
from sim.record import NOTHING, new
from sim.replay import result

IDS = {file: [card["id"] for card in files.cards(FOLDER / f"{file}.csv")] for file in ("apprentices", "boards")}
IDS |= {file: [card["id"] for card in files.cards(FOLDER / f"{file}.csv")] for file in ("buildings", "rewards")}
IDS["market"] = [card["id"] for card in files.cards(FOLDER / "market.csv")]
GOODS = ("wood", "clay", "stone", "gold", "marble", "silver")
ALL_SKILLS = "labourer"  # the Apprentice with which every Building can be constructed


@functools.cache
def box(*changes):
    """Tables, read once for each set of changes; rules never write on them."""
    return GAME.load(dict(changes))


def build(name):
    return Action.BUILD + IDS["buildings"].index(name)


def discard(name):
    return Action.DISCARD + IDS["buildings"].index(name)


def keep(name):
    return Action.KEEP + IDS["buildings"].index(name)


def hire(slot):
    """A place of the display: 0 to 3 the upper row, 4 to 7 the lower."""
    return Action.HIRE + slot


def dismiss(slot):
    return Action.DISMISS + slot


def trade_with(slot):
    return Action.TRADE_WITH + slot


def share(count):
    return Action.SHARE + count


def capture(place, seat):
    return Action.CAPTURE + place * PLAYERS + seat


def captures(actions):
    """Of these actions, the captures."""
    return {action for action in actions if Action.CAPTURE <= action < Action.DRAFT}


def take_back(place):
    """One of the nine circles."""
    return Action.TAKE_BACK + place


FROM_PRISON = Action.TAKE_BACK + 9


def from_board(seat):
    return Action.TAKE_BACK + 10 + seat


def from_market(space):
    return Action.TAKE_BACK + 15 + space


def without(cards, card):
    """Take a card out of an array; the others close up.  Whether it was there."""
    rest = [int(other) for other in cards if other not in (card, NOTHING)]
    was = card in cards
    cards[:] = rest + [NOTHING] * (len(cards) - len(rest))
    return was


class Scene:
    """A game just after its draft, with empty hands; cards that are given leave the place where they lay."""

    def __init__(self, seats=2, tables=None, deal=0, **params):
        self.tables = tables or box(*((f"params.{name}", value) for name, value in params.items()))
        self.state, self.desk = new(GAME.state), new(GAME.scratch)
        begin(self.state, seats, 0, deal, NOTHING, 0)
        GAME.setup(self.state, self.tables)
        while self.state.question == Question.DRAFT:
            self.do(min(self.legal()))
        self.seats = [self.state.players[seat] for seat in range(seats)]
        for seat in range(seats):
            self.hand(seat)

    # Playing.

    def legal(self):
        return {int(action) for action in self.desk.actions[: GAME.legal(self.state, self.tables, self.desk)]}

    def do(self, *actions):
        """Carry out actions, each of which must be legal and leave everything whole."""
        for action in actions:
            legal = self.legal()
            assert action in legal, f"{action} is not among {sorted(legal)}"
            GAME.apply(self.state, self.tables, int(action))
            broken = list(GAME.check(self.state, self.tables))
            assert not broken, broken
        return self

    def turn(self, seat):
        """Let this seat have the next turn."""
        me = self.seats[seat]
        self.state.turn = self.state.seat = seat
        self.state.question = Question.PLACE if me.workers > 0 else Question.TAKE_BACK
        self.state.doing, self.state.stage = self.state.question, Stage.MARKET
        return self

    def finish(self, *answers):
        """Play a last turn that changes no goods, answer what is asked then, and give the result row."""
        self.state.guildhall, self.state.last_turns = spaces(self.state, self.tables), 1
        self.turn(len(self.seats) - 1).do(Action.STOREHOUSE, Action.STOP, *answers)
        assert self.state.over
        return result(GAME, self.state, self.tables)

    # Cards.

    def hand(self, seat, *names):
        """Give exactly these Building cards."""
        me = self.seats[seat]
        while me.cards > 0:
            me.cards -= 1
            bury(self.state.building_pile, int(me.hand[me.cards]))
            me.hand[me.cards] = NOTHING
        for name in names:
            card = self.take_building(name)
            me.hand[me.cards] = card
            me.cards += 1

    def take_building(self, name):
        card, pile = IDS["buildings"].index(name), self.state.building_pile
        if without(pile.cards, card):
            pile.left -= 1
        for me in self.seats:
            me.cards -= without(me.hand, card)
        return card

    def built(self, seat, *names):
        """Add Buildings before this seat, without their effects."""
        me = self.seats[seat]
        for name in names:
            lay_down(me, self.tables, self.take_building(name))

    def hired(self, seat, *names):
        """Add Apprentices, without their virtue."""
        me = self.seats[seat]
        for name in names:
            number = self.take_apprentice(name)
            card = self.tables.apprentices[number]
            me.apprentices[me.hired] = number
            me.hired += 1
            me.carpentry += card.carpentry
            me.tiling += card.tiling
            me.masonry += card.masonry

    def take_apprentice(self, name):
        """From the pile, or from the display, where the top card of the pile takes its place."""
        card, pile, display = IDS["apprentices"].index(name), self.state.apprentice_pile, self.state.display
        assert not any(card in me.apprentices for me in self.seats), f"{name} is hired already"
        if without(pile.cards, card):
            pile.left -= 1
        else:
            slot = list(display).index(card)
            pile.left -= 1
            display[slot] = pile.cards[pile.left]
            pile.cards[pile.left] = NOTHING
        return card

    def show(self, slot, name):
        """Lay an Apprentice on the display."""
        card = self.take_apprentice(name)
        bury(self.state.apprentice_pile, int(self.state.display[slot]))
        self.state.display[slot] = card

    def top_buildings(self, *names):
        """Put Building cards on their pile, the first one on top."""
        for name in reversed(names):
            put(self.state.building_pile, self.take_building(name))

    def empty_building_pile(self, *but):
        """Deal the Building pile away to the last seat, all but these."""
        names = [IDS["buildings"][card] for card in self.state.building_pile.cards if card != NOTHING]
        self.hand(len(self.seats) - 1, *(name for name in names if name not in but))

    def rewards(self, *names):
        """Let the Reward pile be just these, the first one on top; all others are back in the box."""
        pile, others = self.state.reward_pile, self.state.unused_rewards
        for deck in (pile, others):
            deck.cards[:] = NOTHING
            deck.left = 0
        for name in reversed(names):
            put(pile, IDS["rewards"].index(name))
        for name in IDS["rewards"]:
            if name not in names:
                put(others, IDS["rewards"].index(name))

    def market_cards(self, small, large="printed", below=()):
        """What the Black Market shows, and what lies below, the top one first."""
        pile = self.state.market_pile
        pile.cards[:] = NOTHING
        pile.left = 0
        for name in reversed(below):
            put(pile, IDS["market"].index(name))
        self.state.small, self.state.large = IDS["market"].index(small), IDS["market"].index(large)

    def board(self, seat, name):
        """Give a side-2 board, for its power only."""
        self.seats[seat].board = IDS["boards"].index(name)

    # Goods and workers.

    def goods(self, seat, **amounts):
        """Exactly these goods, and none of the others."""
        for good in GOODS:
            setattr(self.seats[seat].goods, good, amounts.get(good, 0))

    def workers(self, seat, **places):
        """Move workers from the supply: workers(0, quarry=2, prison=3)."""
        me = self.seats[seat]
        for place, count in places.items():
            me.at[Place[place.upper()]] += count
            me.workers -= count
        assert me.workers >= 0

    def at_market(self, *seats):
        """Whose workers stand on the left, middle and right space (NOTHING: nobody's)."""
        for space, seat in enumerate(seats):
            self.state.market[space] = seat
            if seat != NOTHING:
                self.workers(seat, black_market=1)

    def held(self, captor, seat, count):
        """Workers of `seat` on the board of `captor`."""
        self.seats[captor].captured[seat] += count
        self.seats[seat].workers -= count

    def fill_guildhall(self, count, seat=NOTHING):
        """Let `count` spaces be filled, with workers of one seat or of all in turn."""
        for number in range(count):
            self.workers(number % len(self.seats) if seat == NOTHING else seat, guildhall=1)
        self.state.guildhall += count


def have(me):
    """The goods of a player that he has any of."""
    return {good: int(getattr(me.goods, good)) for good in GOODS if getattr(me.goods, good)}


def hand(me):
    return [IDS["buildings"][card] for card in me.hand[: me.cards]]


def pile_of(deck, names):
    """The ids of a pile's cards, the top one first."""
    return [IDS[names][card] for card in reversed(deck.cards[: deck.left])]


def on_display(state, slot):
    return IDS["apprentices"][state.display[slot]]
