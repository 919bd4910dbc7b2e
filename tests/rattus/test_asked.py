"""About how many a card asks stands once, in its file: the rule is compiled with it, and positions are judged by it."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.cards import ALL, entry_of
from bellringer.core.contract.registry import find
from bellringer.core.fields import Documents
from bellringer.games.rattus.document import codec
from bellringer.games.rattus.document.asked import ASKED
from tests.enums import Enums
from tools import asked
from tools.rattus.cards import CARDS, Cards

GAME = find("rattus")
ENTRIES = {card: entry for card, entry in Cards(CARDS).entries().items() if entry.asked}
OTHERS = ["peasant", "monk", "knight", "witch", "king", "merchant"]


def document(card: str, ask: str, seat: str = "red", **more: Any) -> dict[str, Any]:
    """A position in which a seat has the card and is asked this."""
    classes = [*dict.fromkeys([card, *OTHERS])][:6]
    arguments = more.pop("arguments")
    return {
        "game": "rattus",
        "seats": 3,
        "classes": classes,
        "players": {seat: {"classes": [card], "citizens": {"gallia": 3, "italia": 2}}},
        "plague": "gallia",
        "asks": [{"ask": ask, "seats": [seat], **arguments}],
        **more,
    }


def about(ask: str, n: int) -> dict[str, Any]:
    """A position in which such a card asks about so many."""
    last_round: dict[str, Any] = {"phase": "last-round", "step": 1}
    made = {
        "move-in": lambda: document("serf", ask, phase="ravage", arguments={"most": n, "card": "serf"}),
        "haven-any": lambda: document("king", ask, arguments={"most": n}),
        "rat-far-from": lambda: document("monk", ask, arguments={"most": n}),
        "rat-beside": lambda: document("soldier", ask, "green", **last_round, arguments={"most": n}),
        "look-on": lambda: document("witch", ask, arguments={"most": n}),
        "bishop-rat": lambda: document(
            "bishop", ask, bishops=["gallia"], arguments={"most": n, "source": "any"}, rats={"gallia": 1}
        ),
        "podium-in": lambda: document("sultan", ask, arguments={"most": n, "again": False}),
        "caravan-to": lambda: document("caravanner", ask, caravan="gallia", arguments={"from": "gallia", "steps": n}),
        "university-in": lambda: document("student", ask, modules=["universities"], arguments={"citizens": n}),
    }
    return made[ask]()


COUNTED = ("move-in", "haven-any", "rat-far-from", "rat-beside", "look-on", "bishop-rat", "podium-in", "caravan-to",
           "university-in")  # fmt: skip


def documents(asked: Any) -> Documents:
    """What reads documents when the cards ask about so many."""
    return Documents(replace(GAME.fields, asked=asked), codec, GAME.book)


def is_taken(reader: Documents, position: dict[str, Any]) -> bool:
    """Whether a position can be; what is refused is refused for how many are asked about."""
    try:
        reader.restore(position)
    except bellringer.PositionError as error:
        assert error.path == "asks[0]" and re.search(r" at most$|no card begins with", error.reason), str(error)
        return False
    return True


def with_one_more(folder: Path, ask: str) -> Cards:
    """The cards, in a folder of their own, where the one that asks about most asks about one more."""
    shutil.copytree(CARDS, folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    ((card, numbers),) = ASKED[ask].items()
    path = folder / f"{card}.toml"
    text = path.read_text(encoding="utf-8")
    line = f"{ask} = {[*numbers]}\n"
    assert line in text
    path.write_text(text.replace(line, f"{ask} = {[*numbers[:2], numbers[2] + 1]}\n"), encoding="utf-8")
    return Cards(folder)


@pytest.mark.parametrize("ask", COUNTED)
def test_positions_are_judged_by_the_number_in_the_cards_file(ask: str, tmp_path: Path) -> None:
    """A later card that asks about one more is refused nowhere, and one more than that still is."""
    most, shipped = GAME.fields.most_asked(ask), documents(ASKED)
    assert (is_taken(shipped, about(ask, most)), is_taken(shipped, about(ask, most + 1))) == (True, False)
    later = documents(with_one_more(tmp_path / "cards", ask).asked())
    assert (is_taken(later, about(ask, most + 1)), is_taken(later, about(ask, most + 2))) == (True, False)


def test_every_number_of_a_file_has_its_test_here() -> None:
    others = {"go-from", "go-far-from", "more-rats"}
    assert ASKED.keys() == {*COUNTED, *others}


def test_four_come_where_a_later_card_lets_four_come(tmp_path: Path) -> None:
    """The moves have room for it, so that the answer is one, too."""
    state = documents(with_one_more(tmp_path / "cards", "move-in").asked()).restore(about("move-in", 4) | {"rats": {}})
    assert [GAME.move_names[move] for move in state.legal(0)] == ["pass", "go 1", "go 2", "go 3", "go 4"]
    four = GAME.move_names.index("go 4")
    before = codec.read(state)["citizens"][0][1]
    state.apply(0, four)
    assert codec.read(state)["citizens"][0][1] == before + 4


def test_rats_are_judged_by_what_the_card_brings_at_its_level() -> None:
    def brought(most: int, **more: Any) -> dict[str, Any]:
        arguments = {"most": most, "card": "soldier"}
        return document("soldier", "more-rats", phase="spread", arguments=arguments, **more)

    third: dict[str, Any] = {"modules": ["upgrades"], "levels": {"soldier": 3}}
    reader = documents(ASKED)
    assert (is_taken(reader, brought(1)), is_taken(reader, brought(2))) == (True, False)
    assert (is_taken(reader, brought(2, **third)), is_taken(reader, brought(3, **third))) == (True, False)


@pytest.mark.parametrize(("card", "level", "far"), [("merchant", 3, True), ("merchant", 2, False), ("king", 3, False)])
def test_citizens_go_far_only_by_a_card_that_asks_for_it(card: str, level: int, far: bool) -> None:
    """Whatever other cards of the seat are at level III."""
    arguments = {"from": "gallia", "to": "polonia"}
    levels: dict[str, Any] = {"modules": ["upgrades"], "levels": {card: level}}
    position = document(card, "go-count", arguments=arguments, **levels)
    if far:
        GAME.restore(position)
        return
    with pytest.raises(bellringer.PositionError, match="polonia is no neighbour of gallia"):
        GAME.restore(position)


# what is written from the files


@pytest.mark.parametrize("card", ENTRIES)
def test_a_rule_has_its_numbers_from_its_cards_file(card: str) -> None:
    wanted = asked.constants(ENTRIES[card], 3)
    assert Enums("games/rattus").all_of(f"{card}.pxd") == [wanted]
    body = (CARDS / f"{card}.py").read_text(encoding="utf-8").partition("\ndef ")[2]
    same = {name: [other for other in wanted if wanted[other] == wanted[name]] for name in wanted}
    assert all(any(re.search(rf"\b{other}\b", body) for other in same[name]) for name in wanted)


def test_a_changed_file_changes_what_the_rule_is_compiled_with(tmp_path: Path) -> None:
    cards = with_one_more(tmp_path / "cards", "move-in")
    assert "    MOVE_IN_AT_3 = 4\n" in cards.generated()[cards.folder / "serf.pxd"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("move-out = [1, 2, 3]", "serf, asked: there is no ask move-out"),
        ("move-in = [1, 2]", 'serf, asked.move-in: must be 3 numbers, 0 or more, or "all"'),
        ('move-in = [1, 2, "some"]', 'serf, asked.move-in: must be 3 numbers, 0 or more, or "all"'),
        ("move-in = [1, 2, -3]", 'serf, asked.move-in: must be 3 numbers, 0 or more, or "all"'),
    ],
)
def test_a_wrong_number_is_refused_with_its_card(line: str, reason: str, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(CARDS, folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    path = folder / "serf.toml"
    path.write_text(path.read_text("utf-8").replace("move-in = [1, 2, 3]", line), encoding="utf-8")
    with pytest.raises(SystemExit) as refusal:
        Cards(folder).asked()
    assert str(refusal.value) == reason


def test_all_is_as_many_as_there_are() -> None:
    assert entry_of({"asked": {"go-from": [3, "all", 0]}}).asked == {"go-from": (3, ALL, 0)}
