"""The page that checks a record in the browser: from the server and from the disk, with good and changed records."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bellringer.core.chance import draw_key
from bellringer.core.contract.registry import find, game_names
from bellringer.core.edges.files import MOST_BYTES
from bellringer.core.records.chain import Chain, Link, canonical
from bellringer.core.records.record import replay
from bellringer.core.records.verify import verify
from bellringer.server.web import checker
from tests.browser.people import Visitor
from tests.server.test_chain import GAMES, KEYS, changes, finished
from tests.server.test_exact import (
    SALT,
    STORED,
    letters,
    lines_moved,
    otherwise,
    parts_of,
    short,
    signed,
    spelled_otherwise,
    tags_added,
    with_act,
)

pytestmark = pytest.mark.slow
PROVED = ["commitment", "chain", "moves", "tags", "nonces", "dice", "draws", "signed"]


@cache
def saved() -> Path:
    """The page as somebody has saved it."""
    path = Path(tempfile.mkdtemp()) / "fairness.html"
    path.write_text(checker.checker_text(), encoding="utf-8")
    return path


def checked(page: Page, text: str, key: str = "") -> list[tuple[str, str]]:
    """What the page says of a record: for each line whether it is good, and what it is about."""
    page.locator("#key").fill(key)
    page.locator("#file").set_input_files({"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("#verdict")).not_to_be_empty()
    lines = page.locator("#checks li").all()
    said = [(str(line.get_attribute("class")), str(line.get_attribute("data-word"))) for line in lines]
    page.locator("#file").set_input_files([])
    expect(page.locator("#verdict")).to_be_empty()
    return said


@pytest.mark.parametrize("game", GAMES)
def test_a_good_record_is_proved(visit: Callable[..., Visitor], game: str) -> None:
    page = visit().page
    answer = page.goto("/fairness.html")
    assert answer is not None and "unsafe-inline" not in answer.headers["content-security-policy"]
    assert checked(page, finished(game), KEYS.public.hex()) == [("good", word) for word in PROVED]
    other = "1" + "0" * 63
    assert checked(page, finished(game), other)[-1] == ("bad", "wrong_key")


def test_a_file_that_is_too_large_is_not_read(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    large = tmp_path / "record.txt"
    with open(large, "wb") as file:
        file.truncate(MOST_BYTES + 1)
    page = visit().page
    page.goto("/fairness.html")
    page.locator("#file").set_input_files(large)
    expect(page.locator("#checks li")).to_have_attribute("data-word", "too_large")
    expect(page.locator("#verdict")).to_have_text("Something does not fit.")
    assert [kind for kind, _ in checked(page, finished("rattus"))] == ["good"] * len(PROVED)


def test_no_verdict_stands_beside_another_file_than_its_own(visit: Callable[..., Visitor]) -> None:
    """Not even while the other one is read."""
    page = visit().page
    page.goto("/fairness.html")
    page.locator("#file").set_input_files({"name": "one", "mimeType": "text/plain", "buffer": b"no record"})
    expect(page.locator("#verdict")).not_to_be_empty()
    page.evaluate("() => { File.prototype.text = () => new Promise(() => {}); }")  # which never ends
    page.locator("#file").set_input_files({"name": "other", "mimeType": "text/plain", "buffer": b"another"})
    expect(page.locator("#verdict")).to_be_empty()
    assert page.locator("#checks li").count() == 0


def test_it_works_from_the_disk_in_both_languages(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="fr-FR")
    visitor.context.set_offline(True)
    visitor.page.goto(saved().as_uri())
    expect(visitor.page.locator("h1")).to_have_text("Cette partie est-elle entière ?")
    assert [kind for kind, _ in checked(visitor.page, finished("rattus"))] == ["good"] * len(PROVED)
    visitor.page.locator("#tongue").click()
    expect(visitor.page.locator("h1")).to_have_text("Is this record whole?")


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_changed_records_are_refused(visit: Callable[..., Visitor], game: str) -> None:
    """Any change but of what only the rules can tell: the result."""
    page, text, dice = visit().page, finished(game), random.Random(4)
    page.goto(saved().as_uri())
    tried = 0
    while tried < 15:
        changed = changes(text, dice)
        result = [re.findall(r"^\[(?:Result|Components).*$", one, re.M) for one in (text, changed)]
        if sorted(changed.split()) == sorted(text.split()) or result[0] != result[1]:
            continue
        tried += 1
        assert "bad" in {kind for kind, _ in checked(page, changed)} or "signed" not in {
            word for _, word in checked(page, changed)
        }, changed


def without_chain(text: str) -> str:
    """A record without its acts and its signature."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("# "))


