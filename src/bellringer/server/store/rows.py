"""From what is kept to the database's rows and back, and the statements that all changes of a table share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import (
    Executable,
    String,
    Update,
    bindparam,
    case,
    func,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from bellringer import bots
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Document, Game
from bellringer.core.contract.registry import find
from bellringer.core.records.record_acts import BY_NO_SEAT
from bellringer.server.base.keys import BadSeal, NoKey
from bellringer.server.store.json_columns import deflated, inflated, json_of
from bellringer.server.store.models import (
    ActRow,
    AsideRow,
    PositionRow,
    RuleChangeRow,
    SayingRow,
    SeatRow,
    TableRow,
    UserRow,
)
from bellringer.server.store.parsing import bad_row, blaming, parsed
from bellringer.server.store.values.beginnings import Beginning, mark_of
from bellringer.server.store.values.fair import fair_for, fair_of
from bellringer.server.store.values.kept import (
    SIGNS,
    STANDING,
    Act,
    Aside,
    RuleChange,
    Saying,
    SeatKept,
    TableKept,
    User,
    now,
)
from bellringer.server.store.vault import BEGINNING, UNFINISHED, Vault

MOST_LINES = 100_000  # of the talk at a table that are looked for; there are far fewer (settings.py)

Line = TypeVar("Line", Saying, Aside)

# What every act executes.
ADD_ACT = insert(ActRow)
PUT_STANDING = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values(changed=bindparam("new_changed"), pending=bindparam("new_pending"))
)
# What an act executes that ends a game: the index by status would be written at every act that puts one.
ENDING = ("changed", "pending", "status", "ended_by")
PUT_ENDING = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ENDING})
)
PUT_PLACE = (
    update(SeatRow)
    .where(SeatRow.table_id == bindparam("table"), SeatRow.number == bindparam("seat"))
    .values(place=bindparam("new_place"))
)
NEW_POSITION = insert(PositionRow)
OVERWRITE = NEW_POSITION.on_conflict_do_update(
    index_elements=["table_id"],
    set_={"number": NEW_POSITION.excluded.number, "document": NEW_POSITION.excluded.document},
)

# What every page asks.
USER_OF_KEY = select(UserRow.id, UserRow.name).where(UserRow.key_hash == bindparam("key_hash"))
# The sign keeps SQLite from the index by status, where all running tables of the server are.
IS_RUNNING = literal_column("+tables.status", String) == "running"
COUNT_WAITING_FOR = (
    select(func.count(func.distinct(TableRow.id)))
    .join(SeatRow, SeatRow.table_id == TableRow.id)
    .where(
        SeatRow.person_id == bindparam("person"),
        SeatRow.ended.is_(None),
        IS_RUNNING,
        TableRow.pending.op("&")(func.pow(2, SeatRow.number)) != 0,
    )
)


@dataclass(frozen=True)
class NewAct:
    """An act that is to be stored, and what its table is after it. `changed`: when that was."""

    table: int
    act: Act
    changed: int
    status: str
    pending: int
    ended_by: str
    position: Document | None

    @property
    def standing(self) -> dict[str, Any]:
        """The values of PUT_STANDING."""
        return {"table": self.table, "new_changed": self.changed, "new_pending": self.pending}

    @property
    def ending(self) -> dict[str, Any]:
        """The values of PUT_ENDING."""
        return {"table": self.table, **{f"new_{name}": getattr(self, name) for name in ENDING}}


def place_values(table: int, places: Sequence[int]) -> list[dict[str, int]]:
    """The values by which PUT_PLACE puts the places of all seats."""
    return [{"table": table, "seat": seat, "new_place": place} for seat, place in enumerate(places)]


def touched(table: TableKept, **values: object) -> tuple[Update, Update]:
    """The statements that a table has changed now."""
    return update(TableRow).where(TableRow.id == table.id).values(changed=now(), **values), ended(table.id)


def ended(table: int) -> Update:
    """The statement that the seats of a table tell when it ended, as its row has it.

    It must follow whatever changes a status, or a finished table. It writes nothing where the seats tell it already.
    """
    at = case((TableRow.status.in_(UNFINISHED), null()), (TableRow.status == "closed", 0), else_=TableRow.changed)
    found = select(at).where(TableRow.id == table).scalar_subquery()
    return update(SeatRow).where(SeatRow.table_id == table, SeatRow.ended.is_distinct_from(found)).values(ended=found)


def overwritten(
    vault: Vault, table: TableKept, number: int, position: Document | None, status: str
) -> list[Executable]:
    """The statement that puts a position in the place of the table's last one, if there is a position."""
    if position is None:
        return []
    return [OVERWRITE.values(position_values(vault, table.id, number, position, status))]


