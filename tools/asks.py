"""Write what must know every ask of a game, from its asks.toml.

A row of that file is an ask: its `number`, which it keeps for ever; what it asks (`meaning`); its `arguments`, two at
most; the `phases` in which a document may ask it; `pair`, the file of rules/ with its two functions, `legal_...` and
`answer_...`; its words in every language. `legal` or `answer` names a function that several asks share. A function of a
pair has as parameters those of `s`, `p`, `legal` or `move` and the ask's arguments that it needs, by name.

From the rows this tool writes the numbers (`rules/ask_numbers.pxd`), the table from a number to its pair
(`rules/asks.py`, `rules/asks.pxd`), the declarations of the pairs, the names in names.py, and what documents may ask
(`document/ask_table.py`). Run it after changing a row or a pair; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.ask_rows import FLAGS, HALVES, MEMBERS, RANGE, Argument, Ask, AskTable, BadRow, Function
from tools.generated import between_marks, main
from tools.places import GAMES

__all__ = ["BadRow", "generated_in"]

TOOL = "tools.asks"
NOTICE = "Written by tools/asks.py from asks.toml: do not edit."
MARK = "asks"
STRUCT = re.compile(r"^ctypedef struct (\w+):\n\s+Head head\b", re.MULTILINE)
# In C: the types of what a pair is given besides arguments, by the half; and what each half's function says of a state.
TYPES = {"p": "int ", "legal": "uint64_t* ", "move": "int "}
STATES = {"legal": "const {}* ", "answer": "{}* "}
IN_RULES = {"stands": "stands_with_one_answer", "together": "is_asked_together", "surely": "surely_has_two_answers"}
IN_DOCUMENTS = {"stands": "STANDING", "together": "TOGETHER", "alone": "ALONE", "anybody": "OF_ANYBODY"}
ADAPTED = {"legal": "s, p, legal, ask", "answer": "s, p, ask, move"}  # what the table's own functions are given

HEAD = """\
from libc.stdint cimport uint64_t

from {package}.rules.state cimport {struct}
"""
TABLE_PXD = """\
# {notice}
from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from {package}.rules.ask_numbers cimport {numbers}
from {package}.rules.state cimport {struct}

ctypedef void (*Legal)({legal}) noexcept nogil
ctypedef void (*Answer)({answer}) noexcept nogil

ctypedef struct Pair:
    Legal legal
    Answer answer

cdef Pair PAIRS[ASK_KINDS + 1]

cdef void put(int number, Legal legal, Answer answer) noexcept
cdef void fill_pairs() noexcept
{adapters}
# Allow the legal answers to an ask.
cdef inline void allow_answers({legal}) noexcept nogil:
    PAIRS[ask.kind].legal(s, p, legal, ask)

# Answer an ask.
cdef inline void answer({answer}) noexcept nogil:
    PAIRS[ask.kind].answer(s, p, ask, move)
{questions}"""
TABLE_PY = """\
\"""From an ask's number to its pair: legal moves and answer. {notice}\"""

from cython.cimports.{package}.rules import (
{modules})


def put(number, legal, answer):
    \"""Put a pair at its number.\"""
    PAIRS[number].legal = legal
    PAIRS[number].answer = answer


def fill_pairs():
    \"""Put every pair at its number.\"""
{put}
{adapters}

fill_pairs()
"""
DOCUMENTS = """\
\"""What documents may ask: when, of whom, about what. {notice}\"""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.fields import {kinds}
from {package}.document.ask_kinds import KINDS

PHASES: Mapping[str, tuple[str, ...]] = {{
{phases}}}
{flags}ARGUMENTS: Mapping[str, Kind] = {{
{arguments}}}
USUAL: Mapping[str, int] = {{
{usual}}}
"""


def generated() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    folders = sorted(path.parent for path in GAMES.glob("*/asks.toml"))
    return {path: text for folder in folders for path, text in generated_in(folder).items()}


