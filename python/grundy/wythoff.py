"""Wythoff's game: take any number from one pile, or the same number from both.

>>> from grundy import wythoff
>>> wythoff.matrix(3, 5)
array([[0, 1, 2, 3, 4],
       [1, 2, 0, 4, 5],
       [2, 0, 1, 5, 3]], dtype=uint32)
"""

from grundy._grundy import wythoff_matrix as matrix
from grundy._grundy import wythoff_moves as moves
from grundy._grundy import wythoff_point as point
from grundy._grundy import wythoff_value as value

__all__ = ["matrix", "moves", "point", "value"]
