"""The chain at the end of a server's record: read, hashed again, and compared with the rest of the record.

Every difference is named by the number of the act or of the move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Any

from bellringer.core import chance
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.versions import read_versions, versions_text
from bellringer.core.edges.json_text import read_json
from bellringer.core.errors import OptionError, RecordError
from bellringer.core.records.chain import FIRST, FORMS, SALT_BYTES, Chain, Link, canonical, options_form, statement
from bellringer.core.records.record import Parsed, ParsedStretch, game_of, options_of
from bellringer.core.tables.record_text import option_tag, option_text

LINE = re.compile(r"# (0|[1-9][0-9]{0,6}) ([0-9a-f]{64}) (\{.*\})(?: salt ([0-9a-f]{64}))?")
HEX = re.compile("[0-9a-f]{64}")
SEAT_KEY = re.compile("[0-9a-f]{32}")
SIGNED = re.compile(r"# signed ([0-9a-f]{64}) ([0-9a-f]{128})")
ACT = {"act": int, "seat": int, "kind": str, "word": str}
RULES = {"rules": str, "dropped": int, "position": dict}  # what an act of that kind has besides
BEGINNING = {
    "chain": int, "chance": str, "commitment": str, "commitments": list, "game": str, "nonces": list, "options": dict,
    "seats": list, "versions": str,
}  # fmt: skip


@dataclass
class ReadChain:
    """A chain whose hashes are right. `secret`: the numbers of the acts that a salt hid while the game ran.

    `signed`: the key and the signature; None where a server did not sign.
    """

    beginning: dict[str, Any]
    head: bytes
    acts: list[dict[str, Any]] = field(default_factory=list)
    secret: set[int] = field(default_factory=set)
    signed: tuple[bytes, bytes] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether its record has only one possible text. Chains of the older form leave a choice."""
        return bool(self.beginning["chain"] != FIRST)

    @property
    def changes(self) -> int:
        """How often the rules changed while the game ran."""
        return sum(act["kind"] == "rules" for act in self.acts)


def read_chain(parsed: Parsed) -> ReadChain:
    """Read the chain of a record and hash it again. Raises RecordError with the number of the act that does not fit."""
    lines = list(parsed.chain)
    signed = SIGNED.fullmatch(lines[-1])
    entries = [entry_of(number, line) for number, line in enumerate(lines[:-1] if signed else lines)]
    if not entries:
        raise RecordError("the chain has no beginning")
    chain, found = begun(*entries[0])
    for number, (head, text, salt) in enumerate(entries[1:], start=1):
        found.acts.append(document_of(number, text, ACT, found.is_exact))
        if salt:
            found.secret.add(number)
        chain.add(Link(number, text.encode(), salt))
        if chain.head != head:
            raise RecordError(f"act {number} of the chain does not lead to the head that stands beside it")
    found.head = chain.head
    if signed:
        found.signed = bytes.fromhex(signed[1]), bytes.fromhex(signed[2])
    return found


def entry_of(number: int, line: str) -> tuple[bytes, str, bytes]:
    """The head, the act and the salt of a line. Raises RecordError."""
    match = LINE.fullmatch(line)
    if match is None:
        raise RecordError(f"this is no act {number} of a chain: {line[:60]!r}")
    if int(match[1]) != number:
        raise RecordError(f"act {number} of the chain is missing: act {match[1]} stands in its place")
    salt = bytes.fromhex(match[4] or "")
    assert len(salt) in (0, SALT_BYTES)
    return bytes.fromhex(match[2]), match[3], salt


def begun(head: bytes, text: str, salt: bytes) -> tuple[Chain, ReadChain]:
    """A chain that holds nothing but its beginning. Raises RecordError."""
    beginning = document_of(0, text, BEGINNING)
    if beginning["chain"] not in FORMS:
        raise RecordError(f"the chain has form {beginning['chain']}; known are {', '.join(map(str, FORMS))}")
    if beginning["chain"] != FIRST:
        beginning = document_of(0, text, BEGINNING, is_exact=True)
    check_seats(beginning)
    chain = Chain(text.encode())
    if chain.head != head or salt:
        raise RecordError("act 0 of the chain, what the game is, does not lead to the head that stands beside it")
    return chain, ReadChain(beginning, head)


