"""Every refusal of a request's form names the field that is wrong: all routes of the description, all their fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.server.callers import API, Api, Caller, at_server, refused

Schema = dict[str, Any]

GOOD: dict[str, Any] = {  # a value of each field that is none but in its own place
    "turn": 0, "seat": 0, "asked": 0, "acts": 0, "number": 1, "move": "x", "text": "hello", "sign": "hello",
    "name": "Eve", "answer": "agree", "place": "table", "token": "x", "commitment": "0" * 64, "nonce": "0" * 64,
    "standing": "1", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "kind": "me",
}  # fmt: skip


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("data")) as api:
        yield api


@dataclass(frozen=True)
class Wrong:
    """A request in which one field is wrong."""

    method: str
    path: str
    field: str
    sent: Any = None
    query: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()


def resolved(schema: Schema, parts: Schema) -> Schema:
    """A schema, or the one that it names."""
    return parts[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def wrong_values(schema: Schema) -> Iterator[Any]:
    """Values that a schema does not allow, without looking into lists and objects."""
    kinds = {one.get("type", "string") for one in schema.get("anyOf", [schema])}
    if "null" not in kinds:
        yield None
    yield {"no": "such"} if "object" not in kinds else 7
    if not kinds & {"integer", "number"}:
        yield 7
    if "integer" in kinds and "string" not in kinds:
        yield from ("1", 1.5, True)
        yield from (schema[bound] + step for bound, step in (("minimum", -1), ("maximum", 1)) if bound in schema)
    if "maxLength" in schema:
        yield "x" * (schema["maxLength"] + 1)
    if schema.get("minLength"):
        yield ""
    if {"enum", "const", "pattern"} & set(schema):
        yield "no such"
    if "array" in kinds and "anyOf" not in schema:
        yield [GOOD["seats"][0]] * (schema.get("maxItems", 6) + 1)
        yield []


def wrong_documents(schema: Schema, parts: Schema, path: str = "") -> Iterator[tuple[str, Any]]:
    """Documents with one wrong field: its path, and the document."""
    found = resolved(schema, parts)
    good = {name: GOOD[name] for name in found.get("required", ())}
    for name, raw in found["properties"].items():
        field, where = resolved(raw, parts), f"{path}.{name}" if path else name
        for value in wrong_values(field):
            yield where, {**good, name: value}
        if name in good:
            yield where, {other: value for other, value in good.items() if other != name}
        if field.get("type") == "array":
            for inner, value in wrong_documents(field["items"], parts, f"{where}[1]"):
                yield inner, {**good, name: [GOOD["seats"][0], value]}
        if "additionalProperties" in field:
            yield f"{where}.start", {**good, name: {"start": {}}}
            yield f"{where}.start", {**good, name: {"start": [[]]}}
    yield f"{path}.more" if path else "more", {**good, "more": 1}


def wrong_bodies(schema: Schema, parts: Schema) -> Iterator[tuple[str, Any]]:
    """The same of all that an operation may be sent, and what is no document of its kind."""
    for one in schema.get("anyOf", [schema]):
        if one.get("type") != "null":
            yield from wrong_documents(one, parts)
    yield from (("body", []), ("body", 7), ("body", "x"))


def wrong_parameters(operation: Schema, parts: Schema) -> Iterator[tuple[Schema, str]]:
    """The parameters of an operation with texts that they can't be."""
    for parameter in operation.get("parameters", ()):
        found = resolved(parameter["schema"], parts)
        for schema in found.get("anyOf", [found]):
            if schema.get("type") in ("integer", "number"):
                yield from ((parameter, text) for text in ("x", "-1", "9" * 30))
            elif {"enum", "const", "pattern"} & set(schema):
                yield parameter, "no such"
            elif "maxLength" in schema:
                yield parameter, "x" * (schema["maxLength"] + 1)


def all_wrong(description: Schema, address: str) -> Iterator[Wrong]:
    """Every operation of a description with every field wrong."""
    parts = description["components"]["schemas"]
    for pattern, operations in description["paths"].items():
        for method, operation in operations.items():
            good = pattern.removeprefix(API).format(address=address, seat=1, game="rattus")
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            required = [one for one in operation.get("parameters", ()) if one["in"] == "query" and one.get("required")]
            query = tuple((one["name"], str(GOOD[one["name"]])) for one in required)
            sent = None
            if body is not None and "$ref" in body:
                sent = {name: GOOD[name] for name in resolved(body, parts)["required"]}
            for field, document in wrong_bodies(body, parts) if body is not None else ():
                yield Wrong(method, good, field, document, query)
            for parameter, text in wrong_parameters(operation, parts):
                name = parameter["name"]
                if parameter["in"] == "path":
                    path = pattern.removeprefix(API).format(
                        **{"address": address, "seat": 1, "game": "rattus", name: text}
                    )
                    yield Wrong(method, path, name, sent, query)
                elif parameter["in"] == "query":
                    others = tuple(pair for pair in query if pair[0] != name)
                    yield Wrong(method, good, name, sent, (*others, (name, text)))
                else:
                    yield Wrong(method, good, name, sent, query, ((name, text),))
            for one in required:
                yield Wrong(method, good, one["name"], sent, tuple(pair for pair in query if pair[0] != one["name"]))


