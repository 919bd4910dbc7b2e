"""A kind that is made of fields: a small struct."""

from __future__ import annotations

from typing import Any

from bellringer.core.fields.entries import Field
from bellringer.core.fields.kinds import Kind
from bellringer.core.fields.look import Look
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.schema import Schema, record


class Row(Kind):
    """A small struct: fields with a kind each, and for each who sees it. That rule is asked with the row."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.views = [(field, field.plain_view) for field in fields]

    def schema(self) -> Schema:
        return record({field.name: field.kind.schema() for field in self.fields})

    def show(self, value: Any, look: Look) -> dict[str, Any]:
        if look.is_whole:
            pairs = zip(self.fields, value, strict=True)
            return {field.name: field.kind.show(one, look) for field, one in pairs if one != field.omit}
        found: dict[str, Any] = {}
        for (field, show), one in zip(self.views, value, strict=True):
            if show is None:
                field.put_in_view(found, look, value, one)
            else:
                found[field.view_name] = show(one, look)
        return found

    def read(self, said: Any, path: str, reading: Reading) -> tuple[Any, ...]:
        return tuple(
            field.kind.read(said.get(field.name, field.default), f"{path}.{field.name}", reading)
            for field in self.fields
        )

    def wrong(self, number: Any, seats: int) -> str:
        if len(number) != len(self.fields):
            return f"must have {len(self.fields)} numbers, not {len(number)}"
        pairs = zip(self.fields, number, strict=True)
        wrong = ((field, reason) for field, one in pairs if (reason := field.held.wrong(one, seats)))
        return next((f"{field.name}: {reason}" for field, reason in wrong), "")
