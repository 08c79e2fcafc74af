"""Cards taken out of a game, or put into a hand, after its setup: for experiments on one card.

Built from the declarations of the state alone: a field `of(i4[...], "plans")` holds numbers of cards, one
`of(u8, "plans")` a set of them, and a Deck is a pile.  Nothing is known of any game.

Taken out: the piles lose the card; where it lay elsewhere the top card of the fullest pile lies instead.  The order of
a pile is chance, so this is the game shuffled without the card.  No blank is put in its place: no game knows what a
card that does nothing costs, or whether it counts.

Handed: a seat, and one of the cards it holds after the setup, are drawn by lot; that card and the one asked for change
places, wherever that is.  For comparison, the one asked for then changes places with a card drawn by lot from all that
the seat does not hold.  So a seat has the card, or another in its place, and the rest of the deal is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim.batch import Job, each_set_up
from sim.deck import Deck
from sim.experiment import Progress, Table, play, settings, stop_on_signal
from sim.files import BoxError, cards, known
from sim.game import ENDLESS, close_row
from sim.keeper import Keeper
from sim.record import NOTHING, blank, i4, raw, u8, wrap
from sim.replay import opened
from sim.results import card_sets
from sim.rng import Stream

TRIED = 20  # deals on which a change is tried before any game is played
LOT = 3_000  # the lots of an experiment, beside the streams of a game


class Card(NamedTuple):
    """A card of a game."""

    file: str
    number: int
    name: str


class Layout(NamedTuple):
    """Where a state keeps the cards of one file, counted in its words of 4 bytes; of sets in words of 8."""

    cells: np.ndarray  #   single cards outside of piles,
    owners: np.ndarray  #  and in whose record each stands, or NOTHING
    piles: list  #         (where it says how many are left, where its cards are)
    sets: list  #          (owner, where the words of the set are)


class Deal(NamedTuple):
    """A game after its setup, as numbers that can be written to."""

    layout: Layout
    seats: int
    numbers: np.ndarray
    words: np.ndarray

    def at(self, seat: int | None = None) -> np.ndarray:
        """The filled places outside of piles: of everyone at the table, or those of one seat."""
        owners, cells = self.layout.owners, self.layout.cells
        wanted = owners < self.seats if seat is None else owners == seat
        return cells[wanted & (self.numbers[cells] >= 0)]

    def everywhere(self) -> np.ndarray:
        """The filled places, piles included."""
        return np.concatenate([self.at(), *(places[: self.numbers[left]] for left, places in self.layout.piles)])

    def sets_here(self) -> list[np.ndarray]:
        return [places for owner, places in self.layout.sets if owner < self.seats]


Change = Callable[[Deal, int], None]  # change(deal, its number)


def named(game: Any, text: str) -> Card:
    """A card by its id, its name, or either after the name of its file: "chapel", "Chapel", "plans.chapel".

    It must be one of which the game keeps who was dealt it, took it or used it.
    Raises: BoxError, with the nearest name.
    """
    found: dict[str, list[Card]] = {}
    for file in dict.fromkeys(one["file"] for one in card_sets(game, {}).values()):
        ids = [card["id"] for card in cards(game.folder / f"{file}.csv")]
        for number, (name, identity) in enumerate(zip(game.cards[file], ids, strict=True)):
            for word in {name, identity}:
                for full in (word, f"{file}.{word}"):
                    found.setdefault(full, []).append(Card(file, number, name))
    if not found:
        raise BoxError(f"{game.name} keeps no cards: there is nothing to hand or to take out")
    several = found[known(text, found, "card")]
    if len(several) > 1:
        raise BoxError(f"{text}: which one? {', '.join(f'{card.file}.{text}' for card in several)}")
    return several[0]


def layout(game: Any, file: str) -> Layout:
    """Where the states of a game keep the cards of a file."""
    found = Layout(np.array([], int), np.array([], int), [], [])
    cells: list[tuple[int, int]] = []
    look(game.state, 0, NOTHING, file, found, cells)
    places, owners = np.array(cells, int).reshape(-1, 2).T
    return found._replace(cells=places, owners=owners)


def look(record: Any, start: int, owner: int, file: str, found: Layout, cells: list[tuple[int, int]]) -> None:
    """Find the cards in a record that begins at byte `start`."""
    for name, field in record.fields.items():
        first, count = start + record.dtype.fields[name][1], int(np.prod(field.shape))
        places = first + np.arange(count) * field.dtype.itemsize
        if field.record is not None:
            for number, place in enumerate(places.tolist()):
                whose = number if name == "players" and owner == NOTHING else owner
                if issubclass(field.record, Deck) and field.record.fields["cards"].names == file:
                    left, lies = (field.record.dtype.fields[part][1] for part in ("left", "cards"))
                    room = field.record.fields["cards"].shape[0]
                    found.piles.append(((place + left) // 4, (place + lies) // 4 + np.arange(room)))
                elif field.record is not Stream:
                    look(field.record, place, whose, file, found, cells)
        elif field.names == file and field.dtype == i4.dtype:
            cells += [(place // 4, owner) for place in places.tolist()]
        elif field.names == file and field.dtype == u8.dtype:
            found.sets.append((owner, places // 8))


def deal_of(array: np.ndarray, found: Layout) -> Deal:
    """Args: array: of one state, after its setup."""
    return Deal(found, int(array["seats"][0]), array.view(np.int32), array.view(np.uint64))


# What is changed.


def taken_out(card: Card) -> Change:
    """The game without the card."""

    def change(deal: Deal, number: int) -> None:
        numbers = deal.numbers
        for left, places in deal.layout.piles:
            kept = [one for one in numbers[places[: numbers[left]]] if one != card.number]
            numbers[places] = kept + [NOTHING] * (len(places) - len(kept))
            numbers[left] = len(kept)
        instead = [top_of(deal, card) for _ in range(int((numbers[deal.at()] == card.number).sum()))]
        numbers[[place for place in deal.at() if numbers[place] == card.number]] = instead
        for places in deal.sets_here():
            if has(deal.words, places, card.number):
                if not instead:
                    raise BoxError(
                        f"{card.name} cannot be taken out: the setup lays it where no field of {card.file} shows"
                    )
                turn(deal.words, places, card.number)
                if not has(deal.words, places, instead[0]):
                    turn(deal.words, places, instead[0])

    return change


def top_of(deal: Deal, card: Card) -> int:
    """The top card of the fullest pile."""
    left, places = max(deal.layout.piles, key=lambda pile: deal.numbers[pile[0]], default=(None, None))
    if left is None or not deal.numbers[left]:
        raise BoxError(f"{card.name} cannot be taken out: there is no pile of {card.file} to put another in its place")
    deal.numbers[left] -= 1
    top = int(deal.numbers[places[deal.numbers[left]]])
    deal.numbers[places[deal.numbers[left]]] = NOTHING
    return top


def handed(card: Card, root: int, other: bool = False) -> Change:
    """The card to a seat by lot, in place of one that it holds; `other`: another by lot in its place."""

    def change(deal: Deal, number: int) -> None:
        lot = np.random.default_rng((root, number, LOT))
        seat = lot.integers(deal.seats)
        own, all_places = deal.at(seat), deal.everywhere()
        if not len(own):
            raise BoxError(f"{card.name} cannot be handed: no seat holds any of {card.file} after the setup")
        held = deal.numbers[all_places]
        if card.number not in held:
            raise BoxError(f"{card.name} cannot be handed: it is nowhere after the setup")
        if len(np.unique(held)) < len(held):
            raise BoxError(f"{card.name} cannot be handed: cards of {card.file} lie in several places at once")
        swap(deal, int(deal.numbers[lot.choice(own)]), card.number)
        elsewhere = np.setdiff1d(all_places, own)
        if not len(elsewhere):
            raise BoxError(f"{card.name} cannot be handed: there is no other of {card.file} to compare it with")
        if other:
            swap(deal, int(deal.numbers[lot.choice(elsewhere)]), card.number)

    return change


def holder(root: int, number: int, seats: int) -> int:
    """The seat, from 0, to which a deal's card was handed."""
    return int(np.random.default_rng((root, number, LOT)).integers(seats))


