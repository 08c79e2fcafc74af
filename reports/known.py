"""Games whose answers are known: what a game's known.toml says, against what comes out when it is played.

    [[match]]
    about = "two players"
    table = ["roller", "roller"]               # strategies by seat
    fixed_seats = true                         # false: each deal is played in every rotation
    games = 200000
    changes = { "params.equal_turns" = true }  # may be left out
    [match.exact]
    win_share = [0.507912, 0.492088]           # of each seat, where seats are fixed
    win_share_of = { optimal = 0.53992 }       # of a strategy: what one of its seats wins
    "turns.mean" = 52.154                      # of any column of the games table
    "turns.sd" = 26.98
    "turns.at_most" = { 7 = 0.00151 }          # share of the games with so many turns or fewer
    "turns.quantile" = { 0.5 = 32 }            # the least number that half of the games do not exceed
    "tied.share" = 0.1                         # share of the games that several win (tied_on_score: lead)

Each figure is compared with its exact value by a two-sided test.  All comparisons of one call are one family: if the
toolkit is right, the chance that any of them is called wrong is at most RATE.  docs/known-answers.md has the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from reports.intervals import Interval, Moments, holm, mean_interval, share_interval
from sim import batch
from sim.batch import Job
from sim.experiment import Experiment, flat, prepare
from sim.files import BoxError, known, toml
from sim.game import Status
from sim.results import cells, columns, expand

FILE = "known.toml"
RATE = 0.001  # chance that anything at all is called wrong though all is right
KEYS = ("about", "table", "fixed_seats", "games", "changes", "exact")
FIGURES = ("win_share", "win_share_of")
MEASURES = ("mean", "sd", "at_most", "quantile", "share")
TIES = ("tied", "tied_on_score")  # columns that have a share: of the games in which they are above 1

Tell = Callable[[str], object]


class Exact(NamedTuple):
    """One exact value."""

    figure: str  #   win_share, win_share_of or a column of the games table
    measure: str  #  one of MEASURES
    at: Any  #       the seat (from 0), the strategy, the number not exceeded, or the share of games; else None
    value: float

    @property
    def words(self) -> str:
        match self.figure, self.measure:
            case "win_share", _:
                return f"win_share of seat {self.at + 1}"
            case "win_share_of", _:
                return f"win_share of {self.at}"
            case _, "at_most":
                return f"{self.figure} at most {self.at}"
            case _, "quantile":
                return f"{self.figure}, {100 * self.at:g} % quantile"
        return f"{self.figure}, {self.measure}"


class Match(NamedTuple):
    """Who plays what, and what must come of it."""

    about: str
    experiment: Experiment
    exact: list[Exact]
    where: str  #  file and number, for errors


class Checked(NamedTuple):
    """One comparison."""

    game: str
    match: str
    games: int
    what: str
    exact: float
    measured: float
    low: float  #   ends of its 95 % interval
    high: float
    p: float  #     how often it would be as far off or more, if the exact value is right
    ok: bool = True


# Reading known.toml.


def matches(game: str, file: Path) -> list[Match]:
    """What a known.toml says, so far as it can be read without the game.

    Raises: BoxError, naming the file, the match and the key.
    """
    name = f"{game}/{file.name}"
    found = toml(file)
    for key in found:
        known(key, ["match"], name)
    given = found.get("match")
    if not isinstance(given, list) or not all(isinstance(match, dict) for match in given):
        raise BoxError(f"{name}: there is no [[match]] in it")
    return [read(game, match, f"{name}, match {number}") for number, match in enumerate(given, start=1)]


def shorter(match: Match, games: int) -> Match:
    """The same with so many games at most: for a look that finds only what is far off."""
    return match._replace(experiment=replace(match.experiment, games=min(games, match.experiment.games)))


def read(game: str, given: dict[str, Any], where: str) -> Match:
    for key in given:
        known(key, KEYS, where)
    for key, kind, form in (
        ("about", str, 'a line of words ("...")'),
        ("table", list, 'a list of strategies (["...", "..."])'),
        ("fixed_seats", bool, "true or false"),
        ("games", int, "a whole number"),
        ("exact", dict, "a table ([match.exact])"),
    ):
        if key not in given:
            raise BoxError(f"{where}: {key} is missing; it is {form}")
        if type(given[key]) is not kind:
            raise BoxError(f"{where}, {key}: {given[key]!r} is not {form}")
    if not all(isinstance(name, str) for name in given["table"]):
        raise BoxError(f'{where}, table: {given["table"]!r} is not a list of strategies (["...", "..."])')
    if not isinstance(given.get("changes", {}), dict):
        raise BoxError(f'{where}, changes: not a table of names and values ({{ "params.name" = 1 }})')
    if not given["exact"]:
        raise BoxError(f"{where}, exact: there is nothing in it")
    try:
        experiment = Experiment(
            game,
            tuple(given["table"]),
            given["games"],
            changes=flat(given.get("changes", {})),
            fixed_seats=given["fixed_seats"],
        )
    except BoxError as error:
        raise BoxError(f"{where}, {error}") from None
    exact = [
        value
        for key, number in flat(given["exact"]).items()
        for value in exact_values(key, number, experiment, f"{where}, {key}")
    ]
    return Match(given["about"], experiment, exact, where)


def exact_values(key: str, number: Any, experiment: Experiment, where: str) -> Iterator[Exact]:
    """ "turns.at_most.7", 0.0015: TOML reads "turns.at_most" = { 7 = ... } as tables, and 0.5 = as a table, too."""
    figure, _, rest = key.partition(".")
    measure, _, at = rest.partition(".")
    if key == "win_share":
        yield from by_seat(number, experiment, where)
    elif figure == "win_share_of":
        known(rest, experiment.strategies, where)
        yield Exact(figure, "share", rest, between(number, 0, 1, where))
    elif figure in FIGURES or not measure:
        raise BoxError(f"{where}: say what of it: {', '.join(f'{figure}.{measure}' for measure in MEASURES)}")
    else:
        known(measure, [name for name in MEASURES if name != "share" or figure in TIES], where)
        yield of_column(figure, measure, at, number, where)


def by_seat(shares: Any, experiment: Experiment, where: str) -> Iterator[Exact]:
    if not experiment.fixed_seats:
        raise BoxError(f"{where}: shares by seat are known only where fixed_seats = true")
    if not isinstance(shares, list) or len(shares) != experiment.seats:
        raise BoxError(f"{where}: {shares!r} is not a list of {experiment.seats} shares, one for each seat")
    for seat, share in enumerate(shares):
        yield Exact("win_share", "share", seat, between(share, 0, 1, where))
    if abs(sum(shares) - 1) > 1e-5:
        raise BoxError(f"{where}: the shares of all seats add up to {sum(shares):.6g} and not to 1")


def of_column(column: str, measure: str, at: str, number: Any, where: str) -> Exact:
    most = 1.0 if measure in ("at_most", "share") else math.inf
    value = between(number, 0 if measure in ("at_most", "share", "sd") else -math.inf, most, where)
    if measure not in ("at_most", "quantile"):
        if at:
            raise BoxError(f"{where}: {column}.{measure} is one number")
        return Exact(column, measure, None, value)
    try:
        place = int(at) if measure == "at_most" else float(at)
    except ValueError:
        form = "{ 7 = 0.01 }" if measure == "at_most" else "{ 0.5 = 32 }"
        raise BoxError(f"{where}: {at!r} is no number; it is of the form {column}.{measure} = {form}") from None
    if measure == "quantile" and not 0 < place < 1:
        raise BoxError(f"{where}: {at} is not between 0 and 1")
    return Exact(column, measure, place, value)


def between(number: Any, least: float, most: float, where: str) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
        raise BoxError(f"{where}: {number!r} is not a number")
    if not least <= number <= most:
        raise BoxError(f"{where}: {number} is not between {least:g} and {most:g}")
    return float(number)


# Playing.


def ready(match: Match, seed: int) -> Job:
    """The games of a match, ready to be played.

    Raises: BoxError for a strategy, a change or a column that the game does not have.
    """
    try:
        job = prepare(replace(match.experiment, seed=seed)).job
    except BoxError as error:
        raise BoxError(f"{match.where}: {error}") from None
    found = columns(job.game)["games"]
    for exact in match.exact:
        if exact.figure not in FIGURES:
            known(exact.figure, found, f"{match.where}, {exact.figure}.{exact.measure}")
    return job


def deals_of(job: Job, first: int, last: int, exact: Sequence[Exact]) -> tuple[np.ndarray, dict[int, str]]:
    """Play deals first .. last - 1: (deals, games of a deal, figures) numbers, and what went wrong in which game.

    Deals in which a game has a fault are left out.  Only what is asked for is kept, so that many games fit into memory.
    """
    readings = [reading(job, value) for value in exact]
    begin, end = first * job.per_deal, last * job.per_deal
    found = np.full((end - begin, len(readings)), np.nan)
    faults: dict[int, str] = {}
    for chunk in batch.chunks(job, begin, end):
        faults |= chunk.faults
        finished = chunk.rows["status"] == Status.FINISHED
        part = np.column_stack([read_off(chunk.rows) for read_off in readings])
        found[chunk.first - begin :][: len(part)][finished] = part[finished]
    by_deal = found.reshape(last - first, job.per_deal, len(readings))
    return by_deal[~np.isnan(by_deal).any(axis=(1, 2))], dict(sorted(faults.items()))


def reading(job: Job, exact: Exact) -> Callable[[np.ndarray], np.ndarray]:
    """How a figure is read off result rows: one number for each game."""
    players = job.line_ups[0]
    if exact.figure == "win_share":
        return lambda rows: rows["seats"]["win_share"][:, exact.at]
    if exact.figure == "win_share_of":
        own = [number for number, player in enumerate(players) if player.name == exact.at]
        return lambda rows: won_by(rows["seats"][:, : len(players)], own)
    column = next(column for column in expand(job.game.row) if column.name == exact.figure)
    if exact.measure == "share":
        return lambda rows: cells(rows, column) > 1
    return lambda rows: cells(rows, column)


def won_by(seats: np.ndarray, players: list[int]) -> np.ndarray:
    """What one seat of these players wins, on average, in each game."""
    return np.where(np.isin(seats["strategy"], players), seats["win_share"], 0.0).sum(axis=1) / len(players)


# Comparing.


def compared(matches: Iterable[Match], seed: int = 0, tell: Tell = str) -> Iterator[Checked]:
    """Play matches and compare; whether each is ok is not said before all are known (judged).

    Args: tell: called with a line on what is played.
    Raises: BoxError, before anything is played.
    """
    for match, job in [(match, ready(match, seed)) for match in matches]:
        tell(f"{match.experiment.game} ({match.about}): {match.experiment.last:,} games")
        yield from outcome(match, job)


def outcome(match: Match, job: Job) -> Iterator[Checked]:
    """The comparisons of one match."""
    experiment = match.experiment
    deals, faults = deals_of(job, 0, experiment.last // job.per_deal, match.exact)
    told = (experiment.game, match.about, experiment.last)
    if faults:
        number, what = next(iter(faults.items()))
        first = batch.describe_fault(job, number, what)
        yield Checked(*told, f"games with a fault (first: {first})", 0, len(faults), len(faults), len(faults), 0.0)
    if len(deals) < 2:
        return
    for number, exact in enumerate(match.exact):
        interval, p = measured(exact, deals[:, :, number])
        yield Checked(*told, exact.words, exact.value, interval.mean, interval.low, interval.high, p)


def measured(exact: Exact, games: np.ndarray) -> tuple[Interval, float]:
    """A figure with its 95 % interval, and the p-value of its exact value.

    Args: games: (deals, games of a deal) numbers.
    """
    if exact.measure == "sd":
        return spread(games, exact.value)
    if exact.measure == "quantile":
        return quantile(games, exact.at, exact.value)
    deals = per_deal(exact, games)
    if exact.measure == "mean":
        return mean_interval(Moments.of(deals)), p_of_mean(deals, exact.value)
    return share_interval(Moments.of(deals)), p_of_share(deals, exact.value)


def per_deal(exact: Exact, games: np.ndarray) -> np.ndarray:
    """A share or a mean, in each deal."""
    return (games <= exact.at if exact.measure == "at_most" else games).mean(axis=1)


def p_of_mean(deals: np.ndarray, exact: float, side: str = "two-sided") -> float:
    """Student's t test on deals."""
    if np.ptp(deals) == 0:
        return 1.0 if math.isclose(deals[0], exact, abs_tol=1e-9) else 0.0
    return float(stats.ttest_1samp(deals, exact, alternative=side).pvalue)


