"""The names in names.py stand in the order of the numbers in the .pxd files, and have words in both languages."""

from __future__ import annotations

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.shown.words import languages
from bellringer.games.rattus import component_set, names, sources
from bellringer.games.rattus.document import ask_kinds, card_asks, defaults, fields, numbers, region_cards
from bellringer.games.rattus.words import sentences
from tests.enums import Enums, as_numbers
from tools import asked
from tools.rattus import cards

PXD = Enums("games/rattus")
enum_of, number = PXD.having, PXD.number
CARDS = cards.Cards(cards.CARDS).entries()


def test_enums_are_read_as_cython_reads_them() -> None:
    sizes = enum_of("state.pxd", "MOST_SEATS")
    assert (sizes["REGIONS"], sizes["MOST_SEATS"], sizes["RATS"], sizes["MOST_TURNS"]) == (17, 6, 3, 1000)
    assert enum_of("events.pxd", "TURN_BEGINS")["CITIZENS_PLACED"] == 2


def test_every_enum_has_its_test_here() -> None:
    firsts = {
        (path.name, next(iter(numbers))) for path in PXD.folder.rglob("*.pxd") for numbers in PXD.all_of(path.name)
    }
    assert firsts == {
        *(("state.pxd", name) for name in ("REGIONS", "PEASANTRY", "SETTLING", "NO_RAT", "UNRESOLVED")),
        *(("state.pxd", name) for name in ("WITH_UPGRADES", "NOT_IN_PLAY", "GUILDS_BOARD")),
        *(("citizen_asks.pxd", "FEW"), ("points.pxd", "REGION_CARDS"), ("region_cards.pxd", "FIRST_HAND")),
        *(("boards.pxd", "FROM_NOBODY"), ("universities.pxd", "GREEN")),
        *(("event_cards.pxd", name) for name in ("NO_EVENT", "FEW_EVENTS")),
        *(("events.pxd", "TURN_BEGINS"), ("moves.pxd", "PASS"), ("laws.pxd", "CITIZENS_LAW")),
        *(("class_numbers.pxd", "PEASANT"), ("draws.pxd", "STARTING_DRAWS"), ("ask_numbers.pxd", "SETTLE")),
        *(("ground.pxd", "SIDE"), ("drop.pxd", "FINE"), ("drop.pxd", "NOTHING"), ("diplomats.pxd", "FIRST")),
        *(
            ("plague.pxd", "COUNTED"),
            ("engine.pxd", "PLACINGS"),
            ("observing.pxd", "FACE"),
            ("features.pxd", "CARDS_READ"),
        ),
        *(("sources.pxd", "OF_SETTLING"), ("sources.pxd", "PLACED_COLUMN")),
        *((f"{card}.pxd", next(iter(asked.constants(entry, 3)))) for card, entry in CARDS.items() if entry.asked),
    }


def test_cards_that_features_read() -> None:
    found = enum_of("features.pxd", "CARDS_READ")
    assert found["UPGRADES_READ"] <= found["CARDS_READ"] <= len(names.CLASSES)


def test_what_observations_count() -> None:
    found = enum_of("observing.pxd", "FACE")
    assert (found["FACE"], found["PLACES"]) == (1 + len(names.SYMBOLS), len(names.REGIONS) + 1)
    assert found["EVENT_PLACES"] == len(names.EVENT_CARDS)


def test_symbols() -> None:
    found = enum_of("state.pxd", "PEASANTRY")
    assert found == {**as_numbers(names.SYMBOLS), "CLASS_SYMBOLS": len(component_set.CLASS_SYMBOLS)}
    assert names.SYMBOLS[: number("state.pxd", "CLASS_SYMBOLS")] == component_set.CLASS_SYMBOLS


def test_sources() -> None:
    first_of = enum_of("sources.pxd", "OF_CARD")
    said = sources.SOURCES.names
    assert said[first_of["OF_SETTLING"]] == "settling" and said[first_of["OF_PLACING"]] == "placing"
    assert said[first_of["OF_POTION"]] == "potion"
    for first, kind, words in (
        ("OF_MODULE", "module", names.REASONS),
        ("OF_EVENT", "event", names.EVENT_CARDS),
        ("OF_SYMBOL", "rat", names.SYMBOLS),
        ("OF_CARD", "card", names.CLASSES),
    ):
        assert said[first_of[first] :][: len(words)] == tuple(f"{kind}-{word}" for word in words)
    columns = {f"{name}_COLUMN": value for name, value in as_numbers(sources.SOURCES.columns).items()}
    assert enum_of("sources.pxd", "PLACED_COLUMN") == columns


def test_what_counts_against_a_limit() -> None:
    assert names.COUNTED == number("plague.pxd", "COUNTED")
    assert names.counted(3 * names.COUNTED + 12) == (12, 3)


