"""What is a card worth, and who takes it?  For every set of cards that a game declares (plans_dealt, plans_taken, ...).

*Value* is what being dealt a card before any choice adds to a seat's share of wins and to its score, beside the seats
of the same deal that were not dealt it.  The shuffle decides who is dealt what, so this is an effect and not a mere
association; and it is beside an average other card of the deal, not beside no card.

*Gap* is the share of wins of seats that took a card less that of seats that were offered it and did not, each less
what its strategy wins on the whole.  It is an association only: who takes a card often has a reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy import special

from reports import deals, paired
from reports.closing import in_numbers, names_of, seats_of
from reports.intervals import Interval, Moments, holm, p_words, share_words
from reports.shares import points
from reports.verdicts import WITHIN
from sim.results import EVENTS, Results

FEWEST = 30  # deals that tell seats apart by a card, below which nothing is said of its value
ALPHA = 0.05
HELPS, HURTS, EVEN, UNKNOWN = "helps", "hurts", "even", "cannot tell"
NEVER, MUST, OVERLOOKED, TRAP, DEAD = "never used", "must take", "overlooked", "trap", "dead"
BY_DEAL, BY_CHOICE = "deal", "choice"
WHAT = ("win_share", "score")
COUNTED = (*EVENTS, "chosen", "refused", "kept", "won_chosen", "won_refused")


# What is counted, deal by deal.


class Tally(NamedTuple):
    """Sums over the seats of each deal: over all deals, of their products, and in how many deals there were any."""

    sums: np.ndarray  #      of COUNTED x cards
    products: np.ndarray  #  of COUNTED x COUNTED x cards
    met: np.ndarray  #       of COUNTED x cards

    def ratio(self, top: str, bottom: str, card: int) -> Moments:
        """The sum of `top` for each one of `bottom`, as if each deal that had any gave one value (linearised)."""
        one, other = COUNTED.index(top), COUNTED.index(bottom)
        n, below = int(self.met[other, card]), self.sums[other, card]
        if not n:
            return Moments()
        ratio, both = self.sums[one, card] / below, self.products[:, :, card]
        squares = both[one, one] - 2 * ratio * both[one, other] + ratio**2 * both[other, other]
        return Moments(n, float(ratio), float(max(squares, 0.0) * (n / below) ** 2))

    def gap(self, card: int) -> Moments:
        """What those who chose the card won more, a seat, than those who refused it."""
        names = ("won_chosen", "chosen", "won_refused", "refused")
        places = [COUNTED.index(name) for name in names]
        won, chose, lost, refused = self.sums[places, card]
        n = int(min(self.met[places[1], card], self.met[places[3], card]))
        if not n:
            return Moments()
        weights = np.array([1 / chose, -won / chose**2, -1 / refused, lost / refused**2])
        square = weights @ self.products[np.ix_(places, places, [card])][:, :, 0] @ weights
        return Moments(n, float(won / chose - lost / refused), float(max(square, 0.0) * n**2))


class Dealt(NamedTuple):
    """Who was dealt what, and what came of it."""

    words: dict[str, np.ndarray]  #  of each set: deals x games (one, if all of a deal agree) x seats x words
    outcomes: np.ndarray  #          deals x seats x WHAT: means over the games of a deal


def bits(words: np.ndarray, cards: int) -> np.ndarray:
    """Sets of cards, 64 in a word -> 0 or 1 for each card, in a last axis."""
    octets = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=cards, bitorder="little")


def dealt(run: Results, sets: dict[str, Any]) -> Dealt:
    """The cards dealt in every deal, and the outcomes of its seats."""
    shape = (-1, run.about["games_per_deal"], seats_of(run.about))
    columns = {name: one["columns"]["dealt"] for name, one in sets.items() if "dealt" in one["columns"]}
    outcomes, words = [], {name: [] for name in columns}
    for part in deals.parts(run, seats=(*WHAT, *(name for of in columns.values() for name in of))):
        outcomes.append(part.seats.select(pl.col(WHAT).cast(pl.Float64)).to_numpy().reshape(*shape, 2).mean(axis=1))
        for name, of in columns.items():
            words[name].append(part.seats.select(of).to_numpy().reshape(*shape, len(of)))
    return Dealt({name: joined(found) for name, found in words.items()}, np.concatenate(outcomes))


def joined(parts: list[np.ndarray]) -> np.ndarray:
    """Of a deal all games are kept only if they do not agree."""
    agree = all((part == part[:, :1]).all() for part in parts)
    return np.concatenate([part[:, :1] if agree else part for part in parts])


def tallies(run: Results, sets: dict[str, Any]) -> dict[str, Tally]:
    """What became of each card, over all seats of all games."""
    columns = {name for one in sets.values() for of in one["columns"].values() for name in of}
    usual = usual_shares(run)
    found: dict[str, list[Tally]] = {name: [] for name in sets}
    for part in deals.parts(run, seats=("strategy", "win_share", *sorted(columns))):
        more = part.seats["win_share"].to_numpy() - usual[deals.codes(part.seats["strategy"], names_of(run.about))]
        rows = run.about["games_per_deal"] * seats_of(run.about)
        for name, one in sets.items():
            found[name].append(tally(part.seats, one, more.reshape(-1, 1, rows)))
    return {name: Tally(*(np.sum(of, axis=0) for of in zip(*parts, strict=True))) for name, parts in found.items()}


def usual_shares(run: Results) -> np.ndarray:
    """What each strategy wins in this run."""
    sums = [
        part.seats.group_by("strategy").agg(pl.col("win_share").sum(), pl.len())
        for part in deals.parts(run, seats=("strategy", "win_share"))
    ]
    found = pl.concat(sums).group_by("strategy").agg(pl.col("win_share").sum() / pl.col("len").sum())
    shares = dict(found.with_columns(pl.col("strategy").cast(pl.String)).iter_rows())
    return np.array([shares[name] for name in names_of(run.about)])


def tally(seats: pl.DataFrame, of: dict[str, Any], more: np.ndarray) -> Tally:
    """Of one part.  Args: more: deals x 1 x seats of all their games, what each won beside its strategy's usual."""
    cards, (whole, _, rows) = len(of["names"]), more.shape
    empty = np.zeros((len(seats), cards), np.uint8)
    sets = {name: bits(seats.select(of["columns"][name]).to_numpy(), cards) for name in of["columns"]}
    dealt, offered, taken, used = (sets.get(name, empty) for name in EVENTS)
    every = (dealt, offered, taken, used, offered & taken, offered & (1 - taken), taken & used)
    by_deal = [one.reshape(whole, rows, cards) for one in every]
    narrow = np.uint8 if rows < 256 else np.int64  # much faster, where a count fits
    values = [one.sum(axis=1, dtype=narrow).astype(float) for one in by_deal]
    values += [(more @ one)[:, 0] for one in by_deal[4:6]]
    found = np.stack(values)
    return Tally(found.sum(axis=1), np.einsum("qdc,pdc->qpc", found, found), np.count_nonzero(found, axis=1))


