"""Verifying a record: deal it again, replay it, compare it with its chain, check the signature; one line for each.

What a record does not prove is said too, in `unchecked`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from bellringer.core import chance
from bellringer.core.edges.files import without_mark
from bellringer.core.errors import RecordError
from bellringer.core.records import record
from bellringer.core.records.record import Parsed
from bellringer.core.records.record_acts import check_acts, leaves_consent
from bellringer.core.records.record_chain import (
    ReadChain,
    check_beginning,
    check_moves,
    check_options_said,
    check_resigned,
    check_rule_changes,
    check_signature,
    read_chain,
)
from bellringer.core.tables.record_text import result_text, write
from bellringer.core.tables.table import Table

ORDER = ("reads", "chain", "commitment", "nonces", "deal", "moves", "result", "signature", "whole")  # of the checks
ALWAYS = ("people", "times", "talk", "server", "alone")  # what no record proves

Fact = tuple[str, Mapping[str, object]]


@dataclass(frozen=True)
class Check:
    """One thing that `verify` looked at. `is_open`: it can't be told here, and nothing speaks against it.

    `leaves`: what it does not prove though it holds, as names of sentences. `facts`: what `detail` says, as names of
    sentences with their values, for other languages; empty where it says what is wrong.
    """

    name: str
    ok: bool
    detail: str
    is_open: bool = False
    leaves: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


class Verifier:
    """The checks of one record, in their order: each relies on those before it."""

    def __init__(self, text: str, key: str | None) -> None:
        self.text, self.key = without_mark(text), key
        self.parsed: Parsed
        self.chain: ReadChain | None = None
        self.table: Table

    def run(self) -> list[Check]:
        """All checks, up to the first that fails."""
        checks: list[Check] = []
        steps: list[tuple[str, Callable[[], Check]]] = [("reads", self.reads)]
        for name, step in steps:  # the first one says what follows
            try:
                checks.append(step())
            except RecordError as error:
                return [*checks, Check(name, False, str(error))]
            if name == "reads":
                steps += self.following()
        return checks

    def following(self) -> list[tuple[str, Callable[[], Check]]]:
        """The checks after the first, which depend on what the record has."""
        chained = bool(self.parsed.chain)
        has_nonces = "Nonces" in self.parsed.tags
        return [
            *([("chain", self.chained)] if chained else []),
            ("commitment", self.commitment),
            *([("nonces", self.nonces)] if has_nonces else []),
            ("deal", self.deal),
            ("moves", self.moves),
            ("result", self.result),
            *([("signature", self.signature)] if chained or self.key is not None else []),
            *([("whole", self.whole)] if chained else []),
        ]

    def reads(self) -> Check:
        """The text has the form of a record."""
        self.parsed = record.parse(self.text)
        tags, moves = len(self.parsed.tags), self.parsed.next - 1
        return Check("reads", True, f"{tags} tags, {moves} moves", facts=(("reads", {"tags": tags, "moves": moves}),))

    def chained(self) -> Check:
        """The chain is whole, and the record has the moves, seats and game that it has."""
        self.chain = read_chain(self.parsed)
        check_beginning(self.chain, self.parsed)
        check_options_said(self.chain, self.parsed)
        check_rule_changes(self.chain, self.parsed)
        check_moves(self.chain, self.parsed)
        check_resigned(self.chain, self.parsed)
        acts = len(self.chain.acts)
        head = self.chain.head.hex()
        return Check(
            "chain", True, f"{acts} acts, the head is {head}", facts=(("chain", {"acts": acts, "head": head}),)
        )

    def commitment(self) -> Check:
        """The seed is the one that was promised."""
        if "Commitment" not in self.parsed.tags:
            raise RecordError("has no tag Commitment: nobody was bound to the seed")
        seed = record.seed_of(self.parsed)
        found = chance.commitment(seed)
        return Check("commitment", True, f"SHA-256 of the seed is {found}", facts=(("hash", {"hash": found}),))

    def nonces(self) -> Check:
        """The seats' part in the deal is the one that they were bound to, where a chain says to what."""
        nonces = record.nonces_of(self.parsed)
        bound = self.chain.beginning["commitments"] if self.chain else [None] * len(nonces)
        for seat, (nonce, commitment) in enumerate(zip(nonces, bound, strict=True)):
            if nonce and commitment and not hmac.compare_digest(hashlib.sha256(nonce).hexdigest(), commitment):
                raise RecordError(f"the nonce of seat {seat} is not the one that its commitment was made to")
        given = sum(nonce is not None for nonce in nonces)
        detail = f"{given} of {len(nonces)} seats had a part in the deal"
        facts = (("nonces", {"n": given, "of": len(nonces)}),)
        return Check("nonces", True, detail, self.chain is None, ("bound",) if self.chain is None else (), facts)

    def deal(self) -> Check:
        """The game can be dealt from the seed."""
        self.table = record.open_table(self.parsed)
        return deal_check(self.table, self.parsed)

    def moves(self) -> Check:
        """Every move was legal, and every act of the chain, also of those that were taken back."""
        dealt, stand = self.table.copy(), len(self.parsed.last.moves)
        record.make_moves(self.table, self.parsed)
        if self.chain is None:
            return Check("moves", True, f"{stand} moves, all legal", facts=(("moves", {"n": stand}),))
        made = check_acts(self.chain, self.parsed, dealt, self.table)
        taken = f", and {made - stand} more that were taken back" if made > stand else ""
        leaves = ("consent",) if leaves_consent(self.chain) else ()
        more = (("taken_back", {"n": made - stand}),) if taken else ()
        return Check("moves", True, f"{stand} moves{taken}, all legal", False, leaves, (("moves", {"n": stand}), *more))

    def result(self) -> Check:
        """The stated result came out."""
        record.check_result(self.table, self.parsed)
        return Check("result", True, result_text(self.table))

    def signature(self) -> Check:
        """The head of the chain is signed, by the key that the caller trusts if there is one."""
        if self.chain is None:
            raise RecordError("this record has no chain, so that no key can have signed it")
        detail, is_open = check_signature(self.chain, self.key)
        unsure = "signature" if self.chain.signed is None else "package"
        told = ("unsigned" if self.chain.signed is None else "no_package") if is_open else "signed"
        named = "signed_named" if told == "signed" and self.key is not None else told
        who = {"key": self.chain.signed[0].hex()} if named == "signed" and self.chain.signed else {}
        return Check("signature", True, detail, is_open, (unsure,) if is_open else (), ((named, who),))

    def whole(self) -> Check:
        """Nothing is left out, added or written otherwise than a server writes it."""
        resigned = list(filter(None, self.parsed.tags.get("Resigned", "").split(", ")))
        chained = self.parsed.stretches[1 : 1 + self.chain.changes] if self.chain else []
        positions = [stretch.tags["Position"] for stretch in chained]  # which are those of the chain
        text = write(self.table, resigned=resigned, chain=self.parsed.chain, positions=positions)
        if self.chain and self.chain.is_exact:
            compare(text.split("\n"), self.text.split("\n"))
        else:
            written, found = text.splitlines(), [line.rstrip() for line in self.text.splitlines()]
            compare(written, found[: len(written)])  # what else there is are empty lines
        lines = len(text.splitlines())
        return Check("whole", True, f"{lines} lines, as a server writes them", facts=(("whole", {"n": lines}),))


