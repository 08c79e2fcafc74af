"""An experiment, from a TOML file or from arguments -> a run folder.

The run folder is kept by sim.keeper.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import platform
import shlex
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sim import batch, games
from sim import files as box
from sim.batch import Job
from sim.files import BoxError, known
from sim.keeper import Keeper, clear_away, whole_parts
from sim.lineups import pool
from sim.players import Plan, Player
from sim.record import raw
from sim.replay import plain
from sim.results import UNFINISHED, Frames, card_sets, frames, load, numbers, read_about
from sim.rule import holds_rules, source_key

PART = 20_000  #     games of a part, about: it holds whole deals
LIMIT = 1_000_000  # games of a run that ends when enough is known
LINE_UPS = 6_000  #  of a pool, at most,
PER_DEAL = 100_000  # and games of one deal: a part holds at least one
SETTINGS = (  #      that must be the same to go on with a run
    *("game", "table", "players", "metagame", "repeats", "games", "seed", "changes", "fixed_seats", "checked"),
    *("forbid", "until", "trace_deals", "games_per_part"),
)
RUNS = Path("runs")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Experiment:
    """What is played.  Results depend on nothing else, and neither on `threads` nor on `out`."""

    game: str
    strategies: tuple[str, ...]  #  one for each seat, in the order of the line-up; or a pool, if players are given
    games: int = PART  #            rounded up to whole deals
    seed: int = 0
    players: int | None = None  #   at a table: all combinations of so many of the pool are line-ups
    metagame: bool = False  #       all multisets of the pool, not only combinations
    repeats: int = 1  #             of each deal and seating, with other whims
    files: tuple[str, ...] = ()  #  with strategies of the user's own
    changes: Mapping[str, Any] = field(default_factory=dict)
    fixed_seats: bool = False  #    strategies keep the seats in which they are listed
    forbid: tuple[str, ...] = ()  # verbs, and to whom: see sim.forbid
    checked: bool = False  #        what must always hold is checked after every decision
    until: str | None = None  #     "win_share +- 0.005": end when so much is known, at the latest after `games`
    trace: int = 25  #              deals of which the course is kept, and a part of the others; 0: none
    threads: int | None = None
    out: Path | None = None  #      None: a new folder in runs/

    def __post_init__(self) -> None:
        for name, least in (("games", 1), ("seed", 0), ("trace", 0), ("threads", 1), ("players", 1), ("repeats", 1)):
            value = getattr(self, name)
            if value is not None and (not is_whole_number(value) or value < least):
                raise BoxError(f"{name}: {value!r} is not a whole number from {least} on")
        if self.players is None and self.metagame:
            raise BoxError("metagame: it takes a pool (--strategies) and not one table")
        if self.players is not None:
            self.check_pool(self.players)
        if self.until is not None:
            goal = goal_of(self.until)
            if goal.metric == "win_share" and self.seats == 1:
                raise BoxError("until: one player has no share of wins; say score +- POINTS")
            object.__setattr__(self, "until", str(goal))
        if self.per_deal > PER_DEAL:
            raise BoxError(f"each deal would be played {self.per_deal:,} times, more than {PER_DEAL:,}")

    def check_pool(self, players: int) -> None:
        for name, count in Counter(self.strategies).items():
            if count > 1:
                raise BoxError(f"strategies: {name} is named {count} times in one pool")
        if self.fixed_seats:
            raise BoxError("fixed_seats: the line-ups of a pool take every seat")
        if not self.metagame and len(self.strategies) < players:
            raise BoxError(f"strategies: {len(self.strategies)} are too few for tables of {players} (see --metagame)")
        if self.line_ups > LINE_UPS:
            raise BoxError(f"strategies: they make {self.line_ups:,} line-ups, more than {LINE_UPS:,}")

    @property
    def line_ups(self) -> int:
        if self.players is None:
            return 1
        strategies = len(self.strategies)
        return math.comb(strategies + self.players - 1 if self.metagame else strategies, self.players)

    @property
    def seats(self) -> int:
        return self.players or len(self.strategies)

    @property
    def per_deal(self) -> int:
        """Games of one deal."""
        return self.line_ups * (1 if self.fixed_seats else self.seats) * self.repeats

    @property
    def last(self) -> int:
        """Games, in whole deals."""
        return -(-self.games // self.per_deal) * self.per_deal


def goal_of(until: Any) -> Any:
    from reports.sequential import goal

    try:
        return goal(until)
    except (TypeError, ValueError) as error:
        raise BoxError(f"until: {error}") from None


def is_whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def from_toml(file: Path) -> Experiment:
    """An experiment pinned in a file.

    Raises: BoxError, naming the file, for a key or a value that is none.
    """
    given = box.toml(file)
    names = [item.name for item in fields(Experiment) if item.name not in ("threads", "out")]
    for name in given:
        known(name, names, file.name)
    strategies = given.get("strategies")
    if not isinstance(given.get("game"), str):
        raise BoxError(f'{file.name}: game is missing (game = "...")')
    if strategies is None:
        raise BoxError(f'{file.name}: strategies are missing (strategies = ["...", "..."])')
    if not isinstance(strategies, list) or not all(isinstance(name, str) for name in strategies):
        raise BoxError(f'{file.name}: strategies is not a list of names (strategies = ["...", "..."])')
    own = given.get("files", [])
    if not isinstance(own, list) or not all(isinstance(name, str) for name in own):
        raise BoxError(f'{file.name}: files is not a list of files with strategies (files = ["mine.toml"])')
    forbid = given.get("forbid", [])
    if not isinstance(forbid, list) or not all(isinstance(word, str) for word in forbid):
        raise BoxError(f'{file.name}: forbid is not a list of verbs (forbid = ["VERB", "STRATEGY:VERB"])')
    for name in ("fixed_seats", "checked", "metagame"):
        if not isinstance(given.get(name, False), bool):
            raise BoxError(f"{file.name}, {name}: {given[name]!r} is neither true nor false")
    if not isinstance(given.get("changes", {}), dict):
        raise BoxError(f"{file.name}, changes: not a table of names and values")
    try:
        if "until" in given:
            given.setdefault("games", LIMIT)
        lists = {"strategies": tuple(strategies), "files": tuple(own), "forbid": tuple(forbid)}
        given["game"] = games.named(given["game"])
        return Experiment(**given | lists | {"changes": flat(given.get("changes", {}))})
    except BoxError as error:
        raise BoxError(f"{file.name}, {error}") from None


def flat(changes: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """{"params": {"silver": 3}} -> {"params.silver": 3}: TOML reads params.silver = 3 as tables."""
    found: dict[str, Any] = {}
    for name, value in changes.items():
        found |= flat(value, f"{path}{name}.") if isinstance(value, dict) else {f"{path}{name}": value}
    return found


def command(experiment: Experiment) -> str:
    """The command line that repeats an experiment."""
    words = ["meeplecarlo", "run", games.word(experiment.game)]
    words.append("--table" if experiment.players is None else "--strategies")
    words.append(",".join(map(portable, experiment.strategies)))
    if experiment.players is not None:
        words += ["--players", str(experiment.players)] + ["--metagame"] * experiment.metagame
    if experiment.repeats != 1:
        words += ["--repeats", str(experiment.repeats)]
    for name in experiment.files:
        words += ["--strategy", portable(name)]
    words += ["--games", str(experiment.games), "--seed", str(experiment.seed)]
    for name, value in experiment.changes.items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    for word in experiment.forbid:
        words += ["--forbid", word]
    words += ["--fixed-seats"] * experiment.fixed_seats + ["--checked"] * experiment.checked
    if experiment.until:
        words += ["--until", experiment.until]
    if experiment.trace != Experiment.trace:
        words += ["--trace", str(experiment.trace)]
    return shlex.join(words)


def portable(file: str) -> str:
    """A file as seen from the working directory: without the folders of this machine."""
    path = Path(file)
    if not path.is_absolute():
        return path.as_posix()
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.name


# Playing it.


class Table(NamedTuple):
    """An experiment, ready to be played."""

    experiment: Experiment
    job: Job

    @property
    def last(self) -> int:
        return self.experiment.last

    @property
    def looks(self) -> list[int]:
        """After how many games it is asked whether enough is known; the last one ends the run."""
        from reports import sequential

        each = self.job.per_deal
        deals = sequential.looks(self.last // each) if self.experiment.until else ()
        return sorted({self.last, *(each * look for look in deals)})

    @property
    def cuts(self) -> list[int]:
        """Where parts begin, and the last one ends: in whole deals, and wherever it is asked whether to go on."""
        size = max(PART // self.job.per_deal, 1) * self.job.per_deal
        looks = self.looks
        begun = zip([0, *looks], looks, strict=False)
        return [*(cut for first, last in begun for cut in range(first, last, size)), self.last]


def prepare(experiment: Experiment) -> Table:
    """Find the game and the players, and check that they go together.

    Raises: BoxError.
    """
    import heuristics
    from sim import forbid

    game = games.get(experiment.game)
    tables = game.load(experiment.changes)
    players = tuple(heuristics.named(experiment.strategies, game, experiment.files))
    if experiment.forbid:
        players = tuple(forbid.restricted(players, experiment.forbid, game, experiment.players is not None))
    line_ups = [players] if experiment.players is None else pool(players, experiment.players, experiment.metagame)
    how: dict[str, Any] = {
        "rotates": not experiment.fixed_seats,
        "checked": experiment.checked,
        "repeats": experiment.repeats,
        "follows": experiment.trace,
    }
    return Table(experiment, batch.job(game, line_ups, experiment.seed, tables, **how))


def run(experiment: Experiment, progress: Progress | None = None, resume: bool = False) -> Path:
    """Play an experiment; returns its run folder, whose run.json says whether it is complete or was interrupted.

    Args: progress: called with the games finished so far, and all.  resume: go on with what is in the folder.
    Raises: BoxError for a mistake in what is asked, and for a folder that is not empty, was made by another
    experiment or cannot be written.
    """
    table = prepare(experiment)
    about = settings(table)
    begun = unfinished(experiment.out, about) if resume else None
    if begun and begun.about["status"] == "complete":
        clear_away(begun.folder, begun.about["files"])
        return begun.folder
    folder = begun.folder if begun else new_folder(experiment)
    keeper = Keeper(table.job, table.cuts, folder, about, begun.lines if begun else (), measure_of(table))
    try:
        with stop_on_signal() as stop:
            play(table, keeper, stop, progress)
            if experiment.trace and not stop():
                keeper.trace(experiment.trace, stop)
            keeper.finish("interrupted" if stop() else "complete")
    except BaseException:
        with suppress(BoxError):
            keeper.finish("failed")
        raise
    return keeper.folder


def play(table: Table, keeper: Keeper, stop: Callable[[], bool], progress: Progress | None) -> None:
    """Play what is missing, until enough is known."""
    begun = time.perf_counter() - keeper.seconds["simulating"]
    for number, look in enumerate(table.looks, start=1):
        for first, last in keeper.missing(look):
            for chunk in batch.chunks(table.job, first, last, table.experiment.threads, stop=stop):
                keeper.take(chunk)
                keeper.seconds["simulating"] = time.perf_counter() - begun
                if progress:
                    progress(keeper.played, table.last)
            if stop():
                return
        if table.experiment.until:
            keeper.about["stopped"] = stopped(table, keeper, look) | {"looks": number}
            if keeper.about["stopped"]["reached"]:
                return


def measure_of(table: Table) -> Callable[[Frames], dict[str, Any]] | None:
    """What is kept of each part to see whether enough is known: moments over whole deals, by strategy and seat."""
    if not table.experiment.until:
        return None
    from reports import closing

    metric, per_deal = goal_of(table.experiment.until).metric, table.job.per_deal
    return lambda found: closing.moments(found.games.lazy(), found.seats.lazy(), per_deal, metric)


def stopped(table: Table, keeper: Keeper, look: int) -> dict[str, Any]:
    """How much is known after so many games."""
    from reports import sequential
    from reports.intervals import Moments

    goal = goal_of(table.experiment.until)
    family = {f"strategy {player.name}": Moments() for player in everyone(table.job)}
    family |= {f"seat {seat + 1}": Moments() for seat in range(table.experiment.seats)}
    for number, cut in enumerate(table.cuts):
        if cut >= look:
            break
        for who, moments in keeper.measures[number].items():
            family[who] = family[who].merged(Moments(*moments))
    width = sequential.widest(goal, family.values())
    deals = family["seat 1"].n
    return {"reached": width <= goal.half_width, "half_width": width if width < math.inf else None, "deals": deals}


@contextmanager
def stop_on_signal() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C and a polite kill only raise a flag, so that nothing is torn."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = {kind: signal.signal(kind, lambda *_: asked.set()) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


class Begun(NamedTuple):
    """A run to go on with."""

    folder: Path
    about: dict[str, Any]  #    its run.json
    lines: list[dict]  #        its whole parts


def unfinished(folder: Path | None, about: dict[str, Any]) -> Begun | None:
    """What there is of a run; None when it had not even begun.

    Args: about: settings() of now.
    Raises: BoxError for a folder that holds something else, or a run under other settings, saying which differ.
    """
    if folder is None:
        raise BoxError("resume: say which run to go on with (--out)")
    if not folder.exists() or (folder.is_dir() and all(file.suffix == UNFINISHED for file in folder.iterdir())):
        return None
    before = read_about(folder)
    other = other_settings(before, about)
    if other:
        raise BoxError(f"{folder}: cannot be gone on with; other {', '.join(other)}")
    about["begun"] = before["begun"]
    return Begun(folder, before, whole_parts(folder))


def other_settings(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What of two run.json differs that the tables depend on, in words."""
    found = []
    for name in now["versions"]:
        was = before.get("versions", {}).get(name)
        if was != now["versions"][name]:
            found.append(f"version of {name} ({was}, now {now['versions'][name]})")
    for name in SETTINGS:
        if before.get(name) != now[name]:
            found.append(f"{name} ({json.dumps(before.get(name))}, now {json.dumps(now[name])})")
    if before.get("source_key") != now["source_key"]:
        found.append("rules")
    box_of = [[about.get(name) for name in ("tables_digest", "provenance")] for about in (before, now)]
    if box_of[0] != box_of[1] and before.get("changes") == now["changes"]:
        found.append("numbers in params.toml or the card files")
    strategies = before.get("strategies", {})
    others = [name for name, player in now["strategies"].items() if strategies.get(name) not in (None, player)]
    if others:
        found.append(f"strategies ({', '.join(others)})")
    return found


