"""`check` finds out when the toolkit is wrong, and does not cry wolf."""

import json
import math

import numpy as np
import pytest
from found import GAMES, compiled_only

from reports import answers, coverage, known
from reports.coverage import CASES, Covered, alarm, allowed, held
from reports.intervals import Moments, mean_interval
from reports.known import RATE, Checked, Exact, judged, measured
from sim import games
from sim.cli import main
from sim.files import BoxError
from sim.record import PLAIN

FILES = {name: games.folder(name) / known.FILE for name in GAMES if (games.folder(name) / known.FILE).exists()}
TINY = """
[[match]]
about = "two players"
table = ["roller", "roller"]
fixed_seats = true
games = 2000
[match.exact]
win_share = [0.38207492, 0.61792508]
"turns.mean" = 5.8098863
"turns.sd" = 3.7130427
"tied.share" = 0
win_share_of = { roller = 0.5 }

[[match]]
about = "three chairs"
table = ["roller", "random", "roller"]
fixed_seats = false
games = 600
changes = { "params.chips" = 1 }
[match.exact]
win_share_of = { roller = 0.333333333, random = 0.333333333 }
"""


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """Has `check` read another known.toml, of one game, and leave out the coverages."""

    def write(text):
        (tmp_path / known.FILE).write_text(text)
        monkeypatch.setattr(coverage, "CASES", ())
        real = answers.answers
        file = {"left_center_right": tmp_path / known.FILE}
        monkeypatch.setattr(answers, "answers", lambda files, *how: real(file, *how))

    return write


# From known.toml to a verdict.


