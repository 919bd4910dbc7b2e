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


def head_of_declarations(table: AskTable) -> str:
    """What the declarations of a pair need."""
    state = f"from {table.package}.rules.state cimport {struct_of(table)}"
    return f"from libc.stdint cimport uint64_t\n\n{state}\n"


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
    text = path.read_text(encoding="utf-8") if path.exists() else head_of_declarations(table)
    if f"\n# {MARK}:" not in text:
        text += f"\n# {MARK}: the pairs. {NOTICE}\n# end\n"
    return between_marks(text, inside, MARK)


def adapter(half: str, ask: Ask) -> str:
    """The name of the function of asks.py that calls a function of a pair."""
    return f"{half}_of_{ask.stem}"


def declarations(table: AskTable) -> str:
    """The declarations of the table."""
    struct = struct_of(table)
    legal = f"const {struct}* s, int p, uint64_t* legal, Ask ask"
    answer = f"{struct}* s, int p, Ask ask, int move"
    cimports = head_of_declarations(table).splitlines()
    lines = [f"# {NOTICE}", *cimports[:2], "from bellringer.core.asks cimport Ask"]
    lines += [f"from {table.package}.rules.ask_numbers cimport {', '.join(['ASK_KINDS', *flagged(table)])}"]
    lines += [*cimports[2:], "", f"ctypedef void (*Legal)({legal}) noexcept nogil"]
    lines += [f"ctypedef void (*Answer)({answer}) noexcept nogil", ""]
    lines += ["ctypedef struct Pair:", "    Legal legal", "    Answer answer", "", "cdef Pair PAIRS[ASK_KINDS + 1]", ""]
    lines += ["cdef void put(int number, Legal legal, Answer answer) noexcept", "cdef void fill_pairs() noexcept"]
    for ask in table.asks:
        lines.append(f"cdef void {adapter('legal', ask)}({legal}) noexcept nogil")
        lines.append(f"cdef void {adapter('answer', ask)}({answer}) noexcept nogil")
    lines += ["", "# Allow the legal answers to an ask.", f"cdef inline void allow_answers({legal}) noexcept nogil:"]
    lines += ["    PAIRS[ask.kind].legal(s, p, legal, ask)", ""]
    lines += ["# Answer an ask.", f"cdef inline void answer({answer}) noexcept nogil:"]
    lines += ["    PAIRS[ask.kind].answer(s, p, ask, move)"]
    return "\n".join([*lines, *inline_functions(table)]) + "\n"


def flagged(table: AskTable) -> list[str]:
    """The numbers of the asks of which rules must know something besides their pair."""
    return sorted(ask.stem.upper() for ask in table.asks if ask.flags & IN_RULES.keys())


def inline_functions(table: AskTable) -> Iterator[str]:
    """What rules ask about a kind of ask."""
    for flag, name in IN_RULES.items():
        having = [ask.stem.upper() for ask in table.asks if flag in ask.flags]
        if having:
            told = " or ".join(f"kind == {one}" for one in having)
            yield f"\n# Whether {FLAGS[flag]}."
            yield f"cdef inline bint {name}(int kind) noexcept nogil:\n    return {told}"


def pairs(table: AskTable) -> str:
    """The table from a number to its pair, with a function for each half that gives it what it needs of the ask."""
    modules = sorted({ask.pair[half].path.stem for ask in table.asks for half in HALVES})
    listed = "".join(f"    {module},\n" for module in modules)
    lines = [
        f'"""From an ask\'s number to its pair: legal moves and answer. {NOTICE}"""\n',
        f"from cython.cimports.{table.package}.rules import (\n{listed})\n\n",
        'def put(number, legal, answer):\n    """Put a pair at its number."""',
        "    PAIRS[number].legal = legal\n    PAIRS[number].answer = answer\n\n",
        'def fill_pairs():\n    """Put every pair at its number."""',
        *(f"    put({one.number}, {adapter('legal', one)}, {adapter('answer', one)})" for one in table.asks),
    ]
    for ask in table.asks:
        lines.append("".join(called(ask, half, parameters) for half, parameters in ADAPTED.items()).rstrip("\n"))
    return "\n".join([*lines, "\n", "fill_pairs()"]) + "\n"


ADAPTED = {"legal": "s, p, legal, ask", "answer": "s, p, ask, move"}


def called(ask: Ask, half: str, parameters: str) -> str:
    """The function that calls one half of an ask's pair."""
    function = ask.pair[half]
    given = ", ".join(ask.given(half))
    return f"\n\ndef {adapter(half, ask)}({parameters}):\n    {function.path.stem}.{function.name}({given})\n"


# for everything else


def names(table: AskTable) -> str:
    """The names of the asks and of their arguments, in the file of names."""
    path = table.folder / "names.py"
    rows = ((ask.name, *(one.name for one in ask.arguments), *[""] * (2 - len(ask.arguments))) for ask in table.asks)
    inside = "".join(f"    ({', '.join(map(quoted, row))}),\n" for row in rows)
    text = f"ASKS: tuple[tuple[str, str, str], ...] = (\n{inside})\n"
    return between_marks(path.read_text(encoding="utf-8"), text, MARK)


def quoted(text: str) -> str:
    """A text of Python."""
    return f'"{text}"'


def documents(table: AskTable) -> str:
    """What documents may ask: when, of whom, about what."""
    used = {"Number" for one in table.arguments.values() if one.kind not in table.kinds}
    lines = [f'"""What documents may ask: when, of whom, about what. {NOTICE}"""\n']
    lines += ["from __future__ import annotations\n", "from collections.abc import Mapping\n"]
    lines += [f"from bellringer.core.fields import {', '.join(['Kind', *used])}"]
    lines += [f"from {table.package}.document.ask_kinds import KINDS\n"]
    lines += ["PHASES: Mapping[str, tuple[str, ...]] = {"]
    lines += [f"    {quoted(ask.name)}: {listed(ask.phases)}," for ask in table.asks]
    lines += ["}"]
    for flag, name in IN_DOCUMENTS.items():
        having = [ask.name for ask in table.asks if flag in ask.flags]
        lines += [f"# {FLAGS[flag].capitalize()}.", lines_of(name, having)] if having else []
    lines += ["ARGUMENTS: Mapping[str, Kind] = {"]
    lines += [f"    {quoted(one.name)}: {kind_of(one, table.kinds)}," for one in table.arguments.values()]
    lines += ["}"]
    usual = (f"    {quoted(one.name)}: {one.usual}," for one in table.arguments.values() if one.usual is not None)
    return "\n".join([*lines, "USUAL: Mapping[str, int] = {", *usual, "}"]) + "\n"


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
