"""What the pages around the tables say: the same in both languages, all that they ask for, nothing that nobody asks."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes

import bellringer.server
from bellringer.bots import MANNERS
from bellringer.core.shown.words import LANGUAGES, Words, catalogue
from bellringer.server.drawing.site.labels import UNITS
from bellringer.server.drawing.site.templating import environment
from bellringer.server.people.public_names import FIRST, TRADES
from bellringer.server.store.models import WATCHING
from bellringer.server.store.values.clocks import KINDS
from bellringer.server.tables.requests import JOINING, levels
from bellringer.server.web.table_pages import NOTICES

PACKAGE = "bellringer.server"
SERVER = Path(bellringer.server.__file__).parent
SOURCES = sorted(path for path in SERVER.rglob("*.py") if not {"store", "api"} & set(path.relative_to(SERVER).parts))
ENGLISH = catalogue("en", PACKAGE)
# In Python: words(f"bots.{bot}").
ASKED = re.compile(r"""(?:words(?:\.text)?|words_in\(language\)|say)\(\s*(f?)"([^"]+)\"""")
CHECKS = (
    "reads",
    "chain",
    "commitment",
    "nonces",
    "deal",
    "moves",
    "result",
    "signature",
    "whole",
)  # of `verify`
UNCHECKED = ("chain", "nonces", "signature", "key", "people", "times", "talk", "server", "alone")  # what it can't tell


def fields_of(sentence: str) -> set[str]:
    """The values that a sentence wants."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def calls() -> Iterator[tuple[str, str, bool, set[str]]]:
    """Every `t(…)` of the templates: where, the key, whether it goes on with what the page knows, the values given."""
    pages = environment()
    for path in sorted((SERVER / "templates").rglob("*.html")):
        tree = pages.parse(path.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "t":
                for key, goes_on in keys_of(call.args[0]):
                    yield path.name, key, goes_on, {given.key for given in call.kwargs}


def keys_of(node: nodes.Expr | None) -> Iterator[tuple[str, bool]]:
    """A key, one of two, or the part of one before what the page puts in. A name stands for keys given elsewhere."""
    if isinstance(node, nodes.Const):
        yield str(node.value), False
    elif isinstance(node, nodes.CondExpr):
        yield from keys_of(node.expr1)
        yield from keys_of(node.expr2)
    elif isinstance(node, nodes.Concat):
        first = node.nodes[0]
        assert isinstance(first, nodes.Const), "a key begins with a text"
        yield str(first.value), True
    else:
        assert isinstance(node, nodes.Name), "a key is a text, or a text ~ what the page knows"


def asked_in_python() -> set[tuple[str, bool]]:
    """The keys in the server's own code, braces where something is put in."""
    found = set()
    for path in SOURCES:
        for is_open, key in ASKED.findall(path.read_text(encoding="utf-8")):
            found.add((key, bool(is_open)))
    return found


def needed() -> set[str]:
    """The keys that are put together at run time, all of them."""
    refusals = re.compile(r'Refused\(\s*"([a-z-]+)"')
    pages = [path.read_text(encoding="utf-8") for path in SOURCES]
    codes = {code for text in pages for code in refusals.findall(text)} | set(NOTICES)
    found = {f"refused.{code}" for code in codes}
    found |= {f"manners.{manner}" for manner in MANNERS}
    found |= {f"bots.{level}" for level in levels()} | {f"clock.{kind}" for kind in KINDS}
    found |= {f"joining.{value}" for value in JOINING} | {f"watch.{value}" for value in WATCHING}
    found |= {f"mine.list.{status}" for status in ("running", "dealing", "waiting", "over", "void")}
    found |= {f"ago.{unit}" for unit, _ in UNITS} | {f"verify.{check}" for check in CHECKS}
    found |= {f"verify.unchecked.{one}" for one in UNCHECKED}
    found |= {"points.tab"}  # the title of a pane of a replay, which the page asks for
    found |= {f"public_names.{kind}.{trade}" for kind in FIRST for trade in TRADES}
    return found


def test_both_languages_have_the_same_keys() -> None:
    for language in LANGUAGES:
        assert catalogue(language, PACKAGE).keys() == ENGLISH.keys()


def test_both_languages_fill_in_the_same_values() -> None:
    for language in LANGUAGES:
        words = catalogue(language, PACKAGE)
        for key in ENGLISH.keys():
            wanted = set().union(*map(fields_of, ENGLISH.forms(key)))
            assert set().union(*map(fields_of, words.forms(key))) == wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_says_something(language: str) -> None:
    words = catalogue(language, PACKAGE)
    assert not [key for key in words.keys() for form in words.forms(key) if not form.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_put_together_at_run_time_is_there(language: str) -> None:
    assert not needed() - set(catalogue(language, PACKAGE).keys())


def test_templates_ask_for_sentences_that_exist_and_give_their_values() -> None:
    asked = list(calls())
    assert len(asked) > 100
    for page, key, goes_on, given in asked:
        keys = [name for name in ENGLISH.keys() if name.startswith(key)] if goes_on else [key]
        assert keys, f"{page}: nothing begins with {key}"
        for name in keys:
            assert given_to(ENGLISH, name) == given or goes_on, f"{page}: {name} is given {given}"


def given_to(words: Words, key: str) -> set[str]:
    """What must be given with a key: its values, and the number where there are two forms."""
    forms = words.forms(key)
    return set().union(*map(fields_of, forms)) | ({"n"} if len(forms) == 2 else set())


def test_the_code_asks_for_sentences_that_exist() -> None:
    keys = set(ENGLISH.keys())
    for key, is_open in asked_in_python():
        if not is_open:
            assert key in keys, key


def test_no_sentence_is_there_for_nobody() -> None:
    patterns = [re.sub(r"\\\{.*?\\\}", "[^.]+", re.escape(key)) for key, _ in asked_in_python()]
    patterns += [re.escape(key) + ("[^.]+" if goes_on else "") for _, key, goes_on, _ in calls()]
    patterns += [re.escape(key) for key in needed()]
    used = re.compile("|".join(patterns))
    assert not [key for key in ENGLISH.keys() if not used.fullmatch(key)]
