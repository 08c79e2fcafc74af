"""The Cathedral."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, discard, hand, have, pile_of, share

STEPS = {  # level: exact price, shares of wood that pay it, level of the step before
    1: {"gold": 1},
    2: {"wood": 1, "stone": 3},
    3: {"marble": 1},
    4: {"wood": 5, "stone": 3},
    5: {"gold": 2, "marble": 2},
}


def below(level, seats=2, **goods):
    """Seat 0 one level below, with the price of the step and one card."""
    scene = Scene(seats)
    scene.seats[0].level = level - 1
    scene.hand(0, "well")
    scene.goods(0, **(goods or STEPS[level]))
    return scene


def climb(scene, card="well"):
    level = scene.seats[0].level + 1
    shares = {2: (share(1),), 4: (share(5),)}.get(int(level), ())
    return scene.do(Action.CATHEDRAL, *shares, discard(card))


@pytest.mark.parametrize("virtue, allowed", [(0, False), (4, False), (5, True), (14, True)])
def test_R12_1_a_step_needs_five_virtue(virtue, allowed):
    scene = below(1)
    scene.seats[0].virtue = virtue
    assert (Action.CATHEDRAL in scene.legal()) == allowed


@pytest.mark.parametrize("level", STEPS)
def test_R12_1_a_step_goes_up_one_level(level):
    scene = below(level)
    scene.rewards("reward_5")
    climb(scene)
    me = scene.seats[0]
    assert (me.level, me.at[Place.GUILDHALL], scene.state.guildhall, scene.state.seat) == (level, 1, 1, 1)


def test_R12_1_there_is_no_sixth_level():
    scene = below(1, wood=9, stone=9, gold=9, marble=9)
    scene.seats[0].level = 5
    assert Action.CATHEDRAL not in scene.legal()


@pytest.mark.parametrize("seats", (2, 5))
@pytest.mark.parametrize("level, room", [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1)])
def test_R12_2_levels_have_room_for_three_three_two_two_and_one(level, room, seats):
    for others in range(min(seats - 1, 3) + 1):
        if others > room:
            continue
        scene = below(level, seats)
        for seat in range(1, others + 1):
            scene.seats[seat].level = level
        assert (Action.CATHEDRAL in scene.legal()) == (others < room)


def test_R12_2_a_full_level_opens_when_someone_leaves_it_upward():
    scene = below(5)
    scene = below(4, 3)
    scene.seats[1].level = scene.seats[2].level = 4
    assert Action.CATHEDRAL not in scene.legal()
    scene.hand(1, "keep")
    scene.goods(1, gold=2, marble=2)
    scene.turn(1).do(Action.CATHEDRAL, discard("keep"))
    assert Action.CATHEDRAL in scene.turn(0).legal()


@pytest.mark.parametrize("level", STEPS)
def test_R12_3_a_step_costs_what_is_printed_and_a_card(level):
    scene = below(level)
    scene.rewards("reward_5")
    climb(scene)
    assert (have(scene.seats[0]), scene.seats[0].cards) == ({}, 0)
    assert pile_of(scene.state.building_pile, "buildings")[-1] == "well"


@pytest.mark.parametrize("level", STEPS)
def test_R12_3_with_less_there_is_no_step(level):
    for good, count in STEPS[level].items():
        scene = below(level, **(STEPS[level] | {good: count - 1, "clay": 9, "silver": 9}))
        assert Action.CATHEDRAL not in scene.legal()
    scene = below(level)
    scene.hand(0)
    assert Action.CATHEDRAL not in scene.legal()


@pytest.mark.parametrize("level, owed", [(2, 4), (4, 8)])
@pytest.mark.parametrize("wood, stone", [(8, 8), (8, 0), (0, 8), (5, 3), (3, 5)])
def test_R12_3_any_mixture_of_wood_and_stone(level, owed, wood, stone):
    shares = [n for n in range(owed + 1) if n <= wood and owed - n <= stone]
    for paid in shares:
        scene = below(level, wood=wood, stone=stone)
        scene.rewards("reward_5")
        scene.do(Action.CATHEDRAL)
        assert (scene.state.question, scene.legal()) == (Question.WOOD_SHARE, {share(n) for n in shares})
        scene.do(share(paid))
        mine = scene.seats[0].goods
        assert (mine.wood, mine.stone, scene.seats[0].level) == (wood - paid, stone - owed + paid, level - 1)
        assert (scene.state.question, scene.legal()) == (Question.DISCARD, {discard("well")})
        scene.do(discard("well"))
        assert scene.seats[0].level == level


def test_R12_3_the_card_is_the_players_choice():
    scene = below(1)
    scene.hand(0, "well", "keep", "palace")
    scene.do(Action.CATHEDRAL)
    assert scene.legal() == {discard(name) for name in ("well", "keep", "palace")}
    scene.do(discard("keep"))
    assert hand(scene.seats[0])[:2] == ["well", "palace"]


REWARDS = {  # virtue, goods, Building cards
    "reward_1": (1, {"silver": 3}, 0),
    "reward_2": (1, {"wood": 2}, 0),
    "reward_3": (1, {"stone": 2}, 0),
    "reward_4": (1, {}, 1),
    "reward_5": (2, {}, 0),
    "reward_6": (1, {"silver": 3}, 0),
    "reward_7": (1, {"wood": 2}, 0),
    "reward_8": (1, {"stone": 2}, 0),
    "reward_9": (1, {}, 1),
    "reward_10": (2, {}, 0),
    "reward_11": (1, {"gold": 1}, 0),
}


@pytest.mark.parametrize("name", REWARDS)
def test_R12_4_the_top_reward_is_gained(name):
    virtue, goods, cards = REWARDS[name]
    scene = below(1)
    scene.rewards(name, "reward_5" if name != "reward_5" else "reward_10")
    scene.top_buildings("palace")
    climb(scene)
    me = scene.seats[0]
    assert (me.virtue, have(me), hand(me)) == (7 + virtue, goods, ["palace"] * cards)
    assert scene.state.reward_pile.left == 1
    assert (scene.seats[1].virtue, scene.seats[1].cards) == (7, 0)


def test_R12_4_with_the_reward_pile_empty_it_is_one_virtue():
    scene = below(1)
    scene.rewards()
    climb(scene)
    assert (scene.seats[0].virtue, have(scene.seats[0])) == (8, {})


@pytest.mark.parametrize("rewards", [("reward_10",), ()])
def test_R12_5_each_acolyte_adds_its_gift_to_every_step(rewards):
    scene = below(1)
    scene.hired(0, "acolyte_tiling", "acolyte_masonry", "acolyte_carpentry")
    scene.rewards(*rewards)
    scene.top_buildings("palace")
    climb(scene)
    assert (have(scene.seats[0]), hand(scene.seats[0])) == ({"clay": 2, "silver": 2}, ["palace"])
    assert scene.seats[0].virtue == (9 if rewards else 8)
