"""Long work obeys Ctrl-C, reports progress, and leaves other threads free."""

from __future__ import annotations

import gc
import signal
import threading
import time

import numpy as np
import pytest
from grundy import Game, Position, nimber, values_of


def interrupted_after(seconds: float, work: object) -> float:
    """Runs `work` in the main thread, interrupts it, and says how long it went on after that."""
    sent = 0.0
    # A shell that starts the tests in the background makes them ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        nonlocal sent
        time.sleep(seconds)
        sent = time.monotonic()
        signal.raise_signal(signal.SIGINT)

    # What is raised in a callback of the garbage collector, of which hypothesis has one, is lost.
    gc.disable()
    thread = threading.Thread(target=interrupt)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        work()  # type: ignore[operator]
    thread.join()
    gc.enable()
    signal.signal(signal.SIGINT, before)
    return time.monotonic() - sent


@pytest.mark.parametrize(
    "work",
    [
        lambda: Game(".6").solve(time=60),
        lambda: Game(".007").values(10**7),
        lambda: Game(".F6").values(10**6),
        lambda: Game(".6").analyze(10**8),
        lambda: Game("grundy").options(10**18, limit=10**18),
        lambda: Position("nim: " + "1 2 4 " * 200_000 + "1000000").options(limit=10**9),
        lambda: nimber.pow(2**60_000 - 1, 2**60_000 - 12345),
        lambda: nimber.mul(2 ** (1 << 27) - 1, 2 ** (1 << 27) - 12345),
        lambda: nimber.pow(np.arange(2**24), 2**64 - 7),
        lambda: values_of(lambda n: [n + 1], [0]),
    ],
)
def test_ctrl_c_ends_it_at_once(work: object) -> None:
    interrupted_after(0.5, work)


def test_progress_is_told_and_may_stop_it() -> None:
    seen = []

    def progress(stage: str, done: int, total: int | None) -> None:
        seen.append((stage, done, total))
        if len(seen) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Game(".6").solve(time=60, progress=progress)
    assert [stage for stage, _, _ in seen] == ["values"] * 3
    assert seen[0][1] < seen[2][1]


def test_other_threads_go_on_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    Game(".6").solve(limit=2_000_000)
    done.set()
    thread.join()
    assert ticks > 10


def test_two_threads_work_side_by_side() -> None:
    # Each is held in the middle of its work, which would take for ever, until the other is in the middle of its own.
    meeting = threading.Barrier(2, timeout=300)
    met = []

    class Met(Exception):
        pass

    def work(code: str) -> None:
        def progress(stage: str, done: int, total: int | None) -> None:
            meeting.wait()
            met.append((stage, done))
            raise Met

        with pytest.raises(Met):
            Game(code).solve(time=600, progress=progress)

    threads = [threading.Thread(target=work, args=(code,)) for code in (".6", ".06")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(met) == 2 and all(done > 0 for _, done in met)
