"""Two people in two browsers, and a bot: each game from the invitation to the rematch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import bellringer
from tests.browser.people import LONG, Visitor, is_as_loaded, two_by_forms

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
CHECKS = 9  # that a record is put to


def play_to_the_end(anna: Visitor, ben: Visitor) -> int:
    """Both play, by buttons and by clicks on the board in turn, until it is over; the decisions they made."""
    made = 0
    while made < LONG:
        people = [one for one in (anna, ben) if one.asked not in ("waiting", "over")]
        if not people:
            if anna.asked == ben.asked == "over":
                break
            anna.page.wait_for_timeout(15)
            continue
        visitor = people[made % len(people)]
        if made % 2 or visitor.by_board() is None:
            visitor.by_button()
        made += 1
    return made


@pytest.mark.soak
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_whole_game(visit: Visit, game: str, tmp_path: Path) -> None:
    """From the form to the end page and the rematch, without ever loading the table's page again."""
    anna, ben = two_by_forms(visit, game, "bot:random")
    chat_both_ways(anna, ben)
    assert play_to_the_end(anna, ben) > 10
    for visitor in (anna, ben):
        assert is_as_loaded(visitor)
        expect(visitor.find("#moves")).to_have_count(0)
    check_the_end(anna, ben, tmp_path)
    rematch(anna, ben)


def test_both_draft_at_once(visit: Visit) -> None:
    """In the draft both are asked at the same time; what one keeps changes nothing of the other's question."""
    anna, ben = two_by_forms(visit, "notre-dame")
    asked, offered = anna.until_asked(), anna.moves()
    assert asked.isdecimal() and ben.until_asked().isdecimal()
    assert len(offered) == len(ben.moves()) == 3
    ben.by_button()
    anna.page.wait_for_timeout(300)
    assert (anna.asked, anna.moves()) == (asked, offered)
    anna.by_button()


def chat_both_ways(anna: Visitor, ben: Visitor) -> None:
    """What one says is seen by the other; what the other is typing meanwhile stays."""
    ben.open_pane("chat")
    ben.page.fill("#say-text", "half a sen")
    anna.say("Good evening, Ben <3 & co")
    expect(anna.find("#say-text")).to_have_value("")
    expect(ben.find("#chat-scroll .said")).to_have_text(["Anna Good evening, Ben <3 & co"])
    expect(ben.find("#say-text")).to_have_value("half a sen")
    ben.say("Good evening")
    expect(anna.find("#chat-scroll .said").last).to_have_text("Ben Good evening")


def check_the_end(anna: Visitor, ben: Visitor, folder: Path) -> None:
    """Places alike on both pages; the record replays to them; the page that verifies finds nothing wrong."""
    names = [visitor.find("#end .placed-name").all_inner_texts() for visitor in (anna, ben)]
    scores = [visitor.find("#end .score b").all_inner_texts() for visitor in (anna, ben)]
    assert len(names[0]) == 3 and names[0] == names[1] and scores[0] == scores[1]
    of_anna = next(number for number, name in enumerate(names[0]) if name.startswith("Anna"))
    assert any(name.startswith("Ben") for name in names[0])
    with anna.page.expect_download() as download:
        anna.find("#end a[download]").click()
    path = folder / "record.txt"
    download.value.save_as(path)
    played = bellringer.replay(path.read_text(encoding="utf-8"))
    assert played.result is not None
    ranks = sorted(zip(played.result.places, played.result.scores, strict=True), key=lambda found: found[0])
    assert [str(place) for place, _ in ranks] == anna.find("#end .rank").all_inner_texts()
    assert sorted(map(str, played.result.scores)) == sorted(scores[0])
    assert played.result.scores[0] == int(scores[0][of_anna])
    anna.load_by(anna.find("#end a[href$='/verify']"))
    expect(anna.find(".checks li.check-good")).to_have_count(CHECKS)
    expect(anna.find(".checks li.check-bad")).to_have_count(0)
    anna.load_by(anna.find("main a.main-button"))
    expect(anna.find("#end.is-over")).to_be_visible()


def rematch(anna: Visitor, ben: Visitor) -> None:
    """Anna offers another game; when Ben accepts it begins, and Anna's page goes there by itself."""
    over = anna.address
    anna.find("#rematch button[value=accept]").click()
    expect(anna.find("#rematch button[value=withdraw]")).to_be_visible()
    ben.load_by(ben.find("#rematch button[value=accept]"))
    anna.page.wait_for_url(ben.page.url)
    expect(ben.find("#prompt")).to_be_visible()
    assert ben.address == anna.address != over
    expect(ben.find("#end.is-over")).to_have_count(0)
    names = anna.find("#seats h3").all_inner_texts()
    assert names[-1].startswith("Anna") and names[0].startswith("Ben") and len(names) == 3
    while "waiting" == anna.asked == ben.asked:
        anna.page.wait_for_timeout(15)
    assert any(visitor.asked.isdecimal() for visitor in (anna, ben))
