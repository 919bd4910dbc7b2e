"""Everything that the commands print goes through here, or through console.py, so that no text can steer a terminal.

No other module of the commands prints (tests/test_printing.py).
"""

from __future__ import annotations

import json
import sys

import click

from bellringer.commands import streams
from bellringer.core.plain_text import in_json, plain


def say(*lines: object, error: bool = False) -> None:
    """Print lines, one for each argument, on standard output or, if anybody can be told there, on standard error."""
    try:
        for line in lines:
            click.echo(plain(str(line)), err=error)
    except OSError:
        if not error:
            raise
        streams.let_go(sys.stderr)


def put(text: str) -> None:
    """Print a text of several lines, such as a picture or a script."""
    click.echo(plain(text, kept="\n\t"))


def print_json(document: object) -> None:
    """Print a document as JSON on standard output."""
    click.echo(in_json(json.dumps(document, indent=2, ensure_ascii=False)))
