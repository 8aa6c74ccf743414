"""The Python lines of the README do what they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import requires, version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/src/python.md"])
def test_python_blocks_run(page: str) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), scope)


GRUNDY = os.environ.get("GRUNDY")


@pytest.mark.skipif(not GRUNDY, reason="GRUNDY does not name the command")
def test_cluster_lines_run(tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (lines,) = [block.splitlines() for block in blocks if "grundy.cluster" in block]
    assert len(lines) == 3
    periods = tmp_path / "records" / "periods"
    periods.mkdir(parents=True)
    shutil.copy(ROOT / "records" / "periods" / "0.45.cert", periods)
    assert GRUNDY is not None
    path = os.pathsep.join([str(Path(sys.executable).parent), str(Path(GRUNDY).resolve().parent), os.environ["PATH"]])
    told = [
        subprocess.run(
            line, shell=True, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
        ).stdout
        for line in lines
    ]
    assert told[1].endswith("complete\n") and told[2].endswith("complete\n")
    assert "checked    True" in told[2]
    # What the comment of the first line installs is here, too.
    needed = [line.split(";")[0] for line in requires("grundy") or [] if "extra == 'cluster'" in line.replace('"', "'")]
    assert needed and all(version(re.split(r"[<>=! ]", need)[0]) for need in needed)
