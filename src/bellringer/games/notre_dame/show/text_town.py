"""Parts of the picture in a terminal: the clock, the cathedral, the open persons, the hands."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bellringer.games.notre_dame.names import PERIOD_ROUNDS, PERIODS, WHOSE
from bellringer.games.notre_dame.show.text_look import TextModel, name_of
from bellringer.games.notre_dame.words import sentences
from bellringer.text.signs import GOLD, QUIET


def clock(model: TextModel) -> Text:
    """A line such as `Round 4 of 9 · period B · hiring`."""
    number, words = model.view["round"], model.words
    letter = PERIODS[(number - 1) // PERIOD_ROUNDS]
    found = Text().append(words("word.round", round=number), style="bold")
    found.append(f" · {words('word.period', letter=letter)} · ").append(words(f"phase.{model.view['phase']}"))
    return found


def cathedral(model: TextModel) -> Text:
    """A line about the cathedral: its prestige, the markers of each seat, and the share of one marker."""
    words, value = model.words, model.cathedral()
    found = Text().append(name_of("place", "notre-dame", model.language), style=f"bold {GOLD}")
    found.append(f" {words('word.cathedral', n=value)} ")
    counts = {seat: model.pieces(seat, "notre-dame") for seat in model.seats}
    total = sum(counts.values())
    if total == 0:
        return found.append(words("word.nobody"), style=QUIET)
    found.append(Text("  ").join(model.sign(seat).append(f" {n}") for seat, n in counts.items() if n))
    return found.append(f" · {words('share.each', n=value // total)}")


def persons_title(model: TextModel) -> Text:
    """A heading such as `Persons · plague 7`."""
    found = Text().append(model.words("word.persons"), style="bold")
    return found.append(f" · {model.words('word.plague', n=model.view['plague'])}", style=f"bold {GOLD}")


def person(model: TextModel, name: str) -> Text:
    """The name of a person and the number of its rats."""
    rats = model.rats_of(name)
    found = Text().append(name_of("person", name, model.language), style="bold")
    return found.append(f" {model.words('rats.count', n=rats)}", style=GOLD if rats else QUIET)


def persons(model: TextModel, width: int, with_rules: bool) -> Panel:
    """A panel of the open persons, with their rules if there is room."""
    shown: list[RenderableType] = [person(model, name) for name in model.view["open"]]
    body: RenderableType = Columns(shown, equal=True, expand=True)
    if with_rules:
        body = Group(*with_rule_words(model, model.view["open"]))
    if coming := model.view.get("gray-pile"):
        names = ", ".join(name_of("person", name, model.language) for name in coming)
        body = Group(body, Text(model.words("word.coming", names=names), style=QUIET))
    return Panel(body, title=persons_title(model), title_align="left", box=box.ROUNDED, width=width)


def with_rule_words(model: TextModel, names: Iterable[str]) -> Iterable[Text]:
    """Two lines for each person: the name with the rule's number, and the rule."""
    for name in names:
        rule, number = sentences.rule_words(name, model.language)
        yield person(model, name).append(f"  {number}", style=QUIET)
        yield Text(rule, style=QUIET)


def hand(model: TextModel, seat: str) -> Text | None:
    """A line of the cards in a seat's hand, each with its owner and its rule's number; None if they are hidden."""
    player = model.view["players"][seat]
    if "hand" not in player:
        return None
    label = model.words("word.hand")
    if seat != model.view["seat"]:
        label = model.words("word.hand_of", seat=name_of("seat", seat, model.language))
    found = Text().append(f"{label} ", style="bold")
    cards = [card(model, seat, entry["card"], entry["from"]) for entry in player["hand"]]
    found.append(Text(", ").join(cards) if cards else Text(model.words("word.no_cards"), style=QUIET))
    if choice := player.get("to-keep"):
        names = ", ".join(name_of("card", name, model.language) for name in choice)
        found.append(f" · {model.words('word.choice', cards=names)}", style=QUIET)
    return found


def card(model: TextModel, seat: str, name: str, whose: str) -> Text:
    """A card with its owner and its rule's number: `bank ●R ND-5.2`."""
    owner = model.seats[(model.seats.index(seat) - WHOSE.index(whose)) % len(model.seats)]
    found = Text(name_of("card", name, model.language) + " ").append(model.sign(owner))
    return found.append(f" {sentences.rule_words(name, model.language)[1]}", style=QUIET)
