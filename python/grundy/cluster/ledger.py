"""Ledgers: which jobs there are, and the receipts for them, on disk.

A ledger is asked for the jobs that have no receipt and takes receipts in any order, any number of times; what does
not fit is refused. All of that is the library's; nothing here looks into a document.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from grundy import GrundyError, _grundy


class Job(NamedTuple):
    """A document that any machine can work on."""

    number: str
    text: str


class Ledger(Protocol):
    """What the dispatcher needs of a ledger."""

    name: str
    together: int
    """The most jobs that are done faster together than one after the other."""

    def open_jobs(self) -> list[Job]:
        """The jobs that have no receipt."""

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        """Takes receipts; says what became of them (``accepted``, ``refused``, …) and what they cover
        (``coverage``)."""

    def is_growing(self) -> bool:
        """Whether more jobs may come by themselves."""

    def is_complete(self, coverage: dict[str, Any]) -> bool:
        """Whether nothing is left to do."""


class RunLedger:
    """The directory of a long run; its receipts are in ``DIR/receipts``."""

    together = 1

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


class CertificateLedger:
    """A certificate; its receipts are in ``CERT.receipts.jsonl`` beside it, a line for each."""

    together = _grundy.SEGMENTS_TOGETHER

    def __init__(
        self,
        certificate: str | Path,
        *,
        receipts: str | Path | None = None,
        recheck: float = 0.01,
    ) -> None:
        path = Path(certificate)
        try:
            self._text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise GrundyError(f"{path}: this is no text, so it is no certificate") from error
        self.receipts = Path(receipts) if receipts else path.with_suffix(".receipts.jsonl")
        if not self.receipts.parent.is_dir():
            raise GrundyError(f"{self.receipts}: there is no such directory for receipts")
        self.name = f"certificate {certificate}"
        self._recheck = recheck

    def open_jobs(self) -> list[Job]:
        return [Job(*pair) for pair in _grundy.certificate_jobs(self._text, self.receipts)]

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        return _grundy.certificate_merge(self._text, self.receipts, receipts, self._recheck)

    def is_growing(self) -> bool:
        return False

    def is_complete(self, coverage: dict[str, Any]) -> bool:
        return not coverage["rejected"] and not self.open_jobs()


class CensusLedger:
    """The catalogue of a census: its jobs are the next steps of the classes that are not proved, its receipts go into
    the catalogue."""

    together = 1

    def __init__(self, catalogue: str | Path, *, rounds: str = "10", recheck: float = 0.01) -> None:
        self.catalogue = Path(catalogue)
        self.name = f"census {catalogue}"
        self._rounds = rounds
        self._recheck = recheck

    def open_jobs(self) -> list[Job]:
        return [Job(*pair) for pair in _grundy.census_jobs(self.catalogue, self._rounds)]

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        return _grundy.census_merge(self.catalogue, receipts, self._recheck)

    def is_growing(self) -> bool:
        return False

    def is_complete(self, coverage: dict[str, Any]) -> bool:
        return not self.open_jobs()


def part(named: str | dict[str, int]) -> str:
    """The part of a certificate that a job is about, in words: "frame", "segment 7"."""
    return named if isinstance(named, str) else " ".join(f"{word} {number}" for word, number in named.items())
