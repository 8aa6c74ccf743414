"""The dispatcher: keeps workers busy with jobs and brings receipts into the ledger.

A bounded number of batches is on its way at any time, and each is forgotten as soon as its receipts are here. Jobs
that are lost, with a worker or with the scheduler, are sent again. Receipts that cannot be written wait, and so does
everything else once too many wait.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from grundy.cluster import worker
from grundy.cluster.ledger import Job, Ledger, part


@dataclass(frozen=True)
class Settings:
    """How the dispatcher works."""

    batch_seconds: float = 1.0
    """A batch lasts about so long: a task costs its scheduler some 2 ms, so this keeps scheduling far below 1 %."""
    together_seconds: float = 3600.0
    """A batch of jobs that are faster together lasts at most so long: it is lost with its worker."""
    batch_bytes: int = 4 << 20
    """The most text in one batch."""
    ahead: int = 2
    """Batches for each thread of the workers, the one it works on included."""
    merge_seconds: float = 1.0
    """Receipts wait at most so long before they are written."""
    patience: float = 600.0
    """Seconds to wait for a lost scheduler, or for a disk that takes no receipts, before giving up."""
    attempts: int = 3
    """A job that failed so often for itself is not tried again."""


@dataclass
class Report:
    """What happened."""

    ledger: str
    complete: bool = False
    done: int = 0
    refuted: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    coverage: dict[str, Any] = field(default_factory=dict)
    repeated: int = 0
    lost: int = 0
    batches: int = 0
    seconds: float = 0.0
    busy_seconds: float = 0.0
    workers: dict[str, int] = field(default_factory=dict)

    def asdict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class Screen(Protocol):
    """Whoever is shown how it goes."""

    def show(self, dispatcher: Dispatcher) -> None:
        """How it stands now; called often."""

    def note(self, text: str) -> None:
        """Something happened; one line."""


class GaveUp(Exception):
    """The scheduler or the ledger did not come back."""


@dataclass
class Batch:
    """Jobs on their way."""

    jobs: list[Job]
    only: frozenset[str] | None


class Dispatcher:
    """The state of one run; ``dispatch`` drives it."""

    def __init__(self, ledger: Ledger, connect: Callable[[], Client], settings: Settings, screen: Screen) -> None:
        self.ledger = ledger
        self.report = Report(ledger.name)
        self.queue: deque[Job] = deque()
        self.flying: dict[Future[Any], Batch] = {}
        self.waiting: list[str] = []
        self.threads: dict[str, int] = {}
        self.growing = False
        self.dashboard: str | None = None
        self._connect = connect
        self._settings = settings
        self._screen = screen
        self._engines: dict[str, str] = {}
        self._refused: set[str] = set()
        self._failures: Counter[str] = Counter()
        self._given_up: set[str] = set()
        self._received: set[str] = set()
        self._job_seconds: float | None = None
        self._batch_number = 0
        self._last_merge = self._last_look = self._last_list = -math.inf
        self._list_seconds = 0.0
        self._stuck_since: float | None = None
        self._client: Client | None = None

    # Jobs.

    def _list(self) -> None:
        """Asks the ledger for jobs, unless it was asked a short while ago."""
        now = time.monotonic()
        if now - self._last_list < max(1.0, 20 * self._list_seconds):
            return
        self.growing = self.ledger.is_growing()
        flying = {job.number for batch in self.flying.values() for job in batch.jobs}
        known = flying | self._received | self._given_up
        self.queue = deque(job for job in self.ledger.open_jobs() if job.number not in known)
        self._last_list = time.monotonic()
        self._list_seconds = self._last_list - now

    def _next_batch(self) -> list[Job]:
        threads = max(1, sum(self.threads.values()))
        count = 1
        if self._job_seconds is not None:
            fits = math.ceil(self._settings.batch_seconds / max(self._job_seconds, 1e-6))
            lasts = math.ceil(self._settings.together_seconds / max(self._job_seconds, 1e-6))
            # Batches of one size: a small one takes as long as a large one, and each idle thread wants one.
            parts = math.ceil(len(self.queue) / min(self.ledger.together, lasts))
            together = math.ceil(len(self.queue) / max(parts, threads - len(self.flying)))
            count = max(min(fits, len(self.queue) // (2 * threads)), together)
        # A job that failed travels alone: it must not take others with it.
        batch = [self.queue.popleft()]
        size = len(batch[0].text)
        while len(batch) < count and self.queue and not self._failures[batch[0].number]:
            size += len(self.queue[0].text)
            if size > self._settings.batch_bytes or self._failures[self.queue[0].number]:
                break
            batch.append(self.queue.popleft())
        return batch

    def _submit(self, client: Client) -> None:
        usable = {address for address in self.threads if address not in self._refused}
        bound = self._settings.ahead * sum(self.threads[address] for address in usable)
        # Receipts that cannot be written hold up the jobs behind them.
        while self.queue and len(self.flying) < bound and not (self._stuck_since and len(self.waiting) > 4 * bound):
            jobs = self._next_batch()
            only = frozenset(usable) if self._refused & self.threads.keys() else None
            self._batch_number += 1
            key = f"grundy-{id(self):x}-{self._batch_number}"
            future = client.submit(
                worker.run,
                worker.ENGINE,
                [tuple(job) for job in jobs],
                key=key,
                pure=False,
                workers=list(only) if only is not None else None,
            )
            self.flying[future] = Batch(jobs, only)

    def _again(self, jobs: list[Job]) -> None:
        """Puts jobs back to the head of the queue."""
        self.queue.extendleft(reversed([job for job in jobs if job.number not in self._given_up]))

    def seconds_left(self) -> float | None:
        """About how long the jobs that are known take, from those of late; nothing before the first is done."""
        if self._job_seconds is None or not self.threads:
            return None
        jobs = len(self.queue) + sum(len(batch.jobs) for batch in self.flying.values())
        return jobs * self._job_seconds / sum(self.threads.values())

    # Workers.

    def _look_at_workers(self, client: Client) -> None:
        if time.monotonic() - self._last_look < 1.0:
            return
        self.threads = dict(client.nthreads())
        new = [address for address in self.threads if address not in self._engines]
        if new:
            found = client.run(worker.engine, workers=new, on_error="return")
            for address, engine in found.items():
                self._meet(address, engine if isinstance(engine, str) else f"no engine ({engine})")
        for future, batch in list(self.flying.items()):
            # Its workers are gone, and others may not take it.
            if batch.only is not None and not batch.only & self.threads.keys():
                self._forget(future)
                self._again(batch.jobs)
        self._last_look = time.monotonic()

    def is_refused(self, address: str) -> bool:
        """Whether a worker gets no jobs."""
        return address in self._refused

    def _meet(self, address: str, engine: str) -> None:
        self._engines[address] = engine
        if engine != worker.ENGINE and address not in self._refused:
            self._refused.add(address)
            self._screen.note(f"worker {address} refused: it has {engine}, and {worker.ENGINE} is needed")

    # Receipts.

    def _forget(self, future: Future[Any]) -> None:
        del self.flying[future]
        future.cancel()
        future.release()

    def _collect(self) -> None:
        for future, batch in list(self.flying.items()):
            status = future.status
            if status == "finished":
                try:
                    done = future.result(timeout=10)
                except (TimeoutError, CancelledError):
                    # Its worker died with it; the scheduler has it done again.
                    continue
                del self.flying[future]
                future.release()
                self._receive(done, batch)
            elif status == "error":
                error = future.exception(timeout=10)
                del self.flying[future]
                future.release()
                self._failed(error, batch)
            elif status in ("cancelled", "lost"):
                del self.flying[future]
                self.report.lost += 1
                self._again(batch.jobs)

    def _receive(self, done: worker.Done, batch: Batch) -> None:
        sent = {job.number: job for job in batch.jobs}
        told = {json.loads(receipt)["job"]: receipt for receipt in done.receipts}
        self.waiting += [receipt for number, receipt in told.items() if number in sent]
        self._received.update(told)
        self.report.done += len(done.receipts)
        self.report.batches += 1
        self.report.busy_seconds += done.seconds
        workers = self.report.workers
        workers[done.worker] = workers.get(done.worker, 0) + len(done.receipts)
        each = done.seconds / len(batch.jobs)
        self._job_seconds = each if self._job_seconds is None else 0.7 * self._job_seconds + 0.3 * each
        for number, problem in done.problems:
            self._give_up(number, problem)
        silent = [job for number, job in sent.items() if number not in told and number not in self._given_up]
        if silent:
            self._fail(silent, f"{done.worker} gave no receipt for it")

    def _failed(self, error: BaseException | None, batch: Batch) -> None:
        if isinstance(error, worker.OtherEngine):
            self._meet(*error.args)
            self._again(batch.jobs)
            return
        self.report.lost += 1
        why = "it killed its workers" if isinstance(error, KilledWorker) else f"{type(error).__name__}: {error}"
        self._fail(batch.jobs, why)

    def _fail(self, jobs: list[Job], why: str) -> None:
        for job in jobs:
            self._failures[job.number] += 1
            if self._failures[job.number] >= self._settings.attempts:
                self._give_up(job.number, why)
        self._again(jobs)

    def _give_up(self, number: str, why: str) -> None:
        self._given_up.add(number)
        problem = f"job {number} cannot be done: {' '.join(why.split())}"
        self.report.problems.append(problem)
        self._screen.note(problem)

    def _merge(self) -> None:
        """Writes what waits; a disk that takes nothing is tried again."""
        now = time.monotonic()
        pause = self._settings.merge_seconds * (5 if self._stuck_since else 1)
        if not self.waiting or now - self._last_merge < pause:
            return
        self._last_merge = now
        try:
            merged = self.ledger.merge(self.waiting)
        except OSError as error:
            if self._stuck_since is None:
                self._stuck_since = now
                self._screen.note(
                    f"receipts cannot be written: {error}; they wait in memory, and writing is tried again"
                )
            if now - self._stuck_since > self._settings.patience:
                lost = f"{len(self.waiting)} receipts could not be written: {error}"
                raise GaveUp(f"{lost}; the same command does their jobs again") from error
            return
        if self._stuck_since is not None:
            self._stuck_since = None
            self._screen.note(f"receipts are written again: {len(self.waiting)} that waited")
        for receipt in map(json.loads, self.waiting):
            # A step of a census asks, and any answer will do.
            if receipt.get("verdict", "verified") != "verified":
                why = receipt.get("problem") or receipt.get("said")
                what = part(receipt["part"]) if "part" in receipt else f"the segment from heap {receipt['start']} on"
                refuted = f"{what}: {why} ({receipt['machine']})"
                self.report.refuted.append(refuted)
                self._screen.note(f"REFUTED {refuted}")
        for refused in merged["refused"]:
            number = refused["job"]
            # It is open again, if the ledger still has such a job.
            self._failures[number] += 1
            self._screen.note(f"receipt of {refused['machine']} refused: {refused['reason']}")
            if self._failures[number] >= self._settings.attempts:
                self._give_up(number, refused["reason"])
        self.report.repeated += merged["repeated"]
        self.report.coverage = merged["coverage"]
        self.waiting.clear()
        self._received.clear()

    # The whole.

    def _reconnect(self) -> Client:
        """A client; what was on its way with an earlier one is sent again."""
        lost = [job for batch in self.flying.values() for job in batch.jobs]
        if self._client is not None:
            self._screen.note(f"the scheduler is lost, with {len(lost)} jobs; waiting for it to come back")
            self._client.close(timeout=1)
        is_first = self._client is None
        self.flying.clear()
        self._engines.clear()
        self._refused.clear()
        self.threads = {}
        self._again(lost)
        self.report.lost += bool(lost)
        until = time.monotonic() + (0 if is_first else self._settings.patience)
        while True:
            try:
                self._client = self._connect()
                # There is none where Bokeh is not installed.
                services = self._client.scheduler_info(n_workers=0).get("services", {})
                self.dashboard = self._client.dashboard_link if "dashboard" in services else None
                return self._client
            except (ValueError, TypeError, RuntimeError) as error:
                # An address of a kind that Dask does not know, or TLS without its keys.
                raise GaveUp(f"Dask cannot connect: {' '.join(str(error).split())}") from error
            except (OSError, TimeoutError) as error:
                if time.monotonic() > until:
                    raise GaveUp(f"no scheduler answers: {' '.join(str(error).split())}") from error
                self._merge()
                self._screen.show(self)
                time.sleep(1)

    def run(self) -> Report:
        """Until nothing is left to do."""
        started = time.monotonic()
        try:
            self._list()
            client = self._reconnect()
            while True:
                if client.status != "running":
                    client = self._reconnect()
                try:
                    self._look_at_workers(client)
                    self._collect()
                    self._submit(client)
                except (OSError, TimeoutError):
                    # The connection broke within a call; the client's status will say so.
                    if client.status == "running":
                        time.sleep(0.5)
                self._merge()
                self.report.seconds = time.monotonic() - started
                self._screen.show(self)
                if not self.queue and not self._waits_for_anything():
                    break
                if not self.queue:
                    self._list()
                time.sleep(0.02)
            self.report.coverage = self.ledger.merge([])["coverage"]
            self.report.complete = self.ledger.is_complete(self.report.coverage)
        finally:
            self.report.seconds = time.monotonic() - started
            if self._client is not None:
                for future in list(self.flying):
                    self._forget(future)
                self._client.close(timeout=5)
        return self.report

    def _waits_for_anything(self) -> bool:
        if self.flying or self.waiting or self.growing:
            return True
        # Jobs may have come, or come back, since the ledger was asked.
        self._last_list = -math.inf
        self._list()
        return bool(self.queue) or self.growing


def dispatch(ledger: Ledger, connect: Callable[[], Client], settings: Settings, screen: Screen) -> Report:
    """Does all open jobs of a ledger on the workers of a cluster."""
    return Dispatcher(ledger, connect, settings, screen).run()
