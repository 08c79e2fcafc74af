"""All forty Buildings, as their cards say: price, skills, virtue, points and effect."""

import pytest

from sim.games.architects.names import Action, Place
from sim.games.architects.scenes import IDS, Scene, build, capture, discard, hand, have, hire

SKILLED = {"C": "woodcutter_1", "T": "miner_1", "M": "stonecutter_1"}
CARDS = {  # points, price (wood, clay, stone, gold, marble), skills, virtue
    "smithy": (3, (2, 4, 0, 0, 0), "", 0),
    "steeple": (4, (2, 0, 0, 2, 0), "", 1),
    "stone_market": (7, (0, 2, 4, 0, 1), "M", 0),
    "tavern": (6, (3, 0, 2, 1, 0), "C", 0),
    "thieves_den": (8, (2, 1, 3, 0, 0), "M", -2),
    "tilers_hut": (5, (1, 2, 2, 0, 0), "", 0),
    "trading_post": (7, (1, 0, 3, 2, 0), "M", 0),
    "treasury": (6, (1, 0, 3, 1, 0), "T", 0),
    "university": (11, (2, 4, 3, 0, 2), "CTM", 1),
    "watchtower": (11, (4, 3, 0, 1, 1), "CTM", -1),
    "well": (3, (2, 0, 2, 0, 0), "", 0),
    "wood_market": (7, (4, 2, 0, 1, 0), "C", 0),
    "aqueduct": (3, (3, 2, 0, 1, 0), "", 0),
    "armoury": (9, (3, 0, 5, 1, 0), "CM", 0),
    "barracks": (10, (6, 2, 0, 2, 0), "CTM", 0),
    "betting_house": (7, (0, 1, 2, 1, 0), "", -1),
    "carpenters_hut": (5, (1, 3, 1, 0, 0), "", 0),
    "castle": (10, (4, 2, 0, 1, 2), "CTM", 0),
    "chapel": (6, (1, 2, 4, 0, 0), "C", 1),
    "church": (5, (0, 3, 3, 0, 0), "", 1),
    "clay_market": (6, (0, 3, 2, 1, 0), "T", 0),
    "clay_pit": (3, (1, 4, 0, 0, 0), "", 0),
    "drafting_room": (8, (0, 0, 4, 3, 0), "CT", 0),
    "dungeon": (14, (0, 0, 4, 2, 2), "CTM", -1),
    "factory": (7, (2, 0, 2, 3, 0), "M", 0),
    "fortress": (12, (0, 3, 4, 1, 2), "CTM", -2),
    "fountain": (4, (0, 0, 3, 0, 1), "", 1),
    "gamblers_den": (10, (0, 0, 1, 1, 3), "CT", -2),
    "hideout": (8, (3, 1, 2, 0, 0), "CM", -2),
    "keep": (12, (5, 0, 2, 2, 0), "CTM", -2),
    "library": (8, (4, 0, 2, 0, 1), "CT", 0),
    "lighthouse": (6, (3, 0, 1, 0, 2), "T", 0),
    "lumber_camp": (3, (0, 4, 2, 0, 0), "", 0),
    "masons_hut": (5, (2, 0, 4, 0, 0), "", 0),
    "moneylender": (5, (2, 4, 0, 1, 0), "M", -1),
    "monument": (9, (2, 0, 3, 0, 2), "TM", 1),
    "observatory": (7, (3, 1, 1, 1, 0), "C", 0),
    "palace": (9, (3, 0, 3, 0, 2), "TM", 0),
    "reservoir": (4, (1, 6, 0, 0, 0), "", 0),
    "silver_market": (6, (2, 0, 0, 1, 1), "T", 0),
}


def price(name, less=None):
    goods = dict(zip(("wood", "clay", "stone", "gold", "marble"), CARDS[name][1], strict=True))
    return goods | {less: goods[less] - 1} if less else goods


def ready(name, *but, seats=3, less=None):
    """Seat 0 holds the card, its price and an Apprentice for each skill (`but` those named)."""
    scene = Scene(seats)
    scene.hand(0, name)
    scene.goods(0, **price(name, less))
    scene.hired(0, *(SKILLED[skill] for skill in CARDS[name][2] if skill not in but))
    return scene