def p_of_share(deals: np.ndarray, exact: float, side: str = "two-sided") -> float:
    """The exact binomial test where every deal is all or nothing; else, with shared wins or several games, t."""
    if np.isin(deals, (0, 1)).all():
        return float(stats.binomtest(int(deals.sum()), len(deals), exact, alternative=side).pvalue)
    return p_of_mean(deals, exact, side)


def spread(games: np.ndarray, exact: float) -> tuple[Interval, float]:
    """The standard deviation of games, on the scale of logarithms.

    The logarithm of the variance strays from that of the exact one as the mean of (x - mean)^2 / variance - 1 does:
    for independent games by sqrt((kurtosis - 1) / n) (Cramer 1946, 28.3: the variance of a sample's variance).
    """
    off = (games - games.mean()) ** 2
    sd = math.sqrt(off.mean())
    if sd == 0 or exact == 0:
        return Interval(sd, sd, sd, len(games)), float(sd == exact)
    strays = Moments.of(off.mean(axis=1) / off.mean() / 2)
    reach = mean_interval(strays).high - strays.mean
    p = 2 * stats.t.sf(abs(math.log(sd / exact)) / strays.error, strays.n - 1) if strays.m2 else float(sd == exact)
    return Interval(sd, sd * math.exp(-reach), sd * math.exp(reach), strays.n), float(p)


