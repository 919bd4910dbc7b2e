"""Both languages say everything that there is to say, the same things, and nothing that nobody asks for."""

from __future__ import annotations

import ast
import random
import re
import string
import tomllib
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest

import bellringer
from bellringer.core.shown.result import Result
from bellringer.core.shown.words import (
    LANGUAGES,
    MissingWords,
    Words,
    catalogue,
    labelled,
    languages,
    spaced,
    words_of_rows,
)
from bellringer.games.notre_dame import names
from bellringer.games.notre_dame.sources import SOURCES
from bellringer.games.notre_dame.words import sentences
from bellringer.terminal.game_loop import find_move, plain

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "bellringer.games.notre_dame.words"
PATH = "{language}.toml"
CATALOGUES = (
    (PACKAGE, PATH),
    ("bellringer.games.rattus.words", PATH),
    ("bellringer.server", "catalogue/{language}.toml"),
    ("bellringer.commands", "catalogue/{language}.toml"),
    ("bellringer.terminal", "catalogue/{language}.toml"),
    ("bellringer.review", "catalogue/{language}.toml"),
    ("bellringer.puzzles", "catalogue/{language}.toml"),
)
ROWS = sorted((ROOT / "src/bellringer/games").glob("*/asks.toml"))  # whose rows have their words in every language
LONGEST_RULE = 160  # two lines
SHOWN = ("svg.", "text.", "page.")  # what drawings, terminal and pages say; tests/contract/test_words.py looks at it
NUMBERS = set(re.findall(r"^- \*\*(ND-\d+\.\d+)\*\* ", (ROOT / "docs/rules/notre-dame.md").read_text(), re.MULTILINE))

# What can answer each ask: the moves by the first word of their names, as the legal moves of pieces.py, cards.py,
# carriage.py, hiring.py and actions.py give them. `card`: a card's name alone. Random play looks for others below.
ANSWERS = {
    "keep-own": ("keep",),
    "keep-passed": ("keep",),
    "play-card": ("card",),
    "whose-card": ("from-own", "from-right", "from-next"),
    "pay-marker": ("pass", "from"),
    "friend-to": ("to",),
    "donate": ("pass", "give"),
    "carriage-to": ("pass", "carriage"),
    "take-message": ("pass", "take"),
    "rat-step": ("pass", "rat"),
    "hotel-use": ("coin", "marker", "rat"),
    "hire": ("pass", "hire"),
    "move-from": ("from", "friend"),
    "move-to": ("to",),
    "carry-from": ("from",),
    "carry-to": ("to",),
    "carry-pieces": ("carry",),
    "place-in-empty": ("to",),
    "use-sector": ("use",),
    "pay-for-rat": ("pass", "pay"),
    "return-marker": ("pass", "from"),
    "repeat-messages": ("pass", "repeat"),
    "lose-marker": ("lose",),
}

# Every value that an ask's argument can have.
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "action": names.ACTIONS,
    "steps": (1, 2, 5),
    "uses": (1, 2),
    "further": (0, 1),
    "except": (None, *names.PERSONS),
    "markers": (1, 2, 6),
    "returned": (0, 1, 2, 13),
    **{flag: (False, True) for flag in ("must", "cathedral", "all", "use")},
}

NAMES = {
    "seat": names.COLOURS,
    "colour": names.COLOURS,
    "letter": names.COLOURS,
    "sector": names.SECTORS,
    "place": names.PLACES,
    "action": names.ACTIONS,
    "card": names.ACTIONS,
    "person": names.PERSONS,
    "market": names.ALL_MARKETS,
    "message": names.ALL_MESSAGES,
    "kind": names.KINDS,
    "side": names.MARKETS,
    "part": ("base", "edition-2007", "edition-anniversary", "box"),
    "phase": (*names.PHASES, "over"),
    "law": names.LAWS,
    "rank": ("1", "2", "3", "4", "5"),
}
RULED = (*names.ACTIONS, *names.PERSONS)

RESULTS = (
    Result(places=(2, 1, 3), scores=(30, 41, 1), tie_breaks=((5,), (0,), (2,))),
    Result(places=(1, 2, 3), scores=(30, 30, 0), tie_breaks=((5,), (4,), (2,))),
    Result(places=(1, 1, 4, 1, 5), scores=(30, 30, 20, 30, 10), tie_breaks=((5,), (5,), (2,), (5,), (0,))),
)


