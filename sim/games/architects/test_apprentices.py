"""All forty Apprentices, as their cards say: skills, virtue and what they do, for their owner alone."""

import pytest

from sim.games.architects.names import Action, Place
from sim.games.architects.scenes import (
    GOODS,
    IDS,
    Scene,
    capture,
    discard,
    hire,
    trade_with,
)
from sim.record import NOTHING

# Situations in which an Apprentice of seat 0 may act: before, and the actions of seat 0.


def nothing(scene):
    return ()


def quarry(scene):
    return (Action.QUARRY,)


def forest(scene):
    return (Action.FOREST,)


def clay(scene):
    return (Action.MINES_CLAY,)


def gold(scene):
    scene.workers(0, mines=1)
    return (Action.MINES_GOLD,)


def silversmith(scene):
    return (Action.SILVERSMITH,)


def two_captures(scene):
    scene.workers(0, town_centre=1)
    scene.workers(1, quarry=1)
    scene.workers(2, quarry=1)
    return Action.TOWN_CENTRE, capture(Place.QUARRY, 1), capture(Place.QUARRY, 2)


def rob(scene):
    return (Action.TAX_STAND,)


def market(scene):
    return (Action.MARKET_LEFT,)


def reset(scene):
    scene.at_market(2, 2, NOTHING)
    scene.state.reset = 1
    return Action.STOREHOUSE, Action.STOP


def reset_with_prisoners(scene):
    scene.workers(0, prison=3)
    scene.workers(1, prison=2)
    scene.state.reset = 1
    return Action.STOREHOUSE, Action.STOP


def pay_off(scene):
    scene.seats[0].unpaid = 1
    return Action.GUARDHOUSE, Action.PAY_DEBT


def step(scene):
    scene.hand(0, "keep")
    scene.rewards("reward_10")
    return Action.CATHEDRAL, discard("keep")


def trade(scene):
    """The trade on the card, for whoever has it; else none."""
    mine = scene.seats[0].hired > 0
    return Action.STOREHOUSE, trade_with(0) if mine else Action.STOP


CARDS = {  # skills, virtue when hired, situation, what is different then
    "acolyte_carpentry": ("C", 1, step, {"cards": 1}),
    "acolyte_tiling": ("T", 1, step, {"clay": 2}),
    "acolyte_masonry": ("M", 1, step, {"silver": 2}),
    "conspirator_1": ("C", 0, two_captures, {"silver": 1}),
    "conspirator_2": ("C", 0, two_captures, {"silver": 1}),
    "debt_collector_clay": ("T", 0, pay_off, {"clay": 2}),
    "debt_collector_stone": ("M", 0, pay_off, {"stone": 2}),
    "debt_collector_wood": ("C", 0, pay_off, {"wood": 2}),
    "gatekeeper": ("M", -1, reset_with_prisoners, {"prison": -2, "workers": 2, "virtue": 1, "unpaid": -1}),
    "illusionist": ("C", -1, market, {"virtue": 1}),
    "jeweller_1": ("T", 0, silversmith, {"silver": 1}),
    "jeweller_2": ("T", 0, silversmith, {"silver": 1}),
    "labourer": ("CTM", 0, nothing, {}),
    "merchant_clay": ("T", 0, trade, {"silver": -1, "clay": 3}),
    "merchant_gold": ("M", 0, trade, {"silver": -2, "gold": 1}),
    "merchant_marble": ("T", 0, trade, {"silver": -3, "marble": 1}),
    "merchant_stone": ("M", 0, trade, {"silver": -1, "stone": 2}),
    "merchant_wood": ("C", 0, trade, {"silver": -1, "wood": 2}),
    "miner_1": ("T", 0, clay, {"clay": 1}),
    "miner_2": ("T", 0, gold, {"clay": 1}),
    "patron_clay": ("T", 0, trade, {"clay": -1, "virtue": 1}),
    "patron_silver": ("M", 0, trade, {"silver": -2, "virtue": 1}),
    "patron_stone": ("M", 0, trade, {"stone": -1, "virtue": 1}),
    "patron_wood": ("C", 0, trade, {"wood": -1, "virtue": 1}),
    "pickpocket": ("T", -1, rob, {"gold": 1}),
    "squire_gold": ("T", 1, reset, {"gold": 1}),
    "squire_marble": ("M", 1, reset, {"marble": 1}),
    "squire_virtue": ("C", 1, reset, {"virtue": 2}),
    "stonecutter_1": ("M", 0, quarry, {"stone": 1}),
    "stonecutter_2": ("M", 0, quarry, {"stone": 1}),
    "swindler_clay": ("T", -1, market, {"clay": 2}),
    "swindler_stone": ("M", -1, market, {"stone": 1}),
    "swindler_wood": ("C", -1, market, {"wood": 1}),
    "thief": ("C", 0, rob, {"virtue": 1}),
    "trader_clay": ("T", 0, trade, {"clay": -3, "marble": 1}),
    "trader_stone": ("M", 0, trade, {"stone": -2, "marble": 1}),
    "trader_wood": ("C", 0, trade, {"wood": -2, "marble": 1}),
    "trickster": ("M", -1, market, {"silver": 1}),
    "woodcutter_1": ("C", 0, forest, {"wood": 1}),
    "woodcutter_2": ("C", 0, forest, {"wood": 1}),
}


