"""The model of placings is the one that it says, found by its greatest likelihood, and as sure of it as it says."""

from itertools import combinations, product

import numpy as np
import polars as pl
import pytest
from scipy import optimize

from reports import plackett_luce, ratings
from reports.placings import Placings
from reports.plackett_luce import Design, choices, contrasts, fit, likelihood, stage_counts

NAMES = ["a", "b", "c", "d"]


def patterns(games, names=NAMES):
    """[((strategies by seat), (places by seat)), ...] for each deal -> Placings."""
    rows = [game for deal in games for game in deal]
    different = sorted(set(rows))
    of_game = np.array([different.index(row) for row in rows]).reshape(len(games), -1)
    return Placings(
        names, np.array([who for who, _ in different]), np.array([place for _, place in different]), of_game
    )


def places(order, seats):
    """[{2}, {0, 1}] -> places by seat: (2, 2, 1)."""
    found, place = [0] * seats, 1
    for group in order:
        for seat in group:
            found[seat] = place
        place += len(group)
    return tuple(found)


def weight(group, worth, ties):
    """Of a set of seats, as the model has it."""
    return np.prod([worth[seat] for seat in group]) ** (1 / len(group)) * ties.get(
        len(group), 1.0 if len(group) == 1 else 0
    )


def chance(who, place, strengths, seats, ties):
    """The chance of these places, by the definition, with loops."""
    worth = [np.exp(strengths[strategy] + seats[seat]) for seat, strategy in enumerate(who)]
    left, found = set(range(len(who))), 1.0
    while len(left) > 1:
        first = min(place[seat] for seat in left)
        chosen = [seat for seat in left if place[seat] == first]
        groups = [group for size in range(1, len(left) + 1) for group in combinations(sorted(left), size)]
        found *= weight(chosen, worth, ties) / sum(weight(group, worth, ties) for group in groups)
        left -= set(chosen)
    return found


def orders(seats, ties):
    """All places there can be."""
    every = {
        tuple(sorted(place).index(value) + 1 for value in place) for place in product(range(1, seats + 1), repeat=seats)
    }
    return sorted(place for place in every if all(place.count(p) == 1 or place.count(p) in ties for p in place))


def drawn(luck, who, strengths, seats, ties, games):
    """Places drawn from the model."""
    possible = orders(len(who), ties)
    chances = [chance(who, place, strengths, seats, ties) for place in possible]
    assert sum(chances) == pytest.approx(1)
    return [(who, possible[number]) for number in luck.choice(len(possible), games, p=chances)]


def rotations(line_up):
    return [line_up[turn:] + line_up[:turn] for turn in range(len(line_up))]


STRENGTHS, SEATS, TIES = np.array([0.8, 0.1, -0.3, -0.6]), np.array([0.25, -0.05, -0.2]), {2: 0.3}
LINE_UPS = [(0, 1, 2), (1, 2, 3), (3, 1, 0), (2, 0, 3)]


def sample(deals, seed=0, strengths=STRENGTHS):
    """Deals of every line-up in every rotation."""
    luck = np.random.default_rng(seed)
    whos = [who for line_up in LINE_UPS for who in rotations(line_up)]
    columns = [drawn(luck, who, strengths, SEATS, TIES, deals) for who in whos]
    return patterns(list(zip(*columns, strict=True)))


DESIGN = Design(contrasts(4), contrasts(3), [2])


def test_the_likelihood_is_that_of_the_definition():
    found = sample(20)
    values = np.array([0.4, -0.2, 0.1, 0.3, -0.1, -0.9])
    strengths, seats = contrasts(4) @ values[:3], contrasts(3) @ values[3:5]
    wanted = sum(
        count * np.log(chance(who, place, strengths, seats, {2: np.exp(values[5])}))
        for who, place, count in zip(found.strategy, found.place, found.counts, strict=True)
    )
    of = choices(found)
    weights = stage_counts(of, found.counts)
    height, slope, information = likelihood(of, weights, DESIGN, values)
    assert height == pytest.approx(wanted)

    def at(values):
        return likelihood(of, weights, DESIGN, values)[0]

    assert slope == pytest.approx(optimize.approx_fprime(values, at, 1e-6), abs=1e-2)
    steps = np.eye(6) * 1e-5
    curve = [(likelihood(of, weights, DESIGN, values + step)[1] - slope) / -1e-5 for step in steps]
    assert information == pytest.approx(np.array(curve), rel=1e-3, abs=1e-2)


