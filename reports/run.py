"""A run in a notebook: it shows itself, and has its tables and figures at hand.

    from reports.run import load, play

    run = load("runs/first")                                        # a finished run folder
    run = play("architects", "virtuous,black_market,greedy", games=2_000)      # or a small one, now
    run                                                             # verdicts, shares and scores
    run["pairs"], run.games, run.plot_strategies()

Tables and figures are those of the report, made by the same functions.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from reports import (
    alone,
    cards,
    convergence,
    course,
    head_to_head,
    luck,
    options,
    pacing,
    page,
    ratings,
    scores,
    seats,
    sources,
    strategies,
    verdicts,
)
from reports.compare import plain
from sim import experiment, results, sheets
from sim.files import BoxError, known

SIZE = (5.4, 3.4)  # of a figure of its own, inches


def load(folder: str | Path, within: float = verdicts.WITHIN) -> Run:
    """A finished run folder.

    Args: within: by how much a share of wins may differ from even to be called balanced.
    Raises: BoxError for a folder that is no run.
    """
    return Run(Path(folder), results.load(folder), within)


def play(
    what: str,
    table: str | Sequence[str] | None = None,
    changes: Mapping[str, Any] = {},
    out: str | Path | None = None,
    within: float = verdicts.WITHIN,
    **others: Any,
) -> Run:
    """Play a batch and load it, as `meeplecarlo run` does, with the same defaults.

    Args: what: a game, its folder, or a TOML file with an experiment.  table: strategies, one for each player.
    changes: {"params.silver": 3}.  out: where the run is kept; None: nowhere, it is gone with the object.  others: as
    of the command: games, seed, players, pool, files, cards, repeats, fixed_seats, trace, threads.
    Raises: BoxError for what is unknown, with the nearest name; RuntimeError when it was interrupted.
    """
    from sim.cli.run import asked

    for name in others:
        known(name, OPTIONS, "play")
    names = table if table is None or isinstance(table, str) else ",".join(table)
    words = tuple(f"{name}={plain(value)}" for name, value in changes.items())
    given = {"players": None, "pool": None, "files": (), "cards": ()} | others
    wanted = asked(what, table=names, changes=words, **given)
    folder = Path(out) if out else Path(tempfile.mkdtemp(prefix="meeplecarlo-"))
    try:
        experiment.run(replace(wanted, out=folder))
        if results.read_about(folder)["status"] != "complete":
            raise RuntimeError("the batch was interrupted")
        run = load(folder, within)
    except BaseException:
        if not out:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    if not out:
        weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    return run


OPTIONS = (
    *("games", "seed", "players", "pool", "files", "cards", "forbid", "repeats", "metagame"),
    *("fixed_seats", "checked", "until", "trace", "threads"),
)


class Run:
    """A run: run.games and run.seats are its rows, run["seats"] and the like the tables of its report."""

    def __init__(self, folder: Path, found: results.Results, within: float = verdicts.WITHIN) -> None:
        self.folder = folder
        self.results = found
        self.about = found.about
        self.within = within

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game."""
        return self.results.games.collect()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each seat of each game."""
        return self.results.seats.collect()

    @property
    def cards(self) -> pl.DataFrame:
        """What each card is worth."""
        return self["cards"]

    @cached_property
    def report(self) -> page.Report:
        return page.report(self.results, self.within)

    @property
    def verdicts(self) -> list[str]:
        """A sentence for seats, strategies and pairs; of one player, for who scores most."""
        if alone.is_alone(self.about):
            return alone.words(self["scores"])
        return verdicts.words(self.report.verdicts)

    def keys(self) -> list[str]:
        """The tables of the report."""
        return list(self.report.tables)

    def __getitem__(self, name: str) -> pl.DataFrame:
        try:
            return self.report.tables[known(name, self.keys(), "table")]
        except BoxError as error:
            raise KeyError(str(error)) from None

    def _ipython_key_completions_(self) -> list[str]:
        return self.keys()

    def __repr__(self) -> str:
        return "\n".join([f"{self.about['title']}: {page.summary(self.about)}", *self.verdicts])

    def _repr_html_(self) -> str:
        return page.short(self.report)

    # Kept.

    def write_page(self, file: str | Path) -> None:
        """The report, as one HTML page."""
        results.write_text(page.html(self.report), Path(file))

    def write_xlsx(self, file: str | Path) -> None:
        """Every table of the report, a sheet each."""
        sheets.write_xlsx(self.report.tables, Path(file))

    # Figures: each takes ax= and returns it.

    def plot_seats(self, ax: Any = None) -> Any:
        """Share of wins of each seat."""
        return seats.chart(self["seats"], axes(ax), self.within)

    def plot_seat_scores(self, ax: Any = None) -> Any:
        """Mean score of each seat."""
        return seats.score_chart(self["seats"], axes(ax))

    def plot_strategies(self, ax: Any = None) -> Any:
        """Share of wins of each strategy."""
        return strategies.chart(self["strategies"], axes(ax), self.within)

    def plot_strategy_scores(self, ax: Any = None) -> Any:
        """Mean score of each strategy."""
        return strategies.score_chart(self["strategies"], axes(ax))

    def plot_pairs(self, ax: Any = None) -> Any:
        """How often the row's strategy comes in ahead of the column's."""
        return head_to_head.chart(self["pairs"], axes(ax))

    def plot_ratings(self, ax: Any = None) -> Any:
        """Strength of each strategy."""
        return ratings.chart(self["ratings"], axes(ax))

    def plot_scores(self, ax: Any = None) -> Any:
        """Final scores of winners and others; of one player, of each strategy."""
        if alone.is_alone(self.about):
            return alone.chart(alone.scores(self.results), axes(ax))
        return scores.chart(self["scores"], axes(ax))

    def plot_margin(self, ax: Any = None) -> Any:
        """By how much winners win."""
        return scores.margin_chart(self["scores"], axes(ax))

    def plot_sources(self, ax: Any = None) -> Any:
        """Where points come from."""
        return sources.chart(self["sources"], axes(ax))

    def plot_cards(self, name: str | None = None, ax: Any = None) -> Any:
        """What being dealt each card of a set is worth; the first set, if none is named.

        Raises: BoxError when too few deals tell it, and for a set that there is not.
        """
        there = cards.sets_with(self.cards, "win_share")
        if not there:
            raise BoxError("cards: too few deals to say what any is worth, or the game has none")
        return cards.chart(self.cards, known(name or there[0], there, "cards"), self.within, axes(ax))

    def plot_options(self, ax: Any = None) -> Any:
        """When what is done, by winners and others."""
        return options.chart(self["options"], axes(ax))

    def plot_options_strategies(self, ax: Any = None) -> Any:
        """Who does what."""
        return options.strategy_chart(self["options"], axes(ax))

    def plot_luck(self, ax: Any = None) -> Any:
        """What differences go back to."""
        return luck.chart(self["luck"], axes(ax))

    def plot_settled(self, ax: Any = None) -> Any:
        """By when games are settled."""
        return pacing.chart(self["pacing"], axes(ax))

    def plot_leader(self, ax: Any = None) -> Any:
        """Whether the leader wins."""
        return course.chart(self["course"], axes(ax))

    def plot_convergence(self, ax: Any = None) -> Any:
        """How sure, after how many deals."""
        return convergence.chart(page.convergence_shown(self["convergence"]), axes(ax), self.within)


def axes(ax: Any = None) -> Any:
    """These axes, or new ones of pyplot, which a notebook shows by itself."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=SIZE, layout="constrained")[1]
