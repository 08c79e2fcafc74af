"""A pile of cards.  Card numbers stand for the rows of a card file; the last one is on top.

Each game says how many cards its piles can hold: `class Plans(Deck): cards: of(i4[16], "plans")`.
Places above the top hold NOTHING, so that what is not there cannot be mistaken for a card.
"""

import numpy as np

from sim.record import NOTHING, Record, i4, u8
from sim.rng import Stream, draw, key
from sim.rule import rule

ONE = np.uint64(1)


class Deck(Record):
    left: i4
    cards: i4[...]


@rule
def put(deck: Deck, card: int) -> None:
    """Lay a card on top."""
    deck.cards[deck.left] = card
    deck.left += 1


@rule
def bury(deck: Deck, card: int) -> None:
    """Slide a card under the pile."""
    for place in range(deck.left, 0, -1):
        deck.cards[place] = deck.cards[place - 1]
    deck.cards[0] = card
    deck.left += 1


@rule
def take(deck: Deck) -> int:
    """The top card, or NOTHING when the pile is empty."""
    if deck.left == 0:
        return NOTHING
    deck.left -= 1
    card = deck.cards[deck.left]
    deck.cards[deck.left] = NOTHING
    return card


@rule
def shuffle(deck: Deck, stream: Stream) -> None:
    """Order the pile by a key drawn for each card number: taking one card out leaves the others' order."""
    salt = draw(stream)
    for place in range(1, deck.left):
        card, low, high = deck.cards[place], 0, place
        mine = key(salt, card)
        while low < high:  # among the cards before it, already in order
            middle = (low + high) // 2
            if key(salt, deck.cards[middle]) > mine:
                high = middle
            else:
                low = middle + 1
        for hole in range(place, low, -1):
            deck.cards[hole] = deck.cards[hole - 1]
        deck.cards[low] = card


@rule
def bit(card: int) -> u8:
    """A card as a set of one, for the sets in result rows: `row.plans_taken |= bit(card)`."""
    return ONE << np.uint64(card)
