"""Which class cards, box and modules a table has: by name, as a set, drawn from its seed, or as they follow. [RA-1]"""

from __future__ import annotations

import hmac
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

import bellringer
from bellringer import OptionError, RecordError, Table, bots
from bellringer.arena.loops import play_clocked
from bellringer.arena.match import make_match
from bellringer.arena.simulate import simulate
from bellringer.arena.study import ask, study
from bellringer.arena.study_report import write_study
from bellringer.cli import main
from bellringer.core import chance
from bellringer.core.compiled.play import check_games
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import changes_since, versions_of, versions_text
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import deal_again
from bellringer.games.rattus.box import fewest_seats, needed_module, shipped, wrong_modules
from bellringer.games.rattus.component_set import MODULES
from bellringer.games.rattus.names import CLASSES, PLAYABLE
from tests.contract.tables import play_some
from tests.rattus.play import at

GAME = find("rattus")
BASE_CARDS = PLAYABLE[:6]
FREE = tuple(card for card in PLAYABLE if not needed_module(card))  # cards that need no module


def free(seats: int) -> list[str]:
    """The cards that need no module, and go with so many seats."""
    return [card for card in FREE if seats >= fewest_seats(card)]


SETS = GAME.options["classes"].sets
NAMED = [word for word, one in SETS.items() if not one.is_drawn]
DRAWN = [word for word, one in SETS.items() if one.is_drawn]
SEEDS = range(60)

every_size = pytest.mark.parametrize("seats", range(2, 7))


def new(seats: int = 4, **options: Any) -> Table:
    """A new table."""
    return bellringer.new_game("rattus", seats=seats, **options)


def cards(seats: int = 4, **options: Any) -> tuple[str, ...]:
    """The class cards of a new table."""
    found: tuple[str, ...] = new(seats, **options).options["classes"]
    return found


def wanted(seats: int) -> int:
    """How many cards a table plays with."""
    return 8 if seats >= 5 else 6


def classes_of(chosen: Sequence[str]) -> Counter[str]:
    """How many cards there are of each class."""
    return Counter(shipped().classes[CLASSES.index(card)] for card in chosen)


def refusal(seats: int = 4, **options: Any) -> str:
    """Why a new table can't be."""
    with pytest.raises(OptionError) as found:
        new(seats, **options)
    return str(found.value)


def old_table(seats: int = 5, seed: int = 1) -> Table:
    """A table of five or six seats of the time when all tables had six cards."""
    options = {"box": "big-box", "classes": BASE_CARDS, "start": 0}
    return deal_again("rattus", seats, options, chance.make_seed(seed))


# what nobody said


@every_size
@pytest.mark.rule("RA-1.21", "RA-1.24")
def test_without_a_choice_a_table_has_the_base_six_and_from_five_seats_on_two_more(seats: int) -> None:
    more = ("baker", "soldier") if seats >= 5 else ()
    table = new(seats)
    assert table.options == {
        "box": "big-box" if seats >= 5 else "base",
        "classes": (*BASE_CARDS, *more),
        "modules": (),
        "start": 0,
    }
    assert table.options["classes"] == cards(seats, classes="base")
    assert bellringer.option_table("rattus", seats)["classes"] == (table.options["classes"], PLAYABLE)


@pytest.mark.parametrize("card", FREE[6:])
@pytest.mark.rule("RA-1.25")
def test_a_card_from_the_seventh_on_brings_the_big_box_unless_the_base_box_is_named(card: str) -> None:
    chosen = {"classes": [*BASE_CARDS[1:], card], "modules": [module] if (module := needed_module(card)) else []}
    assert new(**chosen).options["box"] == new(**chosen, box="big-box").options["box"] == "big-box"
    missing = ", no ".join([card, *chosen["modules"]])
    assert refusal(**chosen, box="base") == f"box: the base box has no {missing}: leave that out, or choose box big-box"


@every_size
@pytest.mark.rule("RA-1.28")
def test_upgrades_bring_the_big_box_and_a_tile_for_each_card(seats: int) -> None:
    table = new(seats, modules=["upgrades"], seed=1)
    assert table.options == new(seats, modules="upgrades", box="big-box").options
    assert (table.options["box"], table.options["modules"]) == ("big-box", ("upgrades",))
    assert table.view(0)["modules"] == table.position()["modules"] == ["upgrades"]
    assert bellringer.from_position(table.position()).options == table.options
    assert "modules" not in new(seats, box="big-box").view(0)
    if seats < 5:
        assert refusal(seats, modules="upgrades", box="base").startswith("box: the base box has no upgrades")


