"""Pictures of games in notebooks: drawn by matplotlib, from what the library answers."""

from __future__ import annotations

import html as _html
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy._grundy import GrundyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from grundy import Game


_FAR = 10_000_000
"""Rare heaps are looked for below this heap: it takes all values before them."""


def plot(game: Game, ax: Axes | None, n: int, start: int, kind: str) -> Axes:
    """``n`` values from heap ``start`` on: against their heaps, or against the phase of a hidden frequency."""
    kinds = {"values": _values, "phase": _phase}
    if kind not in kinds:
        raise ValueError(f"unknown kind {kind!r}; accepted are {', '.join(map(repr, kinds))}")
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("Game.plot needs matplotlib: pip install 'grundy[plot]'") from error
    if ax is None:
        ax = plt.gca()
    marks: dict[str, Any] = {"linestyle": "none", "marker": ".", "markersize": 3 if n <= 2000 else 1}
    kinds[kind](game, ax, start, start + n, marks)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(markerscale=4, loc="upper left")
    return ax


def _values(game: Game, ax: Axes, start: int, stop: int, marks: dict[str, Any]) -> None:
    """Against their heaps, rare ones apart from common ones."""
    values = game.values(start, stop)
    is_rare = np.zeros(stop - start, dtype=bool)
    try:
        rares = game.rares(stop) if stop <= _FAR else None
    except GrundyError:
        # The library looks for rares among values of two bytes.
        rares = None
    if rares is not None:
        is_rare[(rares[rares >= start] - np.uint64(start)).astype(np.intp)] = True
    heaps = np.arange(start, stop)
    label = "common" if is_rare.any() else None
    ax.plot(heaps[~is_rare], values[~is_rare], color="tab:blue", label=label, **marks)
    if is_rare.any():
        ax.plot(heaps[is_rare], values[is_rare], color="tab:red", label="rare", **marks)
    ax.set(title=f"{game}", xlabel="heap", ylabel="nim-value")


def _phase(game: Game, ax: Axes, start: int, stop: int, marks: dict[str, Any]) -> None:
    """Against the phase of the strongest hidden frequency, even parity under its mask apart from odd."""
    wave = game.wave(stop - start, start=start)
    values = game.values(start, stop)
    phases = wave.at(start, stop)
    is_odd = np.bitwise_count(values & values.dtype.type(wave.mask)) % 2 == 1
    ax.plot(phases[~is_odd], values[~is_odd], color="tab:blue", label="even parity", **marks)
    ax.plot(phases[is_odd], values[is_odd], color="tab:orange", label="odd parity", **marks)
    for turn in (0.25, 0.75):
        ax.axvline(turn, color="grey", linewidth=1)
    ax.set(title=f"{game}, theta = {wave.theta:.7f}, mask {wave.mask:#x}", xlabel="phase", ylabel="nim-value")


def html(game: Game) -> str:
    """The moves and the first values, for a notebook."""
    about = game.describe()
    names = f" ({', '.join(about['names'])})" if about["names"] else ""
    moves = "".join(f"<li>{_html.escape(move)}</li>" for move in about["moves"])
    values = " ".join(map(str, game.values(30)))
    return f"<b>{_html.escape(str(game))}</b>{_html.escape(names)}<ul>{moves}</ul><code>{values} …</code>"


def png(game: Game) -> bytes | None:
    """A small picture of the first values; None without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return None
    figure = Figure(figsize=(6, 3), layout="constrained")
    plot(game, figure.subplots(), 2000, 0, "values")
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100)
    return out.getvalue()
