"""Parts of the picture in a terminal: the clock, the seats, the class cards."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from bellringer.games.rattus.show.text_look import TextModel
from bellringer.games.rattus.words import sentences
from bellringer.text.signs import GOLD, QUIET

USED = "✓"
USED_ALSO = "²"


def clock(model: TextModel) -> Text:
    """A line such as `a turn · turns taken 12 · rats in the supply 37`."""
    view, words = model.view, model.words
    found = Text().append(model.name("phase", view["phase"]), style="bold")
    found.append(f" · {words('word.turns', n=view['turns'])} · {words('word.rats', n=view['supply'])}")
    if coming := view.get("rats-to-come"):
        found.append(f" · {words('rats.coming', n=coming)}", style=f"bold {GOLD}")
    for name in ("drawn", "rat"):
        if name in view:
            found.append(f" · {words(f'rats.{name}')} ").append_text(model.face(view[name]))
    return found.append(f" · {words('word.no-limits')}" if view.get("no-limits") else "")


def seats(model: TextModel) -> Grid:
    """A table with a line for each seat: citizens in supply, on the map, in the palace and on a card; class cards."""
    words, players = model.words, model.view["players"]
    keeps = any("on-card" in player for player in players.values())
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    grid.add_column("")
    on_card = (words("word.on-card"),) if keeps else ()
    for heading in (words("word.supply"), words("word.map"), words(f"palace.{model.view['box']}"), *on_card):
        grid.add_column(heading, justify="right")
    grid.add_column(words("word.cards"), overflow="fold")
    for seat in model.seats:
        player = players[seat]
        palace = f"{player['palace']}{model.flasks(seat, 'palace')}"
        kept = (str(player.get("on-card", 0)),) if keeps else ()
        numbers = (str(player["supply"]), str(sum(player["citizens"].values())), palace, *kept)
        grid.add_row(seat_name(model, seat), *numbers, cards_of(model, seat))
    return grid


def seat_name(model: TextModel, seat: str) -> Text:
    """The name of a seat, marked if it is to decide, and if it is the viewer's: `▸ ●R red (you)`."""
    found = Text().append("▸ " if model.is_asked(seat) else "  ", style=f"bold {GOLD}")
    found.append(model.sign(seat)).append(f" {model.name('seat', seat)}", style="bold")
    return found.append(f" ({model.words('word.you')})") if seat == model.view["seat"] else found


def cards_of(model: TextModel, seat: str) -> Text:
    """The class cards of a seat. A tick marks those used in this turn, another sign those of the second ability."""
    view = model.view
    found = [
        card_name(model, card)
        .append(USED if card in view["used"] else "")
        .append(USED_ALSO if card in view.get("used-also", ()) else "")
        for card in view["players"][seat]["classes"]
    ]
    return Text(", ").join(found) if found else Text("·", style=QUIET)


def card_name(model: TextModel, card: str) -> Text:
    """The name of a class card, its level if it is upgraded, and its class: `name II [class]`."""
    found = Text().append(model.card_words(card), style="bold")
    return found.append(" [" + model.words(f"symbol.{model.class_of(card)}") + "]", style=GOLD)


def beside_board(model: TextModel, width: int) -> Panel:
    """A panel of the class cards that no seat holds, with their rules."""
    return cards_panel(model, "word.beside", [with_rule(model, card) for card in model.view["table"]], width)


def held(model: TextModel, width: int) -> Panel:
    """A panel of the class cards that seats hold, with the seat and the rule of each."""
    lines = [
        model.sign(seat).append(" ") + with_rule(model, card)
        for seat in model.seats
        for card in model.view["players"][seat]["classes"]
    ]
    return cards_panel(model, "word.held", lines, width)


def cards_panel(model: TextModel, title: str, lines: list[Text], width: int) -> Panel:
    """A panel with lines, or with a word for none. `title`: a key of the catalogue."""
    body = Text("\n").join(lines) if lines else Text(model.words("word.none"), style=QUIET)
    heading = Text(model.words(title), style="bold")
    return Panel(body, title=heading, title_align="left", box=box.ROUNDED, width=width)


def with_rule(model: TextModel, card: str) -> Text:
    """A class card with the rule of its level and the rule's number."""
    _, number = sentences.rule_words(card, model.language)
    entry = sentences.card_entry(card, sentences.words_in(model.language))
    rule = entry.get(f"rule_{model.level(card)}", entry["rule"])
    return card_name(model, card).append(f" {rule} {number}", style=QUIET)
