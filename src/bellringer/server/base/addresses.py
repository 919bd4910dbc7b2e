"""Where visitors come from: the networks by which what they do is counted, and how much of anything each may have.

A person is a key that anybody can make, so shares are by address, over all persons there. Who has IPv6 at home has a
/64, often a /56, sometimes a /48, and can choose any address in it: all three are counted, the wider ones with larger
shares. Many people can share one IPv4 address, which therefore has room for a school class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

WIDTHS = ((48, 4), (56, 2), (64, 1))  # of IPv6: bits of a prefix, and how many single shares it has
LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")  # what proxies add to a request


@dataclass(frozen=True)
class Network:
    """Some addresses that are counted together. `times`: how many single shares they have."""

    name: str
    times: int = 1
    is_here: bool = False  # this machine

    def share(self, one: int, everything: int) -> int:
        """How much of something these addresses may have, of which there is so much, and a single address has `one`.

        Nobody has more than half, unless there is no limit. This machine has half: people at a home server have no
        other address, and who runs programs there can stop the server anyhow; but even they leave room for others.
        """
        if one >= everything:
            return one
        half = max(1, everything // 2)
        return half if self.is_here else min(self.times * one, half)


NOWHERE = (Network("nowhere"),)


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address, of IPv4 also where it is written as one of IPv6; None for any other text."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def host_name(text: str) -> str:
    """A name of a server as it is compared: in small letters, an address of IPv6 in brackets and in its short form."""
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        return f"[{IPv6Address(bare.partition('%')[0])}]"
    except ValueError:
        return text.lower()


def checked_host(text: str) -> str:
    """A name by which browsers ask for this server, as it is compared; `*` for any.

    Raises ValueError, in a sentence, for what no browser sends as one: it would keep everybody out without a word.
    """
    found = host_name(text)
    if text == "*" or re.fullmatch(r"\[[0-9a-f:.]+\]|[a-z0-9._-]+", found):
        return found
    _, scheme, rest = text.rpartition("://")
    name, slash, path = rest.partition("/")
    if below := path.strip("/"):
        raise ValueError(f"{text} has a path: a server needs a name to itself, it can't stand under /{below}")
    bare = name.partition(":")[0]
    if re.fullmatch(r"[\w.-]+", bare) and (slash or scheme or ":" in name):
        raise ValueError(f"{text} is more than a name: give the name alone, as {bare}")
    if bare and not bare.isascii():
        raise ValueError(f"{text}: browsers ask for it as {bare.encode('idna').decode()}: give it so")
    raise ValueError(f"{text!r} is no name of a server: it is one such as games.example.org, or an address")


@lru_cache(maxsize=4_096)
def networks(address: str) -> tuple[Network, ...]:
    """The networks of an address, the widest first. What is no address, such as a socket's path, is one network."""
    found = parsed(address)
    if found is None:
        return NOWHERE
    if isinstance(found, IPv4Address) or str(found) in LOOPBACK:
        return (Network(str(found), is_here=str(found) in LOOPBACK),)
    return tuple(Network(str(ip_network((found, bits), strict=False)), times) for bits, times in WIDTHS)


def network_named(text: str) -> Network:
    """The network that a host names: an address of IPv4, or a /64, /56 or /48 of IPv6, a /64 by any address in it.

    Raises ValueError, in a sentence, for what is counted by no network of its own.
    """
    bare, _, width = text.partition("/")
    found = parsed(bare)
    if found is None:
        raise ValueError(f"{text} is no address")
    possible = {network.name.partition("/")[2]: network for network in networks(str(found))}
    if (not width or width == "32") and "" in possible:  # an address that counts by itself
        return possible[""]
    if (width or "64") in possible:
        return possible[width or "64"]
    raise ValueError(f"{text}: name one address of IPv4, or a /64, /56 or /48 of IPv6, by which the server counts")


def checked_proxy(text: str) -> str:
    """An address or a network of proxies, as it is compared. Raises ValueError for any other text."""
    found = ip_network(text, strict=False)
    return str(found if "/" in text else found.network_address)
