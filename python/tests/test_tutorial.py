"""The tutorial notebook runs, and shows what its text says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[1] / "tutorial.ipynb"


def test_the_tutorial(tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs belong to whoever runs it"
    resources: dict[str, Any] = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    text = "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs
    )
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    for said in ["period=12, preperiod=71", "period=149459, preperiod=105351", "order=40", "<Wave: mask=0x"]:
        assert said in text, said
    assert "unresolved" in text
    assert len(pictures) >= 4
