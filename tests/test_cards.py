"""Cards: what is planted is found by both estimators, what is not there is not, and both are what others make of it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from found import GAMES, compiled_only
from polars.testing import assert_frame_equal
from scipy import stats
from statsmodels.regression.linear_model import OLS

import heuristics
from reports import cards, charts, compare, handed, page, sequential
from sim import batch, experiment, handing
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.record import NOTHING, PLAIN, blank, raw, wrap
from sim.replay import opened
from sim.results import card_sets, load

TOY = GAMES["template"]
PLANS = len(TOY.cards["plans"])
IDS = ["hut_1", "hut_2", "hut_3", "granary", "stable", "well", "inn", "market_hall", "mint", "school", "workshop"]
IDS += ["mill", "barn", "tower", "chapel", "manor"]
ALIKE = {f"plans.{card}.{column}": 2 for card in IDS for column in ("wood", "stone")}
ALIKE |= {f"plans.{card}.points": 4 for card in IDS} | {f"plans.{card}.gift": "none" for card in IDS}
PLANTED = ALIKE | {"plans.inn.points": 7}
TABLE = Experiment("template", ("stonemason", "carpenter"), games=80 if PLAIN else 4_000, seed=9, trace=0)
BLIND = replace(TABLE, strategies=("random", "random"))  # if cards are alike, it is nothing to them what they are
LUCK = np.random.default_rng(3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return experiment.run(replace(TABLE, out=tmp_path_factory.mktemp("cards") / "run"))


@pytest.fixture(scope="module")
def run(folder):
    return load(folder)


@pytest.fixture(scope="module")
def frame(run):
    return cards.table(run)


@pytest.fixture(scope="module")
def rows(run):
    """All rows of seats, with a column for each card and event."""
    found = run.seats.collect()
    for event in ("dealt", "offered", "taken", "used"):
        words = found[f"plans_{event}"].to_list()
        columns = [pl.Series(f"{event}_{card}", [word >> card & 1 for word in words]) for card in range(PLANS)]
        found = found.with_columns(columns)
    usual = found.group_by("strategy").agg(pl.col("win_share").mean().alias("usual"))
    return found.join(usual, on="strategy", maintain_order="left")


def row_of(frame, card):
    return frame.filter(pl.col("card") == card).row(0, named=True)


# What is declared.


def test_a_run_says_which_sets_of_cards_it_keeps(run):
    kept = run.about["cards"]
    assert list(kept) == ["plans"] and kept["plans"]["file"] == "plans"
    assert kept["plans"]["names"] == TOY.cards["plans"]
    assert kept["plans"]["columns"] == {event: [f"plans_{event}"] for event in ("dealt", "offered", "taken", "used")}
    assert kept["plans"]["costs"]["wood"][:5] == [2, 2, 2, 3, 3]


def test_costs_are_those_that_were_played():
    assert card_sets(TOY, {"plans.granary.wood": 7})["plans"]["costs"]["wood"][3] == 7


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_every_game_declares_of_cards_can_be_read(game):
    columns = set(experiment.frames(batch.job(game, [line_up(game)]), played_rows(game)).seats.columns)
    for one in card_sets(game, {}).values():
        assert {name for of in one["columns"].values() for name in of} <= columns
        assert all(len(amounts) == len(one["names"]) for amounts in one["costs"].values())


def line_up(game):
    return tuple(heuristics.named(["random"] * game.seats[-1], game))


def played_rows(game):
    return batch.run(game, [line_up(game)], 1).rows[:1]


# Counts.


def test_counts_are_those_of_the_rows(frame, rows):
    for card, row in enumerate(frame.iter_rows(named=True)):
        of = {event: rows[f"{event}_{card}"].to_numpy() for event in ("dealt", "offered", "taken", "used")}
        for event, has in of.items():
            assert row[event] == has.sum() and row[f"{event}_share"] == pytest.approx(has.mean())
        assert row["take"] == pytest.approx((of["offered"] & of["taken"]).sum() / of["offered"].sum())
        assert row["use"] == pytest.approx((of["used"] & of["taken"]).sum() / of["taken"].sum())


def clustered(y, *columns, groups):
    """Slopes and standard errors by least squares, with a sandwich by deal; as statsmodels has them."""
    design = np.column_stack([np.ones(len(y)), *columns])
    found = OLS(y, design).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    return found.params, found.bse


def reach(row, name, deals):
    """The standard error that an interval was made of."""
    return (row[f"{name}_high"] - row[name]) / stats.t.ppf(0.975, deals - 1)


def test_who_takes_is_a_share_by_deal(frame, rows):
    row, card = row_of(frame, "Granary"), TOY.cards["plans"].index("Granary")
    offered = rows.filter(pl.col(f"offered_{card}") == 1)
    slopes, errors = clustered(offered[f"taken_{card}"].to_numpy().astype(float), groups=offered["deal"].to_numpy())
    n = row["take_deals"]
    assert row["take"] == pytest.approx(slopes[0]) and n == offered["deal"].n_unique()
    assert reach(row, "take", n) == pytest.approx(errors[0] * np.sqrt(n / (n - 1)))


@compiled_only
def test_the_gap_between_those_who_took_and_refused_is_that_of_least_squares(frame, rows):
    row, card = row_of(frame, "Granary"), TOY.cards["plans"].index("Granary")
    offered = rows.filter(pl.col(f"offered_{card}") == 1)
    more = (offered["win_share"] - offered["usual"]).to_numpy()
    slopes, errors = clustered(more, offered[f"taken_{card}"].to_numpy(), groups=offered["deal"].to_numpy())
    n = row["gap_deals"]
    assert row["gap"] == pytest.approx(slopes[1])
    assert reach(row, "gap", n) == pytest.approx(errors[1] * np.sqrt(n / (n - 1)))


# The value of being dealt a card.


@compiled_only
def test_the_value_of_a_card_is_that_of_least_squares_with_deals_and_seats(frame, rows):
    few = rows.filter(pl.col("deal") < 300)
    means = few.group_by("deal", "seat").agg(pl.col("score", "dealt_3").mean()).sort("deal", "seat")
    has, score = (means[name].to_numpy().astype(float) for name in ("dealt_3", "score"))
    deal, seat = means["deal"].to_numpy(), means["seat"].to_numpy()
    levels = [deal == number for number in range(1, 300)] + [seat == 2]
    slopes, errors = clustered(score, has, *levels, groups=deal)
    found = cards.effect(has.reshape(-1, 2), cards.centred(score.reshape(-1, 2)))
    assert found.mean == pytest.approx(slopes[1])
    assert found.n == means.group_by("deal").agg(pl.col("dealt_3").n_unique())["dealt_3"].eq(2).sum()
    assert found.error == pytest.approx(errors[1] * np.sqrt(found.n / (found.n - 1)), rel=0.01)  # at two seats both are


def test_without_luck_of_seats_the_value_is_the_plain_difference_within_deals():
    has = np.zeros((200, 4))
    has[np.arange(200), np.arange(200) % 4] = 1  # each seat as often as the others
    score = LUCK.normal(20, 3, (200, 4)) + LUCK.normal(0, 5, (200, 1)) + LUCK.normal(0, 4, (200, 4)) * has
    apart = [beside(score - score.mean(axis=0), np.roll(has, turn, axis=1)) for turn in range(4)]
    found = cards.effect(has, cards.centred(score))
    assert found.mean == pytest.approx(apart[0].mean()) and found.n == 200
    assert found.error == pytest.approx(stats.sem(apart[0]))  # the card makes scores uneven, and that counts


def test_the_variance_is_not_less_than_that_of_the_shuffle():
    """Whoever holds the card happens to do alike in all deals; the others do not."""
    has = np.zeros((200, 4))
    has[np.arange(200), np.arange(200) % 4] = 1
    score = LUCK.normal(20, 3, (200, 4)) * (1 - has)
    score -= has * (score - score.mean(axis=1, keepdims=True))
    found = cards.effect(has, cards.centred(score))
    rest = score - found.mean * has
    rest -= rest.mean(axis=0)
    squares = np.mean([beside(rest, np.roll(has, turn, axis=1)) ** 2 for turn in range(4)], axis=0)
    assert found.error == pytest.approx(np.sqrt(squares.sum() / 200 / 199))


def beside(score, has):
    """In each deal, the score of who has it less the mean of the others."""
    return (score * has).sum(axis=1) - (score * (1 - has)).sum(axis=1) / 3


def test_the_value_is_right_where_seats_differ_and_are_dealt_unevenly():
    """Later seats score more, and are dealt the card more often."""
    seat = LUCK.choice(4, 4_000, p=[0.1, 0.2, 0.3, 0.4])
    has = np.zeros((4_000, 4))
    has[np.arange(4_000), seat] = 1
    score = LUCK.normal(0, 2, (4_000, 4)) + np.arange(4) * 5 + 1.5 * has
    found = cards.effect(has, cards.centred(score))
    assert abs(found.mean - 1.5) < 4 * found.error and found.error < 0.06


def test_a_card_that_always_goes_to_one_seat_has_no_value_that_could_be_told():
    has = np.zeros((500, 3))
    has[:, 0] = 1
    assert cards.effect(has, cards.centred(LUCK.normal(size=(500, 3)))).n == 0
    assert cards.effect(np.ones((500, 3)), cards.centred(LUCK.normal(size=(500, 3)))).n == 0


def test_a_card_of_few_deals_has_no_value_that_could_be_told():
    has = np.zeros((500, 3))
    has[: cards.FEWEST - 1, 1] = 1
    assert cards.effect(has, cards.centred(LUCK.normal(size=(500, 3)))).n == 0


@pytest.mark.parametrize("deals", [40, 400])
def test_intervals_of_values_cover_and_p_is_even(deals):
    """Seats of a deal share its luck, and win shares add up to one."""
    times, covered, small = 1_500, 0, 0
    for _ in range(times):
        seat = LUCK.integers(4, size=deals)
        has = np.zeros((deals, 4))
        has[np.arange(deals), seat] = 1
        strength = LUCK.normal(size=(deals, 4, 4)) + LUCK.normal(size=(deals, 1, 4))
        share = (strength == strength.max(axis=2, keepdims=True)).mean(axis=1)
        found = cards.effect(has, cards.centred(share))
        half = stats.t.ppf(0.975, found.n - 1) * found.error
        covered += abs(found.mean) <= half
        small += 2 * stats.t.sf(abs(found.mean) / found.error, found.n - 1) < 0.1
    assert 0.94 < covered / times < 0.99 and 0.03 < small / times < 0.12


def test_intervals_of_values_cover_where_a_card_helps_in_some_deals_only():
    """In a third of the deals the card is worth six, in the others nothing."""
    times, covered = 1_000, 0
    for _ in range(times):
        has = np.zeros((80, 4))
        has[np.arange(80), LUCK.integers(4, size=80)] = 1
        score = LUCK.normal(size=(80, 4)) + 6 * (LUCK.random((80, 1)) < 1 / 3) * has
        found = cards.effect(has, cards.centred(score))
        covered += abs(found.mean - 2) <= stats.t.ppf(0.975, found.n - 1) * found.error
    assert 0.93 < covered / times < 0.97


# Planted cards, and nothing.


@pytest.fixture(scope="module")
def nothing(tmp_path_factory):
    """All plans are alike but for their names."""
    wanted = replace(BLIND, strategies=("random",) * 4, games=32_000, changes=ALIKE)
    return load(experiment.run(replace(wanted, out=tmp_path_factory.mktemp("alike") / "run")))


@compiled_only
def test_where_all_cards_are_alike_none_is_called_good_or_bad_too_often(nothing):
    """100 runs of 80 deals each, by Holm over 16 cards and two measures: at most 5 % may call one."""
    false = 0
    for number in range(100):
        span = pl.col("deal").is_between(80 * number, 80 * number + 79)
        few = nothing._replace(parts=[tuple(side.filter(span) for side in part) for part in nothing.parts])
        verdicts = set(cards.table(few)["verdict"])
        assert verdicts != {None}
        false += bool(verdicts & {cards.HELPS, cards.HURTS})
    print(f"called good or bad in {false} of 100 runs in which no card was")
    assert false <= stats.binom.ppf(0.999, 100, 0.05)


@compiled_only
def test_a_planted_card_that_is_always_built_is_worth_just_what_was_planted(tmp_path):
    """Players without whims, and cards that are alike but for one: three points in every deal."""
    frame = cards.table(load(experiment.run(replace(TABLE, games=800, changes=PLANTED, out=tmp_path / "run"))))
    row = row_of(frame, "Inn")
    assert row["score"] == pytest.approx(3) and row["verdict"] == cards.HELPS and row["score_p"] < 1e-6


@compiled_only
def test_intervals_that_hold_together_do(nothing):
    found = cards.table(nothing)
    assert set(found["verdict"]) <= {cards.EVEN, cards.UNKNOWN}
    assert (found["win_share_all_low"] < 0).all() and (found["win_share_all_high"] > 0).all()
    assert (found["score_all_low"] < 0).all() and (found["score_all_high"] > 0).all()


@compiled_only
def test_a_planted_card_is_found_by_the_deal_and_by_the_experiment(tmp_path):
    """The Inn is worth three points more than every other plan, to those who build it."""
    wanted = replace(BLIND, games=4_000, changes=PLANTED, out=tmp_path / "run")
    frame = cards.table(load(experiment.run(wanted)))
    row = row_of(frame, "Inn")
    assert row["verdict"] == cards.HELPS and 0 < row["score_low"] < row["score_high"] < 3
    assert cards.HELPS not in frame.filter(pl.col("card") != "Inn")["verdict"].to_list()
    found = measured(replace(wanted, out=None), "inn", tmp_path / "one")
    by_hand, dealt = (
        {one["number"]: one for one in compare.table(found[name]).iter_rows(named=True)} for name in ("handed", "dealt")
    )
    for one in (by_hand, dealt):
        assert 0 < one["score"]["low"] < one["score"]["high"] < 3 and one["score"]["verdict"] == "changed"
        assert one["win_share"]["low"] > 0 and one["win_share"]["p_holm"] < 1e-6
    # Two players: one is dealt the Inn in c of the deals, c = 2 / 16 for each.  Of a seat that has it the share of wins
    # is 1/2 + v/2, v the value by the deal; of one that has not, 1/2 less v/2 c / (1 - c).
    share = row["win_share"] / 2 / (1 - 2 / PLANS)
    error = (row["win_share_high"] - row["win_share_low"]) / 3.92 / 2 / (1 - 2 / PLANS)
    error = np.hypot(error, (by_hand["win_share"]["high"] - by_hand["win_share"]["low"]) / 3.92)
    assert abs(share - by_hand["win_share"]["difference"]) < 4 * error


def test_a_card_like_all_others_makes_no_difference_in_any_deal(tmp_path):
    """Handed or not: the very same games, so every difference is zero and no verdict is made of it."""
    found = measured(replace(TABLE, games=40 if PLAIN else 800, changes=ALIKE), "inn", tmp_path)
    frame = compare.table(found["handed"])
    assert (frame["difference"] == 0).all() and (frame["p_holm"] == 1).all()
    assert "changed" not in frame["verdict"].to_list()


def measured(wanted, card, home):
    """The comparisons of an experiment on a card."""
    table = experiment.prepare(wanted)
    card, runs = handing.named(TOY, card), {}
    changes = {"handed": handing.handed(card, wanted.seed), "other": handing.handed(card, wanted.seed, True)}
    changes |= {"without": handing.taken_out(card)}
    for name, change in changes.items():
        assert handing.run(table, handing.changed(table.job, card.file, change), home / name)
        runs[name] = load(home / name)
    assert handing.run(table, table.job, home / "as_it_is")
    return handed.pairs(runs | {"as_it_is": load(home / "as_it_is")}, card.file, card.number, handing.holder)


@compiled_only
def test_a_run_that_ended_when_enough_was_known_is_judged_by_its_sequences(tmp_path):
    wanted = replace(BLIND, games=8_000, until="win_share +- 0.001", changes=PLANTED, out=tmp_path / "run")
    run = load(experiment.run(wanted))
    frame = cards.table(run)
    row, usual = row_of(frame, "Inn"), row_of(cards.table(run._replace(about=run.about | {"until": None})), "Inn")
    assert row["verdict"] == cards.HELPS and row["win_share_p"] is None and row["win_share_p_holm"] is None
    assert row["win_share_low"] < usual["win_share_low"] and usual["win_share_p"] < 1e-4
    family = 2 * frame["win_share"].is_not_null().sum()  # a verdict goes by the sequences of wins and of score
    worth = cards.values(cards.dealt(run, run.about["cards"]), "plans", len(frame))[
        frame["card"].to_list().index("Inn")
    ]
    assert row["score_all_low"] == pytest.approx(sequential.mean_interval(worth[1], family).low)
    few = run._replace(parts=[tuple(side.filter(pl.col("deal") < 1_000) for side in part) for part in run.parts])
    assert cards.table(few)["verdict"].is_null().all()  # too few deals for a sequence
    assert "inf" not in " ".join(cards.lines(frame)) and page.html(page.report(run))


# Cards handed and taken out.


def fresh(number, seats=3):
    """A deal after its setup."""
    array = blank(TOY.state, 1)
    array[0] = raw(opened(TOY, seats, number)[0])
    return array, handing.deal_of(array, handing.layout(TOY, "plans"))


def hands(array):
    return [
        sorted(int(card) for card in me["hand"] if card != NOTHING) for me in array[0]["players"][: array["seats"][0]]
    ]


def bits(word):
    return {card for card in range(64) if int(word) >> card & 1}


@pytest.mark.parametrize("number", range(12))
def test_a_card_is_handed_and_another_in_its_place(number):
    card = handing.Card("plans", number + 2, "")
    array, deal = fresh(number)
    before = hands(array)
    handing.handed(card, 5)(deal, number)
    seat = handing.holder(5, number, 3)
    assert card.number in hands(array)[seat] and not list(TOY.check(wrap(TOY.state, array)[0], TOY.load({})))
    assert all(
        bits(me["plans_dealt"]) == set(hand) for me, hand in zip(array[0]["players"], hands(array), strict=False)
    )
    other, its_deal = fresh(number)
    handing.handed(card, 5, True)(its_deal, number)
    assert card.number not in hands(other)[seat] and not list(TOY.check(wrap(TOY.state, other)[0], TOY.load({})))
    mine, theirs = (set(one[seat]) for one in (hands(array), hands(other)))
    assert len(mine) == 2 and len(mine & theirs) == 1
    assert len(before[seat]) == len(hands(other)[seat])
    assert (deal.numbers[deal.everywhere()] != its_deal.numbers[its_deal.everywhere()]).sum() == 2
    names = [name for name in TOY.state.fields if name not in ("players", "plans")]
    assert all(np.array_equal(array[name], other[name]) for name in names)


def test_every_seat_and_every_other_card_is_drawn_alike():
    card, seats, others = handing.Card("plans", 4, ""), np.zeros(3), np.zeros(PLANS)
    for number in range(150 if PLAIN else 600):
        array, deal = fresh(number)
        handing.handed(card, 1, True)(deal, number)
        seat = handing.holder(1, number, 3)
        seats[seat] += 1
        for held in hands(array)[seat]:
            others[held] += 1
    assert others[4] == 0
    assert stats.chisquare(seats).pvalue > 1e-3 and stats.chisquare(np.delete(others, 4)).pvalue > 1e-3


@pytest.mark.parametrize("number", range(12))
def test_a_card_is_taken_out_and_all_others_stay(number):
    card = handing.Card("plans", number, "")
    array, deal = fresh(number)
    before, left = hands(array), int(array["plans"]["left"][0])
    handing.taken_out(card)(deal, number)
    pile = [int(one) for one in array["plans"]["cards"][0] if one != NOTHING]
    assert sorted(sum(hands(array), pile)) == [one for one in range(PLANS) if one != number]
    assert array["plans"]["left"][0] == left - 1 == len(pile)
    for mine, was, me in zip(hands(array), before, array[0]["players"], strict=False):
        assert len(mine) == len(was) and bits(me["plans_dealt"]) == bits(me["plans_taken"]) == set(mine)
        assert mine == was or number in was


def test_without_a_change_the_games_are_those_of_the_game_itself():
    job = batch.job(TOY, [tuple(heuristics.named(["stonemason", "random", "learner"], TOY))], 4)
    same = handing.changed(job, "plans", lambda deal, number: None)
    wanted, found = (batch.play_chunk(one, 6, 12)[0] for one in (job, same))
    assert not found.faults and np.array_equal(wanted.rows, found.rows)


def test_results_do_not_depend_on_threads(tmp_path):
    card, tables = handing.named(TOY, "chapel"), []
    for threads in (1, 2):
        table = experiment.prepare(replace(TABLE, games=48, threads=threads))
        job = handing.changed(table.job, "plans", handing.handed(card, 0, True))
        assert handing.run(table, job, tmp_path / str(threads))
        tables.append(load(tmp_path / str(threads)).seats.collect())
    assert tables[0].equals(tables[1])


@pytest.mark.parametrize("text", ["chapel", "Chapel", "plans.chapel", "plans.Chapel"])
def test_a_card_has_several_names(text):
    assert handing.named(TOY, text) == handing.Card("plans", TOY.cards["plans"].index("Chapel"), "Chapel")


def test_what_breaks_a_game_is_refused():
    """A card that the setup also keeps elsewhere, where no declaration tells: the game's own check finds it out."""
    strict = TOY._replace(check=lambda state, tables: ["it is not where it was"] if 14 in state.players[0].hand else [])
    job = batch.job(TOY, [line_up(TOY)])._replace(game=strict)
    with pytest.raises(BoxError, match="plans cannot be handed in template: afterwards it is not where it was"):
        handing.try_out(job, "plans", handing.handed(handing.named(TOY, "chapel"), 0), True)


