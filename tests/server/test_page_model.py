"""The parts of a table's page: whole, for every pair of eyes, and with no trace of what is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Step
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table
from bellringer.games.notre_dame.names import WHOSE
from bellringer.page.display import MANY
from bellringer.page.scenes import as_json
from bellringer.server.base.language import words_in
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.log.log_told import DrawnLines
from bellringer.server.drawing.rules.card_rules import groups_of
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.open_page import Page
from bellringer.server.drawing.table.page_model import MOST_ALOUD, PageModel, Viewer
from bellringer.server.drawing.table.parts import BOARD, GROUND, Drawer, context_of
from bellringer.server.store.values.clocks import DAY, HOUR
from bellringer.server.tables.live.seating import Occupant
from bellringer.server.tables.live.table_info import ChatLine, Clock, TableInfo, clock_words
from tests.contract.tables import play_some
from tests.pairs import matrix
from tests.rattus.play import at

pytestmark = pytest.mark.slow

TABLES = [("notre-dame", 2), ("notre-dame", 5), ("rattus", 2), ("rattus", 6)]
VOID = {"input", "link", "meta", "br", "hr", "img"}
NASTY = "<b onclick=x>\"Eve\" & 'Bob'</b>"
PAGES = environment()
TEMPLATES = Path(str(files("bellringer.server").joinpath("templates")))


@dataclass
class Element:
    """An element of a page, with all the text in it."""

    name: str
    attributes: dict[str, str | None]
    inside: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self) -> Iterator[Element]:
        """It, and all elements in it."""
        yield self
        for one in self.inside:
            yield from one.all()


class Tree(HTMLParser):
    """A page as a tree. Tags that do not fit each other are an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]
        self.feed(text)
        self.close()
        assert len(self.open) == 1, f"never closed: {[one.name for one in self.open[1:]]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {tag} {attrs}"
        found = Element(tag, dict(attrs))
        self.open[-1].inside.append(found)
        if tag not in VOID:
            self.open.append(found)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        for one in self.open:
            one.text += data


def elements(text: str) -> list[Element]:
    """All elements of a page or a part."""
    return list(Tree(text).root.all())[1:]


def ids(found: list[Element]) -> list[str]:
    """The ids of elements."""
    return [one.attributes["id"] or "" for one in found if "id" in one.attributes]


# tables, and who looks at them


def company(table: Table, **more: object) -> TableInfo:
    """A mixed company: a user with a nasty name, bots, somebody who is away."""
    bots = [Occupant("novice", "bot", "novice") for _ in range(table.seats - 1)]
    clocks = (Clock(599.4, True), Clock(3 * DAY + 2 * HOUR, False), *(None for _ in range(table.seats - 2)))
    chat = (ChatLine(1, NASTY, table.seat_names[0], NASTY), ChatLine(2, "Ann", None, "hello"))
    ended = "game" if table.result is not None else ""
    found = TableInfo("abc", (Occupant(NASTY, "human"), *bots), clocks, chat, table.moves_played, ended)
    return replace(found, **more)  # type: ignore[arg-type]


def model_of(table: Table, seat: int | None, language: str = "en", **more: object) -> PageModel:
    """A table through the eyes of a seat that is its user's own, or of an onlooker."""
    own = () if seat is None else (seat,)
    seen = max(0, table.event_count - 5)
    return PageModel(table, company(table, **more), Viewer(seat, own, language, seen, None if seat is None else 3))


def parts(model: PageModel) -> dict[str, str]:
    """All parts of the page, and the moving layer of the board."""
    return {name: str(one) for name, one in Drawer(PAGES, model, "token").all().items() if name != GROUND}


def part(model: PageModel, name: str, **more: object) -> str:
    """One part."""
    drawer = Drawer(PAGES, model, "token")
    return str(drawer.log()) if name == "log" else drawer.part(name, **more)


