"""Products of coin-turning games on a board, written ``A x B``: values are nim-products.

>>> from grundy import tartan
>>> tartan.board("ruler x ruler", 4, 2)["values"]
[[2, 3, 2, 8], [1, 2, 1, 4]]
>>> tartan.count_wins("ruler-squares x ruler-triangular", 1000, 1000)["winning_moves_count"]
1869203
>>> tartan.position("ruler x ruler-multiples-of-3", "#..\\n.##\\n###")["winning_moves"][0]["after"]
['...', '###', '.##']
"""

from grundy._grundy import tartan_board as board
from grundy._grundy import tartan_count_wins as count_wins
from grundy._grundy import tartan_position as position

__all__ = ["board", "count_wins", "position"]
