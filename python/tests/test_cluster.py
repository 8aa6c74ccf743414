"""The dispatcher on a real cluster of processes, and what may happen to them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster
from grundy.cluster.dispatch import Dispatcher, Report, Settings
from grundy import Game
from grundy.cluster.ledger import CensusLedger, CertificateLedger, Job, Ledger, RunLedger

GRUNDY = os.environ.get("GRUNDY")
pytestmark = pytest.mark.skipif(not GRUNDY, reason="GRUNDY does not name the command")

JOBS = 18
# Small batches, so that many are on their way when something happens.
MANY = Settings(batch_seconds=0.05, merge_seconds=0.1, patience=300)


class Notes:
    """A screen for tests: keeps what is said, and calls back while work is on its way."""

    def __init__(self, during: Callable[[Dispatcher], None] | None = None) -> None:
        self.said: list[str] = []
        self._during = during

    def show(self, dispatcher: Dispatcher) -> None:
        if self._during is not None and dispatcher.report.done and dispatcher.queue:
            during, self._during = self._during, None
            during(dispatcher)

    def note(self, text: str) -> None:
        self.said.append(text)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with 18 segments that nobody has verified."""
    assert GRUNDY is not None
    directory = tmp_path_factory.mktemp("runs") / "template"
    search = [GRUNDY, "search", ".104", "--dir", str(directory), "--until", "2e7"]
    subprocess.run([*search, "--segment-length", "2^20", "--verify", "later"], check=True, capture_output=True)
    return directory


@pytest.fixture
def run(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "run"))


@contextmanager
def two_workers(silent: str = "300 s") -> Iterator[LocalCluster]:
    """A worker that is silent for this time is given up."""
    with (
        dask.config.set({"distributed.scheduler.worker-ttl": silent}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, memory_limit=0
        ) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with two_workers() as cluster:
        yield cluster


def receipts(run: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in (run / "receipts").glob("*.json")]


def dispatch(
    ledger: Ledger, cluster: LocalCluster, during: Callable[[Dispatcher], None] | None = None
) -> tuple[Report, Notes]:
    notes = Notes(during)
    report = Dispatcher(ledger, lambda: Client(cluster.scheduler_address, set_as_default=False), MANY, notes).run()
    return report, notes


def check_complete(run: Path, report: Report) -> None:
    """All jobs have one receipt each, and nothing is open."""
    assert report.complete and not report.refuted and not report.problems, report
    assert report.coverage["open"] == 0
    assert RunLedger(run).open_jobs() == []
    kept = receipts(run)
    assert len(kept) == len({receipt["job"] for receipt in kept}) == JOBS
    assert {receipt["verdict"] for receipt in kept} == {"verified"}


def test_all_jobs_are_done_once(run: Path, cluster: LocalCluster) -> None:
    jobs = RunLedger(run).open_jobs()
    most = 0

    class Watched(Notes):
        def show(self, dispatcher: Dispatcher) -> None:
            nonlocal most
            most = max(most, len(dispatcher.flying))

    report = Dispatcher(
        RunLedger(run), lambda: Client(cluster.scheduler_address, set_as_default=False), MANY, Watched()
    ).run()
    check_complete(run, report)
    assert report.done == len(jobs) == JOBS
    assert len(report.workers) == 2 and sum(report.workers.values()) == JOBS
    assert most <= MANY.ahead * 2
    # The receipts are those of the command.
    assert GRUNDY is not None
    text = "".join(job.text + "\n" for job in jobs[:3])
    told = subprocess.run([GRUNDY, "job", "run"], input=text, capture_output=True, text=True, check=True).stdout
    here = {receipt["job"]: receipt for receipt in receipts(run)}
    for line in told.splitlines():
        receipt = json.loads(line)
        same = here[receipt["job"]]
        assert {**receipt, "seconds": 0} == {**same, "seconds": 0}
    # Once more: there is nothing to do.
    report, _ = dispatch(RunLedger(run), cluster)
    check_complete(run, report)
    assert report.done == 0
    # No key is left behind.
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        assert client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) == 0


