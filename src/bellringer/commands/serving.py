"""The command `serve`: turns its options into the settings of a server."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from bellringer.commands.language import words
from bellringer.commands.options import fail
from bellringer.commands.printing import say
from bellringer.core.edges.files import read_text

NOT_INSTALLED = "the table in the browser needs the extra packages of: pip install 'bellringer[server]'"

SHORTEST_TOKEN = 16  # letters
MOST_TOKEN = 4_096  # bytes, as a header has
DRAW_APART = 20  # pages that listen


def token_in(path: str) -> str:
    """The token in a file. Exits with a sentence for one that could be guessed or changed. Raises FileProblem."""
    from bellringer.server.base.disk import refuse_written

    if why := refuse_written(Path(path)):
        fail(why)
    token = read_text(path, MOST_TOKEN).strip()
    if len(token) < SHORTEST_TOKEN or not re.fullmatch("[!-~]+", token):
        fail(f"{path}: a token has at least {SHORTEST_TOKEN} plain letters; openssl rand -hex 24 makes one")
    return token


def serve(
    host: str,
    port: int,
    data: str | None,
    key_file: str | None,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    is_secure: bool,
    opens: bool,
    is_json: bool,
    metrics_token: str | None,
    pace: float,
    threads: int | None,
    draw_apart: int | None,
    has_limits: bool,
) -> None:
    """Run the server until it is stopped. The parameters are the options of the command."""
    try:
        from bellringer.server import serve as server
    except ModuleNotFoundError:
        fail(NOT_INSTALLED)
    from bellringer.server.base.keys import usual_key_file
    from bellringer.server.base.settings import Limits, Settings, unlimited

    settings = Settings(
        data=Path(data) if data else server.usual_data(),
        key_file=Path(key_file) if key_file else usual_key_file(),
        hosts=(*Settings.hosts, *checked_names(names)),
        proxies=checked_proxies(proxies),
        is_secure=is_secure,
        pace=pace,
        grace=pace * Settings.grace / Settings.pace,
        threads=threads or os.cpu_count() or 1,
        draw_apart=usual_draw_apart() if draw_apart is None else draw_apart,
        metrics_token="" if metrics_token is None else token_in(metrics_token),
        limits=Limits() if has_limits else unlimited(),
    )
    warn(host, is_secure, proxies)

    def greet(address: str) -> None:
        with suppress(OSError):  # nobody listens: that is no reason not to serve
            warn_of(*settings.secrets, *([Path(metrics_token)] if metrics_token else []))
            say(words()("serve.here", address=address, data=settings.data))

    server.serve(settings, host, port, is_json=is_json, opens=opens, say=greet)


def warn_of(*secrets: Path) -> None:
    """Warn of secrets that others may read."""
    from bellringer.server.base.disk import warn_of_readers

    for path in secrets:
        if warn_of_readers(path):
            say(words()("serve.readable", path=path), error=True)


def usual_draw_apart() -> int:
    """From how many pages on another process draws them; never where there is no core for it."""
    return DRAW_APART if (os.cpu_count() or 1) > 1 else 0


def checked_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the server. Exits for one that no browser can ask for."""
    from bellringer.server.base.addresses import checked_host

    try:
        return tuple(checked_host(name) for name in names)
    except ValueError as error:
        fail(f"--name: {error}")


def checked_proxies(proxies: tuple[str, ...]) -> tuple[str, ...]:
    """The addresses and networks of proxies. Exits for one that is neither."""
    from bellringer.server.base.addresses import checked_proxy

    try:
        return tuple(checked_proxy(proxy) for proxy in proxies)
    except ValueError as error:
        fail(f"--proxy: {error}; it must be an address such as 127.0.0.1, or a network such as 10.0.0.0/24")


def warn(host: str, is_secure: bool, proxies: tuple[str, ...]) -> None:
    """Warn of what may surprise somebody who starts a server in this way."""
    if is_secure and not proxies:
        say(words()("serve.no_proxy"), error=True)
    if host not in ("127.0.0.1", "::1", "localhost") and not proxies:
        say(words()("serve.open", host=host), error=True)
