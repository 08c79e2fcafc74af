"""Setup, variants and the auction of starting cards."""

from collections import Counter

import pytest

from sim.game import begin
from sim.games.abbey import GAME
from sim.games.abbey.checks import pile
from sim.games.abbey.names import Action, EventKind, Question, Source, Stage, Standing
from sim.games.abbey.peasants import defense
from sim.games.abbey.scenes import Scene, box, kind, opened, pews
from sim.games.abbey.setup import set_up
from sim.record import NOTHING, new


def fresh(seats=4, deal=0, **params):
    """The table before the first round."""
    tables = box(*((f"params.{name}", value) for name, value in params.items()))
    state = new(GAME.state)
    begin(state, seats, 0, deal, NOTHING, 0)
    set_up(state, tables)
    return state, tables


def test_R1_1_two_piles_of_29_and_28_show_four_cards_each():
    state, tables = fresh()
    assert [int(deck.left) for deck in state.piles] == [25, 24]
    cards = Counter(pile(state.piles[0]) + pile(state.piles[1]) + [int(card) for card in state.market])
    assert cards == Counter({number: int(tables.buildings[number].copies) for number in range(21)})


def test_R1_1_with_fourteen_kinds_no_filler_is_dealt():
    state, _ = fresh(building_kinds="fourteen")
    cards = set(pile(state.piles[0]) + pile(state.piles[1]) + [int(card) for card in state.market])
    assert not cards & set(range(kind("unnamed_1"), kind("unnamed_7") + 1))


def test_R1_2_everyone_begins_with_the_same_goods_and_cards_of_his_own():
    state, _ = fresh(5)
    starts, crusades = set(), set()
    for me in (state.players[seat] for seat in range(5)):
        goods = me.goods
        assert (goods.wood, goods.grain, goods.stone, goods.sand, goods.coins) == (1, 1, 1, 0, 4)
        assert (me.bags, me.wagons) == (1, 1)
        starts.add(int(me.start_card))
        crusades.add(int(me.crusade[0].card))
        assert me.crusade[1].card == NOTHING and sum(me.hand) == 0
    assert len(starts) == len(crusades) == 5 and max(starts) < 6


def test_R1_2_any_starting_card_may_be_dealt_to_any_seat():
    dealt = {(seat, int(fresh(3, deal)[0].players[seat].start_card)) for deal in range(60) for seat in range(3)}
    assert dealt == {(seat, card) for seat in range(3) for card in range(6)}


def test_R1_3_the_starting_card_is_staffed_and_brings_no_prestige():
    state, tables = fresh(5)
    for me in (state.players[seat] for seat in range(5)):
        site, card = 6 + int(me.start_card), tables.buildings[me.start_card]
        assert me.site[site] == Standing.STAFFED and me.firsts == 1
        assert me.power[card.effect_1] == card.amount_1
        assert me.points[Source.BUILDINGS] == 0 and me.clergy == 0


def test_R1_3_a_cloister_at_the_start_is_defense_2_before_any_die():
    scene = Scene(2)
    scene.start(0, "cloister")
    assert [defense(scene.tables, me) for me in scene.seats] == [2, 1]


def test_R1_4_thirteen_of_fifteen_peasants_are_in_supply():
    state, _ = fresh()
    for me in (state.players[seat] for seat in range(4)):
        assert (me.supply, me.seated, me.working, pews(me)) == (13, 1, 1, [(1, 1)])


@pytest.mark.parametrize("how, wanted", [({}, [5, 6, 7, 8, 9]), ({"start_prestige_step": 0}, [5] * 5)])
def test_R1_5_later_seats_begin_with_more_prestige(how, wanted):
    state, _ = fresh(5, **how)
    assert [int(state.players[seat].points[Source.START]) for seat in range(5)] == wanted


