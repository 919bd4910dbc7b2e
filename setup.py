"""Which modules become C, and with which flags; everything else about the package stands in pyproject.toml.

A module is compiled when a .pxd of the same name lies beside its .py. An ask without its pair ends the build before
anything is compiled, and so does what tools/asks.py has not written anew. BELLRINGER_CHECKED=1 builds the same
sources with a bounds check at every array, and with gcov's counters on the lines of the .py files.
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler.Errors import CompileError
from setuptools import Extension, setup

SOURCE = Path("src")
ASKS = Path("tools/asks.py")  # a source distribution has no tools: its asks were checked when it was made
JOBS = 2
COMPILE = os.environ.get("BELLRINGER_COMPILE") != "0"  # make links the sources first, then compiles in place
CHECKED = os.environ.get("BELLRINGER_CHECKED") == "1"
OPTIMIZE = os.environ.get("BELLRINGER_OPTIMIZE", "3")  # less compiles sooner and plays more slowly

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
}

# What Cython writes has unused functions and mixed signs by design; a warning there is nobody's to mend.
QUIET = ["-Wno-unused-function", "-Wno-unused-variable", "-Wno-sign-compare"]

# Python's tuples do end in an array of open length, declared as one of length 1: reach it by pointer.
OPEN_TUPLES = """\
#include "Python.h"
#undef PyTuple_GET_ITEM
#undef PyTuple_SET_ITEM
#define PyTuple_GET_ITEM(tuple, i) (((PyObject **) ((PyTupleObject *) (tuple))->ob_item)[i])
#define PyTuple_SET_ITEM(tuple, i, item) (PyTuple_GET_ITEM(tuple, i) = (item))
"""


def fast_flags() -> tuple[list[str], list[str]]:
    """Compiler and linker flags of the build that people play on."""
    flags = [f"-O{OPTIMIZE}", "-g0", "-fvisibility=hidden", *QUIET]
    if platform.machine() in ("x86_64", "AMD64"):
        flags.append("-march=x86-64-v2")  # any such processor since about 2009; gives popcount
    if "gcc" in (sysconfig.get_config_var("CC") or ""):
        flags.append("-fno-semantic-interposition")
    return flags, []


def checked_flags() -> tuple[list[str], list[str]]:
    """Compiler and linker flags of the build that stops at the first index out of bounds; gcc's own."""
    # Strict: also an array at the end of a struct, which is otherwise taken for one of open length.
    # No -fwrapv: Python asks for it, and with it an overflow of a signed number is no error.
    watch = ["-fsanitize=undefined,bounds-strict", "-fno-sanitize-recover=all", "--coverage"]
    # -g1: the functions and lines of a stack trace. With all that a debugger can ask, gcc takes a quarter longer.
    return ["-O1", "-g1", "-fno-wrapv", *QUIET, *watch], watch


def compiled_modules() -> list[Extension]:
    """One extension for each .py with a .pxd beside it."""
    compile_args, link_args = checked_flags() if CHECKED else fast_flags()
    return [
        Extension(
            ".".join(source.relative_to(SOURCE).with_suffix("").parts),
            [str(source)],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
            depends=["setup.py"],
        )
        for source in sorted(SOURCE.rglob("*.py"))
        if source.with_suffix(".pxd").exists()
    ]


def check_asks() -> None:
    """End the build when an ask lacks its pair, has a bad row, or is not written everywhere."""
    if ASKS.exists() and subprocess.run([sys.executable, "-m", "tools.asks", "--check"], check=False).returncode:
        sys.exit("the asks are not ready to be compiled")


def write_c(modules: list[Extension]) -> list[Extension]:
    """Let Cython write the C; where it refuses a line it has said why, and its own traceback adds nothing."""
    try:
        written = cythonize(
            modules,
            nthreads=JOBS,
            quiet=True,
            build_dir="build/checked-c" if CHECKED else "build/c",
            include_path=[str(SOURCE)],
            compiler_directives=DIRECTIVES,
            emit_linenums=CHECKED,
        )
    except CompileError as error:
        sys.exit(f"Cython could not compile {error}")
    if CHECKED:
        for module in written:
            prepare_checked(Path(module.sources[0]))
    return written


def prepare_checked(c_file: Path) -> None:
    """Make Cython's C fit for gcov and for the sanitizer, once."""
    text = c_file.read_text(encoding="utf-8")
    if OPEN_TUPLES not in text:
        text = text.replace('#include "Python.h"\n', OPEN_TUPLES, 1)
        c_file.write_text(count_only_rules(text, c_file), encoding="utf-8")


def count_only_rules(text: str, c_file: Path) -> str:
    """Give every C line inside a function of ours the place of its rule, and every other line its own place.

    Cython says `#line` for our lines only, and the count runs on into what it adds around them, so that gcov
    would report lines that no .py has. Module level code is left out too: what is left is functions.
    """
    lines: list[str] = []
    rule, within_functions = "", False
    for line in text.splitlines():
        if line.startswith("/* #### Code section: "):
            within_functions = "module_code" in line
        if line.startswith("#line "):
            said = re.match(r'#line (\d+) "(bellringer/.+)"', line)
            rule = f'#line {said[1]} "src/{said[2]}"' if said and within_functions else ""
            continue
        lines += [rule, line] if rule else [line]
        if rule and line.startswith("}"):
            rule = ""
            lines.append(f'#line {len(lines) + 2} "{c_file}"')
    return "\n".join(lines) + "\n"


def remove_stale_libraries() -> None:
    """A library built in place hides the .py beside it, so one whose .pxd has gone must go too."""
    for library in SOURCE.rglob("*.so"):
        if not (library.parent / (library.name.split(".")[0] + ".pxd")).exists():
            library.unlink()


if __name__ == "__main__":  # Cython's worker processes import this file again on some systems
    remove_stale_libraries()
    if COMPILE:
        check_asks()
    setup(
        ext_modules=write_c(compiled_modules()) if COMPILE else [],
        options={"build_ext": {"parallel": JOBS}},
    )
