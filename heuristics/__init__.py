"""Scripted players: blocks of strategies.toml, and small files with one choose().

Those for a game stand in the folder of its name; nothing is listed anywhere else.  Reading their names and sentences
imports neither the game nor the compiler; a strategy is compiled when it is asked for.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sim import games
from sim.files import BoxError, known, toml

FOLDER = Path(__file__).resolve().parent
KEYS = ("about", "like", "do", "never", "weights", "whim")


class Source(NamedTuple):
    """Where a strategy is written."""

    about: str
    file: Path
    block: dict[str, Any] | None  #  None: it is code


Files = Iterable[str | Path]


def sentences(game: str, files: Files = ()) -> dict[str, str]:
    """What each strategy for the game of this name believes, by strategy; those in the user's own files come last."""
    return {name: source.about for name, source in sources(game, files).items()}


def players(game: Any, files: Files = ()) -> dict[str, Any]:
    """Every player for `game`, by name."""
    return {name: made(name, source, game) for name, source in sources(game.name, files).items()}


def named(names: Iterable[str], game: Any, files: Files = ()) -> list[Any]:
    """["stonemason", "random", "elsewhere/miner.py"] -> players.

    Args: files: with strategies of the user's own, which are known by name like those that come along.
    Raises: BoxError for a name that is unknown, with the nearest.
    """
    found = sources(game.name, files)
    return [
        from_code(Path(name)) if name.endswith(".py") else made(name, found[known(name, found, "strategy")], game)
        for name in names
    ]


def sources(game: str, files: Files = ()) -> dict[str, Source]:
    """Where each strategy for the game of this name is written."""
    found = {"random": code_source(FOLDER / "random.py")}
    for name, source in (pair for folder in folders(game) for pair in written(folder)):
        free(name, source, found)
        for other_name, other_source in found.items():
            if source.about == other_source.about:
                raise BoxError(f"{source.file.name}: {name} and {other_name} say the same of themselves")
        found[name] = source
    for name, source in (pair for file in files for pair in in_file(Path(file)).items()):
        free(name, source, found)
        found[name] = source
    return found


def free(name: str, source: Source, found: dict[str, Source]) -> None:
    if name in found:
        raise BoxError(f"{source.file.name}: a strategy {name} stands also in {found[name].file.name}")


def in_file(file: Path) -> dict[str, Source]:
    """The strategies in a file of the user's own: blocks of TOML, or one choose() under the file's name."""
    if file.suffix == ".toml":
        return blocks(file)
    if file.suffix == ".py":
        return {file.stem: code_source(file)}
    raise BoxError(f"{file.name}: a file of strategies ends in .toml or .py")


def folders(game: str) -> list[Path]:
    """Where strategies for a game may stand; a game from elsewhere brings its own along."""
    homes = games.folders()
    return [FOLDER / game, homes[game] / "heuristics"] if game in homes else [FOLDER / game]


def written(folder: Path) -> Iterator[tuple[str, Source]]:
    """The strategies in a folder."""
    file = folder / "strategies.toml"
    yield from blocks(file).items() if file.exists() else ()
    for code in sorted(folder.glob("[!_]*.py")):
        yield code.stem, code_source(code)


def blocks(file: Path) -> dict[str, Source]:
    """The blocks of a strategies.toml, so far as they can be checked without the game."""
    found, written_down = {}, toml(file)
    for name, block in written_down.items():
        where = f"{file.name}, [{name}]"
        if not isinstance(block, dict):
            raise BoxError(f"{file.name}: {name} stands outside any [strategy]")
        for key in block:
            known(key, KEYS, where)
        block = filled_in(block, written_down, where)
        if not any(key in block for key in ("do", "weights")):
            raise BoxError(f"{where}: neither do nor weights is there")
        found[name] = Source(sentence(block.get("about"), where), file, block)
    return found


def filled_in(block: dict[str, Any], others: dict[str, Any], where: str) -> dict[str, Any]:
    """A block that is `like` another has all that the other has, but its own lines come first.

    Like "carpenter", another of its file, or like "template.carpenter", one that comes along with a game.
    """
    if "like" not in block:
        return block
    game, _, name = str(block["like"]).rpartition(".")
    if game:
        files = [home / "strategies.toml" for home in folders(games.named(game))]
        others = {word: block for file in files if file.exists() for word, block in toml(file).items()}
    other = others[known(name, others, f"{where}, like")]
    if "like" in other:
        raise BoxError(f"{where}, like: {block['like']} is itself like another")
    filled = {**other, **block}
    for name in ("do", "never"):
        lines = [block.get(name, []), other.get(name, [])]
        if not all(isinstance(part, list) for part in lines):
            raise BoxError(f"{where}, {name}: not a list of lines in quotes")
        filled |= {name: lines[0] + lines[1]} if any(lines) or name in filled else {}
    del filled["like"]
    return filled


def code_source(file: Path) -> Source:
    try:
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise BoxError(f"{file.name}: not readable as Python: {error}") from None
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None
    return Source(sentence(docstring and docstring.split("\n\n")[0], file.name), file, None)


def sentence(about: Any, where: str) -> str:
    if not isinstance(about, str) or not about.strip():
        raise BoxError(f"{where}: say in one sentence what it believes (about = ..., or a docstring)")
    return " ".join(about.split())


def made(name: str, source: Source, game: Any) -> Any:
    """A player from where it is written."""
    if source.block is None:
        return from_code(source.file)
    from heuristics import priority

    return priority.player(name, source.about, source.block, game, source.file.name)


def from_toml(file: Path | str, game: Any) -> dict[str, Any]:
    """The players in a file of blocks, anywhere on disk."""
    return {name: made(name, source, game) for name, source in blocks(Path(file)).items()}


def from_code(file: Path | str) -> Any:
    """The player in a file anywhere on disk: a docstring, a choose() and perhaps SEES = ["features", "gains"].

    Raises: BoxError when something of this is missing; whatever the file raises.
    """
    file = Path(file).resolve()
    source = code_source(file)
    return run_code(file, source.about, file.stat().st_mtime_ns)


@functools.cache  # one choose() for one text: a second one would be another player of the same name
def run_code(file: Path, about: str, changed: int) -> Any:
    from sim.players import Player

    spec = importlib.util.spec_from_file_location(f"strategy_{file.stem}", file)
    assert spec and spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "choose"):
        raise BoxError(f"{file.name}: there is no choose() in it")
    return Player.made(file.stem, about, module.choose, getattr(module, "SEES", ()))
