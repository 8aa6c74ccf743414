"""Pictures of games in notebooks: drawn by matplotlib, from what the library answers."""

from __future__ import annotations

import html as _html
import io
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from grundy import Game


def plot(game: Game, ax: Axes | None, n: int) -> Axes:
    """The first ``n`` values against their heaps, rare ones apart from common ones."""
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("Game.plot needs matplotlib: pip install 'grundy[plot]'") from error
    if ax is None:
        ax = plt.gca()
    values = game.values(n)
    rares = game.rares(n)
    marks: dict[str, Any] = {"linestyle": "none", "marker": ".", "markersize": 3 if n <= 2000 else 1}
    is_rare = np.zeros(n, dtype=bool)
    if rares is not None:
        is_rare[rares.astype(np.intp)] = True
    heaps = np.arange(n)
    ax.plot(heaps[~is_rare], values[~is_rare], color="tab:blue", label="common", **marks)
    if rares is not None and rares.size:
        ax.plot(heaps[is_rare], values[is_rare], color="tab:red", label="rare", **marks)
        ax.legend(markerscale=4, loc="upper left")
    ax.set(title=f"{game}", xlabel="heap", ylabel="nim-value")
    return ax


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
    plot(game, figure.subplots(), 2000)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100)
    return out.getvalue()
