"""The pages' templates and the values that all of them may use."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, MutableMapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, Undefined, select_autoescape
from jinja2.runtime import Context
from markupsafe import Markup, escape

from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.show import Card
from bellringer.core.shown.words import labelled
from bellringer.server.base.language import SPOKEN, all_game_names, game_words, words_in
from bellringer.server.drawing.rules.ledger_page import rule_link, with_links
from bellringer.server.drawing.site.faces import face
from bellringer.server.drawing.site.guides import has_guide
from bellringer.server.drawing.site.shortcuts import SHORTCUTS
from bellringer.svg.board import STYLES

if TYPE_CHECKING:
    pass

TEXTS, SHORT = 50_000, 60  # escaped texts that are kept, and the most letters of one
CARDS = 20_000  # drawn ones that are kept, of some 1,000 bytes each
STATIC = Path(str(files("bellringer.server").joinpath("static")))


class PlainContext(Context):
    """Calls a template's functions at once. Jinja looks whether one wants the context, which none of ours does.

    Macros alone would be told whether to escape; without that they go by the environment, and always do.
    """

    def call(
        self,
        function: Callable[..., Any],
        /,
        *values: Any,
        _loop_vars: object = None,  # those around the call, for a function that wants the context
        _block_vars: object = None,
        **named: Any,
    ) -> Any:
        """What a function returns."""
        return function(*values, **named)


class Templates(Environment):
    """Jinja's environment, whose templates have their globals as a plain dict.

    Jinja gives them a ChainMap, so that globals may still change when a template is loaded already. Ours do not, and
    each rendering copies them, which takes much longer with a ChainMap.
    """

    context_class = PlainContext

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.found: dict[str, Template] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template."""
        return {**self.globals, **(d or {})}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template, which never changes once it is loaded: Jinja would ask its loader, and take a lock."""
        if not isinstance(name, str) or globals is not None:
            return super().get_template(name, parent, globals)
        if name not in self.found:
            self.found[name] = super().get_template(name, parent)
        return self.found[name]


@cache
def environment() -> Environment:
    """Templates that escape values, and where an undefined name is an error. They hang on no server's settings."""
    found = Templates(
        loader=PackageLoader("bellringer.server"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["static"] = static
    found.globals["static_in"] = static_in
    found.globals["face"] = face
    found.globals["labelled"] = labelled
    found.globals["game_words"] = game_words
    found.globals["all_games"] = game_names
    found.globals["all_game_names"] = all_game_names
    found.globals["languages"] = tuple(SPOKEN.items())
    found.globals["card"] = card
    found.globals["shortcuts"] = SHORTCUTS
    found.globals["rule_link"] = rule_link
    found.globals["with_links"] = with_links
    found.globals["has_guide"] = has_guide
    found.filters["svg"] = Markup
    for name in found.list_templates(extensions=["html"]):  # now, rather than while somebody waits
        code: Any = found.get_template(name).root_render_func
        code.__globals__["escape"] = escaped  # in the place of Jinja's own
    return found


def escaped(value: object) -> str:
    """A value as text of a page. Short ones come again and again, and are found sooner than they are escaped."""
    if type(value) is str:
        return escaped_text(value) if len(value) <= SHORT else escape(value)
    if isinstance(value, Markup):
        return value
    return str(value) if isinstance(value, int | float | Undefined) else escape(value)  # with nothing to escape


@lru_cache(TEXTS)
def escaped_text(text: str) -> str:
    """Plain text, escaped."""
    return str(escape(text))


@lru_cache(CARDS)
def card(game: str, language: str, one: Card, kind: str) -> Markup:
    """A card as pages draw it: `wide`, `held`, or small as a `tile`. Most are the same at many tables and moments."""
    bits: Any = environment().get_template("parts/bits.html").module
    words = words_in(language)
    return Markup(bits.tile(game, words, one) if kind == "tile" else bits.card(game, words, one, kind))


@cache
def static(name: str) -> str:
    """The URL of a static file, with its fingerprint, so that browsers may cache it for ever.

    In a folder, such as that of a script's modules, it is the folder's: the files there name each other, without one.
    """
    folder, slash, rest = name.rpartition("/")
    if not slash:
        return f"/static/{name}?v={fingerprint_of(name)}"
    return f"/static/{folder}/{fingerprint_of(*names_in(folder))}/{rest}"


def static_in(folder: str) -> list[str]:
    """The URLs of all files in a folder."""
    return [static(name) for name in names_in(folder)]


def names_in(folder: str) -> list[str]:
    """The names of the static files in a folder, in order."""
    return sorted(name for name in static_files() if name.startswith(f"{folder}/"))


def fingerprint_of(*names: str) -> str:
    """What tells static files from what they were before."""
    return hashlib.blake2b(b"".join(file_of(name).read_bytes() for name in names), digest_size=6).hexdigest()


@cache
def file_paths() -> frozenset[str]:
    """The paths of all that pages fetch besides themselves, and that is the same for everybody."""
    pictures = (f"/picture/{game}.svg" for game in game_names())
    files = (urlsplit(static(name)).path for name in static_files())
    return frozenset((*files, *pictures, *guide_drawings(), "/fairness.html"))


def guide_drawings() -> Iterator[str]:
    """The paths of the drawings of all guides."""
    for game in game_names():
        guide = find(game).guide
        yield from (f"/picture/{game}/{name}.svg" for name in (guide.drawings if guide else ()))


def file_of(name: str) -> Path:
    """Where a static file lies; the styles of the boards belong to the drawings. Raises KeyError for no such file."""
    return static_files()[name]


@cache
def static_files() -> dict[str, Path]:
    """All static files by name: the server's own, the styles of all boards, and those of each game's board."""
    boards = {f"board-{game}.css": find(game).pictures.styles for game in game_names()}
    own = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*.*")}
    return {**own, "board.css": STYLES, **boards}
