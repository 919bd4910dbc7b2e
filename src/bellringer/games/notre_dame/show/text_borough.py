"""A borough as a panel in a terminal: its seat, what the seat has, sectors, rat track, markets."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.text import Text

from bellringer.games.notre_dame.names import LAST_SPACE, MARKETS, PLACES
from bellringer.games.notre_dame.show.text_look import TextModel, name_of
from bellringer.text.signs import COLOURS, GOLD, QUIET, joined

BELL = "♪"
FRAME = 4  # borders and padding
PIECES = 4  # room for ` 2F` and a gap
OUTER = 4  # markets of a borough
SHORT_RAT = 12  # width of the rat where a borough has no frame


def borough_panel(model: TextModel, borough: int, width: int) -> Panel:
    """The panel of a borough, by its number from 1. An empty borough shows only its markets."""
    seat = model.seat_in(borough)
    inner = width - FRAME
    lines = markets(model, borough, inner)
    if seat is None:
        lines = [Text(), Text(), Text(model.words("word.empty"), style=QUIET), Text(), *lines]
    else:
        lines = [purse(model, seat), *sectors(model, seat, inner), rat_track(model, seat), *lines]
    is_own = seat is not None and seat == model.view["seat"]
    return Panel(
        Text("\n").join(lines),
        title=title(model, seat, borough) if seat else Text(str(borough), style=QUIET),
        title_align="left",
        subtitle=foot(model, seat, borough),
        subtitle_align="left",
        border_style=COLOURS[seat] if seat else QUIET,
        box=box.HEAVY if is_own else box.ROUNDED,
        width=width,
    )


def borough_lines(model: TextModel, borough: int, width: int) -> list[Text]:
    """The same without a frame, in three lines, or in two for an empty borough. Where a line is too long, it is cut."""
    seat, each = model.seat_in(borough), width // OUTER
    outer = Text().join(market(model, f"{borough}:{side}", 0, each) for side in MARKETS[1:])
    if seat is None:
        head = Text(f"{borough} {model.words('word.empty')}", style=QUIET)
        return [head, clipped(outer, width)]
    rat, each = rat_in_short(model, seat), (width - SHORT_RAT) // OUTER
    rat.pad_right(max(0, SHORT_RAT - rat.cell_len))
    outer = Text().join(market(model, f"{borough}:{side}", 0, each) for side in MARKETS[1:])
    head = joined((title(model, seat, borough), purse(model, seat), foot(model, seat, borough) or Text()), "  ")
    return [clipped(one, width) for one in (head, Text().join(sectors_in_line(model, seat, width)), rat + outer)]


def clipped(line: Text, width: int) -> Text:
    """A line that is cut where it is too long."""
    line.truncate(width, overflow="ellipsis")
    return line


def sectors_in_line(model: TextModel, seat: str, width: int) -> list[Text]:
    """The seven sectors and the cathedral, side by side."""
    return [sector(model, seat, place, width // len(PLACES)) for place in PLACES]


def rat_in_short(model: TextModel, seat: str) -> Text:
    """The rat's space in round brackets, and in square ones where the plague would move it: `rat (2)[5]`."""
    space, projected = model.view["players"][seat]["rat"], model.rat_after_plague(seat)
    found = Text().append(f"{model.words('word.rat')} ", style=QUIET)
    found.append(f"({space})", style=f"bold {COLOURS[seat]}")
    if projected is not None and projected != space:
        found.append(f"[{min(projected, LAST_SPACE)}]", style=f"bold {GOLD}")
        found.append("!" if projected > LAST_SPACE else "", style="bold red")
    return found


def title(model: TextModel, seat: str, borough: int) -> Text:
    """The title of a panel: a mark if the seat is to decide, its borough, the start player's bell, cards played."""
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
    if played := model.played_now(seat):
        found.append(" " + "+".join(model.words(f"place.{card}") for card in played), style="default")
    return found


def purse(model: TextModel, seat: str) -> Text:
    """A line with coins, markers in own and general supply, and prestige."""
    player, words = model.view["players"][seat], model.words
    prestige = "?" if player["prestige"] is None else str(player["prestige"])
    entries = (
        ("word.coins", str(player["coins"])),
        ("word.markers", f"{player['supply']}+{player['general']}"),
        ("word.prestige", prestige),
    )
    found = Text()
    for name, value in entries:
        found.append("  " if found else "").append(f"{words(name)} ", style=QUIET).append(value, style="bold")
    return found


def sectors(model: TextModel, seat: str, inner: int) -> list[Text]:
    """Two rows with the seven sectors and the cathedral. Columns are as wide as their labels need."""
    half = len(PLACES) // 2
    columns = list(zip(PLACES[:half], PLACES[half:], strict=True))
    widths = [max(len(model.words(f"place.{place}")) for place in column) + PIECES for column in columns]
    spare = max(0, inner - sum(widths)) // half
    rows = zip(*columns, strict=True)
    return [
        Text().join(sector(model, seat, place, cell + spare) for place, cell in zip(row, widths, strict=True))
        for row in rows
    ]


def sector(model: TextModel, seat: str, place: str, cell: int) -> Text:
    """A place with its pieces, F for the friend: `bank 2F`. Without pieces the label is dimmed."""
    pieces = model.pieces(seat, place)
    found = Text().append(model.words(f"place.{place}"), style="" if pieces else QUIET)
    found.append(f" {pieces}" if pieces else " ·", style=f"bold {COLOURS[seat]}" if pieces else QUIET)
    if model.view["players"][seat]["friend"] == place:
        found.append(model.words("word.friend"), style="bold")
    found.pad_right(max(0, cell - found.cell_len))
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


def markets(model: TextModel, borough: int, inner: int) -> list[Text]:
    """A line for each of the four outer markets, clockwise from the cathedral."""
    label = max(len(model.words(f"market.{side}")) for side in MARKETS[1:])
    return [market(model, f"{borough}:{side}", label, inner) for side in MARKETS[1:]]


def market(model: TextModel, name: str, label: int, inner: int) -> Text:
    """A market by the sectors beside it, with its message and carriages (reversed letters): `hotel-park ●R 4`."""
    found = Text().append(model.words(f"market.{name.partition(':')[2]}").ljust(label) + " ", style=QUIET)
    message = model.view["markets"].get(name)
    if message:
        colour, _, kind = message.partition(" ")
        found.append(model.sign(colour)).append(f" {model.words(f'message.{kind}')}")
    else:
        found.append("·", style=QUIET)
    if carriages := model.carriages_at(name):
        found.append(" ").append(carriages)
    found.pad_right(max(0, inner - found.cell_len))
    return found


def foot(model: TextModel, seat: str | None, borough: int) -> Text | None:
    """The text on the lower border: carriages on the central market, messages that the seat has collected."""
    parts = []
    if carriages := model.carriages_at(f"{borough}:{MARKETS[0]}"):
        parts.append(labelled(model.words(f"market.{MARKETS[0]}"), carriages))
    if seat and model.view["players"][seat]["messages"]:
        parts.append(labelled(model.words("word.taken"), taken(model, seat)))
    return Text(" · ").join(parts) if parts else None


def labelled(label: str, what: Text) -> Text:
    """A dimmed label before a text."""
    return Text().append(f"{label} ", style=QUIET).append(what)


def taken(model: TextModel, seat: str) -> Text:
    """The number of collected messages of each colour."""
    found: list[Text] = []
    held = [message.partition(" ")[0] for message in model.view["players"][seat]["messages"]]
    for colour in COLOURS:
        if n := held.count(colour):
            found.append(model.sign(colour).append(str(n) if n > 1 else ""))
    return Text(" ").join(found)
