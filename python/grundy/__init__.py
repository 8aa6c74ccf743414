"""Impartial combinatorial games: nim-sequences with proved periods, positions, misère quotients, nimbers, coins.

>>> import grundy
>>> grundy.Game("kayles").values(12)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
>>> grundy.Game("kayles").solve()
<Proof of .77: period=12, preperiod=71, theorem=classical>
"""

from grundy import coins, misere, nimber, tartan, wythoff
from grundy._grundy import (
    Game,
    GameError,
    GrundyError,
    Position,
    Proof,
    Wave,
    __version__,
    mex,
    values_of,
)

__all__ = [
    "Game",
    "GameError",
    "GrundyError",
    "Position",
    "Proof",
    "Wave",
    "__version__",
    "coins",
    "mex",
    "misere",
    "nimber",
    "tartan",
    "values_of",
    "wythoff",
]
