"""Which ways to play would last, if players took up what does well?  From a run with --metagame: all tables of a pool.

The payoff of a strategy beside certain others is its share of wins there.  One strategy dominates another if it does
better beside whatever others, by intervals of the paired differences that all hold together.  Two ways to look at where
play would drift:

- Alpha-rank (Omidshafiei and others, "Alpha-rank: multi-agent evaluation by evolution", 2019), for one population: all
  play alike until a newcomer with another strategy does better among them, and all follow.  Its masses are the shares
  of time in which all play each strategy, near the limit of strong selection.
- The replicator mix (Taylor and Jonker 1978): from an even mixture on, what does better than the mean grows.  Where the
  mixture goes round and round, the mean of the later half of its way is told.

Their intervals are from a bootstrap over deals; fewer than ten deals do not tell how much they vary.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, permutations
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from reports import charts, paired
from reports.closing import seats_of
from reports.deals import codes, counted, interval, names_of, parts
from reports.intervals import FEW, LEVEL, percent
from sim.results import Results

TIMES = 200  #         of the bootstrap
STEPS = 3_000  #       of the replicator,
PACE = 1.0  #          each so large
STILL = 1e-9  #        a step after which nothing moves any more
LEAST = -60.0  #       the logarithm of a share, at least: what is gone may come back
POPULATION = 50  #     of alpha-rank,
SELECTION = 4_000.0  # and its strength of selection times that: near the limit


class Payoffs(NamedTuple):
    names: list[str]
    others: list[tuple[int, ...]]  # all that may sit beside one
    values: np.ndarray  #             deals x strategies x others: share of wins


SHAPE = {"strategy": pl.String, "deals": pl.Int64, "dominated_by": pl.String, "lasts": pl.Boolean} | {
    f"{what}{end}": pl.Float64 for what in ("mass", "mix") for end in ("", "_low", "_high")
}


def payoffs(run: Results) -> Payoffs:
    """Of every strategy beside all others there may be, in each deal."""
    counted(run)
    about, players, names = run.about, seats_of(run.about), names_of(run.about)
    line_ups = [tuple(sorted(names.index(name) for name in line_up)) for line_up in about["line_ups"]]
    others = list(combinations_with_replacement(range(len(names)), players - 1))
    table_of = {line_up: number for number, line_up in enumerate(line_ups)}
    at = [[table_of[tuple(sorted((one, *beside)))] for beside in others] for one in range(len(names))]
    found = []
    for part in parts(run, seats=("strategy", "win_share")):
        shape = (-1, len(line_ups), about["games_per_deal"] // len(line_ups) * players)
        won, sat = (
            part.seats["win_share"].to_numpy().reshape(shape),
            codes(part.seats["strategy"], names).reshape(shape),
        )
        values = np.zeros((len(won), len(names), len(others)))
        for strategy, tables in enumerate(at):
            mine = sat == strategy
            values[:, strategy] = (won * mine).sum(axis=2)[:, tables] / mine.sum(axis=2)[:, tables]
        found.append(values)
    return Payoffs(names, others, np.concatenate(found))


def table(run: Results) -> pl.DataFrame:
    """A line for each strategy: mass by alpha-rank and share of the replicator mix with intervals, what dominates it,
    and whether it is among those that last.  No lines for a run that is not of all tables of a pool."""
    if not run.about["metagame"] or len(names_of(run.about)) < 2 or seats_of(run.about) < 2:
        return pl.DataFrame(schema=SHAPE)
    return of_payoffs(payoffs(run), run.about)


def of_payoffs(of: Payoffs, about: dict[str, Any]) -> pl.DataFrame:
    deals, k = len(of.values), len(of.names)
    luck = np.random.default_rng(0)
    weights = np.vstack([np.full(deals, 1 / deals), luck.multinomial(deals, np.full(deals, 1 / deals), TIMES) / deals])
    means = np.einsum("bd,dso->bso", weights, of.values, optimize=True)
    masses = np.stack([alpha_rank(gains(mean, of.others)) for mean in means])
    mixes = replicator(means, of.others)
    lasting = terminal(gains(means[0], of.others) > 0)
    over = dominance(of, about)
    rows = []
    for number, name in enumerate(of.names):
        by = [of.names[one] for one in range(k) if over[one, number]]
        row = {"strategy": name, "deals": deals, "dominated_by": ", ".join(by) or None, "lasts": bool(lasting[number])}
        for what, values in (("mass", masses[:, number]), ("mix", mixes[:, number])):
            low, high = np.quantile(values[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
            ends = {f"{what}_low": min(low, values[0]), f"{what}_high": max(high, values[0])}
            row |= {what: values[0]} | (ends if deals >= FEW else {f"{what}_low": 0.0, f"{what}_high": 1.0})
        rows.append(row)
    return pl.DataFrame(rows, schema=SHAPE).sort("mix", "mass", descending=True)


def gains(mean: np.ndarray, others: list[tuple[int, ...]]) -> np.ndarray:
    """What one newcomer (row) has above even where all others play alike (column)."""
    players = len(others[0]) + 1
    alike = [others.index((number,) * (players - 1)) for number in range(len(mean))]
    return mean[:, alike] - 1 / players


def alpha_rank(gain: np.ndarray) -> np.ndarray:
    """Masses of the strategies: the stationary distribution of who takes over from whom.

    One state after the other is left out of the chain (Grassmann, Taksar and Heyman 1985), in logarithms: where each of
    two holds out against the other, chances are as small as e^-4000.
    """
    steps = taken_over(gain).T  # from the old to the new
    for last in range(len(gain) - 1, 0, -1):
        steps[:last, last] -= np.logaddexp.reduce(steps[last, :last])
        steps[:last, :last] = np.logaddexp(steps[:last, :last], steps[:last, [last]] + steps[[last], :last])
    mass = np.zeros(len(gain))
    for last in range(1, len(gain)):
        mass[last] = np.logaddexp.reduce(mass[:last] + steps[:last, last])
    return np.exp(mass - np.logaddexp.reduce(mass))


def taken_over(gain: np.ndarray) -> np.ndarray:
    """Logarithms of the chance that a newcomer (row) takes over, (1 - e^-(x / m)) / (1 - e^-x)."""
    size = np.maximum(np.abs(SELECTION * gain), 1e-9)  # at nothing it is 1 / m
    found = np.log(-np.expm1(-size / POPULATION)) - np.log(-np.expm1(-size))
    return np.where(gain < 0, found - size * (1 - 1 / POPULATION), found)


def replicator(means: np.ndarray, others: list[tuple[int, ...]]) -> np.ndarray:
    """For each table of payoffs (tables x strategies x others): the mixture in which it ends, from an even one on."""
    k = means.shape[1]
    counts = np.array([[beside.count(number) for number in range(k)] for beside in others])
    ways = np.array([factorial(len(others[0])) / prod(map(factorial, Counter(beside).values())) for beside in others])
    logs, late = np.full(means.shape[:2], -np.log(k)), np.zeros(means.shape[:2])
    for step in range(STEPS):
        before, chance = logs, ways * np.exp(logs @ counts.T)
        logs = logs + PACE * (means @ chance[:, :, None])[:, :, 0]
        logs -= logs.max(axis=1, keepdims=True)
        logs = np.maximum(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)), LEAST)
        if np.abs(np.exp(logs) - np.exp(before)).max() < STILL and (logs - before).max() < STILL:
            return np.exp(logs)
        if step >= STEPS // 2:
            late += np.exp(logs)
    return late / late.sum(axis=1, keepdims=True)


def terminal(takes_over: np.ndarray) -> np.ndarray:
    """Strategies in groups that nothing outside takes over from: one that lasts, or several in a cycle."""
    graph = takes_over.T & ~np.eye(len(takes_over), dtype=bool)  # from the old to the new
    _, group = connected_components(csr_array(graph), directed=True, connection="strong")
    leaves = {int(group[one]) for one, other in zip(*np.nonzero(graph), strict=True) if group[one] != group[other]}
    return np.array([int(number) not in leaves for number in group])


def dominance(of: Payoffs, about: dict[str, Any]) -> np.ndarray:
    """Whether the row does better than the column beside whatever others, by intervals that all hold together."""
    k, m = of.values.shape[1:]
    found = np.zeros((k, k), bool)
    for one, other in permutations(range(k), 2):
        mine, theirs = of.values[:, one], of.values[:, other]
        if (mine.mean(axis=0) > theirs.mean(axis=0)).all():
            found[one, other] = all(
                paired.apart(mine[:, at], theirs[:, at], about, k * (k - 1) // 2 * m).low > 0 for at in range(m)
            )
    return found


def cells(of: Payoffs, about: dict[str, Any]) -> pl.DataFrame:
    """A line for each strategy and all who may sit beside it: its share of wins, by itself and all lines together."""
    k, m = of.values.shape[1:]
    rows = []
    for strategy, beside in ((strategy, number) for strategy in range(k) for number in range(m)):
        alone, together = (interval(of.values[:, strategy, beside], about, True, family) for family in (1, k * m))
        others = " + ".join(of.names[number] for number in of.others[beside])
        rows.append(
            {"strategy": of.names[strategy], "others": others, "deals": alone.n, "share": alone.mean}
            | {"low": alone.low, "high": alone.high, "all_low": together.low, "all_high": together.high}
        )
    return pl.DataFrame(rows)


def chart(of: Payoffs, about: dict[str, Any], ax: Any = None) -> Any:
    """A newcomer (row) among others who all play alike (column): its share of wins; the intervals hold together."""
    players, k = len(of.others[0]) + 1, len(of.names)
    alike = of.values[:, :, [of.others.index((number,) * (players - 1)) for number in range(k)]]
    texts = {}
    for row, column in np.ndindex(k, k):
        found = interval(alike[:, row, column], about, True, k * k)
        texts[row, column] = charts.cell(*found[:3], k) if row != column else "even"
    label = "% of wins of one who plays the row, the others the column"
    return charts.heat(of.names, alike.mean(axis=0), texts, label, 1 / players, ax)


def words(frame: pl.DataFrame) -> list[str]:
    """What lasts, what drops out, and whether it goes round."""
    lasting = frame.filter("lasts")["strategy"].to_list()
    said = []
    if len(lasting) == 1:
        said.append(f"If all take up what does better, play ends with {lasting[0]} ({mass_words(frame, lasting[0])}).")
    else:
        said.append(f"If all take up what does better, play settles on no single strategy: {', '.join(lasting)} stay.")
    best = frame.row(0, named=True)
    ends = f"{percent(best['mix_low']).removesuffix(' %')} to {percent(best['mix_high']).removesuffix(' %')}"
    said.append(f"From an even mixture, {best['strategy']} grows to {percent(best['mix'])} ({ends}).")
    for row in frame.filter(pl.col("dominated_by").is_not_null()).iter_rows(named=True):
        said.append(f"{row['strategy']} does worse than {row['dominated_by']} beside whatever others.")
    return said


def mass_words(frame: pl.DataFrame, name: str) -> str:
    row = frame.filter(pl.col("strategy") == name).row(0, named=True)
    low, high = (percent(row[end]).removesuffix(" %") for end in ("mass_low", "mass_high"))
    return f"alpha-rank {percent(row['mass'])}, {low} to {high}"
