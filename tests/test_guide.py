"""The guide to a game of one's own is carried out as it stands, block by block."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from found import compiled_only

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "your-own-game.md"
PROGRAMS = {
    "meeplecarlo": """-c 'import sys; from sim.cli import main; sys.exit(main())' "$@" """,
    "pytest": """-m pytest -p no:cacheprovider "$@" """,
    "pip": """-m pip --quiet --disable-pip-version-check "$@" --no-deps --target "$SITE" """,  # not into this one
}
OFFLINE = ("Could not fetch", "No matching distribution", "Connection", "connection", "Temporary failure")


def blocks():
    """(language, text) of each fenced block."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)


def carried_out(text, here):
    """Commands, in a shell; returns what they print."""
    path = os.pathsep.join([str(here / "bin"), os.environ["PATH"]])
    paths = os.pathsep.join([str(ROOT), str(here / "site")])
    environment = os.environ | {"PATH": path, "PYTHONPATH": paths, "SITE": str(here / "site")}
    words = ["bash", "-euo", "pipefail", "-c", text]
    done = subprocess.run(words, cwd=here / "work", env=environment, capture_output=True, text=True)
    if done.returncode and "pip " in text and any(sign in done.stderr for sign in OFFLINE):
        pytest.skip("the package index cannot be reached; all before it works")
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def changed(text, work):
    """A diff, without line numbers: the lines to be changed stand in the file once, or an empty file is filled."""
    name, *lines = text.splitlines()
    file = work / name.removeprefix("--- ")
    content = file.read_text()
    for part in "\n".join(lines).split("\n...\n"):
        old = "".join(f"{line[1:]}\n" for line in part.splitlines() if line[:1] != "+")
        new = "".join(f"{line[1:]}\n" for line in part.splitlines() if line[:1] != "-")
        assert content.count(old) == 1, f"{name}: these lines stand there {content.count(old)} times:\n{old}"
        content = content.replace(old, new)
    file.write_text(content)


@compiled_only
def test_the_guide_works_as_it_is_written(tmp_path):
    for folder in ("bin", "work"):
        (tmp_path / folder).mkdir()
    for name, how in PROGRAMS.items():
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {how}\n')
        (tmp_path / "bin" / name).chmod(0o755)
    said, met = "", set()
    for language, text in blocks():
        met.add(language)
        match language:
            case "sh":
                said = carried_out(text, tmp_path)
            case "diff":
                changed(text, tmp_path / "work")
            case "text":
                for line in text.splitlines():
                    assert line == "..." or line in said.splitlines(), f"{line}\n\nis not printed, but\n\n{said}"
            case "toml" | "python":
                file = re.match(r"# (\S+)\n", text)
                assert file, f"a new file says in its first line what it is called: {text}"
                (tmp_path / "work" / file[1]).write_text(text)
            case _:
                raise AssertionError(f"a block that nobody carries out: {language}")
    assert met == {"sh", "diff", "text", "toml"}


def test_every_command_is_mentioned():
    """That is of use for a game of one's own."""
    said = GUIDE.read_text()
    for command in ("new", "info", "run", "check", "replay", "games", "tune", "ladder", "bench"):
        assert f"meeplecarlo {command}" in said, command
