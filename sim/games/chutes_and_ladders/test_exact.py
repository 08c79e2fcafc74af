"""The exact answers are those that others found, and known.toml holds nothing else."""

import ast
import tomllib

import pytest

from sim import files
from sim.games.chutes_and_ladders import exact
from sim.games.chutes_and_ladders.cards import FOLDER

BOARD = (
    {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}  # ladders
    | {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}  # chutes
)
# Althoen, King and Schilling, How long is a game of snakes and ladders? (1993), in lowest terms
MEAN = (
    225837582538403273407117496273279920181931269186581786048583
    / 5757472998140039232950575874628786131130999406013041613400
)
SHARES = {
    2: [0.507912, 0.492088],
    3: [0.342989, 0.333231, 0.323781],
    4: [0.260079, 0.253225, 0.246575, 0.240122],
    5: [0.210077, 0.204894, 0.199858, 0.194964, 0.190207],
}
ROUNDS = {2: 26.33096, 3: 21.72805, 4: 19.26697, 5: 17.69514}
MATCHES = tomllib.loads((FOLDER / "known.toml").read_text())["match"]


def test_the_board_is_the_us_board():
    assert {way["from"]: way["to"] for way in files.read(FOLDER)["board"].values()} == BOARD


def test_the_length_of_a_race():
    turns, chances = exact.race(1).turns, exact.lengths()
    assert turns.mean() == pytest.approx(MEAN, rel=1e-12)
    assert turns.std() == pytest.approx(25.224957, abs=5e-7)
    assert [turns.ppf(chance) for chance in (0.5, 0.95, 0.99)] == [32, 89, 128]
    assert chances.argmax() == 22 and chances.nonzero()[0][0] == 7
    assert chances[[7, 129, 251]] == pytest.approx([0.00151106, 0.0003945, 2.63e-06], rel=0.003)


def test_the_length_of_a_race_when_a_roll_may_be_too_high():
    turns, chances = exact.race(1, exact_finish=False).turns, exact.lengths(exact_finish=False)
    assert (turns.mean(), turns.std()) == pytest.approx((35.834938, 23.353803), abs=5e-7)
    assert turns.ppf(0.5) == 29 and chances.argmax() == 20 and chances.nonzero()[0][0] == 7


@pytest.mark.parametrize("players", SHARES)
def test_shares_and_rounds(players):
    race = exact.race(players)
    assert race.win_share == pytest.approx(SHARES[players], abs=6e-7)
    assert race.rounds.mean() == pytest.approx(ROUNDS[players], abs=6e-6)


def test_equal_turns_are_fair_and_last_as_many_rounds():
    plain, equal = exact.race(2), exact.race(2, equal_turns=True)
    home = exact.lengths()
    assert equal.tied == pytest.approx((home**2).sum(), rel=1e-9)  # two come home with the same roll
    assert plain.win_share[0] - plain.win_share[1] == pytest.approx(equal.tied, rel=1e-9)  # seat 1 wins those ties
    assert equal.rounds.mean() == pytest.approx(plain.rounds.mean(), rel=1e-12)
    assert equal.turns.mean() == pytest.approx(2 * plain.rounds.mean(), rel=1e-12)


def found(match):
    """What exact.py gives for a match of known.toml."""
    changes = {path.removeprefix("params."): value for path, value in match.get("changes", {}).items()}
    return exact.race(len(match["table"]), **changes)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["about"])
def test_known_toml_is_what_exact_gives(match):
    race = found(match)
    for name, value in match["exact"].items():
        column, _, what = name.partition(".")
        match what:
            case "":
                assert value == pytest.approx(race.win_share, rel=1e-7)
            case "share":
                assert value == pytest.approx(race.tied, rel=1e-7)
            case "mean":
                assert value == pytest.approx(getattr(race, column).mean(), rel=1e-7)
            case "sd":
                assert value == pytest.approx(getattr(race, column).std(), rel=1e-7)
            case "at_most":
                for turns, share in value.items():
                    assert share == pytest.approx(getattr(race, column).cdf(int(turns)), rel=1e-7)
            case "quantile":
                for share, turns in value.items():
                    assert turns == getattr(race, column).ppf(float(share))
            case _:
                raise AssertionError(name)


def test_known_toml_speaks_of_every_number_of_players():
    assert {len(match["table"]) for match in MATCHES} == {1, 2, 3, 4, 5}


def test_the_rules_are_not_asked():
    """exact.py looks at the box and at sizes, not at what plays."""
    tree = ast.parse((FOLDER / "exact.py").read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    here = "sim.games.chutes_and_ladders"
    assert {name for name in imported if name.startswith("sim")} == {"sim", f"{here}.cards", f"{here}.names"}
