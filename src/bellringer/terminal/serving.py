"""The command `serve`: turns its options into the settings of a server."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bellringer.terminal.options import fail

NOT_INSTALLED = "the table in the browser needs the extra packages of: pip install 'bellringer[server]'"


def serve(
    host: str,
    port: int,
    data: str | None,
    key_file: str | None,
    names: tuple[str, ...],
    is_secure: bool,
    opens: bool,
    is_json: bool,
    pace: float,
    threads: int | None,
    has_limits: bool,
) -> None:
    """Run the server until it is stopped. The parameters are the options of the command."""
    try:
        from bellringer.server import serve as server
    except ModuleNotFoundError:
        fail(NOT_INSTALLED)
    from bellringer.server.keys import usual_key_file
    from bellringer.server.settings import Limits, Settings, unlimited

    settings = Settings(
        data=Path(data) if data else server.usual_data(),
        key_file=Path(key_file) if key_file else usual_key_file(),
        hosts=(*Settings.hosts, *(name.lower() for name in names)),
        is_secure=is_secure,
        pace=pace,
        grace=pace * Settings.grace / Settings.pace,
        threads=threads or os.cpu_count() or 1,
        limits=Limits() if has_limits else unlimited(),
    )

    def say(address: str) -> None:
        click.echo(f"Bellringer is at {address} (tables in {settings.data}); Ctrl-C stops it.")

    server.serve(settings, host, port, is_json=is_json, opens=opens, say=say)