def compare(written: list[str], found: list[str]) -> None:
    """Raises RecordError with the first line that is not as a server writes it."""
    for number, (wanted, there) in enumerate(zip_longest(written, found), start=1):
        if wanted != there:
            said = "nothing more" if wanted is None else repr(wanted[:80])
            instead = "the end" if there is None else repr(there[:80])
            raise RecordError(f"a server writes {said} here, not {instead}", line=number)


def verify(text: str, key: str | None = None) -> list[Check]:
    """Check a record, up to the first failure. `key`: the server's public key in hex, if one is trusted."""
    return Verifier(text, key).run()


def unchecked(checks: list[Check], key: str | None = None) -> tuple[str, ...]:
    """What the checks do not prove, as names of sentences. `key`: what `verify` was told to trust."""
    is_signed = any(check.name == "signature" and check.ok and not check.is_open for check in checks)
    left = [name for check in checks for name in check.leaves]
    own = ["key"] if is_signed and key is None else []
    return (*absent(checks), *left, *own, *ALWAYS)


def absent(checks: list[Check]) -> list[str]:
    """What a record does not have. `rest` stands for all that would follow a check that failed."""
    names, has_failed = [check.name for check in checks], not all(check.ok for check in checks)
    reached = ORDER[: ORDER.index(names[-1])] if has_failed else ORDER
    missing = [name for name in ("chain", "nonces", "signature") if name in reached and name not in names]
    return [*missing, *(["rest"] if has_failed else [])]


def deal_check(table: Table, parsed: Parsed) -> Check:
    """How the moves that are replayed began: by the deal, or after moves that these rules can't check."""
    what = f"{table.game} for {table.seats}"
    game: Fact = ("game", {"game": table.game, "n": table.seats})
    if "Position" in parsed.tags and len(parsed.stretches) == 1:
        told = f"{what}, begun from the position that the record has, not dealt from the seed"
        return Check("deal", True, told, facts=(game, ("from_position", {})))
    if len(parsed.stretches) == 1:
        mixed = f"; the seed of its dice is {table.dice_seed.hex()}" if table.nonces else ""
        facts = (game, ("from_seed", {}), *((("dice", {"seed": table.dice_seed.hex()}),) if table.nonces else ()))
        return Check("deal", True, f"{what}, dealt from the seed{mixed}", facts=facts)
    rules = "; ".join(stretch.tags.get("Rules", "1") for stretch in parsed.stretches[:-1])
    first = parsed.last.first
    begun = f"{what}, gone on with from the position before move {first}"
    earlier = f"what was before it was played by other rules ({rules}), and only a release that has them can check it"
    facts = (game, ("gone_on", {"first": first, "rules": rules}))
    return Check("deal", True, f"{begun}; {earlier}", is_open=True, facts=facts)
