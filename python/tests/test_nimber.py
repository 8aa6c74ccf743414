"""Nimbers: scalars of any size and arrays, against the field's laws and Conway's definition."""

from __future__ import annotations

import numpy as np
import pytest
from grundy import mex, nimber
from hypothesis import given, settings
from hypothesis import strategies as st

words = st.integers(0, 2**64 - 1)


def test_conways_definition() -> None:
    size = 20
    table = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(size):
            table[a][b] = mex(
                table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b)
            )
    numbers = np.arange(size)
    assert nimber.mul(numbers[:, None], numbers).tolist() == table


@settings(deadline=None)
@given(words, words, words)
def test_it_is_a_field(a: int, b: int, c: int) -> None:
    assert nimber.mul(a, b) == nimber.mul(b, a)
    assert nimber.mul(a, nimber.mul(b, c)) == nimber.mul(nimber.mul(a, b), c)
    assert nimber.mul(a, nimber.add(b, c)) == nimber.add(nimber.mul(a, b), nimber.mul(a, c))
    if b:
        assert nimber.mul(nimber.div(a, b), b) == a
    assert nimber.mul(nimber.sqrt(a), nimber.sqrt(a)) == a
    assert nimber.pow(a, 3) == nimber.mul(a, nimber.mul(a, a))


@settings(deadline=None)
@given(st.lists(st.tuples(words, words), max_size=300))
def test_arrays_are_scalars_many_times(pairs: list[tuple[int, int]]) -> None:
    a = np.array([x for x, _ in pairs], dtype=np.uint64)
    b = np.array([y for _, y in pairs], dtype=np.uint64)
    assert nimber.mul(a, b).tolist() == [nimber.mul(x, y) for x, y in pairs]
    assert nimber.sqrt(a).tolist() == [nimber.sqrt(x) for x, _ in pairs]
    exponents = b % np.uint64(100)
    assert nimber.pow(a, exponents).tolist() == [nimber.pow(x, int(e)) for (x, _), e in zip(pairs, exponents)]
    if np.all(b != 0):
        assert nimber.div(a, b).tolist() == [nimber.div(x, y) for x, y in pairs]


def test_shapes_and_types() -> None:
    assert nimber.mul(np.arange(6).reshape(2, 3), 1).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert nimber.mul(np.arange(12)[::2], np.arange(12)[::2]).dtype == np.uint64
    assert nimber.mul([], []).shape == (0,)
    assert nimber.mul(2**200, 1) == 2**200
    assert nimber.mul(np.uint8(2), np.uint8(2)) == 3
    assert nimber.mul([1, 2**63, 2**64 - 1], 1).tolist() == [1, 2**63, 2**64 - 1]
    assert nimber.add([2**63], [1]).tolist() == [2**63 + 1]


@pytest.mark.parametrize("bad", [5.5, "5", b"7", None, -5])
def test_sums_take_nimbers_only(bad: object) -> None:
    with pytest.raises((TypeError, ValueError), match="is not a nimber"):
        nimber.add(bad, 3)  # type: ignore[call-overload]
    assert nimber.add(2**100, 2**100 + 7) == 7


def test_what_an_array_cannot_hold_is_named() -> None:
    with pytest.raises(ValueError, match=f"{2**64} is too large"):
        nimber.mul([1, 2**64], 1)
    with pytest.raises(ValueError, match="-3 is no nimber"):
        nimber.mul([2**63, -3], 1)
    with pytest.raises(TypeError, match="accepted"):
        nimber.mul([2**64, "x"], 1)
    with pytest.raises(TypeError, match="accepted"):
        nimber.mul(np.array([1.0]), 1)


def test_long_ones_are_computed_aside() -> None:
    # Above and below the size from which on a thread of its own is used.
    for bits in (1 << 12, (1 << 12) + 1, 1 << 13):
        a, b = 2**bits - 1, 2 ** (bits - 1) + 12345
        assert nimber.div(nimber.mul(a, b), b) == a
        assert nimber.pow(a, 3) == nimber.mul(a, nimber.mul(a, a))
        assert nimber.sqrt(nimber.mul(a, a)) == a
    with pytest.raises(ZeroDivisionError):
        nimber.div(2**9000, 0)


@pytest.mark.parametrize("bad", [-1, 1.5, "2", None])
def test_bad_numbers_are_refused(bad: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        nimber.mul(bad, 1)  # type: ignore[call-overload]
    with pytest.raises((TypeError, ValueError)):
        nimber.mul([bad], [1])  # type: ignore[call-overload]


def test_division_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        nimber.div(1, 0)
    with pytest.raises(ZeroDivisionError):
        nimber.div([1, 2], [1, 0])
