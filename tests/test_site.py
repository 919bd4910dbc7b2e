"""The documentation site: it is built without a warning, and a browser loads nothing of it from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOADED = ("src", "srcset", "poster", "data")  # the attributes by which a page loads a thing
STYLES = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")


class Loads(HTMLParser):
    """What a browser fetches for a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Scripts, pictures, frames; and of links those in the head."""
        names = (*LOADED, "href") if tag in ("link", "image", "use") else LOADED
        self.found += [value for name, value in attributes if name in names and value]


def from_elsewhere(site: Path) -> list[str]:
    """Addresses of other servers that pages, pictures and styles load from."""
    loads = [one for page in (*site.rglob("*.html"), *site.rglob("*.svg")) for one in Loads(page).found]
    styles = [one for file in (*site.rglob("*.css"), *site.rglob("*.html")) for one in STYLES.findall(file.read_text())]
    return [one for one in loads if re.match(r"(https?:)?//", one)] + styles


@pytest.mark.slow
def test_the_site_is_whole_and_stands_alone(tmp_path: Path) -> None:
    """A link that leads nowhere, a page in no list and a docstring that can't be read are warnings, and fail."""
    site = tmp_path / "site"
    options = ["-q", "-W", "--keep-going", "-c", "docs", "-d", str(tmp_path / "doctrees")]
    command = [sys.executable, "-m", "sphinx", *options, ".", str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (site / "index.html").exists()
    reference = (site / "docs" / "api" / "state.html").read_text(encoding="utf-8")
    assert "State.determinized" in reference and "State.run_on" not in reference  # what the stub has
    assert from_elsewhere(site) == []


def test_what_a_page_loads_from_elsewhere_is_found(tmp_path: Path) -> None:
    page = '<link href="//a.example/x.css"><script src="https://b.example/x.js"></script><a href="https://c.example">'
    (tmp_path / "page.html").write_text(page + "<style>@import 'https://d.example/y.css';</style><img src='e.png'>")
    assert [re.sub(r".*//(\w).*", r"\1", one) for one in from_elsewhere(tmp_path)] == ["a", "b", "d"]
