"""An ask in one place: from a row of asks.toml and a pair of functions follows all that must know it; a bad row is
refused with its file, its line and the reason."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.asks import BadRow, generated_in
from tools.places import GAMES, ROOT

ROWS = """\
[arguments]
die = { kind = "die" }
from = { kind = "1 to 9", called = "source" }
again = { kind = "flag", usual = 0 }

[asks.throw]
number = 1
meaning = "which die is thrown"
phases = ["day", "night"]
pair = "throwing"
alone = true

[asks.throw.en]
prompt = "Which die?"
die = "The {colour} one"

[asks.throw.fr]
prompt = "Quel dé ?"
die = "Le {colour}"

[asks.throw-again]
number = 2
meaning = "and once more, or not"
arguments = ["from", "again"]
phases = ["night"]
pair = "more_throwing"
legal = "throw"
stands = true

[asks.throw-again.en]
prompt = { one = "{n} throw", other = "{n} throws" }
pass = "No"

[asks.throw-again.fr]
prompt = { one = "{n} lancer", other = "{n} lancers" }
pass = "Non"

[asks.put-back]
number = 3
meaning = "which die goes back"
arguments = ["die"]
phases = ["day"]
pair = "more_throwing"

[asks.put-back.en]
prompt = "Put back {die}?"

[asks.put-back.fr]
prompt = "Remettre {die} ?"
"""
FILES = {
    "asks.toml": ROWS,
    "names.py": 'PHASES = ("day", "night")\n\n# asks: written by tools/asks.py from asks.toml.\n# end\n',
    "document/ask_kinds.py": 'KINDS: Mapping[str, Kind] = {\n    "die": Name(DICE),\n    "flag": Flag(),\n}\n',
    "rules/state.pxd": "ctypedef struct Colour:\n    int red\n\nctypedef struct Cup:\n    Head head\n",
    "rules/throwing.py": "def legal_throw(s, legal):\n    pass\n\n\ndef answer_throw(s, p, move):\n    pass\n",
    "rules/more_throwing.py": (
        "def answer_throw_again(s, move, again):\n    pass\n\n\ndef legal_put_back(legal, die):\n    pass\n\n\n"
        "def answer_put_back(s, p, move, die):\n    pass\n"
    ),
    "rules/more_throwing.pxd": "from libc.stdint cimport uint64_t\n\ncdef int by_hand(int one) noexcept nogil\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A small game of three asks."""
    folder = tmp_path / "cup"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def written(game: Path) -> dict[str, str]:
    """What the tool writes, by the file's path within the game."""
    return {path.relative_to(game).as_posix(): text for path, text in generated_in(game).items()}


def refusal(game: Path) -> str:
    """Why the asks are refused."""
    with pytest.raises(BadRow) as caught:
        generated_in(game)
    return str(caught.value)


def line_of(text: str, part: str) -> int:
    """The line on which something first stands."""
    return text[: text.index(part)].count("\n") + 1


# what is written


def test_all_that_must_know_an_ask_follows_from_its_row(game: Path) -> None:
    found = written(game)
    assert "THROW = 1 " in found["rules/ask_numbers.pxd"] and "ASK_KINDS = 3\n" in found["rules/ask_numbers.pxd"]
    assert "# and once more, or not (about: from; more: again)" in found["rules/ask_numbers.pxd"]
    assert '    ("throw", "", ""),\n    ("throw-again", "from", "again"),\n' in found["names.py"]
    table = found["document/ask_table.py"]
    assert '"throw": ("day", "night"),' in table and '"throw-again": ("night",),' in table
    assert '"from": Number(1, 9),' in table and '"die": KINDS["die"],' in table and '    "again": 0,\n' in table
    assert 'STANDING = ("throw-again",)' in table and 'ALONE = ("throw",)' in table and "OF_ANYBODY" not in table
    assert set(found) == {
        *("rules/ask_numbers.pxd", "rules/asks.pxd", "rules/asks.py", "rules/throwing.pxd", "rules/more_throwing.pxd"),
        *("names.py", "document/ask_table.py"),
    }


def test_a_pair_is_given_what_its_parameters_name(game: Path) -> None:
    asks = written(game)["rules/asks.py"]
    for called in (
        "def legal_of_throw(s, p, legal, ask):\n    throwing.legal_throw(s, legal)\n",
        "def answer_of_throw(s, p, ask, move):\n    throwing.answer_throw(s, p, move)\n",
        "def legal_of_throw_again(s, p, legal, ask):\n    throwing.legal_throw(s, legal)\n",
        "def answer_of_throw_again(s, p, ask, move):\n    more_throwing.answer_throw_again(s, move, ask.more)\n",
        "    more_throwing.legal_put_back(legal, ask.about)\n",
        "    put(3, legal_of_put_back, answer_of_put_back)\n",
    ):
        assert called in asks
    compile(asks, "asks.py", "exec")


