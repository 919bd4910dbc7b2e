"""Parts of the picture in a terminal: the clock, the seats, the class cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from bellringer.games.rattus.names import GUILDS
from bellringer.games.rattus.show.text_look import TextModel
from bellringer.games.rattus.words import sentences
from bellringer.text.columns import in_columns
from bellringer.text.signs import GOLD, QUIET

USED = "✓"
USED_ALSO = "²"
PROTECTED = "⛨"
BLOCKED = "↷"
GUARDED = "‡"
BETWEEN = 2  # spaces between two columns
LEAST_CARDS = 24  # width of the cards in the table of the seats
INDENT = 4


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
    if model.has_region_cards:
        counts = {"deck": view["region-deck"], "discards": len(view["region-discards"])}
        found.append(f" · {words('word.region-deck', **counts)}")
    found.append(f" · {words('word.no-limits')}" if view.get("no-limits") else "")
    return found.append_text(events(model)) if "universities" in view else found


def events(model: TextModel) -> Text:
    """The events: how many are left, the one that is on, those that the viewer knows of: ` · events in the pile 12`."""
    words, found = model.words, Text(f" · {model.words('word.events', n=model.events_left)}")
    if on := model.view.get("event"):
        found.append(f" · {words('word.event', event=model.event(on))}", style=f"bold {GOLD}")
    for key, names in (("next", model.next_events), ("drawn", model.drawn_events)):
        known = "; ".join(model.event(name) if name else words("word.unknown") for name in names)
        found.append(f" · {words(f'word.{key}', events=known)}" if names else "")
    return found


def boards(model: TextModel) -> list[Text]:
    """A line for each board beside the map: all guilds with the signs of their seats, and the cities that are taken."""
    lines = []
    if model.has_module("guilds"):
        guilds = [
            occupied(model, model.name("card", card), model.in_guild(card)).append(
                USED if model.view.get("guild-used") == card else ""
            )
            for card in GUILDS
        ]
        lines.append(
            Text(model.words("word.list", what=model.words("word.guilds")) + " ").append_text(Text(" · ").join(guilds))
        )
    if model.has_module("inns"):
        taken = [region for region in model.regions if model.in_city(region)]
        cities = [occupied(model, model.name("region", region), model.in_city(region)) for region in taken]
        said = Text(" · ").join(cities) if cities else Text(model.words("word.none"), style=QUIET)
        lines.append(Text(model.words("word.list", what=model.words("word.inns")) + " ").append_text(said))
    return lines


def occupied(model: TextModel, name: str, seat: str | None) -> Text:
    """A space of a board by its name, with the sign of the seat that has it."""
    return Text(f"{name} ").append_text(model.sign(seat)) if seat else Text(name, style=QUIET)


def seats(model: TextModel, width: int) -> RenderableType:
    """The seats: citizens in supply, on the map, in the palace and on a card; cards. In a table if there is room."""
    names = [seat_name(model, seat) for seat in model.seats]
    counts = [counted(model, seat) for seat in model.seats]
    columns = [max(len(heading), *(len(one[heading]) for one in counts)) for heading in counts[0]]
    room = width - max(name.cell_len for name in names) - sum(columns) - BETWEEN * (1 + len(columns))
    cards = [cards_of(model, seat) for seat in model.seats]
    return (
        seat_table(model, names, counts, cards)
        if room >= LEAST_CARDS
        else seat_lines(model, names, counts, cards, width)
    )


def seat_table(
    model: TextModel, names: Sequence[Text], counts: Sequence[Mapping[str, str]], cards: Sequence[Text]
) -> Grid:
    """A line for each seat: its name, its numbers below their headings, its class cards."""
    found = Grid(box=None, padding=(0, BETWEEN, 0, 0), pad_edge=False, header_style=QUIET)
    found.add_column("", no_wrap=True)
    for heading in counts[0]:
        found.add_column(heading, justify="right", no_wrap=True)
    found.add_column(model.words("word.cards"), overflow="fold")
    for name, numbers, held in zip(names, counts, cards, strict=True):
        found.add_row(name, *numbers.values(), held)
    return found


def seat_lines(
    model: TextModel, names: Sequence[Text], counts: Sequence[Mapping[str, str]], cards: Sequence[Text], width: int
) -> Group:
    """Two lines for each seat, for terminals that are too narrow for the table of seats."""
    rows = [
        [name, *(Text.assemble((f"{heading} ", QUIET), number) for heading, number in numbers.items())]
        for name, numbers in zip(names, counts, strict=True)
    ]
    lines = list[RenderableType]()
    for first, held in zip(in_columns(rows, width), cards, strict=True):
        lines += [
            *first,
            Padding(Text(model.words("word.list", what=model.words("word.cards")) + " ") + held, (0, 0, 0, INDENT)),
        ]
    return Group(*lines)


def counted(model: TextModel, seat: str) -> dict[str, str]:
    """The numbers of a seat, by their headings: those that any seat has at this table."""
    words, players = model.words, model.view["players"]
    player, palace = players[seat], words(f"palace.{model.view['box']}")
    found = {
        words("word.supply"): str(player["supply"]),
        words("word.map"): str(sum(player["citizens"].values())),
        palace: f"{player['palace']}{model.flasks(seat, 'palace')}",
    }
    if any("on-card" in one for one in players.values()):
        found[words("word.on-card")] = str(player.get("on-card", 0))
    if any("points" in one for one in players.values()):
        found[words("word.points")] = str(player.get("points", 0))
    if model.has_region_cards:
        found[words("word.hand")] = str(player.get("hand-size", 0))
    if any("lodged" in one for one in players.values()):
        found[model.name("card", model.borrower)] = str(player.get("lodged", 0))
    return found


def seat_name(model: TextModel, seat: str) -> Text:
    """The name of a seat, marked if it is to decide, and if it is the viewer's: `▸ ●R red (you)`."""
    found = Text().append("▸ " if model.is_asked(seat) else "  ", style=f"bold {GOLD}")
    found.append(model.sign(seat)).append(f" {model.name('seat', seat)}", style="bold")
    return found.append(f" ({model.words('word.you')})") if seat == model.view["seat"] else found