def test_what_is_right_is_ok(tiny, capsys):
    tiny(TINY)
    assert main(["check", "--quiet"]) == 0
    said = capsys.readouterr()
    assert said.err == "" and "8 of 8 comparisons agree" in said.out and "at most 0.1 %" in said.out
    rows = [line for line in said.out.splitlines() if " measured " in line]
    assert len(rows) == 8 and all(line.split()[0] == "ok" for line in rows)
    assert main(["check", "--quiet", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] and [row["exact"] for row in told["comparisons"][:2]] == [0.38207492, 0.61792508]


@pytest.mark.parametrize(
    "right, wrong, what",
    [
        ("[0.38207492, 0.61792508]", "[0.33207492, 0.66792508]", "win_share of seat 1"),
        ("5.8098863", "6.3", "turns, mean"),
        ("3.7130427", "4.2", "turns, sd"),
        ('"tied.share" = 0', '"tied.share" = 0.01', "tied, share"),
        ('"tied.share" = 0', '"turns.quantile" = { 0.5 = 8 }', "turns, 50 % quantile"),
        ('"tied.share" = 0', '"turns.at_most" = { 5 = 0.7 }', "turns at most 5"),
        ("{ roller = 0.5 }", "{ roller = 0.51 }", "win_share of roller"),
    ],
)
def test_what_is_wrong_is_found(right, wrong, what, tiny, capsys):
    tiny(TINY.replace(right, wrong))
    assert main(["check", "--seed", "1"]) == 1
    said = capsys.readouterr()
    assert f"WRONG: left_center_right (two players), {what} is " in said.out
    assert said.err.startswith("meeplecarlo: left_center_right (two players): 2,000 games")


@pytest.mark.parametrize(
    "right, wrong, says",
    [
        (
            '[[match]]\nabout = "two',
            'mach = 1\n[[match]]\nabout = "two',
            "left_center_right/known.toml: 'mach' is unknown; did you mean match?",
        ),
        ("games = 2000", "game = 2000", "match 1: 'game' is unknown; did you mean games?"),
        ("games = 2000\n", "", "match 1: games is missing; it is a whole number"),
        ("games = 2000", "games = 2.5", "match 1, games: 2.5 is not a whole number"),
        ("games = 600", "games = 0", "match 2, games: 0 is not a whole number from 1 on"),
        ('"random", "roller"]', '"random", "rolle"]', "match 2: strategy: 'rolle' is unknown; did you mean roller?"),
        ('"random", "roller"]', '"random"' + ', "roller"' * 9 + "]", "match 2: left_center_right is for "),
        ("params.chips", "params.chip", "match 2: params.chip: 'chip' is unknown; did you mean chips?"),
        ('"turns.mean"', '"turn.mean"', "match 1, turn.mean: 'turn' is unknown; did you mean turns?"),
        ('"turns.mean"', '"turns.men"', "match 1, turns.men: 'men' is unknown; did you mean mean?"),
        ('"turns.mean"', '"turns"', "match 1, turns: say what of it: turns.mean, turns.sd"),
        ('"tied.share"', '"turns.share"', "match 1, turns.share: 'share' is unknown"),
        ("5.8098863", '"6"', "match 1, turns.mean: '6' is not a number"),
        ("5.8098863", "nan", "match 1, turns.mean: nan is not a number"),
        ("3.7130427", "-1", "match 1, turns.sd: -1 is not between 0 and inf"),
        ('"tied.share" = 0', '"turns.at_most" = { 5 = 1.2 }', "match 1, turns.at_most.5: 1.2 is not between 0 and 1"),
        ('"tied.share" = 0', '"turns.at_most" = 0.2', "it is of the form turns.at_most = { 7 = 0.01 }"),
        ('"tied.share" = 0', '"turns.quantile" = { 95 = 3 }', "match 1, turns.quantile.95: 95 is not between 0 and 1"),
        ('"tied.share" = 0', '"tied.share.x" = 0', "match 1, tied.share.x: tied.share is one number"),
        ("0.61792508]", "0.6]", "match 1, win_share: the shares of all seats add up to 0.982075 and not to 1"),
        (", 0.61792508]", "]", "match 1, win_share: [0.38207492] is not a list of 2 shares, one for each seat"),
        ("fixed_seats = true", "fixed_seats = false", "match 1, win_share: shares by seat are known only where"),
        ("random = 0.3", "randm = 0.3", "match 2, win_share_of.randm: 'randm' is unknown; did you mean random?"),
        (TINY, "", "left_center_right/known.toml: there is no [[match]] in it"),
        (TINY, "match = 3", "left_center_right/known.toml: there is no [[match]] in it"),
        ("win_share = [0.38207492", "win_share = [0.38207492,", "known.toml: not readable as TOML"),
    ],
)
def test_a_mistake_is_told_in_one_line_before_anything_is_played(right, wrong, says, tiny, capsys):
    assert right in TINY
    tiny(TINY.replace(right, wrong))
    assert main(["check", "--quiet"]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out


def test_a_game_with_a_fault_is_counted_and_wrong(tmp_path):
    (tmp_path / known.FILE).write_text(TINY)
    match = known.matches("left_center_right", tmp_path / known.FILE)[0]
    job = known.ready(match, 0)
    job.tables.longest = 15  # decisions: longer games count as endless
    faulted, *others = judged(list(known.outcome(match, job)))
    assert 0 < faulted.measured < 2_000 and not faulted.ok
    assert "ENDLESS" in faulted.what and "seed 0, game" in faulted.what
    assert len(others) == len(match.exact)


def test_every_known_toml_can_be_read():
    assert FILES
    for name, file in FILES.items():
        for match in known.matches(name, file):
            known.ready(match, 0)


# How often a right value is called wrong.


def shares(luck, deals, games):
    """Wins of a strategy in deals of a few games, which share half of their luck."""
    common = luck.random((deals, 1)) < 0.5
    return np.where(common, luck.random((deals, 1)) < 0.3, luck.random((deals, games)) < 0.3).astype(float)


def lengths(luck, deals, games):
    return np.minimum(luck.geometric(0.1, (deals, 1)), luck.geometric(0.1, (deals, games))).astype(float)


ROOT = 0.9 * 0.9  # a length exceeds n with a chance of ROOT ** n
FIGURES = {
    "share": (shares, Exact("win_share_of", "share", "x", 0.3)),
    "mean": (lengths, Exact("turns", "mean", None, 1 / (1 - ROOT))),
    "sd": (lengths, Exact("turns", "sd", None, math.sqrt(ROOT) / (1 - ROOT))),
    "at_most": (lengths, Exact("turns", "at_most", 2, 1 - ROOT**2)),
    "quantile": (lengths, Exact("turns", "quantile", 0.9, math.ceil(math.log(0.1) / math.log(ROOT)))),
}


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("figure", FIGURES)
def test_p_values_are_as_rare_as_they_say(figure, games):
    draw, exact = FIGURES[figure]
    luck = np.random.default_rng(5)
    found = [measured(exact, draw(luck, 1_000, games)) for _ in range(2_000)]
    below = np.mean([p < 0.05 for _, p in found])
    held_in = np.mean([low <= exact.value <= high for (_, low, high, _), _ in found])
    error = math.sqrt(0.05 * 0.95 / 2_000)
    print(f"{figure}, {games} games a deal: p < 0.05 in {below:.2%}, the interval holds it in {held_in:.2%}")
    assert below < 0.05 + 4 * error and held_in > 0.95 - 4 * error
    if figure != "quantile":  # which is whole: it is seldom just so far off
        assert below > 0.05 - 5 * error


def test_a_quantile_of_few_values_is_met_by_its_interval():
    """The share of games up to the true one is just above a half, that up to the next is nearly all."""
    luck, met = np.random.default_rng(6), 0
    for _ in range(400):
        games = luck.choice(3, (400, 1), p=[0.505, 0.485, 0.01]).astype(float)
        (_, low, high, _), _ = measured(Exact("turns", "quantile", 0.5, 0.0), games)
        met += low <= 0 <= high
    assert met / 400 >= 0.95


def rows_of(p):
    return [Checked("game", "match", 1, "what", 0.0, 0.0, 0.0, 0.0, value) for value in p]


@pytest.mark.parametrize("together", [False, True])
def test_a_family_of_right_values_is_seldom_called_wrong(together):
    """At a rate of one in twenty, so that it can be seen; also where all comparisons share their luck."""
    luck, runs = np.random.default_rng(2), 4_000
    families = luck.random((runs, 1 if together else 60)).repeat(60 if together else 1, axis=1)
    wrong = np.mean([not all(row.ok for row in judged(rows_of(family), 0.05)) for family in families])
    assert wrong < 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert together or wrong > 0.04


def test_wrong_values_are_called_so_one_by_one():
    found = judged(rows_of([0.4, 1e-9, RATE / 2.5, 0.02]))
    assert [row.ok for row in found] == [True, False, True, True]
    found = judged(rows_of([0.4, 1e-9, RATE / 2.5, 1e-8]))
    assert [row.ok for row in found] == [True, False, False, False]


# Coverage.


def coverage_at(level, kind="mean", runs=10_000):
    blocks = np.random.default_rng(4).normal(2, 1, (runs, 20, 1))
    hits = held(blocks, 2.0, lambda run: mean_interval(Moments.of(run[:, 0]), level))
    return Covered(kind, "game", "match", "what", 2.0, runs, 20, hits / runs, 0.0, 1.0, 0)


def test_an_interval_that_is_too_narrow_or_too_wide_is_found():
    assert coverage_at(0.95).ok and not coverage_at(0.9).ok and not coverage_at(0.97).ok
    assert coverage_at(0.97, "rare").ok and not coverage_at(0.93, "rare").ok
    assert not coverage_at(0.95)._replace(faulted=1).ok


def test_luck_alone_seldom_fails_a_coverage():
    assert allowed(10_000) == (9_400, 9_600)
    assert len(CASES) * alarm(coverage.RUNS) < RATE / 10
    hits = np.random.default_rng(6).binomial(1_000, 0.95, 100_000)
    fewest, most = allowed(1_000)
    assert np.mean((hits < fewest) | (hits > most)) == pytest.approx(alarm(1_000), rel=0.05)
    with pytest.raises(ValueError, match="500 runs are too few"):
        answers.answers(FILES, runs=500)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.game in FILES], ids=lambda case: f"{case.kind}-{case.game}"
)
def test_cases_are_played(case):
    """A few runs of few deals."""
    matches = known.matches(case.game, FILES[case.game])
    few = case._replace(deals=4 if PLAIN else 100)
    [found] = coverage.covered(matches, runs=4 if PLAIN else 200, cases=[few])
    assert found.faulted == 0 and 0.85 < found.share <= 1 or PLAIN
    assert found.exact == pytest.approx({"paired": 3.390184, "mean": 39.225122}.get(case.kind, found.exact))


def test_a_case_without_an_exact_value_is_told():
    case = CASES[0]._replace(changes={"params.chips": 99})
    with pytest.raises(BoxError, match="left_center_right/known.toml: win_share of seat 1 .*chips = 99 is missing"):
        list(coverage.covered(known.matches(case.game, FILES[case.game]), cases=[case]))


@compiled_only
def test_the_toolkit_is_right(capsys, monkeypatch):
    """All comparisons; of the coverages, which take longer, a share and a mean."""
    quick = [
        case for case in CASES if (case.kind, case.game) in (("share", "left_center_right"), ("mean", CASES[3].game))
    ]
    monkeypatch.setattr(coverage, "CASES", quick)
    assert main(["check", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "WRONG" not in said and "2 of 2 coverages are 95 % within 1 %" in said
    for name in FILES:
        assert f"\n{name} (" in f"\n{said}"
