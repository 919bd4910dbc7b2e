"""Holding a document to its JSON Schema: the first thing wrong, by its path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from bellringer.core.errors import PositionError


def path_of(parts: Iterable[str | int]) -> str:
    """`players.red.messages[0]`."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


@cache
def validator(schema_text: str) -> Any:
    """The schema, made ready; jsonschema is loaded only when a document is to be looked at.

    3.0 is no whole number here, though JSON Schema would take it for one: what counts must be an int.
    """
    import json

    from jsonschema import Draft202012Validator, validators

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    strict = validators.extend(Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    return strict(json.loads(schema_text))


def check_shape(document: object, schema_text: str) -> None:
    """Raises PositionError for the first field that the schema refuses."""
    from jsonschema.exceptions import best_match

    error = best_match(validator(schema_text).iter_errors(document))
    if error is not None:
        raise PositionError(path_of(error.absolute_path), short(error))


def short(error: Any) -> str:
    """The reason in a line; a refused list of names says which there are, if they are few enough to read."""
    if error.validator == "enum":
        allowed = ", ".join(str(one) for one in error.validator_value if one is not None)
        return f"{error.instance!r} is not one of {allowed}"
    if error.validator == "additionalProperties" and isinstance(error.instance, Mapping):
        known = error.schema.get("properties", {})
        unknown = [name for name in error.instance if name not in known]
        return f"unknown {', '.join(map(repr, unknown))}; known are {', '.join(known)}"
    message: str = error.message
    return message if len(message) < 300 else message[:297] + "..."
