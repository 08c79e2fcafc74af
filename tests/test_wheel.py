"""The wheel holds all that is needed: installed elsewhere, it plays every game."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from found import GAMES, compiled_only

ROOT = Path(__file__).parent.parent
PACKAGES = ("sim", "heuristics", "reports")
OFFLINE = ("Could not fetch", "No matching distribution", "Connection", "connection", "Temporary failure")


def run(*command, **how):
    """Run a command; skip the test where the package index cannot be reached."""
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, **how)
    if done.returncode and any(sign in done.stderr + done.stdout for sign in OFFLINE):
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Made from a copy: what a build leaves behind would be in the next one."""
    out = tmp_path_factory.mktemp("wheel")
    for folder in PACKAGES:
        shutil.copytree(ROOT / folder, out / "source" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, out / "source")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", out, out / "source", cwd=out)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """meeplecarlo in an environment with nothing but the wheel and what it depends on."""
    place = tmp_path_factory.mktemp("elsewhere")
    venv.create(place / "venv", with_pip=True)
    run(place / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    return place / "venv" / "bin" / "meeplecarlo"


@compiled_only
def test_the_wheel_holds_the_games_and_none_of_our_papers(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for game in GAMES:
        for file in ("params.toml", "RULES.md", "rules.py"):
            assert f"sim/games/{game}/{file}" in names
        assert f"heuristics/{game}/strategies.toml" in names
    tops = {name.split("/")[0] for name in names}
    assert "reports/page.html" in names and not any("gallery" in name for name in names)
    assert {name for name in tops if not name.endswith(".dist-info")} == set(PACKAGES)


@compiled_only
def test_the_wheel_plays_every_game_from_anywhere(command, tmp_path):
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"MEEPLECARLO_CACHE": str(tmp_path / "cache")}
    listed = json.loads(run(command, "games", "--json", cwd=tmp_path, env=environment))
    assert list(listed) == list(GAMES)
    for name in listed:
        here = environment | ({} if name == "template" else {"NUMBA_DISABLE_JIT": "1"})  # compiling takes a minute
        words = ("run", name, "--games", "1", "--trace", "1", "--out", f"runs/{name}", "--json")
        told = json.loads(run(command, *words, cwd=tmp_path, env=here))
        assert told["closing"]["deals"] == 1 and told["run"]["status"] == "complete"
        assert "final score" in run(command, "replay", f"runs/{name}", cwd=tmp_path, env=here)