def constructed(name, *answers, before=lambda scene: None):
    """Seat 0 constructs the Building; the turn is over afterwards."""
    scene = ready(name)
    before(scene)
    scene.do(Action.CONSTRUCT, build(name), *answers)
    assert scene.state.seat == 1
    return scene


def test_every_building_is_told_here():
    assert list(CARDS) == IDS["buildings"]


@pytest.mark.parametrize("name", CARDS)
def test_R11_2_each_skill_is_needed(name):
    assert Action.CONSTRUCT in ready(name).legal()
    for skill in CARDS[name][2]:
        assert Action.CONSTRUCT not in ready(name, skill).legal(), skill


@pytest.mark.parametrize("name", CARDS)
def test_R11_3_each_good_of_the_price_is_needed(name):
    for good, count in price(name).items():
        if count:
            assert Action.CONSTRUCT not in ready(name, less=good).legal(), good


@pytest.mark.parametrize("name", CARDS)
def test_R11_3_price_points_and_virtue_of_each_card(name):
    points, _, _, virtue = CARDS[name]
    scene = ready(name)
    me = scene.seats[0]
    scene.do(Action.CONSTRUCT)
    assert scene.legal() == {build(name)}
    before = me.points
    scene.do(build(name))
    gained = {"monument": 1}.get(name, 0)  # its effect
    assert (me.points - before, me.buildings, me.cards) == (points, 1, {"drafting_room": 2}.get(name, 0))
    assert (me.virtue, me.unpaid) == (7 + virtue + gained, {"betting_house": 1}.get(name, 0))
    assert name in GIVEN or have(me) == {}


GIVEN = {  # goods that an effect gives at once
    "smithy": {"stone": 4},
    "thieves_den": {"silver": 4},
    "well": {"clay": 4},
    "factory": {"marble": 2},
    "lumber_camp": {"wood": 4},
    "palace": {"gold": 1},  # at virtue 7
}


@pytest.mark.parametrize("name", GIVEN)
def test_R11_4_goods_given_at_once_come_to_the_owner_alone(name):
    scene = ready(name)
    before = [have(me) for me in scene.seats]
    scene.do(Action.CONSTRUCT, build(name))
    assert have(scene.seats[0]) == GIVEN[name]
    assert [have(me) for me in scene.seats[1:]] == before[1:]


@pytest.mark.parametrize("name, answer, goods", [
    ("treasury", Action.FIRST, {"gold": 1}),
    ("treasury", Action.SECOND, {"silver": 3}),
    ("clay_pit", Action.FIRST, {"gold": 1}),
    ("clay_pit", Action.SECOND, {"marble": 1}),
])  # fmt: skip
def test_R11_4_exactly_one_of_two_things_must_be_taken(name, answer, goods):
    scene = ready(name)
    scene.do(Action.CONSTRUCT, build(name))
    assert scene.legal() == {Action.FIRST, Action.SECOND} and have(scene.seats[0]) == {}
    scene.do(answer)
    assert (have(scene.seats[0]), scene.state.seat) == (goods, 1)


def test_R11_4_the_drafting_room_draws_two_cards():
    scene = constructed("drafting_room", before=lambda scene: scene.top_buildings("keep", "well", "palace"))
    assert hand(scene.seats[0]) == ["keep", "well"]
    assert [them.cards for them in scene.seats[1:]] == [0, 0]


def test_R11_5_the_armoury_captures_one_group():
    scene = constructed("armoury", capture(Place.MINES, 2), before=lambda scene: scene.workers(2, mines=4))
    assert (list(scene.seats[0].captured), scene.seats[2].at[Place.MINES]) == ([0, 0, 4, 0, 0], 0)


def test_R11_5_the_fortress_captures_two_groups():
    scene = constructed(
        "fortress",
        capture(Place.MINES, 2),
        capture(Place.GUARDHOUSE, 1),
        before=lambda scene: (scene.workers(2, mines=4), scene.workers(1, guardhouse=1, forest=1)),
    )
    assert list(scene.seats[0].captured) == [0, 1, 4, 0, 0]