# The curve of costs.


def test_the_curve_of_costs_is_that_of_least_squares():
    wood, stone = LUCK.integers(0, 6, 20).astype(float), LUCK.integers(0, 6, 20).astype(float)
    worth = 1 + 0.5 * wood + 0.8 * stone + LUCK.normal(0, 0.3, 20)
    found = cards.fit({"wood": wood, "none": np.zeros(20), "stone": stone}, worth)
    wanted = OLS(worth, np.column_stack([np.ones(20), wood, stone])).fit()
    assert found.goods == ["wood", "stone"]
    assert [price.mean for price in found.prices] == pytest.approx(list(wanted.params))
    ends = [[price.low, price.high] for price in found.prices]
    assert np.allclose(ends, wanted.conf_int())
    apart = wanted.get_influence().resid_studentized_external
    assert found.p == pytest.approx(2 * stats.t.sf(np.abs(apart), 16))
    assert found.residuals == pytest.approx(wanted.resid)


def test_a_card_off_the_curve_is_found_and_others_are_not():
    called = 0
    for _ in range(300):
        wood = np.repeat(np.arange(5.0), 4)
        worth = wood + LUCK.normal(0, 0.3, 20)
        called += (cards.holm(cards.fit({"wood": wood}, worth).p) <= 0.05).any()
        worth[7] += 3
        assert np.argmin(cards.fit({"wood": wood}, worth).p) == 7
    assert called <= stats.binom.ppf(0.999, 300, 0.05)


