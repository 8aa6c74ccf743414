"""Games: values, periods, everything around them, against the definition."""

from __future__ import annotations

import pickle
from functools import cache

import numpy as np
import pytest
from grundy import Game, GameError, GrundyError, Position, coins, mex, tartan, values_of
from hypothesis import given, settings
from hypothesis import strategies as st

codes = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda digits: "." + "".join(map(str, digits)))


def by_definition(game: Game, count: int) -> list[int]:
    """mex over all options, spelled out."""
    values: list[int] = []
    for n in range(count):
        sums = []
        for _, heaps in game.options(n):
            total = 0
            for heap in heaps:
                total ^= values[heap]
            sums.append(total)
        values.append(mex(sums))
    return values


@given(codes)
@settings(max_examples=40, deadline=None)
def test_values_are_those_of_the_definition(code: str) -> None:
    game = Game(code)
    assert game.values(60).tolist() == by_definition(game, 60)


@given(codes, st.integers(0, 500), st.integers(0, 500))
@settings(max_examples=40, deadline=None)
def test_a_stretch_is_part_of_the_whole(code: str, start: int, length: int) -> None:
    game = Game(code)
    assert game.values(start, start + length).tolist() == game.values(start + length)[start:].tolist()


def test_types_are_the_smallest_that_hold_all_values() -> None:
    assert Game("kayles").values(100).dtype == np.uint8
    assert Game("nim").values(300).dtype == np.uint16
    assert Game("nim").values(300)[-1] == 299
    assert Game("kayles").values(0).size == 0
    assert Game("kayles").values(5, 5).size == 0


def test_far_heaps_by_the_period() -> None:
    kayles = Game("kayles")
    assert kayles.value(10**18) == int(kayles.values(200)[72 + (10**18 - 72) % 12])
    assert kayles.values(10**18, 10**18 + 5).tolist() == [1, 4, 7, 2, 1]


def test_a_proof_and_its_check() -> None:
    proof = Game("kayles").solve()
    assert (proof.period, proof.preperiod, proof.saltus, proof.status) == (12, 71, 0, "periodic")
    assert proof
    assert proof.game == Game(".77")
    assert proof.certificate is not None and proof.certificate.startswith("grundy-certificate")
    assert "12" in proof.check()
    assert proof.asdict()["period"] == 12


def test_nothing_proved_is_false_and_has_no_certificate() -> None:
    nothing = Game(".6").solve(limit=1000)
    assert not nothing
    assert nothing.period is None and nothing.certificate is None
    assert nothing.status == "unresolved"
    with pytest.raises(GrundyError, match="nothing is proved"):
        nothing.check()


def test_games_are_values() -> None:
    assert Game("kayles") == Game("0.77") != Game(".07")
    assert len({Game("kayles"), Game("0.77")}) == 1
    assert Game("kayles") != ".77"
    for game in [Game("kayles"), Game("S(1,2,5)"), Game("grundy"), Game(".1(03)...")]:
        assert eval(repr(game)) == game
        assert pickle.loads(pickle.dumps(game)) == game
        assert Game(str(game)) == game


def test_mistakes_have_a_place() -> None:
    with pytest.raises(GameError) as caught:
        Game(".7x")
    assert (caught.value.text, caught.value.start, caught.value.length) == (".7x", 2, 1)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(GameError, match="did you mean kayles"):
        Game("kayle")
    for read in (Game, Position):
        with pytest.raises(GameError):
            read("\ud800")


def test_mistakes_in_texts_about_coins_have_a_place() -> None:
    with pytest.raises(GameError) as caught:
        coins.position("mock-turtles", "HTé?")
    assert (caught.value.text, caught.value.start, caught.value.length) == ("HTé?", 2, 1)
    with pytest.raises(GameError, match="unknown coin-turning game") as caught:
        coins.values("mock-turtle-s", 5)
    assert (caught.value.text, caught.value.start, caught.value.length) == ("mock-turtle-s", 0, 13)
    with pytest.raises(GameError, match="is not a product"):
        tartan.board("mock-turtles", 3, 3)


