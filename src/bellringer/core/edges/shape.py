"""Checks documents against a JSON Schema, and reports the first error with its path."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.nearest import meant

BRIEF = reprlib.Repr()  # what was sent, as far as a sentence has room for it
BRIEF.maxstring = BRIEF.maxother = BRIEF.maxlong = 60
MOST_UNKNOWN = 5  # unknown fields that are named


def path_of(parts: Iterable[str | int]) -> str:
    """The path of a field in a document: `players.red.messages[0]`."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


@cache
def validator(schema_text: str) -> Any:
    """Make the validator of a schema. jsonschema is imported here, so that `import bellringer` stays quick.

    Unlike JSON Schema, the validator does not take 3.0 for an integer.
    """
    import json

    from jsonschema import Draft202012Validator, validators

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    strict = validators.extend(Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    return strict(json.loads(schema_text))


def check_shape(document: object, schema_text: str) -> None:
    """Raise PositionError for the first field that the schema refuses."""
    from jsonschema.exceptions import best_match

    try:
        error = best_match(validator(schema_text).iter_errors(document))
    except RecursionError:
        raise PositionError("", "lists and objects are nested too deep") from None
    if error is not None:
        raise PositionError(path_of(error.absolute_path), short(error))


def short(error: Any) -> str:
    """The reason in one line. What was sent, and long lists of allowed names, are shortened."""
    if error.validator == "enum":
        allowed = ", ".join(str(one) for one in error.validator_value if one is not None)
        return f"{BRIEF.repr(error.instance)}{meant(error.instance, error.validator_value)} is not one of {allowed}"
    if error.validator == "additionalProperties" and isinstance(error.instance, Mapping):
        known = error.schema.get("properties", {})
        unknown = [name for name in error.instance if name not in known]
        told = [f"{BRIEF.repr(name)}{meant(name, known)}" for name in unknown[:MOST_UNKNOWN]]
        return f"unknown {', '.join(told)}; known are {', '.join(known)}"
    message: str = error.message.replace(repr(error.instance), BRIEF.repr(error.instance), 1)
    return message if len(message) < 300 else message[:297] + "..."