def page(model: PageModel) -> str:
    """The whole page."""
    site = {"path": "/t/abc", "user_name": "", "waiting": 0, "page_id": "page", "is_ready": False}
    drawn = {"parts": Drawer(PAGES, model, "token").all()}
    return PAGES.get_template("table.html").render({**context_of(model, "token"), **site, **drawn})


def moments(game: str, seats: int, every: int = 90) -> Iterator[Table]:
    """Tables from the first decision to the end of a random game."""
    table, dice = bellringer.new_game(game, seats=seats, seed=seats), random.Random(seats)
    while table.pending:
        yield table
        play_some(table, dice.randrange(1, every), dice)
    yield table


def eyes(table: Table) -> tuple[int | None, ...]:
    """All who may look."""
    return (None, *range(table.seats))


# each part, each page


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.soak)])
def test_each_part_is_one_element_of_its_own_name(game: str, seats: int, language: str) -> None:
    for table in moments(game, seats):
        for seat in eyes(table):
            for name, text in parts(model_of(table, seat, language)).items():
                whole = Tree(text).root
                (root,) = whole.inside
                assert root.attributes["id"] == name
                assert not whole.text.strip() or root.text.strip() == whole.text.strip()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_page_is_whole(game: str, seats: int) -> None:
    """Ids are there once, what is used is drawn, nothing is styled or run in place, landmarks are right."""
    for table in moments(game, seats, 120):
        for seat in (None, 0, seats - 1):
            text = page(model_of(table, seat))
            found = elements(text)
            names = ids(found)
            assert len(set(names)) == len(names)
            used = {one.attributes["href"] or "" for one in found if one.name == "use"}
            assert {name.removeprefix("#") for name in used if name.startswith("#")} <= set(names)
            assert not any(
                one.name == "style" or (one.name == "script" and not one.attributes.get("src")) for one in found
            )
            assert not any(key == "style" or key.startswith("on") for one in found for key in one.attributes)
            assert sum(one.name == "h1" for one in found) == sum(one.name == "main" for one in found) == 1
            for one in found:
                for key in ("aria-labelledby", "for", "form"):
                    assert one.attributes.get(key, names[0]) in names, (key, one.attributes)


@matrix({"table": TABLES, "language": LANGUAGES}, meeting=1)
def test_every_legal_choice_has_its_button(table: tuple[str, int], language: str) -> None:
    game, seats = table
    for now in moments(game, seats, 25):
        for seat in range(seats):
            model = model_of(now, seat, language)
            found = elements(part(model, "prompt"))
            buttons = [one for one in found if "data-move" in one.attributes]
            assert {one.attributes["value"] for one in buttons} == {choice.name for choice in model.choices}
            assert len(buttons) == len(model.choices)
            assert (seat in now.pending) == bool(buttons)
            assert all(one.attributes["data-move"] == one.attributes["value"] for one in buttons)
            answers = [one.attributes["value"] for one in found if one.attributes.get("form") == "moves"]
            assert answers == [one.name for one in model.answers]
            by_name = {choice.name: choice for choice in model.choices}
            rules = {entry["id"] for group in groups_of(words_in(language), game) for entry in group["entries"]}
            for one in buttons:
                choice = by_name[one.attributes["value"] or ""]
                assert one.attributes.get("data-target") == choice.target
                said = one.attributes.get("aria-label", one.text.strip()) or ""
                assert said.lower() == model.display.said(choice).lower() and one.text.strip()
                kind, *_, thing = (choice.target or " ").split(" ")
                is_about_a_card = kind in ("card", "person", "place", "sector")
                assert one.attributes.get("data-rule") == (thing if is_about_a_card else None)
                assert not is_about_a_card or thing in rules
            legends = [one for one in found if one.name == "legend"]
            assert bool(legends) == (len(model.choices) > MANY)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_choice_is_answered_where_it_lies_or_in_the_question(game: str, seats: int) -> None:
    """What shines on a board, lies as a card or is the answer of one is no button of the question; all else is one."""
    asked = 0
    for table in moments(game, seats, 10):
        for seat in table.pending:
            model = model_of(table, seat)
            drawn = "".join(
                (model.drawing, *model.display.boards, *(part(model, name) for name in ("hand", "middle", "seats")))
            )
            for choice in model.choices:
                is_drawn = choice.target is not None and f'data-target="{choice.target}"' in drawn
                is_drawn |= f'name="move" value="{choice.name}"' in drawn
                assert is_drawn != (choice.name in {one.name for one in model.answers}), choice
                asked += not is_drawn
    assert asked


