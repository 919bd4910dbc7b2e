"""The option `--ray` of the commands that play many games: on a cluster rather than in threads of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

Function = TypeVar("Function", bound=Callable[..., Any])


def ray_option(function: Function) -> Function:
    """Add `--ray` to a command."""
    told = "Play on a Ray cluster: that of this machine, or the one at HOST:PORT."
    return click.option("--ray", metavar="auto|ADDRESS", help=told)(function)


def threads_here(flag: str, given: int | None, ray: str | None) -> int:
    """How many threads play here: as many as were asked for, or one for each core. Raises OptionError."""
    if ray is not None and given is not None:
        raise OptionError(f"{flag} is for this machine alone: with --ray every core of the cluster plays")
    return given or os.cpu_count() or 1


@contextmanager
def cluster_of(ray: str | None, bots: Sequence[str] = (), components: str | None = None) -> Iterator[Cluster | None]:
    """Join the cluster that `--ray` names, to play with these bots; None without that option.

    Raises OptionError if they can't play there, WorkersFailed if it does not answer.
    """
    if ray is None:
        yield None
        return
    from bellringer.arena.cluster import check_bots, check_components, cluster_at

    check_bots(bots)
    check_components(components)
    with cluster_at(ray) as cluster:
        yield cluster


def again_words(ray: str | None) -> list[str]:
    """The option as words of the command that goes on."""
    return [] if ray is None else ["--ray", ray]
