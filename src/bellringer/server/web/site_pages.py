"""The pages around the tables: the front page, a new table, sitting down, my tables, the rules, about."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.bots import LEVELS
from bellringer.core.contract.registry import find, game_names
from bellringer.core.errors import BellringerError, OptionError
from bellringer.core.nearest import meant
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.heads import end_head
from bellringer.server.base.packed import Packed
from bellringer.server.drawing.site.labels import (
    ago,
    details_of,
    fault_words,
    game_name,
    level_choices,
    manner_choices,
    mark_of,
    people_words,
    seat_letter,
    seat_words,
)
from bellringer.server.drawing.site.previews import PICTURE_HEADERS
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name, is_like_any
from bellringer.server.people.public_names import is_public, public_name
from bellringer.server.store import SeatKept, TableKept
from bellringer.server.store.models import HINTS, TEACHING, WATCHING
from bellringer.server.store.values import clocks
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.tables.live.seating import NAMES, check_named
from bellringer.server.tables.making.found_positions import FoundPosition
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import (
    JOINING,
    SeatRequest,
    TableRequest,
    levels,
    opponents,
    usual_seats,
    with_manner,
)
from bellringer.server.tables.verbs.renaming import rename, renamed_at
from bellringer.server.tables.verbs.repeats import Sent
from bellringer.server.visitors.forms import number_of, sent_form, text_of
from bellringer.server.visitors.security import LANGUAGE_COOKIE, YEAR
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.lobby import deal_of, is_away, lobby_context
from bellringer.server.web.option_fields import fields_of, options_said, said_in, wrong_options
from bellringer.server.web.pages import Pages
from bellringer.server.web.table_pages import HTML, go_to, lobby_page
from bellringer.server.web.whole_pages import page
from bellringer.server.web.wrong_fields import FINE, Wrong, as_refused, wrong_of

router = Pages()
USUAL_LEVEL = "apprentice"
LISTED = 30


@router.get("/")
async def front(request: Request) -> Response:
    """The front page: the games, the open tables, and the user's own."""
    session = await Session.of(request)
    return page(
        session,
        "front.html",
        games=[game_card(session, game) for game in game_names()],
        levels=level_choices(session.words, LEVELS),
        level=USUAL_LEVEL,
        open_tables=await listed(session, "open", session.service.tables.where_one_may_sit, open_table),
        running=await listed(session, "shown", session.service.tables.where_one_may_watch, running_table),
        mine=await mine_of(session),
    )


def game_card(session: Session, game: str) -> dict[str, Any]:
    """The values of a game on the front page."""
    found = find(game)
    return {
        "id": game,
        "name": game_name(session.language, game),
        "picture": f"/picture/{game}.svg?lang={session.language}",
        "seats": f"{found.fewest_seats}–{found.most_seats}",
        "fewest": found.fewest_seats,
        "most": found.most_seats,
        "usual": usual_seats(found),
        "has_guide": found.guide is not None,
        "has_lessons": found.lessons is not None,
        "has_puzzles": game in session.service.puzzles.games,
    }


async def listed(
    session: Session,
    kind: str,
    found: Callable[[int], Awaitable[list[TableKept]]],
    values_of: Callable[[Session, TableKept], dict[str, Any]],
) -> list[dict[str, Any]]:
    """The values of some tables, the same for all who read the language, as they were a moment ago."""

    async def make() -> list[dict[str, Any]]:
        return [values_of(session, kept) for kept in await found(LISTED)]

    return await session.service.tables.lately(f"{kind} in {session.language}", make)


def open_table(session: Session, kept: TableKept) -> dict[str, Any]:
    """The values of a table where anyone may sit."""
    return {
        "url": f"/t/{kept.address}",
        "game": kept.game,
        "game_name": game_name(session.language, kept.game),
        "seats": len(kept.seats),
        "taken": sum(not seat.is_open for seat in kept.seats),
        "host": host_of(kept),
        "details": details_of(session.words, kept),
    }


def host_of(kept: TableKept) -> str:
    """The name of a table's maker; empty for one who does not sit there."""
    return next((seat.name for seat in kept.seats if seat.user == kept.host), "")