def generated_in(folder: Path) -> dict[Path, str]:
    """The same of one game. Raises BadRow."""
    table = AskTable(folder)
    rules = {"ask_numbers.pxd": numbers(table), "asks.pxd": declarations(table), "asks.py": pairs(table)}
    files = {folder / "rules" / name: text for name, text in rules.items()}
    files |= {table.rules(pair, "pxd"): declarations_of(table, pair) for pair in with_declarations(table)}
    files[folder / "names.py"] = names(table)
    files[folder / "document" / "ask_table.py"] = documents(table)
    return files


def struct_of(table: AskTable) -> str:
    """The name of the game's state."""
    found = STRUCT.search(table.rules("state", "pxd").read_text(encoding="utf-8"))
    return found[1] if found else sys.exit(f"{table.rules('state', 'pxd')}: no struct begins with a Head")


# for the rules


def numbers(table: AskTable) -> str:
    """The numbers, each with what it asks."""
    lines = [f"# {NOTICE}", "cdef enum:"]
    for ask in table.asks:
        first = " = 1" if ask.number == 1 else ""
        lines.append(f"    {ask.stem.upper() + first:<23} # {ask.meaning}{told(ask)}")
    return "\n".join([*lines, "", f"    ASK_KINDS = {len(table.asks)}"]) + "\n"


def told(ask: Ask) -> str:
    """What the two numbers of an ask are, as the end of a comment."""
    said = [f"{member}: {one.name}" for member, one in zip(MEMBERS, ask.arguments, strict=False)]
    return f" ({'; '.join(said)})" if said else ""


def declaration(table: AskTable, half: str, function: Function) -> str:
    """The C head of a function of a pair."""
    types = TYPES | {"s": STATES[half].format(struct_of(table))}
    given = ", ".join(f"{types.get(one, 'int ')}{one}" for one in function.parameters)
    return f"cdef void {function.name}({given}) noexcept nogil"


def with_declarations(table: AskTable) -> set[str]:
    """The files with pairs, and those that had some and have lost them."""
    declared = (table.folder / "rules").glob("*.pxd")
    return {*table.files, *(path.stem for path in declared if f"\n# {MARK}:" in path.read_text(encoding="utf-8"))}


def declarations_of(table: AskTable, pair: str) -> str:
    """The declarations of a file with pairs: those of the pairs between marks, what else it has as it stands."""
    found = {ask.pair[half]: half for ask in table.asks for half in HALVES}
    own = sorted((one for one in found if one.path.stem == pair), key=lambda one: one.line)
    inside = "".join(f"{declaration(table, found[one], one)}\n" for one in own)
    path = table.rules(pair, "pxd")
    text = (
        path.read_text(encoding="utf-8")
        if path.exists()
        else HEAD.format(package=table.package, struct=struct_of(table))
    )
    if f"\n# {MARK}:" not in text:
        text += f"\n# {MARK}: the pairs. {NOTICE}\n# end\n"
    return between_marks(text, inside, MARK)


def adapter(half: str, ask: Ask) -> str:
    """The name of the function of asks.py that calls a function of a pair."""
    return f"{half}_of_{ask.stem}"


def declarations(table: AskTable) -> str:
    """The declarations of the table, with what finds the pair of an ask: that is inline, since it is called most."""
    struct = struct_of(table)
    legal = f"const {struct}* s, int p, uint64_t* legal, Ask ask"
    answer = f"{struct}* s, int p, Ask ask, int move"
    given = {"legal": legal, "answer": answer}
    adapters = (
        f"cdef void {adapter(half, ask)}({given[half]}) noexcept nogil\n" for ask in table.asks for half in HALVES
    )
    return TABLE_PXD.format(
        notice=NOTICE,
        package=table.package,
        struct=struct,
        numbers=", ".join(["ASK_KINDS", *flagged(table)]),
        legal=legal,
        answer=answer,
        adapters="".join(adapters),
        questions="".join(inline_functions(table)),
    )


def flagged(table: AskTable) -> list[str]:
    """The numbers of the asks of which rules must know something besides their pair."""
    return sorted(ask.stem.upper() for ask in table.asks if ask.flags & IN_RULES.keys())


