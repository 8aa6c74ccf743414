"""Ledgers: which jobs there are, and the receipts for them, on disk.

A ledger is asked for the jobs that have no receipt and takes receipts in any order, any number of times; what does not fit is
refused. All of that is the library's; nothing here looks into a document.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from grundy import _grundy


class Job(NamedTuple):
    """A document that any machine can work on."""

    number: str
    text: str


class Ledger(Protocol):
    """What the dispatcher needs of a ledger."""

    name: str

    def open_jobs(self) -> list[Job]:
        """The jobs that have no receipt."""

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        """Takes receipts; says what became of them (``accepted``, ``refused``, …) and what they cover (``coverage``)."""

    def is_growing(self) -> bool:
        """Whether more jobs may come by themselves."""

    def is_complete(self, coverage: dict[str, Any]) -> bool:
        """Whether nothing is left to do."""


class RunLedger:
    """The directory of a long run; its receipts are in ``DIR/receipts``."""

    def __init__(self, directory: str | Path, *, recheck: float = 0.01, follow: bool = True) -> None:
        self.directory = Path(directory)
        self.name = f"run {directory}"
        self._recheck = recheck
        self._follow = follow

    def open_jobs(self) -> list[Job]:
        return [Job(*pair) for pair in _grundy.run_jobs(self.directory)]

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        return _grundy.run_merge(self.directory, receipts, self._recheck)

    def is_growing(self) -> bool:
        return self._follow and _grundy.run_status(self.directory)["running"] is True

    def is_complete(self, coverage: dict[str, Any]) -> bool:
        return bool(coverage["open"] == 0)