def test_positions_are_compared_as_in_a_dictionary() -> None:
    nan = float("nan")
    assert values_of(lambda p: [nan] if p == 0 else [], [0]) == {0: 1}

    class Odd:
        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("cannot say")

    with pytest.raises(RuntimeError, match="cannot say"):
        values_of(lambda p: [Odd(), Odd()] if p == 0 else [], [0])
    assert values_of(lambda p: [], [1]) == {1: 0}


def test_the_largest_heap() -> None:
    largest = 2**64 - 1
    assert Game("kayles").options(largest, 1) == [(1, [largest - 1])]
    assert Game("nim").options(largest, 2) == [(1, [largest - 1]), (2, [largest - 2])]


def test_progress_of_positions_and_options() -> None:
    seen: list[tuple[str, int]] = []

    def progress(stage: str, done: int, total: int | None) -> None:
        seen.append((stage, done))

    values_of(lambda n: [n - 1] if n else [], [5000], progress=progress)
    assert seen == [("positions", 1024 * k) for k in range(1, 5)]
    assert values_of(lambda n: [n - 1] if n else [], [9], progress=True) == {9: 1}
    assert Game("kayles").options(2, progress=False) == [(1, [1]), (2, [])]


def test_theorems_by_name() -> None:
    assert Game("nim").solve(theorem="endless").theorem == "endless"
    assert Game(".8").solve(theorem="arithmetic").theorem == "arithmetic"


def test_plots_of_wide_values_and_far_heaps() -> None:
    assert Game("nim").plot(n=70_000) is not None
    assert Game("kayles").plot(n=5, start=10**12) is not None


def test_options_may_be_limited() -> None:
    every = Game("grundy").options(40)
    assert len(every) == 19 and Game("grundy").options(40, limit=7) == every[:7]
    assert Game("kayles").options(10**15, limit=2) == [(1, [10**15 - 1]), (1, [1, 10**15 - 2])]
    assert Game("kayles").options(5, limit=0) == []


@pytest.mark.parametrize("bad", [-1, 2**64, "7", 1.5, None])
def test_heaps_are_numbers_in_range(bad: object) -> None:
    expected = ValueError if isinstance(bad, int) else TypeError
    for ask in [Game("kayles").value, Game("kayles").values, Game("kayles").options, Game("kayles").analyze]:
        with pytest.raises(expected, match="whole numbers from 0 to 2\\^64 - 1 are accepted"):
            ask(bad)  # type: ignore[operator]


def test_bad_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="no time"):
        Game("kayles").solve(time=-1)
    with pytest.raises(ValueError, match="no time"):
        Game("kayles").solve(time=float("nan"))
    with pytest.raises(ValueError, match="unknown theorem"):
        Game("kayles").solve(theorem="magic")
    with pytest.raises(ValueError, match="stop is less"):
        Game("kayles").values(5, 3)


def test_analysis_and_description() -> None:
    analysis = Game(".106").analyze(10_000)
    assert analysis["sparse"] is not None
    assert (analysis["sparse"]["mask"], analysis["sparse"]["rares"]) == ("0xd", 15)
    rares = Game(".106").rares(10_000)
    assert rares is not None and (rares.size, int(rares[-1])) == (15, 1103)
    assert "kayles" in Game(".77").describe()["names"]


def test_any_game_as_a_function() -> None:
    @cache
    def nim(heap: int) -> tuple[int, ...]:
        return tuple(range(heap))

    assert values_of(nim, range(50)) == {n: n for n in range(50)}
    # Two heaps at once: the value of a pair is the nim-sum.
    pairs = values_of(
        lambda p: [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])],
        [(3, 5), (6, 6)],
    )
    assert pairs == {(3, 5): 6, (6, 6): 0}
    with pytest.raises(GrundyError, match="reached again"):
        values_of(lambda p: [1 - p], [0])
    with pytest.raises(ZeroDivisionError):
        values_of(lambda p: [p // 0], [3])
    with pytest.raises(TypeError):
        values_of(lambda p: [[]], [0])
    # Deep games need no recursion.
    assert values_of(lambda n: [n - 1] if n else [], [100_000])[100_000] == 0


def test_pictures() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = Game(".106").plot(n=500)
    assert axes.get_title() == ".106"
    png = Game("kayles")._repr_png_()
    assert png is not None and png.startswith(b"\x89PNG")
    assert "<li>Take 1 bean" in Game("kayles")._repr_html_()