# The value of being dealt a card.


def centred(values: np.ndarray) -> np.ndarray:
    """Deals x seats, less the mean of each deal and of each seat."""
    return values - values.mean(axis=1, keepdims=True) - values.mean(axis=0) + values.mean()


def effect(has: np.ndarray, outcome: np.ndarray) -> Moments:
    """What having a card adds: the slope of least squares with a level for every deal and every seat.

    Counted are the deals in which some seats have it and others not.  Of two variances the larger is taken: the one
    met from deal to deal (a sandwich), and the one if the card had gone to any other seat of its deal alike.  The
    first sees that a card helps more in one deal than in another; by chance it comes out too small, together with a
    mean that is far off, where few games are won by much; the second does not.

    Args: has: deals x seats, 0 or 1.  outcome: the same shape, centred.
    """
    n = int(np.count_nonzero(has.max(axis=1) != has.min(axis=1)))
    apart = centred(has)
    size = float((apart * apart).sum())
    if n < FEWEST or size < 1e-6 * n:
        return Moments()
    slope = float((apart * outcome).sum()) / size
    rest = outcome - slope * apart
    met = float(((apart * rest).sum(axis=1) ** 2).sum())
    shuffled = float((apart * apart).sum(axis=1) @ (rest * rest).sum(axis=1)) / (has.shape[1] - 1)
    return Moments(n, slope, max(met, shuffled) * (n / size) ** 2)