def check_seats(beginning: dict[str, Any]) -> None:
    """Raise RecordError unless the beginning has for each seat what it must have."""
    seats, bound = beginning["seats"], [*beginning["commitments"], *beginning["nonces"]]
    fits = all(type(one) is str for one in seats) and len(bound) == 2 * len(seats) == 2 * len(beginning["nonces"])
    fits = fits and all(one is None or (type(one) is str and HEX.fullmatch(one)) for one in bound)
    both = zip(beginning["commitments"], beginning["nonces"], strict=False)
    if beginning["chain"] != FIRST:
        fits = fits and all(SEAT_KEY.fullmatch(key) for key in seats) and len({*seats}) == len(seats)
    if not fits or any((commitment is None) != (nonce is None) for commitment, nonce in both):
        raise RecordError("act 0 of the chain has another form than the chain writes")


def document_of(number: int, text: str, form: dict[str, type], is_exact: bool = False) -> dict[str, Any]:
    """An act as a document. `is_exact`: it has no other keys than those of the form.

    Raises RecordError unless its text is byte for byte the one that is hashed.
    """
    try:
        found = read_json(text)
        is_canonical = canonical(found) == text.encode()
    except (ValueError, RecursionError):
        raise RecordError(f"act {number} of the chain is no JSON") from None
    if isinstance(found, dict) and found.get("kind") == "rules":
        form = form | RULES
    fits = is_canonical and isinstance(found, dict)
    fits = fits and all(type(found.get(name)) is kind for name, kind in form.items())
    fits = fits and not (is_exact and found.keys() - form.keys())
    if not fits or found.get("act", number) != number:
        raise RecordError(f"act {number} of the chain has another form than the chain writes")
    return dict(found)


# compared with the record


def check_beginning(chain: ReadChain, parsed: Parsed) -> None:
    """Check that the chain is of the game that the tags tell of. Raises RecordError."""
    beginning, game = chain.beginning, game_of(parsed)
    nonces = tuple(None if one is None else bytes.fromhex(one) for one in beginning["nonces"])
    said = {
        "Game": beginning["game"],
        "Seats": str(len(beginning["seats"])),
        "Commitment": beginning["commitment"],
        "Chance": None if beginning["chance"] == chance.MOVES else beginning["chance"],
        "Nonces": chance.nonces_text(nonces) if any(nonces) else None,
        "Rules": beginning["versions"],
    }
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in beginning["options"].items()}
    said |= {option_tag(name): option_text(value) for name, value in options.items() if value != ()}
    said |= {option_tag(name): None for name in game.options if options.get(name, ()) == () and name in options}
    for tag, value in said.items():
        if parsed.tags.get(tag) != value:
            raise RecordError(f"the tag {tag} is {parsed.tags.get(tag)!r}; the chain began with {value!r}")
    for tag in ("Position", "Components"):  # the game was dealt from the seed, from the usual box
        if tag in parsed.tags:
            raise RecordError(f"the record has a tag {tag} before the first move; no game of a chain begins with one")


def check_options_said(chain: ReadChain, parsed: Parsed) -> None:
    """Check that act 0 says every option as the record has it, each as the value that it is. Raises RecordError."""
    if not chain.is_exact:
        return
    game, seats = game_of(parsed), len(chain.beginning["seats"])
    try:
        chosen = options_form(check_options(game, seats, options_of(game, parsed), is_new=False))
    except OptionError as error:
        raise RecordError(str(error)) from error
    said = chain.beginning["options"]
    for name in sorted({*chosen, *said}):
        if name not in said or name not in chosen or canonical(said[name]) != canonical(chosen[name]):
            raise RecordError(f"act 0 of the chain has {name} {said.get(name)!r}, the record {chosen.get(name)!r}")


def stretches(chain: ReadChain) -> Iterator[tuple[dict[str, Any] | None, list[tuple[int, int, str]]]]:
    """The moves that stand, by changes of rules: the act that changed them, and number of act, seat and move."""
    change: dict[str, Any] | None = None
    moves: list[tuple[int, int, str]] = []
    for act in chain.acts:
        if act["kind"] == "move":
            moves.append((act["act"], act["seat"], act["word"]))
        elif act["kind"] in ("undo", "back"):
            take_back(moves, act)
        elif act["kind"] == "rules":
            yield change, moves[: len(moves) - act.get("dropped", 0)]
            change, moves = act, []
    yield change, moves


def take_back(moves: list[tuple[int, int, str]], act: dict[str, Any]) -> None:
    """Remove the moves that an act takes back. Raises RecordError when there are not that many."""
    if re.fullmatch(r"[1-9][0-9]{0,3}|", act["word"]) is None or int(act["word"] or 1) > len(moves):
        raise RecordError(f"act {act['act']} of the chain takes back moves that were not made")
    del moves[-int(act["word"] or 1) :]