def test_the_fit_is_the_highest_point():
    found = sample(40)
    of = choices(found)
    weights = stage_counts(of, found.counts)
    best = optimize.minimize(lambda values: -likelihood(of, weights, DESIGN, values)[0], np.zeros(6), method="BFGS")
    assert fit(found, DESIGN).values == pytest.approx(best.x, abs=1e-3)


def test_two_players_are_bradley_and_terrys_with_davidsons_ties():
    """Of 60 wins, 30 losses and 10 ties: the odds are 2, and the tie is worth 10 / sqrt(60 * 30)."""
    games = [[((0, 1), (1, 2))]] * 60 + [[((0, 1), (2, 1))]] * 30 + [[((0, 1), (1, 1))]] * 10
    found = fit(patterns(games, ["a", "b"]), Design(contrasts(2), np.zeros((2, 0)), [2]))
    assert 2 * found.values[0] == pytest.approx(np.log(2), abs=1e-4)
    assert found.values[1] == pytest.approx(np.log(10 / np.sqrt(60 * 30)), abs=1e-4)
    plain = fit(patterns(games[:90], ["a", "b"]), Design(contrasts(2), np.zeros((2, 0)), []))
    error = 2 * np.sqrt(plain.covariance[0, 0])
    assert error == pytest.approx(np.sqrt((1 / 60 + 1 / 30) * 90 / 89))  # of a logarithm of odds


def test_known_strengths_seats_and_ties_are_found():
    frame = ratings.of_placings(sample(1500, seed=3))
    wanted = dict(zip(NAMES, STRENGTHS, strict=True)) | {str(n + 1): SEATS[n] for n in range(3)} | {"of 2": np.log(0.3)}
    assert set(frame["who"]) == set(wanted)
    for row in frame.iter_rows(named=True):
        assert abs(row["strength"] - wanted[row["who"]]) < 4 * row["error"] < 0.2, row
    assert sum(frame["strength"][:4]) == pytest.approx(0, abs=1e-9)
    assert sum(frame["strength"][4:7]) == pytest.approx(0, abs=1e-9)
    assert frame["fit_p"][0] > 0.001


def test_intervals_hold_when_the_games_of_a_deal_go_alike():
    """Each game stands three times in its deal: the information alone would be sure by a factor of root 3 too much."""
    met = naive = 0
    times = 150
    for seed in range(times):
        once = sample(60, seed)
        thrice = once._replace(of_game=np.repeat(once.of_game, 3, axis=1))
        row = ratings.of_placings(thrice).row(0, named=True)
        assert row["who"] == "a"
        met += row["low"] <= STRENGTHS[0] <= row["high"]
        fitted = fit(thrice, DESIGN)
        naive += abs(row["strength"] - STRENGTHS[0]) <= 1.96 * np.sqrt(np.linalg.inv(fitted.information)[0, 0])
    assert 0.89 < met / times < 0.99
    assert naive / times < 0.85


def test_one_deal_does_not_tell_how_sure_it_is():
    """The score of the only deal is zero where the likelihood is highest: that is no sign of certainty."""
    frame = ratings.of_placings(sample(1, seed=1))
    rated = frame.filter(frame["strength"].is_not_null())
    assert len(rated) > 4 and rated["low"].null_count() == rated["error"].null_count() == len(rated)
    assert all("one deal" in said for said in ratings.words(frame))
    assert ratings.chart(frame)


def test_ends_beyond_all_numbers_are_told():
    """A seat after two deals: e^900 times the odds, perhaps."""
    row = {"kind": "seat", "who": "1", "deals": 2, "strength": 1.0, "all_low": -898.0, "all_high": 900.0}
    assert any(
        "2.72 times the odds (0.00 to inf)" in said for said in ratings.words(pl.DataFrame([row], ratings.SHAPE))
    )


def test_the_test_of_fit_rejects_as_often_as_it_says():
    found = [ratings.of_placings(sample(150, seed))["fit_p"][0] for seed in range(150)]
    assert np.mean(np.array(found) < 0.05) < 0.11
    assert 0.38 < np.mean(found) < 0.62