def test_R11_6_barracks_take_the_captured_home():
    scene = constructed("barracks", Action.FREE_CAPTURED, before=lambda scene: scene.held(1, 0, 5))
    assert (scene.seats[0].workers, scene.seats[1].captured[0]) == (19, 0)


def test_R11_6_the_hideout_empties_the_own_prison():
    scene = constructed("hideout", before=lambda scene: (scene.workers(0, prison=5), scene.workers(1, prison=4)))
    assert [int(me.at[Place.PRISON]) for me in scene.seats] == [0, 4, 0]
    assert scene.seats[0].workers == 19


def test_R11_7_the_tavern_hires_for_nothing():
    scene = constructed("tavern", hire(6), before=lambda scene: scene.show(6, "squire_gold"))
    assert (scene.seats[0].hired, scene.seats[0].virtue, have(scene.seats[0])) == (2, 8, {})


def test_R11_8_betting_house_and_church():
    scene = constructed("betting_house")
    assert [int(me.unpaid) for me in scene.seats] == [1, 0, 0]

    def indebted(scene):
        for me in scene.seats:
            me.unpaid = 2

    scene = constructed("church", Action.DESTROY, before=indebted)
    assert [int(me.unpaid) for me in scene.seats] == [1, 2, 2]


def test_R11_9_the_library_sells_a_card():
    scene = ready("library")
    scene.hand(0, "library", "keep")
    scene.do(Action.CONSTRUCT, build("library"), discard("keep"))
    assert (have(scene.seats[0]), scene.seats[0].cards) == ({"gold": 2}, 0)


def test_R11_10_monument_and_watchtower():
    scene = constructed("monument")
    assert [int(me.virtue) for me in scene.seats] == [9, 8, 8]
    scene = constructed("watchtower", before=lambda scene: (scene.workers(0, prison=3), scene.workers(1, prison=3)))
    assert [int(me.virtue) for me in scene.seats] == [5, 6, 7]


# Effects at the end: seat 0 owns the Building.


def goods(**amounts):
    return lambda scene: scene.goods(0, **amounts)


def rival(**amounts):
    return lambda scene: scene.goods(1, **amounts)


def hires(*names):
    return lambda scene: scene.hired(0, *names)


def held(count):
    return lambda scene: scene.held(0, 1, count)


def each(seat=0, **fields):
    """Write some of a seat's numbers."""
    return lambda scene: [setattr(scene.seats[seat], name, value) for name, value in fields.items()]


POINTS = [  # Building, situation, points beyond the printed ones
    ("steeple", each(level=1), 2),
    ("steeple", each(level=0), 0),
    ("steeple", lambda scene: (each(level=2)(scene), each(1, level=2)(scene)), 0),
    ("steeple", lambda scene: (each(level=3)(scene), each(1, level=2)(scene)), 2),
    ("stone_market", goods(stone=1), 2),
    ("stone_market", goods(), 0),
    ("stone_market", lambda scene: (goods(stone=2)(scene), rival(stone=2)(scene)), 0),
    ("stone_market", lambda scene: (goods(stone=2, wood=9)(scene), rival(stone=3)(scene)), 0),
    ("wood_market", goods(wood=1), 2),
    ("wood_market", lambda scene: (goods(wood=2)(scene), rival(wood=2)(scene)), 0),
    ("clay_market", goods(clay=1), 2),
    ("clay_market", lambda scene: (goods(clay=2)(scene), rival(clay=2)(scene)), 0),
    ("silver_market", goods(silver=6), 2),
    ("silver_market", lambda scene: (goods(silver=4)(scene), rival(silver=4)(scene)), 0),
    ("tilers_hut", hires("miner_1", "stonecutter_1", "labourer", "jeweller_1"), 3),
    ("tilers_hut", hires("stonecutter_1"), 0),
    ("carpenters_hut", hires("woodcutter_1", "thief", "labourer", "miner_1"), 3),
    ("masons_hut", hires("stonecutter_1", "stonecutter_2", "miner_1"), 2),
    ("aqueduct", goods(), 1),
    ("aqueduct", lambda scene: scene.built(0, "well", "smithy"), 3),
    ("moneylender", each(paid=3, unpaid=2), 3),
    ("lighthouse", each(virtue=3), 0),
    ("lighthouse", each(virtue=4), 1),
    ("lighthouse", each(virtue=11), 2),
    ("lighthouse", each(virtue=12), 3),
    ("keep", held(2), 0),
    ("keep", held(3), 1),
    ("keep", held(8), 2),
    ("university", each(unpaid=0), 2),
    ("university", each(unpaid=0, paid=3), 2),
    ("university", each(unpaid=1), 0),
]


