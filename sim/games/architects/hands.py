"""Building cards in hand and Apprentices on the board."""

from sim.deck import bit, bury, take
from sim.games.architects.cards import Tables
from sim.games.architects.names import Ability
from sim.games.architects.paying import add
from sim.games.architects.state import Player, State
from sim.games.architects.virtue import gain_virtue
from sim.record import NOTHING
from sim.rule import rule


@rule
def hold(me: Player, card: int) -> None:
    """A Building card comes to the hand."""
    me.hand[me.cards] = card
    me.cards += 1
    me.buildings_offered |= bit(card)
    me.buildings_taken |= bit(card)


@rule
def draw_buildings(state: State, me: Player, count: int) -> None:
    """R5.7: from a short pile what there is."""
    for _ in range(count):
        card = take(state.building_pile)
        if card != NOTHING:
            hold(me, card)


@rule
def let_go(me: Player, card: int) -> None:
    """A Building card leaves the hand; the others close up."""
    gone = 0
    for slot in range(me.cards):
        if me.hand[slot] == card:
            gone = 1
        elif gone:
            me.hand[slot - 1] = me.hand[slot]
    me.cards -= 1
    me.hand[me.cards] = NOTHING


@rule
def discard(state: State, me: Player, card: int) -> None:
    """Under the pile."""
    let_go(me, card)
    bury(state.building_pile, card)


@rule
def collect(state: State, tables: Tables, me: Player, ability: Ability) -> None:
    """R15.1: every own Apprentice with this ability gives what its card says; several add up."""
    for slot in range(me.hired):
        number = me.apprentices[slot]
        card = tables.apprentices[number]
        if card.ability == ability:
            add(me.goods, card.gain)
            gain_virtue(me, tables, card.gain_virtue)
            draw_buildings(state, me, card.gain_cards)
            me.apprentices_used |= bit(number)


@rule
def silver_off(me: Player, tables: Tables, ability: Ability) -> int:
    """R15.1: silver that own Apprentices with this ability take off a price."""
    off = 0
    for slot in range(me.hired):
        card = tables.apprentices[me.apprentices[slot]]
        if card.ability == ability:
            off += card.silver_off
    return off


@rule
def virtue_off(me: Player, tables: Tables, ability: Ability) -> int:
    """R15.1: loss of virtue that own Apprentices with this ability spare."""
    off = 0
    for slot in range(me.hired):
        card = tables.apprentices[me.apprentices[slot]]
        if card.ability == ability:
            off += card.virtue_off
    return off


@rule
def mark_used(me: Player, tables: Tables, ability: Ability) -> None:
    """For the result table: Apprentices with this ability acted."""
    for slot in range(me.hired):
        if tables.apprentices[me.apprentices[slot]].ability == ability:
            me.apprentices_used |= bit(me.apprentices[slot])