def test_a_cycle_does_not_fit():
    """a beats b beats c beats a, three times in four: one number a strategy cannot say so."""
    luck = np.random.default_rng(1)
    games = []
    for _ in range(200):
        deal = []
        for one, other in ((0, 1), (1, 2), (2, 0)):
            for who in ((one, other), (other, one)):
                first = (who[0] == one) == (luck.random() < 0.75)
                deal.append((who, (1, 2) if first else (2, 1)))
        games.append(deal)
    frame = ratings.of_placings(patterns(games, NAMES[:3]))
    assert frame["fit_p"][0] < 1e-6 and frame["misfit"][0] > 0.2
    assert any("One number a strategy does not tell all" in said for said in ratings.words(frame))


def test_who_never_comes_in_ahead_is_set_apart():
    found = sample(60, strengths=np.array([0.8, 0.1, -0.3, -40.0]))
    frame = ratings.of_placings(found)
    last = frame.filter(frame["who"] == "d").row(0, named=True)
    assert last["strength"] is None and last["note"] == "never came in ahead of the others"
    assert any("d has no rating: never came in ahead" in said for said in ratings.words(frame))
    rated = frame.filter((frame["kind"] == "strategy") & frame["strength"].is_not_null())
    assert rated["who"].to_list() == ["a", "b", "c"]
    assert abs(rated["strength"][0] - rated["strength"][1] - 0.7) < 4 * rated["error"][0]
    always = ratings.of_placings(sample(60, strengths=np.array([40.0, 0.1, -0.3, -0.6])))
    assert always.filter(always["who"] == "a")["note"][0] == "came in ahead of the others every time"


def test_fixed_seats_and_strategies_are_not_told_apart():
    luck = np.random.default_rng(2)
    games = [[game] for game in drawn(luck, (0, 1, 2), STRENGTHS, np.zeros(3), TIES, 400)]
    frame = ratings.of_placings(patterns(games, NAMES[:3]))
    assert set(frame["kind"]) == {"strategy", "tie"}  # the seat is in the strength
    assert frame["who"][0] == "a" and frame["strength"][0] == pytest.approx(0.6, abs=0.3)


def test_where_only_winners_are_told_only_they_are_used():
    """All losers tie: the strengths are the logarithms of wins."""
    who = [(0, 1, 2)] * 60 + [(1, 2, 0)] * 60
    won = [0] * 30 + [1] * 20 + [2] * 10 + [2] * 30 + [0] * 20 + [1] * 10
    games = [
        [(sits, tuple(1 if seat == first else 2 for seat in range(3)))] for sits, first in zip(who, won, strict=True)
    ]
    frame = ratings.of_placings(patterns(games, NAMES[:3]))
    strengths = dict(zip(frame["who"], frame["strength"], strict=True))
    assert strengths["a"] - strengths["b"] == pytest.approx(np.log(60 / 40), abs=1e-4)
    assert strengths["b"] - strengths["c"] == pytest.approx(np.log(40 / 20), abs=1e-4)
    assert not (frame["kind"] == "tie").any()


def test_one_strategy_has_no_rating_but_its_seats_have():
    luck = np.random.default_rng(4)
    games = [[game] for game in drawn(luck, (0, 0, 0), STRENGTHS, SEATS, {}, 3000)]
    frame = ratings.of_placings(patterns(games, ["a"]))
    seats = frame.filter(frame["kind"] == "seat")
    assert all(
        abs(row["strength"] - SEATS[int(row["who"]) - 1]) < 4 * row["error"] for row in seats.iter_rows(named=True)
    )
    assert "There are no ratings" in ratings.words(frame)[0]


def test_blocks_do_not_matter(monkeypatch):
    found = sample(150)
    whole = ratings.of_placings(found)
    monkeypatch.setattr(plackett_luce, "BLOCK", 7)
    monkeypatch.setattr("reports.placings.CELLS", 500)
    for name in ("strength", "error", "fit_p", "misfit"):
        assert ratings.of_placings(found)[name].to_numpy() == pytest.approx(whole[name].to_numpy(), rel=1e-8)