@pytest.mark.parametrize("name, situation, points", POINTS)
def test_R14_6_end_effects_on_points(name, situation, points):
    scene = Scene(3)
    scene.goods(1)
    scene.goods(2)
    scene.built(0, name)
    others = {"aqueduct": 6}.get(name, 0) if points == 3 else 0  # Well and Smithy stand beside it
    situation(scene)
    row = scene.finish()
    assert row.seats[0].score_buildings == CARDS[name][0] + others + points
    assert [int(row.seats[seat].score_buildings) for seat in (1, 2)] == [0, 0]


VIRTUE = [  # Building, situation, virtue at the end (7 before)
    ("trading_post", goods(wood=1, clay=1, stone=1), 7),
    ("trading_post", goods(wood=1, clay=1, stone=2), 8),
    ("trading_post", goods(wood=7, gold=5, silver=5), 8),
    ("trading_post", goods(clay=12), 10),
    ("castle", goods(gold=1, marble=9), 7),
    ("castle", goods(gold=2), 8),
    ("castle", goods(gold=5), 9),
    ("observatory", goods(marble=1, gold=9), 7),
    ("observatory", goods(marble=2), 8),
    ("reservoir", each(paid=1, unpaid=4), 7),
    ("reservoir", each(paid=5), 9),
    ("chapel", each(level=1), 9),
    ("chapel", each(level=0), 7),
    ("chapel", lambda scene: (each(level=2)(scene), each(1, level=2)(scene)), 7),
    ("dungeon", goods(), 5),
]


@pytest.mark.parametrize("name, situation, virtue", VIRTUE)
def test_R14_2_end_effects_on_virtue(name, situation, virtue):
    scene = Scene(3)
    scene.built(0, name)
    situation(scene)
    before = have(scene.seats[0])
    row = scene.finish()
    assert [int(row.seats[seat].virtue) for seat in range(3)] == [virtue, 7, 7]
    assert have(scene.seats[0]) == before, "nothing is spent"
    assert row.seats[0].score_buildings == CARDS[name][0]


DEBTS = [  # Buildings, unpaid debts, points
    ((), 3, -6),
    (("fountain",), 3, -3),
    (("gamblers_den",), 3, -9),
    (("fountain", "gamblers_den"), 3, -6),
    (("fountain",), 0, 0),
]


@pytest.mark.parametrize("names, unpaid, points", DEBTS)
def test_R14_7_fountain_and_gamblers_den_change_what_a_debt_costs(names, unpaid, points):
    scene = Scene(2)
    scene.built(0, *names)
    for me in scene.seats:
        me.unpaid = unpaid
    row = scene.finish()
    assert row.seats[0].score_debts == points
    assert row.seats[1].score_debts == -2 * unpaid, "only the owner's debts"


def test_every_effect_is_told_here():
    at_once = {*GIVEN, "treasury", "clay_pit", "drafting_room", "armoury", "fortress", "barracks", "hideout", "tavern"}
    at_once |= {"betting_house", "church", "library", "monument", "watchtower"}
    at_end = {name for name, *_ in POINTS + VIRTUE} | {"fountain", "gamblers_den"}
    assert (len(at_once), len(at_end), at_once | at_end) == (19, 21, set(CARDS))