def test_a_card_of_somebody_else_is_taken_by_name() -> None:
    """The button says from whom, and so does its short label in a group; a card beside the board is nobody's."""
    told = 0
    for table in moments("rattus", 4, 12):
        for seat in table.pending:
            model = model_of(table, seat)
            held = {card: one.words for one in model.seats for card in model.view["players"][one.colour]["classes"]}
            for choice in model.choices:
                kind, _, card = choice.name.partition(" ")
                if kind == "take":
                    end = f" (from {held[card]})" if card in held else choice.words[-1]
                    assert model.display.said(choice).endswith(end) and model.display.label(choice).endswith(end)
                    told += card in held
    assert told


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_cards_that_can_be_clicked_are_those_of_legal_moves(game: str, seats: int) -> None:
    """A card is a button where it stands for one move, and that move is legal and about this card."""
    clicked = 0
    for table in moments(game, seats, 25):
        for seat in table.pending:
            model = model_of(table, seat)
            choices = {choice.name: choice.target for choice in model.choices}
            for one in elements(part(model, "hand") + part(model, "middle") + part(model, "seats")):
                if one.name == "button":
                    assert choices[one.attributes["value"] or ""] == one.attributes["data-target"]
                    clicked += 1
                elif "data-target" in one.attributes:
                    assert list(choices.values()).count(one.attributes["data-target"]) > 1
            held = [card for one in model.seats for card in model.display.cards(one.colour)]
            shown = {card.target for card in (*model.display.hand, *model.display.middle, *held) if card.is_legal}
            assert shown == {name for name in model.legal_targets if name.split()[0] in ("card", "person")}
    assert clicked > 5


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_hidden_leaves_no_trace_in_any_part(game: str, seats: int) -> None:
    dice = random.Random(seats)
    for table in moments(game, seats, 90):
        rules, state = find(game), table.state
        for seat in range(seats):
            other = state.determinized(seat, dice.getrandbits(60))
            one, two = (Table(rules, world.copy(), table.seed, None, []) for world in (state, other))
            running = {"ended_by": ""}
            assert parts(model_of(one, seat, **running)) == parts(model_of(two, seat, **running))


def test_a_seat_that_is_not_ones_own_shows_its_hand_to_nobody() -> None:
    """Whoever watches, and whoever is behind the curtain, has no hand and no buttons."""
    table = bellringer.new_game("notre-dame", seats=3, seed=3)
    curtain = PageModel(table, company(table), Viewer(0, (0, 1), "en", None, 0, is_behind_curtain=True))
    for model in (model_of(table, None), curtain):
        assert model.display.hand == () and model.choices == ()
        assert parts(model)["hand"] == parts(model_of(table, None))["hand"]
        assert 'name="move"' not in page(model)
    assert "?seat=0&amp;ready=1" in part(curtain, "prompt")


def test_the_ground_is_sent_again_only_when_somebody_else_looks() -> None:
    """Two people at one screen each see the town from their own side, and both layers from the same one."""
    table = bellringer.new_game("notre-dame", seats=2, seed=3)
    open_page = Page("key")

    def look(seat: int) -> list[str]:
        model = PageModel(table, company(table), Viewer(seat, (0, 1), "en", None, 0))
        message = open_page.news({GROUND: Part(model.ground()), BOARD: Part(model.drawing)})
        return message.split("<hx-partial ")[1:]

    first, other = look(0), look(1)
    assert len(first) == len(other) == 2 and first[0] != other[0]
    assert look(1) == []
    assert look(0) == first
    assert all(f'id="{name}"' in one[:300] for name, one in zip((GROUND, BOARD), first, strict=True))