def test_declarations_are_written_beside_those_by_hand(game: Path) -> None:
    found = written(game)
    assert "cdef void legal_throw(const Cup* s, uint64_t* legal) noexcept nogil\n" in found["rules/throwing.pxd"]
    assert found["rules/throwing.pxd"].startswith(
        "from libc.stdint cimport uint64_t\n\nfrom bellringer.games.cup.rules"
    )
    assert "cdef int by_hand(int one) noexcept nogil\n" in found["rules/more_throwing.pxd"]
    assert (
        "cdef void answer_throw_again(Cup* s, int move, int again) noexcept nogil\n" in found["rules/more_throwing.pxd"]
    )
    for name, text in found.items():
        (game / name).write_text(text, encoding="utf-8")
    assert written(game) == found, "what was written is up to date"


def test_a_file_that_has_lost_its_pairs_loses_their_declarations(game: Path) -> None:
    lost = game / "rules/dropped.pxd"
    lost.write_text(
        "cdef int by_hand() noexcept nogil\n\n# asks: the pairs.\ncdef void legal_x() noexcept nogil\n# end\n"
    )
    assert written(game)["rules/dropped.pxd"] == "cdef int by_hand() noexcept nogil\n\n# asks: the pairs.\n# end\n"


def test_an_ask_keeps_its_number_wherever_its_row_stands(game: Path) -> None:
    before = written(game)
    head, *rows = re.split(r"(?m)^(?=\[asks\.[\w-]+\]$)", ROWS)
    (game / "asks.toml").write_text(head + "\n".join(reversed(rows)), encoding="utf-8")
    assert written(game) == before


# bad rows: what is changed in the file, the part of the changed file whose line is told, the reason
BAD_ROWS = {
    "no TOML": ("number = 2\n", "number = \n", "number = \n", "no TOML: "),
    "a table of another kind": (
        "[asks.throw]",
        "[ask.throw]",
        "[ask.throw]",
        "there are only [arguments] and [asks.NAME]",
    ),
    "a name in capitals": ("[asks.put-back", "[asks.Put-back", "[asks.Put-back]", "names are small letters"),
    "a key that there is not": ("alone = true", "lone = true", "lone = true", "a row has no lone, but number, meaning"),
    "no number": ("number = 2\n", "", "[asks.throw-again]", "throw-again: number is missing"),
    "no meaning": ('meaning = "which die goes back"\n', "", "[asks.put-back]", "put-back: meaning is missing"),
    "no phases": ('phases = ["day"]\n', "", "[asks.put-back]", "put-back: phases is missing"),
    "no pair": ('pair = "throwing"\n', "", "[asks.throw]", "throw: pair is missing"),
    "a number that is a text": ("number = 2", 'number = "2"', 'number = "2"', "number must be a whole number"),
    "a flag that is a number": ("stands = true", "stands = 1", "stands = 1", "stands must be true or false"),
    "phases that are a text": ('phases = ["night"]', 'phases = "night"', 'phases = "night"', "must be a list of texts"),
    "a number twice": (
        "number = 3",
        "number = 2",
        'number = 2\nmeaning = "which',
        "the number 2 is that of throw-again",
    ),
    "a number below one": ("number = 1\n", "number = 0\n", "number = 0\n", "the number 0 is that of nothing"),
    "a number left out": ("number = 3", "number = 4", "number = 4", "the number must be 3: asks count from 1"),
    "a phase that there is not": ('["night"]', '["dusk"]', '["dusk"]', "no phase is called dusk; there are day, night"),
    "in no phase": ('["night"]', "[]", "phases = []", "it needs a phase; there are day, night"),
    "an argument that there is not": (
        '["die"]',
        '["dye"]',
        '["dye"]',
        "no argument is called dye; there are die, from",
    ),
    "three arguments": (
        '["from", "again"]',
        '["from", "again", "die"]',
        "arguments = [",
        "an ask has 2 arguments at most",
    ),
    "an argument twice": (
        '["from", "again"]',
        '["from", "from"]',
        "arguments = [",
        "could not tell its two arguments apart",
    ),
    "an argument of no ask": ('["from", "again"]', '["again"]', "from = {", "from: no ask has this argument"),
    "a kind that there is not": (
        'kind = "die"',
        'kind = "dye"',
        "die = {",
        "no kind is called dye; there are die, flag",
    ),
    "an argument without a kind": ('{ kind = "die" }', "{}", "die = {", "die: an argument needs a kind"),
    "a range upside down": ("1 to 9", "9 to 1", "from = {", "no kind is called 9 to 1"),
    "a range that no number of an ask has": ("1 to 9", "1 to 256", "from = {", "no kind is called 1 to 256"),
    "a key that arguments have not": (
        "usual = 0",
        "often = 0",
        "again = {",
        "an argument has no often, but kind, called",
    ),
    "a usual value that is no number": ("usual = 0", 'usual = "no"', "again = {", "usual must be a whole number"),
    "a file that there is not": (
        'pair = "throwing"',
        'pair = "catching"',
        'pair = "catching"',
        "rules/catching.py, and there",
    ),
    "shared by none": (
        'legal = "throw"',
        'legal = "catch"',
        "legal = ",
        "the files of pairs have no function legal_catch",
    ),
    "no French": ("[asks.put-back.fr]\n", "[asks.put-back.de]\n", "[asks.put-back]", "put-back: fr is missing"),
    "no question": ('prompt = "Which die?"\n', "", "[asks.throw.en]", "throw: it has no prompt in en"),
    "words in English alone": ('pass = "Non"\n', "", "[asks.throw-again.fr]", "pass has words in en, but not in fr"),
    "words in French alone": ('pass = "No"\n', "", "[asks.throw-again.en]", "pass has words in fr, but not in en"),
    "other values in French": ("Le {colour}", "Le {couleur}", 'die = "Le', "die is filled in otherwise than in en"),
    "an open brace": ("{die}?", "{die?", 'prompt = "Put', "prompt can't be filled in: "),
    "one form of two": (', other = "{n} lancers"', "", 'prompt = { one = "{n} lancer"', "or its forms one and other"),
    "an empty text": ('"Which die?"', '""', 'prompt = ""', "prompt must be a text"),
}


