"""What the package costs over the library: ratios from one run on one machine.

    cargo build --release -p grundy-python --example speed && pip install ./python
    python python/examples/speed.py target/release/examples/speed [HEAPS]

Rust and Python take turns, and the best time of each counts: a busy machine slows both alike.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from grundy import Game, nimber

ROUNDS = 3


def best(call: Callable[[], object]) -> float:
    """The best of three times, in seconds."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    rust = sys.argv[1]
    heaps = int(sys.argv[2]) if len(sys.argv) > 2 else 10**8
    words = (2 * np.arange(10**6, dtype=np.uint64) + 1) * np.uint64(0x9E3779B97F4A7C15)
    game = Game(".106")
    there, here = [], []
    for _ in range(ROUNDS):
        told = subprocess.run([rust, str(heaps)], capture_output=True, text=True, check=True).stdout.split()
        there.append([float(seconds) for seconds in told])
        here.append([best(lambda: game.values(heaps)), best(lambda: nimber.mul(words, words))])
    names = [f"values({heaps}) of .106", "nimber.mul of 10**6"]
    for name, rust_best, python_best in zip(names, np.min(there, axis=0), np.min(here, axis=0), strict=True):
        print(f"{name}: Rust {rust_best:.4f} s, Python {python_best:.4f} s, ratio {python_best / rust_best:.3f}")


if __name__ == "__main__":
    main()