def test_killed_workers(run: Path) -> None:
    killed: list[int] = []
    with two_workers() as cluster:

        def kill(_: Dispatcher) -> None:
            for pid in pids(cluster):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        report, _ = dispatch(RunLedger(run), cluster, kill)
    assert len(killed) == 2
    check_complete(run, report)


def pids(cluster: LocalCluster) -> list[int]:
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_a_stopped_worker(run: Path) -> None:
    with two_workers(silent="3 s") as cluster:
        stopped = pids(cluster)[0]
        try:
            report, _ = dispatch(RunLedger(run), cluster, lambda _: os.kill(stopped, signal.SIGSTOP))
        finally:
            with suppress(ProcessLookupError):
                os.kill(stopped, signal.SIGKILL)
    check_complete(run, report)


class Thrice(RunLedger):
    """Every receipt arrives three times."""

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        return super().merge(receipts * 3)


def test_duplicate_receipts(run: Path, cluster: LocalCluster) -> None:
    report, _ = dispatch(Thrice(run), cluster)
    check_complete(run, report)
    assert report.repeated == 2 * JOBS


class Altered(RunLedger):
    """Two jobs are not those of their numbers."""

    def open_jobs(self) -> list[Job]:
        jobs = super().open_jobs()
        for k, change in ((0, {"version": 9}), (1, {"reached": "0" * 32})):
            jobs[k] = Job(jobs[k].number, json.dumps({**json.loads(jobs[k].text), **change}))
        return jobs


def test_jobs_that_cannot_be_done_are_set_aside(run: Path, cluster: LocalCluster) -> None:
    report, _ = dispatch(Altered(run), cluster)
    assert not report.complete and len(receipts(run)) == JOBS - 2
    first, second = sorted(report.problems, key=len)
    assert "its version is another one" in first + second and "gave no receipt for it" in first + second


class Lying(RunLedger):
    """The first receipt that arrives says something else than came out."""

    lies = 1

    def merge(self, receipts: list[str]) -> dict[str, Any]:
        if receipts and self.lies:
            self.lies = 0
            lie = json.dumps({**json.loads(receipts[0]), "reached": "0" * 32, "machine": "liar"})
            receipts = [lie, *receipts[1:]]
        return super().merge(receipts)


def test_a_receipt_that_does_not_fit_is_refused_and_made_again(run: Path, cluster: LocalCluster) -> None:
    report, notes = dispatch(Lying(run), cluster)
    check_complete(run, report)
    assert report.done == JOBS + 1
    assert [said for said in notes.said if "liar" in said and "refused" in said]


def test_a_disk_that_takes_no_receipts(run: Path, cluster: LocalCluster) -> None:
    # A file in the place of the folder: nothing can be written, as on a full disk.
    place = run / "receipts"
    place.write_text("")

    def make_room_later(_: Dispatcher) -> None:
        threading.Timer(2, place.unlink).start()

    report, notes = dispatch(RunLedger(run), cluster, make_room_later)
    check_complete(run, report)
    said = Counter(said.split(":")[0] for said in notes.said)
    assert said["receipts cannot be written"] == 1 and said["receipts are written again"] == 1


