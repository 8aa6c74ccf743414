"""Coin-turning games: a move turns a set of coins that the game allows; the rightmost must go from heads to tails.

A game is a name (``games()`` lists them) or a code such as ``1-3``, ``2+C``, ``3E``, ``runs(1,4,9)``.

>>> from grundy import coins
>>> coins.values("ruler", 8)
array([1, 2, 1, 4, 1, 2, 1, 8], dtype=uint64)
>>> coins.position("turning-turtles", "THTTH")["winning_moves"][0]
{'turn': [2, 5], 'after': 'TTTTT'}
>>> coins.games()[0]["name"]
'turning-turtles'
"""

from grundy._grundy import coins_games as games
from grundy._grundy import coins_position as position
from grundy._grundy import coins_values as values

__all__ = ["games", "position", "values"]
