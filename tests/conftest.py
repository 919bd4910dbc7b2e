"""What the tests of both games share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def box(tmp_path: Path) -> Any:
    """Writes a components file and gives its path."""

    def write(text: str) -> str:
        path = tmp_path / "my-box.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
