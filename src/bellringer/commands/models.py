"""The command `mcp`, by which a language model plays."""

from __future__ import annotations

from bellringer.commands.options import fail

NOT_INSTALLED = "tools for a language model need the extra packages of: pip install 'bellringer[mcp]'"


def serve_model(language: str) -> None:
    """Answer a model's calls on standard input until it ends."""
    try:
        from bellringer.language_models.tools import server
    except ModuleNotFoundError:
        fail(NOT_INSTALLED)
    from bellringer.language_models.tables import Tables

    server(Tables(language)).run()
