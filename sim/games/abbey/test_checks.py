"""What must always hold is noticed when it does not; and the scripted positions are sound and rare."""

import pytest

from sim.games.abbey import GAME
from sim.games.abbey.checks import recount
from sim.games.abbey.names import Action, Effect, Source
from sim.games.abbey.positions import ALSO, positions
from sim.games.abbey.scenes import Scene, box, site
from sim.record import NOTHING, new


def lose_a_peasant(scene):
    scene.seats[0].supply -= 1


def seat_nobody(scene):
    scene.seats[0].seated += 1


def sit_outside(scene):
    me = scene.seats[0]
    me.pews[0], me.pews[24] = 0, 1


def crowd_the_baptistery(scene):
    scene.seats[0].supply -= 4
    scene.seats[0].baptized = 4


def forge_coins(scene):
    scene.seats[1].goods.coins = -1


def forge_wagons(scene):
    scene.seats[0].wagons = 11


def forge_bags(scene):
    scene.seats[0].bags = 11


def invent_a_power(scene):
    scene.seats[0].power[Effect.DEFENSE] = 1


def forget_a_building(scene):
    scene.seats[0].firsts = 0


def build_too_many(scene):
    scene.stands(0, "library", "cloister", "bakery", "brewery", "tithe_barn", "cellarium", "bath_house")


def build_five_towers(scene):
    scene.stands(0, "chapel", "gate_tower_1", "gate_tower_2", "battlement_1", "bell_tower")


def float_a_second_copy(scene):
    scene.stands(0, "second bakery")


def man_the_chapel(scene):
    scene.stands(0, "chapel")
    scene.seats[0].site[site("chapel")] = 2


def build_a_long_wall(scene):
    scene.seats[0].wall = 6


def leave_the_track(scene):
    scene.seats[0].clergy = 20


def breed_a_flock(scene):
    scene.seats[0].sheep = 3


def trade_thrice(scene):
    scene.seats[0].trades = 3


def recruit_with_four(scene):
    scene.seats[0].recruiting = 4


def train_with_four(scene):
    scene.seats[0].training = 4


def owe_a_die(scene):
    scene.seats[0].dice[3] = -1


def crusade_without_a_peasant(scene):
    scene.crusade(0, "crusade_1", face=3, dice=2)
    scene.seats[0].crusade[0].begun = 0
    scene.seats[0].supply += 1


def finish_too_early(scene):
    scene.crusade(0, "crusade_1", face=3, dice=2)
    scene.seats[0].crusade[0].done = 1


def place_dice_on_nothing(scene):
    scene.seats[0].crusade[0].dice = 1


def double_a_crusade(scene):
    scene.seats[0].crusade[0].card = scene.state.crusade_pile.cards[0]


def double_an_event(scene):
    scene.state.event_pile.cards[0] = scene.state.event_pile.cards[1]


def double_a_building_card(scene):
    scene.seats[0].hand[2] = 3


def forge_a_remodel(scene):
    scene.seats[0].remodel = 1


def fight_too_many(scene):
    scene.state.met = 1


def take_three_bonus_squares(scene):
    scene.state.bonus[0] = 2


BREAKS = [
    lose_a_peasant,
    seat_nobody,
    sit_outside,
    crowd_the_baptistery,
    forge_coins,
    forge_wagons,
    forge_bags,
    invent_a_power,
    forget_a_building,
    build_too_many,
    build_five_towers,
    float_a_second_copy,
    man_the_chapel,
    build_a_long_wall,
    leave_the_track,
    breed_a_flock,
    trade_thrice,
    recruit_with_four,
    train_with_four,
    owe_a_die,
    crusade_without_a_peasant,
    finish_too_early,
    place_dice_on_nothing,
    double_a_crusade,
    double_an_event,
    double_a_building_card,
    forge_a_remodel,
    fight_too_many,
    take_three_bonus_squares,
]


@pytest.mark.parametrize("damage", BREAKS, ids=lambda damage: damage.__name__)
def test_a_broken_state_is_noticed(damage):
    scene = Scene(2)
    assert not list(GAME.check(scene.state, scene.tables))
    damage(scene)
    assert list(GAME.check(scene.state, scene.tables))


def test_the_recount_knows_what_scoring_forgets():
    scene = Scene(2)
    scene.stands(0, "gate_tower_1", "chapel", "money_changer")
    scene.stands(0, "second money_changer", staffed=True)
    scene.hand(0, "unnamed_7")
    scene.crusade(0, "crusade_1")
    me = scene.seats[0]
    me.sheep, me.cows, me.wall = 2, 1, 5
    me.goods.coins, me.gap[2] = 11, 3
    me.points[Source.WALL] = 99  # what is kept is not what is counted
    assert recount(scene.state, scene.tables, 0) == {
        "score_animals": 7,
        "score_firsts": 0,
        "score_seconds": 2,
        "score_unbuilt": -8,
        "score_uncompleted": -6,
        "score_towers": 12,
        "score_wall": 8,
        "score_darkness": -6,
    }


def scripted(changes):
    """The legal actions in all positions under these changes."""
    tables, desk, found = box(*changes.items()), new(GAME.scratch), set()
    for state in positions(tables):
        assert not list(GAME.check(state, tables))
        found |= {int(action) for action in desk.actions[: GAME.legal(state, tables, desk)]}
    return found


def test_positions_are_whole_and_make_every_rare_action_legal():
    found = scripted({})
    also = found.union(*(scripted(changes) for changes in ALSO))
    rare = {*range(Action.PIPS, Action.MOVE), *range(Action.STAFF, Action.TOWER), *range(Action.SWAP, Action.BID)}
    rare |= {*range(Action.FROM_SITE, Action.GIVE_UP + 2), *range(Action.GATHER, Action.PIPS)}
    assert not {int(action) for action in rare} - found
    bids = {*range(Action.BID, Action.START_CARD + 6), *range(Action.OFFER, Action.BUY), Action.ACCEPT}
    assert {int(action) for action in bids} <= also and not bids & found
    assert NOTHING not in found