# people, chat, clocks


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_what_people_type_is_text(game: str) -> None:
    table = bellringer.new_game(game, seats=3, seed=1)
    for seat in (None, 0, 1):
        text = page(model_of(table, seat))
        assert NASTY not in text and "<b onclick" not in text and "&lt;b onclick" in text


def test_who_plays_is_told() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    away = Occupant("Ann", "human", "expert", is_lent=True)
    lent = model_of(table, 0, occupants=(away, Occupant("expert", "bot", "expert")))
    assert lent.say("table.lent") in part(lent, "seats") and lent.say("bots.expert") in part(lent, "seats")
    assert 'action="/t/abc/return"' in part(lent, "prompt") and 'name="move"' not in part(lent, "prompt")
    late = model_of(table, 0, occupants=(replace(away, is_late=True), Occupant("expert", "bot", "expert")))
    assert late.say("table.late") in part(late, "seats") and late.say("table.late_long") in part(late, "prompt")
    assert late.say("table.late_long") not in part(lent, "prompt")
    gone = model_of(
        table, None, occupants=(Occupant("Ann", "human", has_resigned=True), Occupant("expert", "bot", "expert"))
    )
    assert gone.say("table.resigned") in part(gone, "seats")


def test_who_can_take_back_past_bots_is_not_offered_to_ask_for_it() -> None:
    """Both tools have the same place."""
    passed = (
        table for table in moments("notre-dame", 3, every=2) if not table.may_undo(0) and table.may_undo(0, (1, 2))
    )
    model = model_of(next(passed), 0, passable=(1, 2))
    assert model.table.moves_since(0) > 0 and model.may_undo
    assert 'id="undo"' in part(model, "prompt") and "ask-back" not in part(model, "asking")


def test_who_is_waited_for_is_told_in_a_row() -> None:
    """The comma belongs to the name before it, and stands where that ends."""
    model = model_of(bellringer.new_game("notre-dame", seats=3, seed=1), None)
    (title,) = [one for one in elements(part(model, "prompt")) if one.attributes.get("id") == "prompt-title"]
    (row,) = title.inside
    awaited = [one.text for one in row.inside]
    assert len(awaited) == 3 and [text.endswith(",") for text in awaited] == [True, True, False]
    assert title.text.count(",") == 2


def test_the_skip_link_leads_to_the_question() -> None:
    *_, table = moments("rattus", 2)
    for over in (table, bellringer.new_game("rattus", seats=2, seed=1)):
        found = elements(page(model_of(over, 0)))
        (skip,) = [one for one in found if one.attributes.get("class") == "skip"]
        (title,) = [one for one in found if f"#{one.attributes.get('id')}" == skip.attributes["href"]]
        assert title.name == "h2" and title.attributes["tabindex"] == "-1"


def test_only_who_sits_there_can_speak_and_leave() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    for seat, can in ((0, True), (None, False)):
        model = model_of(table, seat)
        assert ('action="/t/abc/say"' in part(model, "chat")) is can
        assert ('action="/t/abc/resign"' in part(model, "prompt")) is can


def test_each_box_calls_the_place_of_safety_by_its_name() -> None:
    for box, word in (("base", "in the palace"), ("big-box", "in the Safe Haven")):
        table = at(box=box, players={"red": {"palace": 2}})
        assert word in part(model_of(table, 0), "seats")


def test_undo_is_offered_when_it_is_possible() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    assert 'action="/t/abc/undo"' not in part(model_of(table, 0), "prompt")
    dice = random.Random(1)
    while not any(table.may_undo(seat) for seat in range(2)):
        play_some(table, 1, dice)
    for seat in range(2):
        assert ('action="/t/abc/undo"' in part(model_of(table, seat), "prompt")) is table.may_undo(seat)


