"""The machines of a Ray cluster as workers: `docs/games-on-many-machines.md` says how to start one.

Each worker has this package installed, in the same version. What is played is sent to a worker's process once; a batch
is then a task of one processor. Ray is the extra `ray`, and is imported only here, and only when it is asked for.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

from bellringer import bots as all_bots
from bellringer.arena import plugins
from bellringer.arena.batches import BATCH_SECONDS, Answer, Batches, Numbers, Play, WorkersFailed, build
from bellringer.core.errors import OptionError

AUTO = "auto"
SECONDS_TO_LISTEN = 2.0  # that a machine has to say whether anybody listens at a port
SECONDS_TO_ANSWER = 7.0  # that a cluster has, with the start of the process that asks
PROBE = """
import logging, sys, ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level=logging.CRITICAL, configure_logging=False)
except Exception as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


class Cluster:
    """A Ray cluster that this process has joined. Made by `cluster_at`."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.batches = 0  # answered

    def play(
        self,
        play: Play[Any],
        numbers: Iterator[int],
        count: int,
        take: Callable[[Any], None],
        stopping: Callable[[], None] | None = None,
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        """Let the workers play the numbers, `count` of them, in batches; `take` gets what `play` returns for each.

        `batch_seconds`: about how long a batch is to take. `play` and what it returns are pickled. On KeyboardInterrupt
        it calls `stopping`, takes what the games at hand bring, and raises the interrupt again. Raises WorkersFailed,
        and what `play` raises for people to read.
        """
        Batches(Workers(self, play), numbers, count, take, batch_seconds).play(stopping)


class Workers:
    """The workers of a cluster, as those who play one thing: a `Crew`."""

    def __init__(self, cluster: Cluster, play: Play[Any]) -> None:
        self.cluster, self.ray = cluster, cluster.ray
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(task())
        self.what, self.name = [self.ray.put(pickle.dumps(play))], uuid4().hex
        self.running: dict[Any, Any] = {}

    def places(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def submit(self, numbers: Numbers) -> Future[Answer]:
        reference = self.task.remote(self.what, self.name, build(), numbers)
        told: Future[Answer] = Future()
        self.running[told] = reference
        reference.future().add_done_callback(lambda future: self.tell(told, future))
        return told

    def tell(self, told: Future[Answer], future: Future[Any]) -> None:
        """Hand on what a worker says, once it has ended."""
        self.running.pop(told, None)
        if (error := future.exception()) is not None:
            told.set_exception(error)
            return
        host, its_build, found = future.result()
        if found is None:
            told.set_exception(WorkersFailed(refusal(host, its_build)))
            return
        self.cluster.batches += 1
        told.set_result(found)

    def is_loss(self, error: BaseException) -> bool:
        of_ray = self.ray.exceptions
        return isinstance(error, of_ray.RayError) and not isinstance(error, of_ray.RayTaskError)

    def stop(self) -> None:
        for reference in list(self.running.values()):
            self.ray.cancel(reference, force=False)


def refusal(host: str, its_build: str) -> str:
    """Why a worker can't play: what it has is not what is here, or it lacks something."""
    if not its_build[:1].isdigit():
        return f"the worker on {host} can't play: {its_build}; it needs bellringer {build()}"
    return f"the worker on {host} has bellringer {its_build}, and this machine {build()}: install the same on all"


def task() -> Callable[..., Any]:
    """What a worker is sent. It is written so that it tells what is amiss where this package is missing or another."""

    def play_there(what: list[Any], name: str, wanted: str, numbers: Any) -> tuple[str, str, Any]:
        import pickle
        import socket

        import ray

        try:
            from bellringer.arena.batches import answer, build, on_hand

            here = build()
        except ImportError as error:
            return socket.gethostname(), f"{type(error).__name__}: {error}", None
        if here != wanted:
            return socket.gethostname(), here, None
        play = on_hand(name, lambda: pickle.loads(ray.get(what[0])))
        return socket.gethostname(), wanted, answer(play, numbers)

    return play_there


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    """Join the cluster at an address, `auto` for the one to which this machine belongs.

    Raises OptionError if ray is not installed, WorkersFailed within ten seconds if no cluster answers.
    """
    if find_spec("ray") is None:
        raise OptionError("--ray needs ray: pip install 'bellringer[ray]'")
    check_address(address)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ask(address)
    import ray

    be_quiet()
    ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    try:
        yield Cluster(ray)
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Raise OptionError unless an address is `auto` or HOST:PORT."""
    host, colon, port = address.rpartition(":")
    if address != AUTO and not (colon and host and "/" not in host and port.isdecimal() and 0 < int(port) < 65_536):
        raise OptionError(f"--ray {address}: not the address of a Ray cluster; name {AUTO}, or HOST:PORT")


def ask(address: str) -> None:
    """See whether a cluster answers, in another process, since a wrong address holds Ray up for minutes.

    Raises WorkersFailed.
    """
    try:
        listen(address)
        found = subprocess.run(
            [sys.executable, "-c", PROBE, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=SECONDS_TO_ANSWER,
            text=True,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise WorkersFailed(
            f"no Ray cluster answers at {address}: does it run, has this machine joined it, is its token here?"
        ) from None
    if found.returncode:
        said = found.stderr.strip().splitlines() or [f"status {found.returncode}"]
        raise WorkersFailed(f"no Ray cluster to be had at {address}: {said[-1]}")


def listen(address: str) -> None:
    """Raise OSError at once where nobody listens at HOST:PORT."""
    if address != AUTO:
        host, _, port = address.rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), timeout=SECONDS_TO_LISTEN).close()


def be_quiet() -> None:
    """Keep Ray from printing among the results that a worker has died, for which it has no other switch."""
    with suppress(ImportError):
        from ray._private import worker

        worker._worker_logs_enabled = False


def check_bots(names: Iterable[str]) -> None:
    """Raise OptionError if a bot plays otherwise on another machine, or is not there."""
    for name in names:
        if "seconds" in (all_bots.style_of(name) or {}):
            raise OptionError(
                f"{name} thinks by the clock, and plays otherwise on every machine: with --ray, name its iterations, "
                "such as search:2000"
            )
        if plugins.is_plugin(name):
            raise OptionError(f"{name} is a bot of your own, which no other machine has: leave out --ray")


def check_components(path: str | None) -> None:
    """Raise OptionError if there is a components file, which is not on the other machines."""
    if path is not None:
        raise OptionError(f"{path} is on no other machine: --components and --ray don't go together")
