"""What is released: a wheel that is installed in an empty environment plays both games, without this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bellringer.core.contract.registry import game_names

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).with_name("uv")
pytestmark = pytest.mark.soak  # the rules are compiled once more


def run(where: Path, *command: str | Path, **more: str) -> str:
    """What a command says that knows nothing of this checkout."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in ours} | more
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as a release is, from what is checked in; compiled in haste."""
    tree, made = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("made")
    for name in run(ROOT, "git", "ls-files").splitlines():
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    run(tree, UV, "build", "--wheel", "--quiet", "--out-dir", made, BELLRINGER_OPTIMIZE="0")
    (found,) = made.glob("*.whl")
    return found


def test_a_wheel_has_the_package_alone_and_all_of_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"bellringer"}
    ours = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.*") if is_packaged(path)}
    assert ours <= set(names), ours - set(names)
    compiled = [path for path in (ROOT / "src").rglob("*.pxd") if path.with_suffix(".py").exists()]
    assert len(compiled) == len([name for name in names if name.endswith(".so")]) > 0


def is_packaged(path: Path) -> bool:
    """Whether a file of the sources is one that users need."""
    return path.suffix in (".py", ".pyi", ".pxd", ".toml", ".html", ".css", ".js", ".svg", ".woff2", ".bin")


def test_a_wheel_in_an_empty_environment_plays_both_games(wheel: Path, tmp_path: Path) -> None:
    run(tmp_path, UV, "venv", "--quiet", "--python", sys.executable, tmp_path / "empty")
    python, command = (tmp_path / "empty" / "bin" / name for name in ("python", "bellringer"))
    run(tmp_path, UV, "pip", "install", "--quiet", "--python", python, wheel)
    where = run(tmp_path, python, "-c", "import bellringer; print(bellringer.__file__)")
    assert Path(where.strip()).is_relative_to(tmp_path / "empty")
    for game in game_names():
        assert f"{game}: 3 games" in run(tmp_path, command, "simulate", game, "--games", "3")