def test_of_two_equal_cards_each_says_which_it_is() -> None:
    table = bellringer.from_position(
        {"game": "notre-dame", "seats": 3, "players": {"red": {"hand": ["bank", "park", "bank"]}}}, seed=1
    )
    values = [one.attributes["value"] for one in elements(part(model_of(table, 0), "hand")) if one.name == "button"]
    assert sorted(values) == ["bank > from-next", "bank > from-own", "park"]
    table.play("bank", 0)
    values = [one.attributes["value"] for one in elements(part(model_of(table, 0), "hand")) if one.name == "button"]
    assert sorted(values) == ["from-next", "from-own"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "hand"), [(3, ("own", "next")), (4, ("own", "right")), (5, ("right", "next"))])
def test_which_of_two_equal_cards_is_asked_by_the_colours_that_others_will_see(
    seats: int, hand: tuple[str, str], language: str
) -> None:
    """In one line, with both answers on the cards: none is a button of the question, which has no room for both."""
    held = ["bank" if whose in hand else "park" for whose in WHOSE]
    table = bellringer.from_position({"game": "notre-dame", "seats": seats, "players": {"red": {"hand": held}}}, seed=1)
    table.play("bank", 0)
    model = model_of(table, 0, language)
    cards = [one for one in model.display.hand if one.is_legal]
    assert {one.move for one in cards} == {f"from-{whose}" for whose in hand} and model.answers == ()
    colours = [model.view_model.name("seat", one.colour) for one in cards]
    assert len(set(colours)) == 2 and all(colour in model.prompt for colour in colours) and len(model.prompt) < 80
    for one in cards:
        [said] = [choice.words for choice in model.choices if choice.name == one.move]
        assert model.view_model.name("seat", one.colour) in said


def test_a_hint_names_its_button() -> None:
    model = model_of(bellringer.new_game("rattus", seats=2, seed=1), 0)
    choice = model.choices[3]
    hint = {"words": choice.words, "chance": 0.347, "error": 0.016, "name": choice.name, "other": "", "why": None}
    text = part(model, "prompt", hint=hint)
    marked = [one for one in elements(text) if "is-hinted" in (one.attributes.get("class") or "")]
    assert [one.attributes["value"] for one in marked] == [choice.name]
    assert choice.words in text and "35 ± 2 %" in text
    assert "35 %" in part(model, "prompt", hint={**hint, "error": None})


def test_a_refusal_is_told() -> None:
    model = model_of(bellringer.new_game("rattus", seats=2, seed=1), 0)
    assert "Not &amp; now" in part(model, "prompt", notice="Not & now")


def test_what_is_new_is_divided_from_what_was_seen() -> None:
    table = play_some(bellringer.new_game("rattus", seats=2, seed=1), 30, random.Random(1))
    model = model_of(table, 0)
    names = ids(elements(part(model, "log")))
    assert model.news_entry is not None and model.news[0] in model.entries[model.news_entry].lines
    assert names[names.index("since") + 1] == model.entries[model.news_entry].id
    assert 'href="#since"' in part(model, "prompt")
    fresh = PageModel(table, company(table), Viewer(0, (0,), "en", table.event_count, 3))
    assert 'id="since"' not in part(fresh, "log") and "#since" not in part(fresh, "prompt")
    blank = PageModel(table, company(table), Viewer(0, (0,), "en", 0, 3))
    assert 'href="#log"' in part(blank, "prompt") and "#since" not in part(blank, "prompt")
    assert 'id="since"' not in part(blank, "log") and len(ids(elements(part(blank, "log")))) > 30


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_end_tells_places_scores_and_the_seal(game: str, seats: int) -> None:
    *_, table = moments(game, seats)
    model = model_of(table, 0)
    text = part(model, "end")
    assert table.result is not None
    winners = [one for one in elements(text) if "is-winner" in (one.attributes.get("class") or "")]
    assert len(winners) == len(table.result.winners)
    assert table.seed.hex() in text and table.commitment in text and str(max(table.result.scores)) in text
    assert "/t/abc/verify" in text and "/t/abc/record" in text and 'action="/t/abc/rematch"' in text
    assert 'href="/t/next"' in part(model_of(table, 0, rematch="/t/next"), "end")
    assert "rematch" not in part(model_of(table, None), "end")


