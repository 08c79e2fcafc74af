"""Pig: one die, two actions, and answers that are known exactly (exact.py)."""

from sim import files
from sim.game import Game
from sim.games.pig import cards, checks, features, names, play, rules, state

HEADER = files.header(cards.FOLDER)


def describe(action, state):
    """An action in words."""
    return names.Action(action).name.lower()


GAME = Game(
    name="pig",
    title=HEADER["title"],
    seats=range(HEADER["players"][0], HEADER["players"][1] + 1),
    state=state.State,
    tables=cards.Tables,
    scratch=state.Scratch,
    row=state.Row,
    load=cards.load,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    score=rules.score,
    standing=rules.standing,
    features=features.features,
    gains=features.gains,
    imagine=features.imagine,
    decide=play.decide,
    play_on=play.play_on,
    play=play.play,
    verbs=names.VERBS,
    question=names.Question,
    feature=names.Feature,
    gain=names.Gain,
    cards={},
    describe=describe,
    check=checks.check,
    folder=cards.FOLDER,
)