def words_of(language: str) -> Iterator[tuple[str, Words]]:
    """All that is told in a language: the catalogues, and the words of each game's asks."""
    for package, path in CATALOGUES:
        yield package, catalogue(language, package, path)
    for path in ROWS:
        package = f"bellringer.games.{path.parent.name}"
        yield f"{package} asks", Words(language, words_of_rows(language, package, path.name, "asks"))


def first_word(move: str) -> str:
    """What kind of move a name means."""
    return "card" if move in names.ACTIONS else move.partition(" ")[0]


def moves_for(ask: str) -> list[str]:
    """All moves that can answer an ask."""
    return [move for move in names.MOVES if move and first_word(move) in ANSWERS[ask]]


def arguments_for(ask: str, first: str, second: str) -> Iterator[dict[str, object]]:
    """All that an ask can be asked with."""
    places = (*names.PLACES, "trusted-friend") if ask == "move-to" else names.PLACES
    found = {name: ARGUMENTS.get(name, places) for name in (first, second) if name}
    for values in product(*found.values()):
        yield dict(zip(found, values, strict=True))


def events() -> Iterator[tuple[str, int, int, int, int]]:
    """At least one event for every sentence, and one for every thing that an event can name."""
    for kind in names.EVENTS:
        for amount in (1, 2, 3):
            for what, where in [(0, 0), (0, 1), (0, 2), (8, 3)]:
                yield kind, 1, what, where, amount
    for person in range(len(names.PERSONS)):
        yield from [(kind, 0, person, 0, 0) for kind in ("person-opens", "person-hired")]
    for place in range(len(names.PLACES)):
        yield from [(kind, 4, place, 0, 1) for kind in ("marker-returned", "sector-used", "action-forgone")]
        yield from [(kind, 4, 0, place, 1) for kind in ("marker-placed", "marker-granted", "marker-moved")]
    for number, kind in product(range(20), ("message-taken", "carriage-moved")):
        yield kind, 2, number, number, 0


def everything(language: str) -> Iterator[tuple[str, str]]:
    """All that can be said, each with what it is about."""
    for kind, found in NAMES.items():
        yield from ((f"{kind} {name}", sentences.name_words(kind, name, language)) for name in found)
    for name in RULED:
        yield from ((name, text) for text in sentences.rule_words(name, language))
    for ask, first, second in names.ASKS:
        for move in moves_for(ask):
            pile = "blue" if move in names.PILES else ""
            yield f"{ask}: {move}", sentences.move_words(move, ask, language, pile)
        for arguments in arguments_for(ask, first, second):
            about = {"message": names.ALL_MESSAGES[3], "piles": ["red", "blue"], **arguments}  # which the game adds
            yield f"{ask}: {arguments}", sentences.ask_words(ask, about, language)
    for event in events():
        if may_happen(*event):
            yield str(event), sentences.event_words(*event, language)
            if came := sentences.event_words(*event, language, None, sentences.CAME):
                yield f"came of {event}", came
    for source in SOURCES.names:
        yield source, sentences.source_words(source, language)
    yield from ((kind, sentences.kind_words(kind, language)) for kind in SOURCES.kinds)
    yield "a round", sentences.column_words("3", language)
    yield "why: the plague", sentences.why_words("plague", language)
    yield "why: points", sentences.points_words(language)
    for result in RESULTS:
        yield from ((str(result), line) for line in sentences.result_words(result, language))


def may_happen(kind: str, seat: int, what: int, where: int, amount: int) -> bool:
    """Whether the numbers of an event are in their ranges: only the friend comes from beside the board."""
    places = ("marker-moved", "marker-returned", "sector-used", "action-forgone")
    return not (kind in places and what >= len(names.PLACES)) and not (kind == "coins-taken" and what >= 5)


def fields_of(forms: list[str]) -> set[str]:
    """What a sentence, in all its forms, has to be filled with."""
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


# the catalogues


