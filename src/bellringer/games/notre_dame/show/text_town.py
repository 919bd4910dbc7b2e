"""What all boroughs share: the clock, the cathedral, the open persons; and the hand of who looks."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bellringer.games.notre_dame.words import sentences as game_words
from bellringer.games.notre_dame.names import PERIOD_ROUNDS, WHOSE
from bellringer.games.notre_dame.show.text_look import GOLD, QUIET, Look, name_of

LETTERS = "ABC"


def clock(look: Look) -> Text:
    """`Round 4 of 9 · period B · hiring`."""
    number, words = look.view["round"], look.words
    letter = LETTERS[(number - 1) // PERIOD_ROUNDS]
    found = Text().append(words("word.round", round=number), style="bold")
    found.append(f" · {words('word.period', letter=letter)} · ").append(words(f"phase.{look.view['phase']}"))
    return found


def cathedral(look: Look) -> Text:
    """What there is to share, who has markers there, and what one of them would bring."""
    words, value = look.words, look.cathedral()
    found = Text().append(name_of("place", "notre-dame", look.language), style=f"bold {GOLD}")
    found.append(f" {words('word.cathedral', n=value)} ")
    counts = {seat: look.pieces(seat, "notre-dame") for seat in look.seats}
    total = sum(counts.values())
    if total == 0:
        return found.append(words("word.nobody"), style=QUIET)
    found.append(Text("  ").join(look.sign(seat).append(f" {n}") for seat, n in counts.items() if n))
    return found.append(f" · {words('share.each', n=value // total)}")


def persons_title(look: Look) -> Text:
    """`Persons · plague 7`."""
    found = Text().append(look.words("word.persons"), style="bold")
    return found.append(f" · {look.words('word.plague', n=look.view['plague'])}", style=f"bold {GOLD}")


def person(look: Look, name: str) -> Text:
    """`monk 1 rat`."""
    rats = look.rats_of(name)
    found = Text().append(name_of("person", name, look.language), style="bold")
    return found.append(f" {look.words('rats.count', n=rats)}", style=GOLD if rats else QUIET)


def persons(look: Look, width: int, with_rules: bool) -> Panel:
    """The three open persons; beside the boroughs there is room for what they do."""
    shown: list[RenderableType] = [person(look, name) for name in look.view["open"]]
    body: RenderableType = Columns(shown, equal=True, expand=True)
    if with_rules:
        body = Group(*with_rule_words(look, look.view["open"]))
    if coming := look.view.get("gray-pile"):
        names = ", ".join(name_of("person", name, look.language) for name in coming)
        body = Group(body, Text(f"{look.words('word.coming')}: {names}", style=QUIET))
    return Panel(body, title=persons_title(look), title_align="left", box=box.ROUNDED, width=width)


def with_rule_words(look: Look, names: Iterable[str]) -> Iterable[Text]:
    """Each person with the number and the words of the rule."""
    for name in names:
        rule, number = game_words.rule_words(name, look.language)
        yield person(look, name).append(f"  {number}", style=QUIET)
        yield Text(rule, style=QUIET)


def hand(look: Look, seat: str) -> Text | None:
    """The cards that a seat holds, each with its owner and its rule's number; None when they are hidden."""
    player = look.view["players"][seat]
    if "hand" not in player:
        return None
    label = look.words("word.hand")
    if seat != look.view["seat"]:
        label = look.words("word.hand_of", seat=name_of("seat", seat, look.language))
    found = Text().append(f"{label} ", style="bold")
    cards = [card(look, seat, entry["card"], entry["from"]) for entry in player["hand"]]
    found.append(Text(", ").join(cards) if cards else Text(look.words("word.no_cards"), style=QUIET))
    if choice := player.get("to-keep"):
        names = ", ".join(name_of("card", name, look.language) for name in choice)
        found.append(f" · {look.words('word.choice', cards=names)}", style=QUIET)
    return found


def card(look: Look, seat: str, name: str, whose: str) -> Text:
    """`bank ●R ND-5.2`."""
    owner = look.seats[(look.seats.index(seat) - WHOSE.index(whose)) % len(look.seats)]
    found = Text(name_of("card", name, look.language) + " ").append(look.sign(owner))
    return found.append(f" {game_words.rule_words(name, look.language)[1]}", style=QUIET)
