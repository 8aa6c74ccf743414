"""``python -m grundy.cluster``: schedulers and clients that die, workers of another engine, what is printed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import Client

GRUNDY = os.environ.get("GRUNDY")
pytestmark = pytest.mark.skipif(not GRUNDY, reason="GRUNDY does not name the command")
COUNT = 56
CLUSTER = [sys.executable, "-m", "grundy.cluster"]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert GRUNDY is not None
    directory = tmp_path_factory.mktemp("runs") / "template"
    search = [GRUNDY, "search", ".104", "--dir", str(directory), "--until", "6e7"]
    subprocess.run([*search, "--segment-length", "2^20", "--verify", "later"], check=True, capture_output=True)
    return directory


@pytest.fixture
def run(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "run"))


@contextmanager
def process(*arguments: str, **options: object) -> Iterator[subprocess.Popen[str]]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    with subprocess.Popen(arguments, **pipes) as running:  # type: ignore[call-overload]
        try:
            yield running
        finally:
            running.kill()


def dask(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "dask", *arguments]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def scheduler(port: int) -> list[str]:
    return dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")


def worker(port: int, *more: str) -> list[str]:
    place = ["--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard"]
    return dask("worker", f"tcp://127.0.0.1:{port}", *place, *more)


QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def wait_for_receipts(run: Path, count: int) -> None:
    until = time.monotonic() + 300
    while len(list((run / "receipts").glob("*.json"))) < count:
        assert time.monotonic() < until, "no receipts came"
        time.sleep(0.05)


# A worker that does two batches, and no more before a file is there. It may be loaded more than once.
GATED = """
import time
from pathlib import Path
from grundy.cluster import worker
left, worker.at_once = 2, getattr(worker, "at_once", worker.run)
def gated(expected, jobs):
    global left
    left -= 1
    while left < 0 and not Path({gate!r}).exists():
        time.sleep(0.05)
    return worker.at_once(expected, jobs)
worker.run = gated
"""


def test_a_killed_scheduler_comes_back(run: Path, tmp_path: Path) -> None:
    port = free_port()
    gate, preload = tmp_path / "gate", tmp_path / "gated.py"
    preload.write_text(GATED.format(gate=str(gate)))
    command = [*CLUSTER, "verify", str(run), "--scheduler", f"tcp://127.0.0.1:{port}", "--json", "--recheck", "0"]
    gated = worker(port, "--preload", str(preload), "--no-nanny")
    with process(*scheduler(port), **QUIET) as first, process(*gated, **QUIET), process(*command) as client:
        wait_for_receipts(run, 1)
        first.kill()
        first.wait()
        gate.touch()
        kept = len(list((run / "receipts").glob("*.json")))
        with process(*scheduler(port), **QUIET), process(*worker(port), **QUIET):
            out, err = client.communicate(timeout=400)
    assert client.returncode == 0, err
    report = json.loads(out)
    assert report["complete"] and report["coverage"]["open"] == 0
    assert "the scheduler is lost" in err
    # What was in the ledger was not done again.
    assert report["done"] >= COUNT - kept and len(list((run / "receipts").glob("*.json"))) == COUNT


def test_a_killed_client_goes_on(run: Path) -> None:
    command = [*CLUSTER, "verify", str(run), "--local", "2", "--dashboard-port", "0", "--json"]
    with process(*command) as client:
        wait_for_receipts(run, 3)
        client.send_signal(signal.SIGKILL)
        client.wait()
    kept = len(list((run / "receipts").glob("*.json")))
    again = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["done"] <= COUNT - kept
    assert len(list((run / "receipts").glob("*.json"))) == COUNT


def test_a_worker_of_another_engine_is_refused(run: Path, tmp_path: Path) -> None:
    port = free_port()
    preload = tmp_path / "other.py"
    preload.write_text("from grundy.cluster import worker\nworker.ENGINE = 'grundy 0.0.0'\n")
    command = [*CLUSTER, "verify", str(run), "--scheduler", f"tcp://127.0.0.1:{port}", "--json"]
    other = worker(port, "--preload", str(preload), "--no-nanny")
    with process(*scheduler(port), **QUIET), process(*other, **QUIET):
        # Before there is anybody who does the jobs, it is there.
        with Client(f"tcp://127.0.0.1:{port}", timeout=300, set_as_default=False) as watching:
            watching.wait_for_workers(1, timeout=300)
        with process(*worker(port), **QUIET), process(*command) as client:
            out, err = client.communicate(timeout=400)
    assert client.returncode == 0, err
    refusals = [line for line in err.splitlines() if "refused" in line]
    assert len(refusals) == 1 and "grundy 0.0.0" in refusals[0], err
    assert len(json.loads(out)["workers"]) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify", "nowhere"], "nowhere: No such file"),
        (["verify", "."], "no checkpoint of a run"),
        (["check", "nowhere.cert"], "nowhere.cert: No such file"),
        (["census", "nowhere.db"], "nowhere.db: there is no such file"),
        (["census", ".", "--rounds", "7"], "accepted are 0.1, 1, 10"),
        (["verify", ".", "--local", "0"], "whole numbers from 1 up"),
        (["verify", ".", "--local", "2", "--scheduler", "tcp://x:1"], "not allowed with"),
        (["verify", ".", "--scheduler", "nonsense"], "nonsense is no address"),
        (["verify", ".", "--recheck", "2"], "numbers from 0 to 1"),
        (["check", "."], "Is a directory"),
        (["check", "bytes.cert"], "this is no text"),
        (["check", "empty.cert", "--receipts", "nowhere/x"], "no such directory for receipts"),
        (["verify", ".", "--dashboard-port", "99999"], "99999 is no port"),
        (["verify", ".", "--patience", "nan"], "nan is no time"),
        (["dance"], "invalid choice"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "bytes.cert").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.cert").touch()
    told = subprocess.run([*CLUSTER, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (told.returncode, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == 1 and said in told.stderr, told.stderr


def test_no_scheduler(run: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    told = subprocess.run(
        [*CLUSTER, "verify", str(run), "--scheduler", address], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2 and "no scheduler answers" in told.stderr
    assert len(told.stderr.splitlines()) == 1, told.stderr