@pytest.mark.unhurried
def test_every_wrong_field_of_every_operation_is_named(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    found = list(all_wrong(api.app.openapi(), address))
    assert len(found) > 300 and {wrong.field for wrong in found} >= {
        "seat", "seats[1].bot", "options.start", "Idempotency-Key", "since", "address", "more", "body", "commitment"
    }  # fmt: skip
    before = api.state()
    for wrong in found:
        more: dict[str, Any] = {} if wrong.sent is None else {"json": wrong.sent}
        answer = anna.ask(wrong.method.upper(), wrong.path, params=wrong.query, headers=dict(wrong.headers), **more)
        document = refused(answer, 422, "bad")
        assert document.get("field") == wrong.field, (wrong, document)
        assert document["message"].startswith(f"{wrong.field}: ") and len(answer.content) < 1_000, (wrong, document)
    assert api.state() == before


@pytest.mark.parametrize("body", [b"{", b"", b"[" * 8_000, b'{"seat": NaN}', b"\xff\xfe{"])
def test_what_is_no_document_is_named_as_the_body(api: Api, body: bytes) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    answer = anna.ask("POST", f"/tables/{address}/chat", content=body, headers={"content-type": "application/json"})
    if answer.status_code == 422:
        assert refused(answer, 422)["field"] in ("body", "seat")
    else:
        assert answer.status_code == 400 and answer.json()["message"]


TABLE: dict[str, Any] = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "me"}]}
UNSEEN = "\u200b\u202e"  # letters that nobody sees


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": "   "}, "name"),
        ({"name": UNSEEN}, "name"),
        ({"game": "chess"}, "game"),
        ({"game": "notre-dame", "seats": [{"kind": "me"}] * 6}, "seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "seats[1].bot"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "adept+odd"}]}, "seats[2].bot"),
        ({"options": {"no-such": 1}}, "options.no-such"),
        ({"options": {"start": 2}}, "options.start"),
        ({"options": {"classes": ["king", "king"]}}, "options.classes"),
        ({"options": {"classes": ["king", "pope"]}}, "options.classes"),
        ({"options": {"classes": 7}}, "options.classes"),
        ({"options": {"classes": ["king"]}}, "options.classes"),
        ({"options": {"modules": ["usual", "universities"]}}, "options.modules"),
        ({"game": "notre-dame", "options": {"persons": "new-and-old"}}, "options.persons"),
        ({"clock": "live-11"}, "clock"),
    ],
    ids=str,
)
def test_a_table_that_can_not_be_names_the_field(api: Api, wrong: dict[str, Any], field: str) -> None:
    document = refused(api.user("Eve").ask("POST", "/tables", json={**TABLE, **wrong}), 422)
    assert document.get("field") == field, document


def test_what_only_the_table_can_refuse_names_the_field(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    waiting = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    key = {"Idempotency-Key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"'}
    assert anna.ask("POST", f"/tables/{address}/chat", json={"seat": 0, "text": "hello"}, headers=key).is_success

    def named(who: Caller, path: str, sent: Any, headers: dict[str, str] | None = None) -> Any:
        return refused(who.ask("POST", f"/tables/{path}", json=sent, headers=headers or {}), 422)["field"]

    assert named(anna, f"{address}/chat", {"seat": 0, "text": "other"}, key) == "Idempotency-Key"
    assert named(anna, f"{address}/chat", {"seat": 0, "text": UNSEEN}) == "text"
    assert named(anna, f"{address}/reports", {"place": "table", "number": 1}) == "number"
    assert named(anna, f"{address}/reports", {"place": "aside", "number": 9}) == "number"
    assert named(ben, f"{waiting}/seats/1", {"name": UNSEEN}) == "name"


def test_a_nonce_that_is_another_names_the_field(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "random", commitment="0" * 64)["table"]["id"]
    answer = anna.ask("POST", f"/tables/{address}/nonce", json={"seat": 0, "nonce": "1" * 64})
    assert refused(answer, 422, "other-nonce")["field"] == "nonce"
