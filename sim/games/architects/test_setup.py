"""Setup and draft, and what is hidden."""

import pytest

from sim.games.architects import GAME
from sim.games.architects.names import PRINTED, Action, Question
from sim.games.architects.scenes import IDS, Scene, box, hand, have, pile_of
from sim.record import ALL, NOTHING, OTHERS
from sim.replay import opened

NUMBERS = range(2, 6)
BOARDS = {  # board: workers in supply and in Prison, virtue, more cards, goods, unpaid debts
    "therese": (16, 4, 5, 1, {"silver": 5}, 0),
    "caroline": (12, 8, 3, 0, {"marble": 1, "silver": 10}, 1),
    "ada": (20, 0, 11, 1, {"gold": 1}, 0),
    "frederick": (20, 0, 7, 0, {"stone": 1, "silver": 4}, 0),
    "rudolf": (20, 0, 9, 0, {"wood": 1, "silver": 3}, 0),
}


def begun(seats, deal=0, **params):
    """A game in which nobody has chosen a card yet."""
    return opened(GAME, seats, deal, tables=box(*((f"params.{name}", value) for name, value in params.items())))


def pick(state, tables, slot=0):
    """The seat in turn drafts a card; which."""
    card = int(state.players[state.seat].passed[slot])
    GAME.apply(state, tables, Action.DRAFT + card)
    return card


def drafted(seats, deal=0, **params):
    state, tables = begun(seats, deal, **params)
    while state.question == Question.DRAFT:
        pick(state, tables)
    return state


@pytest.mark.parametrize("seats", NUMBERS)
def test_R1_1_piles_are_shuffled_and_rewards_are_two_a_player_and_one(seats):
    piles = []
    for deal in range(2):
        state, _ = begun(seats, deal)
        assert state.building_pile.left == 40 - 4 * seats
        assert state.apprentice_pile.left == 40 - 8
        assert state.market_pile.left == 10 - 1 and state.small not in state.market_pile.cards
        assert state.reward_pile.left == 2 * seats + 1
        piles += [pile_of(state.building_pile, "buildings"), pile_of(state.apprentice_pile, "apprentices")]
        piles += [pile_of(state.market_pile, "market")]
    assert all(piles[number] != piles[number + 3] for number in range(3))


def test_R1_1_which_rewards_are_in_play_is_luck():
    in_play = {tuple(sorted(int(card) for card in begun(2, deal)[0].reward_pile.cards)) for deal in range(9)}
    assert len(in_play) > 1


def test_R1_2_eight_apprentices_lie_open_and_four_silver_on_the_tax_stand():
    state, _ = begun(4)
    assert len({int(card) for card in state.display}) == 8 and min(state.display) >= 0
    assert not {int(card) for card in state.display} & {int(card) for card in state.apprentice_pile.cards}
    assert list(state.coins) == [0] * 8
    assert state.tax == 4
    assert (state.large, list(state.market)) == (PRINTED, [NOTHING] * 3)


@pytest.mark.parametrize("seats", NUMBERS)
def test_R1_3_all_begin_alike_but_for_the_silver_of_their_seat(seats):
    state = drafted(seats)
    for seat in range(seats):
        me = state.players[seat]
        assert (me.workers, me.virtue, me.level, me.unpaid, me.paid, me.hired) == (20, 7, 0, 0, 0, 0)
        assert have(me) == {"silver": seat + 3}
        assert me.at.sum() == me.captured.sum() == 0


def test_R1_4_hands_go_to_the_next_seat_and_the_last_card_goes_under_the_pile():
    state, tables = begun(3)
    hands = [[int(card) for card in state.players[seat].passed] for seat in range(3)]
    kept = [[], [], []]
    for number in range(3):
        for seat in range(3):
            assert (state.seat, state.question) == (seat, Question.DRAFT)
            offered = [int(card) for card in state.players[seat].passed if card != NOTHING]
            assert offered == hands[(seat - number) % 3][number:]  # the hand of the seat before
            kept[seat].append(pick(state, tables))
    for seat in range(3):
        assert hand(state.players[seat]) == [IDS["buildings"][card] for card in kept[seat]]
    left = {cards[3] for cards in hands}
    assert {int(card) for card in state.building_pile.cards[:3]} == left
    assert state.building_pile.left == 40 - 3 * 3


