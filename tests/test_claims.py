"""What the pages and the command promise: each sentence that says never, nobody or only was held against the code.

A new one fails here until somebody has done that, and has named the test that carries it, or found that it promises
nothing. What docs/fairness.md says not to be proved is said wherever the deal is praised.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bellringer.core.records.verify import ALWAYS
from bellringer.core.shown.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PLACES = {"pages": "server/catalogue", "command": "commands/catalogue", "play": "terminal/catalogue"}
PROMISES = {
    "en": r"\b(never|nobody|no one|nothing|not even|always|only|anybody|anyone|can't|cannot|no longer|alone|everybody"
    r"|whoever|must|no player|guarantee\w*|impossible)\b",
    "fr": r"\b(jamais|personne n|même pas|toujours|ne peu(?:t|vent)|seuls?|aucun joueur|garanti\w*|impossible)\b",
}
DEALING, TALK = "tests/server/test_dealing.py", "tests/server/test_talk.py"
HAND, REMATCH = "tests/server/test_hand_over.py", "tests/server/test_rematches.py"
RULES, CHAIN = "tests/server/test_rule_changes.py", "tests/server/test_chain.py"
PLACING, DAMAGE = "tests/server/test_placing.py", "tests/server/test_damage.py"
REPLAY, KNOWN = "tests/server/test_replay.py", "tests/contract/test_knowledge.py"
REPLAY, BROUGHT = "tests/server/test_replay.py", "tests/server/test_brought.py"
TROUBLE, BACK = "tests/server/test_trouble.py", "tests/server/test_take_back.py"

# By key, what carries a promise: a test, by file and name.
HINTS = "tests/server/test_hint_option.py"
REVIEWS = "tests/server/test_reviews.py"
DAILY = "tests/server/test_puzzles.py"
CARRIED = {
    "hints.alone": f"{HINTS}::test_hints_are_for_whom_the_table_was_made_with",
    "hints.all": f"{HINTS}::test_hints_are_for_whom_the_table_was_made_with",
    "refused.no-teacher": "tests/server/test_teaching.py::test_where_nobody_may_ask_for_hints_there_is_no_teacher",
    "hints.none": f"{HINTS}::test_hints_are_for_whom_the_table_was_made_with",
    "refused.not-reviewed": f"{REVIEWS}::test_what_was_brought_and_does_not_verify_is_refused_with_its_place",
    "refused.review-unfinished": f"{REVIEWS}::test_a_game_that_was_given_up_is_refused_in_words",
    "puzzle.lead": f"{DAILY}::test_every_day_has_its_puzzle_the_same_for_everybody",
    "puzzle.what": f"{DAILY}::test_nothing_is_kept_of_what_was_tried",
    "review.state.not-reviewed": f"{REVIEWS}::test_what_was_brought_and_does_not_verify_is_refused_with_its_place",
    "review.state.review-unfinished": f"{REVIEWS}::test_a_game_that_was_given_up_is_refused_in_words",
    "review.shared": f"{REVIEWS}::test_every_page_of_a_review_is_in_the_language_of_the_reader",
    "review.not_shared": f"{REVIEWS}::test_what_was_brought_is_reviewed_for_who_has_brought_it_and_goes_with_it",
    "review.stopped": "tests/test_review.py::test_a_review_that_is_stopped_goes_on_and_is_the_same",
    "deal.void": f"{DEALING}::test_a_nonce_that_stays_out_voids_the_table_for_good",
    "deal.apart_own": "tests/server/test_apart.py::test_for_a_day_only_the_nonces_of_the_other_seats_count",
    "hand.once": f"{HAND}::test_a_link_gives_a_seat_to_somebody_else_once",
    "hand.once_host": f"{HAND}::test_a_used_link_is_worth_nothing_when_the_seat_comes_back",
    "refused.undo": "tests/server/test_live.py::test_nothing_is_taken_back_past_another_seats_decision",
    "refused.not-stored": f"{TROUBLE}::test_a_program_is_told_in_a_sentence_and_nothing_is_half_done",
    "refused.store-full": f"{TROUBLE}::test_a_program_is_told_in_a_sentence_and_nothing_is_half_done",
    "about.fair": f"{CHAIN}::test_any_single_change_of_a_record_is_named",
    "about.seal": "tests/server/test_api_fairness.py::test_nothing_tells_the_seed_before_the_end_and_the_commitment_is"
    "_told_from_the_beginning",
    "about.deal": f"{DEALING}::test_only_the_nonce_that_was_committed_to_is_taken",
    "about.open": "tests/server/test_api_fairness.py::test_anybody_can_follow_the_chain_and_prove_the_record",
    "about.bots": "tests/contract/test_knowledge.py::test_a_bot_chooses_the_same_in_worlds_that_look_the_same",
    "about.limits": "tests/test_claims.py::test_what_remains_the_servers_word_is_said_where_the_deal_is_praised",
    "table.not_dealt": "tests/server/test_beginnings.py::"
    "test_it_is_marked_wherever_it_is_shown_and_claims_no_fair_deal",
    "table.deal.text": "tests/test_claims.py::test_what_remains_the_servers_word_is_said_where_the_deal_is_praised",
    "table.deal.server": f"{DEALING}::test_without_a_commitment_the_game_begins_at_once",
    "table.seed_text": f"{CHAIN}::test_the_record_of_a_table_is_proved",
    "table.hands.nothing": "tests/contract/test_preview.py::test_what_is_told_comes_true",
    "table.rules.changed": f"{RULES}::test_a_table_whose_rules_change_goes_on_from_its_last_position",
    "table.rules.past": f"{RULES}::test_a_game_that_is_over_is_shown_as_it_ended_when_its_rules_have_changed",
    "table.notes.back": f"{BACK}::test_all_people_must_agree_and_then_it_is_done",
    "table.back.what": f"{BACK}::test_bots_do_not_mind_and_who_is_away_is_not_asked",
    "table.again.ready": f"{REMATCH}::test_it_begins_when_everybody_who_stayed_is_ready",
    "table.again.none": f"{REMATCH}::test_it_begins_when_everybody_who_stayed_is_ready",
    "table.resign_alone": f"{PLACING}::test_who_thinks_of_resigning_is_told_beforehand_what_comes_of_it",
    "table.end.given_up_alone": f"{PLACING}::test_all_that_is_told_of_a_resignation_is_one_story",
    "table.notes.resign-alone": f"{PLACING}::test_all_that_is_told_of_a_resignation_is_one_story",
    "check.unreadable_rows": f"{DAMAGE}::test_damage_in_one_column_stops_nothing_else",
    "host.works_once": f"{HAND}::test_a_link_gives_a_seat_to_somebody_else_once",
    "verify.fact.gone_on": "tests/test_cli.py::test_verify_says_what_it_could_not_check",
    "table.seen_by.what": "tests/server/test_public_names.py::test_a_game_without_others_is_seen_by_nobody",
    "table.company.mute_what": f"{TALK}::test_who_is_muted_stays_so_at_other_tables_and_after_a_restart",
    "table.company.asides_what": f"{TALK}::test_anybody_who_may_watch_reads_the_spectators_without_a_key",
    "play.no_undo": "tests/server/test_live.py::test_nothing_is_taken_back_past_another_seats_decision",
    "verify.unchecked.nonces": "tests/server/test_chain_acts.py::test_a_deal_of_the_server_alone_is_told",
    "replay.gaps.before": f"{REPLAY}::test_where_rules_have_changed_what_they_still_allow_is_replayed",
    "replay.gaps.after": f"{REPLAY}::test_where_rules_have_changed_what_they_still_allow_is_replayed",
    "replay.branch.nearest": f"{REPLAY}::test_a_branch_that_there_is_not_is_the_nearest_one_and_says_so",
    "replay.branch.what": f"{REPLAY}::test_moves_are_tried_by_a_form_and_nothing_is_stored",
    "replay.on.new_what": f"{KNOWN}::test_what_nobody_has_seen_is_dealt_anew_and_no_seat_can_tell",
    "replay.on.no_same": "tests/server/test_beginnings.py::test_no_luck_is_found_where_chance_was_keyed_otherwise",
    "replay.eyes.table": f"{REPLAY}::test_of_a_running_game_nobody_has_the_eyes_of_another",
    "bring.kept": f"{BROUGHT}::test_it_is_bounded_and_goes_after_some_days",
    "bring.what": f"{BROUGHT}::test_what_is_bad_is_refused_with_place_and_reason",
    "left_out.damaged": "tests/server/test_finished_games.py::test_a_game_whose_rows_are_damaged_is_counted",
    "verify.unchecked.consent": "tests/server/test_chain_acts.py::test_whatever_a_server_lets_seats_do_is_proved",
}
# What uses such a word and promises nothing: it names a choice, asks for something, or says what is so just now.
PLAIN = {
    "front.no_open", "new.wrong", "joining.link", "joining.anyone", "watch.anyone", "watch.link", "watch.nobody",
    "watch.company",
    "hand.lead", "error.title_missing", "refused.unknown-key", "refused.not-invited", "refused.empty",
    "refused.nothing-asked", "refused.damaged", "refused.method", "refused.no-request", "refused.no-offer",
    "refused.store-damaged", "refused.store-readonly", "refused.store-failing", "about.unofficial", "about.what",
    "about.kept", "verify.open", "verify.by_other_rules", "verify.unchecked.alone", "table.chat_empty", "table.lost",
    "table.list", "table.standing.always", "table.standing.never", "table.end.nobody", "table.company.notify_insecure",
    "play.no_rule", "play.pass_on", "read.nothing_to_decide", "check.unreadable", "check.unlinked", "check.all_open",
    "check.broken", "study.always", "study.never", "serve.open", "host.left_out", "host.nobody_called",
    "host.no_reports", "host.nobody", "host.nothing_done", "host.no_requests", "host.no_requests_from",
    "host.nobody_known", "host.damaged", "host.nobody_barred", "verify.fact.unsigned",
    "bring.said", "bring.said_over", "bring.wrong.empty", "bring.wrong.line", "bring.wrong.move", "bring.wrong.record",
    "bring.wrong.field", "bring.wrong.law", "refused.brought-old",
}  # fmt: skip
# What was said once and is not so: docs/fairness.md and docs/hosting.md say why.
UNTRUE = (
    r"not even the server", r"[Nn]obody (?:can|could) (?:choose|cheat|change)", r"stacked the deck",
    r"need not\s+trust the server's word", r"[Oo]nly spectators see", r"among themselves; the players can read",
    r"neither keeps others outside", r"Nothing (?:is|was) lost", r"Nobody has changed, left out",
    r"serveur lui-même ne peut", r"[Pp]ersonne n[e'] ?(?:a pu|peut) (?:choisir|tricher|changer)",
    r"Seuls les spectateurs voient", r"Rien n'est perdu", r"Personne n'a changé, omis",
)  # fmt: skip


def flat(tree: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The sentences of a catalogue by their keys; both forms of one that counts have one key."""
    for key, value in tree.items():
        if isinstance(value, dict) and not value.keys() <= {"one", "other"}:
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", " ".join(value.values()) if isinstance(value, dict) else value


