"""How it goes, on stderr: a live table on a terminal, a line a minute in a log."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from grundy.cluster.dispatch import Dispatcher

ROWS = 20
"""The most workers in the table."""


class Terminal:
    """Shows and says on stderr; ``quiet`` says only what matters."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(file=sys.stderr, highlight=False)
        self._is_live = self._console.is_terminal and not quiet
        self._quiet = quiet
        self._live = Live(console=self._console, refresh_per_second=4, transient=True, auto_refresh=False)
        self._next = 0.0 if self._is_live else time.monotonic() + 60

    def __enter__(self) -> Terminal:
        if self._is_live:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_live:
            self._live.stop()

    def show(self, dispatcher: Dispatcher) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        if self._is_live:
            self._next = now + 0.25
            self._live.update(self._table(dispatcher), refresh=True)
        elif not self._quiet:
            self._next = now + 60
            self._console.print(Text(_line(dispatcher)), soft_wrap=True)

    def note(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def _table(self, dispatcher: Dispatcher) -> Group:
        table = Table("worker", "threads", "jobs done", "state", title=dispatcher.ledger.name, title_justify="left")
        workers = sorted(dispatcher.threads)
        for address in workers[:ROWS]:
            jobs = dispatcher.report.workers.get(address, 0)
            state = "refused" if dispatcher.is_refused(address) else ""
            table.add_row(address, str(dispatcher.threads[address]), str(jobs), state)
        if len(workers) > ROWS:
            table.add_row(f"… and {len(workers) - ROWS} more", "", "", "")
        where = [Text(f"dashboard {dispatcher.dashboard}")] if dispatcher.dashboard else []
        return Group(table, Text(_line(dispatcher)), *where)


def _line(dispatcher: Dispatcher) -> str:
    report = dispatcher.report
    flying = sum(len(batch.jobs) for batch in dispatcher.flying.values())
    left = len(dispatcher.queue) + flying
    parts = [f"{report.done} jobs done", f"{flying} on their way", f"{len(dispatcher.queue)} in the queue"]
    if dispatcher.waiting:
        parts.append(f"{len(dispatcher.waiting)} receipts wait")
    if report.refuted:
        parts.append(f"{len(report.refuted)} REFUTED")
    seconds = dispatcher.seconds_left()
    if seconds is not None and left:
        parts.append(f"about {_duration(seconds)} left")
    elif not dispatcher.threads:
        parts.append("no workers yet")
    elif not left and dispatcher.growing:
        parts.append("waiting for the run to go on")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