def test_a_card_that_alone_takes_a_good_is_never_off_the_curve():
    """The curve goes through it, whatever it is worth: there is nothing to compare it with."""
    for _ in range(30):
        wood = LUCK.integers(0, 4, 12).astype(float)
        found = cards.fit({"wood": wood, "gold": np.eye(12)[0]}, 2 * wood + LUCK.normal(0, 1, 12))
        assert found.p[0] > 0.99 and not np.isnan(found.p).any()
        without = cards.fit({"wood": wood[1:]}, (found.fitted + found.residuals)[1:])
        assert found.p[1:] == pytest.approx(without.p)


def test_there_is_no_curve_of_few_cards():
    assert cards.fit({"wood": np.arange(5.0)}, np.arange(5.0)) is None
    assert cards.fit({"wood": np.ones(20)}, np.arange(20.0)) is None


# Quadrants.


def judged(**values):
    row = {"taken": 9, "used": 9, "offered": 100, "take": 0.5, "take_all_low": 0.5, "take_all_high": 0.5, "deals": 50}
    return row | {"verdict": None, "gap": 0.1, "gap_all_low": -1.0, "gap_all_high": 1.0} | values


def quadrants(*rows):
    cards.place(list(rows))
    return [row["quadrant"] for row in rows]


def test_quadrants_need_both_to_be_sure():
    more, less = {"take": 0.9, "take_all_low": 0.8}, {"take": 0.1, "take_all_high": 0.2, "take_all_low": 0.05}
    more["take_all_high"] = 0.95
    helps, hurts = {"verdict": cards.HELPS}, {"verdict": cards.HURTS}
    found = quadrants(
        *(judged(**often, **good) for good in (helps, hurts) for often in (more, less)),
        judged(**more, verdict=cards.UNKNOWN),
        judged(**helps, take=0.5, take_all_low=0.4, take_all_high=0.6),
        judged(**more, **helps, used=0),
        judged(**less),
        judged(**less),
    )
    wanted = [cards.MUST, cards.OVERLOOKED, cards.TRAP, cards.DEAD, None, None, cards.NEVER, None, None]
    assert found == wanted


