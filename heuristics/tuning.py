"""Better prices for a strategy, found by CMA-ES (N. Hansen's evolution strategy with covariance matrix adaptation).

The prices of a block are changed, each in proportion to what it was, so that signs may turn.  All candidates of a
generation play the same deals in the same seats against the same opponents; the next generation meets fresh deals.
What is shipped is the centre of the search, not its luckiest candidate, and its gain is measured on deals that the
search never met.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import heuristics
from heuristics import Source
from sim import batch
from sim.files import BoxError
from sim.game import Status
from sim.players import Player

AIMS = {"win_share": "share of wins", "margin": "score less the best other score"}
STEP = 0.4  #             of the first generation, as a part of each price
DIGITS = 4
SLICE = 4_000  #          games in memory at a time
LONG = 60.0  #            turns of a player: beyond that a game costs, lest the search learn to hoard for ever
COST = {"win_share": 0.02, "margin": 1.0}  #    of each such turn
FAULT = {"win_share": -1.0, "margin": -60.0}  # in place of the value of a game that broke

Stop = Callable[[], bool]


class Outcomes(NamedTuple):
    """What some players made of the same deals: an array [deal, player, game] each."""

    win_share: np.ndarray
    margin: np.ndarray
    turns: np.ndarray  #   of one player
    faulted: np.ndarray

    def values(self, aim: str) -> np.ndarray:
        """What the search is after, by deal and player: faults and endless hoarding are paid for."""
        value = getattr(self, aim) - COST[aim] * np.maximum(self.turns - LONG, 0.0)
        return np.where(self.faulted, FAULT[aim], value).mean(axis=2)


class Generation(NamedTuple):
    number: int
    games: int  #     played so far, in all
    start: float  #   mean value of the strategy as it was, on the deals of this generation,
    centre: float  #  and with the prices at the centre of the search
    weights: dict[str, float]


class Gain(NamedTuple):
    """By whole deal, on the same deals and seats: what the tuned player has more than the untuned."""

    win_share: np.ndarray
    margin: np.ndarray
    before: float  #  share of wins of the untuned,
    after: float  #   and of the tuned
    turns: float  #   of one player in the games of the tuned
    faulted: int  #   deals left out because a game of theirs has a fault


def weighed(source: Source, where: str) -> dict[str, float]:
    """The prices of a block.

    Raises: BoxError when it has none.
    """
    if source.block is None or not source.block.get("weights"):
        raise BoxError(f"{where}: has no weights that could be tuned")
    return source.block["weights"]


def with_weights(source: Source, weights: dict[str, float]) -> Source:
    assert source.block
    return source._replace(block=source.block | {"weights": weights})


def tables(others: Sequence[Player], seats: int) -> list[tuple[Player, ...]]:
    """The opponents at each table: with many of them every one sits at equally many tables; with few, repeatedly."""
    count, room = len(others), seats - 1
    if count <= room:
        return [tuple(others[seat % count] for seat in range(room))]
    return [tuple(others[(first + seat) % count] for seat in range(room)) for first in range(count)]


def outcomes(
    game: Any,
    players: Sequence[Player],
    against: Sequence[tuple[Player, ...]],
    deals: range,
    root: int,
    box: Any,
    threads: int | None = None,
    stop: Stop = bool,
) -> Outcomes | None:
    """Every player plays the same deals, in every seat, against the same tables.  None: stopped before the end."""
    work = batch.job(game, [(player, *others) for player in players for others in against], root, box)
    step = max(SLICE // work.per_deal, 1)
    parts = []
    for first in range(deals.start, deals.stop, step):
        last = min(first + step, deals.stop)
        rows = np.zeros((last - first) * work.per_deal, game.row.dtype)
        done = 0
        for chunk in batch.chunks(work, first * work.per_deal, last * work.per_deal, threads, stop=stop):
            begin = chunk.first - first * work.per_deal
            rows[begin : begin + len(chunk.rows)] = chunk.rows
            done += len(chunk.rows)
        if done < len(rows):
            return None
        parts.append(read(rows, len(players), len(work.line_ups[0])))
    return Outcomes(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def read(rows: np.ndarray, players: int, seats: int) -> Outcomes:
    """Result rows of whole deals -> outcomes of the first player of each line-up."""
    sitting = rows["seats"][:, :seats]
    mine = sitting["strategy"] == 0
    score = sitting["score"].astype(float)
    best_other = np.where(mine, -np.inf, score).max(axis=1)
    faulted = rows["status"] != Status.FINISHED
    margin = np.where(faulted, 0.0, np.where(mine, score, -np.inf).max(axis=1) - best_other)
    share = np.where(mine, sitting["win_share"], 0.0).sum(axis=1)
    deals = len(np.unique(rows["deal"]))
    shape = (deals, players, -1)
    found = (np.where(faulted, 0.0, share), margin, rows["turns"] / seats, faulted)
    return Outcomes(*(array.reshape(shape) for array in found))


def search(
    game: Any,
    source: Source,
    against: Sequence[tuple[Player, ...]],
    games: int,
    deals: int = 24,
    seed: int = 0,
    aim: str = "win_share",
    threads: int | None = None,
    stop: Stop = bool,
) -> Iterator[Generation]:
    """Look for better prices until so many games are played or `stop` says so.

    Args: deals: that each candidate plays in a generation.
    Raises: BoxError when the library cmaes is not there.
    """
    try:
        from cmaes import CMA
    except ImportError:
        raise BoxError("tuning needs the library cmaes: pip install 'meeplecarlo[tune]'") from None
    prices = weighed(source, "search")
    start, box = np.array(list(prices.values()), float), game.load({})
    scale = np.where(start == 0, np.abs(start).mean() or 1.0, np.abs(start))
    evolution = CMA(mean=start / scale, sigma=STEP, seed=seed)
    played = number = 0

    def player(name: str, numbers: np.ndarray) -> Player:
        changed = with_weights(source, dict(zip(prices, map(float, numbers), strict=True)))
        return heuristics.made(name, changed, game)

    while played < games and not stop():
        drawn = [evolution.ask() for _ in range(evolution.population_size)]
        candidates = [player(f"candidate {i}", x * scale) for i, x in enumerate(drawn)]
        line = [player("start", start), player("centre", evolution.mean * scale), *candidates]
        found = outcomes(game, line, against, range(number * deals, (number + 1) * deals), seed, box, threads, stop)
        if found is None:
            return
        values = found.values(aim).mean(axis=0)
        evolution.tell([(x, -float(value)) for x, value in zip(drawn, values[2:], strict=True)])
        played, number = played + found.turns.size, number + 1
        centre = {gain: rounded(price) for gain, price in zip(prices, evolution.mean * scale, strict=True)}
        yield Generation(number, played, float(values[0]), float(values[1]), centre)
        if evolution.should_stop():
            return


def rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def gain(
    game: Any,
    untuned: Player,
    tuned: Player,
    against: Sequence[tuple[Player, ...]],
    deals: int,
    root: int,
    threads: int | None = None,
    stop: Stop = bool,
) -> Gain | None:
    """What tuning brought, on deals 0, 1, ... of a root seed that the search did not use.  None: stopped."""
    found = outcomes(game, [untuned, tuned], against, range(deals), root, game.load({}), threads, stop)
    if found is None:
        return None
    whole = ~found.faulted.any(axis=(1, 2))
    share, margin = found.win_share[whole].mean(axis=2), found.margin[whole].mean(axis=2)
    return Gain(
        share[:, 1] - share[:, 0],
        margin[:, 1] - margin[:, 0],
        float(share[:, 0].mean()) if len(share) else 0.0,
        float(share[:, 1].mean()) if len(share) else 0.0,
        float(found.turns[:, 1].mean()),
        int((~whole).sum()),
    )


def as_toml(name: str, about: str, source: Source) -> str:
    """A block of strategies.toml."""
    assert source.block
    lines = [f"[{name}]", f"about = {text(about)}"]
    if "whim" in source.block:
        lines.append(f"whim = {source.block['whim']}")
    if "do" in source.block:
        lines += ["do = [", *(f"  {text(line)}," for line in source.block["do"]), "]"]
    weights = ", ".join(f"{gain} = {float(price)}" for gain, price in source.block["weights"].items())
    return "\n".join([*lines, f"weights = {{ {weights} }}"]) + "\n"


def text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)  # a basic string of TOML, but for control characters that none has
