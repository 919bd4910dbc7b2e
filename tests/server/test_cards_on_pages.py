"""Cards on the pages: rulings beside rules, signs in words for those who hear them, the typeface, a seat's secrets."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Card, Mark
from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.templating import environment, file_of, static, static_in
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server

pytestmark = pytest.mark.slow
FONTS = ("alegreya-500.woff2", "alegreya-600.woff2")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("faces")) as running:
        yield running


def shown(api: Api, path: str, user: Caller | None = None, language: str = "en") -> str:
    """A page as its HTML."""
    key = {"cookie": f"{KEY_COOKIE}={user.key}"} if user is not None else {}
    answer = api.request("GET", path, headers={**key, "accept-language": language})
    assert answer.status_code == 200
    return str(answer.text)


DRAWN = """{% from "parts/bits.html" import card, tile with context %}
{{ card(model, t, one, "held") if is_card else tile(model, t, one) }}"""


def drawn(kind: str, one: Card) -> str:
    """A card or a tile as its HTML, in English."""
    values = {
        "model": {"game": "rattus"},
        "t": words_in("en").text,
        "one": one,
        "is_card": kind == "card",
        "lang": "en",
    }
    return str(environment().from_string(DRAWN).render(values))


def said(text: str) -> str:
    """What a page tells in words."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "card"), [("rattus", "jester"), ("notre-dame", "hotel"), ("notre-dame", "hostess")])
def test_the_page_of_rules_has_the_rulings_of_each_card(api: Api, language: str, game: str, card: str) -> None:
    page = shown(api, f"/rules/{game}", language=language)
    section = re.search(rf'<section class="rule" id="rule-{card}">.*?</section>', page, re.DOTALL)
    assert section is not None
    told = re.sub(r"</?a[^>]*>", "", section[0]).replace("&#39;", "'")  # numbers lead to the ledger
    for number, text in find(game).words.rulings(card, language):
        assert f"<b>{number}</b> {html.escape(text, quote=False)}" in told
    assert '<ul class="rulings">' in section[0], "they are in the language of the page"


def test_a_face_tells_its_signs_in_words() -> None:
    king = Card(
        "king", "King II", "card king", False, colour="red", line="Goes to safety", tone="royalty", level=2, levels=3,
        mark=Mark("5", "class card number 5"), sign=Mark("", "royalty", "royalty"), note="blocked", is_turned=True,
    )  # fmt: skip
    text = drawn("card", king)
    for words in ("class card number 5", "royalty", "level 2 of 3", "King II", "Goes to safety", "blocked"):
        assert words in said(text), words
    assert 'data-rule="king" data-level="2"' in text and "tone-royalty" in text and "is-turned" in text
    assert text.count("pip is-on") == 2 and "style=" not in text
    tile = drawn("tile", king)
    assert 'data-level="2"' in tile and "King II" in said(tile) and "blocked" in said(tile)


def test_what_a_card_would_do_now_stands_instead_of_what_it_does() -> None:
    bank = Card("bank", "Bank", "card bank", True, "bank", line="A coin for each piece", now="2 coins")
    text = drawn("card", bank)
    assert "2 coins" in said(text) and "A coin for each" not in said(text)
    assert text.strip().startswith("<button") and 'value="bank"' in text


def test_the_typeface_is_ours_and_kept_for_ever(api: Api) -> None:
    style = file_of("site.css").read_text(encoding="utf-8")
    for name in FONTS:
        assert f'url("{static(name).removeprefix("/static/")}")' in style, "the address of the file as it is"
        answer = api.request("GET", static(name))
        assert answer.headers["content-type"] == "font/woff2" and "immutable" in answer.headers["cache-control"]
        assert 10_000 < len(answer.content) < 30_000 and answer.content[:4] == b"wOF2"
    assert "SIL OPEN FONT LICENSE" in file_of("alegreya-LICENSE.txt").read_text(encoding="utf-8")
    page = api.request("GET", "/")
    assert f'<link rel="preload" href="{static(FONTS[1])}" as="font"' in page.text
    for kind in ("font-src", "media-src", "manifest-src", "worker-src"):
        assert f"{kind} 'self'" in page.headers["content-security-policy"]


def test_modules_name_each_other_within_an_address_that_is_kept_for_ever(api: Api) -> None:
    first = static("scenes/main.js")
    folder = first.removesuffix("main.js")
    assert first in static_in("scenes") and all(one.startswith(folder) for one in static_in("scenes"))
    texts = [api.request("GET", one).text for one in static_in("scenes")]
    named = {name for text in texts for name in re.findall(r'from "\./(.+)"', text)}
    loaded = {folder + name for name in ("main.js", "replay.js", "replay-branch.js")}  # by pages
    assert {f"{folder}{name}" for name in named} | loaded == {*static_in("scenes")}
    headers = api.request("GET", first).headers
    assert headers["content-type"].startswith("text/javascript") and "immutable" in headers["cache-control"]
    assert api.request("GET", "/static/scenes/0000/main.js").headers["cache-control"] == "no-cache"
    for path in ("scenes/main.js", "scenes/0000/none.js", "none/0000/main.js", "scenes/0000/%2e%2e%2fsite.css"):
        assert api.request("GET", f"/static/{path}").status_code == 404, path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_only_a_seat_is_told_what_its_cards_would_do(api: Api, language: str) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "novice")["table"]["id"]
    own = shown(api, f"/t/{address}", anna, language)
    hand = re.search(r'<section id="hand".*?</section>', own, re.DOTALL)
    assert hand is not None and hand[0].count('class="card-line"') == 3 and 'id="sounds"' in own
    other = shown(api, f"/t/{address}", None, language)
    assert 'class="card-line"' not in re.sub(r'<section id="middle".*?</section>', "", other, flags=re.DOTALL)
    middle = re.search(r'<section id="middle".*?</section>', other, re.DOTALL)
    assert middle is not None and "corner fourth" not in middle[0], "nor what persons would bring"
    assert middle[0].count("card-line") == 3
    for row, name in ((hand[0], "hand"), (middle[0], "middle")):
        places = [f"{name}-{number}" for number in (1, 2, 3)]
        assert re.findall(r'<li id="(.+?)"', row) == places, "else a card is seen to jump to the place of another"
