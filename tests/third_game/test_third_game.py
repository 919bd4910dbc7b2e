"""A third game touches no file outside its folder: a tiny one, compiled by the test, finds all it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True, "infer_types": True}
modules = [Extension(name, [name.replace(".", "/") + ".py"], extra_compile_args=["-O1", "-g0"]) for name in %r]
setup(
    ext_modules=cythonize(modules, include_path=[%r, "."], compiler_directives=FLAGS, quiet=True),
    options={"build_ext": {"inplace": True}},
    packages=[],
)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game, compiled against the installed declarations."""
    found = tmp_path_factory.mktemp("third")
    shutil.copytree(HERE / "bones", found / "bones", ignore=shutil.ignore_patterns("__pycache__"))
    build(found)  # the table of fields asks the compiled rules for their numbers
    run(found, sys.executable, "-m", "tools.fields", "bones")
    build(found)
    return found


def build(folder: Path) -> None:
    """Compile what has a declaration."""
    compiled = [path.relative_to(folder).with_suffix("") for path in sorted((folder / "bones").rglob("*.pxd"))
                if path.with_suffix(".py").exists()]  # fmt: skip
    source = Path(__import__("bellringer").__file__).resolve().parents[1]
    (folder / "build_it.py").write_text(BUILD % ([".".join(path.parts) for path in compiled], str(source)), "utf-8")
    run(folder, sys.executable, "build_it.py", "-q", "build_ext", "--inplace")


def run(folder: Path, *command: str) -> None:
    """A command that must succeed, with the game on Python's path."""
    paths = [str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-6000:]


@pytest.mark.slow
def test_a_third_game_finds_everything(folder: Path) -> None:
    run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", str(HERE / "tour.py"))


def test_it_is_small() -> None:
    """As short as the contract lets a game be: when this grows, a game has become more work."""
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (HERE / "bones").rglob("*.py"))
    assert lines < 500
