"""Whether two games had the same deal: what `verify` says of two records, such as those of a deal at several tables."""

from __future__ import annotations

from bellringer.core import chance
from bellringer.core.records.record import replay
from bellringer.core.records.verify import Check, verify
from bellringer.core.tables.table import Table


def same_deal(one: str, other: str) -> list[Check]:
    """Replay two records, and say what they have in common, up to the first difference."""
    checks: list[Check] = []
    tables: list[Table] = []
    for name, text in (("first", one), ("second", other)):
        if failed := next((check for check in verify(text) if not check.ok), None):
            return [*checks, Check(name, False, failed.detail)]
        tables.append(replay(text))
        checks.append(whole_game(name, tables[-1]))
    for check in (seed_check, start_check, draws_check):
        checks.append(check(*tables))
        if not checks[-1].ok:
            break
    return checks


def whole_game(name: str, table: Table) -> Check:
    """A record that holds by itself. `name`: of the check."""
    facts = (("game", {"game": table.game, "n": table.seats}), ("played", {"n": table.moves_played}))
    return Check(name, True, f"{table.game} for {table.seats}, {table.moves_played} moves", facts=facts)


def seed_check(one: Table, other: Table) -> Check:
    """All chance follows from the seed, and from the nonces of seats that had a part in the deal."""
    if one.seed != other.seed:
        return Check("seed", False, f"{one.commitment} is not {other.commitment}")
    if one.nonces != other.nonces:
        return Check("seed", False, "the seats have put other nonces into the deal")
    return Check("seed", True, f"SHA-256 of both is {one.commitment}", facts=(("both", {"hash": one.commitment}),))


def start_check(one: Table, other: Table) -> Check:
    """How the moves that are replayed began: options, box, and everything that was dealt."""
    if one._beginning != other._beginning:
        return Check("start", False, "the games did not begin alike")
    if one.moves_before or other.moves_before:
        told = "the same position, after moves by other rules"
        return Check("start", True, told, is_open=True, facts=(("same_position", {}),))
    return Check("start", True, "the same options, box and set-up, to the byte", facts=(("same_start", {}),))


def draws_check(one: Table, other: Table) -> Check:
    """What chance brought later: the same draws as far as both games went, if it is keyed by what is drawn."""
    if {one.chance, other.chance} != {chance.DRAWS}:
        told = "chance is keyed by the number of the move, so it hangs on the play"
        return Check("draws", True, told, is_open=True, facts=(("by_moves", {}),))
    if one.moves_before != other.moves_before:
        return Check("draws", False, "the rules changed after different numbers of moves")
    common = [(kind, min(n, other.drawn[kind])) for kind, n in one.drawn.items()]
    draws = ", ".join(f"{kind} {n}" for kind, n in common if n)
    return Check("draws", True, f"in both games {draws}", facts=(("common", {"draws": draws}),))
