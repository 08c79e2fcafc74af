"""The balance report: every question asked of a run, and the answers laid out as one HTML page.

The page refers to nothing outside itself: figures are inside, there is no script, and it opens without a network.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import numpy as np
import polars as pl

from reports import (
    alone,
    by_players,
    cards,
    charts,
    compare,
    convergence,
    course,
    head_to_head,
    headline,
    identity,
    luck,
    metagame,
    method,
    options,
    pacing,
    ratings,
    scores,
    seats,
    sources,
    strategies,
    targets,
    verdicts,
)
from reports.intervals import Interval, bare_words, ends_words, mean_words, percent, share_words
from reports.placings import placings
from sim import files, sheets
from sim.lineups import players_in_words
from sim.results import Results

FOLDER = Path(__file__).parent


class Figure(NamedTuple):
    name: str  #     of its file
    title: str
    alt: str
    axes: Any


class Shown(NamedTuple):
    """A table as it is read."""

    title: str
    head: list[str]
    rows: list[list[str]]


class Section(NamedTuple):
    name: str
    question: str
    answer: list[str]
    figures: list[Figure]
    tables: list[Shown]
    caution: str  #  how it misleads
    basis: str  #    games and deals


class Page(NamedTuple):
    """What page.html lays out."""

    kicker: str  #                       what kind of page it is
    title: str
    lead: str
    cards: list[dict[str, str]]  #       verdicts
    sections: list[Section]
    method: Sequence[str]
    limits: Sequence[str]
    glossary: dict[str, str]
    cite: str


class Report(NamedTuple):
    about: dict[str, Any]
    verdicts: pl.DataFrame
    sections: list[Section]
    tables: dict[str, pl.DataFrame]

    @property
    def figures(self) -> Iterator[Figure]:
        for section in self.sections:
            yield from section.figures


def report(
    run: Results,
    within: float = verdicts.WITHIN,
    aims: Sequence[targets.Target] = (),
    beside: Sequence[Results] = (),
) -> Report:
    """Ask every question of a run.

    Args: within: by how much a share of wins may differ from even to be called balanced.  aims: to be judged as well.
    beside: runs of the same game with other numbers of players, whose seats are shown beside.
    Raises: BoxError when no deal counts, and as reports.by_players.in_order() does.
    """
    if alone.is_alone(run.about):
        if beside:
            by_players.in_order([run, *beside])  # refuses a single player
        return report_alone(run, within, aims)
    who_where = placings(run)
    tables = {
        "identity": identity.table(run),
        "players": identity.players(run),
        "seats": seats.table(run),
        "strategies": strategies.table(run),
        "pairs": head_to_head.of_placings(who_where, run.about),
        "ratings": ratings.of_placings(who_where),
        "scores": scores.table(run),
        "ties": scores.ties(run),
        "sources": sources.table(run),
        "options": options.table(run),
        "luck": luck.table(run),
        "pacing": pacing.table(run),
        "course": course.table(run),
        "convergence": convergence.table(run),
        "metagame": metagame.table(run),
        "cards": cards.table(run, within),
    }
    tables |= {name: ask(tables["cards"], run.about) for name, ask in CURVES.items()}
    judged = verdicts.table({family: tables[family] for family in verdicts.ASKED}, within)
    tables = {"verdicts": judged} | tables
    if aims:
        tables["targets"] = targets.table(headline.by_deal(run, show=[aim.name for aim in aims]), run, aims)
    if beside:
        runs = by_players.in_order([run, *beside])
        tables |= {"seats_by_players": by_players.table(runs, within), "runs": by_players.played(runs)}
    asked = [about_targets] if aims else []
    asked += [ask for ask in QUESTIONS if len(tables["players"]) > 1 or ask not in OF_SEVERAL]
    asked += [about_cards] if len(tables["cards"]) else []
    sections = [ask(run.about, tables, within) for ask in (*asked, at_length)]
    if beside:
        at = [section.name for section in sections].index("seats")
        sections[at] = with_beside(sections[at], runs, tables, within)
    if len(tables["metagame"]):
        payoffs = metagame.payoffs(run)
        tables["payoffs"] = metagame.cells(payoffs, run.about)
        at = [section.name for section in sections].index("ratings") + 1
        sections.insert(at, about_metagame(run.about, tables, payoffs))
    return Report(run.about, judged, sections, tables)


def report_alone(run: Results, within: float, aims: Sequence[targets.Target]) -> Report:
    """The same of games of one player: what it scores, from what, and how long it takes."""
    points = alone.scores(run)
    tables = {
        "identity": identity.table(run),
        "players": identity.players(run),
        "scores": alone.table(points, run.about),
        "sources": sources.table(run).filter(pl.col("who") != sources.WINNERS),
        "pacing": pacing.table(run).filter(pl.col("what").is_in([*pacing.LENGTHS, pacing.SHARES[1]])),
    }
    if aims:
        tables["targets"] = targets.table(headline.by_deal(run, show=[aim.name for aim in aims]), run, aims)
    sections = [about_targets(run.about, tables, within)] if aims else []
    sections += [
        about_scores_alone(run.about, tables["scores"], points),
        about_sources_alone(run.about, tables["sources"]),
        about_lengths(run.about, tables["pacing"]),
        at_length(run.about, tables, within),
    ]
    none = verdicts.table({}, within)
    return Report(run.about, none, sections, {"verdicts": none} | tables)


# The sections, in the order of the page.


def about_targets(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame = of["targets"]
    rows = [
        [row["target"], targets.value_words(row["figure"], between(row, "value", "low", "high")), targets.told(row)]
        for row in frame.iter_rows(named=True)
    ]
    shown = [Shown("Targets", ["target", "found", ""], rows)]
    caution = "A target that holds, holds under these scripted players; people may be off it."
    return Section("targets", "Are the targets met?", list(targets.words(frame)), [], shown, caution, basis(about))


def about_seats(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["seats"], seats.words(of["seats"])
    figures = [
        Figure("seats", "Share of wins by seat", answer[0], seats.chart(frame, within=within)),
        Figure("seat-scores", "Mean score by seat", answer[-1], seats.score_chart(frame)),
    ]
    caution = (
        "The seats are fixed in this run: what a seat is worth cannot be told from who sat there."
        if about["fixed_seats"]
        else "A seat is only as good as these players make it. Others may gain more, or less, by going first."
    )
    shown = [share_table("Seats", frame)]
    return Section("seats", "Does the seat matter?", answer, figures, shown, caution, basis(about))


def with_beside(section: Section, runs: list[Results], of: dict[str, pl.DataFrame], within: float) -> Section:
    """The seats, with those of runs with other numbers of players."""
    frame, answer = of["seats_by_players"], list(by_players.words(of["seats_by_players"], runs))
    axes = by_players.chart(frame, within)
    figure = Figure("seats-by-players", "Share of wins by seat and number of players", " ".join(answer), axes)
    rows = [
        [str(row["players"]), row["seat"] or "all", verdicts.label(row), percent(row["even"]) if row["even"] else ""]
        + [share_words(between(row, "share", "low", "high")) if row["seat"] else ""]
        + [f"{row['games']:,}", f"{row['deals']:,}"]
        for row in frame.iter_rows(named=True)
    ]
    head = ["players", "seat", "verdict", "even", "share of wins, all together", "games", "deals"]
    ran = Shown("Runs", of["runs"].columns, [[str(cell) for cell in row] for row in of["runs"].iter_rows()])
    return section._replace(
        answer=section.answer + answer,
        figures=[*section.figures, figure],
        tables=[*section.tables, Shown("Seats by number of players", head, rows), ran],
    )


def about_strategies(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["strategies"], strategies.words(of["strategies"])
    figures = [
        Figure("strategies", "Share of wins by strategy", answer[0], strategies.chart(frame, within=within)),
        Figure("strategy-scores", "Mean score by strategy", answer[-1], strategies.score_chart(frame)),
    ]
    caution = (
        "A share of wins is against the others at this table. With other opponents the same script may fare otherwise, "
        "and a script that wins here need not be how people win."
    )
    shown = [share_table("Strategies", frame)]
    return Section("strategies", "Which way to play wins?", answer, figures, shown, caution, basis(about))


def about_pairs(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["pairs"], head_to_head.words(of["pairs"])
    figures = (
        [Figure("pairs", "Row ahead of column, % of games", answer[0], head_to_head.chart(frame))] if len(frame) else []
    )
    rows = [
        [row["strategy"], row["other"], share_words(between(row, "share", "low", "high"))]
        + [share_words(between(row, "share", "all_low", "all_high")), bare_words(row["tied"], row["deals"])]
        + [f"{row['games']:,}", f"{row['deals']:,}"]
        for row in frame.iter_rows(named=True)
    ]
    head = ["strategy", "other", "comes in ahead", "all pairs together", "ties", "games", "deals"]
    caution = (
        "To come in ahead is not to win: of two losers, too, one is ahead. Other players at the table take part in it."
    )
    return Section(
        "pairs", "Who beats whom?", answer, figures, [Shown("Pairs", head, rows)] if rows else [], caution, basis(about)
    )


def about_ratings(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["ratings"], ratings.words(of["ratings"])
    figures = []
    if ratings.has_strengths(frame):
        figures = [Figure("ratings", "Strength of each strategy", answer[0], ratings.chart(frame))]
    rows = [
        [f"{row['kind']} {row['who']}", number(row, "strength"), bracket(row, "low", "high"), number(row, "error")]
        + [bracket(row, "all_low", "all_high"), percent(row["beside_average"]) if row["beside_average"] else ""]
        + [row["note"] or ""]
        for row in frame.iter_rows(named=True)
    ]
    head = ["", "strength", "interval", "error", "all together", "wins beside average", ""]
    caution = (
        "Ratings count every place and not only wins, so a strategy that is often second may be rated above one that "
        "wins more. If the model does not fit, no single order tells how good a strategy is: look at the pairs."
    )
    return Section(
        "ratings",
        "How strong is each strategy?",
        answer,
        figures,
        [Shown("Strengths", head, rows)],
        caution,
        basis(about),
    )


def about_metagame(about: dict[str, Any], of: dict[str, pl.DataFrame], beside: metagame.Payoffs) -> Section:
    frame, answer = of["metagame"], metagame.words(of["metagame"])
    figures = [Figure("metagame", "A newcomer among others who play alike", answer[0], metagame.chart(beside, about))]
    rows = [
        [row["strategy"], *(chance_of(row, what) for what in ("mix", "mass"))]
        + ["yes" if row["lasts"] else "no", row["dominated_by"] or "", f"{row['deals']:,}"]
        for row in frame.iter_rows(named=True)
    ]
    head = ["strategy", "replicator mix", "alpha-rank", "lasts", "dominated by", "deals"]
    payoffs = [
        [row["strategy"], row["others"], share_words(between(row, "share", "low", "high"))]
        + [share_words(between(row, "share", "all_low", "all_high")), f"{row['deals']:,}"]
        for row in of["payoffs"].iter_rows(named=True)
    ]
    beside_head = ["strategy", "beside", "share of wins", "all together", "deals"]
    shown = [Shown("What would last", head, rows), Shown("Payoffs", beside_head, payoffs)]
    caution = (
        "Only these scripts can be taken up here. People would find others. Nor does the drift say how fast, or "
        "whether, people would follow it."
    )
    return Section("metagame", "Which strategies would last?", answer, figures, shown, caution, basis(about))


def chance_of(row: dict[str, Any], what: str) -> str:
    """A share with the ends of its bootstrap interval."""
    low, high = (percent(row[f"{what}_{end}"]).removesuffix(" %") for end in ("low", "high"))
    return f"{percent(row[what])} ({low} to {high})"


def about_scores(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["scores"], scores.words(of["scores"])
    tied = [
        f"In {share_words(between(row, 'share', 'low', 'high'))} of games {row['what']}."
        for row in of["ties"].iter_rows(named=True)
    ]
    figures = [Figure("scores", "Final scores", answer[0], scores.chart(frame))]
    if "margin" in frame["who"]:
        figures.append(Figure("margin", "The winner's margin", answer[-1], scores.margin_chart(frame)))
    rows = [
        [row["who"], f"{100 * row['quantile']:g} %", f"{row['value']:g}", ends_words(row["low"], row["high"])]
        for row in scores.summary(frame).iter_rows(named=True)
    ]
    shown = [Shown("Scores at or below which so many games lie", ["who", "share", "points", "interval"], rows)]
    caution = (
        "Close scores do not mean an open game: whoever leads may never be caught. Nor are these scores a target: "
        "other players would make other scores."
    )
    return Section("scores", "What does it take to win?", answer + tied, figures, shown, caution, basis(about))


def about_scores_alone(about: dict[str, Any], frame: pl.DataFrame, points: dict[str, np.ndarray]) -> Section:
    answer = alone.words(frame)
    figures = [Figure("scores", "Final scores", answer[0], alone.chart(points))]
    shown = [Shown("Scores", list(alone.HEAD), alone.cells(frame))]
    caution = "Nobody is beaten here, so a score says nothing of what would win at a table of several."
    return Section("scores", "Who scores how much?", answer, figures, shown, caution, basis(about))


def about_sources_alone(about: dict[str, Any], frame: pl.DataFrame) -> Section:
    shown = source_tables(frame)[1:] if len(frame) else []
    answer = sources.words_alone(frame)
    figures = [Figure("sources", "Points by source", "Points by source", sources.chart(frame))] if len(frame) else []
    return Section("sources", "Where do the points come from?", answer, figures, shown, "", basis(about))


def about_lengths(about: dict[str, Any], frame: pl.DataFrame) -> Section:
    answer = [*pacing.words(frame)[:1], *pacing.faults(about)]
    return Section("pacing", "How long is it?", answer, [], [length_table("Lengths", frame)], "", basis(about))


def about_sources(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["sources"], sources.words(of["sources"])
    figures = [Figure("sources", "Points by source", answer[0], sources.chart(frame))] if len(frame) else []
    shown = source_tables(frame) if len(frame) else []
    caution = (
        "That winners have more of something does not mean that it made them win: whoever is ahead can often afford it."
    )
    return Section("sources", "Where do the points come from?", answer, figures, shown, caution, basis(about))


def source_tables(frame: pl.DataFrame) -> list[Shown]:
    """Winners beside others, a line for each source; and strategies, a line for each."""
    cells = {
        (row["who"], row["source"]): mean_words(between(row, "mean", "low", "high"))
        for row in frame.iter_rows(named=True)
    }
    everyone, of = (frame[name].unique(maintain_order=True).to_list() for name in ("who", "source"))
    sides = [who for who in (sources.WINNERS, sources.OTHERS, sources.GAP) if who in everyone]
    ways = [who for who in everyone if who not in sides]
    return [
        Shown(
            "Points a game of winners and others",
            ["source", *sides],
            [[one, *(cells[who, one] for who in sides)] for one in of],
        ),
        Shown(
            "Points a game by strategy", ["strategy", *of], [[who, *(cells[who, one] for one in of)] for who in ways]
        ),
    ]


def about_options(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["options"], options.words(of["options"])
    figures, shown = [], list[Shown]()
    if len(frame):
        figures = [Figure("options", "When what is done", answer[-1], options.chart(frame))]
        figures += [Figure("options-strategies", "Who does what", answer[0], options.strategy_chart(frame))]
        whole = [who for who in frame["who"].unique(maintain_order=True) if who != options.EVERYONE]
        thirds = [(options.EVERYONE, third) for third in range(len(options.THIRDS) + 1)]
        shown = [
            use_table("Uses per player and game", frame, [(who, options.WHOLE) for who in whole], whole),
            use_table("Uses by third of the rounds", frame, thirds, ["whole game", *options.THIRDS]),
        ]
    caution = (
        "That winners do more of something does not mean that it made them win. A verb that nobody here uses may still "
        "be good, and one that all use may be a habit of these scripts."
    )
    return Section("options", "Who does what, and when?", answer, figures, shown, caution, basis(about))


def use_table(title: str, frame: pl.DataFrame, cells: list[tuple[str, int]], head: list[str]) -> Shown:
    told = {(row["verb"], row["who"], row["third"]): options.uses_words(row) for row in frame.iter_rows(named=True)}
    verbs = frame["verb"].unique(maintain_order=True).to_list()
    return Shown(title, ["verb", *head], [[verb, *(told[verb, who, third] for who, third in cells)] for verb in verbs])


def about_luck(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["luck"], luck.words(of["luck"], about)
    figures = [Figure("luck", "What differences go back to", answer[0], luck.chart(frame))] if len(frame) else []
    rows = [[row["of"], row["part"], luck.shared(row), f"{row['variance']:.4g}"] for row in frame.iter_rows(named=True)]
    shown = [Shown("Shares of the variance", ["of", "part", "share", "variance"], rows)] if rows else []
    caution = (
        "Luck is here all that neither the seat nor the strategy tells, and strategies are only these: with a fool at "
        "the table the same game looks like skill, with four equals like luck."
    )
    return Section("luck", "Luck or skill?", answer, figures, shown, caution, basis(about))


def about_pacing(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, followed = of["pacing"], of["course"]
    answer = pacing.words(frame) + course.words(followed)
    figures = [Figure("settled", "Games settled, by how far they have come", answer[2], pacing.chart(frame))]
    if len(followed):
        figures.append(Figure("leader", "Does the leader win?", answer[3], course.chart(followed)))
    shown = [length_table("Lengths and leads", frame)]
    rows = [
        [f"{100 * row['at']:.0f} %", *(share_words(course.interval_of(row, what)) for what in course.WHAT)]
        + [f"{row['games']:,}", f"{row['deals']:,}"]
        for row in followed.iter_rows(named=True)
    ]
    if rows:
        head = ["rounds played", "leader wins", "last one wins", "winner is behind", "games", "deals"]
        shown.append(Shown("By how far the game has come", head, rows))
    caution = (
        "Standings are points if the game were scored then. A game in which most points fall at the end looks more "
        "open, and one in which they come early more closed, than players would find it."
    )
    return Section(
        "pacing",
        "How long is it, and when is it settled?",
        answer + pacing.faults(about),
        figures,
        shown,
        caution,
        basis(about),
    )


def length_table(title: str, frame: pl.DataFrame) -> Shown:
    lengths = [
        [row["what"], words_of(row), *(quantile(row, share) for share in ("q05", "q50", "q95"))]
        for row in frame.iter_rows(named=True)
    ]
    return Shown(title, ["", "mean", "5 %", "50 %", "95 %"], lengths)


def about_convergence(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, answer = of["convergence"], convergence.words(of["convergence"])
    axes = convergence.chart(convergence_shown(frame), within=within)
    figures = [Figure("convergence", "How sure, after how many deals", answer[0], axes)]
    wide = convergence.widest(frame).pivot("of", index="deals", values="half_width").sort("deals")
    rows = [
        [f"{deals:,}", *(f"± {100 * half:.2f}" if half and math.isfinite(half) else "" for half in halves)]
        for deals, *halves in wide.iter_rows()
    ]
    shown = [Shown("Widest interval, in percentage points", wide.columns, rows)]
    caution = (
        "More games make the answer surer. They do not make the question a better one. A sudden step down is where ten "
        "events have been met, and the usual interval takes over from the exact one."
    )
    return Section("convergence", "Were enough games played?", answer, figures, shown, caution, basis(about))


def about_cards(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    frame, curves = of["cards"], of["card_costs"]
    answer = list(cards.words(frame, curves, within))
    figures = [
        Figure(
            f"cards-{name}",
            f"{name.capitalize()}: worth to be dealt{cards.of_many(frame, name)}",
            answer[0],
            cards.chart(frame, name, within),
        )
        for name in cards.sets_with(frame, "win_share")
    ]
    figures += [
        Figure(
            f"cards-{name}-taken", f"{name.capitalize()}: taken, and worth it?", answer[0], cards.quadrants(frame, name)
        )
        for name in cards.sets_with(frame, "gap")
    ]
    figures += [
        Figure(
            f"cards-{name}-costs", f"{name.capitalize()}: worth what it costs?", answer[0], cards.curve(curves, name)
        )
        for name in curves["set"].unique(maintain_order=True)
    ]
    shown = [Shown(f"{name}, what each is worth", *cards.value_cells(frame, name)) for name in about["cards"]]
    shown += [Shown(f"{name}, who takes and uses them", *cards.count_cells(frame, name)) for name in about["cards"]]
    if len(curves):
        shown.append(Shown("value beside the curve of costs", *cards.cost_cells(curves)))
        shown.append(Shown("the curve of costs", *cards.price_cells(of["card_prices"])))
    caution = (
        "Being dealt a card is decided by the shuffle, so its value is an effect: of that card instead of an average "
        "other one, in the hands of these players. Who takes a card, or is refused it, is not decided by chance; what "
        "takers win more is an association and may be what made them take it."
    )
    return Section("cards", "What is a card worth?", answer, figures, shown, caution, basis(about))


CURVES = {"card_costs": cards.costs, "card_prices": cards.prices}


def convergence_shown(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("half_width").is_finite())


def at_length(about: dict[str, Any], of: dict[str, pl.DataFrame], within: float) -> Section:
    """What was played, in full."""
    rows = [list(row) for row in of["identity"].iter_rows()]
    ways = [list(row) for row in of["players"].iter_rows()]
    answer = identity.words(about)
    shown = [Shown("Settings", ["", ""], rows), Shown("Strategies", ["strategy", "what it believes"], ways)]
    return Section("identity", "What was played?", answer, [], shown, "", "")


QUESTIONS: tuple[Callable[..., Section], ...] = (
    *(about_seats, about_strategies, about_pairs, about_ratings, about_scores),
    *(about_sources, about_options, about_luck, about_pacing, about_convergence),
)
OF_SEVERAL = (about_strategies, about_pairs, about_ratings)  # strategies


# Cells.


def basis(about: dict[str, Any]) -> str:
    deals = about["counts"]["whole_deals"]
    return f"{deals * about['games_per_deal']:,} games, {deals:,} deals, under these scripted players"


def share_table(title: str, frame: pl.DataFrame) -> Shown:
    rows = [
        [str(row[frame.columns[0]]), share_words(between(row, "share", "low", "high"))]
        + [share_words(between(row, "share", "all_low", "all_high"))]
        + [mean_words(between(row, "score", "score_low", "score_high")), f"{row['games']:,}", f"{row['deals']:,}"]
        for row in frame.iter_rows(named=True)
    ]
    head = [frame.columns[0], "share of wins", "all together", "mean score", "games", "deals"]
    return Shown(title, head, rows)


def between(row: dict[str, Any], mean: str, low: str, high: str) -> Interval:
    return Interval(row[mean], row[low], row[high], row["deals"])


def words_of(row: dict[str, Any]) -> str:
    is_share = row["what"] in pacing.SHARES or row["what"].startswith("settled")
    return (share_words if is_share else mean_words)(between(row, "mean", "low", "high"))


def quantile(row: dict[str, Any], name: str) -> str:
    if row[name] is None:
        return ""
    return f"{row[name]:g} ({ends_words(row[f'{name}_low'], row[f'{name}_high'])})"


def number(row: dict[str, Any], name: str) -> str:
    return "" if row[name] is None else f"{row[name]:.3f}"


def bracket(row: dict[str, Any], low: str, high: str) -> str:
    return "" if row[low] is None else f"{row[low]:.3f} to {row[high]:.3f}"


# The page.


def html(found: Report) -> str:
    """The page of a report."""
    page = Page(
        "Balance report",
        found.about["title"],
        summary(found.about),
        [card(family, row, found.verdicts) for family, row in verdicts.by_family(found.verdicts)],
        found.sections,
        [*method.METHOD, *method.until(found.about)],
        method.LIMITS,
        method.GLOSSARY,
        method.cite(found.about),
    )
    return laid_out(page)


def laid_out(page: Page) -> str:
    """One self-contained page."""
    return template("page.html").render(page._asdict())


def short(found: Report) -> str:
    """Verdicts, shares and scores, as a notebook shows them."""
    return template("short.html").render(
        title=found.about["title"],
        lead=summary(found.about),
        cards=[card(family, row, found.verdicts) for family, row in verdicts.by_family(found.verdicts)],
        tables=[share_table(name, found.tables[name]) for name in ("strategies", "seats")],
        command=found.about["command"],
    )


def template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(FOLDER)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"picture": picture, "tidy": tidy}
    return environment.get_template(name)


def summary(about: dict[str, Any]) -> str:
    counts, players = about["counts"], players_in_words(len(about["line_ups"][0]))
    said = [f"{counts['played']:,} games with {players}, in {counts['whole_deals']:,} deals that count."]
    said += [*identity.unfinished(about), *files.caution(about["provenance"])]
    return " ".join([*said, "Everything holds under these scripted players."])


def card(family: str, row: dict[str, Any], frame: pl.DataFrame) -> dict[str, str]:
    """A verdict and its reason."""
    kind = row["verdict"].split()[0]
    return {"asked": verdicts.ASKED[family], "verdict": verdicts.label(row), "kind": kind} | {
        "reason": verdicts.reason(row, frame)
    }


def tidy(text: str) -> str:
    """A number and its % stay on one line."""
    return text.replace(" %", "\u00a0%")


def picture(figure: Figure) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(charts.drawn(figure.axes, "svg")).decode()


def write_csv(found: Report, folder: Path) -> None:
    """Every table, as numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in found.tables.items():
        sheets.write_csv(frame, folder / f"{name}.csv", compare.assumed_cards(found.about))


def write_png(found: Report, folder: Path) -> None:
    """Every figure."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in found.figures:
        charts.write_png(figure.axes, folder / f"{figure.name}.png", compare.assumed_cards(found.about))


def as_json(found: Report) -> dict[str, Any]:
    """The verdicts, the answers, and every table as a list of rows; what is not finite is null."""
    return {
        "assumed_card_data": compare.assumed_cards(found.about),
        "verdicts": sheets.finite(found.verdicts).to_dicts(),
        "answers": {section.name: section.answer for section in found.sections},
        "tables": {name: sheets.finite(frame).to_dicts() for name, frame in found.tables.items()},
    }
