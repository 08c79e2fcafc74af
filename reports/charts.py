"""The few shapes that figures have.  Each takes `ax=` and returns it; without one it makes a figure of its own.

Nothing is set for other figures of the same program: the style holds only while a shape is drawn.  Colours are those of
Okabe and Ito, which the colour-blind can tell apart; order and labels say the same as colour does.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib import font_manager, image, ticker
from matplotlib.figure import Figure

from reports.intervals import Interval, percent, share_words

BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY, GREY = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    "#767676",
)
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY, "#8c6d31", "#444444")
INK, PALE = "#222222", "#d9d9d9"
WIDTH = 5.4  # inches
DPI = 160  #   dots an inch of a png
LINE = 40  #   dots for a line of text below it
WIDE_SCRIPTS = (  # for names that DejaVu cannot write, where one of them is installed
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "PingFang SC", "Microsoft YaHei", "Yu Gothic"),
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Arial Unicode MS"),
)
LONGEST = 28  # letters of a label
ROOMY = 5  # names of a square with room for intervals


def style() -> dict[str, Any]:
    there = {font.name for font in font_manager.fontManager.ttflist}
    return {
        "font.family": ["DejaVu Sans", *(name for name in WIDE_SCRIPTS if name in there)],
        "font.size": 10,
        "text.parse_math": False,  # a name may hold a $
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": GREY,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "xtick.color": INK,
        "ytick.color": INK,
        "legend.frameon": False,
        "svg.fonttype": "none",  # letters stay letters
        "svg.hashsalt": "meeplecarlo",
    }


STYLE = style()


def new_axes(height: float) -> Any:
    return Figure(figsize=(WIDTH, height), layout="constrained").add_subplot()


def short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


@matplotlib.rc_context(STYLE)
def dots(
    names: Sequence[str],
    means: np.ndarray,
    lows: np.ndarray,
    highs: np.ndarray,
    label: str,
    line: tuple[float, str] | None = None,
    band: tuple[float, float] | None = None,
    is_share: bool = False,
    ax: Any = None,
) -> Any:
    """A dot for each name and a bar for its interval, the first on top.

    Args: line: where to draw a line across, and what it is called.  band: what is shaded.
    """
    ax = ax or new_axes(0.95 + 0.34 * len(names))
    places = np.arange(len(names))[::-1]
    known = np.isfinite(lows) & np.isfinite(highs)
    if band:
        ax.axvspan(*band, color=SKY, alpha=0.18, linewidth=0)
    ax.hlines(places[known], lows[known], highs[known], color=BLUE, linewidth=2.2)
    ax.plot(means, places, "o", color=BLUE, markersize=6.5)
    if line:
        ax.axvline(line[0], color=GREY, linewidth=1, linestyle="--")
        ax.annotate(line[1], (line[0], 1.0), (0, 2), xycoords=("data", "axes fraction"), textcoords="offset points",
                    ha="center", va="bottom", color=GREY, fontsize=9)  # fmt: skip
    ax.set_yticks(places, [short(name) for name in names])
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.margins(x=0.08)
    ax.set_xlabel(label)
    finish(ax.xaxis, is_share)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    return ax


def finish(axis: Any, is_share: bool) -> None:
    """Few ticks; shares as percentages."""
    axis.set_major_locator(ticker.MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    if is_share:
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{round(100 * value, 3):g} %"))


@matplotlib.rc_context(STYLE)
def heat(
    names: Sequence[str],
    values: np.ndarray,
    texts: Mapping[tuple[int, int], str],
    label: str,
    even: float = 0.5,
    ax: Any = None,
) -> Any:
    """A square of shares, blue above even and orange below, with its numbers; NaN is left white."""
    ax = ax or new_axes(1.5 + 0.5 * len(names))
    colours = matplotlib.colors.LinearSegmentedColormap.from_list("", [ORANGE, "#ffffff", BLUE])
    reach = max(0.05, float(np.nanmax(np.abs(values - even), initial=0)) * 1.6)
    ax.imshow(values, cmap=colours, vmin=even - reach, vmax=even + reach, aspect="auto")
    size = 8.5 if len(names) <= ROOMY else 7
    for (row, column), text in texts.items():
        ax.text(column, row, text, ha="center", va="center", fontsize=size, linespacing=1.5)
    return around(ax, names, names, label)


def around(ax: Any, rows: Sequence[str], columns: Sequence[str], label: str) -> Any:
    """Names along a map, and no frame."""
    names = [short(name) for name in columns]
    ax.set_xticks(range(len(columns)), names, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(rows)), [short(name) for name in rows])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(label)
    return ax


@matplotlib.rc_context(STYLE)
def map_of(rows: Sequence[str], columns: Sequence[str], values: np.ndarray, label: str, ax: Any = None) -> Any:
    """A map of amounts, each row on its own scale from white (0) to blue (its most), with the numbers."""
    ax = ax or new_axes(1.6 + 0.27 * len(rows))
    most = np.maximum(values.max(axis=1, keepdims=True, initial=0), 1e-12)
    colours = matplotlib.colors.LinearSegmentedColormap.from_list("", ["#ffffff", SKY])
    ax.imshow(values / most, cmap=colours, vmin=0, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        ax.text(column, row, amount(value), ha="center", va="center", fontsize=8 if len(columns) <= 2 * ROOMY else 6)
    return around(ax, rows, columns, label)


def amount(value: float) -> str:
    """A number for a map, to three digits; nothing for none."""
    if value < 0.005:
        return "< 0.01" if value > 0 else ""
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}"


def cell(share: float, low: float, high: float, names: int) -> str:
    """A share for a square of so many names, in percent; with its interval where there is room, or alone its bound."""
    if not 0 < share < 1:
        return share_words(Interval(share, low, high, 1)).removesuffix(" %")
    text, *ends = (percent(value).removesuffix(" %") for value in (share, low, high))
    return f"{text}\n{' to '.join(ends)}" if names <= ROOMY else text


@matplotlib.rc_context(STYLE)
def stacked(names: Sequence[str], parts: Mapping[str, np.ndarray], label: str, ax: Any = None) -> Any:
    """One bar for each name, put together of parts; what is negative goes to the left of zero."""
    ax = ax or new_axes(1.3 + 0.36 * len(names) + 0.2 * -(-len(parts) // 3))
    places = np.arange(len(names))[::-1]
    right, left = np.zeros(len(names)), np.zeros(len(names))
    for number, (part, values) in enumerate(parts.items()):
        begin = np.where(values >= 0, right, left)
        hatch = "///" if number >= len(PALETTE) else None
        ax.barh(places, values, 0.66, left=begin, color=PALETTE[number % len(PALETTE)], label=short(part),
                edgecolor="white", linewidth=0.8, hatch=hatch)  # fmt: skip
        right, left = right + np.maximum(values, 0), left + np.minimum(values, 0)
    ax.axvline(0, color=INK, linewidth=0.8)
    ax.set_yticks(places, [short(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(label)
    finish(ax.xaxis, False)
    ax.figure.legend(loc="outside lower center", ncols=3, fontsize=9, handlelength=1, columnspacing=1.2)
    return ax


@matplotlib.rc_context(STYLE)
def steps(series: Mapping[str, tuple[np.ndarray, np.ndarray]], label: str, ax: Any = None) -> Any:
    """Outlines of histograms: for each name the edges and the shares between them."""
    ax = ax or new_axes(2.7)
    for number, (name, (edges, shares)) in enumerate(series.items()):
        colour = PALETTE[number]
        ax.stairs(shares, edges, color=colour, linewidth=1.8, label=name, linestyle="-" if number == 0 else "--")
        ax.stairs(shares, edges, color=colour, alpha=0.12, fill=True)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(label)
    ax.set_ylabel("share")
    finish(ax.yaxis, True)
    finish(ax.xaxis, False)
    if len(series) > 1:
        ax.legend(fontsize=9)
    return ax


@matplotlib.rc_context(STYLE)
def lines(
    series: Mapping[str, tuple[np.ndarray, np.ndarray, np.ndarray | None, np.ndarray | None]],
    label: str,
    across: str,
    line: tuple[float, str] | None = None,
    is_share: bool = False,
    logarithmic: bool = False,
    ax: Any = None,
) -> Any:
    """Lines with a band for their intervals: for each name x, y, low and high (None: no band)."""
    ax = ax or new_axes(2.9)
    for number, (name, (x, y, low, high)) in enumerate(series.items()):
        colour = PALETTE[number % len(PALETTE)]
        ax.plot(x, y, color=colour, marker=".os^vD"[number % 6], markersize=4, linewidth=1.6, label=short(name))
        if low is not None:
            ax.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
    if line:
        ax.axhline(line[0], color=GREY, linewidth=1, linestyle="--")
        ax.annotate(line[1], (1.0, line[0]), (-2, 3), xycoords=("axes fraction", "data"), textcoords="offset points",
                    ha="right", va="bottom", color=GREY, fontsize=9)  # fmt: skip
    ax.set_xlabel(label)
    ax.set_ylabel(across)
    if logarithmic:
        ax.set_xscale("log")
        ax.set_yscale("log")
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_minor_formatter(ticker.NullFormatter())
        ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
        ax.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{100 * value:g}"))
    else:
        finish(ax.yaxis, is_share)
        finish(ax.xaxis, is_share)
    ax.grid(color=PALE, linewidth=0.6)
    if len(series) > 1:
        ax.figure.legend(loc="outside lower center", ncols=3, fontsize=9, handlelength=1.6, columnspacing=1.2)
    return ax


def with_room(x: np.ndarray, y: np.ndarray, named: np.ndarray) -> list[int]:
    """Of the dots with names those farthest out whose names would not lie on each other."""
    across, up = ((values - np.mean(values)) / max(np.ptp(values), 1e-12) for values in (x, y))
    found: list[int] = []
    for place in sorted(np.flatnonzero(named).tolist(), key=lambda one: -np.hypot(across[one], up[one])):
        if all(abs(up[place] - up[one]) > 0.045 or abs(across[place] - across[one]) > 0.35 for one in found):
            found.append(place)
    return found


@matplotlib.rc_context(STYLE)
def points(
    names: Sequence[str],
    x: np.ndarray,
    y: np.ndarray,
    label: str,
    across: str,
    lines: tuple[float, float] | None = None,
    corners: Sequence[str] = (),
    diagonal: bool = False,
    ax: Any = None,
) -> Any:
    """A dot for each pair of values, those with a name told apart and named.

    Args: lines: where quarters meet; both are then shares.  corners: their names, from upper left, row by row.
    diagonal: draw the line on which both values are equal.
    """
    ax = ax or new_axes(4.2)
    named = np.array([bool(name) for name in names])
    ax.plot(x[~named], y[~named], "o", color=GREY, markersize=5, alpha=0.7)
    ax.plot(x[named], y[named], "o", color=BLUE, markersize=6.5)
    for place in with_room(x, y, named):
        left = x[place] > (np.min(x) + np.max(x)) / 2
        ax.annotate(short(names[place]), (x[place], y[place]), (-5 if left else 5, 3), textcoords="offset points",
                    ha="right" if left else "left", fontsize=8)  # fmt: skip
    if lines:
        ax.axvline(lines[0], color=GREY, linewidth=1, linestyle="--")
        ax.axhline(lines[1], color=GREY, linewidth=1, linestyle="--")
    if diagonal:
        ax.axline((float(np.mean(x)), float(np.mean(x))), slope=1, color=GREY, linewidth=1, linestyle="--")
    ax.margins(0.14)
    for number, corner in enumerate(corners):
        right, low = number % 2, number // 2
        ax.text(0.99 if right else 0.01, 0.01 if low else 0.99, corner, transform=ax.transAxes, color=GREY, fontsize=9,
                ha="right" if right else "left", va="bottom" if low else "top", style="italic")  # fmt: skip
    ax.set_xlabel(label)
    ax.set_ylabel(across)
    finish(ax.xaxis, lines is not None)
    finish(ax.yaxis, lines is not None)
    ax.grid(color=PALE, linewidth=0.6)
    return ax


# Kept.


@matplotlib.rc_context(STYLE)
def drawn(ax: Any, form: str) -> bytes:
    """The figure of these axes as svg or png; the same figure gives the same bytes."""
    out = io.BytesIO()
    silent = logging.getLogger("matplotlib.font_manager")
    before = silent.level
    silent.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)  # the browser has the letter
            if ax.figure.get_layout_engine():
                ax.figure.draw_without_rendering()
                ax.figure.set_layout_engine("none")  # a second layout would not be quite the same
            metadata = {"Date": None} if form == "svg" else {"Software": None}
            ax.figure.savefig(out, format=form, dpi=DPI, metadata=metadata)
    finally:
        silent.setLevel(before)
    return out.getvalue()


def write_png(ax: Any, file: Path, assumed: str | None = None) -> None:
    """Args: assumed: a line below the figure says what it rests on."""
    picture = drawn(ax, "png")
    file.write_bytes(with_line(picture, f"Rests on assumed card data: {assumed}.") if assumed else picture)


@matplotlib.rc_context(STYLE)
def with_line(picture: bytes, line: str) -> bytes:
    """A png with a line of text below.  A line in the figure itself might lie on its legend, which knows no other."""
    pixels, out = image.imread(io.BytesIO(picture)), io.BytesIO()
    high, wide, _ = pixels.shape
    figure = Figure(figsize=(wide / DPI, (high + LINE) / DPI), dpi=DPI)
    figure.figimage(pixels, 0, LINE)
    figure.text(0.01, LINE / 2 / (high + LINE), line, fontsize=8, color=GREY, va="center")
    figure.savefig(out, dpi=DPI, metadata={"Software": None})
    return out.getvalue()