@pytest.mark.rule("RA-1.28")
def test_cards_are_upgraded_at_tables_with_upgrades_alone() -> None:
    made = {}
    for modules in ("upgrades", ()):
        table = play_some(new(3, modules=modules, box="big-box", seed=3), 10**4, random.Random(3))
        made[bool(modules)] = sum(move.startswith("upgrade ") for _, move in table.history)
        assert bellringer.replay(table.record()).options == table.options
    assert made[True] > 0 and made[False] == 0


# sets with names


@every_size
@pytest.mark.parametrize("word", NAMED)
@pytest.mark.rule("RA-1.21", "RA-1.23", "RA-1.26")
def test_a_named_set_is_right_for_every_number_of_seats(word: str, seats: int) -> None:
    found = cards(seats, classes=word)
    assert len(found) == len(set(found)) == wanted(seats)
    assert classes_of(found)["chivalry"] >= 1 and set(cards(2, classes=word)) <= set(found)
    assert found == cards(seats, classes=[word]) == cards(seats, classes=found) == cards(seats, classes=(word,))
    assert new(seats, classes=word).options["box"] == ("base" if set(found) <= set(BASE_CARDS) else "big-box")


@pytest.mark.parametrize("word", NAMED)
def test_games_with_a_named_set_keep_all_laws(word: str) -> None:
    for seats in range(2, 7):
        for modules in ((), ("upgrades",)):
            options = check_options(GAME, seats, {"classes": word, "modules": modules})
            _, _, _, law = check_games(GAME.blank(seats, options, None), 20, seed=seats)
            assert not law, GAME.law_names[law - 1]


def test_the_sets_differ_and_say_what_they_are_in_every_language() -> None:
    assert list(SETS)[0] == "base" and DRAWN == ["random", "one-a-class"] and 2 <= len(NAMED) - 1 <= 4
    assert len({cards(classes=word) for word in NAMED}) == len(NAMED)
    for one in SETS.values():
        assert set(one.words) == set(LANGUAGES)
        for said in one.words.values():
            assert set(said) == {"name", "about"} and said["about"].endswith(".") and "." not in said["about"][:-1]


# sets that are drawn


def drawable(seats: int) -> list[str]:
    """The cards that such a table can draw without a module."""
    return [card for card in PLAYABLE if not wrong_modules([card], (), seats)]


def drawn_by_hand(seed: int, seats: int, one_a_class: bool) -> set[str]:
    """What the documents say of a draw, without the code that draws."""

    def place(card: str) -> bytes:
        return hmac.digest(chance.make_seed(seed), f"option classes {card}".encode(), "sha256")

    order = sorted(free(seats), key=place)
    kinds = {card: shipped().classes[CLASSES.index(card)] for card in order}
    firsts = {kind: next(card for card in order if kinds[card] == kind) for kind in ("chivalry", *kinds.values())}
    begun = list(firsts.values()) if one_a_class else [firsts["chivalry"]]
    return set([*begun, *(card for card in order if card not in begun)][: wanted(seats)])


@every_size
@pytest.mark.parametrize("word", DRAWN)
@pytest.mark.rule("RA-1.23", "RA-1.27")
def test_what_is_drawn_follows_from_the_seed_and_has_chivalry(word: str, seats: int) -> None:
    found = {seed: cards(seats, classes=word, seed=seed) for seed in SEEDS}
    for seed, chosen in found.items():
        assert len(chosen) == wanted(seats) and classes_of(chosen)["chivalry"] >= 1
        assert chosen == tuple(sorted(chosen, key=PLAYABLE.index)) == cards(seats, classes=word, seed=seed)
        assert set(chosen) == drawn_by_hand(seed, seats, word == "one-a-class")
        if word == "one-a-class":
            assert len(classes_of(chosen)) == min(wanted(seats), len(classes_of(free(seats))))
    assert set().union(*found.values()) == set(free(seats)) and len(set(found.values())) > len(SEEDS) / 2


@pytest.mark.rule("RA-1.27")
def test_what_is_drawn_without_a_seed_is_foreseen_by_nobody() -> None:
    assert len({cards(classes="random") for _ in range(20)}) > 10


@pytest.mark.parametrize("word", DRAWN)
@pytest.mark.rule("RA-1.25", "RA-1.27")
def test_a_draw_is_from_the_big_box_unless_the_base_box_is_named(word: str) -> None:
    for seed in SEEDS:
        assert new(classes=word, seed=seed).options["box"] == "big-box"
        assert cards(classes=word, seed=seed, box="base") == BASE_CARDS


@pytest.mark.parametrize("word", DRAWN)
@pytest.mark.rule("RA-1.27")
def test_a_draw_goes_by_the_classes_of_an_owners_box(word: str, box: Any) -> None:
    """There only the Monk is of chivalry."""
    others = "".join(
        f'[classes.{card}]\nclass = "church"\n' for card in ("knight", "soldier", "crusader", "inquisitor")
    )
    path = box(f'game = "rattus"\n[classes.monk]\nclass = "chivalry"\n{others}')
    assert all("monk" in cards(classes=word, seed=seed, components=path) for seed in SEEDS)


