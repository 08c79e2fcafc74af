"""All that is known exactly, against what is played: the comparisons and coverages of one call, judged together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from reports import coverage, known
from reports.coverage import Covered
from reports.known import RATE, Checked, Tell


class Answers(NamedTuple):
    seed: int
    comparisons: list[Checked]
    coverages: list[Covered]
    alarm: float  #  chance, if all is right, that anything is called wrong: at most this

    @property
    def ok(self) -> bool:
        return all(row.ok for row in (*self.comparisons, *self.coverages))


def answers(files: Mapping[str, Path], seed: int = 0, tell: Tell = str, runs: int = coverage.RUNS) -> Answers:
    """Play what the known.toml of these games say, and measure the coverages of those games.

    Args: files: the known.toml of each game, by its name.  runs: of each coverage.
    Raises: BoxError, before anything is played, for a mistake in one of them; ValueError for so few runs that luck
    would often fail a coverage.
    """
    matches = [match for game, file in files.items() for match in known.matches(game, file)]
    cases = [case for case in coverage.CASES if case.game in files]
    left = RATE - len(cases) * coverage.alarm(runs)
    if left <= 0:
        raise ValueError(f"{runs} runs are too few: by luck alone a coverage would be off by {coverage.TOLERANCE:g}")
    compared = list(known.compared(matches, seed, tell))
    covered = list(coverage.covered(matches, seed, runs, tell, cases))
    return Answers(seed, known.judged(compared, left), covered, RATE)


# In words.


def lines(found: Answers) -> Iterator[str]:
    yield from known.lines(found.comparisons)
    if found.coverages:
        yield ""
        yield from coverage.lines(found.coverages)
    yield ""
    yield from known.ending(found.comparisons)
    if found.coverages:
        yield from coverage.ending(found.coverages)
    yield f"If all is right, the chance that anything here is called wrong is at most {100 * found.alarm:g} %: Holm's"
    yield "rule on the p-values of all comparisons, at this less what the coverages may take.  In brackets: 95 %"
    yield f"intervals, each by itself.  Seed {found.seed}."


def as_json(found: Answers) -> dict[str, Any]:
    return {
        "ok": found.ok,
        "seed": found.seed,
        "chance_of_a_false_alarm": found.alarm,
        "comparisons": [row._asdict() for row in found.comparisons],
        "coverages": [row._asdict() | {"ok": row.ok} for row in found.coverages],
    }
