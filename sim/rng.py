"""Luck.  Named streams of random numbers live in the state, so a copied state repeats its own luck.

The generator is SFC64 (Chris Doty-Humphrey, PractRand); tests compare it with numpy's.  `key` is the output
function of SplitMix64 (Steele, Lea and Flood 2014); tests compare it with the published words.
Every stream is seeded from (root seed, deal, stream number): nothing depends on threads or chunks,
and two strategies or two rule variants meet the same decks and dice.
"""

import numpy as np

from sim.record import PLAIN, Record, u8
from sim.rule import rule

ONE, THREE, ELEVEN, ROTATE, BACK, HALF = (np.uint64(n) for n in (1, 3, 11, 24, 40, 32))
GOLDEN, FIRST_MIX, SECOND_MIX = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
THIRTY, TWENTY_SEVEN, THIRTY_ONE = (np.uint64(n) for n in (30, 27, 31))
WARM_UP = 12  # draws thrown away after seeding, as numpy does


class Stream(Record):
    a: u8
    b: u8
    c: u8
    count: u8


@rule
def draw(stream: Stream) -> u8:
    """The next 64 random bits."""
    bits = stream.a + stream.b + stream.count
    stream.count += ONE
    stream.a = stream.b ^ (stream.b >> ELEVEN)
    stream.b = stream.c + (stream.c << THREE)
    stream.c = ((stream.c << ROTATE) | (stream.c >> BACK)) + bits
    return bits


@rule
def key(salt: u8, number: int) -> u8:
    """64 random bits that belong to `number`: the same whatever else was drawn before or is left out."""
    bits = np.uint64(salt) + np.uint64(number + 1) * GOLDEN
    bits = (bits ^ (bits >> THIRTY)) * FIRST_MIX
    bits = (bits ^ (bits >> TWENTY_SEVEN)) * SECOND_MIX
    return bits ^ (bits >> THIRTY_ONE)


if PLAIN:  # 64-bit sums wrap on purpose; numpy would warn
    draw, key = np.errstate(over="ignore")(draw), np.errstate(over="ignore")(key)


@rule
def seed(stream: Stream, root: int, deal: int, number: int) -> None:
    """Start a stream from three numbers.  The root seed is a whole number from 0 to 2 ** 63 - 1."""
    stream.a = np.uint64(root)
    stream.b = np.uint64(deal)
    stream.c = np.uint64(number)
    stream.count = ONE
    for _ in range(WARM_UP):
        draw(stream)


@rule
def below(stream: Stream, n: int) -> int:
    """A whole number from 0 to n - 1 (uneven by less than n in four thousand million)."""
    return np.int64(((draw(stream) >> HALF) * np.uint64(n)) >> HALF)


@rule
def roll(stream: Stream) -> int:
    """A six-sided die."""
    return below(stream, 6) + 1


@rule
def chance(stream: Stream) -> float:
    """A number from 0 up to 1."""
    return np.int64(draw(stream) >> ELEVEN) / 9007199254740992.0  # 2 ** 53
