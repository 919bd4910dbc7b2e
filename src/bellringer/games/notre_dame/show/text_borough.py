"""One borough as a panel: whose it is, what he owns, his sectors, the rat's track, the markets."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.text import Text

from bellringer.games.notre_dame.names import MARKETS, PLACES
from bellringer.games.notre_dame.show.text_look import COLOURS, GOLD, LAST_SPACE, QUIET, Look, name_of

BELL = "♪"
FRAME = 4  # borders and padding
PIECES = 4  # room for ` 2F` and a gap


def borough_panel(look: Look, borough: int, width: int) -> Panel:
    """The panel of a borough, by its number from 1; one that nobody lives in has its markets only."""
    seat = look.seat_in(borough)
    inner = width - FRAME
    lines = markets(look, borough, inner)
    if seat is None:
        lines = [Text(), Text(), Text(look.words("word.empty"), style=QUIET), Text(), *lines]
    else:
        lines = [purse(look, seat), *sectors(look, seat, inner), rat_track(look, seat), *lines]
    is_own = seat is not None and seat == look.view["seat"]
    return Panel(
        Text("\n").join(lines),
        title=title(look, seat, borough) if seat else Text(str(borough), style=QUIET),
        title_align="left",
        subtitle=foot(look, seat, borough),
        subtitle_align="left",
        border_style=COLOURS[seat] if seat else QUIET,
        box=box.HEAVY if is_own else box.ROUNDED,
        width=width,
    )


def title(look: Look, seat: str, borough: int) -> Text:
    """Whether the seat is to decide, its borough's number, the bell-ringer, the cards of this round."""
    found = Text()
    if any(seat in ask["seats"] for ask in look.view["asks"][-1:]):
        found.append("▸ ", style=f"bold {GOLD}")
    found.append(f"{borough} ", style=QUIET).append(look.sign(seat)).append(
        f" {name_of('seat', seat, look.language)}", style="bold"
    )
    if seat == look.view["seat"]:
        found.append(f" ({look.words('word.you')})")
    if seat == look.view["start"]:
        found.append(f" {BELL}", style=f"bold {GOLD}")
    if played := look.played_now(seat):
        found.append(" " + "+".join(look.words(f"place.{card}") for card in played), style="default")
    return found


def purse(look: Look, seat: str) -> Text:
    """Coins, markers in own and general supply, prestige."""
    player, words = look.view["players"][seat], look.words
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


def sectors(look: Look, seat: str, inner: int) -> list[Text]:
    """The seven sectors and the cathedral with their pieces: two rows, columns as their labels need."""
    half = len(PLACES) // 2
    columns = list(zip(PLACES[:half], PLACES[half:], strict=True))
    widths = [max(len(look.words(f"place.{place}")) for place in column) + PIECES for column in columns]
    spare = max(0, inner - sum(widths)) // half
    rows = zip(*columns, strict=True)
    return [
        Text().join(sector(look, seat, place, cell + spare) for place, cell in zip(row, widths, strict=True))
        for row in rows
    ]


def sector(look: Look, seat: str, place: str, cell: int) -> Text:
    """`bank 2F`: the label, quiet while nothing stands there, and the pieces."""
    pieces = look.pieces(seat, place)
    found = Text().append(look.words(f"place.{place}"), style="" if pieces else QUIET)
    found.append(f" {pieces}" if pieces else " ·", style=f"bold {COLOURS[seat]}" if pieces else QUIET)
    if look.view["players"][seat]["friend"] == place:
        found.append(look.words("word.friend"), style="bold")
    found.pad_right(max(0, cell - found.cell_len))
    return found


def rat_track(look: Look, seat: str) -> Text:
    """The spaces 0 to 9: the rat's in round brackets, where the plague would take it in square ones."""
    space, projected = look.view["players"][seat]["rat"], look.rat_after_plague(seat)
    found = Text().append(f"{look.words('word.rat')} ", style=QUIET)
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


def markets(look: Look, borough: int, inner: int) -> list[Text]:
    """The four outer markets in two rows: the message that lies there, the carriages that stand there."""
    north, east, south, west = (market(look, f"{borough}:{side}", inner // 2) for side in MARKETS[1:])
    return [north + east, west + south]


def market(look: Look, name: str, cell: int) -> Text:
    """`N ●R 2+marker`, and reversed letters for carriages."""
    found = Text().append(f"{look.words('market.' + name.partition(':')[2])} ", style=QUIET)
    message = look.view["markets"].get(name)
    if message:
        colour, _, kind = message.partition(" ")
        found.append(look.sign(colour)).append(f" {look.words('message.' + kind)}")
    else:
        found.append("·", style=QUIET)
    if carriages := look.carriages_at(name):
        found.append(" ").append(carriages)
    found.pad_right(max(0, cell - found.cell_len))
    return found


def foot(look: Look, seat: str | None, borough: int) -> Text | None:
    """On the lower border: the carriages on the central market, the messages that the seat has taken."""
    parts = []
    if carriages := look.carriages_at(f"{borough}:{MARKETS[0]}"):
        parts.append(labelled(look.words("market." + MARKETS[0]), carriages))
    if seat and look.view["players"][seat]["messages"]:
        parts.append(labelled(look.words("word.taken"), taken(look, seat)))
    return Text(" · ").join(parts) if parts else None


def labelled(label: str, what: Text) -> Text:
    """A quiet label, and what it is about."""
    return Text().append(f"{label} ", style=QUIET).append(what)


def taken(look: Look, seat: str) -> Text:
    """How many messages of each colour."""
    found: list[Text] = []
    held = [message.partition(" ")[0] for message in look.view["players"][seat]["messages"]]
    for colour in COLOURS:
        if n := held.count(colour):
            found.append(look.sign(colour).append(str(n) if n > 1 else ""))
    return Text(" ").join(found)
