"""Notebooks play thousands of games, so they are executed by the compiled run of the tests only."""

from sim.record import PLAIN

collect_ignore_glob = ["*.ipynb"] if PLAIN else []
