"""What several tests stand on."""

import pytest


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, in which the commands are called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
