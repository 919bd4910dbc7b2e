"""Files of people are read and written in one place, with a bound, an encoding and a sentence, and never by halves."""

from __future__ import annotations

import ast
import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import bellringer
from bellringer.core.edges import files
from bellringer.core.edges.files import (
    FileProblem,
    check_writable,
    read_bytes,
    read_text,
    write_text,
    writing,
)

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bellringer"


# reading

ENCODED = {
    "UTF-16": "é".encode("utf-16"),
    "UTF-32": "é".encode("utf-32"),
    "byte 0 in line 2": b"a\nb\0c",
    "0xe9 in line 2": "one\ncafé".encode("latin-1"),
    "0x92 in line 1": "it’s".encode("cp1252"),
}


@pytest.mark.parametrize("said", ENCODED)
def test_a_text_in_another_encoding_is_refused_with_what_was_met(tmp_path: Path, said: str) -> None:
    (tmp_path / "text").write_bytes(ENCODED[said])
    with pytest.raises(FileProblem) as refusal:
        read_text(tmp_path / "text")
    assert said in str(refusal.value) and "UTF-8" in str(refusal.value) and "text: " in str(refusal.value)


def test_a_mark_of_the_byte_order_is_no_part_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("\ufeffone\r\ntwo\rthree\n".encode())
    assert read_text(tmp_path / "text") == "one\ntwo\nthree\n"


def test_what_has_a_mark_of_the_byte_order_is_read_everywhere(tmp_path: Path) -> None:
    table = bellringer.new_game("rattus", seats=2, seed=7)
    table.play(table.moves(0)[0].name)
    assert bellringer.replay("\ufeff" + table.record()).moves_played == 1
    assert all(check.ok for check in bellringer.verify("\ufeff" + table.record()))
    assert bellringer.from_position('\ufeff{"game": "rattus"}').game == "rattus"
    (tmp_path / "box.toml").write_text('\ufeffgame = "rattus"\n', encoding="utf-8")
    assert bellringer.new_game("rattus", components=str(tmp_path / "box.toml")).game == "rattus"


@pytest.mark.parametrize(
    "text", ['{"game": "rattus", "game": "rattus"}', '{"game": "rattus", "turn": {"a": 1, "a": 1}}']
)
def test_a_key_that_stands_twice_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(bellringer.PositionError, match=r"the key '(game|a)' stands twice"):
        bellringer.from_position(text)


@pytest.mark.parametrize(
    "text", ["{" + '"a": 0, ' * 100_000, '{"game": "rattus", "asks": [' + "[], " * 100_000 + "[]]}"]
)
def test_a_position_of_any_length_is_refused_at_once(text: str) -> None:
    with pytest.raises(bellringer.PositionError, match="more than 256 KiB"):
        bellringer.from_position(text)


def test_a_bound_is_the_most_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(bytes(100))
    assert read_bytes(tmp_path / "some", 100) == bytes(100)
    with pytest.raises(FileProblem, match="some: more than 99 bytes"):
        read_bytes(tmp_path / "some", 99)


def test_what_is_no_ordinary_file_is_called_by_its_kind(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "socket"))
        for name, kind in (("pipe", "a pipe"), (".", "a directory"), ("socket", "a socket"), ("/dev/zero", "a device")):
            with pytest.raises(FileProblem, match=f"this is {kind}, not an ordinary file"):
                read_bytes(tmp_path / name, may_stream=False)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5_000, "loop", "no/such"])
def test_what_can_not_be_opened_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(FileProblem):
        read_bytes(tmp_path / name)
    with pytest.raises(FileProblem):
        write_text(tmp_path / name, "text")
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


# writing


