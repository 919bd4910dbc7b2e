"""A borough as a panel in a terminal: its seat, what the seat has, sectors, rat track, markets."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.panel import Panel
from rich.text import Text

from bellringer.games.notre_dame.names import LAST_SPACE, MARKETS, PLACES, SECTORS
from bellringer.games.notre_dame.show.text_look import TextModel, name_of
from bellringer.text.columns import GAPS, column_widths, fits, flowed, in_columns
from bellringer.text.signs import COLOURS, GOLD, QUIET, joined

BELL = "♪"
FRAME = 4  # borders and padding
PIECES = 3  # room for ` 2F`
BORDER = 6  # corners, and the spaces around a title on the border


def borough_panel(model: TextModel, borough: int, width: int) -> Panel:
    """The panel of a borough, by its number from 1. An empty borough shows only its markets."""
    seat = model.seat_in(borough)
    inner, colour = width - FRAME, COLOURS[seat] if seat else QUIET
    lines = markets(model, borough)
    if seat is None:
        lines = [Text(), Text(), Text(model.words("word.empty"), style=QUIET), Text(), *lines]
    else:
        lines = [*flowed(purse(model, seat), inner), *sectors(model, seat, inner), rat_track(model, seat), *lines]
    above, first = on_border([title(model, seat, borough), played(model, seat)], " ", width)
    below, last = on_border([centre(model, borough), messages(model, seat)], " · ", width)
    is_own = seat is not None and seat == model.view["seat"]
    return Panel(
        Text("\n").join([*first, *lines, *last]),
        title=above,
        title_align="left",
        subtitle=below or None,
        subtitle_align="left",
        border_style=colour,
        box=box.HEAVY if is_own else box.ROUNDED,
        width=width,
    )


def on_border(entries: Iterable[Text], between: str, width: int) -> tuple[Text, list[Text]]:
    """What stands on the border of a panel so wide, and what has no room there."""
    found, rest = [entry for entry in entries if entry], list[Text]()
    while len(found) > 1 and joined(found, between).cell_len > width - BORDER:
        rest.insert(0, found.pop())
    return joined(found, between), rest


def low_lines(model: TextModel, width: int) -> list[Text]:
    """All boroughs without frames: a line with what the seat has, one with its sectors, one with the markets.

    The same things stand below each other from borough to borough. Where there is too little room for that, a borough
    has more lines.
    """
    heads = in_columns([head(model, borough) for borough in model.boroughs], width)
    sides = in_columns([sectors_and_rat(model, borough) for borough in model.boroughs], width)
    outer = in_columns(outer_markets(model, width), width)
    return [line for of_borough in zip(heads, sides, outer, strict=True) for lines in of_borough for line in lines]


def head(model: TextModel, borough: int) -> list[Text]:
    """What stands first of a borough: its seat, with coins, markers, prestige and messages."""
    seat = model.seat_in(borough)
    if seat is None:
        return [joined((title(model, seat, borough), Text(model.words("word.empty"), style=QUIET)), " ")]
    named = joined((title(model, seat, borough), played(model, seat)), " ")
    return [named, *purse(model, seat), messages(model, seat)]


def sectors_and_rat(model: TextModel, borough: int) -> list[Text]:
    """The seven sectors of a borough, and its rat. What lies in the cathedral is told above all boroughs."""
    seat = model.seat_in(borough)
    if seat is None:
        return []
    return [*(sector(model, seat, place) for place in SECTORS), rat_in_short(model, seat)]


def outer_markets(model: TextModel, width: int) -> list[list[Text]]:
    """The four outer markets of each borough and its central one, with short labels where there is little room."""
    found = [market_entries(model, borough, "market") for borough in model.boroughs]
    if fits(column_widths(found), GAPS[0], width):
        return found
    return [market_entries(model, borough, "edge") for borough in model.boroughs]


def market_entries(model: TextModel, borough: int, labels: str) -> list[Text]:
    """The markets of a borough, the central one only if a carriage is there. `labels`: their table in the catalogue."""
    outer = [market(model, f"{borough}:{side}", model.words(f"{labels}.{side}")) for side in MARKETS[1:]]
    return [*outer, centre(model, borough)]


def rat_in_short(model: TextModel, seat: str) -> Text:
    """The rat's space in round brackets, and in square ones where the plague would move it: `rat (2)[5]`."""
    space, projected = model.view["players"][seat]["rat"], model.rat_after_plague(seat)
    found = Text().append(f"{model.words('word.rat')} ", style=QUIET)
    found.append(f"({space})", style=f"bold {COLOURS[seat]}")
    if projected is not None and projected != space:
        found.append(f"[{min(projected, LAST_SPACE)}]", style=f"bold {GOLD}")
        found.append("!" if projected > LAST_SPACE else "", style="bold red")
    return found


