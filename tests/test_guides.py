"""How the games are played is told whole, in both languages, with the numbers that the rules have and no others."""

from __future__ import annotations

import json
import re
import string
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.ledger import NUMBER, read_ledger
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Guide, Screen
from bellringer.core.shown.words import LANGUAGES, Words, catalogue
from bellringer.core.tables.table import Table, from_position
from bellringer.games.notre_dame.show.guide import DOUBLE_HOTEL, GIFTS, PAIR
from bellringer.page.guide import example_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("notre-dame", "rattus")
SCREENS = ("aim", "turn", "plague", "scoring", "end")
# Numbers as words: they come from the game, in braces. "One" and "two" say much else, too.
WRITTEN = {
    "en": r"three|four|five|six|seven|eight|nine|ten|twelve|twenty|third|fourth|fifth",
    "fr": r"trois|quatre|cinq|six|sept|huit|dix|douze|vingt|troisième|quatrième",
}
CODE = (".py", ".pyc", ".so", ".c")
YEARS = re.compile(r"\b(1347|2007)\b")
TOWN = {"game": "notre-dame", "seats": 4, "round": 1, "phase": "play", "turn": 1}


def guide_of(game: str) -> Guide:
    found = find(game).guide
    assert found is not None
    return found


def sentences_of(game: str, language: str) -> Words:
    """The catalogue of a guide."""
    return catalogue(language, f"bellringer.games.{game.replace('-', '_')}.words.guide", "{language}.toml")


