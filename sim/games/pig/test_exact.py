"""exact.py against the known answers, optimal.csv and known.toml against exact.py."""

import functools
import tomllib

import pytest

from sim.games.pig import GAME, exact

KNOWN = tomllib.loads((GAME.folder / "known.toml").read_text())["match"]


@functools.cache
def player(name):
    return exact.optimal() if name == "optimal" else exact.hold_at(int(name.removeprefix("hold")))


@functools.cache
def first(name, other):
    """The chance of `name` to win in seat 1."""
    return exact.chances(player(name), player(other))[0][0, 0]


def anywhere(name, other):
    return (first(name, other) + 1 - first(other, name)) / 2


@pytest.mark.parametrize(
    "name, other, chance",
    [
        ("optimal", "optimal", 0.530593),
        ("hold20", "hold20", 0.534698),
        ("optimal", "hold20", 0.571498),
        ("hold20", "optimal", 0.491658),
    ],
)
def test_chances_in_seat_1(name, other, chance):
    assert first(name, other) == pytest.approx(chance, abs=6e-7)


@pytest.mark.parametrize("name, chance", [("optimal", 0.53992), ("hold25", 0.511724)])
def test_chances_in_either_seat_against_hold20(name, chance):
    assert anywhere(name, "hold20") == pytest.approx(chance, abs=6e-7)


def test_no_player_who_holds_at_a_total_beats_optimal():
    assert all(anywhere("optimal", f"hold{total}") > 0.5 for total in (15, 20, 23, 25, 30))


def test_what_optimal_does_is_best_at_every_position():
    chance = exact.chances(player("optimal"), player("optimal"))[0]
    assert abs(exact.better(chance)[1] - chance).max() < 1e-12


def test_optimal_csv_is_what_is_computed():
    assert exact.FILE.read_text() == exact.text(player("optimal"))


@pytest.mark.parametrize("match", KNOWN, ids=lambda match: match["about"])
def test_known_toml_says_what_is_exact(match):
    name, other = match["table"]
    told = dict(match["exact"])
    if match["fixed_seats"]:
        chance = first(name, other)
        assert told.pop("win_share") == pytest.approx([chance, 1 - chance], abs=6e-8)
    else:
        chance = anywhere(name, other)
        assert told.pop("win_share_of") == pytest.approx({name: chance, other: 1 - chance}, abs=6e-8)
    if "turns.mean" in told:
        assert match["fixed_seats"]
        assert told.pop("turns.mean") == pytest.approx(exact.turns(player(name), player(other)), abs=6e-7)
    assert not told