def test_the_languages_are_those_with_a_catalogue() -> None:
    found = {path.stem for path in (ROOT / "src/bellringer/games/notre_dame/words").glob("*.toml")}
    assert set(languages()) == set(LANGUAGES) == found


def test_every_language_has_the_same_keys() -> None:
    first, *others = (catalogue(language, PACKAGE, PATH) for language in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        assert len(set(first.keys())) == len(first.keys())


def test_every_language_fills_in_the_same_values() -> None:
    """All but {n}, which a sentence may leave out in one of its forms."""
    first, *others = (catalogue(language, PACKAGE, PATH) for language in LANGUAGES)
    for other in others:
        for key in first.keys():
            assert fields_of(first.forms(key)) - {"n"} == fields_of(other.forms(key)) - {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_a_number_that_counts_makes_two_forms(language: str) -> None:
    found = catalogue(language, PACKAGE, PATH)
    for key in found.keys():
        forms = found.forms(key)
        assert len(forms) == 1 or len(set(forms)) == 2, key


def test_the_ledger_numbers_are_in_the_ledger_and_the_same_in_every_language() -> None:
    for name in RULED:
        numbers = {sentences.rule_words(name, language)[1] for language in LANGUAGES}
        assert len(numbers) == 1 and numbers <= NUMBERS, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_persons_have_all_their_fields_and_no_others(language: str) -> None:
    for name in RULED:
        fields = {"name", "rule", "line", "ledger"}
        fields |= {"the"} if name in names.PERSONS else {"the", "from"} if name in names.PLACES else set()
        assert set(sentences.entry_of(name, sentences.words_in(language))) == fields, name


# that everything is said


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words_and_no_words_are_left_over(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    find, text_of = Words.find, Words.text

    def found(self: Words, key: str) -> object:
        used.add(key)
        return find(self, key)

    def text_found(self: Words, key: str, /, **values: object) -> str:
        used.add(key)
        return text_of(self, key, **values)

    monkeypatch.setattr(Words, "find", found)
    monkeypatch.setattr(Words, "text", text_found)
    for about, text in everything(language):
        assert text and text == text.strip(), about
        assert not set("{}") & set(text), about
    monkeypatch.undo()
    of_the_rules = [key for key in catalogue(language, PACKAGE, PATH).keys() if not key.startswith(SHOWN)]
    unused = [key for key in of_the_rules if not {key, key.rpartition(".")[0]} & used]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_one_kind_differ(language: str) -> None:
    for kind, found in NAMES.items():
        assert len({sentences.name_words(kind, name, language) for name in found}) == len(found), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answers_to_one_ask_differ(language: str) -> None:
    for ask, _, _ in names.ASKS:
        moves = moves_for(ask)
        piles = [names.COLOURS[names.PILES.index(move)] if move in names.PILES else "" for move in moves]
        said = {sentences.move_words(move, ask, language, pile) for move, pile in zip(moves, piles, strict=True)}
        assert len(said) == len(moves), ask


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_two_lines_at_most(language: str) -> None:
    for name in RULED:
        text, _ = sentences.rule_words(name, language)
        assert len(text) <= LONGEST_RULE and text.endswith("."), name


def test_every_ask_is_among_those_with_answers() -> None:
    assert [ask for ask, _, _ in names.ASKS] == list(ANSWERS)
    assert {first_word(move) for move in names.MOVES if move} == {word for found in ANSWERS.values() for word in found}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_says_nothing_else(seats: int) -> None:
    """Random games: every answer that comes up is one of ANSWERS, and all of it has words in every language."""
    for number, edition in enumerate(("2007", "anniversary")):
        table = bellringer.new_game("notre-dame", seats=seats, seed=number, edition=edition, persons="new")
        dice = random.Random(number)
        while table.pending:
            seat = dice.choice(table.pending)
            ask, moves = table.position()["asks"][-1]["ask"], table.moves(seat)
            assert all(first_word(move.name) in ANSWERS[ask] for move in moves), ask
            assert all(table.prompt(seat, language) for language in LANGUAGES)
            assert all(move.words(language) for move in moves for language in LANGUAGES)
            table.play(dice.choice(moves).name, seat)
        assert all(event.words(language) for event in table.events() for language in LANGUAGES)
        assert table.result is not None
        assert len(sentences.result_words(table.result, "en", table.seat_names)) == seats + 1


# some of it, word for word


@pytest.mark.parametrize(
    ("move", "ask", "english", "french"),
    [
        ("pass", "hire", "Hire nobody", "Ne corrompre personne"),
        ("pass", "donate", "Give nothing: no marker placed", "Ne rien offrir : aucun cube placé"),
        ("pass", "carriage-to", "Stay put", "Rester sur place"),
        ("bank", "play-card", "Play: Bank", "Jouer : Banque"),
        ("from bank", "pay-marker", "Move a marker from the bank", "Déplacer un cube de la banque"),
        ("from hotel", "return-marker", "Return a marker from the hotel", "Rendre un cube de l’auberge"),
        ("from notre-dame", "move-from", "A marker from Notre Dame", "Un cube de Notre-Dame"),
        ("carry friend+2", "carry-pieces", "The friend and 2 markers", "Le confident et 2 cubes"),
        (
            "carriage 2:west",
            "carriage-to",
            "To the market of borough 2, between hotel and park",
            "Vers le marché du quartier 2, entre auberge et parc",
        ),
        ("hire beggar-king", "hire", "Hire the beggar king", "Corrompre le roi des mendiants"),
    ],
)
def test_moves(move: str, ask: str, english: str, french: str) -> None:
    assert [sentences.move_words(move, ask, language) for language in ("en", "fr")] == [english, spaced(french)]


@pytest.mark.parametrize(
    ("ask", "arguments", "english", "french"),
    [
        (
            "carriage-to",
            {"steps": 1},
            "Where does your carriage go? It has 1 step.",
            "Où va votre calèche ? Elle peut faire 1 pas.",
        ),
        (
            "carriage-to",
            {"steps": 3},
            "Where does your carriage go? It has up to 3 steps.",
            "Où va votre calèche ? Elle peut faire jusqu'à 3 pas.",
        ),
        (
            "pay-marker",
            {"to": "hospital"},
            "Your supply is empty: move a marker to the hospital?",
            "Votre réserve personnelle est vide : déplacer un cube vers l’hôpital ?",
        ),
        (
            "move-to",
            {"from": "trusted-friend"},
            "Your friend: to which sector?",
            "Votre confident : vers quel bâtiment ?",
        ),
        (
            "hire",
            {"further": 0, "except": "mayor"},
            "Hire one more person for a coin?",
            "Corrompre encore un personnage pour 1 pièce d’or ?",
        ),
    ],
)
def test_asks(ask: str, arguments: dict[str, object], english: str, french: str) -> None:
    assert [sentences.ask_words(ask, arguments, language) for language in ("en", "fr")] == [english, spaced(french)]


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (("marker-placed", 0, 0, 1, 1), "Red places a marker on the bank", "Rouge place un cube sur la banque"),
        (("coins-paid", 1, 0, 0, 1), "Blue pays 1 coin", "Bleu paie 1 pièce d’or"),
        (("friend-moved", 2, 8, 0, 0), "Green places the friend on the cloister school", None),
        (("friend-moved", 2, 1, 0, 0), None, "Vert déplace son confident de la banque vers le séminaire"),
        (("prestige-gained", 3, 0, 2, 1), "Violet gains 1 prestige, and 2 more by the park", None),
        (("prestige-gained", 3, 0, 0, 0), None, "Violet gagne 0 point de prestige"),
        (
            ("message-taken", 4, 5, 7, 0),
            "Ochre takes the blue message (2 prestige and 1 marker)",
            "Ocre prend la lettre de change bleue (2 points de prestige et 1 cube)",
        ),
        (("coins-taken", 0, 1, 0, 2), "Red takes 2 coins from Blue: the box is empty", None),
        (("period-ends", 0, 0, 0, 2), "Period B ends", "La manche B se termine"),
    ],
)
def test_events(event: tuple[str, int, int, int, int], english: str | None, french: str | None) -> None:
    for language, text in (("en", english), ("fr", french)):
        if text is not None:
            assert sentences.event_words(*event, language) == (spaced(text) if language == "fr" else text)


def test_the_log_can_call_the_seats_by_other_names() -> None:
    seats = ("ann", "{bo}")
    assert sentences.event_words("coins-paid", 1, 0, 0, 2, "en", seats) == "{bo} pays 2 coins"
    assert (
        sentences.event_words("coins-taken", 1, 0, 0, 2, "en", seats) == "{bo} takes 2 coins from ann: the box is empty"
    )


def test_what_differs_by_edition_says_both() -> None:
    for name, language in product(("hotel", "fool"), LANGUAGES):
        text, _ = sentences.rule_words(name, language)
        assert ("2007" in text or "4" in text) and re.search("anniversa", text), (name, language)


def test_results() -> None:
    alone, tie, shared = (sentences.result_words(result, "en") for result in RESULTS)
    assert alone == ["1st: Blue, 41 prestige", "2nd: Red, 30 prestige", "3rd: Green, 1 prestige", "Blue wins."]
    assert tie[-1] == "Red and Blue are level; Red wins by coins and markers, 5 in all."
    assert shared[:3] == ["1st: Red, 30 prestige", "1st: Blue, 30 prestige", "1st: Violet, 30 prestige"]
    assert shared[-1] == "Red, Blue and Violet share the victory."
    french = sentences.result_words(RESULTS[0], "fr", ("Anne", "Luc", "Zoé"))
    assert french[0] == "1er\u00a0: Luc, 41 points de prestige"
    assert french[2:] == ["3e\u00a0: Zoé, 1 point de prestige", "Luc l’emporte."]


# the machinery


def test_french_keeps_its_marks_on_the_line() -> None:
    assert spaced("Ici : « là » ; quoi ? Oui !") == "Ici\u00a0: «\u00a0là\u00a0»\u202f; quoi\u202f? Oui\u202f!"
    for package, found in words_of("fr"):
        loose = [form for key in found.keys() for form in found.forms(key) if re.search("« | [:;!?»]", form)]
        assert loose == [], package
    for package, found in words_of("en"):
        assert not any({"\u00a0", "\u202f"} & set(form) for key in found.keys() for form in found.forms(key)), package


def test_french_has_a_space_before_its_marks() -> None:
    """Of all that translators type: catalogues, guides, cards and rulings."""
    close = re.compile(r"[^\s?!:][:;!?»](?=\s|$)")
    assert close.search("rat: 4") and not close.search("rat\u00a0: 4, quoi\u202f?!")
    for path in sorted((ROOT / "src/bellringer").rglob("*.toml")):
        french = french_in(tomllib.loads(path.read_text(encoding="utf-8")), path.stem == "fr")
        assert [text for text in french if close.search(text)] == [], path


def french_in(found: object, is_french: bool) -> Iterator[str]:
    """The French texts of a file: all of them, or those below a key `fr`."""
    if isinstance(found, dict):
        for key, one in found.items():
            yield from french_in(one, is_french or key == "fr")
    elif isinstance(found, list):
        for one in found:
            yield from french_in(one, is_french)
    elif isinstance(found, str) and is_french:
        yield found


# Where people are told something; errors are English, and so are the documents of programs.
TOLD = ("games/*/show", "games/*/words", "page", "svg", "text", "server", "terminal")
JOINED = re.compile(r"(\}\}|%\})(</\w+>)*: |\$\{[^}]*\}: ")  # in a template or a script
AFTER = re.compile(r'^(.*)(::after \{ content: )":"', re.MULTILINE)  # in a style sheet
READ = (".py", ".html", ".js", ".css")
ENGLISH = ("logs.py", "options.py")  # tracebacks, and the help of the command line


def joins_by_hand(tree: ast.AST) -> Iterator[str]:
    """The texts of Python that put a plain colon between two values, which is English."""
    errors = [one for one in ast.walk(tree) if isinstance(one, ast.Raise) or is_call_of(one, "fail")]
    spared = {id(part) for one in errors for part in ast.walk(one)}
    for one in ast.walk(tree):
        parts = one.values if isinstance(one, ast.JoinedStr) and id(one) not in spared else []
        is_joined = any(isinstance(before, ast.FormattedValue) and is_colon(after) for before, after in pairwise(parts))
        if is_joined or (parts and is_colon(parts[0])):
            yield ast.unparse(one)


def is_call_of(node: ast.AST, name: str) -> bool:
    """Whether it calls a function of that name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def is_colon(part: ast.expr) -> bool:
    """Whether a part of a text is a colon and no more."""
    return isinstance(part, ast.Constant) and part.value == ": "


def joins_in(path: Path) -> list[str]:
    """What a file joins by hand."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        alike = [f'{one.rpartition(" } ")[2]}:lang(fr){rest}"\\a0:"' for one, rest in AFTER.findall(text)]
        return [one for one in alike if one not in text]
    if path.suffix == ".py":
        return list(joins_by_hand(ast.parse(text)))
    return [line.strip() for line in text.splitlines() if JOINED.search(line)]


