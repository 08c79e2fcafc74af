"""Reset and final scoring."""

import pytest

from sim.games.abbey.feeding import feeding_levels
from sim.games.abbey.names import Action, Question, Stage, Use
from sim.games.abbey.peasants import defense
from sim.games.abbey.reset import clear_table
from sim.games.abbey.scenes import Scene, defend, gather, have, kind, recruit, swap, train
from sim.record import NOTHING


def test_R19_1_dice_come_back_and_the_market_moves_down():
    scene = Scene(2)
    for number, name in enumerate(("bakery", "brewery", "library", "cloister")):
        scene.market(number, name)
    scene.state.market[5] = NOTHING
    third, top = (int(card) for card in scene.state.market[6:8])
    scene.dice(0, 1, 1)
    scene.dice(1, 6)
    scene.phase(Stage.PLACE)
    scene.do(recruit(1), Action.STOP_PLACING)
    scene.phase(Stage.GATHER)
    scene.do(Action.STOP_GATHERING)
    scene.do(gather("wood", 6), Action.PIPS if scene.asked()[1] == Question.PIPS else Action.WAGONS)
    next_card = int(scene.state.piles[0].cards[scene.state.piles[0].left - 1])
    scene.phase(Stage.RESET)
    me = scene.seats[0]
    assert (me.recruiting, me.uses[Use.IDLE], scene.seats[1].came[0]) == (0, 1, 0)
    market = [int(card) for card in scene.state.market]
    assert market[:3] == [kind("brewery"), kind("library"), kind("cloister")] and market[3] == next_card
    assert market[4:6] == [third, top] and NOTHING not in market


def test_R19_1_the_next_round_begins_without_the_event_and_the_dice_of_the_last():
    scene = Scene(2)
    scene.event("disaster_7")
    scene.state.closed = 2
    scene.dice(0, 1, 4, 4, 4, 5, 6)
    scene.phase(Stage.PLACE)
    scene.do(recruit(1), train(4), train(4), train(4), defend(5))
    assert defense(scene.tables, scene.seats[0]) == 2
    clear_table(scene.state)
    assert defense(scene.tables, scene.seats[0]) == 1 and sum(scene.seats[0].dice) == 0
    scene.dice(0, 6, 6)
    assert train(6) in scene.phase(Stage.PLACE).legal()
    scene.phase(Stage.GATHER)
    assert gather("stone", 6) in scene.legal()  # no spot is closed any more
    scene.event("disaster_2")
    clear_table(scene.state)
    assert feeding_levels(scene.state, scene.tables, scene.seats[0]) == 1


def test_R19_1_an_empty_pile_shortens_its_column():
    scene = Scene(2)
    scene.state.piles[1].left = 0
    scene.state.piles[1].cards[:] = NOTHING
    for rows in (3, 2, 1, 0, 0):
        scene.phase(Stage.RESET)
        assert sum(card != NOTHING for card in scene.state.market[4:8]) == rows


@pytest.mark.parametrize(
    "names, kept",
    [
        ((), {"wood": 3, "grain": 3, "stone": 3, "sand": 3}),
        (("tithe_barn",), {"wood": 6, "grain": 6, "stone": 6, "sand": 6}),
        (("cellarium",), {"wood": 3, "grain": 9, "stone": 3, "sand": 3}),
    ],
)
def test_R19_2_what_may_be_kept(names, kept):
    scene = Scene(2, trades=2)
    scene.stands(0, *names, staffed=True)
    scene.goods(0, wood=9, grain=9, stone=9, sand=9, coins=50)
    scene.seats[0].trades = 2
    scene.phase(Stage.STORE)
    assert have(scene.seats[0]) == kept | {"coins": 50}


def test_R19_2_without_a_worker_the_barn_keeps_no_more():
    scene = Scene(2)
    scene.stands(0, "tithe_barn")
    scene.goods(0, wood=9)
    scene.phase(Stage.STORE)
    assert scene.asked() == (0, Question.STORE)
    assert have(scene.do(Action.STORE).seats[0]) == {"wood": 3}


def test_R19_2_trades_left_may_be_used_first():
    scene = Scene(2)
    scene.goods(0, wood=5)
    scene.phase(Stage.STORE)
    scene.do(Action.TRADE, swap("wood", "stone", 1))
    assert have(scene.seats[0]) == {"wood": 3, "stone": 1} and scene.asked()[1] != Question.STORE


