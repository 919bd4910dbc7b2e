"""Playing on from a moment of a finished game, or from a branch: a new table that begins there.

With the same luck everything comes as it came there: the same moves lead to the same end. With new luck the table has a
seed of its own, and what nobody had seen yet is dealt anew: whoever knows how that game went on knows nothing of this
one. What any seat had seen stays, so each plays on with what it knew.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.errors import OptionError, PositionError
from bellringer.server.drawing.replay.branches import Branch, branch_of
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.site.labels import game_name, level_choices, manner_choices, seat_letter, seat_words
from bellringer.server.errors import Refused
from bellringer.server.store.models import HINTS, TEACHING, WATCHING
from bellringer.server.store.values import clocks
from bellringer.server.tables.making.found_positions import FoundPosition, luck_of
from bellringer.server.tables.requests import TableRequest, levels
from bellringer.server.visitors.forms import sent_form, text_of
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.replay.replay_pages import HTML, nearest, source_of
from bellringer.server.web.site_pages import (
    USUAL_LEVEL,
    is_name,
    make_once,
    name_fields,
    sitting_of,
    taken_in,
)
from bellringer.server.web.whole_pages import page
from bellringer.server.web.wrong_fields import wrong_of

router = Pages(brings_back=False)
LUCKS = ("same", "new")


@router.get("/t/{address}/replay/play-on")
async def play_on(request: Request, address: str) -> Response:
    """The form of a table that plays on from a moment of a table's game."""
    session = await Session.of(request)
    source = await source_of(session, address, HTML, is_open=True)
    query = request.query_params
    branch = branch_of(source, nearest(source, query.get("at")), query.getlist("try"))
    return play_on_page(session, branch, usual_values(session, branch, query.get("eyes", "")))


@router.post("/t/{address}/replay/play-on", "/t/{address}/replay/play-on")
async def make_on(request: Request, address: str) -> Response:
    """Make that table."""
    session, form = await sent_form(request)
    source = await source_of(session, address, HTML, is_open=True)
    return await made_on(session, form, source)


# from a moment of any source


def usual_values(session: Session, branch: Branch, eyes: str) -> dict[str, Any]:
    """What the form begins with: the visitor has the seat whose eyes he looked through, or his own, bots the others."""
    source = branch.source
    mine = source.seat_of(source.eyes_meant(eyes))
    seat = mine if mine is not None else source.mine or 0
    who = {f"who_{one + 1}": "me" if one == seat else f"bot:{USUAL_LEVEL}" for one in range(branch.table.seats)}
    luck = "same" if luck_of(source.table) is not None else "new"
    name = session.user.name if session.user is not None else ""
    usual = {"clock": "none", "watching": WATCHING[0], "hints": HINTS[0], "teaching": TEACHING[0]}
    return {**who, **usual, "name_1": name, "luck": luck, "eyes": eyes}


def play_on_page(
    session: Session,
    branch: Branch,
    values: Mapping[str, Any],
    errors: Mapping[str, str] | None = None,
    status: int = 422,
) -> Response:
    """The form, with what was filled in and what is wrong."""
    source, game = branch.source, branch.table.game
    seats = [
        {"number": number, "colour": colour, "letter": seat_letter(game, colour, session.language),
         "words": seat_words(game, colour, session.language)}
        for number, colour in enumerate(branch.table.seat_names, start=1)
    ]  # fmt: skip
    eyes = source.eyes_meant(str(values.get("eyes", "")))
    return page(
        session,
        "play_on.html",
        status if errors else 200,
        game={"id": game, "name": game_name(session.language, game)},
        source=source,
        branch=branch,
        back=branch.url(eyes) if branch.tried else source.url(branch.at, eyes),
        has_same_luck=luck_of(source.table) is not None,
        seats=seats,
        levels=level_choices(session.words, levels()),
        manners=manner_choices(session.words),
        clocks=[(name, session.words(f"clock.{name}")) for name in clocks.KINDS],
        watching=[(name, session.words(f"watch.{name}")) for name in WATCHING],
        hints=[(name, session.words(f"hints.{name}")) for name in HINTS],
        teaching=[(name, session.words(f"teaching.{name}")) for name in TEACHING],
        values=values,
        errors=errors or {},
    )


async def made_on(session: Session, form: FormData, source: Source) -> Response:
    """Make a table that plays on from the moment that a form names, or show the form again with what is wrong."""
    branch = branch_of(source, nearest(source, text_of(form, "at")), [str(one) for one in form.getlist("try")])
    values = {key: value for key, value in form.items() if isinstance(value, str) and key not in ("csrf", "once")}
    wanted = wanted_on(values, branch)
    try:
        session.count("new_tables")
        found = position_of(branch, values.get("luck", ""))
        name = next((sitting.name for sitting in wanted.seats if sitting.kind == "me"), "") or values.get("name_1", "")
        if bad := [field for field in name_fields(wanted, values) if not is_name(values.get(field, ""))]:
            return play_on_page(session, branch, values, dict.fromkeys(bad, session.words("refused.no-name")))
        return await make_once(session, form, wanted, name, found)
    except (OptionError, PositionError, Refused) as error:
        wrong = wrong_of(session, error)
        field = taken_in(values, wanted) if wrong.code == "name-taken" else "form"
        return play_on_page(session, branch, values, {field: wrong.text}, wrong.status)


def wanted_on(values: Mapping[str, Any], branch: Branch) -> TableRequest:
    """The request for the table that a form describes; the game and its options are those of the position."""
    fields = ("who", "name", "manner")
    sittings = tuple(
        sitting_of(*(values.get(f"{field}_{number}", "") for field in fields))
        for number in range(1, branch.table.seats + 1)
    )
    clock, watching = values.get("clock", "none"), values.get("watching", WATCHING[0])
    hints, teaching = values.get("hints", HINTS[0]), values.get("teaching", TEACHING[0])
    return TableRequest(branch.table.game, sittings, clock=clock, watching=watching, hints=hints, teaching=teaching)


def position_of(branch: Branch, luck: str) -> FoundPosition:
    """Where the table begins. `luck`: `same`, or `new`. Raises Refused, OptionError."""
    source = branch.source
    if source.origin is None:
        raise Refused("running", "the game is not over yet")
    if luck not in LUCKS:
        raise OptionError(f"luck can't be {luck!r}; allowed: {', '.join(LUCKS)}", "luck")
    same = luck_of(source.table) if luck == "same" else None
    if luck == "same" and same is None:
        raise OptionError("the luck of this game can't be had again", "luck")
    rules, state = branch.table.rules, branch.table.state
    position = rules.position(state if same is not None else rules.dealt_anew(state, secrets.randbits(64)))
    return FoundPosition(position, replace(source.origin, step=branch.at), same)