@pytest.mark.parametrize("case", BAD_ROWS)
def test_a_bad_row_is_refused_with_file_line_and_reason(game: Path, case: str) -> None:
    before, after, where, reason = BAD_ROWS[case]
    text = ROWS.replace(before, after)
    assert text != ROWS
    (game / "asks.toml").write_text(text, encoding="utf-8")
    said = refusal(game)
    assert said.startswith(f"{game / 'asks.toml'}:{line_of(text, where)}: ") and reason in said, said


BAD_PAIRS = {
    "no legal moves": (
        "more_throwing",
        "def legal_put_back",
        "def lawful_put_back",
        'pair = "more_throwing"\n\n[asks.put',
        "put-back: rules/more_throwing.py has no function legal_put_back, which is half of its pair",
    ),
    "no answer": (
        "throwing",
        "def answer_throw",
        "def answered",
        'pair = "throwing"',
        "throw: rules/throwing.py has no function answer_throw, which is half of its pair",
    ),
}


@pytest.mark.parametrize("case", BAD_PAIRS)
def test_an_ask_without_its_pair_is_refused_at_its_row(game: Path, case: str) -> None:
    file, before, after, where, reason = BAD_PAIRS[case]
    path = game / f"rules/{file}.py"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert refusal(game) == f"{game / 'asks.toml'}:{line_of(ROWS, where)}: {reason}"


BAD_FUNCTIONS = {
    "a parameter that the ask lacks": (
        "throwing",
        "legal_throw(s, legal)",
        "legal_throw(s, legal, die)",
        "legal_throw wants die, and the ask throw can only give s, p, legal",
    ),
    "an answer that takes the legal moves": (
        "throwing",
        "answer_throw(s, p, move)",
        "answer_throw(s, p, legal)",
        "answer_throw wants legal, and the ask throw can only give s, p, move",
    ),
    "an answer without a move": (
        "throwing",
        "answer_throw(s, p, move)",
        "answer_throw(s, p)",
        "answer_throw must take move",
    ),
    "an answer of no ask": (
        "more_throwing",
        "def answer_throw_again",
        "def answer_nobody(s): ...\n\n\ndef answer_throw_again",
        "answer_nobody is no ask's: asks.toml has no such row",
    ),
}


@pytest.mark.parametrize("case", BAD_FUNCTIONS)
def test_a_function_that_fits_no_ask_is_refused_where_it_stands(game: Path, case: str) -> None:
    file, before, after, reason = BAD_FUNCTIONS[case]
    path = game / f"rules/{file}.py"
    text = path.read_text(encoding="utf-8").replace(before, after)
    path.write_text(text, encoding="utf-8")
    name = reason.partition(" ")[0]
    assert refusal(game) == f"{path}:{line_of(text, f'def {name}')}: {reason}"


def test_two_functions_of_one_name_are_not_shared(game: Path) -> None:
    path = game / "rules/more_throwing.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\ndef legal_throw(legal):\n    pass\n", encoding="utf-8")
    assert "more_throwing and throwing both have a function legal_throw" in refusal(game)


def test_names_without_a_place_for_the_asks_are_refused(game: Path) -> None:
    (game / "names.py").write_text('PHASES = ("day", "night")\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="names.py has no place for the asks: lines that begin with `# asks:`"):
        generated_in(game)


# the games


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/asks.toml")), ids=lambda path: path.parent.name)
def test_rules_have_no_ladder_and_no_answer_beside_the_pairs(path: Path) -> None:
    """No rule goes by the order of the numbers of asks, and no pair stands in a file that asks.toml does not name."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["asks"]
    pairs = {row["pair"] for row in rows.values()}
    half = re.compile(rf"^def (?:legal|answer)_(?:{'|'.join(rows).replace('-', '_')})\(", re.MULTILINE)
    for file in sorted((path.parent / "rules").glob("*.py")):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\bkind\b *[<>]", text), file.name
        assert file.stem in pairs or not half.search(text), file.name


def test_the_tool_runs_before_anything_is_compiled() -> None:
    """A fresh clone has no library yet, and its build asks the tool."""
    loaded = "import sys, tools.asks; sys.exit(any(name.partition('.')[0] == 'bellringer' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, check=False).returncode == 0
