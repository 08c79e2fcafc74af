"""What must always hold is noticed when it does not; and the scripted positions are sound and rare."""

import pytest

from sim.games.architects import GAME
from sim.games.architects.checks import recount
from sim.games.architects.names import Action, Place
from sim.games.architects.positions import ALSO, positions
from sim.games.architects.scenes import Scene, box
from sim.record import NOTHING, new


def lose_a_worker(scene):
    scene.seats[0].workers -= 1


def forge_silver(scene):
    scene.seats[1].goods.silver = -1


def double_a_building(scene):
    scene.hand(0, "well")
    scene.seats[0].hand[0] = scene.state.building_pile.cards[0]


def lose_an_apprentice(scene):
    scene.state.display[3] = NOTHING


def forget_a_skill(scene):
    scene.hired(0, "labourer")
    scene.seats[0].tiling = 0


def leave_the_track(scene):
    scene.seats[0].virtue = 15


def crowd_the_top(scene):
    for me in scene.seats:
        me.level = 5


def stand_on_no_space(scene):
    scene.workers(0, black_market=1)


def overfill_the_guildhall(scene):
    scene.state.guildhall = 13


def own_too_many_apprentices(scene):
    scene.hired(0, "labourer", "thief", "miner_1", "miner_2", "pickpocket", "trickster")


def capture_oneself(scene):
    scene.held(0, 0, 1)


def leave_a_gap_in_the_hand(scene):
    scene.hand(0, "well", "keep")
    scene.seats[0].hand[0], scene.seats[0].hand[2] = NOTHING, scene.seats[0].hand[0]


def invent_points(scene):
    scene.seats[0].points = 3


BREAKS = [
    lose_a_worker,
    forge_silver,
    double_a_building,
    lose_an_apprentice,
    forget_a_skill,
    leave_the_track,
    crowd_the_top,
    stand_on_no_space,
    overfill_the_guildhall,
    own_too_many_apprentices,
    capture_oneself,
    leave_a_gap_in_the_hand,
    invent_points,
]


@pytest.mark.parametrize("damage", BREAKS, ids=lambda damage: damage.__name__)
def test_a_broken_state_is_noticed(damage):
    scene = Scene(2)
    assert not list(GAME.check(scene.state, scene.tables))
    damage(scene)
    assert list(GAME.check(scene.state, scene.tables))


def test_the_recount_knows_what_scoring_forgets():
    scene = Scene(2)
    scene.built(0, "keep", "lighthouse")
    scene.held(0, 1, 7)
    scene.seats[0].level, scene.seats[0].unpaid = 3, 2
    scene.goods(0, gold=2, silver=21)
    scene.workers(0, prison=4)
    assert recount(scene.state, scene.tables, 0) == {
        "score_buildings": 12 + 2 + 6 + 1,
        "score_cathedral": 7,
        "score_virtue": 0,
        "score_debts": -4,
        "score_gold_marble": 2,
        "score_silver": 2,
        "score_prison": -2,
    }


def scripted(changes):
    """The legal actions in all positions under these changes."""
    tables, desk, found = box(*changes.items()), new(GAME.scratch), set()
    for state in positions(tables):
        assert not list(GAME.check(state, tables))
        assert not state.over
        found |= {int(action) for action in desk.actions[: GAME.legal(state, tables, desk)]}
    return found


def test_positions_are_whole_and_make_every_rare_action_legal():
    found = scripted({})
    also = found.union(*(scripted(changes) for changes in ALSO))
    rare = {Action.PASS, Action.STOP, Action.IMPRISON, Action.RELEASE, Action.RANSOM_SILVER, Action.RANSOM_DEBT}
    rare |= {Action.PAY_DEBT, Action.DESTROY, Action.SPARE, Action.FIRST, Action.SECOND, Action.FREE_CAPTURED}
    rare |= {Action.DUNGEON_FIRST, Action.DUNGEON_LAST, *range(Action.SHARE, Action.TRADE_WITH)}
    rare |= {*range(Action.TRADE_WITH, Action.TRADE_WITH + 5), *range(Action.DISMISS, Action.DISMISS + 5)}
    rare |= {*range(Action.HIRE, Action.DRAFT), *range(Action.BUILD, Action.DISCARD + 40)}
    assert not {int(action) for action in rare} - found
    sixth = {Action.TRADE_WITH + 5, Action.DISMISS + 5}  # Rudolf's
    assert sixth <= also and not sixth & found


def test_a_scene_is_whole_and_lets_the_real_rules_go_on():
    scene = Scene(5, board_side=2)
    assert all(me.cards == 0 for me in scene.seats)
    scene.do(Action.QUARRY)
    assert scene.seats[0].at[Place.QUARRY] == 1