def test_without_a_value_by_the_deal_the_choice_says_so():
    rows = [
        judged(deals=0, take=0.9, take_all_low=0.8, take_all_high=0.95, gap=0.1, gap_all_low=0.05, gap_all_high=0.2),
        judged(deals=0, take=0.1, take_all_low=0.05, take_all_high=0.2, gap=-0.1, gap_all_low=-0.2, gap_all_high=0.05),
    ]
    assert quadrants(*rows) == [cards.MUST, None] and rows[0]["quadrant_by"] == cards.BY_CHOICE


# Shown.


def test_sentences_have_an_interval_for_points_and_say_by_what_a_card_helps():
    """A card may help by points whose share of wins cannot be told: then its sentence must not look contradictory."""
    ends = {"win_share": (0.08, -0.02, 0.18), "score": (3.99, 0.25, 7.731)}
    row = {
        f"{what}{end}": x for what, of in ends.items() for end, x in zip(("", "_all_low", "_all_high"), of, strict=True)
    }
    known = pl.DataFrame([row | {"card": "Chapel", "verdict": cards.HELPS}])
    best, counts = cards.value_words("Plans", known, 1, 0.02)
    assert "8.0 percentage points of the share of wins (-2.0 to 18.0) and 3.99 points (0.25 to 7.73)." in best
    assert counts.startswith("Plans, of 1 cards: 1 help, 0 hurt (by wins or by points), 0 are even")