def test_phases() -> None:
    words = {"settle": "SETTLING", "act": "ACTING", "spread": "SPREADING", "count": "COUNTING", "ravage": "RAVAGING"}
    expected = {words.get(phase, phase.upper().replace("-", "_")): i for i, phase in enumerate(names.PHASES)}
    assert enum_of("state.pxd", "SETTLING") == expected


def test_stages_of_a_rat_and_of_the_last_plague() -> None:
    assert list(enum_of("state.pxd", "NO_RAT").values()) == list(range(len(defaults.STAGES)))
    assert list(enum_of("state.pxd", "UNRESOLVED").values()) == list(range(len(fields.RESOLVED)))


def test_modules() -> None:
    modules = tuple(f"with-{module}" for module in component_set.MODULES)
    assert enum_of("state.pxd", "WITH_UPGRADES") == as_numbers(modules)


def test_reasons_for_points() -> None:
    assert enum_of("points.pxd", "REGION_CARDS") == as_numbers(names.REASONS)


def test_places_of_region_cards() -> None:
    places = (region_cards.NOT_IN_PLAY, region_cards.DECK, region_cards.DISCARDED, region_cards.DRAWN)
    assert tuple(enum_of("state.pxd", "NOT_IN_PLAY").values()) == (*places, region_cards.PLAYED, region_cards.HAND)
    assert number("region_cards.pxd", "CLASSES") == 2 ** len(component_set.CLASS_SYMBOLS) - 1
    assert number("state.pxd", "PROTECTING") == card_asks.PROTECTING
    assert number("state.pxd", "REGION_DECK") == len(names.REGION_CARDS) == 4 * len(names.REGIONS)


def test_asks() -> None:
    expected = as_numbers(tuple(name for name, _, _ in names.ASKS), first=1)
    assert enum_of("ask_numbers.pxd", "SETTLE") == {**expected, "ASK_KINDS": len(names.ASKS)}


def test_draws() -> None:
    assert enum_of("draws.pxd", "STARTING_DRAWS") == as_numbers(tuple(f"{name}-draws" for name in names.DRAWS))


def test_happenings() -> None:
    assert enum_of("events.pxd", "TURN_BEGINS") == as_numbers(names.EVENTS, first=1)


def test_laws() -> None:
    expected = {f"{law.upper()}_LAW": i for i, law in enumerate(names.LAWS, start=1)}
    assert enum_of("laws.pxd", "CITIZENS_LAW") == expected


def test_reasons_of_points() -> None:
    assert enum_of("points.pxd", "REGION_CARDS") == as_numbers(names.REASONS)


def test_universities_and_event_cards() -> None:
    assert enum_of("universities.pxd", "GREEN") == as_numbers(names.UNIVERSITIES)
    assert list(enum_of("event_cards.pxd", "NO_EVENT").values()) == [
        0,
        card_asks.DISCARD,
        card_asks.UNIVERSITY,
        card_asks.BONUSES[0],
    ]
    assert names.EVENT_CARDS[card_asks.BONUSES[0] :] == component_set.CLASS_SYMBOLS
    assert len(names.EVENT_CARDS) == number("state.pxd", "EVENT_KINDS") == len(numbers.PRINTED)
    assert number("state.pxd", "NEXT_EVENTS") == number("event_cards.pxd", "MANY_EVENTS")
    assert number("state.pxd", "UNIVERSITIES") == len(names.UNIVERSITIES)


def test_class_cards() -> None:
    assert enum_of("class_numbers.pxd", "PEASANT") == {**as_numbers(names.CLASSES), "CLASSES": len(names.CLASSES)}


def test_counts() -> None:
    assert len(names.COLOURS) == number("state.pxd", "MOST_SEATS") == find("rattus").book.most_seats
    assert len(names.REGIONS) == number("state.pxd", "REGIONS")
    assert len(names.CLASSES) <= names.CLASS_ROOM == number("state.pxd", "CLASS_ROOM")
    assert number("state.pxd", "RATS") == names.RATS
    assert number("state.pxd", "TOKENS") == component_set.MOST_TOKENS
    assert number("state.pxd", "POTIONS") == names.POTIONS
    assert number("state.pxd", "PODIUMS") == names.PODIUMS
    assert number("state.pxd", "BEARERS") == names.POTIONS + names.PODIUMS
    assert number("state.pxd", "ON_PODIUM") == names.POTIONS + 1
    assert number("state.pxd", "REGULAR") == 2 ** number("state.pxd", "ON_PODIUM") - 1
    assert number("state.pxd", "NO_LIMIT") >= ask_kinds.MOST_CITIZENS
    assert number("citizen_asks.pxd", "MOST_GO") == number("moves.pxd", "CITIZEN") - number("moves.pxd", "GO_MANY") + 3
    assert len(names.MOVES) == number("moves.pxd", "MOVES") <= 64 * number("moves.pxd", "WORDS")


