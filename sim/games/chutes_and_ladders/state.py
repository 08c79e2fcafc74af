"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim import game
from sim.game import AnyRow, AnySeatRow, AnyState
from sim.games.chutes_and_ladders.names import ACTIONS, PLAYERS, Feature, Gain, Question
from sim.record import Record, f8, i4, of, secret, untold
from sim.rng import Stream


class Player(Record):
    square: i4  #                  0 is beside the board
    rolls: untold(i4)
    stays: i4  #                   rolls after which the piece could not move
    chutes: i4  #                  taken
    ladders: i4


class State(AnyState):
    question: of(i4, Question)
    players: Player[PLAYERS]
    dice: secret(Stream[PLAYERS])  # each seat's own: the same whoever else plays


class Desk(game.Desk):
    actions: i4[ACTIONS]
    features: f8[Feature]
    gains: f8[ACTIONS, len(Gain)]


class Scratch(Desk):
    trial: State  #                to try an action on a copy,
    trial_desk: Desk  #            at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[0] = "nothing decides between equal scores"
    score_square: i4 = "square on which the piece stands at the end"
    rolls: i4 = "rolls of the die"
    stays: i4 = "rolls after which the piece could not move"
    chutes: i4 = "chutes taken"
    ladders: i4 = "ladders taken"


class Row(AnyRow):
    seats: SeatRow[PLAYERS]
