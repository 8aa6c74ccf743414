"""Misère play: whoever makes the last move loses.

>>> from grundy import misere
>>> misere.solve(".123")
<Quotient of .123: order=20, period=5, preperiod=5>
>>> misere.position("kayles", [1])["outcome"]
'P'
"""

from __future__ import annotations

from typing import Any

from grundy import _grundy
from grundy._grundy import Game, Quotient
from grundy._types import Callback

__all__ = ["Quotient", "genus", "position", "solve"]


def _game(game: Game | str) -> Game:
    return game if isinstance(game, Game) else Game(game)


def solve(
    game: Game | str,
    *,
    heaps: int | None = None,
    order: int | None = None,
    progress: Callback | bool | None = None,
) -> Quotient:
    """Finds the misère quotient heap by heap and proves the period of the heaps' values.

    ``heaps`` is the largest heap to look at, ``order`` the largest order of a candidate.

    >>> solve("nim").tame
    True
    """
    return _grundy.misere_solve(_game(game), heaps=heaps, order=order, progress=progress)


def position(
    game: Game | str, heaps: list[int], *, progress: Callback | bool | None = None
) -> dict[str, Any]:
    """Outcome and winning moves of heaps, as ``grundy misere position --json`` tells them."""
    return _grundy.misere_position(_game(game), heaps, progress=progress)


def genus(
    game: Game | str, heaps: list[int], *, progress: Callback | bool | None = None
) -> dict[str, Any]:
    """The genus of a sum of heaps, as ``grundy misere genus --json`` tells it.

    >>> genus("kayles", [5])["genus"]
    '4^146'
    """
    return _grundy.misere_genus(_game(game), heaps, progress=progress)