def texts_of(screen: Screen) -> list[str]:
    """All that a screen says."""
    parts = [*screen.points, *screen.remarks]
    said = [screen.title, screen.lead, *(text for part in parts for text in (part.title, part.text))]
    return [*said, *(one.words for one in (*screen.sketches, *screen.rows, *screen.signs)), *screen.result]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_five_screens_and_each_says_something_with_pictures_in_both_languages(game: str) -> None:
    guide = guide_of(game)
    assert tuple(guide.names) == SCREENS
    for language in LANGUAGES:
        for name in guide.names:
            screen = guide.screen(name, language, {})
            assert screen.points and screen.sketches and all(texts_of(screen))
            assert all(remark.holds is None for remark in screen.remarks)


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_sentences_with_the_same_values(game: str) -> None:
    first, *others = (sentences_of(game, language) for language in LANGUAGES)

    def values(words: Words, key: str) -> set[str]:
        return {name for form in words.forms(key) for _, name, _, _ in string.Formatter().parse(form) if name}

    for other in others:
        assert first.keys() == other.keys()
    for key in first.keys():
        named = [values(words, key) - {"in", "to"} for words in (first, *others)]  # grammar, which is each language's
        assert all(one == named[0] for one in named), key


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_left_over(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    whole = Words.text

    def text(self: Words, key: str, /, **values: object) -> str:
        used.add(str(self.find(key)))
        return whole(self, key, **values)

    monkeypatch.setattr(Words, "text", text)
    words, guide = sentences_of(game, "en"), guide_of(game)
    for chosen in ({}, {"seats": 3, "edition": "2007", "persons": "base", "modules": ()}):
        for name in guide.names:
            guide.screen(name, "en", chosen)
    for modules in ((), ("inns",)):
        guide.aim("en", {"classes": (), "modules": modules})
    assert [key for key in words.keys() if str(words.find(key)) not in used] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_written_into_a_sentence(game: str, language: str) -> None:
    words = sentences_of(game, language)
    written = re.compile(rf"\d|\b(?:{WRITTEN[language]})\b", re.IGNORECASE)
    texts = {key: YEARS.sub("", re.sub(r"\{\w+\}", "", form)) for key in words.keys() for form in words.forms(key)}
    assert {key: text for key, text in texts.items() if written.search(text)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_screen_tells_is_in_the_ledger(game: str) -> None:
    ledger, guide = find(game).ledger, guide_of(game)
    assert ledger is not None
    known = {rule.number for rule in ledger.rules}
    for name in guide.names:
        screen = guide.screen(name, "en", {})
        for part in (*screen.points, *screen.remarks):
            assert part.rules and set(part.rules) <= known, part.title


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_of_the_package_is_that_of_the_documentation_line_by_line(game: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    ledger = find(game).ledger
    assert ledger == read_ledger(text) and ledger is not None
    lines = re.findall(r"^- \*\*([A-Z]{2}-\d+\.\d+)\*\* ", text, re.MULTILINE)
    assert [rule.number for rule in ledger.rules] == lines and all(NUMBER.fullmatch(line) for line in lines)


@pytest.mark.parametrize("line", ["- ND-1.1 no number [2007]", "- **ND-1.1** no source", "plain"])
def test_a_line_of_a_section_that_is_no_rule_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(line)):
        read_ledger(f"# A ledger\n\nWords.\n\n## 1 A section\n\n{line}\n")


# drawings and numbers follow the rules


def with_example(game: str, name: str, change: Mapping[str, Any]) -> Any:
    """A guide of which one example begins otherwise. `change`: of red's things."""
    guide: Any = type(guide_of(game))()
    file = ROOT / "src" / "bellringer" / "games" / game.replace("-", "_") / "show" / "examples.json"
    example = json.loads(file.read_text(encoding="utf-8"))[name]
    example["position"]["players"]["red"] |= change
    guide.__dict__["examples"] = {**guide.examples, name: example_of(example["position"], example["moves"])}
    return guide


def test_a_drawing_and_its_sentence_change_with_the_position() -> None:
    """With the rat farther back nothing is lost: so the drawing shows it, and so the sentence says."""
    usual, other = guide_of("notre-dame"), with_example("notre-dame", "plague", {"rat": 3})
    for name in ("plague-before", "plague-after"):
        assert usual.drawing(name, "en") != other.drawing(name, "en")
    after = {guide: guide.screen("plague", "en", {}).sketches[1].words for guide in (usual, other)}
    assert "is on 9" in after[usual] and "lost 2 prestige" in after[usual]
    assert "is on 7" in after[other] and "lost 0 prestige" in after[other]


@pytest.mark.parametrize("game", GAMES)
def test_each_drawing_is_a_picture_of_its_own_in_the_language_of_the_page(game: str) -> None:
    guide = guide_of(game)
    drawn = {name: guide.drawing(name, "en") for name in guide.drawings}
    assert len(set(drawn.values())) == len(drawn) and all(one.startswith("<svg") for one in drawn.values())
    assert any(guide.drawing(name, "fr") != drawn[name] for name in drawn)


def town(**red: Any) -> Table:
    """Red's turn to play the first of two cards."""
    return from_position({**TOWN, "players": {"red": {"drawn": [["hotel", "notre-dame", "residence"]], **red}}})


@pytest.mark.parametrize(("edition", "pieces"), DOUBLE_HOTEL.items())
def test_the_hotel_gives_two_things_from_so_many_pieces_on(edition: str, pieces: int) -> None:
    for there in (pieces - 1, pieces):
        red = {"rat": 5, "markers": {"hotel": there - 1}, "drawn": [["hotel", "park", "bank"]]}
        table = from_position({**TOWN, "edition": edition, "players": {"red": red}})
        table.play("hotel", 0)
        assert table.position()["asks"][-1].get("uses", 1) == (2 if there == pieces else 1)


@pytest.mark.parametrize(("coins", "prestige"), GIFTS.items())
@pytest.mark.parametrize("park", [0, PAIR])
def test_a_gift_brings_so_much_and_a_pair_on_the_park_one_more(coins: int, prestige: int, park: int) -> None:
    table = town(coins=3, prestige=0, markers={"park": park}, drawn=[["notre-dame", "park", "bank"]])
    table.play("notre-dame", 0)
    table.play(f"give {coins}", 0)
    assert table.view(0)["players"]["red"]["prestige"] == prestige + park // PAIR


def test_the_numbers_of_the_set_up_are_those_of_new_tables() -> None:
    guides: Any = {game: guide_of(game) for game in GAMES}
    numbers = {game: guide.numbers("en", {}) for game, guide in guides.items()}
    paris, europe = bellringer.new_game("notre-dame", seats=3, seed=1), bellringer.new_game("rattus", seats=3, seed=1)
    red = paris.view(0)["players"]["red"]
    assert numbers["notre-dame"]["drawn"] == len(red["to-keep"])
    assert numbers["notre-dame"]["persons"] == len(paris.view(0)["open"])
    pile = paris.position()
    assert numbers["notre-dame"]["gray"] == len([*pile["gray-pile"], *pile["open"]]) - 2
    assert numbers["rattus"]["citizens"] == europe.view(0)["players"]["red"]["supply"]
    first, supply = europe.pending[0], []
    while europe.view(0)["phase"] == "settle":
        europe.play(europe.moves(europe.pending[0])[0].name, europe.pending[0])
        supply.append(europe.view(0)["players"][europe.seat_names[first]]["supply"])
    left = numbers["rattus"]["citizens"] - min(supply)
    assert left == numbers["rattus"]["settlers"] * numbers["rattus"]["times"]


# what is in play at a table


@pytest.mark.parametrize(
    ("options", "has_points"),
    [
        ({}, False),
        ({"modules": ["upgrades"]}, False),
        ({"modules": ["universities"]}, True),
        ({"modules": ["region-cards"]}, True),
        ({"classes": ["sultan", "monk", "merchant", "witch", "king", "knight"]}, True),
    ],
)
def test_victory_points_are_spoken_of_where_there_are_some(options: dict[str, Any], has_points: bool) -> None:
    table = bellringer.new_game("rattus", seats=4, seed=1, **options)
    said = guide_of("rattus").aim("en", find("rattus").options_of(table.state))
    assert said.startswith("You win") and ("victory points" in said) is has_points


def in_play(game: str, **chosen: Any) -> set[str]:
    """The remarks that hold at a table, by their titles."""
    guide = guide_of(game)
    screens = [guide.screen(name, "en", chosen) for name in guide.names]
    held = {(remark.title, remark.text) for screen in screens for remark in screen.remarks if remark.holds}
    assert all(remark.holds is not None for screen in screens for remark in screen.remarks)
    return {title for title, _ in held}


def test_a_table_marks_what_is_in_play_there() -> None:
    editions = {"2007": "The edition of 2007:", "anniversary": "The anniversary edition:"}
    for edition, title in editions.items():
        assert in_play("notre-dame", seats=4, edition=edition, persons="base") == {title}
    assert in_play("notre-dame", seats=2, edition="2007", persons="new") == {
        "With two players,", "With the New Persons,", editions["2007"]
    }  # fmt: skip
    assert in_play("rattus", seats=4, modules=()) == set()
    for module in find("rattus").options["modules"].allowed:
        (title,) = in_play("rattus", seats=4, modules=(module,))
        assert title == find("rattus").words.words_in("en")(f"modules.{module}") + ":"


@pytest.mark.parametrize("seats", [2, 5])
def test_the_cathedral_of_a_table_has_what_it_has_with_so_many_players(seats: int) -> None:
    screen = guide_of("notre-dame").screen("scoring", "en", {"seats": seats, "edition": "2007", "persons": "base"})
    model: Any = find("notre-dame").view_model(bellringer.new_game("notre-dame", seats=seats, seed=1).view(None), "en")
    assert f"{model.cathedral()} prestige at this table" in " ".join(texts_of(screen))


def test_whatever_lies_beside_the_code_is_packed() -> None:
    """Packages have the ledgers, which are links here: setuptools puts the files themselves in."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    beside = (path for path in (ROOT / "src" / "bellringer").rglob("*.*") if path.suffix not in CODE)
    lost = [path for path in beside if not any(fnmatch(path.name, pattern) for pattern in patterns)]
    assert lost == []
    for game in ("notre_dame", "rattus"):
        file = ROOT / "src" / "bellringer" / "games" / game / "ledger.md"
        assert file.resolve() == ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md"