@pytest.mark.parametrize("word", [*SETS])
@pytest.mark.rule("RA-1.26", "RA-1.27")
def test_a_record_has_the_cards_by_name(word: str) -> None:
    table = play_some(new(classes=word, seed=5), 30, random.Random(5))
    record, chosen = table.record(), ",".join(table.options["classes"])
    assert f'[Classes "{chosen}"]' in record and f'"{word}"' not in record.partition("[Classes")[2]
    assert bellringer.replay(record).record() == record


# what can't be chosen


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"classes": "random,knight"}, "classes can't have 'random' among others"),
        ({"classes": ["base", "base"]}, "classes can't have 'base' among others"),
        ({"classes": "nobody"}, "one of the sets base, first-game, second-game, experienced, random, one-a-class"),
        ({"classes": BASE_CARDS[:5]}, "one of the cards must be of chivalry"),
        ({"classes": BASE_CARDS[:5]}, "come everywhere: knight or soldier or crusader or inquisitor"),
        ({"classes": BASE_CARDS[1:]}, "4 seats play with 6 cards, not 5: choose 1 more"),
        ({"classes": FREE}, f"4 seats play with 6 cards, not {len(FREE)}: leave out {len(FREE) - 6}"),
        ({"classes": BASE_CARDS, "seats": 5}, "5 seats play with 8 cards, not 6: choose 2 more"),
        ({"modules": "upgrades,upgrades"}, "modules has 'upgrades' twice"),
        ({"modules": 3}, "modules can't be 3; it is some of upgrades"),
        ({"box": "base", "seats": 6}, "6 players need box big-box"),
    ],
)
@pytest.mark.rule("RA-1.21", "RA-1.23")
def test_a_wrong_choice_is_refused_with_what_would_do(options: dict[str, Any], reason: str) -> None:
    assert reason in refusal(**options)


# tables of before


@pytest.mark.parametrize("seats", [5, 6])
@pytest.mark.rule("RA-1.22")
def test_a_table_of_before_with_six_cards_goes_on_and_its_record_holds(seats: int) -> None:
    table = play_some(old_table(seats), 40, random.Random(seats))
    assert table.options["classes"] == BASE_CARDS and "[Modules" not in table.record()
    assert bytes(bellringer.replay(table.record()).state) == bytes(table.state)
    restored = bellringer.from_position(table.position())
    assert restored.options == table.options and restored.position() == table.position()
    assert all(check.ok for check in bellringer.verify(table.record()))
    assert f"{seats} seats play with 8 cards, not 6" in refusal(seats, classes=BASE_CARDS)


@every_size
@pytest.mark.rule("RA-1.22", "RA-1.24")
def test_a_record_that_names_no_cards_means_the_six_that_all_tables_had(seats: int) -> None:
    record = old_table(seats).record()
    lines = [line for line in record.splitlines() if not line.startswith(("[Classes", "[Modules"))]
    assert bellringer.replay("\n".join(lines)).options["classes"] == BASE_CARDS
    recorded = check_options(GAME, seats, {}, is_new=False)
    assert (recorded["classes"], recorded["modules"]) == (BASE_CARDS, ())


def test_a_record_names_no_sets() -> None:
    record = new(4, seed=1).record()
    for word in SETS:
        with pytest.raises(RecordError, match=f"can't have '{word}' among others: it stands for all of them, at a new"):
            bellringer.replay(record.replace(",".join(BASE_CARDS), word))


def test_the_module_is_a_part_of_the_rules_that_only_its_tables_have() -> None:
    with_tiles, without = new(modules="upgrades").options, new(box="big-box").options
    assert set(GAME.rule_parts(with_tiles)) - set(GAME.rule_parts(without)) == {"upgrades"}
    then = versions_text({**versions_of(GAME, with_tiles), "upgrades": 9})
    assert [change.part for change in changes_since(GAME, with_tiles, then)] == ["upgrades"]


def test_a_position_says_what_its_table_chose() -> None:
    chosen = ["monk", "queen", "nun", "soldier", "serf", "wizard"]
    table = at(seats=3, box="big-box", classes=chosen, modules=["upgrades"])
    assert table.options["classes"] == tuple(sorted(chosen, key=PLAYABLE.index))
    assert (table.options["box"], table.options["modules"]) == ("big-box", ("upgrades",))


# matches, studies, the command line