def inline_functions(table: AskTable) -> Iterator[str]:
    """What rules ask about a kind of ask."""
    for flag, name in IN_RULES.items():
        having = [ask.stem.upper() for ask in table.asks if flag in ask.flags]
        if having:
            any_of = " or ".join(f"kind == {one}" for one in having)
            head = f"cdef inline bint {name}(int kind) noexcept nogil"
            yield f"\n# Whether {FLAGS[flag]}.\n{head}:\n    return {any_of}\n"


def pairs(table: AskTable) -> str:
    """The table from a number to its pair, with a function for each half that gives it what it needs of the ask."""
    modules = sorted({ask.pair[half].path.stem for ask in table.asks for half in HALVES})
    put = (f"    put({ask.number}, {adapter('legal', ask)}, {adapter('answer', ask)})" for ask in table.asks)
    return TABLE_PY.format(
        notice=NOTICE,
        package=table.package,
        modules="".join(f"    {module},\n" for module in modules),
        put="\n".join(put),
        adapters="".join(called(ask, half) for ask in table.asks for half in HALVES),
    )


def called(ask: Ask, half: str) -> str:
    """The function that calls one half of an ask's pair."""
    function = ask.pair[half]
    given = ", ".join(ask.given(half))
    return f"\n\ndef {adapter(half, ask)}({ADAPTED[half]}):\n    {function.path.stem}.{function.name}({given})\n"


# for everything else


def names(table: AskTable) -> str:
    """The names of the asks and of their arguments, in the file of names."""
    path = table.folder / "names.py"
    text = path.read_text(encoding="utf-8")
    if f"\n# {MARK}:" not in text:
        sys.exit(f"{path} has no place for the asks: lines that begin with `# {MARK}:` and `# end`")
    rows = ((ask.name, *(one.name for one in ask.arguments), *[""] * (2 - len(ask.arguments))) for ask in table.asks)
    inside = "".join(f"    ({', '.join(map(quoted, row))}),\n" for row in rows)
    return between_marks(text, f"ASKS: tuple[tuple[str, str, str], ...] = (\n{inside})\n", MARK)


def quoted(text: str) -> str:
    """A text of Python."""
    return f'"{text}"'


def documents(table: AskTable) -> str:
    """What documents may ask: when, of whom, about what."""
    arguments = table.arguments.values()
    imported = ["Kind", *(["Number"] if any(one.kind not in table.kinds for one in arguments) else [])]
    return DOCUMENTS.format(
        notice=NOTICE,
        package=table.package,
        kinds=", ".join(imported),
        phases="".join(f"    {quoted(ask.name)}: {listed(ask.phases)},\n" for ask in table.asks),
        flags="".join(flag_lines(table)),
        arguments="".join(f"    {quoted(one.name)}: {kind_of(one, table.kinds)},\n" for one in arguments),
        usual="".join(f"    {quoted(one.name)}: {one.usual},\n" for one in arguments if one.usual is not None),
    )


def flag_lines(table: AskTable) -> Iterator[str]:
    """The asks of which documents must know something besides their phases."""
    for flag, name in IN_DOCUMENTS.items():
        having = [ask.name for ask in table.asks if flag in ask.flags]
        if having:
            yield f"# {FLAGS[flag].capitalize()}.\n{lines_of(name, having)}\n"


def listed(members: tuple[str, ...]) -> str:
    """A tuple of texts on one line."""
    return f"({', '.join(map(quoted, members))}{',' if len(members) == 1 else ''})"


def lines_of(name: str, members: list[str]) -> str:
    """A tuple of texts, a line each, but for a single one."""
    if len(members) == 1:
        return f"{name} = {listed(tuple(members))}"
    return "\n".join([f"{name} = (", *(f"    {quoted(one)}," for one in members), ")"])


def kind_of(argument: Argument, kinds: tuple[str, ...]) -> str:
    """The kind of an argument, in Python."""
    if argument.kind in kinds:
        return f"KINDS[{quoted(argument.kind)}]"
    return "Number({}, {})".format(*RANGE.fullmatch(argument.kind).groups())  # type: ignore[union-attr]


if __name__ == "__main__":
    sys.exit(main(__doc__, generated, TOOL))
