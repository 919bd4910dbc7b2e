"""Names that show what they have, and that nobody at a table can be taken for another."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bellringer.core.errors import OptionError
from bellringer.server.people.names import (
    IGNORABLE,
    JOINER,
    JOINERS,
    NON_JOINER,
    checked_name,
    is_like_any,
    looks,
    spoken,
    tidy,
    tidy_name,
)
from bellringer.server.service import TableService
from tests.server.callers import Api, at_server, browser, refused, submit, two_at
from tests.server.services import Known, WithService, refusal, table_for

INVISIBLE = ["\u3164", "\u034f", "\u115f", "\uffa0", "\u17b4", "\u180b", "\ufe0f", "\U000e0101",
             "\u2800", "\U0001bc9d", "\U00013441", "\U00013442", "\U00016fe4", "\U0001d159", "\ufffc"]  # fmt: skip
TOWER = "Z" + "\u0341\u0338\u0347" * 20


@pytest.mark.parametrize("letter", INVISIBLE)
def test_a_letter_that_shows_nothing_is_no_part_of_a_name(letter: str) -> None:
    for empty in (letter, letter * 3, f" {letter} "):
        with pytest.raises(OptionError):
            checked_name(empty)
    if letter.isprintable():  # as this version of Unicode knows it; else the name is refused
        assert checked_name(f"An{letter}na{letter}") == "Anna"
    assert is_like_any(f"An{letter}na", ["Anna"])
    assert spoken(letter) == "" and spoken(f"a{letter}").rstrip("\ufe0f") == "a"


def test_all_that_unicode_shows_as_nothing_is_left_out() -> None:
    letters = [chr(number) for first, last in IGNORABLE for number in range(first, last + 1)]
    assert len(letters) == 4_174 and tidy("".join(letters)) == ""


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("  Zoë \t of  York ", "Zoë of York"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("ศรีสุดา ที่นี่", "ศรีสุดา ที่นี่"),
        ("क्षत्रिय", "क्षत्रिय"),
        ("\u0301\u0301Anna", "Anna"),
        ("Anna \u0301", "Anna"),
        ("😀 Anna", "😀 Anna"),
    ],
)
def test_a_name_of_any_script_is_left_as_it_is_seen(written: str, seen: str) -> None:
    assert checked_name(written) == unicodedata.normalize("NFC", seen)


@pytest.mark.parametrize("read", [checked_name, spoken])
def test_accents_make_no_towers(read: Callable[[str], str]) -> None:
    assert len(read(TOWER)) == 4


# Words and emoji that are written with joiners, as those who bear such names write them.
JOINED = [
    "می\u200cخواهم",  # Persian
    "نیک\u200cپور",
    "علی\u200cرضا",
    "शर\u094d\u200dमा",  # Hindi, with a half letter
    "ශ\u0dca\u200dරී ලංකා",  # Sinhala
    "র\u200d\u09cdযাচেল",  # Bengali: Rachel
    "ന\u0d4d\u200dമ",  # Malayalam
    "👩\u200d🚀",
    "👩🏽\u200d🚀 Ada",
    "🏳\ufe0f\u200d🌈",
    "👨\u200d👩\u200d👧\u200d👦",
    "🙂\u200d↔\ufe0f",
    "❤\ufe0f\u200d🔥",
]


@pytest.mark.parametrize("name", JOINED)
def test_a_name_keeps_the_joiners_that_its_script_or_an_emoji_needs(name: str) -> None:
    assert checked_name(name) == name
    plain = name.replace(NON_JOINER, "").replace(JOINER, "")
    assert is_like_any(name, [plain]) and is_like_any(plain, [name]), "they are ignored when looks are compared"
    assert is_like_any(name, [name.replace("\ufe0f", "")])


@pytest.mark.parametrize(
    "name", ["An\u200cna", "\u200dAnna", "Anna\u200c", "A\u200d\u200cnna", "An\u200d na", "^\u200d^"]
)
def test_elsewhere_a_joiner_is_no_part_of_a_name(name: str) -> None:
    assert checked_name(name) == name.replace(NON_JOINER, "").replace(JOINER, "")


@pytest.mark.parametrize("name", ["\u200d", " \u200c ", "\u200d\u200c\ufe0f"])
def test_joiners_alone_are_no_name(name: str) -> None:
    with pytest.raises(OptionError):
        checked_name(name)


LETTERS = st.sampled_from("Aaé\u0301 بدهیक\u094dমര\u0dca👩🏽🚀❤\ufe0f\ufe0e\u200c\u200d\u200b\u3164^`↔")


@given(st.text(LETTERS, max_size=12))
@example("র\u0dca\u200c\u200b\ufe0f\ufe0e")
@example("🚀\u0dca\u0301\u094d\u200c\u094d")
def test_a_joiner_more_or_less_is_never_another_name(text: str) -> None:
    """What is kept is kept again; and no joiner makes a name out of nothing, or a second name out of one."""
    found, bare = tidy_name(text), "".join(letter for letter in text if letter not in JOINERS)
    assert tidy_name(found) == found
    assert looks(found) == looks(tidy_name(bare))
    assert bool(found) == bool(tidy_name(bare)), "none is a name by joiners alone"
    assert not found.startswith(tuple(JOINERS)) and not found.endswith(tuple(JOINERS))
    assert not any(first in JOINERS and second in JOINERS for first, second in pairwise(found))


def test_lines_keep_what_makes_words_and_emoji() -> None:
    for line in ("می‌خواهم", "👩‍🚀 well done", "❤️ thanks"):
        assert spoken(line) == line


@pytest.mark.parametrize(
    "name", ["Bertran", "bertran", "BERTRAN", "Веrtrаn", "Bertra\u3164n", "𝐁ertran", "Ｂｅｒｔｒａｎ", "Bеrtran"]
)
def test_look_alikes_are_found(name: str) -> None:
    assert is_like_any(name, ["Bertran"])


@pytest.mark.parametrize("name", ["Bertrand", "Bert", "Anna", "Робер", "Bértran", "Oberon"])
def test_other_names_are_other_names(name: str) -> None:
    assert not is_like_any(name, ["Bertran", "Aveline"])


def test_letters_that_stand_for_several_are_found() -> None:
    assert is_like_any("Lain", ["Lаin"]) and is_like_any("Iain", ["lain"]) and is_like_any("rnary", ["mary"])


@pytest.mark.parametrize("name", ["ЕММА", "EMMA", "еmma", "ЕMMA", "emma", "ᎬᎷᎷᎪ", "ΕΜΜΑ", "ЕМ\u3164МА", "𝐄ММА"])
def test_look_alikes_are_found_in_any_case(name: str) -> None:
    for other in ("Emma", "EMMA", "emma"):
        assert is_like_any(name, [other]) and is_like_any(other, [name]), other


def test_a_capital_is_read_as_the_small_letter_of_what_it_looks_like() -> None:
    for name, other in (("ІАМ", "Iam"), ("B0B", "Bob"), ("ЌАТА", "Ḱata"), ("ЕММА", "Емма")):
        assert is_like_any(name, [other]), name
    for name, other in (("IAN", "LAN"), ("Емма", "Emma"), ("Ната", "Hata"), ("Tom1", "Tomi"), ("ЕММА", "Éмма")):
        assert not is_like_any(name, [other]), name


# at a table


def test_nobody_sits_down_under_the_name_of_another(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, eve = known(service, "Anna"), known(service, "Eve")
        room = table_for(service, anna, "rattus", "me", "open", "random", "open")
        for name in ("Anna", "Аnnа", "anna", "Clémence", "Drogo", "Drоgo"):
            assert refusal(service.setup.sit, room, 1, eve, name) == "name-taken", name
        service.setup.sit(room, 1, eve, "Bertran")
        assert room.kept.seats[1].name == "Bertran", "on the seat whose bot would have it"
        service.setup.leave(room, eve)
        service.setup.sit(room, 3, eve, "Eve")
        service.setup.sit(room, 1, anna, "Anna")
        assert room.live is not None, "who holds two seats has one name"
        cleo = known(service, "Cleo")
        for name in ("Evе", "ANNA", "Clémence"):
            assert refusal(service.company.aside, room, cleo, name, "hello") == "name-taken"
        service.company.aside(room, cleo, "Bertran", "hello")

    with_service(work)


def test_no_bot_sits_down_beside_its_name(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open", "open", "open")
        cleo = known(service, "Cleo")
        service.setup.sit(room, 2, cleo, "Cleo")
        service.setup.sit(room, 1, known(service, "Clemence"), "Clémence")
        service.setup.leave(room, cleo)
        assert refusal(service.setup.put_bot, room, 2, "random") == "name-taken"
        service.setup.put_bot(room, 3, "random")

    with_service(work)


def test_who_makes_a_table_for_others_is_no_bot_either(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        for seats, status in ((["me", "open"], 409), (["me", "random"], 201)):
            kinds = [{"kind": "bot", "bot": kind} if kind == "random" else {"kind": kind} for kind in seats]
            wanted = {"name": "Веrtran", "game": "rattus", "seats": kinds}
            assert api.user("x").ask("POST", "/tables", json=wanted).status_code == status
        key, csrf = browser(api)
        form = {"who_1": "me", "name_1": "Веrtran", "who_2": "open", "seats": "2"}
        answer = submit(api, "/new/rattus", key, csrf, None, **form)
        assert answer.status_code == 422 and "or one that looks like it" in answer.text


def test_a_name_that_is_taken_is_said_beside_the_form(api: Api) -> None:
    made = api.user("Anna").make("rattus", "me", "open")
    path = f"/join/{made['table']['id']}/{made['invitations']['1']}"
    key, csrf = browser(api)
    answer = submit(api, path, key, csrf, name="Аnna")
    assert answer.status_code == 422 and "or one that looks like it" in answer.text
    sit = f"/tables/{made['table']['id']}/seats/1"
    before = api.state()
    sent = {"name": "ANNA", "invitation": made["invitations"]["1"]}
    refused(api.user("Eve").ask("POST", sit, json=sent), 409, "name-taken")
    assert api.state() == before
    assert submit(api, path, key, csrf, name="Eve").status_code == 303


def test_a_spectator_does_not_get_the_name_of_a_player(api: Api) -> None:
    address, _ = two_at(api, "rattus", 2)
    key, csrf = browser(api)
    before = api.state()
    answer = submit(api, f"/t/{address}/aside", key, csrf, name="Аnna", text="hello")
    assert answer.status_code == 422 and "or one that looks like it" in answer.text
    assert api.state() == before
