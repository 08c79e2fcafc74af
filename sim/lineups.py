"""Who sits where in which game.

A run is deals x line-ups x rotations: games are numbered deal by deal, and within a deal line-up by line-up.
For each deal a cyclic order of the players is drawn (sim.game.sit), the same for every line-up of the deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sim.game import begin
from sim.record import NOTHING, new


class Seating(NamedTuple):
    """Which game of its deal a game is."""

    deal: int
    line_up: int
    rotation: int  #  NOTHING: seats are fixed


def games_per_deal(line_ups: list, rotates: bool = True) -> int:
    return len(line_ups) * (len(line_ups[0]) if rotates else 1)


def seating_of(number: int, line_ups: list, rotates: bool = True) -> Seating:
    """The deal, line-up and rotation of game `number`."""
    deal, within = divmod(number, games_per_deal(line_ups, rotates))
    if not rotates:
        return Seating(deal, within, NOTHING)
    return Seating(deal, *divmod(within, len(line_ups[0])))


def around_the_table(game: Any, seats: int, root: int, seating: Seating) -> list[int]:
    """Which player of the line-up sits in each seat."""
    state = new(game.state)
    begin(state, seats, root, seating.deal, seating.rotation, 0)
    return [int(player) for player in state.sits[:seats]]