def values(found: Dealt, name: str, cards: int) -> list[tuple[Moments, ...]]:
    """The value of each card of a set, in WHAT; without an answer where the deal does not tell."""
    outcomes = [centred(np.asfortranarray(found.outcomes[:, :, number])) for number in range(len(WHAT))]
    if name not in found.words or found.outcomes.shape[1] < 2:
        return [(Moments(), Moments())] * cards
    words, answers = found.words[name], []
    for card in range(cards):
        has = np.asfortranarray(((words[..., card // 64] >> np.uint64(card % 64)) & np.uint64(1)).mean(axis=1))
        answers.append(tuple(effect(has, outcome) for outcome in outcomes))
    return answers


# The table.


def sets_of(run: Results) -> dict[str, Any]:
    return run.about.get("cards") or {}  # runs of before had none


def table(run: Results, within: float = WITHIN) -> pl.DataFrame:
    """A line for each card of each set, in the order of the card files.

    Args: within: by how much a share of wins may differ and still count as even.
    """
    sets = sets_of(run)
    if not sets:
        return pl.DataFrame(schema=SHAPE)
    deals.counted(run)
    who, counts = dealt(run, sets), tallies(run, sets)
    seats = len(who.outcomes) * run.about["games_per_deal"] * seats_of(run.about)
    worth = {name: tellable(values(who, name, len(one["names"])), run.about) for name, one in sets.items()}
    family = sum(bool(value[0].n) for of in worth.values() for value in of)
    rows = []
    for name, one in sets.items():
        for card, called in enumerate(one["names"]):
            head = {"set": name, "card": called, "seats": seats, "n": len(who.outcomes)}
            row = head | counted(counts[name], card, seats, run.about, len(one["names"]))
            rows.append(row | valued(worth[name][card], run.about, family))
    judge(rows, run.about, within)
    for name in sets:
        place([row for row in rows if row["set"] == name])
    return pl.DataFrame(rows, schema=SHAPE)


def tellable(worth: list[tuple[Moments, ...]], about: dict[str, Any]) -> list[tuple[Moments, ...]]:
    """Without the cards of which so far nothing can be said: a confidence sequence takes many deals."""
    nothing = (Moments(),) * len(WHAT)
    return [
        one if all(math.isfinite(deals.of_moments(value, about).low) for value in one) else nothing for one in worth
    ]


def ends(name: str, found: Interval | None) -> dict[str, Any]:
    """Three columns of an interval."""
    mean, low, high = found[:3] if found and found.n and math.isfinite(found.low) else (None, None, None)
    return {name: mean, f"{name}_low": low, f"{name}_high": high}


def counted(found: Tally, card: int, seats: int, about: dict[str, Any], family: int) -> dict[str, Any]:
    """How many seats a card was dealt to, and so on, with shares of all seats; who took it, and who used it."""
    row: dict[str, Any] = {}
    for event in EVENTS:
        row[event] = int(found.sums[COUNTED.index(event), card])
        row[f"{event}_share"] = row[event] / seats
    for name, top, bottom in (("take", "chosen", "offered"), ("use", "kept", "taken")):
        ratio = found.ratio(top, bottom, card)
        row |= ends(name, deals.of_moments(ratio, about, True)) | {f"{name}_deals": ratio.n}
    gap = found.gap(card)
    told = gap.n >= FEWEST and seats_of(about) > 1  # who plays alone wins whatever he takes
    row |= ends("gap", deals.of_moments(gap, about) if told else None) | {"gap_deals": gap.n}
    row |= ends("gap_all", deals.of_moments(gap, about, family=family) if told else None)
    return row | ends("take_all", deals.of_moments(found.ratio("chosen", "offered", card), about, True, family))


def valued(found: tuple[Moments, ...], about: dict[str, Any], family: int) -> dict[str, Any]:
    row: dict[str, Any] = {"deals": found[0].n}
    if about.get("until"):  # verdicts go by the sequences of both measures
        family *= len(WHAT)
    for name, value in zip(WHAT, found, strict=True):
        row |= ends(name, deals.of_moments(value, about) if value.n else None)
        row |= ends(f"{name}_all", deals.of_moments(value, about, family=family) if value.n else None)
        row[f"{name}_p"] = p_of(value) if value.n and not about.get("until") else None
    return row


def p_of(value: Moments) -> float:
    """That so much or more comes of luck alone; where every deal says the same, as likely as one side of a coin."""
    if value.error > 1e-12:
        return paired.t_test(value)
    return 0.5 ** (value.n - 1) if abs(value.mean) > 1e-12 else 1.0


def judge(rows: list[dict[str, Any]], about: dict[str, Any], within: float) -> None:
    """Verdicts: by Holm's p, of all cards and both measures together; of a run that ended when enough was known by
    its confidence sequences, for which there is no p."""
    told = [(row, what) for row in rows for what in WHAT if row[f"{what}_p"] is not None]
    for (row, what), p in zip(told, holm([row[f"{what}_p"] for row, what in told]), strict=True):
        row[f"{what}_p_holm"] = float(p)
    for row in rows:
        row["verdict"] = verdict(row, bool(about.get("until")), within) if row["deals"] else None


def verdict(row: dict[str, Any], is_sequence: bool, within: float) -> str:
    for what in WHAT:
        sure = is_apart(row, f"{what}_all") if is_sequence else row[f"{what}_p_holm"] <= ALPHA
        if sure:
            return HELPS if row[what] > 0 else HURTS
    return EVEN if -within <= row["win_share_all_low"] and row["win_share_all_high"] <= within else UNKNOWN


def is_apart(row: dict[str, Any], name: str, line: float = 0.0) -> bool:
    """Whether an interval leaves out a line."""
    return row[f"{name}_low"] is not None and not row[f"{name}_low"] <= line <= row[f"{name}_high"]


def place(rows: list[dict[str, Any]]) -> None:
    """Cards of one set in quadrants: taken more or less often than the set on the whole, and good or bad.

    Good or bad by the deal; if the deal tells of no card of the set, by who chose it (an association).
    """
    offered = sum(row["offered"] for row in rows)
    usual = sum((row["take"] or 0.0) * row["offered"] for row in rows) / max(offered, 1)
    by = BY_DEAL if any(row["deals"] for row in rows) else BY_CHOICE
    for row in rows:
        row["usual_take"] = usual if offered else None
        row["quadrant"], row["quadrant_by"] = None, None
        good = row["verdict"] == HELPS if by == BY_DEAL else (row["gap"] or 0.0) > 0
        bad = row["verdict"] == HURTS if by == BY_DEAL else (row["gap"] or 0.0) < 0
        sure = by == BY_DEAL or is_apart(row, "gap_all")
        if row["taken"] and not row["used"]:
            row["quadrant"] = NEVER
        elif sure and (good or bad) and is_apart(row, "take_all", usual):
            often = row["take"] > usual
            row["quadrant"] = (MUST if often else OVERLOOKED) if good else (TRAP if often else DEAD)
            row["quadrant_by"] = by


def triple(name: str) -> dict[str, Any]:
    return {f"{name}{end}": pl.Float64 for end in ("", "_low", "_high")}


SHAPE: dict[str, Any] = (
    {"set": pl.String, "card": pl.String, "seats": pl.Int64, "n": pl.Int64}
    | {event: pl.Int64 for event in EVENTS}
    | {f"{event}_share": pl.Float64 for event in EVENTS}
    | triple("take")
    | {"take_deals": pl.Int64, "usual_take": pl.Float64}
    | triple("use")
    | {"use_deals": pl.Int64, "deals": pl.Int64}
    | {name: kind for what in WHAT for name, kind in triple(what).items()}
    | {name: kind for what in WHAT for name, kind in triple(f"{what}_all").items()}
    | {f"{what}_{p}": pl.Float64 for what in WHAT for p in ("p", "p_holm")}
    | {"verdict": pl.String}
    | triple("gap")
    | triple("gap_all")
    | {"gap_deals": pl.Int64}
    | triple("take_all")
    | {"quadrant": pl.String, "quadrant_by": pl.String}
)


# The cost curve.


class Fit(NamedTuple):
    """Values as sums of what cards take, so much for each good; least squares, every card alike."""

    goods: list[str]
    prices: list[Interval]  #    of the level (a card that takes nothing), then of each good
    fitted: np.ndarray
    residuals: np.ndarray
    p: np.ndarray  #             that so much or more beside the curve of the other cards comes of chance


def fit(takes: dict[str, np.ndarray], worth: np.ndarray) -> Fit | None:
    """The curve; None with fewer than three cards for each number that is to be found.

    Args: takes: of each good, how much each card takes.
    """
    goods = [name for name, amounts in takes.items() if np.ptp(amounts) > 0]
    design = np.column_stack([np.ones(len(worth)), *(takes[name] for name in goods)])
    cards, terms = design.shape
    if not goods or cards < 3 * terms or np.linalg.matrix_rank(design) < terms:
        return None
    inverse = np.linalg.inv(design.T @ design)
    slopes = inverse @ design.T @ worth
    residuals = worth - design @ slopes
    freedom, square = cards - terms, float(residuals @ residuals)
    leverage = np.einsum("ct,tu,cu->c", design, inverse, design)
    reach = float(special.stdtrit(freedom, 1 - ALPHA / 2)) * np.sqrt(square / freedom * np.diag(inverse))
    left = np.maximum(1 - leverage, 1e-9)  # nothing for a card that alone takes a good: it is always on the curve
    others = (square - residuals**2 / left) / (freedom - 1)  # variance about the curve without the card
    apart = residuals / np.sqrt(np.maximum(others * left, 1e-300))
    prices = [Interval(*found, cards) for found in zip(slopes, slopes - reach, slopes + reach, strict=True)]
    return Fit(goods, prices, design @ slopes, residuals, 2 * special.stdtr(freedom - 1, -np.abs(apart)))


def fits(frame: pl.DataFrame, about: dict[str, Any]) -> Iterator[tuple[str, pl.DataFrame, Fit]]:
    """Each set with a curve: its cards whose value is known, and the curve."""
    for name, one in (about.get("cards") or {}).items():
        cards = frame.filter(pl.col("set") == name)
        known = cards["score"].is_not_null().to_numpy()
        takes = {good: np.array(amounts, float)[known] for good, amounts in one["costs"].items()}
        if takes and known.any():
            found = fit(takes, cards["score"].drop_nulls().to_numpy())
            if found:
                yield name, cards.filter(pl.Series(known)), found


def costs(frame: pl.DataFrame, about: dict[str, Any]) -> pl.DataFrame:
    """What each card is worth beside what cards that take as much are worth, in points; p by Holm in each set."""
    rows = []
    for name, cards, found in fits(frame, about):
        columns = (cards["card"], cards["score"], found.fitted, found.residuals, holm(found.p))
        rows += [dict(zip(COSTS, (name, *cells), strict=True)) for cells in zip(*columns, strict=True)]
    return pl.DataFrame(rows, schema=COSTS)


def prices(frame: pl.DataFrame, about: dict[str, Any]) -> pl.DataFrame:
    """What one of each good in its cost adds to the value of a card, in points."""
    rows = []
    for name, _, found in fits(frame, about):
        for good, price in zip(["nothing", *found.goods], found.prices, strict=True):
            rows.append({"set": name, "good": good} | ends("points", price) | {"cards": price.n})
    return pl.DataFrame(rows, schema=PRICES)


COSTS = {"set": pl.String, "card": pl.String} | dict.fromkeys(("score", "fitted", "residual", "p_holm"), pl.Float64)
PRICES = {"set": pl.String, "good": pl.String} | triple("points") | {"cards": pl.Int64}


# Figures.

MOST = 24  # cards of one figure


def shown(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """The cards of a set by value, the best first; of many the best and the worst."""
    ranked = frame.filter((pl.col("set") == name) & pl.col("win_share").is_not_null())
    ranked = ranked.sort("win_share", descending=True, maintain_order=True)
    return ranked if len(ranked) <= MOST else pl.concat([ranked.head(MOST // 2), ranked.tail(MOST // 2)])


def of_many(frame: pl.DataFrame, name: str) -> str:
    """Says that a figure leaves out the middle; nothing where it has all."""
    cards = frame.filter((pl.col("set") == name) & pl.col("win_share").is_not_null())
    return f", the best and the worst {MOST // 2} of {len(cards)}" if len(cards) > MOST else ""


def sets_with(frame: pl.DataFrame, column: str) -> list[str]:
    return frame.filter(pl.col(column).is_not_null())["set"].unique(maintain_order=True).to_list()


def chart(frame: pl.DataFrame, name: str, within: float = WITHIN, ax: Any = None) -> Any:
    """What being dealt each card of a set adds to the share of wins; intervals hold together."""
    from reports import charts  # takes a second

    rows = shown(frame, name)
    ends_of = (rows[column].to_numpy() for column in ("win_share", "win_share_all_low", "win_share_all_high"))
    label = "share of wins beside the other seats of the deal"
    band = (-within, within)
    line = (0.0, f"even ± {100 * within:g}")
    return charts.dots(rows["card"].to_list(), *ends_of, label=label, line=line, band=band, is_share=True, ax=ax)


def quadrants(frame: pl.DataFrame, name: str, ax: Any = None) -> Any:
    """How often each card is taken, and what it is worth; named are those of which both are sure."""
    from reports import charts

    worth = "win_share" if len(shown(frame, name)) else "gap"
    rows = frame.filter((pl.col("set") == name) & pl.col(worth).is_not_null() & pl.col("take").is_not_null())
    names = [row["card"] if row["quadrant_by"] else "" for row in rows.iter_rows(named=True)]
    across = "value by the deal" if worth == "win_share" else "took less refused (association)"
    corners = (OVERLOOKED, MUST, DEAD, TRAP)
    lines = (rows["usual_take"][0], 0.0)
    values_of = rows["take"].to_numpy(), rows[worth].to_numpy()
    return charts.points(names, *values_of, "taken by so many of those offered it", across, lines, corners, ax=ax)


def curve(frame: pl.DataFrame, name: str, ax: Any = None) -> Any:
    """Value beside what the cost of a card lets one expect; named are the cards farthest from the line.

    Args: frame: from costs().
    """
    from reports import charts

    rows = frame.filter(pl.col("set") == name)
    far = rows["residual"].abs().rank(descending=True) <= 6
    names = [card if is_far else "" for card, is_far in zip(rows["card"], far, strict=True)]
    values_of = rows["fitted"].to_numpy(), rows["score"].to_numpy()
    return charts.points(names, *values_of, "points that its cost lets one expect", "points", diagonal=True, ax=ax)


# In words.


def words(frame: pl.DataFrame, curves: pl.DataFrame, within: float = WITHIN) -> Iterator[str]:
    """What the deal tells of cards, who takes them, and which are off the curve of costs."""
    for name in frame["set"].unique(maintain_order=True):
        cards = frame.filter(pl.col("set") == name)
        known = cards.filter(pl.col("verdict").is_not_null()).sort("win_share", descending=True, maintain_order=True)
        yield from value_words(name.capitalize(), known, len(cards), within)
        yield from taken_words(name.capitalize(), cards)
        far = curves.filter((pl.col("set") == name) & (pl.col("p_holm") <= ALPHA)).sort("residual", descending=True)
        if len(far):
            told = (f"{row['card']} ({row['residual']:+.2f} points)" for row in far.iter_rows(named=True))
            yield f"{name.capitalize()}, off the curve of costs by more than chance: {', '.join(told)}."


def value_words(name: str, known: pl.DataFrame, cards: int, within: float) -> Iterator[str]:
    if not len(known):
        yield (
            f"{name}: none is dealt to some seats and not to others, before any choice, in as many as {FEWEST} deals; "
            "so the deal does not tell what one is worth."
        )
        return
    best, worst = (known.row(place, named=True) for place in (0, -1))
    yield (
        f"{name}: to be dealt {best['card']}, and not another card, is worth {value_of(best)}. At the other end is "
        f"{worst['card']}: {value_of(worst)}."
    )
    count = {one: int((known["verdict"] == one).sum()) for one in (HELPS, HURTS, EVEN, UNKNOWN)}
    told = f"{count[HELPS]} help, {count[HURTS]} hurt (by wins or by points), {count[EVEN]} are even within "
    rest = f"; {cards - len(known)} more are not dealt so" if cards > len(known) else ""
    told += f"{100 * within:g} percentage points, {count[UNKNOWN]} cannot be told yet{rest}"
    yield f"{name}, of {len(known)} cards: {told}."


def taken_words(name: str, cards: pl.DataFrame) -> Iterator[str]:
    for quadrant in (MUST, OVERLOOKED, TRAP, DEAD, NEVER):
        found = cards.filter(pl.col("quadrant") == quadrant)
        if len(found):
            by = " (by who chose it: an association)" if found["quadrant_by"][0] == BY_CHOICE else ""
            yield f"{name}, {quadrant}: {listed(found['card'].to_list())}{by}."


def listed(names: list[str], most: int = 8) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def value_of(row: dict[str, Any]) -> str:
    low, high = 100 * row["win_share_all_low"], 100 * row["win_share_all_high"]
    score, least, most = (row[f"score{end}"] for end in ("", "_all_low", "_all_high"))
    wins = f"{points(row['win_share'])} of the share of wins ({low:.1f} to {high:.1f})"
    return f"{wins} and {score:.2f} points ({least:.2f} to {most:.2f})"


READING = (
    "dealt, offered, taken, used: seats of games; takes: of those offered it. wins (in percentage points) and points: "
    "what being dealt it adds, beside the other seats of the deal; ± is the reach of the 95 % interval of each by "
    "itself. helps, hurts: p, corrected by Holm for all cards and both measures, is at most 0.05. Sentences use "
    "intervals that hold for all cards together. gap: what those who took it win more than those who were offered it "
    "and did not, in percentage points, each less what its strategy wins on the whole; an association."
)
HEAD = ("", "dealt", "offered", "taken", "used", "takes", "wins", "points", "gap", "")


def lines(frame: pl.DataFrame, width: int = 100) -> Iterator[str]:
    """A table for each set, the cards that are worth most first; at so many columns."""
    for name in frame["set"].unique(maintain_order=True):
        cards = frame.filter(pl.col("set") == name)
        rows = (row_words(row) for row in ranked(cards).iter_rows(named=True))
        yield from in_numbers([(name, *HEAD[1:]), *rows], width)
        yield ""


def ranked(cards: pl.DataFrame) -> pl.DataFrame:
    by = "win_share" if cards["win_share"].is_not_null().any() else "gap"
    return cards.sort(by, descending=True, nulls_last=True, maintain_order=True)


def row_words(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["card"],
        *(f"{row[event]:,}" for event in EVENTS),
        "" if row["take"] is None else f"{100 * row['take']:.0f} %",
        about_so(row, "win_share", 100, 1),
        about_so(row, "score", 1, 2),
        "" if row["gap"] is None else f"{100 * row['gap']:+z.1f}",
        row["quadrant"] or row["verdict"] or "",
    )


def about_so(row: dict[str, Any], name: str, times: int, digits: int) -> str:
    """ "+3.1 ± 1.9" """
    if row[name] is None:
        return ""
    reach = row[f"{name}_high"] - row[name]
    return f"{times * row[name]:+z.{digits}f} ± {times * reach:.{digits}f}"


def signed(row: dict[str, Any], name: str, times: int, digits: int) -> str:
    """ "+3.1 (+1.2 to +5.0)" """
    if row[name] is None:
        return ""
    mean, low, high = (f"{times * row[f'{name}{end}']:+z.{digits}f}" for end in ("", "_low", "_high"))
    return f"{mean} ({low} to {high})"


def count_cells(frame: pl.DataFrame, name: str) -> tuple[list[str], list[list[str]]]:
    """Head and rows: who was dealt, offered, took and used each card of a set."""
    head = ["card", "dealt", "offered", "taken", "used", "of those offered it take", "of those who took it use"]
    rows = [
        [row["card"], *(f"{row[event]:,} ({100 * row[f'{event}_share']:.1f} %)" for event in EVENTS)]
        + [share_of(row, "take"), share_of(row, "use")]
        for row in ranked(frame.filter(pl.col("set") == name)).iter_rows(named=True)
    ]
    return head, rows


def value_cells(frame: pl.DataFrame, name: str) -> tuple[list[str], list[list[str]]]:
    """Head and rows: what each card of a set is worth."""
    head = ["card", "dealt it: share of wins, percentage points", "score", "p (Holm)", "verdict"]
    head += ["took it less refused it: an association", "quadrant"]
    rows = [
        [row["card"], signed(row, "win_share", 100, 1), signed(row, "score", 1, 2)]
        + ["" if row.get("win_share_p_holm") is None else p_words(min(row["win_share_p_holm"], row["score_p_holm"]))]
        + [row["verdict"] or "", signed(row, "gap", 100, 1), row["quadrant"] or ""]
        for row in ranked(frame.filter(pl.col("set") == name)).iter_rows(named=True)
    ]
    return head, rows


def share_of(row: dict[str, Any], name: str) -> str:
    if row[name] is None:
        return ""
    return share_words(Interval(row[name], row[f"{name}_low"], row[f"{name}_high"], row[f"{name}_deals"]))


def cost_cells(curves: pl.DataFrame) -> tuple[list[str], list[list[str]]]:
    """Head and rows; the cards farthest above the curve first."""
    rows = [
        [row["set"], row["card"], *(f"{row[name]:+.2f}" for name in ("score", "fitted", "residual"))]
        + [p_words(row["p_holm"])]
        for row in curves.sort("residual", descending=True).iter_rows(named=True)
    ]
    return ["set", "card", "value, points", "by its cost", "beside the curve", "p (Holm)"], rows


def price_cells(frame: pl.DataFrame) -> tuple[list[str], list[list[str]]]:
    rows = [
        [row["set"], row["good"], signed(row, "points", 1, 2), str(row["cards"])] for row in frame.iter_rows(named=True)
    ]
    return ["set", "one more", "points", "cards"], rows