@pytest.mark.parametrize(
    "mix, wanted",
    [
        ("basic", [2, 2, 3]),
        ("no_vikings", [4, 3, 0]),
        ("one_vikings", [3, 3, 1]),
        ("all_plenty", [7, 0, 0]),
        ("four_vikings", [1, 2, 4]),
        ("no_plenty", [0, 3, 4]),
    ],
)
def test_R1_6_seven_events_of_the_mix(mix, wanted):
    state, tables = fresh(event_mix=mix)
    kinds = Counter(int(tables.events[card].kind) for card in pile(state.event_pile))
    assert [kinds[number] for number in EventKind] == wanted
    assert len(pile(state.unused_events)) == 23 - 7


def test_R1_7_six_tokens_are_shuffled():
    orders = {tuple(pile(fresh(deal=deal)[0].token_pile)) for deal in range(8)}
    assert len(orders) > 4 and all(sorted(order) == list(range(6)) for order in orders)


@pytest.mark.parametrize(
    "stage, stop",
    [
        (Stage.PLACE, Action.STOP_PLACING),
        (Stage.BUY, Action.STOP_BUYING),
        (Stage.GATHER, Action.STOP_GATHERING),
        (Stage.MOVE, Action.STOP_MOVING),
        (Stage.BUILD, Action.STOP_BUILDING),
        (Stage.ENLIST, Action.STOP_ENLISTING),
    ],
)
def test_R1_8_seats_act_in_turn_order_from_the_first_player(stage, stop):
    scene = Scene(3)
    scene.state.first = 2
    for seat in range(3):
        scene.dice(seat, 6)
    scene.phase(stage)
    order = []
    for _ in range(3):
        order.append(scene.asked()[0])
        scene.do(stop)
    assert order == [2, 0, 1]


def test_R21_1_the_easier_game():
    state, tables = fresh(start_peasants=3, start_at_postulant=True)
    me = state.players[0]
    assert pews(me) == [(1, 1), (1, 2), (1, 3)] and me.supply == 11
    assert me.clergy == 3 and tables.steps[me.clergy].moves == 2
    assert GAME.standing(state, tables, 0) == 5 - tables.crusades[me.crusade[0].card].prestige


def test_R21_3_who_bids_most_pays_and_chooses_and_the_last_pays_nothing():
    scene = opened(box(("params.start_auction", True)))
    state = scene.state
    assert [int(me.goods.coins) for me in scene.seats] == [6, 6, 6]
    assert scene.legal() == {Action.PASS_BID} | {Action.BID + coins for coins in range(6)}
    scene.do(Action.BID + 1)  # seat 1 bids 2
    assert scene.asked() == (1, Question.BID)
    assert min(scene.legal() - {Action.PASS_BID}) == Action.BID + 2
    scene.do(Action.PASS_BID, Action.BID + 3)  # seat 3 bids 4
    assert scene.asked() == (0, Question.BID)
    scene.do(Action.PASS_BID)
    assert scene.asked() == (2, Question.START_CARD)
    scene.do(Action.START_CARD + kind("cloister"))
    assert (scene.seats[2].goods.coins, scene.seats[2].start_card) == (2, kind("cloister"))
    assert scene.asked() == (0, Question.BID)  # who passed may bid again
    scene.do(Action.BID)
    scene.do(Action.PASS_BID)
    assert Action.START_CARD + kind("cloister") not in scene.legal()
    scene.do(Action.START_CARD + kind("library"))
    assert scene.asked() == (1, Question.START_CARD)
    scene.do(Action.START_CARD + kind("garden"))
    assert [int(me.goods.coins) for me in scene.seats][:2] >= [5, 6] and state.rounds == 1


def test_R21_3_each_round_of_bidding_begins_with_the_first_player():
    scene = opened(box(("params.start_auction", True)))
    scene.do(Action.PASS_BID, Action.BID, Action.PASS_BID, Action.START_CARD)
    assert scene.seats[1].card and scene.asked() == (0, Question.BID)
