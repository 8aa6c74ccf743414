"""Nimbers: Conway's field on the non-negative integers.

Every function takes integers of any size, or arrays of integers below 2^64 (which broadcast like NumPy's own
functions).

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

_ACCEPTED = "whole numbers from 0 to 2^64 - 1 are accepted in arrays"


def _words(value: Any) -> Words:
    array = np.asarray(value)
    if array.size == 0:
        return array.astype(np.uint64)
    if array.dtype.kind == "f" and not isinstance(value, (np.ndarray, np.generic)):
        # NumPy makes floats of a list with numbers on both sides of 2**63.
        array = np.asarray(value, dtype=object)
    if array.dtype.kind == "O":
        if not all(isinstance(number, (int, np.integer)) for number in array.flat):
            raise TypeError(f"these are not all nimbers; {_ACCEPTED}")
    elif array.dtype.kind not in "ui":
        raise TypeError(f"{array.dtype} is no type of nimbers; {_ACCEPTED}")
    if array.dtype.kind in "iO" and array.min() < 0:
        raise ValueError(f"{array.min()} is no nimber; {_ACCEPTED}")
    if array.dtype.kind == "O" and array.max() >= 2**64:
        raise ValueError(f"{array.max()} is too large for an array; {_ACCEPTED}, and larger ones one by one")
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
        return _grundy.nimber_add(a, b)
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

