"""Draws: keyed by what is drawn, so that the same seed brings the same draws whatever is played; secret, and fair."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, permutations
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import Table, bots
from bellringer.core import chance
from bellringer.core.compiled.draws import chacha20
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.records.same_deal import same_deal
from bellringer.core.records.verify import verify
from bellringer.core.tables.table import deal_again, gone_on
from tests.contract.fairness import comes_evenly
from tests.contract.tables import CHECKED, GOLDEN, SETTINGS, Setting, play_some, settings

GAMES = bellringer.game_names()
RECORDS = sorted((GOLDEN / "draws").glob("*.record"))
MASK_32, MASK_64 = 2**32 - 1, 2**64 - 1

# RFC 8439: section 2.3.2, then the first three of appendix A.1. Key, counter, nonce, and what comes out.
VECTORS = (
    (
        bytes(range(32)),
        (1, "000000090000004a00000000"),
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        bytes(32),
        (0, "00" * 12),
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        bytes(32),
        (1, "00" * 12),
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        bytes(31) + b"\x01",
        (1, "00" * 12),
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
)


@pytest.mark.parametrize(("key", "where", "expected"), VECTORS, ids=("2.3.2", "A.1 #1", "A.1 #2", "A.1 #3"))
def test_the_block_function_gives_the_published_vectors(key: bytes, where: tuple[int, str], expected: str) -> None:
    counter, nonce = where
    assert chacha20(key, counter, bytes.fromhex(nonce)).hex() == expected


def test_a_block_takes_a_key_of_32_bytes_and_a_nonce_of_12() -> None:
    for key, nonce in ((bytes(31), bytes(12)), (bytes(32), bytes(8))):
        with pytest.raises(ValueError, match="32 bytes of key and 12 of nonce"):
            chacha20(key, 0, nonce)


# the same draws, worked out by hand


def rolls(key: bytes, kind: int, number: int) -> Iterator[int]:
    """The words of one draw: xoshiro256++, seeded with the first half of a block of ChaCha20."""
    block = chacha20(key, number, kind.to_bytes(4, "little") + bytes(8))
    w = [int.from_bytes(block[i : i + 8], "little") for i in range(0, 32, 8)]
    while True:
        total = (w[0] + w[3]) & MASK_64
        yield ((total << 23 | total >> 41) + w[0]) & MASK_64
        t = w[1] << 17 & MASK_64
        w[2], w[3] = w[2] ^ w[0], w[3] ^ w[1]
        w[1], w[0] = w[1] ^ w[2], w[0] ^ w[3]
        w[2], w[3] = w[2] ^ t, (w[3] << 45 | w[3] >> 19) & MASK_64


def rolled(words: Iterator[int], sides: int) -> int:
    """The next number from 0 to sides - 1 (Lemire)."""
    for word in words:
        product = (word >> 32) * sides
        if product & MASK_32 >= 2**32 % sides:
            return product >> 32
    raise AssertionError


def test_the_cards_of_notre_dame_can_be_worked_out_from_the_seed_alone() -> None:
    """As anybody can without this program: docs/notation.md says how."""
    secret = chance.make_seed(21)
    table = bellringer.new_game("notre-dame", seats=3, seed=21)
    play_some(table, 10**6, random.Random(21))
    key, kind = chance.draw_key(secret), find("notre-dame").draws.index("card")
    piles = [list(range(9)) for _ in range(3)]
    found: list[list[int]] = [[], [], []]
    for number in range(81):  # nine rounds, three seats, three cards
        seat = number // 3 % 3
        if number % 27 == 0:
            piles, found = [list(range(9)) for _ in range(3)], [[], [], []]
        pile = piles[seat]
        found[seat].append(pile.pop(rolled(rolls(key, kind, number), len(pile))))
    numbers = find("notre-dame").documents.numbers(table.state)
    for seat in range(3):
        for first in (0, 3, 6):
            assert set(numbers["deck"][seat][first : first + 3]) == set(found[seat][first : first + 3])


# whatever is played


@dataclass(frozen=True)
class Drawn:
    """One draw as it was seen: from which pile, and what."""

    pile: frozenset[Any]
    what: Any


Piles = dict[str, Counter[Any]]


def piles_of(game: str, state: State) -> Piles:
    """What can still be drawn, by the kinds of the draws that take it."""
    numbers = find(game).documents.numbers(state)
    if game == "notre-dame":
        return {"brown": Counter(i for i in range(6) if numbers["brown"] >> i & 1)}
    return {
        "rat": Counter(numbers["in_supply"]),
        "region-card": Counter(card for card, at in enumerate(numbers["card_at"]) if at == 1),
        "event": Counter(dict(enumerate(numbers["event_pile"])))
        - Counter(entry["event"] if isinstance(entry, Mapping) else entry[0] for entry in numbers["next_events"]),
    }


def draws_of(setting: Setting, seed: int, play: int) -> tuple[dict[tuple[str, int], Drawn], Table]:
    """The draws of a random game that can be told one from another: those that were the only one of their kind."""
    found: dict[tuple[str, int], Drawn] = {}
    table, dice = setting.table(seed), random.Random(play)
    while table.pending:
        counts, piles = table.drawn, piles_of(setting.name, table.state)
        play_some(table, 1, dice)
        for kind, pile in piles_of(setting.name, table.state).items():
            gone = piles[kind] - pile
            if table.drawn[kind] == counts[kind] + 1 and gone.total() == 1:
                found[kind, counts[kind]] = Drawn(frozenset(piles[kind].elements()), *gone.elements())
    return found, table


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_other_play_meets_the_same_draws(setting: Setting) -> None:
    """The same pile gives the same; another pile, too, unless what it gives is not in both."""
    (one, table), (other, again) = (draws_of(setting, 41, play) for play in (1, 2))
    assert table.history != again.history
    assert setting.name == "notre-dame" or one.keys() & other.keys()
    for number in one.keys() & other.keys():
        here, there = one[number], other[number]
        if here.what in there.pile and there.what in here.pile:
            assert here.what == there.what, number
    begun = [replay_start(played) for played in (table, again)]
    assert begun[0] == begun[1]


def replay_start(table: Table) -> State:
    """The table as it was dealt."""
    return bellringer.replay(table.record(), before=1).state


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
@pytest.mark.parametrize("persons", ("base", "new"))
def test_all_of_notre_dames_chance_is_the_same_whatever_is_played(seats: int, persons: str) -> None:
    """Every seat draws the same nine cards in the same rounds, and the same persons open."""
    courses = []
    for play in (1, 2, 3):
        table, dice, course = bellringer.new_game("notre-dame", seats=seats, seed=42, persons=persons), None, []
        dice = random.Random(play)
        while table.pending:
            position = table.position()
            drawn = [[sorted(row) for row in player["drawn"]] for player in position["players"].values()]
            course.append((position["round"], position["open"], drawn))
            play_some(table, 1, dice)
        courses.append([step for number, step in enumerate(course) if number == 0 or course[number - 1] != step])
    assert courses[0] == courses[1] == courses[2]


@pytest.mark.parametrize("seats", (2, 4, 6))
def test_the_next_rat_is_the_same_rat_although_others_went_elsewhere(seats: int) -> None:
    """With the usual cards nothing comes back to the supply: after as many draws the same tokens are left."""
    left: dict[int, set[frozenset[int]]] = {}
    for play in range(4):
        table, dice = bellringer.new_game("rattus", seats=seats, seed=43), random.Random(play)
        while table.pending:
            supply = find("rattus").documents.numbers(table.state)["in_supply"]
            left.setdefault(table.drawn["rat"], set()).add(frozenset(supply))
            play_some(table, 1, dice)
    assert len(left) > 10
    assert {len(supplies) for supplies in left.values()} == {1}


def test_other_seeds_and_other_kinds_and_numbers_bring_other_draws() -> None:
    keys = [chance.draw_key(chance.make_seed(seed), before) for seed in range(20) for before in range(5)]
    blocks = {
        chacha20(key, n, kind.to_bytes(4, "little") + bytes(8)) for key in keys for n in (0, 1) for kind in (0, 1)
    }
    assert len(blocks) == len(keys) * 4
    assert not {chance.move_key(chance.make_seed(7), n) for n in range(1000)} & {
        chance.draw_key(chance.make_seed(7), n) for n in range(1000)
    }


# every draw has a name of its own


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_rolled_but_by_a_kind_and_a_number_of_its_own(setting: Setting) -> None:
    """What goes past the names would roll the key itself: it would change. A number that was used never comes again."""
    key, names = bytes(range(1, 33)), setting.game.draws
    state, dice = setting.blank(), random.Random(44)
    state.key_draws(key)
    words = state.dice
    state.deal()
    while not state.over:
        before = state.drawn
        seat = dice.choice(state.pending)
        state.apply(seat, dice.choice(state.legal(seat)))
        assert state.dice == words and state.is_keyed
        assert all(now >= then for now, then in zip(state.drawn, before, strict=True))
        assert not any(state.drawn[len(names) :]), "a kind that names.py does not have"
    assert sum(state.drawn) > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_kinds_are_named_in_the_order_of_their_numbers(game: str) -> None:
    folder = game.replace("-", "_")
    text = (Path(bellringer.__file__).parent / "games" / folder / "rules" / "draws.pxd").read_text()
    kinds = [line.split()[0] for line in text.splitlines() if line.startswith("    ") and "_DRAWS" in line]
    assert [kind.removesuffix("_DRAWS").lower().replace("_", "-") for kind in kinds] == list(find(game).draws)


def test_the_course_of_a_table_is_counted_and_goes_on_from_its_position() -> None:
    table = play_some(bellringer.new_game("rattus", seed=45), 60, random.Random(45))
    assert table.drawn["rat"] > 0
    again = gone_on(json.dumps(table.position()), table.seed)
    assert again.drawn == table.drawn
    assert again.position() == table.position()


@pytest.mark.parametrize("game", GAMES)
def test_chance_after_a_change_of_rules_is_not_what_it_was_before(game: str) -> None:
    """What was drawn in moves that the new rules did not allow comes no second time."""
    assert len({chance.draw_key(bytes(32), moves) for moves in range(100)}) == 100


# undo, and what is told to be lucky


@pytest.mark.parametrize("setting", settings("rattus")[::7], ids=str)
def test_a_draw_that_was_taken_back_is_the_same_when_it_is_made_again(setting: Setting) -> None:
    table, dice, taken = setting.table(46), random.Random(46), 0
    while table.pending:
        seat = dice.choice(table.pending)
        before = table.drawn
        play_some_of(table, seat, dice)
        if table.may_undo(seat) and table.drawn != before:
            name, state = table.history[-1][1], table.state
            table.undo(seat)
            assert table.drawn == before and not table.state.is_keyed
            table.play(name, seat)
            assert table.state == state
            taken += 1
    assert taken > 0


def play_some_of(table: Table, seat: int, dice: random.Random) -> None:
    table.play(dice.choice([move.name for move in table.moves(seat)]), seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_keeps_moves_from_being_taken_back_by_consent(game: str) -> None:
    """A move by which something was drawn is decided by chance, too, if it brought nothing to light."""
    table, dice, asked = bellringer.new_game(game, seed=47), random.Random(47), Counter[bool]()
    while table.pending:
        seat, counts, revealed = dice.choice(table.pending), table.drawn, table.state.revealed
        play_some_of(table, seat, dice)
        if table.pending and table.state.revealed == revealed:
            has_drawn = table.drawn != counts
            assert (table.moves_since(seat) == 1) != has_drawn
            asked[has_drawn] += 1
    assert asked[False] and (asked[True] or game == "notre-dame")


# the key is nowhere


def forms(key: bytes) -> set[bytes]:
    """How 32 bytes may stand somewhere: as they are, as the words of dice, in hex, half of them."""
    words = [int.from_bytes(key[i : i + 8], "little") for i in range(0, 32, 8)]
    written = "".join(f"{word:016x}" for word in words)
    parts = [key[:16], key[16:]]
    return {*parts, *(part.hex().encode() for part in parts), written[:32].encode(), written[32:].encode()}


@pytest.mark.parametrize("setting", [*settings("notre-dame")[::20], *settings("rattus")[::12]], ids=str)
def test_no_key_is_left_where_a_bot_a_view_or_a_stored_position_could_have_it(setting: Setting) -> None:
    table, dice = setting.table(48), random.Random(48)
    secrets = forms(chance.draw_key(table.seed)) | forms(table.seed)
    while table.pending:
        play_some(table, 7, dice)
        state = table.state
        assert not state.is_keyed
        seen = [
            bytes(state),
            *(bytes(state.determinized(p, 1)) for p in range(setting.seats)),
            *(json.dumps(document).encode() for document in (table.position(), table.view(None), table.whole_view())),
            *(json.dumps(table.view(p)).encode() for p in range(setting.seats)),
            repr(table).encode(),
            *((table.record(public=True).encode(),) if table.pending else ()),
        ]
        assert not any(secret in one for secret in secrets for one in seen)


@pytest.mark.parametrize("setting", [settings("notre-dame")[0], settings("rattus")[0]], ids=str)
def test_a_world_that_was_dealt_anew_has_dice_of_its_own_even_if_a_key_was_left(setting: Setting) -> None:
    state = setting.table(49).state
    state.key_draws(bytes(range(32)))
    key, left = state.dice, state.copy()
    for seed in range(10):
        other = state.determinized(0, seed)
        assert not other.is_keyed and other.dice not in (key, left.dice)
    assert not left.is_keyed and left.dice != key
    assert bytes(state) == bytes(left)


def test_the_dice_that_are_left_in_a_state_are_those_of_no_draw() -> None:
    """Each table leaves others, and again others when more has been drawn; they are not the key, nor what comes."""
    left = set()
    for seed in range(20):
        table = bellringer.new_game("rattus", seed=seed)
        for _ in range(3):
            left.add(table.state.dice)
            drawn = table.drawn
            while table.pending and table.drawn == drawn:
                play_some(table, 1, random.Random(seed))
    assert len(left) == 60


@pytest.mark.parametrize("game", GAMES)
def test_what_a_search_deals_anew_does_not_hang_on_the_tables_key(game: str) -> None:
    """Two tables that are alike but for the seed: a bot with the same dice thinks the same."""
    table = play_some(bellringer.new_game(game, seed=50), 20, random.Random(50))
    twin = gone_on(table.position(), chance.make_seed(51))
    seat = table.pending[0]
    moves = {bots.make("novice", 3).choose_number(one.state, seat) for one in (table, twin)}
    assert len(moves) == 1


# fair

TRIES = 2_000 if CHECKED else 10_000


def deals(setting: Setting, decisions: int = 0) -> Iterator[dict[str, Any]]:
    """Many games of different keys, dealt and played on a little, as the compiled reader gives them."""
    for number in range(TRIES):
        state = setting.blank()
        state.key_draws(chance.draw_key(number.to_bytes(32, "big")))
        state.deal()
        for _ in range(decisions):
            state.apply(state.pending[0], state.legal(state.pending[0])[0])
        yield setting.game.documents.numbers(state)


def tally(setting: Setting, what: Callable[[dict[str, Any]], Hashable], decisions: int = 0) -> Counter[Any]:
    """How often what comes."""
    return Counter(what(numbers) for numbers in deals(setting, decisions))


TOWN = Setting("notre-dame", 3, ())
EUROPE = Setting("rattus", 2, ())


def test_keyed_cards_and_persons_come_equally_often() -> None:
    found = [Counter[Any]() for _ in range(4)]
    for town in deals(TOWN):
        found[0][town["deck"][2][1]] += 1
        found[1][frozenset(town["open"][:2])] += 1
        found[2][tuple(town["message"][1:5])] += 1
        found[3][town["deck"][0][0], town["deck"][1][0]] += 1
    assert comes_evenly(found[0], range(9))
    assert comes_evenly(found[1], [frozenset(pair) for pair in combinations(range(6), 2)])
    assert comes_evenly(found[2], list(permutations(range(4))))
    assert comes_evenly(found[3], [(one, other) for one in range(9) for other in range(9)])


def test_keyed_rats_come_equally_often_at_the_set_up() -> None:
    """The first region's starting token, the first that was removed, and where the piece stands."""
    found = [Counter[Any]() for _ in range(3)]
    blank = find("rattus").documents.numbers(EUROPE.blank())
    starting = [token for token, is_starting in enumerate(blank["starting"][: blank["tokens"]]) if is_starting]
    regular = sorted(set(range(blank["tokens"])) - set(starting))
    regions = [region for region in range(17) if blank["regions"] >> region & 1]
    for europe in islice(deals(EUROPE), TRIES // 3):
        laid_out = set(starting) - set(europe["in_supply"])
        found[0].update(laid_out)
        found[1].update(europe["in_removed"])
        found[2][europe["piece"]] += 1
    assert comes_evenly(found[0], starting)
    assert comes_evenly(found[1], regular)
    assert comes_evenly(found[2], regions)


def test_a_keyed_draw_from_a_pile_with_holes_is_even() -> None:
    """The first rat that comes: any of those in the supply of this one table, whatever their numbers."""
    state, came = EUROPE.deal(52), Counter[Any]()
    dice = random.Random(52)
    while True:  # up to a move that draws a single rat
        seat = dice.choice(state.pending)
        for move in state.legal(seat):
            one, supply = state.copy(), set(find("rattus").documents.numbers(state)["in_supply"])
            one.key_draws(bytes(32))
            one.apply(seat, move)
            if one.drawn[find("rattus").draws.index("rat")] == 1:
                break
        else:
            state.apply(seat, dice.choice(state.legal(seat)))
            continue
        break
    for number in range(TRIES):
        one = state.copy()
        one.key_draws(chance.draw_key(number.to_bytes(32, "big")))
        one.apply(seat, move)
        came.update(supply - set(find("rattus").documents.numbers(one)["in_supply"]))
    assert came.total() == TRIES
    assert comes_evenly(came, sorted(supply))


# records of both schemes


@pytest.mark.parametrize("scheme", chance.SCHEMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_says_its_scheme_and_replays_by_it(game: str, scheme: str) -> None:
    options = bellringer.new_game(game, seed=53).options
    table = play_some(deal_again(game, 4, options, chance.make_seed(53), scheme), 10**6, random.Random(53))
    text = table.record()
    assert ('[Chance "draws"]' in text) == (scheme == chance.DRAWS), "without the tag it is keyed by moves, as ever"
    again = bellringer.replay(text)
    assert (again.chance, again.record(), again.state) == (scheme, text, table.state)
    assert all(check.ok for check in verify(text))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_under_the_other_scheme_does_not_hold(game: str) -> None:
    text = play_some(bellringer.new_game(game, seed=54), 10**6, random.Random(54)).record()
    assert not all(check.ok for check in verify(text.replace('[Chance "draws"]\n', "")))
    with pytest.raises(bellringer.RecordError, match="Chance.*'words'"):
        bellringer.replay(text.replace('[Chance "draws"]', '[Chance "words"]'))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_that_was_kept_still_meets_the_draws_that_it_met(path: Path) -> None:
    """Written when there were draws first. Other numbers of kinds, or another order of draws, would spoil them."""
    text = path.read_text(encoding="utf-8")
    assert bellringer.replay(text).record() == text
    assert all(check.ok for check in verify(text))


@pytest.mark.parametrize("game", GAMES)
def test_the_records_that_were_kept_have_draws_of_every_kind(game: str) -> None:
    tables = [bellringer.replay(path.read_text(encoding="utf-8")) for path in RECORDS if path.stem.startswith(game)]
    assert {kind for table in tables for kind, count in table.drawn.items() if count} == set(find(game).draws)


# the same deal at two tables


def played_record(game: str, seed: int, play: int, scheme: str = chance.DRAWS, **options: Any) -> str:
    options = bellringer.new_game(game, seats=4, seed=1, **options).options
    table = deal_again(game, 4, options, chance.make_seed(seed), scheme)
    return play_some(table, 10**6, random.Random(play)).record()


@pytest.mark.parametrize("game", GAMES)
def test_two_records_of_one_deal_are_told_from_those_of_two(game: str) -> None:
    one, other = played_record(game, 55, 1), played_record(game, 55, 2)
    checks = same_deal(one, other)
    assert [check.name for check in checks] == ["first", "second", "seed", "start", "draws"]
    assert all(check.ok and not check.is_open for check in checks)
    assert "card" in checks[-1].detail or "rat" in checks[-1].detail
    assert same_deal(one, played_record(game, 56, 1))[-1].name == "seed"
    assert not same_deal(one, played_record(game, 56, 1))[-1].ok
    assert not same_deal(one, other.rstrip().rpartition("\n")[0])[-1].ok


def test_games_with_other_options_did_not_begin_alike() -> None:
    check = same_deal(played_record("rattus", 57, 1), played_record("rattus", 57, 1, start=1))[-1]
    assert (check.name, check.ok) == ("start", False)


def test_of_records_keyed_by_moves_only_the_set_up_is_compared() -> None:
    check = same_deal(*(played_record("rattus", 58, play, chance.MOVES) for play in (1, 2)))[-1]
    assert (check.name, check.ok, check.is_open) == ("draws", True, True)