def test_a_place_is_a_region_the_palace_or_nowhere() -> None:
    found = enum_of("ground.pxd", "SIDE")
    assert (found["NOWHERE"], found["PLACES"]) == (len(names.REGIONS) + 1, len(names.REGIONS) + 2)
    assert found["SIDE"] <= 256, "a cell's column fits into a byte"


def of_cards(word: str) -> tuple[str, ...]:
    """The moves about class cards, and the numbers kept for later ones."""
    return (*(f"{word} {card}" for card in names.CLASSES), *[""] * (names.CLASS_ROOM - len(names.CLASSES)))


SPANS = {
    "PASS": ("pass",),
    "PLACE": tuple(f"place {region}" for region in names.REGIONS),
    "PLAGUE": tuple(f"plague {region}" for region in names.REGIONS),
    "TAKE": of_cards("take"),
    "USE": (*of_cards("use"), *[""] * 13),
    "RAT": (*(f"rat {rat}" for rat in names.ALL_RATS), *[""] * 13),
    "FROM": tuple(f"from {region}" for region in names.REGIONS),
    "TO": tuple(f"to {region}" for region in names.REGIONS),
    "GO": ("go 1", "go 2", "go 3"),
    "ONE_MORE": ("one-more",),
    "SWAP_THEM": ("swap",),
    "COUNT_IT": ("count",),
    "ALSO": of_cards("also"),
    "UPGRADE": of_cards("upgrade"),
    "GO_MANY": tuple(f"go {citizens}" for citizens in range(4, 32)),
    "CITIZEN": (*(f"citizen {potions}" for potions in range(31)), *[""] * 13),
    "OF": tuple(f"of {colour}" for colour in names.COLOURS),
    "REVEAL_THEM": ("reveal",),
    "DRAW_ONE": ("draw",),
    "SPEND_IT": ("spend",),
    "AT_PALACE": ("palace",),
    "AT_BORDER": ("border",),
    "CARD": tuple(f"card {card}" for card in names.REGION_CARDS),
    "DIPLOMAT": tuple(f"diplomat {potions}" for potions in range(31)),
    "GUILD": tuple(f"guild {card}" for card in names.GUILDS),
    "EVENT_CARD": tuple(f"event {event}" for event in names.EVENT_CARDS),
}


def test_there_is_a_name_for_every_span_of_moves() -> None:
    assert list(SPANS) == [name for name in enum_of("moves.pxd", "PASS") if name not in ("MOVES", "WORDS")]
    assert sum(len(span) for span in SPANS.values()) == number("moves.pxd", "MOVES")


@pytest.mark.parametrize("span", SPANS)
def test_moves(span: str) -> None:
    first = number("moves.pxd", span)
    assert names.MOVES[first : first + len(SPANS[span])] == SPANS[span]


def test_a_rat_is_named_by_its_region_and_its_place_there() -> None:
    assert names.ALL_RATS[:4] == ("anglia", "anglia 2", "anglia 3", "gallia")
    assert [names.rat_name(3 * number("state.pxd", "RATS") + slot) for slot in range(3)] == [
        *("hispania", "hispania 2", "hispania 3"),
    ]
    assert len(set(names.ALL_RATS)) == 17 * 3


# words

# events that are told in more than one way
VARIANTS = (
    *("-from", "-idle", "-out", "-lost", "-palace", "-new", "-1", "-2", "-3"),
    *(f"-{ending}" for ending in (*names.REASONS, *names.UNIVERSITIES)),
)
WORDED = {
    "colours": names.COLOURS,
    "letters": names.COLOURS,
    "symbols": names.SYMBOLS,
    "phases": (*names.PHASES, "over"),
    "laws": names.LAWS,
    "regions": names.REGIONS,
    "classes": names.CLASSES,
    "asks": tuple(name for name, _, _ in names.ASKS),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("section", WORDED)
def test_the_catalogue_has_words_for_these_names_in_this_order_and_for_no_others(language: str, section: str) -> None:
    assert tuple(sentences.words_in(language).find(section)) == WORDED[section]


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_has_words_for_every_event(language: str) -> None:
    found = list(sentences.words_in(language).find("events"))
    for ending in VARIANTS:
        found = [name.removesuffix(ending) for name in found]
    assert list(dict.fromkeys(found)) == list(names.EVENTS)


@pytest.mark.parametrize("language", languages())
def test_the_answers_to_every_ask_are_moves(language: str) -> None:
    moves = {move.partition(" ")[0] for move in names.MOVES if move}
    answers = sentences.words_in(language).find("asks").values()
    assert {answer for entry in answers for answer in entry if not answer.startswith("prompt")} == moves