def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "new", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_file_that_is_written_anew_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("before")
    path.chmod(0o604)
    write_text(path, "after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604 and path.read_text() == "after"


def test_where_a_link_leads_is_written_and_the_link_stays(tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    for name in ("old", "new"):
        (tmp_path / "here" / name).symlink_to(tmp_path / "there" / name)
    (tmp_path / "there" / "old").write_text("before")
    for name in ("old", "new"):
        write_text(tmp_path / "here" / name, "after")
        assert (tmp_path / "here" / name).is_symlink() and (tmp_path / "there" / name).read_text() == "after"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["here", "new", "new", "old", "old", "there"]


def test_a_file_of_two_names_keeps_both(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("before, and longer")
    os.link(tmp_path / "one", tmp_path / "other")
    write_text(tmp_path / "one", "after")
    assert (tmp_path / "other").read_text() == "after" and (tmp_path / "one").samefile(tmp_path / "other")


def test_into_a_pipe_is_written(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "text")
    reader.join()
    assert found == ["text"] and pipe.is_fifo()


def test_a_device_stays_what_it_is() -> None:
    with pytest.raises(FileProblem, match="/dev/full: No space left on device"):
        write_text("/dev/full", "text")
    write_text("/dev/null", "text")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode) and stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_draft_follows_no_link_that_lies_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of drafts are not foreseen; and if one were, nothing else would be written."""
    (tmp_path / "other").write_text("before")
    monkeypatch.setattr(files.secrets, "token_hex", lambda count: "0" * 2 * count)
    (tmp_path / f".file.{'0' * 16}.part").symlink_to(tmp_path / "other")
    with pytest.raises(FileProblem):
        write_text(tmp_path / "file", "text")
    assert (tmp_path / "other").read_text() == "before"


def test_what_fails_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    with pytest.raises(RuntimeError), writing(tmp_path / "file") as file:
        file.write(b"half")
        raise RuntimeError
    assert (tmp_path / "file").read_text() == "before" and len(list(tmp_path.iterdir())) == 1


def test_whether_something_can_be_written_is_known_before_it_is_there(tmp_path: Path) -> None:
    """Asking changes nothing, leaves nothing, and waits for nobody."""
    (tmp_path / "file").write_text("before")
    os.mkfifo(tmp_path / "pipe")
    for good in (tmp_path / "file", tmp_path / "new", tmp_path / "pipe", "/dev/null"):
        check_writable(good)
    (tmp_path / "loop").symlink_to("loop")
    for bad in (tmp_path, tmp_path / "no" / "file", tmp_path / "file" / "file", tmp_path / "loop", "a\0b"):
        with pytest.raises(FileProblem):
            check_writable(bad)
    assert (tmp_path / "file").read_text() == "before"
    assert {one.name for one in tmp_path.iterdir()} == {"file", "pipe", "loop"}


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system says it; root, who runs these tests at times, may write everything."""
    (tmp_path / "file").write_text("before")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(FileProblem, match="may not be written"):
        write_text(tmp_path / "file", "text")
    assert (tmp_path / "file").read_text() == "before"


# nobody else does

OPENING = {"open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes", "mkstemp", "NamedTemporaryFile"}
THE_PLACE = "core/edges/files.py"
OF_ITS_OWN = {  # what opens something, and why that is no file of which people choose content or name
    "server/base/disk.py": "the keys and the secret, which are made here and nowhere else",
    "server/host/backup.py": "copies of databases, as large as they are, which SQLite reads",
    "server/base/folder.py": "the lock and a trial of the data folder, of which nothing is read",
    "server/drawing/process/drawing_process.py": "the pipe to the server that has begun the process",
    "server/jobs/watch.py": "what the system says of this process",
    "commands/streams.py": "the standard streams",
}
PACKAGED = ("files(", "file_of(", "STYLES", "own", "source")  # how what comes with the package is named
NO_FILE = ("self", "keys", "self.keys", "app.state.service", "webbrowser")  # what has an `open` of another kind


def openings(path: Path) -> Iterator[str]:
    """The calls of a source that open a file, as they stand there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "open":
            yield ast.unparse(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in OPENING:
            owner = ast.unparse(node.func.value)
            if owner not in (*NO_FILE, "files") and not owner.startswith(PACKAGED):
                yield ast.unparse(node)


def test_nobody_else_opens_a_file() -> None:
    """All sources in one test: to begin a test takes longer than to look at a source."""
    paths = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
    others = {name: list(openings(path)) for name, path in paths.items() if name not in (THE_PLACE, *OF_ITS_OWN)}
    assert {name: found for name, found in others.items() if found} == {}, f"files are opened by {THE_PLACE}"


def test_every_exception_opens_something() -> None:
    assert all(list(openings(SOURCE / name)) for name in (THE_PLACE, *OF_ITS_OWN))


def test_openings_are_found(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("open(a)\nPath(b).read_text()\np.open('rb')\nos.open(c, 0)\nself.open()\nfiles('p').read_text()\n")
    assert list(openings(path)) == ["open(a)", "Path(b).read_text()", "p.open('rb')", "os.open(c, 0)"]
