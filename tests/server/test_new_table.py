"""What a new table plays with, by the form, by the interface for programs, and after a game of before."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.games.rattus.component_set import MODULES
from bellringer.server.service import TableService
from bellringer.server.store import TableKept
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, at_server, browser, refused, submit
from tests.server.services import Known, WithService, play_out, table_for

GAME = find("rattus")
CARDS = GAME.options["classes"]
USUAL = CARDS.default
OF_THEN = {"box": "big-box", "classes": USUAL, "start": 0}  # of any table before there were eight cards
PEOPLE = {"who_1": "me", "name_1": "Anna", **{f"who_{seat}": "bot:random" for seat in range(2, 7)}}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("new-table")) as running:
        yield running


def sent(api: Api, language: str = "en", seats: int = 4, where: str = "", **form: Any) -> Any:
    """The answer to a form, `where` below its address. A list is sent as several fields of one name, as boxes are."""
    key, csrf = browser(api)
    more = {"accept-language": language, "cookie": f"{KEY_COOKIE}={key}"}
    return submit(api, f"/new/rattus{where}", key, csrf, more, seats=str(seats), **PEOPLE, **form)


def made(api: Api, **form: Any) -> TableKept:
    """The table that a form makes."""
    answer = sent(api, **form)
    assert answer.status_code == 303, wrong(answer)
    return api.service.tables.rooms[answer.headers["location"].rpartition("/")[2]].kept


def wrong(answer: Any) -> dict[str, str]:
    """What a form says is wrong, by field."""
    found = re.findall(r'<p class="wrong" id="(\w+)-error">(.*?)</p>', answer.text)
    return {name: html.unescape(words) for name, words in found}


# the form


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_has_a_list_of_sets_above_boxes_for_each_card(api: Api, language: str) -> None:
    text = html.unescape(api.request("GET", "/new/rattus", headers={"accept-language": language}).text)
    field = re.search(r'<div class="field across sets">.*?</details>', text, re.DOTALL)
    assert field is not None
    words = re.findall(r'<option value="([\w-]*)" (selected)?>', field[0])
    assert words == [(word, "selected" if word == "base" else "") for word in (*CARDS.sets, "")]
    assert re.findall(r'type="checkbox" id="[\w-]+" name="classes" value="([\w-]+)"', field[0]) == list(CARDS.allowed)
    for one in CARDS.sets.values():
        assert one.words[language]["about"] in field[0]
    assert re.search(r'type="checkbox" id="modules-upgrades" name="modules" value="upgrades" >', text)
    assert re.search(r'<select id="box"[^>]*>\s*<option value="" selected>', text)


@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_nothing_said_is_the_usual_table(api: Api, seats: int) -> None:
    usual = check_options(GAME, seats, {})
    untouched = {"box": "", "classes": ["base", *USUAL], "start": "0"}  # the boxes are ticked, but hidden
    assert made(api, seats=seats).options == made(api, seats=seats, **untouched).options == usual


@pytest.mark.parametrize("word", CARDS.sets)
def test_a_set_is_chosen_by_its_word_and_drawn_from_the_tables_seed(api: Api, word: str) -> None:
    kept = made(api, classes=[word, *USUAL], seats=5)
    assert kept.options == check_options(GAME, 5, {"classes": word}, kept.seed)


def test_cards_are_ticked_one_by_one_and_upgrades_with_them(api: Api) -> None:
    cards = [*USUAL[1:], "queen"]
    options = made(api, classes=["", *cards], modules="upgrades").options
    assert (options["box"], options["classes"], options["modules"]) == ("big-box", (*USUAL[1:], "queen"), ("upgrades",))
    assert made(api, classes=["", *USUAL], box="base").options["box"] == "base"


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ({"classes": ["", *USUAL[:5]]}, {"classes"}),
        ({"classes": [""]}, {"classes"}),
        ({"classes": ["", *USUAL], "seats": 5}, {"classes"}),
        ({"classes": ["", "nobody"]}, {"classes"}),
        ({"classes": "second-game", "box": "base"}, {"classes", "box"}),
        ({"classes": "base", "modules": "upgrades", "box": "base"}, {"modules", "box"}),
        ({"box": "base", "seats": 6}, {"box"}),
        ({"modules": "guilds"}, {"classes", "modules"}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_a_wrong_choice_says_at_its_field_what_would_do(api: Api, form: dict[str, Any], fields: set[str]) -> None:
    answers = {language: sent(api, language, **form) for language in ("en", "fr")}
    for answer in answers.values():
        assert answer.status_code == 422 and set(wrong(answer)) == fields
    assert all(wrong(answers["en"])[name] != wrong(answers["fr"])[name] for name in fields)


@pytest.mark.parametrize(
    ("form", "kind", "words"),
    [
        ({}, "ready", {"en": "can be made", "fr": "possible"}),
        ({"classes": ["", *USUAL[1:]]}, "wrong", {"en": "choose one more", "fr": "encore une"}),
        ({"classes": ["", *USUAL], "seats": 5}, "wrong", {"en": "choose 2 more", "fr": "encore 2"}),
        ({"classes": ["", *USUAL, "queen"]}, "wrong", {"en": "leave one out", "fr": "une de trop"}),
        (
            {"classes": ["", *USUAL[:5]]},
            "wrong",
            {"en": "Knight, Soldier, Crusader", "fr": "Chevalier, Soldat, Croisé"},
        ),
        ({"box": "base", "seats": 6}, "wrong", {"en": "for 4 players", "fr": "pour 4 joueurs"}),
        ({"box": "base", "modules": "upgrades"}, "wrong", {"en": "does not have: Upgrades", "fr": "n’a pas"}),
        ({"classes": ["", "nobody"]}, "wrong", {"en": "can't be made", "fr": "impossible"}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else value,
)
def test_what_is_missing_is_said_as_one_picks(api: Api, form: dict[str, Any], kind: str, words: dict[str, str]) -> None:
    for language, expected in words.items():
        answer = sent(api, language, where="/check", **form)
        assert answer.status_code == 200
        found = re.search(r'<span class="(\w+)">(.*?)</span>', answer.text)
        assert found is not None and found[1] == kind and expected in html.unescape(found[2])


def test_every_card_can_be_ticked_with_its_text_in_sight(api: Api) -> None:
    text = sent(api, classes=["", "monk"]).text
    for card in CARDS.allowed:
        assert f'aria-describedby="classes-{card}-rule"' in text
        assert html.escape(GAME.words.rule_words(card, "en")[0], quote=False) in html.unescape(text)


def test_the_form_comes_back_as_it_was_filled_in(api: Api) -> None:
    text = sent(api, classes=["", "monk", "queen"], modules="upgrades", box="big-box").text
    ticked = re.findall(r'name="(?:classes|modules)" value="([\w-]+)"[^>]* checked', text)
    assert ticked == ["monk", "queen", "upgrades"]
    assert '<option value="" selected>' in text and '<option value="big-box" selected>' in text
    assert '<option value="random" selected>' in sent(api, classes="random", start="5").text


# the interface for programs


def test_programs_choose_by_name_by_set_or_at_random(api: Api) -> None:
    anna = api.user("Anna")
    shown = anna.get("/games")["games"]["rattus"]["options"]
    assert set(shown["classes"]["sets"]) == set(CARDS.sets) and all(shown["classes"]["sets"].values())
    assert shown["box"]["follows"] and shown["box"]["other_defaults"] == {"5": "big-box", "6": "big-box"}
    assert shown["modules"] == {
        **{"default": [], "other_defaults": {}, "allowed": [*MODULES], "several": True},
        **{"sets": {}, "follows": False},
    }
    for asked in ("one-a-class", ["one-a-class"]):
        chosen = {"classes": asked, "modules": ["upgrades"]}
        options = anna.make("rattus", "me", "random", options=chosen)["table"]["options"]
        assert len(options["classes"]) == 6 and options["box"] == "big-box" and options["modules"] == ["upgrades"]
    options = anna.make("rattus", *["me"] * 6)["table"]["options"]
    assert len(options["classes"]) == 8


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"classes": ["knight"]}, "2 seats play with 6 cards, not 1: choose 5 more"),
        ({"classes": ["random", "knight"]}, "classes can't have 'random' among others"),
        ({"box": "base", "modules": ["upgrades"]}, "the base box has no upgrades"),
        ({"box": "base", "classes": "experienced"}, "choose box big-box"),
    ],
    ids=str,
)
def test_programs_are_told_what_would_do(api: Api, options: dict[str, Any], reason: str) -> None:
    wanted = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}] * 2, "options": options}
    assert reason in refused(api.user("Anna").ask("POST", "/tables", json=wanted), 422)["message"]


# tables of before


@pytest.mark.rule("RA-1.22")
def test_a_waiting_table_of_before_begins_and_its_rematch_is_one_of_today(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was made when five seats had six cards, and stored without the options that came later."""

    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        with monkeypatch.context() as patch:
            patch.setattr("bellringer.server.tables.making.table_setup.new_options", lambda wanted, seed=None: OF_THEN)
            room = table_for(service, anna, "rattus", "me", "open", "random", "random", "random")
        service.setup.put_bot(room, 1, "random")
        live = await play_out(service, room.address, random.Random(1))
        assert live.table.options == {**OF_THEN, "modules": ()} and "[Modules" not in live.table.record()
        again = service.rematches.answer(room, anna)
        assert again is not None
        assert again.kept.options == {**check_options(GAME, 5, {}), "start": 1}

    with_service(work)