def judged(page: Page, text: str, key: str) -> tuple[str, str, bool]:
    """The verdict, what the last line is about, and whether the page says that nobody knows whose key it is."""
    page.locator("#key").fill(key)
    page.locator("#file").set_input_files({"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("#verdict")).not_to_be_empty()
    verdict, last = page.locator("#verdict").text_content(), page.locator("#checks li").last
    found = str(verdict), str(last.get_attribute("data-word")), page.locator("#not-key").is_visible()
    page.locator("#file").set_input_files([])
    return found


def test_a_key_that_was_entered_must_have_signed(visit: Callable[..., Visitor]) -> None:
    """A record without a chain is nobody's, whatever it says."""
    page, key = visit().page, KEYS.public.hex()
    page.goto(saved().as_uri())
    text = finished("rattus")
    assert judged(page, text, key) == ("What was checked here fits.", "signed", False)
    assert judged(page, text, "") == ("What was checked here fits.", "signed", True)
    stripped = without_chain(text)
    assert judged(page, stripped, key) == ("Something does not fit.", "key_no_chain", True)
    assert judged(page, stripped, "") == ("What was checked here fits.", "no_chain", True)
    unsigned = re.sub(r"\n# signed .*", "", text)
    assert judged(page, unsigned, key) == ("Something does not fit.", "not_signed", True)


def test_a_browser_that_checks_no_signature_does_not_say_that_a_key_fits(visit: Callable[..., Visitor]) -> None:
    page, key = visit().page, KEYS.public.hex()
    page.goto(saved().as_uri())
    page.evaluate("""() => {
        const read = crypto.subtle.importKey.bind(crypto.subtle);
        crypto.subtle.importKey = async (...all) => {
            if (all[2].name === "Ed25519") throw new DOMException("", "NotSupportedError");
            return read(...all);
        };
    }""")
    forged = re.sub(r"(# signed [0-9a-f]{64} )[0-9a-f]{128}", rf"\g<1>{'0' * 128}", finished("rattus"))
    unsure = "What could be checked here fits. Whether the key that you entered has signed it could not."
    assert judged(page, forged, key) == (unsure, "cannot_key", True)
    assert judged(page, forged, "") == ("What was checked here fits.", "cannot", True)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_changed_their_colours_are_refused(visit: Callable[..., Visitor], game: str) -> None:
    """In all moves and in the result: no move differs from another then."""
    page, other = visit().page, {"red": "blue", "blue": "red"}
    page.goto(saved().as_uri())
    lines = finished(game).splitlines()
    exchanged = [
        line if line.startswith("#") else re.sub(r"\b(red|blue)\b", lambda found: other[found[1]], line)
        for line in lines
    ]
    assert checked(page, "\n".join(exchanged))[-1] == ("bad", "seats")
    unknown = [re.sub(r'(\[Game "|"game":")[a-z-]+', r"\g<1>chess", line) for line in exchanged]
    assert ("open", "colours") in checked(page, chained_anew(unknown))


def chained_anew(lines: list[str]) -> str:
    """The record with the right heads after act 0 was changed, and without a signature."""
    links = [re.fullmatch(r"# \d+ [0-9a-f]{64} (\{.*\})(?: salt ([0-9a-f]{64}))?", line) for line in lines]
    acts = [(link[1].encode(), bytes.fromhex(link[2] or "")) for link in links if link]
    chain = Chain(acts[0][0])
    for number, (act, salt) in enumerate(acts[1:], start=1):
        chain.add(Link(number, act, salt))
    return "\n".join([*(line for line in lines if not line.startswith("#")), *chain.lines()])


def test_a_result_that_places_not_every_seat_and_components_are_refused(visit: Callable[..., Visitor]) -> None:
    """A server's table has no components of its own, and its chain binds none."""
    page, text = visit().page, finished("rattus")
    page.goto(saved().as_uri())
    result = re.search(r'\[Result "(.*)"\]', text)
    assert result is not None
    first, *others = result[1].split(", ")
    for other in (", ".join(others), ", ".join([first, first, *others[1:]]), ", ".join([*others, first]), "", "none"):
        assert checked(page, text.replace(result[0], f'[Result "{other}"]'))[-1] == ("bad", "result"), other
    assert checked(page, text.replace(f"{result[0]}\n", ""))[-1] == ("bad", "result")
    more = text.replace("[Chance ", '[Components "{}"]\n[Chance ')
    assert checked(page, more)[-1] == ("bad", "tag")


def test_tags_after_the_first_move_are_refused(visit: Callable[..., Visitor]) -> None:
    """No chain binds them, but who reads the record may take one for what it says."""
    page, text = visit().page, finished("rattus")
    page.goto(saved().as_uri())
    rules = next(line for line in text.splitlines() if line.startswith("[Rules "))
    for place in ("\n3. ", "\n# 0 "):
        for tag in ('[Result "1 blue 99+0, 2 red 0+0"]', '[Winner "blue"]', f'{rules}\n[Result "*"]'):
            assert checked(page, text.replace(place, f"\n{tag}{place}", 1))[-1] == ("bad", "tag"), tag


def test_the_page_knows_the_colours_of_every_game() -> None:
    found = re.search(r"const COLOURS = (\{.*?\});", checker.checker_text())
    assert found is not None
    assert json.loads(found[1]) == {name: list(find(name).seat_names(99)) for name in game_names()}


def test_a_move_with_another_number_is_refused(visit: Callable[..., Visitor]) -> None:
    page, text = visit().page, finished("rattus")
    page.goto(saved().as_uri())
    assert checked(page, text.replace("\n89. ", "\n81. "))[-1] == ("bad", "move")


def test_the_dice_are_those_of_the_command(visit: Callable[..., Visitor]) -> None:
    page, text = visit().page, finished("notre-dame")
    page.goto(saved().as_uri())
    checked_by_command = next(check for check in verify(text) if check.name == "deal").detail
    page.locator("#file").set_input_files({"name": "r.txt", "mimeType": "text/plain", "buffer": text.encode()})
    told = page.locator("#checks li[data-word=dice]").text_content()
    assert told is not None and told.split()[-1] in checked_by_command
    drawn = page.locator("#checks li[data-word=draws]").text_content()
    assert drawn is not None and drawn.split()[-1] == draw_key(replay(text).dice_seed).hex()


def test_a_record_of_old_says_that_it_has_no_chain(visit: Callable[..., Visitor]) -> None:
    page, text = visit().page, finished("notre-dame")
    page.goto("/fairness.html")
    old = "\n".join(line for line in text.splitlines() if not line.startswith(("#", "[Nonces")))
    assert checked(page, old) == [("good", "commitment"), ("open", "no_chain")]


def test_a_verdict_never_stands_beside_another_file(visit: Callable[..., Visitor]) -> None:
    """A record that takes long is no longer wanted once another one was chosen."""
    page = visit().page
    page.goto("/fairness.html")
    page.evaluate("""() => {
        const digest = crypto.subtle.digest.bind(crypto.subtle), wait = new Promise((go) => { window.go = go; });
        crypto.subtle.digest = async (...values) => { await wait; return digest(...values); };
    }""")
    for text in (finished("rattus"), "junk"):
        page.locator("#file").set_input_files({"name": "one.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("#verdict")).to_have_text("Something does not fit.")
    page.evaluate("async () => { window.go(); await new Promise((go) => setTimeout(go, 500)); }")
    expect(page.locator("#verdict")).to_have_text("Something does not fit.")
    assert [line.get_attribute("data-word") for line in page.locator("#checks li").all()] == ["bad_line"]


def test_both_languages_have_the_same_sentences() -> None:
    text = checker.checker_text()
    words = text[text.index("const WORDS") : text.index("const TAG")]
    english, french = (re.findall(r"(\w+): \"", part) for part in words.split("  fr: {"))
    assert english == french and len(json.dumps(english)) > 100


@pytest.mark.parametrize("share", [1 / 3, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_written_in_one_way(visit: Callable[..., Visitor], game: str, share: float) -> None:
    """As `bellringer verify` demands it, but for which moves were secrets. The server has signed what is tried.

    `share`: how many of the ways in which a record could be written are tried, of those that the soak tries.
    """
    page, text, dice = visit().page, short(game), random.Random(2)
    page.goto(saved().as_uri())
    assert [kind for kind, _ in checked(page, text)] == ["good"] * len(PROVED)
    before, acts = parts_of(text)
    documents = [(number, json.loads(act)) for number, (act, _) in enumerate(acts)]
    kinds = {document.get("kind"): number for number, document in documents}
    wanted = [
        with_act(acts, number, canonical(other).decode())
        for number in (0, kinds["move"], kinds["undo"])
        for other in otherwise(documents[number][1])
    ]
    wanted += [with_act(acts, 0, other) for other in spelled_otherwise(acts[0][0]) if other != acts[0][0]]
    no_moves = [number for kind, number in kinds.items() if kind not in (None, "move")]
    wanted += [with_act(acts, number, acts[number][0], b"" if acts[number][1] else SALT) for number in no_moves]
    ways, few, many = (letters, lines_moved, tags_added), int(12 * share), int(45 * share)
    spelled = [other for way in ways for other in dice.sample(list(way(text)), few)]
    for other in (*(signed(before, one) for one in dice.sample(wanted, many)), *spelled):
        if other.replace("\r\n", "\n") != text:  # which the command reads as well
            assert "bad" in {kind for kind, _ in checked(page, other)}, set(other.split("\n")) - set(text.split("\n"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_record_from_before_is_proved_as_it_was(visit: Callable[..., Visitor], path: Path) -> None:
    page = visit().page
    page.goto(saved().as_uri())
    assert checked(page, path.read_text(encoding="utf-8")) == [("good", word) for word in PROVED]


def test_the_page_knows_the_options_of_every_game() -> None:
    found = re.search(r"const OPTIONS = (\{.*?\});\n", checker.checker_text())
    assert found is not None
    known = {name: list(options) for name, options in json.loads(found[1]).items()}
    assert known == {name: list(find(name).options) for name in game_names()}
