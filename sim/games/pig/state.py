"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim import game
from sim.game import AnyRow, AnySeatRow, AnyState
from sim.games.pig.names import ACTIONS, PLAYERS, Feature, Gain, Question, Tiebreak
from sim.record import Record, f8, i4, of, secret
from sim.rng import Stream


class Player(Record):
    score: i4  #        banked
    rolls: i4  #        the rest is for the result rows
    busts: i4
    holds: i4
    lost: i4
    best_turn: i4
    turn_rolls: i4  #   in the turn just played
    longest_turn: i4


class State(AnyState):
    question: of(i4, Question)
    players: Player[PLAYERS]
    turn_total: i4  #   of the player in turn; 0 before the first roll
    dice: secret(Stream[PLAYERS])  # a die for each seat


class Desk(game.Desk):
    actions: i4[ACTIONS]
    features: f8[Feature]
    gains: f8[ACTIONS, len(Gain)]


class Scratch(Desk):
    trial: State  #      to try an action on a copy,
    trial_desk: Desk  #  at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[Tiebreak] = "1 for the player who reached the goal, who has the highest score anyway"
    score_banked: i4 = "points banked by holding"
    rolls: i4 = "rolls of the die"
    busts: i4 = "turns ended by a 1"
    holds: i4 = "turns ended by holding"
    lost: i4 = "points lost to a 1"
    best_turn: i4 = "most points banked in a turn"
    longest_turn: i4 = "most rolls in a turn"


class Row(AnyRow):
    seats: SeatRow[PLAYERS]
