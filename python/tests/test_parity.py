"""The package and the command give the same answers on random games."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest
from grundy import Game, Position, misere, wythoff
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GRUNDY = os.environ.get("GRUNDY")
pytestmark = pytest.mark.skipif(not GRUNDY, reason="GRUNDY does not name the command")

codes = st.lists(st.integers(0, 15), min_size=1, max_size=3).map(lambda ds: "." + "".join(f"{d:X}" for d in ds))
sets = st.sets(st.integers(1, 30), min_size=1, max_size=4).map(lambda s: f"S({','.join(map(str, s))})")
few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def command(*args: str) -> dict[str, Any]:
    assert GRUNDY is not None
    out = subprocess.run([GRUNDY, *args, "--json"], stdout=subprocess.PIPE, check=False).stdout
    answer: dict[str, Any] = json.loads(out)
    return answer


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """Without how long it took, and without the spelling that was typed."""
    return {key: value for key, value in answer.items() if key not in ("seconds", "game")}


@given(codes | sets)
@few
def test_values(code: str) -> None:
    assert command("values", code, "-n", "300")["values"] == Game(code).values(300).tolist()


@given(codes | sets)
@few
def test_solve(code: str) -> None:
    there = command("solve", code, "--limit", "3000")
    here = Game(code).solve(limit=3000)
    for word in ("status", "period", "preperiod", "saltus", "theorem"):
        assert there[word] == here.asdict()[word]


@given(codes)
@few
def test_describe_and_analyze(code: str) -> None:
    assert timeless(command("describe", code)) == timeless(dict(Game(code).describe()))
    assert timeless(command("analyze", code, "-n", "500")) == timeless(dict(Game(code).analyze(500)))


@given(codes, st.lists(st.integers(1, 30), min_size=1, max_size=4))
@few
def test_position(code: str, heaps: list[int]) -> None:
    text = f"{code}: {' '.join(map(str, heaps))}"
    assert timeless(command("position", text)) == timeless(Position(text).analyze(20))


def test_others() -> None:
    assert timeless(command("misere", "solve", ".77")) == timeless(misere.solve(".77").asdict())
    assert command("wythoff", "value", "12", "15") == wythoff.value(12, 15)
