"""A game's struct, read from its .pxd: the members, in their order, with type and dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bellringer.core.fields.entries import Field, Kept, Listed
from bellringer.core.fields.kinds import Kind
from bellringer.core.fields.rows import Row
from bellringer.core.fields.table import FieldTable

BLOCK = re.compile(r"^ctypedef struct (\w+):[ \t]*\n((?:[ \t]+.*\n|[ \t]*\n)+)", re.MULTILINE)
MEMBER = re.compile(r"^[ \t]+(\w+)[ \t]+(\w+)((?:\[\w+\])*)[ \t]*$", re.MULTILINE)
HEAD = "head"


@dataclass(frozen=True)
class Member:
    """One member. `sizes`: its dimensions, as the .pxd names them. `row`: the members of its type, if that is one.

    `is_signed`: its numbers can be below zero.
    """

    name: str
    sizes: tuple[str, ...]
    row: tuple[str, ...] = ()
    is_signed: bool = False


@dataclass(frozen=True)
class Struct:
    """The struct that begins with the head."""

    name: str
    members: tuple[Member, ...]

    def member(self, name: str) -> Member:
        """One of its members. Raises KeyError."""
        return {member.name: member for member in self.members}[name]


def read_struct(pxd: str) -> Struct:
    """The struct of a state.pxd. Raises ValueError when none begins with the head."""
    plain = re.sub(r"#.*", "", pxd) + "\n"
    blocks = {name: MEMBER.findall(body) for name, body in BLOCK.findall(plain)}
    for name, (first, *rest) in blocks.items():
        if first[1] == HEAD:
            members = (
                Member(
                    member,
                    tuple(re.findall(r"\w+", sizes)),
                    tuple(one for _, one, _ in blocks.get(kind, ())),
                    kind[0] != "u",
                )
                for kind, member, sizes in rest
            )
            return Struct(name, tuple(members))
    raise ValueError(f"no struct begins with the member {HEAD}")


def unlike_table(struct: Struct, table: FieldTable) -> list[str]:
    """The differences between struct and table, a line each: every member needs one entry, and the reverse."""
    named = list(names_in(table))
    there = [member.name for member in struct.members]
    parts = [(one.member, one.from_end) if isinstance(one, Listed) else (one, None) for one in table.members]
    found = [f"{name}: a member of {struct.name} without an entry in the table" for name in there if name not in named]
    found += [f"{name}: in the table, but no member of {struct.name}" for name in set(named) if name not in there]
    found += [f"{part[0]}: has two entries in the table" for part in set(parts) if parts.count(part) > 1]
    return found + [line for member in struct.members if member.row for line in unlike_row(member, table)]


def unlike_row(member: Member, table: FieldTable) -> Iterator[str]:
    """The differences between a member that is itself a struct and its row: a field for each member, in order."""
    for _, entry in table.leaves:
        if isinstance(entry, Field) and member.name in (entry.member, entry.key):
            row = row_of(entry.kind)
            named = [field.member for field in row.fields] if row else []
            if named != list(member.row):
                yield f"{member.name}: has the members {', '.join(member.row)}, not {', '.join(map(str, named))}"


def row_of(kind: Kind | None) -> Row | None:
    """The row within a list by place."""
    while kind is not None and not isinstance(kind, Row):
        kind = getattr(kind, "kind", None)
    return kind


def names_in(table: FieldTable) -> Sequence[str]:
    """The members that the table names, and those that count others."""
    found: list[str] = []
    for one in table.members:
        found += [one.member, one.count] if isinstance(one, Listed) else [one]
    return found


def written(table: FieldTable) -> list[str | Listed]:
    """The members that a codec reads and writes, in the order of the table."""
    return [member for _, entry in table.leaves if not isinstance(entry, Kept) for member in entry.members]