def title(model: TextModel, seat: str | None, borough: int) -> Text:
    """The title of a borough: a mark if its seat is to decide, its number, its seat, the start player's bell."""
    if seat is None:
        return Text(str(borough), style=QUIET)
    found = Text()
    if any(seat in ask["seats"] for ask in model.view["asks"][-1:]):
        found.append("▸ ", style=f"bold {GOLD}")
    found.append(f"{borough} ", style=QUIET).append(model.sign(seat)).append(
        f" {name_of('seat', seat, model.language)}", style="bold"
    )
    if seat == model.view["seat"]:
        found.append(f" ({model.words('word.you')})")
    if seat == model.view["start"]:
        found.append(f" {BELL}", style=f"bold {GOLD}")
    return found


def played(model: TextModel, seat: str | None) -> Text:
    """The cards that a seat has played in this round: `bank+park`."""
    return Text("+".join(model.words(f"place.{card}") for card in model.played_now(seat)) if seat else "")


def purse(model: TextModel, seat: str) -> list[Text]:
    """Coins, markers in own and general supply, and prestige."""
    player = model.view["players"][seat]
    prestige = "?" if player["prestige"] is None else str(player["prestige"])
    entries = {
        "word.coins": str(player["coins"]),
        "word.markers": f"{player['supply']}+{player['general']}",
        "word.prestige": prestige,
    }
    return [labelled(model.words(name), Text(value, style="bold")) for name, value in entries.items()]


def sectors(model: TextModel, seat: str, inner: int) -> list[Text]:
    """Two rows with the seven sectors and the cathedral, in columns that are as wide in all panels if they can be."""
    half = len(PLACES) // 2
    columns = []
    for places in zip(PLACES[:half], PLACES[half:], strict=True):
        room = PIECES + max(len(model.words(f"place.{place}")) for place in places)
        columns.append([filled(sector(model, seat, place), room) for place in places])
    return [line for lines in in_columns(list(zip(*columns, strict=True)), inner) for line in lines]


def filled(entry: Text, room: int) -> Text:
    """An entry of at least that width."""
    entry.pad_right(max(0, room - entry.cell_len))
    return entry


def sector(model: TextModel, seat: str, place: str) -> Text:
    """A place with its pieces, F for the friend: `bank 2F`. Without pieces the label is dimmed."""
    pieces = model.pieces(seat, place)
    found = Text().append(model.words(f"place.{place}"), style="" if pieces else QUIET)
    found.append(f" {pieces}" if pieces else " ·", style=f"bold {COLOURS[seat]}" if pieces else QUIET)
    if model.view["players"][seat]["friend"] == place:
        found.append(model.words("word.friend"), style="bold")
    return found


def rat_track(model: TextModel, seat: str) -> Text:
    """The rat track: the rat's space in round brackets, the one where the plague would move it in square ones."""
    space, projected = model.view["players"][seat]["rat"], model.rat_after_plague(seat)
    found = Text().append(f"{model.words('word.rat')} ", style=QUIET)
    for number in range(LAST_SPACE + 1):
        if number == space:
            found.append(f"({number})", style=f"bold {COLOURS[seat]}")
        elif projected is not None and number == min(projected, LAST_SPACE):
            found.append(f"[{number}]", style=f"bold {GOLD}")
        else:
            found.append(f" {number} ", style=QUIET)
    if projected is not None and projected > LAST_SPACE:
        found.append("!", style="bold red")
    return found


def markets(model: TextModel, borough: int) -> list[Text]:
    """A line for each of the four outer markets, clockwise from the cathedral."""
    room = max(len(model.words(f"market.{side}")) for side in MARKETS[1:])
    return [market(model, f"{borough}:{side}", model.words(f"market.{side}").ljust(room)) for side in MARKETS[1:]]


def market(model: TextModel, name: str, label: str) -> Text:
    """A market by the sectors beside it, with its message and carriages (reversed letters): `hotel-park ●R 4`."""
    found = Text().append(f"{label} ", style=QUIET)
    message = model.view["markets"].get(name)
    if message:
        colour, _, kind = message.partition(" ")
        found.append(model.sign(colour)).append(f" {model.words(f'message.{kind}')}")
    else:
        found.append("·", style=QUIET)
    if carriages := model.carriages_at(name):
        found.append(" ").append(carriages)
    return found


def centre(model: TextModel, borough: int) -> Text:
    """The carriages on the central market of a borough; empty if there are none."""
    carriages = model.carriages_at(f"{borough}:{MARKETS[0]}")
    return labelled(model.words(f"market.{MARKETS[0]}"), carriages) if carriages else Text()


def messages(model: TextModel, seat: str | None) -> Text:
    """The number of messages of each colour that a seat has collected; empty if there are none."""
    held = [message.partition(" ")[0] for message in model.view["players"][seat]["messages"]] if seat else []
    counts = {colour: held.count(colour) for colour in COLOURS if colour in held}
    taken = (model.sign(colour).append(str(n) if n > 1 else "") for colour, n in counts.items())
    return labelled(model.words("word.taken"), Text(" ").join(taken)) if counts else Text()


def labelled(label: str, what: Text) -> Text:
    """A dimmed label before a text."""
    return Text().append(f"{label} ", style=QUIET).append(what)
