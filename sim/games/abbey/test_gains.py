"""What a player is told that an action brings, where food, storage and trades are concerned."""

from sim.games.abbey import GAME
from sim.games.abbey.names import Action, Feature, Gain, Question, Stage
from sim.games.abbey.scenes import Scene, gather, have, swap, tower


def gain(scene, action, of):
    GAME.legal(scene.state, scene.tables, scene.desk)
    GAME.gains(scene.state, scene.tables, action, scene.desk, 0)
    return float(scene.desk.gains[0][of])


def eight_people(stage, **goods):
    """Two levels to feed."""
    scene = Scene(2)
    scene.seated(0, 7)
    scene.goods(0, **goods)
    scene.goods(1)
    return scene.phase(stage)


def test_grain_counts_as_food_only_as_far_as_it_is_lacking():
    scene = Scene(2)
    scene.seated(0, 7)
    scene.goods(0, grain=1)
    scene.dice(0, 6, 6)
    scene.phase(Stage.GATHER)
    assert gain(scene, gather("grain", 6), Gain.FED) == 1
    assert gain(scene, gather("wood", 6), Gain.FED) == 0


def test_grain_that_is_traded_away_is_missed_at_table():
    scene = eight_people(Stage.BUILD, grain=2, coins=6).do(Action.TRADE)
    assert gain(scene, swap("grain", "wood", 1), Gain.FED) == -1
    assert gain(scene, swap("coins", "grain", 1), Gain.FED) == 0


def test_trading_at_table_brings_the_levels_that_it_can_buy():
    scene = eight_people(Stage.FEED, coins=4, sand=1)
    assert gain(scene, Action.TRADE, Gain.FED) == 1
    assert gain(scene, Action.FEED, Gain.FED) == 0
    assert gain(scene, Action.FEED, Gain.PRESTIGE) == -4
    scene.do(Action.TRADE)
    assert gain(scene, swap("coins", "grain", 1), Gain.FED) == gain(scene, swap("sand", "grain", 1), Gain.FED) == 1


def test_a_trade_saves_what_the_store_cannot_hold():
    scene = eight_people(Stage.STORE, wood=6, stone=3)
    assert scene.asked() == (0, Question.STORE)
    assert gain(scene, Action.TRADE, Gain.STORED) == 3
    scene.do(Action.TRADE)
    assert gain(scene, swap("wood", "coins", 2), Gain.STORED) == 2
    assert gain(scene, swap("wood", "stone", 1), Gain.STORED) == 1  # two wood go and a stone too many comes


def test_a_trade_may_pay_an_archer_or_the_rest_of_the_wall():
    scene = Scene(2)
    scene.seated(0, 3)
    scene.stands(0, "gate_tower_1")
    scene.goods(0, coins=4, wood=1)
    scene.phase(Stage.BUILD)
    assert gain(scene, Action.TRADE, Gain.ENABLES) == 1
    scene.do(Action.TRADE)
    assert gain(scene, swap("wood", "coins", 1), Gain.ENABLES) == 1
    assert gain(scene, swap("coins", "wood", 1), Gain.ENABLES) == 0
    scene = Scene(2)
    scene.seats[0].wall = 3
    scene.goods(0, coins=8)
    scene.phase(Stage.BUILD).do(Action.TRADE)
    assert gain(scene, swap("coins", "stone", 2), Gain.ENABLES) == 1
    assert gain(scene, swap("coins", "stone", 1), Gain.ENABLES) == 0


def test_how_far_ahead_he_is_who_asks_for_help():
    scene = Scene(3, crusade_help=True)
    scene.crusade(0, "crusade_2", face=5, dice=2)
    scene.people(1, (1, 1))
    scene.dice(1, 5)
    scene.phase(Stage.HELP)
    GAME.features(scene.state, scene.tables, 0, scene.desk)
    assert scene.desk.features[Feature.ASKER_LEAD] == 0
    scene.do(Action.OFFER)
    assert scene.asked() == (1, Question.ANSWER)
    GAME.features(scene.state, scene.tables, 1, scene.desk)
    standings = [GAME.standing(scene.state, scene.tables, seat) for seat in range(3)]
    assert scene.desk.features[Feature.ASKER_LEAD] == standings[0] - max(standings[1:])


def test_R14_6_R14_10_a_tower_brings_its_prestige_and_takes_what_it_costs():
    scene = Scene(2)
    scene.start(0, "masons_guild")
    scene.goods(0, wood=9, stone=9, sand=9)
    scene.phase(Stage.BUILD)
    told = {good: gain(scene, tower("gate_tower_1"), Gain[good.upper()]) for good in ("wood", "stone", "sand")}
    assert gain(scene, tower("gate_tower_1"), Gain.PRESTIGE) == 8
    scene.do(tower("gate_tower_1"))
    assert {good: number - 9 for good, number in have(scene.seats[0]).items()} == told
