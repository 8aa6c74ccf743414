"""What answers look like as dictionaries; the words are those of ``grundy schema``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

Callback = Callable[[str, int, int | None], object]
"""Told where long work stands: the stage, the number done, and the number there are, if it is known."""


class Largest(TypedDict):
    """The largest value and the first heap that has it."""

    value: int
    at: int


class Sparse(TypedDict):
    """A sparse space and what it does."""

    mask: str
    bits: list[int]
    parity: int
    kappa: int
    rares: int
    last_rare: int | None
    depth: int
    average_leftovers: float


class Analysis(TypedDict):
    """The answer of ``Game.analyze``."""

    game: str
    canonical: str
    n: int
    max: Largest | None
    sparse: Sparse | None
    histogram: dict[str, int]
    rare_values: list[int]


_Class = TypedDict("_Class", {"class": str})


class Description(_Class):
    """The answer of ``Game.describe``; ``class`` is the family of its rules."""

    game: str
    canonical: str
    names: list[str]
    moves: list[str]
    code: str | None
    standard_form: dict[str, Any] | None
    equivalent: list[dict[str, Any]]
    theorems: list[str]
    known: dict[str, Any]


class Move(TypedDict):
    """A move in one heap of a position."""

    index: int
    heap: int
    removed: int
    left: list[int]


class Option(Move):
    """A move, the value of what it leaves of the heap, and the value of the whole position after it."""

    value: int
    total: int
