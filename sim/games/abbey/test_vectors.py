"""Two rounds by hand, as the supplement to the data report tells them."""

from sim.games.abbey.names import Action, Question, Source, Stage
from sim.games.abbey.peasants import defense, population
from sim.games.abbey.scenes import (
    IDS,
    Scene,
    defend,
    from_pew,
    gather,
    give,
    have,
    initiative,
    move,
    recruit,
    swap,
    train,
)
from sim.record import NOTHING


def first_round():
    """R1.8: A has a Cloister and begins, B a Money Changer; each gains two grain."""
    scene = Scene(2, deal=1)  # whose next event is none of Vikings
    scene.start(0, "cloister")
    scene.start(1, "money_changer")
    for seat in (0, 1):
        scene.goods(seat, wood=1, grain=1, stone=1, coins=4)
    scene.dice(0, 1, 1, 2, 3, 4, 4, 5, 6, 6)
    scene.dice(1, 1, 1, 2, 3, 4, 5, 6, 6, 6)
    scene.event("plenty_2")
    top, pile = IDS["initiative"].index("tool_bag"), scene.state.token_pile
    place = list(pile.cards).index(top)
    pile.cards[place], pile.cards[5] = int(pile.cards[5]), top
    assert [defense(scene.tables, me) for me in scene.seats] == [2, 1]
    return scene.phase(Stage.EVENT)


def test_two_rounds_by_hand():
    scene = first_round()
    a, b = scene.seats
    assert [me.goods.grain for me in scene.seats] == [3, 3]
    scene.do(recruit(1), recruit(1), recruit(2), train(4), train(4), train(5), Action.STOP_PLACING)
    assert (a.seated, a.clergy, scene.tables.steps[a.clergy].moves) == (4, 3, 2)
    scene.do(defend(1), defend(1), Action.STOP_PLACING, Action.STOP_BUYING, Action.STOP_BUYING)
    scene.do(gather("wood", 6, 6), Action.WAGONS)
    assert a.goods.wood == 7
    assert gather("wood", 6) in scene.legal() and gather("wood", 6, 6) not in scene.legal()
    scene.do(Action.STOP_GATHERING, initiative(3))
    assert a.bags == 2 and scene.state.initiative == 0
    scene.do(move(2, 1), move(3, 1), move(4, 1), move(1, 1))
    assert (a.baptized, a.moves, a.seated) == (1, 3, 3)
    scene.do(Action.STOP_MOVING, Action.STOP_MOVING, Action.ALTAR)
    assert (a.goods.wood, a.goods.coins, defense(scene.tables, a)) == (5, 0, 3)
    scene.do(Action.STOP_BUILDING, Action.STOP_BUILDING)
    assert scene.asked() == (0, Question.FEED) and scene.state.owed == 2 and population(a) == 5
    scene.do(Action.FEED, Action.FEED)
    assert (a.goods.grain, a.points[Source.DARKNESS], b.points[Source.DARKNESS]) == (1, 0, 0)
    assert (a.goods.coins, a.guard[0], a.gap[0]) == (5, 3, 0)
    scene.do(Action.STOP_ENLISTING, Action.STOP_ENLISTING)
    assert scene.asked() == (0, Question.STORE)
    scene.do(Action.TRADE, swap("wood", "stone", 1))
    assert have(a) == {"wood": 3, "grain": 1, "stone": 2, "coins": 5}
    assert (scene.state.first, scene.state.rounds) == (0, 2)

    second_round(scene)


def second_round(scene):
    """Vikings of 5 and 2: one die, one peasant, a tie; A must give up his only building."""
    a, b = scene.seats
    scene.dice(0, 1, 2)
    scene.dice(1, 2, 2)
    scene.state.event = NOTHING
    scene.state.doing = NOTHING
    scene.state.losing = 0
    scene.vikings(5, 2)
    scene.go()
    assert a.points[Source.VIKINGS] == -1 and scene.asked() == (0, Question.LOSE)
    scene.do(from_pew(1, 2), Action.FIGHT)
    assert (b.points[Source.VIKINGS], scene.state.defeats) == (1, 1)
    assert scene.legal() == {give("cloister")}
    scene.do(give("cloister"))
    assert defense(scene.tables, a) == 2
    assert scene.legal() == {give("money_changer")}
