"""Nimbers: Conway's field on the non-negative integers.

Every function takes integers of any size, or arrays of integers below 2^64 (which broadcast like NumPy's own functions).

>>> from grundy import nimber
>>> nimber.mul(3141, 5926)
14994
>>> nimber.mul([2, 3], [[2], [3]])
array([[3, 1],
       [1, 2]], dtype=uint64)
>>> nimber.sqrt(nimber.mul(7, 7))
7
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy import _grundy

__all__ = ["add", "div", "mul", "pow", "sqrt"]

Words = NDArray[np.uint64]


def _words(value: Any) -> Words:
    array = np.asarray(value)
    if array.size == 0:
        return array.astype(np.uint64)
    if array.dtype.kind not in "ui":
        raise TypeError(f"{array.dtype} is no type of nimbers; whole numbers from 0 up are accepted")
    if array.dtype.kind == "i" and array.min() < 0:
        raise ValueError("a negative number is no nimber; whole numbers from 0 up are accepted")
    return array.astype(np.uint64, copy=False)


def _is_scalar(value: object) -> bool:
    return np.ndim(value) == 0  # type: ignore[arg-type]


def _apply(function: Callable[..., Words], *operands: Any) -> Words:
    arrays = np.broadcast_arrays(*map(_words, operands))
    flat = function(*(np.ascontiguousarray(array).reshape(-1) for array in arrays))
    return flat.reshape(arrays[0].shape)


@overload
def add(a: int, b: int) -> int: ...
@overload
def add(a: ArrayLike, b: ArrayLike) -> Words: ...
def add(a: Any, b: Any) -> Any:
    """The nim-sum, which is the exclusive or.

    >>> add(5, 3)
    6
    """
    if _is_scalar(a) and _is_scalar(b):
        return int(a) ^ int(b)
    return np.bitwise_xor(_words(a), _words(b))


@overload
def mul(a: int, b: int) -> int: ...
@overload
def mul(a: ArrayLike, b: ArrayLike) -> Words: ...
def mul(a: Any, b: Any) -> Any:
    """The nim-product.

    >>> mul(2, 2), mul(2**64, 2**64) == 2**64 * 3 // 2
    (3, True)
    """
    if _is_scalar(a) and _is_scalar(b):
        return _grundy.nimber_mul(a, b)
    return _apply(_grundy.nimber_mul_array, a, b)


@overload
def div(a: int, b: int) -> int: ...
@overload
def div(a: ArrayLike, b: ArrayLike) -> Words: ...
def div(a: Any, b: Any) -> Any:
    """The nim-quotient; ``ZeroDivisionError`` where a divisor is 0.

    >>> div(mul(3141, 5926), 5926)
    3141
    """
    if _is_scalar(a) and _is_scalar(b):
        return _grundy.nimber_div(a, b)
    return _apply(_grundy.nimber_div_array, a, b)


@overload
def pow(a: int, exponent: int) -> int: ...
@overload
def pow(a: ArrayLike, exponent: ArrayLike) -> Words: ...
def pow(a: Any, exponent: Any) -> Any:
    """The nim-power with an ordinary exponent; ``x`` to the power 0 is 1.

    >>> pow(2, 3)
    1
    """
    if _is_scalar(a) and _is_scalar(exponent):
        return _grundy.nimber_pow(a, exponent)
    return _apply(_grundy.nimber_pow_array, a, exponent)


@overload
def sqrt(a: int) -> int: ...
@overload
def sqrt(a: ArrayLike) -> Words: ...
def sqrt(a: Any) -> Any:
    """The only nimber whose square is this one.

    >>> sqrt(3)
    2
    """
    if _is_scalar(a):
        return _grundy.nimber_sqrt(a)
    return _apply(_grundy.nimber_sqrt_array, a)

