"""Every card is whole: rule, texts in every language, emblem, moves, tests, lines of the ledger."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import bellringer
from bellringer.core.contract.cards import LedgerLine
from bellringer.core.contract.registry import find
from bellringer.svg.board import emblems_of, symbols_in
from tools import freeze_moves, ledger, new_card

GAMES = new_card.all_cards()
CARDS = [card for cards in GAMES.values() for card in cards.all()]
RULED = [card for card in CARDS if card.has_rule]


def named(card: new_card.Card) -> str:
    """The card, in the name of a test."""
    return f"{card.cards.game} {card.name}"


def test_every_game_says_what_its_cards_are_made_of() -> None:
    assert set(GAMES) == set(bellringer.game_names())


@pytest.mark.parametrize("card", RULED, ids=named)
def test_nothing_of_a_card_is_missing(card: new_card.Card) -> None:
    assert list(new_card.missing(card)) == []


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_a_card_has_numbers_a_name_and_an_emblem_even_without_a_rule(card: new_card.Card) -> None:
    assert [*new_card.missing_in_entry(card, ("name",)), *new_card.missing_emblem(card)] == []


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_a_card_has_its_moves(card: new_card.Card) -> None:
    moves = {f"{word} {card.name}" for word in card.cards.about["moves"]}
    assert moves <= set(find(card.cards.game).move_names)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_rules_the_cards_that_have_a_rule(game: str) -> None:
    of_cards = {card.name for card in RULED if card.cards.game == game}
    assert of_cards <= set(find(game).ruled)


# what is said to be missing


@pytest.fixture
def folder(tmp_path: Path) -> new_card.Cards:
    """A copy of the second game's cards, alone in a tree but for the ledger and the numbers of moves."""
    cards = list(GAMES.values())[-1]
    files = [path for kind in ("toml", "svg", "py") for path in cards.folder.glob(f"*.{kind}")]
    for path in (*files, cards.ledger, cards.golden / "moves.json"):
        copy = tmp_path / path.relative_to(cards.root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return new_card.Cards(tmp_path / cards.folder.relative_to(cards.root), cards.about, tmp_path)


def test_a_missing_text_emblem_rule_and_move_are_named(folder: new_card.Cards) -> None:
    card = next(card for card in folder.all() if card.has_rule)
    file = card.path("toml")
    text = file.read_text(encoding="utf-8")
    french = card.entry()["fr"]["rule"]
    file.write_text(text.replace(french, "").replace(card.entry()["ledger"][0]["source"], "", 1), encoding="utf-8")
    card.path("svg").unlink()
    card.path("py").unlink()
    about = {**folder.about, "moves": ["take", "sell"]}
    found = set(new_card.missing(replace(folder, about=about).card(card.name)))
    assert found >= {
        f"rule of [fr] in {card.shown('toml')}",
        f"source of its line 1 of the ledger in {card.shown('toml')}",
        f"a rule: functions in {card.shown('py')}",
        f"an emblem: the symbol e-{card.name} in {card.shown('svg')}",
        f"the name of the move `sell {card.name}` in {folder.shown(folder.golden / 'moves.json')}",
    }
    assert f"the name of the move `take {card.name}` in {folder.shown(folder.golden / 'moves.json')}" not in found


def test_a_ruling_without_its_french_text_is_named(folder: new_card.Cards) -> None:
    found = (card for card in folder.all() if any("fr" in line for line in card.entry()["ledger"]))
    card = next(found)
    file, lines = card.path("toml"), card.entry()["ledger"]
    number, french = next((number, line["fr"]) for number, line in enumerate(lines, start=1) if "fr" in line)
    file.write_text(file.read_text(encoding="utf-8").replace(f'fr = "{french}"\n', ""), encoding="utf-8")
    assert f"fr of its line {number} of the ledger in {card.shown('toml')}" in set(new_card.missing(card))


def test_stubs_are_made_once_and_leave_what_is_there(folder: new_card.Cards) -> None:
    card = next(folder.all())
    card.path("py").unlink()
    numbers, _, texts = card.path("toml").read_text(encoding="utf-8").partition("\n[en]")
    card.path("toml").write_text(f"{numbers}\n[en]{texts.partition(chr(10) + 'the =')[0]}\n", encoding="utf-8")
    before = card.entry()
    new_card.make_stubs(card)
    once = [card.path(ending).read_bytes() for ending in ("toml", "py")]
    assert card.entry()["en"] == {**before["en"], "the": "", "rule": "", "line": ""}
    assert {key: card.entry()[key] for key in folder.about["numbers"]} == {
        key: before[key] for key in folder.about["numbers"]
    }
    new_card.make_stubs(card)
    assert [card.path(ending).read_bytes() for ending in ("toml", "py")] == once
    lacking = set(new_card.missing(card))
    assert {f"the of [en] in {card.shown('toml')}", f"a rule: functions in {card.shown('py')}"} <= lacking


@pytest.mark.parametrize(
    ("game", "name", "is_new", "complaint"),
    [
        ("chess", "monk", False, "no game of cards is called chess"),
        ("rattus", "pope", False, "no class card of rattus is called pope; to make one that no box has, add --new"),
        ("rattus", "The Pope", True, "is no name for a card"),
    ],
)
def test_what_is_no_card_is_refused(game: str, name: str, is_new: bool, complaint: str) -> None:
    with pytest.raises(SystemExit, match=complaint):
        new_card.chosen(game, name, is_new)


# emblems, ledger lines, move numbers


def test_a_card_without_an_emblem_shows_the_sign_of_its_class() -> None:
    own = symbols_in("bellringer.svg")
    sign, drawing = next(iter(own.items()))
    found = emblems_of("bellringer.svg", "bellringer.core", stand_ins={"undrawn": sign, sign: "undrawn"})
    assert found["undrawn"] == drawing.replace(f'id="e-{sign}"', 'id="e-undrawn"') != drawing
    assert found[sign] == drawing


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_every_card_has_an_emblem_of_its_name(card: new_card.Card) -> None:
    assert f'id="e-{card.name}"' in find(card.cards.game).pictures.emblems[card.name]


PAGE = """\
# A ledger

## 1 One

- **XX-1.1** First. [p.1]
- **XX-1.3** Third. [p.1]

Words below.

## 2 Two

- **XX-2.1** Other. [p.2]
"""


def test_the_ledger_gets_the_lines_of_cards_in_their_places() -> None:
    lines = [LedgerLine("XX-1.10", "Tenth.", "p.9"), LedgerLine("XX-1.3", "Third, anew.", "p.3")]
    lines += [LedgerLine("XX-1.2", "Second.", "p.2"), LedgerLine("XX-2.2", "", "")]
    page = ledger.written(PAGE, lines)
    assert [line for line in page.splitlines() if line.startswith("- ")] == [
        "- **XX-1.1** First. [p.1]",
        "- **XX-1.2** Second. [p.2]",
        "- **XX-1.3** Third, anew. [p.3]",
        "- **XX-1.10** Tenth. [p.9]",
        "- **XX-2.1** Other. [p.2]",
    ]
    assert "\n\nWords below.\n\n## 2 Two\n" in page and ledger.written(page, lines) == page
    with pytest.raises(SystemExit, match=r"no section for 3\.1"):
        ledger.written(PAGE, [LedgerLine("XX-3.1", "Nowhere.", "p.1")])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_has_lost_its_number_is_not_frozen_anew(game: str, tmp_path: Path) -> None:
    names, path = list(find(game).move_names), tmp_path / "moves.json"
    path.write_text(json.dumps([*names[:-1], ""]), encoding="utf-8")
    assert json.loads(freeze_moves.frozen(game, path)) == names
    path.write_text(json.dumps([names[1], names[0], *names[2:]]), encoding="utf-8")
    with pytest.raises(SystemExit, match=f"{game}: other numbers than before: {names[1]}, {names[0]}"):
        freeze_moves.frozen(game, path)
