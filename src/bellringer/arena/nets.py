"""The nets that bots play with: a part of what a match or a study is, so that none goes on with another net."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Mapping
from typing import Any

from bellringer.core.compiled.nets import Net
from bellringer.core.contract.game import Game
from bellringer.core.edges.net_file import little_endian
from bellringer.core.errors import OptionError

NETS = "nets"  # in the description of a match or a study: the digest of each bot's net, by the bot's name
SHORT = 8  # digits of a digest that people are told


def net_of(game: Game, seats: int, style: Mapping[str, Any]) -> Net | None:
    """The net by which a search with these options values positions at tables of so many seats; None: without one."""
    net: Net | None = style.get("net") or game.book.net
    if style.get("plain") or net is None or not any(seats in part.seats for part in net.file.parts):
        return None
    return net


def digest_of(net: Net) -> str:
    """The SHA-256 of all of a net on which choices depend. How it came to be is no part of that."""
    whole = hashlib.sha256()
    playing = net.file._asdict()
    del playing["card"]
    for part in parts_of(tuple(value for value in playing.values() if value is not None)):
        whole.update(part)
    return whole.hexdigest()


def parts_of(value: Any) -> Iterator[bytes]:
    """The bytes of numbers, texts and arrays, and of tuples of them, one after the other."""
    if isinstance(value, tuple):
        yield b"(%d" % len(value)
        for one in value:
            yield from parts_of(one)
    elif isinstance(value, array):
        yield b"[%d" % len(value)
        yield little_endian(value).tobytes()
    else:
        yield repr(value).encode() + b"\n"


def digests_of(styles: Mapping[str, Mapping[str, Any]], game: Game, seats: int) -> dict[str, str]:
    """The digests of the nets of some searches, by name; those without a net are left out."""
    nets = {name: net_of(game, seats, style) for name, style in styles.items()}
    digests = {id(net): digest_of(net) for net in nets.values() if net is not None}
    return {name: digests[id(net)] for name, net in nets.items() if net is not None}


def described(digests: Mapping[str, str]) -> dict[str, Any]:
    """What the description of a match or a study says of nets; nothing where no bot has one, as it always was."""
    return {NETS: dict(digests)} if digests else {}


def check_nets(where: str, there: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Raise OptionError if two descriptions differ in the net of a bot. `where`: what the first one describes."""
    before, now = (found if isinstance(found := one.get(NETS), dict) else {} for one in (there, asked))
    for name in (*now, *before):
        if before.get(name) != now.get(name):
            raise OptionError(
                f"{where} was begun with {told(before.get(name), 'no net that was noted')} for {name}, which has "
                f"{told(now.get(name), 'none')} now: games with two nets don't belong together; name another folder"
            )


def told(digest: Any, nothing: str) -> str:
    """A net, as people are told of it. `nothing`: what they are told where there is no digest."""
    return f"the net {str(digest)[:SHORT]}" if digest else nothing
