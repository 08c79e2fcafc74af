"""The command `meeplecarlo`: one file a command, each a thin call of the library.

Help must come at once, so nothing slow is imported here or at the top of a command's file.
Exit codes: 0; 1 when no deal was finished without a fault, or for a mistake of ours; 2 for a mistake in what was
asked, told in one line; 130 when interrupted.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import click

NAME = "meeplecarlo"
WIDTH = 100
INTERRUPTED = 130


class Commands(click.Group):
    """Every file beside this one is a command."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        return importlib.import_module(f"{__name__}.{name.replace('-', '_')}").command


class GameType(click.ParamType):
    """A game by its name, or by the path of its folder; what a command gets is the name."""

    name = "game"

    def convert(self, value: str, parameter: click.Parameter | None, context: click.Context | None) -> str:
        from sim import games

        name = games.named(value)
        if value == name and (Path(value) / "params.toml").is_file() and Path(value).resolve() != games.folder(name):
            say(f"this is the game {name} that is known by name; the one in the folder here is ./{name}")
        return name


GAME = GameType()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
    epilog="""\b
Examples:
  meeplecarlo games
  meeplecarlo info template
  meeplecarlo run template --games 2000 --seed 7 --out runs/first
  meeplecarlo replay runs/first --game 17""",
)
@click.version_option(package_name=NAME, prog_name=NAME)
def commands() -> None:
    """Play tabletop games by the hundred thousand, with scripted players, to see how balanced they are."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)
    code = answer(arguments)
    if code == INTERRUPTED and any(thread.name.startswith("ThreadPool") for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # a strategy that does not answer would keep the program from ending
    return code


def answer(arguments: Sequence[str] | None) -> int:
    try:
        return commands.main(arguments, NAME, standalone_mode=False) or 0
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.Abort:
        say("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        say(error.format_message())
        return 2
    except Exception as error:
        if not is_mistake(error):
            raise
        say(" ".join(str(error).split()))
        return 2


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def is_mistake(error: Exception) -> bool:
    """Whether it is a mistake in what was asked, or a table that cannot be read."""
    from sim.files import BoxError

    return isinstance(error, BoxError) or type(error).__module__.startswith("polars")


def say(text: str) -> None:
    """A line for the person at the terminal, apart from the data."""
    click.echo(f"{NAME}: {text}", err=True)


def announce(game: str, quiet: bool = False) -> None:
    """Before a game is imported: say so if its rules must be compiled."""
    from sim import games
    from sim.record import PLAIN
    from sim.rule import CACHE, source_key

    folder = games.folder(game)
    if not quiet and not PLAIN and not (CACHE / source_key(folder)).exists():
        say(f"compiling the rules of {games.about(game)['title']} (first time, about a minute)")
