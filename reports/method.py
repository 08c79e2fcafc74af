"""How the figures are made, what they cannot say, and the words used."""

from __future__ import annotations

from typing import Any

METHOD = (
    "The unit is the deal: one shuffle, one set of dice. Its games, played in every rotation of the table, share their "
    "luck, so a deal gives one number, the mean over its games. Intervals are Student's t over deals; where there are "
    "fewer than ten events, Clopper and Pearson's.",
    "Every interval is a 95 % interval. Those of seats, of strategies, of pairs and of sources hold together "
    "(Bonferroni) wherever a best, a worst, a spread or a verdict is spoken of.",
    "A win that is shared after all tie-breaks is split evenly.",
    "A verdict says balanced only if the whole interval lies within the line, and tilted only if the whole of it lies "
    "beyond. Seeing no difference is not the same as there being none.",
    "Ratings are by the model of Plackett and Luce with ties, seat effects that sum to zero, and errors by deal.",
)
LIMITS = (
    "Everything here holds under these scripted players. People plan, learn, bluff and gang up.",
    "No strategy is claimed to be good. What no script tries stays unseen, and a card or seat may only look weak "
    "because nobody here plays it well.",
    "The intervals tell the error of sampling only. Numbers of the box that are assumed, and rules that were "
    "simplified, err on top of that, and more games do not help.",
    "Fairness is not fun.",
)
GLOSSARY = {
    "deal": "One shuffle and one set of dice, played in every rotation of the table.",
    "even": "The share of wins that everybody would have at a table of equals: one divided by the number of players.",
    "interval": "Made so that 95 of 100 of them hold the true value. In brackets, or as bars.",
    "percentage points": "The difference of two percentages: from 25 % to 28 % are 3 percentage points.",
    "share of wins": "Wins divided by games; of a win that n share, each has one n-th.",
    "spread": "Best less worst.",
    "strategy": "A way to play, written down: a script, not a person.",
    "strength": "The logarithm of a strategy's worth in the model of ratings; 0 is average, and 0.69 more is twice "
    "the odds.",
    "table, line-up": "The strategies that sit down together.",
    "settled": "From that round on the later winner led alone.",
}


def until(about: dict[str, Any]) -> list[str]:
    """On intervals of a run that ended when enough was known."""
    if not about.get("until"):
        return []
    return [
        f"This run ended when enough was known ({about['until']}). Shares of wins, pairs, mean scores and sources "
        "have confidence sequences, which hold however often one looks; the other intervals are the usual ones."
    ]


def cite(about: dict[str, Any]) -> str:
    version, day = about["versions"]["meeplecarlo"], about["begun"][:10]
    return (
        f"Meeple Carlo {version}: {about['title']}, {about['counts']['played']:,} games, seed {about['seed']}, {day}."
    )
