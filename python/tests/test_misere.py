"""Misère quotients against play itself."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from grundy import Game, GrundyError, misere


def player_to_move_wins(game: Game) -> object:
    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        options = []
        for k, heap in enumerate(heaps):
            rest = heaps[:k] + heaps[k + 1 :]
            for _, left in game.options(heap):
                options.append(tuple(sorted(rest + tuple(left))))
        # Whoever cannot move has not made the last move.
        return not options or any(not wins(option) for option in options)

    return wins


@pytest.mark.parametrize("code", ["kayles", ".123", ".07", "S(1,2)"])
def test_outcomes_are_those_of_play(code: str) -> None:
    game = Game(code)
    quotient = misere.solve(game, heaps=200)
    wins = player_to_move_wins(game)
    for a in range(9):
        for b in range(a, 9):
            for c in (0, 1, 4, 7):
                heaps = tuple(sorted(h for h in (a, b, c) if h))
                expected = "N" if wins(heaps) else "P"  # type: ignore[operator]
                assert quotient.outcome(list(heaps)) == expected, heaps


def test_a_quotient_is_a_commutative_monoid() -> None:
    quotient = misere.solve(".123")
    table = quotient.cayley
    assert table.shape == (20, 20) and table.dtype == np.uint16
    assert (table == table.T).all()
    assert (table[0] == np.arange(20)).all()
    a, b, c = np.meshgrid(*(np.arange(20),) * 3)
    assert (table[table[a, b], c] == table[a, table[b, c]]).all()
    assert len(quotient.p_positions) == 5
    assert "20" in quotient.check() or ".123" in quotient.check()
    assert quotient.asdict()["order"] == 20
    with pytest.raises(IndexError, match="no element"):
        quotient.mul(20, 0)


def test_what_is_not_solved_says_so() -> None:
    partial = misere.solve(".07", heaps=20)
    assert not partial.solved and partial.period is None
    assert partial.phi(10**6) is None
    with pytest.raises(ValueError, match="out of range"):
        partial.phi(-1)