def test_R1_4_all_choose_at_the_same_moment():
    """What the first seat takes is not in the hand of the others before the hands move on."""
    state, tables = begun(2)
    before = [int(card) for card in state.players[1].passed]
    pick(state, tables, 2)
    assert [int(card) for card in state.players[1].passed] == before


def test_R1_4_cards_left_over_lie_in_random_order():
    orders = set()
    for deal in range(20):
        state, tables = begun(2, deal)
        last = [int(state.players[seat].passed[3]) for seat in range(2)]
        while state.question == Question.DRAFT:
            pick(state, tables)
        orders.add(last.index(int(state.building_pile.cards[0])))
    assert orders == {0, 1}


def test_R1_5_what_a_seat_brings_is_given_after_the_draft():
    state, tables = begun(4)
    assert not any(have(state.players[seat]) or state.players[seat].workers for seat in range(4))
    while state.question == Question.DRAFT:
        pick(state, tables)
    assert (state.seat, state.turn, state.question) == (0, 0, Question.PLACE)
    assert (state.turns, state.rounds) == (1, 1)


@pytest.mark.parametrize("deal", range(4))
def test_R1_6_side_2_boards_differ_and_give_what_they_show(deal):
    state = drafted(5, deal, board_side=2)
    seats = {IDS["boards"][state.players[seat].board]: state.players[seat] for seat in range(5)}
    assert set(seats) == set(BOARDS)
    for name, (workers, prison, virtue, cards, goods, unpaid) in BOARDS.items():
        me = seats[name]
        assert (me.workers, me.at.sum(), me.virtue, me.unpaid) == (workers, prison, virtue, unpaid), name
        assert (have(me), me.cards, me.paid, me.level) == (goods, 3 + cards, 0, 0), name
    assert state.building_pile.left == 40 - 15 - 2


def test_R1_6_the_highest_virtue_moves_first_and_boards_are_dealt_at_random():
    dealt = set()
    for seats in NUMBERS:
        for deal in range(6):
            state = drafted(seats, deal, board_side=2)
            virtue = [int(state.players[seat].virtue) for seat in range(seats)]
            assert virtue[0] == max(virtue) and len(set(virtue)) == seats
            dealt.add(tuple(int(state.players[seat].board) for seat in range(seats)))
    assert len(dealt) > 12
    assert {board for boards in dealt for board in boards} == {1, 2, 3, 4, 5}


def test_R1_6_workers_in_prison_count_from_the_first_reset_on():
    scenes = (Scene(2, deal=deal, board_side=2) for deal in range(20))
    scene = next(scene for scene in scenes if sorted(me.at.sum() > 0 for me in scene.seats) == [False, True])
    them, me = sorted(scene.seats, key=lambda me: me.at.sum())
    virtue, unpaid = me.virtue, me.unpaid
    before = (them.virtue, them.unpaid)
    scene.state.reset = 1
    scene.turn(0).do(Action.QUARRY)
    assert (me.virtue, me.unpaid) == (virtue - 1, unpaid + 1)
    assert (them.virtue, them.unpaid) == before


def test_R17_1_hands_and_piles_are_hidden_and_all_else_is_open():
    state, player = GAME.state.fields, GAME.state.fields["players"].record.fields
    for name in ("hand", "passed", "looked"):
        assert player[name].hidden == OTHERS, name
    for name in ("cards", "goods", "workers", "at", "captured", "virtue", "unpaid", "paid", "apprentices", "built"):
        assert not player[name].hidden, name
    for name in ("building_pile", "apprentice_pile", "reward_pile", "market_pile", "luck"):
        assert state[name].hidden == ALL, name
    for name in ("small", "large", "display", "coins", "tax", "market", "guildhall"):
        assert not state[name].hidden, name


def test_R1_4_with_no_card_to_keep_the_game_starts_at_once():
    state, _ = begun(2, draft_kept=0)
    assert (state.question, state.seat, state.players[0].workers, state.players[0].cards) == (Question.PLACE, 0, 20, 0)
    assert state.building_pile.left == 40