def test_a_figure_that_leaves_out_the_middle_says_so():
    """Twelve dots above, twelve below and a silent gap between them would look like all the cards there are."""
    known = [0.01 * number for number in range(40)]
    frame = pl.DataFrame({"set": ["plans"] * 41, "card": [str(n) for n in range(41)], "win_share": [*known, None]})
    assert (
        cards.of_many(frame, "plans") == ", the best and the worst 12 of 40" and len(cards.shown(frame, "plans")) == 24
    )
    assert cards.of_many(frame.head(24), "plans") == ""


@compiled_only
def test_who_plays_alone_wins_nothing_more_by_a_card(tmp_path):
    """One player's share of wins is 1 whatever he takes: a gap of 0.0 would be a number about nothing."""
    wanted = Experiment("abbey", ("balanced",), games=200, seed=3, trace=0, out=tmp_path / "run")
    frame = cards.table(load(experiment.run(wanted)))
    assert frame["gap_deals"].max() >= cards.FEWEST and frame["gap"].null_count() == len(frame)


ODD = ("<script>alert(1)</script>", 'the "quick", one', "石工 & café $x^2$")


def renamed(folder, home):
    """A copy of a run whose cards have odd names."""
    shutil.copytree(folder, home)
    about = json.loads((home / "run.json").read_text(encoding="utf-8"))
    about["cards"]["plans"]["names"][:3] = ODD
    (home / "run.json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
    return home


def test_odd_names_come_out_as_they_are(folder, tmp_path, capsys):
    home = renamed(folder, tmp_path / "run")
    assert main(["cards", str(home), "--csv", str(tmp_path / "csv"), "--png", str(tmp_path / "png")]) == 0
    told = capsys.readouterr().out
    assert "石工" in told and max(len(line) for line in told.splitlines()) <= 100
    found = pl.read_csv(tmp_path / "csv" / "cards.csv")
    assert found["card"].to_list()[:3] == list(ODD) and len(found) == PLANS
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in (tmp_path / "png").iterdir())
    text = page.html(page.report(load(home)))
    assert "<script" not in text and "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "the &#34;quick&#34;, one" in text and "石工 &amp; café $x^2$" in text
    assert main(["cards", str(home), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["card"] for row in told["cards"]][:3] == list(ODD)


@compiled_only
def test_the_page_has_the_section_with_its_figures_and_what_is_no_effect(run):
    section = next(one for one in page.report(run).sections if one.name == "cards")
    assert {figure.name for figure in section.figures} == {"cards-plans", "cards-plans-taken", "cards-plans-costs"}
    assert "association" in section.caution and "shuffle" in section.caution
    assert all(len(row) == len(table.head) for table in section.tables for row in table.rows)
    assert all(charts.drawn(figure.axes, "png") for figure in section.figures)


def test_a_game_without_cards_has_no_section(tmp_path):
    wanted = Experiment("pig", ("random", "random"), games=4, trace=0, out=tmp_path / "run")
    found = page.report(load(experiment.run(wanted)))
    assert "cards" not in [section.name for section in found.sections]


@compiled_only
def test_parts_add_up(run):
    """The tallies of parts add up to those of the whole."""
    halves = [pl.col("deal") < 700, pl.col("deal") >= 700]
    parts = [tuple(side.filter(half) for side in part) for part in run.parts for half in halves]
    assert_frame_equal(cards.table(run._replace(parts=parts)), cards.table(run))


# The command.


def refused(capsys, *arguments):
    assert main(["cards", *map(str, arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    return told.err


def test_mistakes_are_refused_in_one_line(folder, capsys, tmp_path):
    assert "did you mean chapel?" in refused(capsys, "template", "--experiment", "chappel")
    assert "pig keeps no cards" in refused(capsys, "pig", "--experiment", "ace")
    assert "say --experiment CARD" in refused(capsys, "template")
    assert "cannot be changed" in refused(capsys, folder, "--experiment", "chapel")
    assert "cannot be changed" in refused(capsys, folder, "--games", 8)
    checked = tmp_path / "checked.toml"
    checked.write_text('game = "template"\nstrategies = ["stonemason", "carpenter"]\ngames = 8\nchecked = true\n')
    assert "checked.toml, checked: " in refused(capsys, checked, "--experiment", "chapel")
    (tmp_path / "file").write_text("")
    assert "cannot be made" in refused(capsys, folder, "--csv", tmp_path / "file" / "csv")


def test_a_run_that_kept_no_cards_is_refused(folder, capsys, tmp_path):
    home = renamed(folder, tmp_path / "run")
    about = json.loads((home / "run.json").read_text(encoding="utf-8"))
    del about["cards"]
    (home / "run.json").write_text(json.dumps(about), encoding="utf-8")
    assert "keeps no cards" in refused(capsys, home)
    assert "cards" not in [section.name for section in page.report(load(home)).sections]


def test_an_experiment_is_told_and_written(capsys, tmp_path):
    words = ["template", "--experiment", "Manor", "--games", "16", "--players", "2", "--quiet"]
    assert main(["cards", *words, "--csv", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert all(asked in told for asked in (handed.ASKED["handed"], handed.ASKED["all"]))
    assert max(len(line) for line in told.splitlines()) <= 100
    assert {file.name for file in Path(tmp_path).iterdir()} >= {"handed.csv", "all.csv"}
    assert main(["cards", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["card"] == {"file": "plans", "number": TOY.cards["plans"].index("Manor"), "name": "Manor"}
    assert told["comparisons"]["handed"]["is_paired"]
