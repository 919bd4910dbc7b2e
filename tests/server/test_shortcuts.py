"""The keys of a table's page: one table of them, by which page, words and README go, and one script that listens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.shortcuts import OWN_TO_REPLAYS, REPLAY_SHORTCUTS, SHORTCUTS, Shortcut
from bellringer.server.drawing.site.templating import environment, static_files

README = Path(__file__).parents[2] / "README.md"
LISTENS = r"addEventListener\(\s*[\"'](?:keydown|keyup|keypress)|\bonkey(?:down|up|press)\b|\baccesskey\b"


EVERY = (*SHORTCUTS, *OWN_TO_REPLAYS)


def drawn(language: str, shortcuts: tuple[Shortcut, ...]) -> str:
    """The list of keys as a page has it."""
    return environment().get_template("parts/keys.html").render(t=words_in(language).text, shortcuts=shortcuts)


def caps(one: Shortcut, language: str) -> list[str]:
    """What stands on the keys."""
    return [cap if len(cap) == 1 else words_in(language).text(f"table.keys.cap.{cap}") for cap in one.shown]


def test_one_script_alone_listens_to_the_keyboard() -> None:
    """So that there is no key that the list doesn't name, and none that can't be switched off."""
    scripts = {name: path.read_text(encoding="utf-8") for name, path in static_files().items() if name.endswith(".js")}
    own = {name: text for name, text in scripts.items() if not name.endswith(".min.js")}
    assert [name for name, text in own.items() if re.search(LISTENS, text)] == ["keys.js"]
    loader = environment().loader
    assert loader is not None
    pages = [loader.get_source(environment(), name)[0] for name in environment().list_templates(extensions=["html"])]
    assert not [page for page in pages if re.search(LISTENS, page)]


def test_every_key_has_a_script_that_does_something() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for name, path in static_files().items() if name.endswith(".js"))
    used = set(re.findall(r"""(?:keys\.on|done\.get)\(["']([a-z]+)["']""", text))
    assert used == {one.name for one in EVERY}


def test_single_keys_can_be_switched_off() -> None:
    """WCAG 2.1.4: a letter, a digit or a sign that acts wherever the focus is. What acts only where it is stays."""
    on_focus = {"choose", "rule"}
    arrows = {"back", "on", "first", "last"}  # which type nothing
    assert {one.name for one in EVERY if not one.is_single} == {*on_focus, *arrows, "close"}
    for language in ("en", "fr"):
        single = {cap for one in EVERY if one.is_single for cap in caps(one, language) if cap != "…"}
        for key in ("switch", "off"):
            told = words_in(language).text(f"table.keys.{key}").lower()
            assert not [cap for cap in single if cap.lower() not in told], (language, key)


@pytest.mark.parametrize("shortcuts", [SHORTCUTS, REPLAY_SHORTCUTS], ids=["table", "replay"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_names_every_key(language: str, shortcuts: tuple[Shortcut, ...]) -> None:
    page = drawn(language, shortcuts)
    for one in shortcuts:
        row = page[page.index(f'data-shortcut="{one.name}"') :].partition("</div>")[0]
        assert re.findall(r"<kbd>(.*?)</kbd>", row) == [cap for cap in caps(one, language) if cap != "…"]


def test_the_readme_lists_the_same_keys() -> None:
    text = README.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (<kbd>.*?) \| (.*?) \|$", text, flags=re.MULTILINE)
    told = {" ".join(cap if cap == "…" else f"<kbd>{cap}</kbd>" for cap in caps(one, "en")): one.name for one in EVERY}
    assert len(rows) == len(EVERY) and {keys for keys, _ in rows} == set(told)
    assert [does for _, does in rows] == [words_in("en").text(f"table.keys.does.{one.name}") for one in EVERY]