def outcome(situation, mine=(), theirs=()):
    """What seats 0 and 1 have after seat 0 acted, with these Apprentices."""
    scene = Scene(3)
    for seat in range(3):
        scene.goods(seat, wood=5, clay=5, stone=5, gold=5, marble=5, silver=9)
    scene.hired(0, *mine)
    scene.hired(1, *theirs)
    scene.do(*situation(scene))
    return [
        {good: int(getattr(me.goods, good)) for good in GOODS}
        | {"virtue": int(me.virtue), "cards": int(me.cards), "workers": int(me.workers), "unpaid": int(me.unpaid)}
        | {"prison": int(me.at[Place.PRISON]), "captured": int(me.captured.sum())}
        for me in scene.seats[:2]
    ]


def difference(some, others):
    return {what: some[what] - others[what] for what in some if some[what] != others[what]}


def test_every_apprentice_is_told_here():
    assert list(CARDS) == IDS["apprentices"]


@pytest.mark.parametrize("name", CARDS)
def test_R15_1_an_apprentice_helps_its_owner(name):
    _, _, situation, gain = CARDS[name]
    without, with_it = outcome(situation), outcome(situation, mine=(name,))
    assert difference(with_it[0], without[0]) == gain
    others = {"unpaid": 1} if name == "gatekeeper" else {}  # seat 1 has the most prisoners now
    assert difference(with_it[1], without[1]) == others


REACTS_FOR_ANYONE = (reset, reset_with_prisoners)  # at a reset the Apprentices of all seats act


@pytest.mark.parametrize("name", CARDS)
def test_R15_1_and_nobody_else(name):
    _, _, situation, _ = CARDS[name]
    without, with_it = outcome(situation), outcome(situation, theirs=(name,))
    assert difference(with_it[0], without[0]) == {}
    if situation not in REACTS_FOR_ANYONE:
        assert difference(with_it[1], without[1]) == {}


SITUATIONS = {card[2]: None for card in CARDS.values() if card[2] not in (nothing, trade)}


@pytest.mark.parametrize("situation", list(SITUATIONS))
def test_R15_1_an_apprentice_acts_only_where_its_card_says(situation):
    without = outcome(situation)
    for name, (_, _, own, _) in CARDS.items():
        if own is not situation and {own, situation} != {clay, gold}:
            assert outcome(situation, mine=(name,)) == without, name


@pytest.mark.parametrize("name", CARDS)
def test_R5_6_skills_and_virtue_of_each_card(name):
    skills, virtue, _, _ = CARDS[name]
    scene = Scene(2)
    scene.show(0, name)
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP, hire(0))
    me = scene.seats[0]
    assert me.virtue == 7 + virtue
    assert (me.carpentry, me.tiling, me.masonry) == tuple(int(skill in skills) for skill in "CTM")


PAIRS = [
    (("stonecutter_1", "stonecutter_2"), quarry, {"stone": 2}),
    (("woodcutter_1", "woodcutter_2"), forest, {"wood": 2}),
    (("miner_1", "miner_2"), clay, {"clay": 2}),
    (("miner_1", "miner_2"), gold, {"clay": 2}),
    (("jeweller_1", "jeweller_2"), silversmith, {"silver": 2}),
    (("swindler_clay", "swindler_wood"), market, {"clay": 2, "wood": 1}),
    (("illusionist", "trickster"), market, {"virtue": 1, "silver": 1}),
    (("pickpocket", "thief"), rob, {"gold": 1, "virtue": 1}),
    (("squire_gold", "squire_virtue"), reset, {"gold": 1, "virtue": 2}),
    (("acolyte_carpentry", "acolyte_masonry"), step, {"cards": 1, "silver": 2}),
    (("debt_collector_clay", "debt_collector_wood"), pay_off, {"clay": 2, "wood": 2}),
]


@pytest.mark.parametrize("names, situation, gain", PAIRS)
def test_R15_1_several_of_one_kind_add_up(names, situation, gain):
    assert difference(outcome(situation, mine=names)[0], outcome(situation)[0]) == gain


def test_R15_1_it_helps_only_while_its_owner_has_it():
    scene = Scene(2)
    scene.hired(0, "stonecutter_1", "labourer", "miner_1", "miner_2", "thief")
    scene.show(0, "jeweller_1")
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP, hire(0), Action.DISMISS)
    scene.turn(0).do(Action.QUARRY)
    assert scene.seats[0].goods.stone == 1


def test_R15_2_debt_collectors_give_for_each_debt_paid_off():
    scene = Scene(2)
    scene.hired(0, "debt_collector_clay", "debt_collector_stone", "debt_collector_wood")
    scene.workers(0, guardhouse=1)
    scene.goods(0, silver=12)
    scene.seats[0].unpaid = 2
    scene.do(Action.GUARDHOUSE, Action.PAY_DEBT)
    goods = scene.seats[0].goods
    assert (goods.wood, goods.clay, goods.stone) == (2, 2, 2)
    scene.do(Action.PAY_DEBT)
    assert (goods.wood, goods.clay, goods.stone) == (4, 4, 4)


def test_R15_3_pickpocket_and_thief_at_the_tax_stand():
    scene = Scene(2)
    scene.hired(0, "pickpocket", "thief")
    scene.goods(0)
    scene.do(Action.TAX_STAND)
    me = scene.seats[0]
    assert (me.goods.gold, me.goods.silver, me.virtue) == (1, 4, 6)
    scene.goods(1)
    scene.state.tax = 4
    scene.do(Action.TAX_STAND)
    assert (scene.seats[1].goods.gold, scene.seats[1].virtue) == (0, 5)