def sentences(place: str, language: str) -> dict[str, str]:
    """What is said somewhere in a language."""
    path = ROOT / "src/bellringer" / PLACES[place] / f"{language}.toml"
    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_every_promise_was_held_against_the_code(place: str, language: str) -> None:
    said = sentences(place, language)
    found = {key for key, text in said.items() if re.search(PROMISES[language], text, re.IGNORECASE)}
    assert found <= CARRIED.keys() | PLAIN, "what carries these, and is it so in every case?"


def test_what_was_looked_at_is_still_said_and_still_tested() -> None:
    said = {key for place in PLACES for key in sentences(place, "en")}
    assert said >= CARRIED.keys() | PLAIN and not CARRIED.keys() & PLAIN
    for key, test in CARRIED.items():
        path, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), key


def pages() -> list[Path]:
    """Everything that people read: catalogues, templates, the page that checks records, and the documentation."""
    source = ROOT / "src/bellringer"
    found = [*source.rglob("catalogue/*.toml"), *(source / "server/templates").rglob("*.html")]
    docs = [path for path in (ROOT / "docs").rglob("*.md") if "_site" not in path.parts]
    return [*found, source / "server/checker.html", ROOT / "README.md", *docs]


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_says_what_is_not_so(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [one for one in UNTRUE if re.search(one, text)] == []


# Bots' moves, what is drawn before the deal, deals that are called void, another script.
CAVEATS = {
    "en": ("bots", r"random sets of cards", r"void|let (?:other )?deals fail", "script"),
    "fr": ("robots", r"cartes tirées au sort", r"nulle|échouer", "script"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_remains_the_servers_word_is_said_where_the_deal_is_praised(language: str) -> None:
    assert "alone" in ALWAYS, "every look at a record says so"
    said = sentences("pages", language)
    checker = (ROOT / "src/bellringer/server/checker.html").read_text(encoding="utf-8")
    french = checker.index("\n  fr: {")
    part = checker[french:] if language == "fr" else checker[:french]
    texts = [
        said["about.limits"],
        said["table.deal.text"],
        said["verify.unchecked.alone"],
        sentences("command", language)["verify.unchecked.alone"],
        *re.findall(r'not_alone: "(.*)"', part),
    ]
    assert len(texts) == 5
    for text in texts:
        assert [caveat for caveat in CAVEATS[language] if not re.search(caveat, text)] == [], text
