"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim import game
from sim.game import AnyRow, AnySeatRow, AnyState
from sim.games.left_center_right.names import ACTIONS, PLAYERS, Feature, Gain, Question
from sim.record import Record, f8, i4, of, secret, untold
from sim.rng import Stream


class Player(Record):
    chips: i4
    rolls: untold(i4)  #           turns with a roll
    passes: untold(i4)


class State(AnyState):
    question: of(i4, Question)
    players: Player[PLAYERS]
    middle: i4  #                  chips out of the game
    dice: secret(Stream[PLAYERS])  # each seat's own


class Desk(game.Desk):
    actions: i4[ACTIONS]
    features: f8[Feature]
    gains: f8[ACTIONS, len(Gain)]


class Scratch(Desk):
    trial: State  #                to try an action on a copy,
    trial_desk: Desk  #            at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[0] = "nothing decides between equal scores"
    score_chips: i4 = "chips at the end"
    rolls: i4 = "turns with a roll"
    passes: i4 = "turns without chips"


class Row(AnyRow):
    turns_with_a_roll: i4 = "turns of players who had chips; `turns` counts the others too"
    middle: i4 = "chips in the middle at the end"
    seats: SeatRow[PLAYERS]
