"""`warmup` compiles what is not compiled, and says so."""

import pytest
from found import compiled_only

from sim.cli import main, warmup
from sim.record import PLAIN


@compiled_only
def test_says_when_there_is_nothing_to_do(capsys):
    assert main(["warmup", "template"]) == 0  # whatever it finds: the second time there is nothing
    capsys.readouterr()
    assert main(["warmup", "template", "--jobs", "2"]) == 0
    said = capsys.readouterr()
    assert "template: nothing to do" in said.out and "1 at a time" in said.err


@compiled_only
def test_compiles_into_an_empty_cache(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MEEPLECARLO_CACHE", str(tmp_path))
    assert main(["warmup", "template"]) == 0
    said = capsys.readouterr().out
    for what in ("all games: shared rules compiled", "template: rules compiled", "template: strategies compiled"):
        assert what in said
    assert warmup.warm("template").compiled == 0 and any(tmp_path.iterdir())


@compiled_only
def test_a_game_that_does_not_compile_is_told(monkeypatch, capsys):
    monkeypatch.setattr(warmup, "WORK", "raise TypeError('@rule place does not compile')")
    assert main(["warmup", "template"]) == 1
    assert "template: does not compile: TypeError: @rule place does not compile" in capsys.readouterr().out


@pytest.mark.skipif(not PLAIN, reason="about plain Python")
def test_plain_python_has_nothing_to_compile(capsys):
    assert main(["warmup"]) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_a_mistake_is_told_in_one_line(capsys):
    assert main(["warmup", "tempalte"]) == 2
    said = capsys.readouterr().err
    assert "did you mean template?" in said and len(said.splitlines()) == 1
