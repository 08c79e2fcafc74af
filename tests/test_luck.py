"""Luck is a published generator, fair, repeatable, and tied to what it is for."""

import itertools
from collections import Counter

import numpy as np
import pytest
from found import compiled_only

from sim import games
from sim.deck import Deck, bit, bury, put, shuffle, take
from sim.game import ask, begin
from sim.players import Plan
from sim.record import NOTHING, i4, new, raw
from sim.rng import Stream, below, chance, draw, key, roll, seed
from sim.rule import rule

# One in a thousand is above this, by degrees of freedom: chi squared.
RARE = {1: 10.8, 5: 20.5, 23: 49.7, 119: 173.6}


class Pile(Deck):
    cards: i4[8]


def stream_of(*numbers):
    stream = new(Stream)
    seed(stream, *numbers)
    return stream


def pile_of(*cards):
    pile = new(Pile)
    pile.cards[:] = NOTHING
    for card in cards:
        put(pile, card)
    return pile


def order(pile):
    return tuple(int(card) for card in pile.cards[: pile.left])


def chi_squared(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_generator_is_numpys_sfc64():
    stream = stream_of(1, 2, 3)
    words = [int(raw(stream)[name]) for name in "abc"] + [int(raw(stream)["count"])]
    numpys = np.random.SFC64()
    numpys.state = numpys.state | {"state": {"state": np.array(words, np.uint64)}}
    assert [int(draw(stream)) for _ in range(200)] == numpys.random_raw(200).tolist()


def test_keys_are_the_published_words_of_splitmix64():
    published = 6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821
    assert tuple(int(key(np.uint64(1234567), number)) for number in range(5)) == published


def test_streams_differ_in_every_part_of_their_seed():
    firsts = {
        tuple(int(draw(stream)) for _ in range(3))
        for stream in (stream_of(*numbers) for numbers in itertools.product((0, 1, 2**40), (0, 1, 7), (0, 1, 1_000)))
    }
    assert len(firsts) == 27


def test_dice_are_fair():
    stream = stream_of(1, 2, 3)
    rolls = Counter(int(roll(stream)) for _ in range(6_000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert chi_squared(rolls.values(), 1_000) < RARE[5]
    assert {int(below(stream, 3)) for _ in range(100)} == {0, 1, 2}
    assert all(0 <= chance(stream) < 1 for _ in range(100))


@pytest.mark.parametrize("cards", [(0, 1), (0, 1, 2, 3), (3, 9, 1, 4)])
def test_every_order_of_a_small_pile_is_equally_likely(cards):
    orders, stream = list(itertools.permutations(cards)), stream_of(5, 6, 7)
    times = Counter()
    for _ in range(100 * len(orders)):
        pile = pile_of(*cards)
        shuffle(pile, stream)
        times[order(pile)] += 1
    assert set(times) == set(orders)
    assert chi_squared(times.values(), 100) < RARE[len(orders) - 1]


@compiled_only
def test_every_order_of_five_cards_is_equally_likely():
    stream, times = stream_of(8, 8, 8), Counter()
    for _ in range(120 * 100):
        pile = pile_of(0, 1, 2, 3, 4)
        shuffle(pile, stream)
        times[order(pile)] += 1
    assert len(times) == 120 and chi_squared(times.values(), 100) < RARE[119]


def test_taking_a_card_out_leaves_the_order_of_the_others():
    for deal in range(20):
        whole, less = pile_of(*range(8)), pile_of(*(card for card in range(8) if card != 5))
        shuffle(whole, stream_of(0, deal, 0))
        shuffle(less, stream_of(0, deal, 0))
        assert tuple(card for card in order(whole) if card != 5) == order(less)


def test_a_shuffle_depends_on_the_cards_and_not_on_where_they_lay():
    one, other = pile_of(0, 1, 2, 3, 4), pile_of(3, 1, 4, 0, 2)
    shuffle(one, stream_of(1, 1, 1))
    shuffle(other, stream_of(1, 1, 1))
    assert order(one) == order(other)


def test_cards_come_off_the_top_and_an_empty_pile_gives_nothing():
    pile = pile_of(4, 6)
    bury(pile, 2)
    assert order(pile) == (2, 4, 6)
    assert [int(take(pile)) for _ in range(5)] == [6, 4, 2, NOTHING, NOTHING]
    assert pile.left == 0 and set(pile.cards) == {NOTHING}


def test_a_pile_holds_no_more_than_its_game_says():
    with pytest.raises(IndexError):
        pile_of(*range(9))


def test_a_set_of_cards_has_one_bit_for_each():
    assert [int(bit(card)) for card in (0, 5, 63)] == [1, 32, 2**63]


@rule
def use_both(one: Stream, other: Stream) -> int:
    return below(one, 10) + 10 * below(other, 10)


def test_streams_of_one_state_are_apart():
    """Drawing from one leaves the other where it was."""
    for extra in range(3):
        one, other = stream_of(0, 0, 0), stream_of(0, 0, 1)
        for _ in range(extra):
            draw(one)
        assert int(use_both(one, other)) // 10 == int(below(stream_of(0, 0, 1), 10))


def test_a_slip_takes_every_legal_action_alike():
    game = games.get("template")
    state, desk, plan, tables = new(game.state), new(game.scratch), new(Plan), game.load({})
    begin(state, 2, 0, 0, NOTHING, 0)
    desk.actions[:6] = (0, 1, 2, 4, 5, 7)
    plan.whim = 1.0
    times = Counter(int(ask(state, tables, desk, plan, 6)) for _ in range(3_000))
    assert set(times) == {0, 1, 2, 4, 5, 7}
    assert chi_squared(times.values(), 500) < RARE[5]
