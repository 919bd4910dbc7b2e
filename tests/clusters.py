"""A Ray cluster of this machine alone, for tests and measurements: two nodes of one processor each, on loopback."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

MARK = "BELLRINGER_TEST_CLUSTER"  # in the environment of all processes of a cluster, so that no others are killed
PATIENCE = 60.0  # seconds
RAY = Path(sys.executable).with_name("ray")
ROOM = 80_000_000  # bytes of a node's object store
# What `ray start --address` does, which refuses to join on loopback alone.
JOIN = """
import sys, time
from ray._private.node import Node
from ray._private.parameter import RayParams
node = Node(
    RayParams(
        gcs_address=sys.argv[1], num_cpus=1, object_store_memory=int(sys.argv[2]), node_manager_port=0,
        min_worker_port=0, max_worker_port=0, dashboard_agent_listen_port=None, include_log_monitor=False,
    ),
    head=False, shutdown_at_exit=True, spawn_reaper=True,
)
time.sleep(86_400)
"""


class LocalCluster:
    """Nodes that are processes here. `env`: what a command needs to join."""

    def __init__(self, folder: Path, more: Mapping[str, str]) -> None:
        self.folder, self.mark, self.port = folder, uuid4().hex, free_port()
        self.env = {
            **os.environ,
            "HOME": str(folder),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # where clusters are rare, Ray listens on loopback alone
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": uuid4().hex * 2,
        }
        self.more = {**more, MARK: self.mark}
        self.nodes: list[subprocess.Popen[str]] = []
        self.log: IO[str] = open(folder / "log.txt", "w")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Start the head, which has a processor, too."""
        where = (f"--port={self.port}", f"--temp-dir={self.folder}")
        size = ("--num-cpus=1", f"--object-store-memory={ROOM}")
        quiet = ("--include-dashboard=false", "--disable-usage-stats")
        self.start(str(RAY), "start", "--head", "--block", *where, *size, *quiet)

    def join(self) -> subprocess.Popen[str]:
        """Start another node."""
        return self.start(sys.executable, "-c", JOIN, self.address, str(ROOM))

    def start(self, *command: str) -> subprocess.Popen[str]:
        node = subprocess.Popen(
            command, env={**self.env, **self.more}, stdout=self.log, stderr=self.log, text=True, start_new_session=True
        )
        self.nodes.append(node)
        return node

    def wait_for(self, processors: int) -> None:
        """Wait until the cluster has so many processors."""
        code = f"import ray; ray.init('{self.address}'); print(int(ray.cluster_resources()['CPU']))"
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if is_open(self.port):
                done = subprocess.run(
                    [sys.executable, "-c", code], env=self.env, capture_output=True, text=True, timeout=PATIENCE
                )
                if done.stdout.strip() == str(processors):
                    return
            time.sleep(0.2)
        raise AssertionError(f"no cluster of {processors} processors: {(self.folder / 'log.txt').read_text()}")

    def workers(self) -> list[int]:
        """The processes that play now."""
        return [number for number in self.processes() if b"ray::play_there" in read(number, "cmdline")]

    def processes(self) -> list[int]:
        """All processes of this cluster."""
        numbers = [int(one.name) for one in Path("/proc").iterdir() if one.name.isdecimal()]
        return [number for number in numbers if f"{MARK}={self.mark}".encode() in read(number, "environ")]

    def end(self, node: subprocess.Popen[str]) -> None:
        """End a node as a power cut does: all of its processes at once."""
        kill(*self.of_node(node))
        node.wait(timeout=PATIENCE)
        self.nodes.remove(node)

    def of_node(self, node: subprocess.Popen[str]) -> list[int]:
        """The processes of a node."""
        found = {node.pid}
        parents = {number: parent_of(number) for number in self.processes()}
        while more := {number for number, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found)

    def close(self) -> None:
        kill(*self.processes())
        for node in self.nodes:
            node.wait(timeout=PATIENCE)
        self.log.close()


def kill(*numbers: int) -> None:
    for number in numbers:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def read(number: int, what: str) -> bytes:
    """What the system tells of a process; nothing if it is gone, or not ours."""
    try:
        return Path(f"/proc/{number}/{what}").read_bytes()
    except OSError:
        return b""


def parent_of(number: int) -> int:
    """The process that started another; 0 if that is gone."""
    _, _, rest = read(number, "stat").rpartition(b") ")
    return int(rest.split()[1]) if rest else 0


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def free_port() -> int:
    """A port that nobody uses, below those of Ray's workers."""
    while True:
        port = random.SystemRandom().randrange(6_400, 10_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def local_cluster(processors: int = 2, **more: str) -> Iterator[LocalCluster]:
    """A cluster with so many nodes of a processor each. `more`: variables of the nodes alone."""
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # sockets lie in it, so that its name must be short
    cluster = LocalCluster(folder, more)
    try:
        cluster.begin()
        for _ in range(processors - 1):
            cluster.wait_for(1)
            cluster.join()
        cluster.wait_for(processors)
        yield cluster
    finally:
        cluster.close()
        shutil.rmtree(folder, ignore_errors=True)
