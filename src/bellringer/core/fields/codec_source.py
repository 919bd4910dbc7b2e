"""The text of a game's compiled codec, from its table of fields and its struct. `tools/fields.py` writes it.

The codec has functions for Python, such as `read` and `write`, and `struct_of` for compiled modules. A list by seat
is as long as there are seats; a list that another member counts is as long as that member says.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellringer.core.fields.entries import Listed
from bellringer.core.fields.struct import Member, Struct, written
from bellringer.core.fields.table import FieldTable

NOTICE = "Written by tools/fields.py from the table of fields: do not edit."
SEATS = "MOST_SEATS"  # the dimension of a list by seat
LINE = 120
PLACES = ("i", "j", "k")  # the names of loop variables

PY = '''"""Converts between the struct and Python: every member by its own name, as plain numbers and lists.

{notice}
"""

import cython
from cython.cimports.bellringer.core.compiled.state import State
{imports}
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize


def struct_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer({struct}), cython.cast(State, state).memory)


def read(state: State) -> dict:
    """The members that the table of fields names, but for those of the box."""
    s = struct_of(state)
    return {{
{reads}
    }}


def read_box(state: State) -> dict:
    """The members of the box."""
    s = struct_of(state)
    return {{
{box_reads}
    }}


def box(state: State) -> bytes:
    """The memory of the box: equal boxes are equal bytes."""
    s = struct_of(state)
    return b"".join(
        (
{box_bytes}
        )
    )


def members(state: State) -> dict:
    """Where each member lies: bytes before it, from item to item, of a number; whether that has a sign."""
    s = struct_of(state)
    return {{
{member_places}
    }}


def before(s, member):
    """The bytes of the struct before a member."""
    return cython.cast(cython.size_t, member) - cython.cast(cython.size_t, s)


def bytes_of(memory, length):
    """Some memory."""
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, memory), length)


def counted(values, most):
    """How many items a list has. Raises ValueError when there is no room for that many."""
    if len(values) > most:
        raise ValueError(f"there is room for {{most}}, not for {{len(values)}}")
    return len(values)


def write(state: State, seats: int, numbers: dict) -> None:
    """Write the members that `numbers` has, for that many seats; the caller has checked them."""
    s = struct_of(state)
    s.head.seats = seats
    write_numbers(s, numbers)
    write_box(s, numbers)
    write_lists(s, numbers)
    write_by_seat(s, seats, numbers)


def write_numbers(s, numbers):
    """The members that are one number."""
    s.head.over = numbers.get("over", s.head.over)
{numbers}


def write_box(s, numbers):
    """The members of the box that are arrays."""
{box_lists}


def write_lists(s, numbers):
    """The other members that are arrays."""
{lists}


def write_by_seat(s, seats, numbers):
    """The members that are lists by seat."""
{by_seat}
'''

PXD = """# {notice}
from {package}.rules.state cimport {struct}

cdef {struct}* struct_of(object state) except NULL
cdef size_t before(const {struct}* s, const void* member) noexcept
cdef bytes bytes_of(const void* memory, Py_ssize_t length)
cdef int counted(object values, int most) except -1
cdef void write_numbers({struct}* s, dict numbers) except *
cdef void write_box({struct}* s, dict numbers) except *
cdef void write_lists({struct}* s, dict numbers) except *
cdef void write_by_seat({struct}* s, int seats, dict numbers) except *
"""

PYI = """# {notice}
from collections.abc import Mapping
from typing import Any

from bellringer.core.compiled.state import State

def read(state: State) -> dict[str, Any]: ...
def read_box(state: State) -> dict[str, Any]: ...
def box(state: State) -> bytes: ...
def members(state: State) -> dict[str, tuple[int, int, int, bool]]: ...
def write(state: State, seats: int, numbers: Mapping[str, Any]) -> None: ...
"""


def codec_files(table: FieldTable, struct: Struct, package: str) -> dict[str, str]:
    """The texts of codec.py, codec.pxd and codec.pyi. `package`: the dotted name of the game's package."""
    used = [(one, struct.member(one.member if isinstance(one, Listed) else one)) for one in written(table)]
    sized = {size for _, member in used for size in member.sizes if not size.isdigit()} - {SEATS}
    boxed = table.box.members if table.box else ()
    arrays = [(one, member) for one, member in used if member.sizes or member.row]
    filled = {
        "notice": NOTICE,
        "package": package,
        "struct": struct.name,
        "imports": import_text(package, [*sorted(sized, key=str.lower), struct.name]),
        "reads": "\n".join(read_line(one, member) for one, member in used if one not in boxed),
        "box_reads": "\n".join(read_line(one, member) for one, member in used if one in boxed),
        "box_bytes": "\n".join(bytes_line(member) for one, member in used if one in boxed),
        "member_places": "\n".join(line for member in plain_members(used) for line in place_lines(member)),
        "numbers": "\n".join(
            f'    s.{one.name} = numbers.get("{one.name}", s.{one.name})'
            for _, one in used
            if not one.sizes and not one.row
        ),
        "box_lists": writes([(one, member) for one, member in arrays if one in boxed]),
        "lists": writes([pair for pair in arrays if pair[0] not in boxed and pair[1].sizes[:1] != (SEATS,)]),
        "by_seat": writes([pair for pair in arrays if pair[0] not in boxed and pair[1].sizes[:1] == (SEATS,)]),
    }
    return {f"codec.{kind}": text.format(**filled) for kind, text in (("py", PY), ("pxd", PXD), ("pyi", PYI))}