def test_a_tie_is_told() -> None:
    """For those who share a score, and for nobody else."""
    told = 0
    for seed in range(12):
        table = play_some(bellringer.new_game("rattus", seats=4, seed=seed), 10_000, random.Random(seed))
        model = model_of(table, None)
        assert table.result is not None
        for placed in model.places:
            shared = table.result.scores.count(placed.score or 0) > 1
            assert bool(model.tie_words(placed)) is shared
            told += shared
    assert told


def test_the_headline_names_the_winner_and_what_broke_the_tie_stands_below() -> None:
    told = 0
    for seed in range(30):
        table = play_some(bellringer.new_game("rattus", seats=4, seed=seed), 10_000, random.Random(seed))
        model, result = model_of(table, None), table.result
        assert result is not None
        winner = model.seats[result.winners[0]]
        assert model.verdict == f"{winner.words} ({model.who(winner)}) wins."
        is_level = result.scores.count(max(result.scores)) > 1
        assert bool(model.decided_by) is is_level is ('class="decided-by' in part(model, "end"))
        told += is_level
    assert told


def test_a_game_that_was_given_up_has_an_end_too() -> None:
    model = model_of(bellringer.new_game("notre-dame", seats=2, seed=1), 0, ended_by="resigned")
    assert model.say("table.end.resigned") in part(model, "end")
    assert model.say("table.over") in part(model, "prompt") and not model.choices
    assert "seed" not in part(model_of(model.table, 0), "end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ended_by", ["", "game", "resigned"])
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_where_the_record_is_spoken_of_it_can_be_had_as_soon_as_there_is_one(
    game: str, ended_by: str, language: str
) -> None:
    """The tab that says what becomes of the record has its buttons after the end; until then it promises them."""
    table = play_some(bellringer.new_game(game, seats=2, seed=1), 10_000 if ended_by == "game" else 5, random.Random(1))
    for seat in (None, 0):
        model = model_of(table, seat, language, ended_by=ended_by)
        pane = unescape(part(model, "record"))
        ways = set(re.findall(r'href="/t/abc/(\w+)"', pane))
        assert ways == ({"record", "verify"} if ended_by else set())
        assert (model.say("table.record_text") in pane) is (not ended_by)
        assert all((model.say(f"table.{way}") in pane) is bool(ended_by) for way in ("record", "verify"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (-3, "0:00"), (59.9, "0:59"), (599, "9:59"), (HOUR + 61, "1:01:01"), (3 * DAY + 2 * HOUR, "3 d 2 h")],
)
def test_a_clock_in_words(seconds: float, words: str) -> None:
    assert clock_words(seconds, "d") == words


# the words


def test_french_has_one_word_for_one_thing() -> None:
    """That of the rulebook, where it has one: `corrompre`, `manche`; and a bot is a robot."""
    other = re.compile(r"\b(bots?|engag\w*|périodes?)\b", re.IGNORECASE)
    sources = [words_in("fr"), *(find(game).words.words_in("fr") for game in bellringer.game_names())]
    for words in sources:
        assert not [form for key in words.keys() for form in words.forms(key) if other.search(form)]


# scenes