def check_rule_changes(chain: ReadChain, parsed: Parsed) -> None:
    """Check that record and chain change the rules at the same moves, from the same positions. Raises RecordError."""
    if chain.is_exact:
        check_written(parsed.stretches[: 1 + chain.changes])
    for before, after in pairwise(parsed.stretches):
        if before.tags.get("Rules") == after.tags.get("Rules"):
            raise RecordError(f"the rules before move {after.first} are those of before: they did not change")
    changes = [change for change, _ in stretches(chain) if change is not None]
    for change, stretch in zip_longest(changes, parsed.stretches[1:]):
        if change is None and not stretch.moves and stretch is parsed.last:
            return  # the rules changed after the game, which is no act
        if change is None or stretch is None:
            raise RecordError("the record changes its rules elsewhere than the chain")
        if (stretch.tags.get("Rules"), stretch.tags.get("Dropped", "0")) != (change["rules"], str(change["dropped"])):
            raise RecordError(f"the tags Rules and Dropped before move {stretch.first} are not those of the chain")
        if not is_written(stretch.tags.get("Position", "null"), change["position"]):
            raise RecordError(f"the tag Position before move {stretch.first} is not the position of the chain")


def check_written(chained: Sequence[ParsedStretch]) -> None:
    """Raise RecordError unless rule versions and positions of a change are written as a chain writes them."""
    for stretch in chained:
        rules, position = stretch.tags.get("Rules", ""), stretch.tags.get("Position", "null")
        try:
            is_as_wanted = versions_text(read_versions(rules)) == rules
            is_as_wanted = is_as_wanted and canonical(read_json(position)) == position.encode()
        except (ValueError, RecursionError):
            is_as_wanted = False
        if not is_as_wanted:
            raise RecordError(f"the tags Rules and Position before move {stretch.first} have not a chain's form")


def is_written(text: str, document: Any) -> bool:
    """Whether a text is a document's JSON."""
    try:
        return canonical(read_json(text)) == canonical(document)
    except (ValueError, RecursionError):
        return False


def check_moves(chain: ReadChain, parsed: Parsed) -> None:
    """Check that the record has the moves that stand in the chain. Raises RecordError for the first other one."""
    names = game_of(parsed).seat_names(len(chain.beginning["seats"]))
    for (_, wanted), stretch in zip(stretches(chain), parsed.stretches, strict=False):
        for move, there in zip_longest(wanted, stretch.moves):
            if move is None:
                raise RecordError("is not in the chain", move_number=there[0])
            number, seat, word = move
            if not 0 <= seat < len(names):
                raise RecordError(f"act {number} of the chain is of seat {seat}, which there is not")
            if there is None:
                raise RecordError(f"is missing: by act {number} of the chain, {names[seat]} {word}",
                                  move_number=stretch.first + len(stretch.moves))  # fmt: skip
            if there[1:] != (names[seat], word):
                raise RecordError(f"is {' '.join(there[1:])!r}; by act {number} of the chain, {names[seat]} {word!r}",
                                  move_number=there[0])  # fmt: skip


def check_resigned(chain: ReadChain, parsed: Parsed) -> None:
    """Check that the record names the seats that resigned by the chain. Raises RecordError."""
    names = game_of(parsed).seat_names(len(chain.beginning["seats"]))
    gone = {act["seat"] for act in chain.acts if act["kind"] == "resign"}
    wanted = ", ".join(name for seat, name in enumerate(names) if seat in gone)
    if parsed.tags.get("Resigned", "") != wanted:
        raise RecordError(f"the tag Resigned is {parsed.tags.get('Resigned', '')!r}; by the chain {wanted!r}")


def check_signature(chain: ReadChain, key: str | None) -> tuple[str, bool]:
    """Who signed the head, in words, and whether that was left open. Raises RecordError for a wrong signature."""
    if chain.signed is None:
        if key is not None:
            raise RecordError("nobody has signed the chain")
        return "nobody has signed the chain", True
    public, signature = chain.signed
    if key is not None and key.lower() != public.hex():
        raise RecordError(f"the chain is signed by the key {public.hex()}, not by {key}")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError:
        if key is not None:
            raise RecordError("the signature can't be checked without the package cryptography") from None
        return "not checked: that needs the package cryptography", True
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, statement(chain.head, len(chain.acts), True))
    except (InvalidSignature, ValueError):
        raise RecordError(f"the signature of the chain's head after act {len(chain.acts)} is wrong") from None
    return f"signed by the key {'that you named' if key is not None else public.hex()}", False