def test_R19_3_tool_bags_are_fresh_again():
    scene = Scene(2)
    scene.seats[0].pips = 1
    scene.goods(0)
    scene.goods(1)
    scene.phase(Stage.STORE)
    assert scene.seats[0].pips == 0 and scene.state.rounds == 2


def ending(scene=None, **goods):
    """The end of round 7, with last trades open to seat 0."""
    scene = scene or Scene(2)
    scene.state.rounds = 7
    scene.goods(0, **goods)
    scene.goods(1)
    return scene.phase(Stage.STORE)


def test_R20_1_last_trades_with_what_is_left_then_the_end():
    scene = ending(coins=4)
    assert scene.asked() == (0, Question.FINAL)
    scene.do(Action.TRADE, swap("coins", "wood", 1))
    assert scene.asked() == (0, Question.FINAL)
    scene.do(Action.TRADE, swap("coins", "wood", 1))
    assert scene.state.over and have(scene.seats[0]) == {"wood": 2}
    assert scene.row().status == 0 and scene.row().rounds == 7


def test_R19_2_R20_1_the_last_round_keeps_three_of_each_before_the_last_trades():
    scene = ending(wood=9)
    assert scene.asked() == (0, Question.STORE)
    assert have(scene.do(Action.STORE).seats[0]) == {"wood": 3} and scene.asked() == (0, Question.FINAL)
    scene.do(Action.TRADE, swap("wood", "coins", 3))
    assert have(scene.seats[0]) == {"coins": 6}


def test_R20_2_animals_count_whether_their_farm_is_staffed_or_not():
    scene = Scene(2)
    scene.stands(0, "sheep_farm", "dairy_farm")
    me = scene.seats[0]
    me.sheep, me.cows, me.sheep_since, me.cows_since = 4, 3, 1, 1
    assert scene.row().seats[0].score_animals == 4 * 2 + 3 * 3


def test_R20_3_second_money_changer_and_tithe_barn_need_their_own_workers():
    scene = Scene(2)
    scene.stands(0, "money_changer", "tithe_barn", staffed=True)
    scene.stands(0, "second money_changer", "second tithe_barn")
    scene.goods(0, coins=14, wood=3, sand=4)
    assert scene.row().seats[0].score_seconds == 0
    scene.people(0, baptized=2)
    scene.phase(Stage.MOVE)
    scene.do(*sorted(scene.legal() - {Action.STOP_MOVING}, reverse=True)[:2])
    assert scene.row().seats[0].score_seconds == 14 // 5 + 7 // 3


def test_R20_3_each_card_rounds_down_by_itself():
    scene = Scene(2)
    scene.stands(0, "unnamed_7", "second unnamed_7", staffed=True)  # with the Garden three work
    row = scene.row()
    assert (row.seats[0].score_firsts, row.seats[0].score_seconds) == (1, 1)
    scene.stands(0, "unnamed_4", "second unnamed_4", staffed=True)  # five work
    scene.stands(0, "unnamed_2", "second unnamed_2", staffed=True)  # seven work
    scene.seats[0].clergy = 10
    row = scene.row()
    assert (row.seats[0].score_firsts, row.seats[0].score_seconds) == (3, 3 + 3 + 3)


def test_R20_4_cards_not_built_count_against_their_owner():
    scene = Scene(2)
    before = scene.row().seats[0].score
    scene.hand(0, "unnamed_7", "bakery", "bakery")
    row = scene.row()
    assert row.seats[0].score_unbuilt == -14 and row.seats[0].score == before - 14 < 0


def test_R20_5_a_tie_goes_to_the_value_of_resources_coins_apart():
    scene = Scene(2, start_prestige_step=0)
    scene.goods(0, wood=1, coins=30)
    scene.goods(1, grain=1)
    row = scene.row()
    assert [row.seats[seat].score for seat in (0, 1)] == [5, 5]
    assert [row.seats[seat].place for seat in (0, 1)] == [2, 1]
    scene.goods(0, grain=1)
    row = scene.row()
    assert row.tied == 2 and row.seats[0].win_share == 0.5
