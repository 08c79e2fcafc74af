"""The kit finds what is wrong with a game: each promise is broken here once, in a game that keeps the others."""

import numpy as np
import pytest
from found import GAMES, listed

import heuristics
from sim import conformance
from sim.conformance import Kit, unfair
from sim.game import Status
from sim.games.template.names import Action, Feature, Gain
from sim.promises import told
from sim.record import NOTHING
from sim.rng import draw, seed

TOY = GAMES["template"]
PROMISES = {promise.says: promise for promise in conformance.PROMISES}


def look(promise, **changes):
    """What the kit says of the toy game with some of its functions changed."""
    kit = Kit(TOY, heuristics.named(listed(TOY), TOY))
    assert kit.positions  # of the whole game: players go by the address of compiled features and gains
    kit.game = TOY._replace(**changes)
    return told(PROMISES[promise].look, kit)


def no_way_out(state, tables, desk):
    return 0 if state.rounds == 3 else TOY.legal(state, tables, desk)


def legal_twice(state, tables, desk):
    n = TOY.legal(state, tables, desk)
    desk.actions[n] = desk.actions[0]
    return n + 1


def market_of_no_verb(state, tables, desk):
    n = TOY.legal(state, tables, desk)
    actions = desk.actions[:n].tolist()
    desk.actions[:n] = [40 if action == Action.MARKET else action for action in actions]
    return n


def market_by_its_other_number(state, tables, action):
    TOY.apply(state, tables, Action.MARKET if action == 40 else action)


def legal_writes(state, tables, desk):
    state.players[state.seat].uses[0] += 1
    return TOY.legal(state, tables, desk)


def legal_without_market(state, tables, desk):
    n = TOY.legal(state, tables, desk)
    left = [action for action in desk.actions[:n].tolist() if action != Action.MARKET or n == 1]
    desk.actions[: len(left)] = left
    return len(left)


def never_over(state, tables, action):
    TOY.apply(state, tables, action)
    state.over = False


def a_worker_lost(state, tables, action):
    TOY.apply(state, tables, action)
    if action == Action.FOREST:
        state.players[0].placed[Action.FOREST] = 0


def apply_fails(state, tables, action):
    if action == Action.GUILD:
        raise IndexError("beyond the pile")
    TOY.apply(state, tables, action)


def apply_does_nothing(state, tables, action):
    if action != Action.MARKET:
        TOY.apply(state, tables, action)


def apply_with_whims(state, tables, action):
    draw(state.whims[0])
    TOY.apply(state, tables, action)


def apply_on_the_tables(state, tables, action):
    tables.params.market += 1
    TOY.apply(state, tables, action)


def setup_alike(state, tables):
    TOY.setup(state, tables)
    seed(state.luck[0], 1, 2, 3)


def setup_by_whims(state, tables):
    TOY.setup(state, tables)
    draw(state.whims[1])


def setup_in_order(state, tables):
    TOY.setup(state, tables)
    left = state.plans.left
    state.plans.cards[:left] = np.sort(np.asarray(state.plans.cards[:left]))


def feature_peeks(state, tables, seat, desk):
    TOY.features(state, tables, seat, desk)
    desk.features[Feature.DECK] = state.plans.cards[0]


def gain_peeks(state, tables, action, desk, slot):
    TOY.gains(state, tables, action, desk, slot)
    if action == Action.GUILD:
        desk.gains[slot][Gain.CARD_POINTS] = state.players[1 - state.seat].hand[0]


def gain_remembers(state, tables, action, desk, slot):
    before = desk.gains[slot][Gain.WOOD]
    TOY.gains(state, tables, action, desk, slot)
    desk.gains[slot][Gain.WOOD] = before


def imagine_nothing(state, tables, seat, stream):
    return None


def one_point_too_many(state, tables, seat):
    return TOY.standing(state, tables, seat) + 1


BROKEN = [
    ("always offers an action", {"legal": no_way_out}, "no action is legal"),
    ("comes to an end", {"apply": never_over}, "goes on for more than"),
    ("what must hold, holds", {"apply": a_worker_lost}, "are not 6"),
    ("offers each action once, by name", {"legal": legal_twice}, "offered twice"),
    (
        "offers each action once, by name",
        {"legal": market_of_no_verb, "apply": market_by_its_other_number},
        "no verb has action 40",
    ),
    ("what is offered can be done", {"apply": apply_fails}, "'guild' cannot be done (IndexError: beyond the pile)"),
    ("what is offered can be done", {"apply": apply_does_nothing}, "'market' changes nothing"),
    ("looking changes nothing", {"legal": legal_writes}, "only looking changes players"),
    ("looking changes nothing", {"gains": gain_remembers}, "gains says something else"),
    (
        "draws luck from its own streams",
        {"setup": setup_alike},
        "luck[0] of deal 1 is the same luck as luck[0] of deal 0",
    ),
    ("draws luck from its own streams", {"apply": apply_with_whims}, "draws from a player's own whims"),
    ("draws luck from its own streams", {"setup": setup_by_whims}, "setup draws from a player's own whims"),
    ("writes nothing on the tables", {"apply": apply_on_the_tables}, "the numbers of the box"),
    ("shuffles fairly", {"setup": setup_in_order}, "cards: card 0 lies in place 0"),
    ("shows nothing hidden", {"features": feature_peeks}, "the feature deck tells of what is hidden"),
    ("shows nothing hidden", {"gains": gain_peeks}, "the gain card_points tells of what is hidden"),
    ("imagines only what is seen", {"imagine": imagine_nothing}, "what is imagined knows"),
    ("standing at the end is the score", {"standing": one_point_too_many}, "and scores"),
    ("every action occurs", {"legal": legal_without_market}, "never legal: [2], of market"),
]


@pytest.mark.parametrize("promise, changes, says", BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_promise_is_found(promise, changes, says, monkeypatch):
    monkeypatch.setattr(conformance, "ALL_SEEN", 2.0)
    problem = look(promise, **changes)
    assert says in problem
    assert "deal" in problem or promise == "every action occurs"


@pytest.mark.parametrize("promise", sorted({promise for promise, _, _ in BROKEN}))
def test_the_game_as_it_is_keeps_it(promise):
    assert not look(promise)


def test_status_stuck_is_told_from_endless():
    assert Status.STUCK != Status.ENDLESS
    assert not look("comes to an end", legal=no_way_out)


def dealt(order, deals=1_000):
    luck = np.random.default_rng(4)
    return np.array([order(luck) for _ in range(deals)])


def swaps(luck):
    """A well known biased shuffle: each card changes places with any card."""
    cards = np.arange(6)
    for place in range(6):
        other = luck.integers(6)
        cards[[place, other]] = cards[[other, place]]
    return cards


def cut(luck):
    return np.roll(np.arange(6), luck.integers(6))


def with_holes(luck):
    return np.append(luck.permutation(6), [NOTHING, NOTHING])


def test_shuffles_are_told_from_what_only_looks_like_one():
    assert not unfair(dealt(lambda luck: luck.permutation(6)))
    assert not unfair(dealt(with_holes))
    assert unfair(dealt(swaps, 20_000)) and unfair(dealt(cut))
    assert not unfair(dealt(lambda luck: np.arange(6)))
