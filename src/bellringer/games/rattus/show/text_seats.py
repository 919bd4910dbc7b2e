"""What lies beside the map: the clock, what each seat has, the class cards that may be taken."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from bellringer.games.rattus.words import sentences as game_words
from bellringer.games.rattus.show.text_look import COLOURS, GOLD, QUIET, Look

USED = "✓"


def clock(look: Look) -> Text:
    """`a turn · turns taken 12 · rats in the supply 37`."""
    view, words = look.view, look.words
    found = Text().append(look.name("phase", view["phase"]), style="bold")
    found.append(f" · {words('word.turns', n=view['turns'])} · {words('word.rats', n=view['supply'])}")
    if coming := view.get("rats-to-come"):
        found.append(f" · {words('rats.coming', n=coming)}", style=f"bold {GOLD}")
    return found


def seats(look: Look) -> Grid:
    """A line a seat: citizens in the supply, on the map and in the palace; the class cards."""
    words = look.words
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    grid.add_column("")
    for heading in (words("word.supply"), words("word.map"), words(f"palace.{look.view['box']}")):
        grid.add_column(heading, justify="right")
    grid.add_column(words("word.cards"), overflow="fold")
    for seat in look.seats:
        player = look.view["players"][seat]
        numbers = (player["supply"], sum(player["citizens"].values()), player["palace"])
        grid.add_row(seat_name(look, seat), *(str(number) for number in numbers), cards_of(look, seat))
    return grid


def seat_name(look: Look, seat: str) -> Text:
    """`▸ ●R red (you)`: whether the seat is to decide, and whose it is."""
    found = Text().append("▸ " if look.is_asked(seat) else "  ", style=f"bold {GOLD}")
    found.append(look.sign(seat)).append(f" {look.name('seat', seat)}", style="bold")
    return found.append(f" ({look.words('word.you')})") if seat == look.view["seat"] else found


def cards_of(look: Look, seat: str) -> Text:
    """The class cards of a seat, those with a tick that it has used in this turn."""
    found = [
        card_name(look, card).append(USED if card in look.view["used"] else "")
        for card in look.view["players"][seat]["classes"]
    ]
    return Text(", ").join(found) if found else Text("·", style=QUIET)


def card_name(look: Look, card: str) -> Text:
    """`Monk [church]`: the card, and the class that rats hit."""
    found = Text().append(look.name("card", card), style="bold")
    return found.append(f" [{look.words('symbol.' + look.class_of(card))}]", style=GOLD)


def beside_board(look: Look, width: int) -> Panel:
    """The class cards that nobody holds, with their rules."""
    return cards_panel(look, "word.beside", [with_rule(look, card) for card in look.view["table"]], width)


def held(look: Look, width: int) -> Panel:
    """The class cards that the seats hold, with whose they are and their rules: where there is room."""
    lines = [
        look.sign(seat).append(" ") + with_rule(look, card)
        for seat in look.seats
        for card in look.view["players"][seat]["classes"]
    ]
    return cards_panel(look, "word.held", lines, width)


def cards_panel(look: Look, title: str, lines: list[Text], width: int) -> Panel:
    """Class cards in a frame."""
    body = Text("\n").join(lines) if lines else Text(look.words("word.none"), style=QUIET)
    heading = Text(look.words(title), style="bold")
    return Panel(body, title=heading, title_align="left", box=box.ROUNDED, width=width)


def with_rule(look: Look, card: str) -> Text:
    """A card, its rule, and that rule's number."""
    rule, number = game_words.rule_words(card, look.language)
    return card_name(look, card).append(f" {rule} {number}", style=QUIET)


def seat_label(seat: str, signed: str, name: str) -> Text:
    """`●R red`, as sentences and tables call a seat."""
    return Text().append(signed, style=f"bold {COLOURS[seat]}").append(f" {name}")