def running_table(session: Session, kept: TableKept) -> dict[str, Any]:
    """The values of a game that anyone may watch."""
    return {
        "url": f"/t/{kept.address}",
        "game": kept.game,
        "game_name": game_name(session.language, kept.game),
        "seats": len(kept.seats),
        "people": people_words(session.words, kept),
        "mark": mark_of(session.words, kept),
    }


async def mine_of(session: Session) -> list[dict[str, Any]]:
    """The user's own tables: those that wait for the user first, finished ones last."""
    if session.user is None:
        return []
    tables = session.service.tables
    found = [*await tables.of(session.user, LISTED), *await tables.of(session.user, LISTED // 3, is_over=True)]
    shown = [await my_table(session, kept) for kept in found]
    return sorted(shown, key=lambda table: (not table["my_turn"], table["status"] in ("over", "void")))


async def my_table(session: Session, kept: TableKept) -> dict[str, Any]:
    """The values of one of the user's own tables."""
    assert session.user is not None
    own = [seat.number for seat in kept.seats if seat.user == session.user.id]
    return {
        "url": f"/t/{kept.address}",
        "game": kept.game,
        "game_name": game_name(session.language, kept.game),
        "details": details_of(session.words, kept),
        "status": kept.status,
        "my_turn": kept.status == "running" and any(kept.pending >> number & 1 for number in own),
        "players": people_words(session.words, kept),
        "when": ago(session.words, kept.changed),
        "place": await place_of(session, kept, own) if kept.status == "over" else None,
    }


async def place_of(session: Session, kept: TableKept, own: list[int]) -> int | None:
    """The user's best place at a finished table."""
    try:
        places = await session.service.tables.places_at(kept)
    except Refused:
        return None
    return min((places[number] for number in own if places[number]), default=None)


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The page with the user's own tables."""
    return await mine_page(await Session.of(request))


async def mine_page(session: Session, typed: str | None = None, back: str = "/mine", wrong: Wrong = FINE) -> Response:
    """The user's own tables and name. `typed`: a name that was refused; `wrong`: why; `back`: where it was typed."""
    name = typed if typed is not None else session.user.name if session.user is not None else ""
    return page(
        session, "mine.html", wrong.status, mine=await mine_of(session), typed=name, back=back, error=wrong.text
    )


@router.post("/name", "/mine")
async def change_name(request: Request) -> Response:
    """Give the visitor another name, and return to the page where it was typed."""
    session, form = await sent_form(request)
    name, back = text_of(form, "name"), own_path(text_of(form, "back"))
    try:
        changed = await renamed_at(session.service.tables, session.user, name) if session.user is not None else []
        with session.service.store.changes.as_one():
            session.introduce(name)
            rename(session.service.tables, changed)
    except (OptionError, Refused) as error:
        return await mine_page(session, name, back, wrong_of(session, error))
    return session.finish(RedirectResponse(back, 303))


def own_path(text: str) -> str:
    """The path of a page of ours to return to; the front page for anything else."""
    is_ours = text.startswith("/") and not text.startswith("//") and "\\" not in text and text.isprintable()
    return text if is_ours else "/"


@router.get("/picture/{name}")
async def the_picture(request: Request, name: str) -> Response:
    """A game's board, as a file."""
    game = name.removesuffix(".svg")
    if game not in game_names():
        raise Refused("missing", "there is no such picture", 404)
    lang = request.query_params.get("lang", "")
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    found: Packed = await request.app.state.service.pictures.picture(game, language)
    return found.answer(request, PICTURE_HEADERS)


# a new table


@router.post("/play", "/")
async def play_now(request: Request) -> Response:
    """Make a table against bots, with one click."""
    session, form = await sent_form(request, "new_tables")
    game = checked_game(text_of(form, "game"))
    seats, level = number_of(form, "seats") or usual_seats(find(game)), text_of(form, "level") or USUAL_LEVEL
    if not find(game).fewest_seats <= seats <= find(game).most_seats:  # before as many are thought of
        raise Refused("bad", f"{game} is not for {seats} seats", 422)
    sittings = (SeatRequest("me"), *opponents(level, seats - 1))
    wanted = TableRequest(game, sittings, {"start": secrets.randbelow(seats)})
    has_name = session.user is not None and is_public(session.user)
    return await make_once(session, form, wanted, "" if has_name else public_name(session.words))


async def make_once(
    session: Session, form: FormData, wanted: TableRequest, name: str, found: FoundPosition | None = None
) -> Response:
    """Make a table, or go to the one that the same form has made, unless the game there is over. Raises OptionError.

    `name`: the maker's from now on; empty for the one that the maker has. `found`: where it begins, if it is not dealt.
    Each time the page may commit to another nonce: that alone makes no other form of it.
    """
    asked = [item for item in form.multi_items() if item[0] != "commitment"]
    sent = session.sent(text_of(form, "once"), asked)
    async with session.service.repeats.in_turn(sent):
        return await make_sent(session, form, wanted, name, sent, found)


async def make_sent(
    session: Session, form: FormData, wanted: TableRequest, name: str, sent: Sent | None, found: FoundPosition | None
) -> Response:
    """Make a table at the turn of its form, or go to the one that this has made. Raises OptionError, Refused."""
    tables, kept = session.service.tables, await made_before(session, sent)
    made = await tables.find(kept.address) if kept is not None and kept.status in UNFINISHED else None
    way = await session.service.giving_way.find(session.user, session.where)
    with session.service.repeats.attempt(sent) as attempt:
        address = attempt.address
        if kept is not None:
            if made is not None and made.kept.status in UNFINISHED:
                return go_to(session, made)
            address = ""
        setup, where = session.service.setup, session.where
        if found is None:
            setup.check_wanted(wanted, session.user, where=where)
        else:
            setup.check_from(found, wanted, session.user, where)
        attempt.note()
        user = session.introduce(name) if name or session.user is None else session.user
        if found is None:
            made = setup.make(user, wanted, where, address, text_of(form, "commitment"), way)
        else:
            made = setup.make_from(user, found, wanted, where, address, way)
        return go_to(session, made)


async def made_before(session: Session, sent: Sent | None) -> TableKept | None:
    """The table that a form has made when it came before, if it is there."""
    tables, before = session.service.tables, await session.service.repeats.came_before(sent)
    if before is None:
        return None
    room = tables.rooms.get(before.address)  # it may have been made a moment ago, and is stored soon
    return room.kept if room is not None else await tables.kept(before.address)


def checked_game(name: str) -> str:
    """Return the name of a game. Raises Refused for an unknown one."""
    if name not in game_names():
        raise Refused("missing", f"no game is called {name!r}{meant(name, game_names())}", 404)
    return name


@router.get("/new/{game}")
async def new_table(request: Request, game: str) -> Response:
    """The form of a new table."""
    session = await Session.of(request)
    return new_page(session, checked_game(game), usual_values(session, game))


def usual_values(session: Session, game: str) -> dict[str, Any]:
    """The values that the form begins with."""
    found = find(game)
    me = session.user.name if session.user is not None else ""
    sittings = {f"who_{number}": f"bot:{USUAL_LEVEL}" for number in range(2, found.most_seats + 1)}
    return {"seats": usual_seats(found), "who_1": "me", **sittings, "name_1": me, "clock": "none", "joining": "link",
            "watching": WATCHING[0], "hints": HINTS[0], "teaching": TEACHING[0]}  # fmt: skip


def new_page(
    session: Session,
    game: str,
    values: Mapping[str, Any],
    errors: Mapping[str, str] | None = None,
    status: int = 422,
) -> Response:
    """The form with the sent values and the errors."""
    found = find(game)
    options = {name: values[name] for name in found.options if name in values}
    seats = [
        {"number": number, "colour": colour, "letter": seat_letter(game, colour, session.language),
         "words": seat_words(game, colour, session.language)}
        for number, colour in enumerate(found.seat_names(found.most_seats), start=1)
    ]  # fmt: skip
    return page(
        session,
        "new.html",
        status if errors else 200,
        game={"id": game, "name": game_name(session.language, game)},
        fields=fields_of(session.words, game, options),
        seats=seats,
        fewest=found.fewest_seats,
        most=found.most_seats,
        levels=level_choices(session.words, levels()),
        manners=manner_choices(session.words),
        clocks=[(name, session.words(f"clock.{name}")) for name in clocks.KINDS],
        joining=[(name, session.words(f"joining.{name}")) for name in JOINING],
        watching=[(name, session.words(f"watch.{name}")) for name in WATCHING],
        hints=[(name, session.words(f"hints.{name}")) for name in HINTS],
        teaching=[(name, session.words(f"teaching.{name}")) for name in TEACHING],
        values=values,
        errors=errors or {},
    )


@router.post("/new/{game}", "/new/{game}")
async def make_table(request: Request, game: str) -> Response:
    """Make a new table from the form, or show the form again with its errors."""
    session, form = await sent_form(request)
    checked_game(game)
    values = values_of(form, game)
    try:
        session.count("new_tables")
        wanted = wanted_of(values, game)
        name = next((sitting.name for sitting in wanted.seats if sitting.kind == "me"), "") or values.get("name_1", "")
        if bad := [field for field in name_fields(wanted, values) if not is_name(values.get(field, ""))]:
            return new_page(session, game, values, dict.fromkeys(bad, session.words("refused.no-name")))
        return await make_once(session, form, wanted, name)
    except OptionError as error:
        return new_page(session, game, values, errors_of(session, game, values, error))
    except Refused as error:
        wrong = wrong_of(session, error)
        field = taken_in(values, wanted) if wrong.code == "name-taken" else "form"
        return new_page(session, game, values, {field: wrong.text}, wrong.status)


def name_fields(wanted: TableRequest, values: Mapping[str, Any]) -> list[str]:
    """The fields whose names count: the first, which is the maker's, and those of people that are filled in."""
    people = [number for number, sitting in enumerate(wanted.seats, start=1) if sitting.kind in ("me", "here")]
    own = next((number for number in people if wanted.seats[number - 1].kind == "me"), 1)
    first = f"name_{own}" if values.get(f"name_{own}") else "name_1"
    return list(dict.fromkeys([first, *(f"name_{number}" for number in people if values.get(f"name_{number}"))]))


def is_name(text: str) -> bool:
    """Whether a text can be the name of somebody."""
    try:
        return bool(checked_name(text))
    except OptionError:
        return False


def taken_in(values: Mapping[str, Any], wanted: TableRequest) -> str:
    """The field with the name that a bot has."""
    fields = name_fields(wanted, values)
    bots = NAMES[: len(wanted.seats)]
    return next((field for field in fields if is_like_any(values.get(field, ""), bots)), fields[0])


@router.post("/new/{game}/check", "/new/{game}")
async def check_choices(request: Request, game: str) -> Response:
    """Say what is missing or impossible in the form as it is filled in now."""
    session, form = await sent_form(request)
    checked_game(game)
    try:
        session.service.setup.check_wanted(wanted_of(values_of(form, game), game), session.user, where=session.where)
    except OptionError as error:
        found = {"kind": "wrong", "text": fault_words(session.words, game, error)}
    except Refused as error:
        found = {"kind": "wrong", "text": wrong_of(session, error).text}
    else:
        found = {"kind": "ready", "text": session.words("new.ready")}
    return page(session, "new_check.html", found=found)


def errors_of(session: Session, game: str, values: Mapping[str, Any], error: OptionError) -> dict[str, str]:
    """The errors of a form by field; an error that no single field causes is one of the whole form."""
    wrong = wrong_options(session.words, game, values["seats"], options_said(values, find(game)))
    if error.fault is not None:
        wrong[error.fault.option] = fault_words(session.words, game, error)
    return wrong or {"form": fault_words(session.words, game, error)}


def values_of(form: FormData, game: str) -> dict[str, Any]:
    """The sent values by field, with the game's options in the types that it wants; None where nothing is said."""
    values: dict[str, Any] = {
        key: value for key, value in form.items() if isinstance(value, str) and key not in ("csrf", "once")
    }
    values["seats"] = number_of(form, "seats") or usual_seats(find(game))
    for name, option in find(game).options.items():
        values[name] = said_in(form, name, option)
    return values


def wanted_of(values: Mapping[str, Any], game: str) -> TableRequest:
    """The request for a table that a form describes. Raises OptionError."""
    found = find(game)
    count = values["seats"]
    if not found.fewest_seats <= count <= found.most_seats:
        raise OptionError(f"{game} is for {found.fewest_seats} to {found.most_seats} seats, not {count}")
    sittings = tuple(
        sitting_of(*(values.get(f"{field}_{number}", "") for field in ("who", "name", "manner")))
        for number in range(1, count + 1)
    )
    options = options_said(values, found)
    return TableRequest(game, sittings, options, values.get("clock", "none"), values.get("joining", "link"),
                    values.get("watching", WATCHING[0]), values.get("hints", HINTS[0]),
                        values.get("teaching", TEACHING[0]))  # fmt: skip


def sitting_of(who: str, name: str, manner: str) -> SeatRequest:
    """The request for a seat, from `me`, `here`, `open`, or `bot:LEVEL`. `manner`: of a bot, or empty."""
    kind, _, bot = who.partition(":")
    return SeatRequest(kind, name, with_manner(bot, manner))


# before the game begins


async def at_lobby(request: Request, address: str) -> tuple[Session, Room, FormData]:
    """Check a form of the lobby and find its table."""
    session, form = await sent_form(request)
    return session, await session.room(address), form


def seat_in(room: Room, form: FormData) -> int:
    """The number of the seat that a form names. Raises Refused."""
    seat = number_of(form, "seat")
    if seat is None or seat >= len(room.kept.seats):
        raise Refused("no-seat", "this table has no such seat", 404)
    return seat


def check_host(session: Session, room: Room) -> None:
    """Raises Refused for anybody but the one who made the table."""
    if not room.is_host(session.user):
        raise Refused("not-yours", "only who made the table may do that", 403)


@router.post("/t/{address}/sit", "/t/{address}")
async def sit(request: Request, address: str) -> Response:
    """Sit down at a table that anyone may join."""
    session, room, form = await at_lobby(request, address)
    if room.kept.joining != "anyone" and not room.is_host(session.user):
        raise Refused("not-invited", "this seat is for who has its invitation", 403)
    seat, name = seat_in(room, form), text_of(form, "name")
    try:
        return sit_down(session, room, seat, name, text_of(form, "commitment"))
    except (OptionError, Refused) as error:
        return wrong_in_lobby(session, room, error, {"seat": seat, "field": "name", "typed": name})


def wrong_in_lobby(session: Session, room: Room, error: BellringerError, where: dict[str, Any]) -> Response:
    """Say beside a field of the lobby why a form was refused; at a table whose game has begun, as other errors are.

    Raises Refused.
    """
    if room.live is not None or session.is_live:
        raise as_refused(error)
    wrong = wrong_of(session, error)
    return lobby_page(session, room, {**where, "text": wrong.text}, wrong.status)


def sit_down(session: Session, room: Room, seat: int, name: str, commitment: str) -> Response:
    """Seat the user and redirect to the table. `commitment`: to the nonce of the user's page; may be empty."""
    session.service.setup.check_seat(room, seat, session.user)
    if seat not in room.seats_of(session.user):
        check_named(room.kept.seats, checked_name(name), session.user, seat)
    with session.service.store.changes.as_one():
        user = session.introduce(name)
        session.service.setup.sit(room, seat, user, name, commitment)
    return go_to(session, room)


@router.post("/t/{address}/seat-bot", "/t/{address}")
async def seat_bot(request: Request, address: str) -> Response:
    """Seat a bot on an open seat, for the host."""
    session, room, form = await at_lobby(request, address)
    check_host(session, room)
    seat, bot, manner = seat_in(room, form), text_of(form, "bot"), text_of(form, "manner")
    try:
        session.service.setup.put_bot(room, seat, with_manner(bot, manner))
    except (OptionError, Refused) as error:
        return wrong_in_lobby(session, room, error, {"seat": seat, "field": "bot", "typed": bot, "manner": manner})
    return go_to(session, room)


@router.post("/t/{address}/commit", "/t/{address}")
async def commit(request: Request, address: str) -> Response:
    """Bind a seat to the nonce of its page."""
    session, room, form = await at_lobby(request, address)
    seat = session.own_seat(room, text_of(form, "seat"))
    assert session.user is not None
    session.service.dealing.commit(room, seat, session.user, text_of(form, "commitment"))
    return Response(status_code=204)


@router.get("/t/{address}/due")
async def due(request: Request, address: str) -> Response:
    """What a deal waits for of this visitor's page, at this table or at its rematch, for a page whose stream is cut."""
    session = await Session.of(request)
    room = await session.room(address, is_visit=False)
    end_head(HTML)
    dealt = await session.service.rematches.next_of(room) or room
    return page(session, "due.html", table={"url": f"/t/{dealt.address}"}, deal=deal_of(session, dealt))


@router.post("/t/{address}/reveal", "/t/{address}")
async def reveal(request: Request, address: str) -> Response:
    """Take the nonce of a seat's page, once all are bound to theirs."""
    session, room, form = await at_lobby(request, address)
    session.service.dealing.reveal(room, session.own_seat(room, text_of(form, "seat")), text_of(form, "nonce"))
    return Response(status_code=204)


@router.post("/t/{address}/leave", "/t/{address}")
async def leave(request: Request, address: str) -> Response:
    """Leave a waiting table."""
    session, room, _ = await at_lobby(request, address)
    if session.user is not None:
        session.service.setup.leave(room, session.user)
    return RedirectResponse("/", 303)


@router.post("/t/{address}/close", "/t/{address}")
async def close(request: Request, address: str) -> Response:
    """Close a waiting table, for the host."""
    session, room, _ = await at_lobby(request, address)
    check_host(session, room)
    session.service.setup.discard(room)
    return RedirectResponse("/", 303)


async def invited_to(session: Session, address: str, token: str) -> tuple[Room, int]:
    """The table and the seat of an invite link. Raises Refused for one that the server did not make."""
    invited = session.service.setup.invited
    room = await session.service.tables.seen(address, lambda room: invited(room, token) is not None)
    if room is None or (seat := invited(room, token)) is None:
        raise Refused("no-table", "there is no such invitation", 404)
    return room, seat


@router.get("/join/{address}/{token}")
async def invitation(request: Request, address: str, token: str) -> Response:
    """The page of an invite link."""
    session = await Session.of(request)
    room, seat = await invited_to(session, address, token)
    if seat in room.seats_of(session.user):
        return RedirectResponse(f"/t/{address}", 303)
    end_head(HTML)
    return join_page(session, room, seat)


def join_page(session: Session, room: Room, seat: int, typed: str | None = None, wrong: Wrong = FINE) -> Response:
    """The form to sit down by an invite link. `typed`: the name that was refused; `wrong`: why."""
    context, seats = lobby_context(session, room), room.kept.seats
    names = people_words(session.words, room.kept)
    there = [named_there(session, room, one, names[one.number]) for one in seats if not one.is_open]
    name = typed if typed is not None else session.user.name if session.user is not None else ""
    return page(session, "join.html", wrong.status, table=context["table"], seat=context["seats"][seat],
                taken=not seats[seat].is_open, error=wrong.text, typed=name, host=host_of(room.kept),
                there=there)  # fmt: skip


def named_there(session: Session, room: Room, seat: SeatKept, name: str) -> str:
    """Somebody at a table that waits, and whether the page is closed there."""
    return session.words("join.away", name=name) if is_away(room, seat, session) else name


@router.post("/join/{address}/{token}", "/join/{address}/{token}")
async def accept(request: Request, address: str, token: str) -> Response:
    """Sit down by an invite link."""
    session, form = await sent_form(request)
    room, seat = await invited_to(session, address, token)
    try:
        return sit_down(session, room, seat, text_of(form, "name"), text_of(form, "commitment"))
    except (OptionError, Refused) as error:
        return join_page(session, room, seat, text_of(form, "name"), wrong_of(session, error))


# the rest


@router.get("/about")
async def about(request: Request) -> Response:
    """The page about the project."""
    return page(await Session.of(request), "about.html")


@router.post("/language", "/")
async def language(request: Request) -> Response:
    """Change the language and return to the same page."""
    session, form = await sent_form(request)
    wanted, back = text_of(form, "lang"), own_path(text_of(form, "back"))
    response = session.finish(RedirectResponse(back, 303))
    if wanted in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, wanted, max_age=YEAR, samesite="lax", httponly=True,
                            secure=session.service.settings.is_secure)  # fmt: skip
    return response