def import_text(package: str, names: list[str]) -> str:
    """The names of the struct's .pxd, in one line if they fit."""
    begun = f"from cython.cimports.{package}.rules.state import "
    if len(line := begun + ", ".join(names)) <= LINE:
        return line
    return begun + "(\n" + "".join(f"    {name},\n" for name in names) + ")"


def key_of(one: str | Listed) -> str:
    """The key among the numbers of a member, or of the part of it that is in use."""
    return one.key if isinstance(one, Listed) else one


def ranges(one: str | Listed, member: Member, seats: str) -> list[str]:
    """The length of each dimension."""
    found = [seats if size == SEATS else size for size in member.sizes]
    if isinstance(one, Listed):
        found[-1] = f"s.{one.count}" + "".join(f"[{place}]" for place in PLACES[: len(found) - 1])
    return found


def element(one: str | Listed, member: Member) -> str:
    """One element, with loop variables for its places."""
    places = list(PLACES[: len(member.sizes)])
    if isinstance(one, Listed) and one.from_end:
        places[-1] = f"{member.sizes[-1]} - 1 - {places[-1]}"
    return f"s.{member.name}" + "".join(f"[{place}]" for place in places)


def read_line(one: str | Listed, member: Member) -> str:
    """The entry of the dictionary that reads a member, laid out as ruff would."""
    text = element(one, member)
    items = tuple(f"{text}.{name}" for name in member.row) or (text,)
    loops = list(zip(PLACES, ranges(one, member, "s.head.seats"), strict=False))
    return listed(f'        "{key_of(one)}": ', items, bool(member.row), loops, ",")


def listed(begun: str, items: tuple[str, ...], is_row: bool, loops: list[tuple[str, str]], ended: str) -> str:
    """An expression, or a list of it by these loops, the outer one first; in several lines where it is too long."""
    plain = one_line(items, is_row, loops)
    if len(begun + plain + ended) <= LINE:
        return begun + plain + ended
    indent = begun[: len(begun) - len(begun.lstrip())]
    if loops:
        (place, length), *inner = loops
        inside = listed(f"{indent}    ", items, is_row, inner, "")
        return f"{begun}[\n{inside}\n{indent}    for {place} in range({length})\n{indent}]{ended}"
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"{begun}(\n{lines}{indent}){ended}"


def one_line(items: tuple[str, ...], is_row: bool, loops: list[tuple[str, str]]) -> str:
    """An expression, or a list of it by these loops, in one line."""
    text = "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")" if is_row else items[0]
    for place, length in reversed(loops):
        text = f"[{text} for {place} in range({length})]"
    return text


def plain_members(used: list[tuple[str | Listed, Member]]) -> list[Member]:
    """The members that are numbers, or arrays of numbers, each once."""
    return [member for member in dict.fromkeys(member for _, member in used) if not member.row]


def place_lines(member: Member) -> Iterator[str]:
    """The entry of the dictionary that says where a member lies, in several lines where it is too long for one."""
    item = f"s.{member.name}" + ("[0]" if member.sizes else "")
    number = item + "[0]" * (len(member.sizes) - 1)
    said = (
        f"before(s, cython.address(s.{member.name}))",
        f"cython.sizeof({item})",
        f"cython.sizeof({number})",
        str(member.is_signed),
    )
    begun = f'        "{member.name}": ('
    if len(line := f"{begun}{', '.join(said)}),") <= LINE:
        yield line
    else:
        yield from (begun, *(f"            {one}," for one in said), "        ),")


def bytes_line(member: Member) -> str:
    """The expression for a member's memory."""
    return f"            bytes_of(cython.address(s.{member.name}), cython.sizeof(s.{member.name})),"


def writes(arrays: list[tuple[str | Listed, Member]]) -> str:
    """The statements that write some arrays."""
    return "\n".join(line for one, member in arrays for line in write_lines(one, member)) or "    pass"


def write_lines(one: str | Listed, member: Member) -> Iterator[str]:
    """The statements that write an array."""
    key = key_of(one)
    yield f'    if "{key}" in numbers:'
    yield f'        values = numbers["{key}"]'
    if isinstance(one, Listed):
        yield from count_lines(one, member)
    indent = "        "
    for place, length in zip(PLACES, ranges(one, member, "seats"), strict=False):
        yield f"{indent}for {place} in range({length}):"
        indent += "    "
    value = "values" + "".join(f"[{place}]" for place in PLACES[: len(member.sizes)])
    for field, number in zip(member.row or ("",), range(max(1, len(member.row))), strict=True):
        target = element(one, member) + (f".{field}" if field else "")
        yield f"{indent}{target} = {value}" + (f"[{number}]" if field else "")


def count_lines(one: Listed, member: Member) -> Iterator[str]:
    """The statements that write how much of an array is in use."""
    if len(member.sizes) == 1:
        yield f"        s.{one.count} = counted(values, {member.sizes[0]})"
    else:
        yield f"        for i in range({member.sizes[0]}):"
        yield f"            s.{one.count}[i] = counted(values[i], {member.sizes[1]})"