def test_a_run_that_goes_on_is_followed(tmp_path: Path, cluster: LocalCluster) -> None:
    assert GRUNDY is not None
    directory = tmp_path / "run"
    command = [GRUNDY, "search", ".104", "--dir", str(directory), "--until", "1e8"]
    command += ["--segment-length", "2^22", "--verify", "later", "--save-every", "1", "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as search:
        while not list(directory.glob("checkpoint-*")):
            time.sleep(0.05)
        report, _ = dispatch(RunLedger(directory), cluster)
        # It ends no earlier than the search.
        assert search.wait(timeout=300) == 0
    assert report.complete and report.coverage["verified"] >= 10**8


def certificate(windows: dict[int, str] | None = None, starts: Sequence[int] = (420, 450, 600, 700)) -> str:
    """The certificate of .45, cut into segments by windows of 200 values; some of them may be given."""
    text = (Path(__file__).resolve().parents[2] / "records" / "periods" / "0.45.cert").read_text()
    values = Game(".45").values(700)
    for start in starts:
        window = "".join(map(str, values[start - 200 : start]))
        text += f"segment {start} {(windows or {}).get(start, window)}\n"
    return text


def test_a_certificate_is_checked_in_parts(tmp_path: Path, cluster: LocalCluster) -> None:
    path = tmp_path / "0.45.cert"
    path.write_text(certificate())
    report, _ = dispatch(CertificateLedger(path), cluster)
    assert report.complete and report.coverage["checked"] and report.coverage["segments"] == 5
    lines = (tmp_path / "0.45.receipts.jsonl").read_text().splitlines()
    assert len(lines) == report.done == 6
    assert all(json.loads(line)["checker"].startswith("grundy-check ") for line in lines)
    # Half of a line, as a killed process leaves it, is as if it were not there.
    (tmp_path / "0.45.receipts.jsonl").write_text("\n".join(lines[:4]) + "\n" + lines[4][:50])
    report, _ = dispatch(CertificateLedger(path), cluster)
    assert report.complete and report.done == 2


def test_many_segments_are_checked_together(tmp_path: Path, cluster: LocalCluster) -> None:
    starts = range(420, 700, 4)
    values = [int(value) for value in Game(".45").values(400, 600)]
    values[100] ^= 3
    forged = {600: "".join(map(str, values))}
    path = tmp_path / "0.45.cert"
    for windows in ({}, forged):
        path.write_text(certificate(windows, starts))
        sizes: list[int] = []

        class Watched(CertificateLedger):
            def merge(self, receipts: list[str]) -> dict[str, Any]:
                sizes.append(len(receipts))
                return super().merge(receipts)

        ledger = Watched(path, receipts=tmp_path / f"{len(windows)}.jsonl", recheck=0.2)
        report, _ = dispatch(ledger, cluster)
        assert report.done == len(starts) + 2 and max(sizes) >= 16 and report.batches < 12
        # A window ends one segment and begins the next.
        refuted = [said.split(":")[0] for said in report.refuted]
        numbers = [starts.index(600) + 1, starts.index(600) + 2]
        assert sorted(refuted) == ([f"segment {number}" for number in numbers] if windows else [])
        assert report.complete == (not windows)


def test_a_refuted_segment(tmp_path: Path, cluster: LocalCluster) -> None:
    values = [int(value) for value in Game(".45").values(400, 600)]
    values[100] ^= 3
    path = tmp_path / "forged.cert"
    path.write_text(certificate({600: "".join(map(str, values))}))
    report, notes = dispatch(CertificateLedger(path), cluster)
    assert not report.complete and report.refuted
    assert any(said.startswith("REFUTED segment 3: ") for said in notes.said), notes.said
    assert report.coverage["rejected"]
    # It stays refuted, and is not done again.
    report, _ = dispatch(CertificateLedger(path), cluster)
    assert not report.complete and report.done == 0


def command(*arguments: str | Path) -> str:
    assert GRUNDY is not None
    return subprocess.run([GRUNDY, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def test_a_census_on_workers_that_are_killed(tmp_path: Path) -> None:
    """Two rounds of a few games: the catalogue is that of the command."""
    games, alone, shared = tmp_path / "games", tmp_path / "alone.db", tmp_path / "shared.db"
    games.write_text(".77\n.156\n.45\n.6\n.04\n.06\n.36\n.104\n.106\n4.45\n.34\n.0337\n")
    # The clock stops the second census before its first step is finished.
    command("census", games, "--db", shared, "--hours", "1e-9")
    command("census", games, "--db", alone, "--rounds", "1")
    with two_workers() as cluster:

        def kill(_: Dispatcher) -> None:
            os.kill(pids(cluster)[0], signal.SIGKILL)

        report, _ = dispatch(CensusLedger(shared, rounds="1", recheck=0.5), cluster, kill)
    assert report.complete and not report.problems and report.coverage["classes"] == 12
    assert report.coverage["untouched"] == 0 and report.coverage["proved"] > 0
    assert command("census", "diff", alone, shared) == "12 classes in both\n"
    # Nothing is left to do, and nothing is done twice.
    with two_workers() as cluster:
        report, _ = dispatch(CensusLedger(shared, rounds="1"), cluster)
    assert report.complete and report.done == 0
