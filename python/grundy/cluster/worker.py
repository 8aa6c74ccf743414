"""What a worker does: jobs in, receipts out."""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

from grundy import GrundyError, _grundy

ENGINE = _grundy.ENGINE
"""The engine of this process; workers do jobs only for their own kind."""

_here = threading.local()


class OtherEngine(Exception):
    """This worker has another engine than whoever sent the jobs."""


class Done(NamedTuple):
    """What became of a batch of jobs."""

    worker: str
    receipts: list[str]
    problems: list[tuple[str, str]]
    seconds: float


def engine() -> str:
    """The engine of this process."""
    return ENGINE


def run(expected: str, jobs: list[tuple[str, str]]) -> Done:
    """Does jobs, together where that is faster; a job that makes no sense is a problem and has no receipt."""
    from distributed import get_worker

    worker = get_worker().address
    if expected != ENGINE:
        raise OtherEngine(worker, ENGINE)
    # What several jobs need is computed once, by each thread for itself.
    if not hasattr(_here, "desk"):
        _here.desk = _grundy.Desk()
    started = time.monotonic()
    receipts: list[str] = []
    problems = []
    try:
        receipts = _here.desk.run([text for _, text in jobs])
    except GrundyError:
        # One by one it shows which of them makes no sense.
        for number, text in jobs:
            try:
                receipts += _here.desk.run([text])
            except GrundyError as error:
                problems.append((number, str(error)))
    return Done(worker, receipts, problems, time.monotonic() - started)