def test_a_label_and_its_value_are_joined_as_the_language_joins_them() -> None:
    """By `labelled`, in pictures, pages and the terminal."""
    assert [labelled(language, "rat", 4) for language in LANGUAGES] == ["rat: 4", "rat\u00a0: 4"]
    folders = [folder for pattern in TOLD for folder in (ROOT / "src/bellringer").glob(pattern)]
    files = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in READ]
    read = [path for path in files if path.parent.name != "api" and not path.name.endswith((".min.js", *ENGLISH))]
    assert len(read) > 100
    assert {path.name: found for path in read if (found := joins_in(path))} == {}


def test_french_is_typed_with_plain_spaces() -> None:
    """In the terminal a move can be typed in words."""
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    move = table.moves(0)[0]
    assert "\u00a0" in move.words("fr")
    assert find_move(table.moves(0), " ".join(move.words("fr").split()), "fr") == move
    assert plain("Vers  l’hôpital") == plain("vers l'hôpital")


def test_french_has_one_apostrophe() -> None:
    assert spaced("L'un d'{other} dit qu'« on » l'a 'lu'") == "L’un d’{other} dit qu’«\u00a0on\u00a0» l’a 'lu'"
    for package, found in words_of("fr"):
        assert [form for key in found.keys() for form in found.forms(key) if "'" in form] == [], package