def quantile(games: np.ndarray, share: float, exact: float) -> tuple[Interval, float]:
    """The least number that this share of the games does not exceed.

    If the exact one is right, games up to it are no smaller a share than that, and games below it no larger: one test
    to each side, of which the smaller p counts twice.  Interval: Woodruff's (1952), by the share of games up to what is
    found or that of games below it, whichever is less sure.
    """
    p = min(
        p_of_share((games <= exact).mean(axis=1), share, "less"),
        p_of_share((games < exact).mean(axis=1), share, "greater"),
    )
    found = np.quantile(games, share, method="inverted_cdf")
    around = [share_interval(Moments.of(side.mean(axis=1))) for side in (games < found, games <= found)]
    down, up = max(one.mean - one.low for one in around), max(one.high - one.mean for one in around)
    shares = np.clip([share - down, share + up], 0, 1)
    low, high = np.quantile(games, shares, method="inverted_cdf")
    return Interval(float(found), float(low), float(high), len(games)), min(2 * p, 1.0)


def judged(found: Sequence[Checked], rate: float = RATE) -> list[Checked]:
    """Which comparisons are wrong, by Holm's rule: if none is, one is called so with a chance of at most `rate`."""
    return [row._replace(ok=bool(p > rate)) for row, p in zip(found, holm([row.p for row in found]), strict=True)]