@pytest.mark.parametrize("word", DRAWN)
def test_a_match_and_a_study_draw_a_set_for_each_deal(word: str) -> None:
    match = make_match("rattus", ("random",), 4, {"classes": word}, 12, 11)
    question = ask("rattus", "classes", "search:8", 4, {"classes": word}, 12, 11)
    sets = [match.tables.options_at(deal)["classes"] for deal in range(12)]
    assert len(set(sets)) > 6 and all(len(one) == 6 and classes_of(one)["chivalry"] for one in sets)
    for one in (match, question):
        assert [one.tables.options_at(deal)["classes"] for deal in range(12)] == sets, "the seed says which"
        assert one.identity()["options"] == {"box": "big-box", "classes": word, "start": 0}
        assert f"--box big-box --classes {word}" in one.command()
    for number in (0, 7, 46):
        table = GAME.blank(4, match.tables.options_at(number // 4), None)
        played, places = match.play(number), play_clocked(table, [bots.make("random")] * 4, number, 11)[0]
        assert played.places == places
    other = make_match("rattus", ("random",), 4, {"classes": word}, 12, 12)
    assert [other.tables.options_at(deal)["classes"] for deal in range(12)] != sets
    assert question.moves.keys() == set().union(*sets)


def test_a_study_of_drawn_sets_is_about_the_deals_that_have_the_card(tmp_path: Path) -> None:
    question = ask("rattus", "classes", "search:4", 2, {"classes": "random", "modules": "inns"}, 3, 5)
    sets = [question.tables.options_at(deal)["classes"] for deal in range(3)]
    found = study(question)
    assert {one.name: one.deals for one in found} == Counter(card for one in sets for card in one)
    assert question.games == 3 + 2 * 3 * 6 and Counter(card for one in sets for card in one)["inn-keeper"] == 3
    page = write_study(question, found, tmp_path, str)[0].read_text("utf-8")
    assert "Every deal has a set of its own" in page and "| deals | made a game |" in page
    assert all(re.search(rf"^\| {one.name} \| {one.deals} \|", page, re.MULTILINE) for one in found)


@pytest.mark.parametrize("word", DRAWN)
def test_a_simulation_names_what_was_drawn(word: str) -> None:
    report = simulate("rattus", 4, 4, ("random",), {"classes": word}, seed=11)
    assert report.as_json()["options"]["classes"] == list(cards(classes=word, seed=11))


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(main, words, env={"LANG": "C", "COLUMNS": "100"})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_sets_and_modules_on_the_command_line() -> None:
    asked = ("new", "rattus", "--classes", "random", "--modules", "upgrades", "--seed", "6")
    position = json.loads(run(*asked))
    assert position == json.loads(run(*asked)) and position["modules"] == ["upgrades"]
    assert position["classes"] == list(cards(classes="random", seed=6)) and position["box"] == "big-box"
    assert json.loads(run("new", "rattus", "--seats", "5", "--classes", "experienced"))["classes"][0] == "monk"
    told = run("simulate", "rattus", "--games", "8", "--classes", "random", "--seed", "6", "--bots", "random")
    assert f"table: --box big-box --classes {','.join(position['classes'])}" in told
    assert "table:" not in run("simulate", "rattus", "--games", "8", "--bots", "random")
    assert f"oneof{','.join(SETS)}" in "".join(run("play", "--help").split())


@pytest.mark.parametrize(
    ("option", "begun", "offered"),
    [
        ("--classes", "sec", ["second-game"]),
        ("--classes", "monk,q", ["monk,queen"]),
        ("--modules", "", [*MODULES]),
    ],
)
def test_the_tab_key_completes_sets_cards_and_modules(option: str, begun: str, offered: list[str]) -> None:
    complete = ShellComplete(main, {}, "bellringer", "_BELLRINGER_COMPLETE")
    assert [item.value for item in complete.get_completions(["new", "rattus", option], begun)] == offered


# what can't be together


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("astronomer", "astronomer needs the module region-cards"),
        ("student", "student needs the module universities"),
        ("alchemist", "alchemist needs the module upgrades"),
        ("guild-master", "guild-master needs the module guilds"),
    ],
)
@pytest.mark.rule("RA-1.29")
def test_a_card_without_its_module_is_refused(card: str, reason: str) -> None:
    fault = wrong_modules(["knight", card], (), 4)
    assert str(fault) == f"modules: {reason}: choose it, too, or leave out the card"
    assert not wrong_modules(["knight", card], (needed_module(card),), 4)


@pytest.mark.rule("RA-1.30")
def test_a_board_without_its_card_is_refused() -> None:
    assert str(wrong_modules(["knight"], ("guilds",), 4)).startswith(
        "classes: guilds is no use without the class card guild"
    )
    assert not wrong_modules(["knight", "guild-master"], ("guilds",), 4)


@pytest.mark.rule("RA-1.31")
def test_a_card_for_three_players_is_refused_with_two() -> None:
    assert str(wrong_modules(["philosopher"], (), 2)) == "classes: philosopher is for 3 players at least"
    assert not wrong_modules(["philosopher"], (), 3)
