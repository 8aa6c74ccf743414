"""Every example in a docstring runs."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator

import grundy
import pytest
from grundy import _grundy, coins, misere, nimber, tartan, wythoff


def documented() -> Iterator[tuple[str, str, dict[str, object]]]:
    names = {"grundy": grundy, **{name: getattr(grundy, name) for name in grundy.__all__}}
    for module in (grundy, coins, misere, nimber, tartan, wythoff):
        yield module.__name__, module.__doc__ or "", names
    for owner in (_grundy, misere, nimber):
        for name, thing in vars(owner).items():
            if name.startswith("_") or owner is not _grundy and name not in owner.__all__:
                continue
            scope = {**names, **({} if owner is _grundy else vars(owner))}
            yield f"{owner.__name__}.{name}", inspect.getdoc(thing) or "", scope
            if inspect.isclass(thing):
                for member, method in vars(thing).items():
                    yield f"{name}.{member}", inspect.getdoc(method) or "", scope


EXAMPLES = [(name, text, scope) for name, text, scope in documented() if ">>>" in text]


@pytest.mark.parametrize(("name", "text", "scope"), EXAMPLES, ids=[name for name, _, _ in EXAMPLES])
def test_examples(name: str, text: str, scope: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(text, dict(scope), name, None, None)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted > 0 and result.failed == 0


def test_the_classes_have_examples() -> None:
    assert {"grundy", "grundy.nimber", "grundy.coins", "grundy.tartan", "Game.solve", "Game.wave"} <= {
        name for name, _, _ in EXAMPLES
    }
