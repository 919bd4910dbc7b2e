"""The table of fields by itself, on a small game that exists in this file only."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bellringer import PositionError
from bellringer.core.fields import (
    ABSENT,
    ALL,
    OWNER,
    Asks,
    ByPlace,
    BySeat,
    Counts,
    Documents,
    Entry,
    Field,
    FieldTable,
    Flag,
    Follows,
    Items,
    Kept,
    Listed,
    Name,
    Names,
    Number,
    Observed,
    OptionalName,
    Part,
    Phase,
    Plan,
    Read,
    Reading,
    Row,
    Said,
    Seat,
    Seats,
    Shown,
    plan_of,
    viewer,
)
from bellringer.core.fields.codec_source import codec_files
from bellringer.core.fields.struct import read_struct, unlike_table

SEATS = ("north", "south")
HILLS = ("high", "low")

PXD = """
ctypedef struct Tent:
    uint8_t owner           # a seat
    uint8_t is_new

ctypedef struct Camp:
    Head head
    uint8_t phase
    uint8_t start
    uint8_t width           # of the box
    uint8_t coins[MOST_SEATS]   # in the purse
    int8_t hill[MOST_SEATS]
    uint8_t bits[MOST_SEATS]
    uint8_t total
    uint8_t spare[2]
    Tent tents[HILLS][3]
    uint8_t tent_count[HILLS]
    int8_t pool[9]
    uint8_t in_pool
"""
DIGIT = Number(0, 9)
TENT = Row(
    Field("owner", Seat(SEATS), "owner", default="north", seen=lambda look, row: bool(look.eyes >> row[0] & 1)),
    Field("new", Flag(), "is_new", default=False, seen=ALL, shown_as="fresh"),
)
ENTRIES: tuple[Entry, ...] = (
    Part("box", lambda: {"type": "object"}, {"width": DIGIT}, lambda look: {"wide": 3}, lambda reading: {"width": 3}),
    Field("phase", Phase(("rest", "walk")), "phase", default="rest", seen=ALL),
    Field("start", Seat(SEATS), "start", default=lambda reading: reading.seats - 1, seen=ALL),
    viewer(SEATS),
    BySeat(
        "players",
        SEATS,
        (
            Field("coins", Number(0, 9), "coins", default=2, seen=OWNER, instead=None),
            Field("hill", OptionalName(HILLS), "hill", default=None, seen=ALL),
            Field("bits", Names(("a", "b", "c")), "bits", default=(), seen=OWNER),
            Said("wish", Number(0, 3)),
            Shown("rich", Flag(), lambda look, p: look["coins"][p] > 5 or ABSENT, seen=ALL),
        ),
    ),
    Follows("total", Number(0, 18), lambda reading: sum(reading["coins"])),
    Kept("spare", "no rule uses it"),
    Field("tents", ByPlace(HILLS, Items(TENT, 3), empty=[]), Listed("tents", "tent_count", "tents"), {}, seen=ALL),
    Field("pool", Items(DIGIT, 9), Listed("pool", "in_pool", "in_pool"), default=(), instead=len, viewed_as=DIGIT),
)


def plain_asks(reading: Reading) -> list[tuple[int, int, int, int]]:
    """One question of the seat that begins."""
    return [(1, 1 << reading["start"], 0, 0)]


ASKS = Asks(
    kinds=(("go", "hill", ""), ("sleep", "", "")),
    seats=Seats(SEATS),
    arguments={"hill": Name(HILLS)},
    most=1,
    plain=plain_asks,
    check=lambda *_: None,
)
TABLE = FieldTable("camp", "Camp", 1, (2, 2), 2, SEATS, ENTRIES, ASKS, laws=("asks",))


class Codec:
    """What the compiled codec does, for a state that is a plain object."""

    def read(self, state: Any) -> dict[str, Any]:
        return dict(state.numbers)

    def read_box(self, state: Any) -> dict[str, Any]:
        return {"width": 3}

    def box(self, state: Any) -> bytes:
        return b"\x03"

    def write(self, state: Any, seats: int, numbers: Any) -> None:
        state.numbers = dict(numbers)


def state(table: FieldTable = TABLE, over: bool = False, **said: Any) -> Any:
    """The state of a document."""
    numbers = Reading(table, said).read_all()
    asks = tuple(table.asks.read(Reading(table, said)))
    return SimpleNamespace(seats=2, over=over, asks=asks, dice=(1, 2, 3, 4), drawn=(0,), revealed=0, numbers=numbers)


def documents(table: FieldTable = TABLE) -> Documents:
    """What writes them."""
    return Documents(table, Codec(), None)  # type: ignore[arg-type]


def view(seat: int | None, table: FieldTable = TABLE, **said: Any) -> dict[str, Any]:
    """A view of a document's state."""
    return documents(table).view(state(table, **said), seat)