def test_what_a_language_has_no_words_for_is_named_with_the_language() -> None:
    french = catalogue("fr", PACKAGE, PATH)
    for key in ("events.no-such-thing", "market.of.nothing", "colours"):
        with pytest.raises(MissingWords, match=f"{key} in fr") as caught:
            french.text(key)
        assert (caught.value.key, caught.value.language) == (key, "fr")


def test_a_value_that_nobody_gave_is_named() -> None:
    with pytest.raises(MissingWords, match=r"market \{side\} in en"):
        catalogue("en", PACKAGE, PATH).text("market", borough=1)
    with pytest.raises(MissingWords, match=r"events\.coins-paid in en"):
        catalogue("en", PACKAGE, PATH).text("events.coins-paid", seat="Red")


def test_a_thing_that_is_not_in_the_game_has_no_words() -> None:
    for say in (
        lambda: sentences.rule_words("no-such-card", "en"),
        lambda: sentences.move_words("hire nobody", "hire", "en"),
        lambda: sentences.move_words("bank", "hire", "en"),
        lambda: sentences.ask_words("no-such-ask", {}, "en"),
        lambda: sentences.event_words("no-such-event", 0, 0, 0, 0, "en"),
        lambda: sentences.name_words("colour", "pink", "en"),
        lambda: sentences.name_words("no-such-kind", "red", "en"),
    ):
        with pytest.raises(KeyError):
            say()


def test_a_catalogue_is_read_once_and_english_stands_in_for_a_language_without_one() -> None:
    assert catalogue("fr", PACKAGE, PATH) is catalogue("fr", PACKAGE, PATH)
    assert catalogue("xx", PACKAGE, PATH).language == "en"


def test_one_in_english_and_in_french() -> None:
    said = {
        language: [catalogue(language, PACKAGE, PATH).text("events.coins-paid", seat="A", n=n) for n in (0, 1, 2)]
        for language in LANGUAGES
    }
    assert said["en"] == ["A pays 0 coins", "A pays 1 coin", "A pays 2 coins"]
    assert said["fr"] == ["A paie 0 pièce d’or", "A paie 1 pièce d’or", "A paie 2 pièces d’or"]
