"""A tqdm bar for work that takes long."""

from __future__ import annotations

from typing import Any


class Bar:
    """Called with (stage, done, total); a new stage gets a new bar."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError("progress=True needs tqdm: pip install 'grundy[progress]'") from error
        self._tqdm = tqdm
        self._bar: Any = None
        self._stage: tuple[str, int | None] | None = None

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if self._stage != (stage, total):
            self.close()
            self._stage = (stage, total)
            self._bar = self._tqdm(total=total, desc=stage, unit=f" {stage}", unit_scale=True, leave=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