def scenes_of(model: PageModel) -> dict[str, str]:
    """The scenes of the log's lines, by the lines' ids."""
    lines = elements(part(model, "log"))
    return {
        one.attributes["id"] or "": one.attributes["data-scene"] or ""
        for one in lines
        if "data-scene" in one.attributes
    }


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_scenes_are_those_of_the_events_for_whoever_looks(game: str, seats: int) -> None:
    for table in moments(game, seats):
        events = list(enumerate(table.events()))[-80:]
        for seat in (None, *range(seats)):
            told = {f"line-{number}": as_json(event.scene(seat)) for number, event in events}
            found = scenes_of(model_of(table, seat, LANGUAGES[(seat or 0) % 2]))
            assert told.items() <= found.items(), "every event has words"


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_scenes_differ_for_two_who_look_only_by_their_sides_of_the_board(game: str, seats: int) -> None:
    for table in moments(game, seats):
        for event in table.events()[-80:]:
            first = [replace(step, at="", to="", by=()) for step in event.scene()]
            for seat in range(seats):
                assert [replace(step, at="", to="", by=()) for step in event.scene(seat)] == first
                assert [kind_of(step) for step in event.scene(seat)] == [kind_of(step) for step in event.scene()]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_line_is_made_once_for_all_who_read_and_see_the_same(game: str, seats: int) -> None:
    for table in moments(game, seats):
        drawn = DrawnLines()
        lines = {seat: replace(model_of(table, seat), drawn=drawn).log for seat in (None, *range(seats))}
        alone = {seat: model_of(table, seat).log for seat in lines}
        french = replace(model_of(table, None, "fr"), drawn=drawn).log
        for seat, found in lines.items():
            assert [line.element for line in found] == [line.element for line in alone[seat]], seat
            is_alike = [line is other for line, other in zip(found, lines[None], strict=True)]
            assert set(is_alike) <= {find(game).side(seat) == find(game).side(None)}
        assert not any(line is other for line, other in zip(french, lines[None], strict=True))


def kind_of(step: Step) -> tuple[str, ...]:
    """What the anchors of a step are, without the points."""
    return tuple(re.sub(r"-?[\d.]+ -?[\d.]+$", "", anchor) for anchor in (step.at, step.to, *step.by))


def test_the_log_says_where_the_viewers_last_move_begins() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    assert "data-mine" not in part(model_of(table, 0), "log")
    before = table.event_count
    table.play(table.moves(table.pending[0])[0].name)
    mover, other = table.history[-1][0], 1 - table.history[-1][0]
    assert f'data-mine="{before}"' in part(model_of(table, mover), "log")
    assert "data-mine" not in part(model_of(table, other), "log") and "data-mine" not in part(
        model_of(table, None), "log"
    )


def test_the_speed_of_scenes_can_be_chosen_in_every_language() -> None:
    table = bellringer.new_game("notre-dame", seats=3, seed=1)
    for language in LANGUAGES:
        found = elements(page(model_of(table, 0, language)))
        speeds = [one.attributes["value"] for one in found if one.attributes.get("name") == "scene-speed"]
        assert speeds == ["still", "quick", "calm"]
        assert sum("data-again" in one.attributes for one in found) == 1


def others_moved(game: str) -> PageModel:
    """The page of the first seat when it is asked again after others have moved."""
    table, dice = bellringer.new_game(game, seats=3, seed=4), random.Random(4)
    while table.pending[:1] != (0,) or not list(model_of(table, 0).lines_of_others):
        play_some(table, 1, dice)
    return model_of(table, 0)


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_what_others_did_is_said_when_one_is_asked_again(game: str) -> None:
    """Of their moves, in their order; what others did besides is in the log."""
    model = others_moved(game)
    own = model.table.events_before_last_move(0)
    lines = list(model.lines_of_others)
    assert [line.before for line in lines] == sorted(line.before for line in lines)
    assert own is None or all(line.before >= own for line in lines)
    assert model.aloud.endswith(".") and lines[-1].text in model.aloud
    for seat in (1, 2):
        assert model_of(model.table, seat).aloud == "" or seat in model.table.pending
    assert model_of(model.table, None).aloud == ""


def test_what_is_said_is_short() -> None:
    """Of what happened in a whole game the last sentences, and how many there were before."""
    table = bellringer.new_game("rattus", seats=4, seed=9)
    play_some(table, 10_000, random.Random(9))
    model = replace(model_of(table, 0), info=replace(model_of(table, 0).info, ended_by="game"))
    first, *rest = model.aloud.split(". ")
    assert first.startswith("Before that ") == (len(list(model.lines_of_others)) + 1 > MOST_ALOUD)
    assert len(rest) <= MOST_ALOUD + 1 and model.verdict in model.aloud
