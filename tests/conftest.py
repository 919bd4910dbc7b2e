"""What the tests of both games share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.contract.tables import of_another_start


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of tables that differ in who begins, quick runs take one, unless a test wants them all."""
    for item in items:
        setting = getattr(item, "callspec", None) and item.callspec.params.get("setting")  # type: ignore[attr-defined]
        if setting in of_another_start() and item.get_closest_marker("every_start") is None:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def box(tmp_path: Path) -> Any:
    """Writes a components file and gives its path."""

    def write(text: str) -> str:
        path = tmp_path / "my-box.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
