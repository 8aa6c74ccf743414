"""Impartial combinatorial games: nim-sequences with proved periods, positions, misère quotients, nimbers.

>>> import grundy
>>> grundy.Game("kayles").values(12)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
>>> grundy.Game("kayles").solve()
<Proof of .77: period=12, preperiod=71, theorem=classical>
"""

from grundy import misere, nimber, wythoff
from grundy._grundy import (
    Game,
    GameError,
    GrundyError,
    Position,
    Proof,
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
    "__version__",
    "mex",
    "misere",
    "nimber",
    "values_of",
    "wythoff",
]