def swap(deal: Deal, one: int, other: int) -> None:
    """Let two cards change places: each is called the other wherever it is, in sets of cards, too."""
    if one == other:
        return
    places = deal.everywhere()
    were = deal.numbers[places]
    deal.numbers[places] = np.where(were == one, other, np.where(were == other, one, were))
    for words in deal.sets_here():
        if has(deal.words, words, one) != has(deal.words, words, other):
            turn(deal.words, words, one)
            turn(deal.words, words, other)


def has(words: np.ndarray, places: np.ndarray, card: int) -> bool:
    return bool(int(words[places[card // 64]]) >> card % 64 & 1)


def turn(words: np.ndarray, places: np.ndarray, card: int) -> None:
    """Put a card into a set, or take it out."""
    words[places[card // 64]] ^= np.uint64(1 << card % 64)


# Playing it.


def changed(job: Job, file: str, change: Change) -> Job:
    """The same games, each changed after its setup."""
    game = job.game._replace(play=play_changed(job.game, layout(job.game, file), change))
    return job._replace(game=game, desks={}, follows=0)  # what follows a game would set it up without the change


def play_changed(game: Any, found: Layout, change: Change) -> Callable:
    """What the game's own play() does, with a change after each setup."""

    def play_each(state: Any, tables: Any, scratch: Any, line_ups: Any, root: int, first: int, rows: Any) -> None:
        array = blank(game.state, 1)
        state = wrap(game.state, array)[0]
        for row, line_up in each_set_up(game, state, tables, line_ups, root, first, rows):
            change(deal_of(array, found), int(row.deal))
            game.play_on(state, tables, scratch, line_up, ENDLESS)
            if scratch.halt:
                return
            game.score(state, tables, row)
            close_row(row, state)

    return play_each


def try_out(job: Job, file: str, change: Change, is_whole: bool) -> None:
    """Make a change on a few deals, before any game is played.

    Args: is_whole: every card is still there, so that what must always hold must hold now.
    Raises: BoxError, saying why it cannot be made.
    """
    game, found, seats, changes = job.game, layout(job.game, file), len(job.line_ups[0]), 0
    for number in range(TRIED):
        array = blank(game.state, 1)
        array[0] = raw(opened(game, seats, number, job.root, job.tables)[0])
        before = array.copy()
        change(deal_of(array, found), number)
        changes += array != before
        broken = list(game.check(wrap(game.state, array)[0], job.tables)) if is_whole else []
        if broken:
            raise BoxError(f"{file} cannot be handed in {game.name}: afterwards {broken[0]}")
    if not changes:
        raise BoxError(f"{game.name}: it makes no change in {TRIED} deals; the card is nowhere after the setup")


def run(table: Table, job: Job, folder: Path, progress: Progress | None = None) -> bool:
    """Play an experiment with the games of `job` and keep it in a new folder; False when it was interrupted."""
    folder.mkdir(parents=True)
    keeper = Keeper(job, table.cuts, folder, settings(table))
    with stop_on_signal() as stop:
        play(table._replace(job=job), keeper, stop, progress)
        keeper.finish("interrupted" if stop() else "complete")
        return not stop()