# In words.


def lines(found: Sequence[Checked]) -> Iterator[str]:
    """One line a comparison, under its match."""
    width = max((len(row.what) for row in found), default=0)
    for (game, match, games), rows in groupby(found, key=lambda row: (row.game, row.match, row.games)):
        yield f"{game} ({match}), {games:,} games"
        for row in rows:
            yield f"  {verdict(row.ok)}  {row.what:{width}}  exact {row.exact:<12.8g}  measured {interval_words(row)}"


def verdict(ok: bool) -> str:
    return "ok   " if ok else "WRONG"


def interval_words(row: Checked) -> str:
    """ "39.214 (39.103 to 39.324)", with as many places as the interval can bear."""
    width, ends = row.high - row.low, (row.measured, row.low, row.high)
    whole = all(end % 1 == 0 for end in ends)
    places = 0 if whole else max(0, min(6, 2 - math.floor(math.log10(width)))) if width > 0 else 6
    return f"{row.measured:.{places}f} ({row.low:.{places}f} to {row.high:.{places}f})"


def ending(found: Sequence[Checked]) -> Iterator[str]:
    """How many agree, and which do not."""
    wrong = [row for row in found if not row.ok]
    yield f"{len(found) - len(wrong)} of {len(found)} comparisons agree with the exact values"
    for row in wrong:
        told = f"{row.game} ({row.match}), {row.what} is {interval_words(row)}, exactly {row.exact:.8g}"
        yield f"WRONG: {told}, p = {row.p:.2g}"