# reading


def test_what_a_document_leaves_out_is_as_the_table_says() -> None:
    numbers = Reading(TABLE, {}).read_all()
    assert numbers == {
        **{"width": 3, "phase": 0, "start": 1, "coins": [2, 2], "hill": [-1, -1], "bits": [0, 0], "total": 4},
        **{"tents": [[], []], "in_pool": []},
    }


def test_what_a_document_says_is_read_by_its_kind() -> None:
    players = {"south": {"coins": 7, "hill": "low", "bits": ["c", "a"]}}
    tents = {"low": [{"owner": "south", "new": True}, {}]}
    numbers = Reading(TABLE, {"phase": "over", "start": "north", "players": players, "tents": tents}).read_all()
    assert (numbers["phase"], numbers["start"], numbers["coins"], numbers["total"]) == (1, 0, [2, 7], 9)
    assert (numbers["hill"], numbers["bits"]) == ([-1, 1], [0, 5])
    assert numbers["tents"] == [[], [(1, 1), (0, 0)]]


def test_a_number_is_read_when_it_is_first_asked_for() -> None:
    """So a default may depend on what stands later in the table."""
    reading = Reading(TABLE, {"players": {"south": {"coins": 5}}})
    assert reading["total"] == 7 and set(reading.numbers) == {"coins", "total"}


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({"players": {"east": {}}}, "players"),
        ({"start": "east"}, "start"),
        ({"tents": {"high": [{}, {"owner": "east"}]}}, "tents.high[1].owner"),
        ({"asks": [{"ask": "go", "seats": ["east"], "hill": "high"}]}, "asks[0].seats"),
        ({"asks": [{"ask": "go", "seats": ["north"]}]}, "asks[0]"),
        ({"asks": [{"ask": "sleep", "seats": ["north"], "hill": "high"}]}, "asks[0].hill"),
        ({"asks": []}, "asks"),
    ],
)
def test_what_can_not_be_is_refused_with_its_path(said: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as refusal:
        state(**said)
    assert refusal.value.path == path


def test_a_field_of_another_phase_is_refused_and_left_out() -> None:
    pace = Field("pace", Number(0, 5), "pace", default=0, seen=ALL, phases=("walk",))
    table = replace(TABLE, entries=(*ENTRIES, pace))
    with pytest.raises(PositionError, match="nothing in the phase rest; only in walk"):
        state(table, pace=2)
    assert "pace" not in view(None, table) and "pace" not in documents(table).position(state(table))
    assert view(None, table, phase="walk", pace=2)["pace"] == 2


def test_a_check_looks_at_what_was_read() -> None:
    def few(reading: Reading) -> None:
        if reading["start"] == 1:
            raise PositionError("start", "south never begins")

    checked = replace(ENTRIES[2], check=few)  # type: ignore[type-var]
    with pytest.raises(PositionError, match="south never begins"):
        state(replace(TABLE, entries=(*ENTRIES[:2], checked, *ENTRIES[3:])))


# positions and views


def test_a_position_has_everything_in_the_order_of_the_table() -> None:
    said = {"players": {"north": {"coins": 7}}, "tents": {"high": [{"owner": "south"}]}, "pool": [4, 4]}
    position = documents().position(state(**said))
    assert list(position) == [
        *("game", "rules", "seats", "box", "phase", "start", "players", "tents", "pool", "asks", "dice", "revealed"),
    ]
    assert position["players"]["north"] == {"coins": 7, "hill": None, "bits": []}
    assert position["tents"] == {"high": [{"owner": "south", "new": False}]} and position["pool"] == [4, 4]
    Draft202012Validator(json.loads(TABLE.schema)).validate(position)


def test_a_view_has_what_its_seat_sees() -> None:
    said = {"players": {"north": {"coins": 7, "bits": ["a"]}}, "tents": {"high": [{"owner": "south"}]}, "pool": [4]}
    north, south, nobody = (view(seat, **said) for seat in (0, 1, None))
    assert north["players"]["north"] == {"coins": 7, "hill": None, "bits": ["a"], "rich": True}
    assert south["players"]["north"] == nobody["players"]["north"] == {"coins": None, "hill": None, "rich": True}
    assert south["players"]["south"] == {"coins": 2, "hill": None, "bits": []}
    assert (north["seat"], south["seat"], nobody["seat"]) == ("north", "south", None)
    assert south["tents"] == {"high": [{"owner": "south", "fresh": False}]}
    assert north["tents"] == nobody["tents"] == {"high": [{"fresh": False}]}
    assert [one["pool"] for one in (north, south, nobody)] == [1, 1, 1]
    assert "dice" not in north and "total" not in north


def test_a_whole_view_has_the_seats_own_things_and_each_row_that_anybody_knows() -> None:
    whole = documents().whole_view(state(tents={"high": [{"owner": "south"}]}))
    assert whole["seat"] is None and whole["pool"] == 0
    assert [player["coins"] for player in whole["players"].values()] == [2, 2]
    assert whole["tents"] == {"high": [{"owner": "south", "fresh": False}]}


def test_a_box_that_does_not_say_who_sees_it_is_in_no_view() -> None:
    assert "box" not in view(0) and documents().box_of(state()) == {"wide": 3}
    shown = replace(TABLE, entries=(replace(ENTRIES[0], seen=ALL), *ENTRIES[1:]))  # type: ignore[type-var]
    assert view(None, shown)["box"] == {"wide": 3}


def test_no_spectator_owns_what_stands_outside_the_seats() -> None:
    table = replace(TABLE, entries=(*ENTRIES, Field("secret", DIGIT, "secret", default=1, seen=OWNER)))
    assert "secret" not in view(None, table) and "secret" not in view(0, table)


# adding a field: a member of the struct and an entry of the table are all that documents need


def with_torches(seen: Any = None) -> FieldTable:
    """The table with a field more; `seen`: what it says of who sees it."""
    told = {} if seen is None else {"seen": seen}
    return replace(TABLE, entries=(*ENTRIES, Field("torches", Counts(HILLS, 4), "torches", default={"low": 1}, **told)))


def test_a_new_field_is_read_written_and_kept_in_the_struct() -> None:
    struct = read_struct(PXD.replace("uint8_t total", "uint8_t torches[HILLS]\n    uint8_t total"))
    assert unlike_table(struct, TABLE) == ["torches: a member of Camp without an entry in the table"]
    assert unlike_table(struct, with_torches()) == []
    codec = codec_files(with_torches(), struct, "games.camp")["codec.py"]
    assert '"torches": [s.torches[i] for i in range(HILLS)],' in codec
    assert "s.torches[i] = values[i]" in codec
    assert '"torches"' in with_torches().schema
    assert state(with_torches()).numbers["torches"] == [0, 1]
    found = state(with_torches(), torches={"high": 3})
    assert documents(with_torches()).position(found)["torches"] == {"high": 3}


def test_a_new_field_is_seen_by_nobody_until_it_says_who_sees_it() -> None:
    assert "torches" not in view(0, with_torches()) and "torches" not in view(None, with_torches())
    assert all("torches" not in span.name for span in plan(with_torches()).spans)
    shown = with_torches(seen=ALL)
    assert view(None, shown)["torches"] == {"low": 1}
    assert [span.parts for span in plan(shown).spans if span.name == "torches"] == [HILLS]


TENT_PITCHED = Field("pitched", TENT, "pitched", default={}, seen=ALL, omit=(0, 0))


def test_a_number_that_documents_leave_out_stands_in_none() -> None:
    table = replace(TABLE, entries=(*ENTRIES, TENT_PITCHED))
    assert "pitched" not in view(None, table) and "pitched" not in documents(table).position(state(table))
    found = state(table, pitched={"new": True})
    assert documents(table).position(found)["pitched"] == {"owner": "north", "new": True}
    assert documents(table).view(found, 0)["pitched"] == {"owner": "north", "fresh": True}


def test_a_row_leaves_out_what_its_fields_leave_out() -> None:
    row = Row(TENT.fields[0], replace(TENT.fields[1], omit=0))
    table = replace(TABLE, entries=(*ENTRIES, replace(TENT_PITCHED, kind=row, omit=None)))
    assert documents(table).position(state(table))["pitched"] == {"owner": "north"}
    assert documents(table).position(state(table, pitched={"new": True}))["pitched"] == {"owner": "north", "new": True}


# the struct and its codec


def test_a_struct_within_the_struct_is_read_and_written_member_by_member() -> None:
    struct = read_struct(PXD.replace("uint8_t total", "Tent pitched\n    uint8_t total"))
    table = replace(TABLE, entries=(*ENTRIES, TENT_PITCHED))
    assert unlike_table(struct, table) == []
    codec = codec_files(table, struct, "games.camp")["codec.py"]
    assert '"pitched": (s.pitched.owner, s.pitched.is_new),' in codec
    assert "        s.pitched.owner = values[0]\n        s.pitched.is_new = values[1]" in codec


def test_the_table_fits_its_struct() -> None:
    assert unlike_table(read_struct(PXD), TABLE) == []


def test_a_row_must_have_the_members_of_its_struct() -> None:
    other = PXD.replace("uint8_t is_new", "uint8_t is_old")
    assert unlike_table(read_struct(other), TABLE) == ["tents: has the members owner, is_old, not owner, is_new"]


def test_a_member_has_one_entry() -> None:
    twice = replace(TABLE, entries=(*ENTRIES, Kept("total", "by mistake")))
    assert unlike_table(read_struct(PXD), twice) == ["total: has two entries in the table"]


def test_a_file_without_a_struct_of_a_state_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with the member head"):
        read_struct("ctypedef struct Tent:\n    uint8_t owner\n")


def test_the_codec_goes_as_far_as_the_seats_and_the_counts_say() -> None:
    codec = codec_files(TABLE, read_struct(PXD), "games.camp")["codec.py"]
    assert '"coins": [s.coins[i] for i in range(s.head.seats)],' in codec
    assert "[(s.tents[i][j].owner, s.tents[i][j].is_new) for j in range(s.tent_count[i])]" in codec
    assert '"in_pool": [s.pool[i] for i in range(s.in_pool)],' in codec
    assert "spare" not in codec


def test_a_table_without_a_box_has_a_codec_too() -> None:
    struct = read_struct(PXD.replace("    uint8_t width           # of the box\n", ""))
    files = codec_files(replace(TABLE, entries=ENTRIES[1:]), struct, "games.camp")
    functions = {node.name for node in ast.parse(files["codec.py"]).body if isinstance(node, ast.FunctionDef)}
    assert functions > {"struct_of", "read", "read_box", "box", "write"}
    assert documents(replace(TABLE, entries=ENTRIES[1:])).box_of(state()) == {}


# observations


def test_what_views_have_instead_must_have_a_kind() -> None:
    with pytest.raises(TypeError, match="viewed_as"):
        Field("pool", Items(Number(0, 9), 9), "pool", instead=len)


OBSERVED = Observed(
    spans={
        "players.coins": Read("the number", is_own=True, scale=9),
        "players.bits": Read("1 at each name", lambda there: ("a", "b", "c"), is_own=True),
        "players.rich": None,
        "tents": None,
        "pool": None,
    }
)
PLACES = {name: (number, 1, 1, False) for number, name in enumerate(("phase", "start", "hill", "torches", "width"))}


def plan(table: FieldTable = TABLE, seat: int = 0) -> Plan:
    """What the observations of the usual table hold."""
    table = replace(table, observed=table.observed if table.observed.spans else OBSERVED)
    return plan_of(table, PLACES, documents(table).look(state(table), seat))


def test_an_observation_has_a_span_for_each_field_that_somebody_sees() -> None:
    assert [(span.name, span.width) for span in plan().spans] == [
        *(("phase", 3), ("start", 2), ("seat", 2), ("players.0.coins", 1), ("players.0.bits", 3)),
        *(("players.0.hill", 2), ("players.1.hill", 2), ("asks.ask", 2), ("asks.seats", 2), ("asks.hill", 2)),
    ]


def test_the_same_layout_has_the_same_version_and_another_one_has_not() -> None:
    assert plan().version == plan().version
    scaled = replace(OBSERVED, spans={**OBSERVED.spans, "players.coins": Read("the number", is_own=True, scale=5)})
    assert plan(replace(TABLE, observed=scaled)).version != plan().version


def test_a_span_that_is_always_zero_and_names_that_can_not_come_up_are_left_out() -> None:
    def can_be(look: Any, name: str) -> bool:
        return name not in ("start", "ask.go")

    fewer = replace(OBSERVED, can_be=can_be, in_play=lambda look: {HILLS: (1,)})
    found = {span.name: span.parts for span in plan(replace(TABLE, observed=fewer)).spans}
    assert "start" not in found and "asks.hill" not in found
    assert found["asks.ask"] == ("sleep",) and found["players.1.hill"] == ("low",)


@pytest.mark.parametrize("name", ["players.coins", "players.bits", "players.rich", "tents", "pool"])
def test_what_no_kind_can_say_needs_a_reader(name: str) -> None:
    spans = {key: said for key, said in OBSERVED.spans.items() if key != name}
    with pytest.raises(TypeError, match=name):
        plan(replace(TABLE, observed=replace(OBSERVED, spans=spans)))