def new_folder(experiment: Experiment) -> Path:
    """An empty folder for the run; nothing is ever overwritten."""
    folder = experiment.out or unused(RUNS / f"{experiment.game}-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    try:
        if folder.exists() and (not folder.is_dir() or any(file.suffix != UNFINISHED for file in folder.iterdir())):
            raise BoxError(f"{folder}: is there already and not empty; name another folder")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoxError(f"{folder}: cannot be made: {error.strerror}") from None
    return folder


def unused(folder: Path) -> Path:
    """The folder, or with a number after its name: two runs may begin in one second."""
    number, found = 1, folder
    while found.exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


def settings(table: Table) -> dict[str, Any]:
    """What run.json says from the start."""
    experiment, job = table.experiment, table.job
    game, line_ups = job.game, [[player.name for player in line_up] for line_up in job.line_ups]
    return {
        "status": "running",
        "game": game.name,
        "game_folder": games.place_of(game.name),  # of a game from elsewhere, as seen from the working directory
        "title": game.title,
        "edition": box.header(game.folder).get("edition", ""),
        "command": command(experiment),
        "games": experiment.last,
        "begun": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "seed": experiment.seed,
        "changes": dict(experiment.changes),
        "fixed_seats": experiment.fixed_seats,
        "checked": experiment.checked,
        "forbid": list(experiment.forbid),
        "players": experiment.players,
        "metagame": experiment.metagame,
        "repeats": experiment.repeats,
        "games_per_deal": job.per_deal,
        "games_per_part": PART,
        "until": experiment.until,
        "trace_deals": experiment.trace,
        "table": [portable(name) for name in experiment.strategies],
        "strategy_files": [portable(name) for name in experiment.files],
        "line_up": line_ups[0] if len(line_ups) == 1 else None,
        "line_ups": line_ups,  # those of a deal, in the order of its seatings: each in every rotation
        "strategies": {player.name: {"about": player.about, "digest": digest(player)} for player in everyone(job)},
        "source_key": source_key(game.folder),
        "tables_digest": box.digest(job.tables),
        "provenance": box.provenance(game.folder),
        "cards": card_sets(game, experiment.changes),
        "columns": numbers(game),
        "versions": versions(),
    }


def everyone(job: Job) -> list[Player]:
    """The players of all line-ups, each once."""
    return list({player.name: player for line_up in job.line_ups for player in line_up}.values())


def digest(player: Player) -> str:
    """A short name for exactly this way to play: its numbers, the file of its choose() with the .csv of the
    same name, and what all of those share."""
    import heuristics

    plan = plain(Plan, raw(player.plan)) | {"chooser": 0}  # an address, other in every process
    code = Path(inspect.getfile(getattr(player.choose, "py_func", player.choose)))
    source = [file.read_bytes() for file in (code, code.with_suffix(".csv")) if file.exists()]
    shared = [file.read_bytes() for file in sorted(heuristics.FOLDER.glob("*.py")) if holds_rules(file)]
    return hashlib.sha256(b"".join([json.dumps(plan).encode(), *source, *shared])).hexdigest()[:12]


def versions() -> dict[str, str]:
    found = {name: metadata.version(name) for name in ("meeplecarlo", "numba", "numpy", "polars")}
    return found | {"python": platform.python_version()}


# Playing one game of it again.


def again(about: Mapping[str, Any], files: tuple[str, ...] = ()) -> Experiment:
    """The experiment of a run folder, from its run.json.

    Args: files: where the user's own strategies are now, if they have moved.
    """
    moved = {Path(file).name: file for file in files}
    return Experiment(
        about["game"],
        tuple(moved.get(Path(name).name, name) for name in about["table"]),
        about["counts"]["wanted"],
        files=tuple(moved.get(Path(name).name, name) for name in about["strategy_files"]),
        forbid=tuple(about.get("forbid", ())),
        **{
            name: about[name]
            for name in ("seed", "players", "metagame", "repeats", "changes", "fixed_seats", "checked")
        },
    )


def differences(about: Mapping[str, Any], job: Job) -> list[str]:
    """What is not as it was when the run was played: "rules", "numbers", "strategies (greedy)"."""
    found = []
    if about["source_key"] != source_key(job.game.folder):
        found.append("rules")
    if about["tables_digest"] != box.digest(job.tables):
        found.append("numbers")
    others = [player.name for player in everyone(job) if about["strategies"][player.name]["digest"] != digest(player)]
    if others:
        found.append(f"strategies ({', '.join(others)})")
    return found


def kept(folder: Path, number: int) -> Frames:
    """The rows of one game of a run.

    Raises: BoxError when it was not played.
    """
    run = load(folder)
    games, seats = (table.filter(pl.col("game") == number).collect() for table in (run.games, run.seats))
    if games.is_empty():
        raise BoxError(
            f"{folder}: game {number} is not among its {run.about['counts']['played']} games, which begin at 0"
        )
    return Frames(games, seats)


def is_as_kept(job: Job, number: int, rows: Frames) -> bool:
    """Whether the game, played again, comes out as its run says."""
    found = frames(job, batch.play_chunk(job, number, 1)[0].rows)
    return found.games.equals(rows.games) and found.seats.equals(rows.seats)