def cards_of(model: TextModel, seat: str) -> Text:
    """The class cards of a seat, with signs for what holds now."""
    found = [card_name(model, card).append(signs_of(model, card)) for card in model.view["players"][seat]["classes"]]
    return Text(", ").join(found) if found else Text("·", style=QUIET)


def signs_of(model: TextModel, card: str) -> str:
    """A tick for a card used in this turn, other signs for its second ability, for blocked and for guarded cards."""
    view = model.view
    signs = {
        USED: model.is_used(card),
        USED_ALSO: card in view.get("used-also", ()),
        BLOCKED: model.is_blocked(card),
        GUARDED: model.is_guarded(card),
        PROTECTED: card in view.get("protected", ()),
    }
    return "".join(sign for sign, holds in signs.items() if holds)


def card_name(model: TextModel, card: str) -> Text:
    """The name of a class card, its level if it is upgraded, the tile that it has borrowed, and its class."""
    tile = model.lent_words(card)
    found = Text().append(model.card_words(card) + (f"+{tile}" if tile else ""), style="bold")
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


def region_cards(model: TextModel, width: int) -> list[Panel]:
    """A panel of the viewer's own region cards, and one of those known of others; none without that module."""
    own, view = model.view["seat"], model.view
    mine = view["players"][own].get("hand") if own else None
    drawn = view.get("region-drawn", ())
    known = [
        model.sign(seat).append(f" {model.name('region-card', card)}")
        for seat in model.seats
        for card in view["players"][seat].get("hand-known", ())
        if seat != own
    ]
    shown = {"own-region-cards": mine, "region-drawn": drawn or None}
    panels = {
        title: [Text(model.name("region-card", card)) for card in cards]
        for title, cards in shown.items()
        if cards is not None
    } | ({"region-known": known} if known else {})
    return [cards_panel(model, f"word.{title}", lines, width) for title, lines in panels.items()]


def cards_panel(model: TextModel, title: str, lines: list[Text], width: int) -> Panel:
    """A panel with lines, or with a word for none. `title`: a key of the catalogue."""
    body = Text("\n").join(lines) if lines else Text(model.words("word.none"), style=QUIET)
    heading = Text(model.words(title), style="bold")
    return Panel(body, title=heading, title_align="left", box=box.ROUNDED, width=width)


def with_rule(model: TextModel, card: str) -> Text:
    """A class card with the rule of its level and the rule's number; of a borrowed tile, its rule, too."""
    _, number = sentences.rule_words(card, model.language)
    entry = sentences.card_entry(card, sentences.words_in(model.language))
    rule = entry.get(f"rule_{model.level(card)}", entry["rule"])
    found = card_name(model, card).append(f" {rule} {number}", style=QUIET)
    tile, bearer = model.lent
    if card == bearer:
        lent = sentences.card_entry(tile, sentences.words_in(model.language))
        found.append(f" {lent.get(f'rule_{sentences.LENT}', lent['rule'])}", style=QUIET)
    return found