def position_values(vault: Vault, table: int, number: int, position: Document, status: str) -> dict[str, Any]:
    """The values of a position's row, as a table of that status has it."""
    document = vault.sealed_position(table, "position", number, deflated(position), status)
    return {"table_id": table, "number": number, "document": document}


# what rows are, as far as they can be read: all of these raise BadRow


def user_of(row: Mapping[str, Any]) -> User:
    """The person of a row."""
    return User(**parsed(UserRow, row))


def seat_values(table: int, seat: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a seat's row."""
    values = dict(seat)
    return {"table_id": table, "person_id": values.pop("user"), **values}


def seat_of(row: Mapping[Any, Any]) -> SeatKept:
    """The seat of a row."""
    values = parsed(SeatRow, row)
    if values["bot"] and (values["person_id"] is not None or not bots.knows(values["bot"])):
        raise bad_row(SeatRow, row, "bot")
    return SeatKept(*(values[name] for name in ("number", "person_id", "name", "bot", "seen", "place")))


def table_of(row: Mapping[Any, Any], seats: Sequence[SeatKept], vault: Vault) -> TableKept:
    """The table of a row. Its seed is empty while the key is missing."""
    values = parsed(TableRow, row)
    with blaming(TableRow, row, "game"):
        game = find(values["game"])
    check_seats(row, game, seats)
    with blaming(TableRow, row, "options"):
        options = {name: tuple(value) if isinstance(value, list) else value for name, value in
                   json_of(values["options"]).items()}  # fmt: skip
        check_known(values["game"], len(seats), values["options"])
    with blaming(TableRow, row, "fair"):
        fair = fair_for(values["fair"], len(seats))
    with blaming(TableRow, row, "seed"):
        seed = vault.seed(values["address"], values["seed"])
    if values["pending"] >> len(seats):
        raise bad_row(TableRow, row, "pending")
    found = {"seats": tuple(seats), "options": options, "fair": fair, "seed": seed}
    beginning = beginning_of(row, values.pop("position"), vault)
    return TableKept(**{**values, **found, "beginning": beginning})


def beginning_of(row: Mapping[Any, Any], position: bytes | None, vault: Vault) -> Beginning | None:
    """What the table of a row begins from that is not dealt; without its position while the key is missing."""
    with blaming(TableRow, row, "beginning"):
        if row["beginning"] is None and position is None:
            return None
        mark = mark_of(row["beginning"])
    with blaming(TableRow, row, "position"):
        if not position:
            raise bad_row(TableRow, row, "position")
        try:
            return Beginning(mark, vault.position(row["id"], BEGINNING, 0, position))
        except NoKey:
            return Beginning(mark, b"")


def check_seats(row: Mapping[Any, Any], game: Game, seats: Sequence[SeatKept]) -> None:
    """Raises BadRow unless these can be the seats of a table: as many as its game has, and none open once it begins."""
    are_all = [seat.number for seat in seats] == list(range(len(seats)))
    is_for_so_many = game.fewest_seats <= len(seats) <= game.most_seats
    is_begun = row["status"] not in ("waiting", "closed")
    have_places = all(seat.place is None or seat.place <= len(seats) for seat in seats)
    if not (are_all and is_for_so_many and have_places) or (is_begun and any(seat.is_open for seat in seats)):
        raise bad_row(TableRow, row, "seats")


def silence_of(row: Mapping[Any, Any]) -> tuple[int, int]:
    """Who sits at a void table, and since when it is void for want of that person's nonce: 0 if it is not.

    Raises BadRow.
    """
    person: int = row["person_id"]
    with blaming(TableRow, row, "fair"):
        fair = fair_of(row["fair"])
        return person, fair.voided if fair is not None and person in fair.silent else 0


@lru_cache(4_096)
def check_known(game: str, seats: int, options: str) -> None:
    """Look whether a game has these options. Raises OptionError, TypeError; what is well is asked but once."""
    found = {name: tuple(value) if isinstance(value, list) else value for name, value in json_of(options).items()}
    check_options(find(game), seats, found, is_new=False)


def act_of(table: TableKept, row: Mapping[Any, Any], vault: Vault) -> Act:
    """The act of a row, opened if it is sealed. Raises NoKey, too."""
    values = parsed(ActRow, {**row, "table_id": table.id})
    try:
        opened = vault.act(table.id, {name: values[name] for name in row})
    except BadSeal:
        raise bad_row(ActRow, values, "sealed") from None
    column = "kind" if values["sealed"] is None else "sealed"
    with blaming(ActRow, values, column):
        act = Act(**opened)
        parsed(ActRow, opened)
        if not is_possible(act, len(table.seats)):
            raise bad_row(ActRow, values, column)
    return act


def is_possible(act: Act, seats: int) -> bool:
    """Whether an act is one that a seat can have done, as far as it can be told without the game."""
    match act.kind:
        case "move":
            is_word = act.word != ""
        case "undo" | "back":
            is_word = re.fullmatch("[0-9]{0,4}", act.word) is not None
        case "lend" | "late":
            is_word = bots.knows(act.word)
        case "standing":
            is_word = act.word in STANDING
        case kind:
            is_word = kind != "" and act.word == ""
    is_seat = act.seat == 0 if act.kind in BY_NO_SEAT else act.seat < seats
    return is_word and is_seat and act.number > 0


def position_of(table: TableKept, row: Mapping[Any, Any], vault: Vault) -> tuple[int, Document]:
    """The number of the act before the position of a row, and the position. Raises NoKey, too."""
    values = parsed(PositionRow, {**row, "table_id": table.id})
    return values["number"], opened_document(PositionRow, "position", values, vault)


def rule_change_of(row: Mapping[Any, Any], vault: Vault) -> RuleChange:
    """The change of rules of a row. Raises NoKey, too."""
    values = parsed(RuleChangeRow, row)
    position = opened_document(RuleChangeRow, "change", values, vault)
    return RuleChange(values["number"], values["before"], values["after"], values["dropped"], position)


def opened_document(
    model: type[PositionRow | RuleChangeRow], kind: str, values: Mapping[str, Any], vault: Vault
) -> Document:
    """The position of a row. Raises NoKey, BadRow."""
    try:
        data = vault.position(values["table_id"], kind, values["number"], values["document"])
    except BadSeal:
        raise bad_row(model, values, "document") from None
    with blaming(model, values, "document"):
        return inflated(data)


def saying_of(row: Mapping[Any, Any], seats: int) -> Saying:
    """The line of the chat of a row."""
    values = parsed(SayingRow, row)
    if values["seat"] >= seats:
        raise bad_row(SayingRow, row, "seat")
    check_line(SayingRow, row)
    return Saying(**{name: value for name, value in values.items() if name != "table_id"})


def aside_of(row: Mapping[Any, Any]) -> Aside:
    """The line of a spectator of a row."""
    values = parsed(AsideRow, row)
    check_line(AsideRow, row)
    return Aside(*(values[name] for name in ("number", "person_id", "name", "text", "at", "kind")))


def check_line(model: type[SayingRow | AsideRow], row: Mapping[Any, Any]) -> None:
    """Raises BadRow unless a line has a number that lines have, and its sign, if it is one, is known."""
    if not 0 < row["number"] <= MOST_LINES:
        raise bad_row(model, row, "number")
    if row["kind"] == "sign" and row["text"] not in SIGNS:
        raise bad_row(model, row, "text")


def in_places(lines: Iterable[Line], gone: Callable[[int], Line]) -> list[Line]:
    """Lines with each in the place that its number says, which others go by: what can't be read there is gone."""
    found = {line.number: line for line in lines}
    return [found.get(number) or gone(number) for number in range(1, max(found, default=0) + 1)]
