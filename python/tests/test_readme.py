"""The Python lines of the README do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/src/python.md"])
def test_python_blocks_run(page: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), scope)
