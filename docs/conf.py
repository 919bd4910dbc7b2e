"""How Sphinx builds the site: `make docs`.

The source is the whole checkout, of which `include_patterns` takes the pages: so a link from docs/ to CONTRIBUTING.md
or to a file of src/ is the same link in the site and in a plain view of the files. Nothing in a built page is loaded
from elsewhere; a test says so.
"""

import os
import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_site"))
# Otherwise Sphinx reads a stub instead of the compiled module beside it, and finds no docstrings there.
os.environ["SPHINX_AUTODOC_IGNORE_NATIVE_MODULE_TYPE_STUBS"] = "1"

project = "Bellringer"
author = "The Bellringer authors"
version = release = metadata.version("bellringer")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "stubs"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", "docs/**.md"]
exclude_patterns = [".*", "build", "dist", "requirements", "src", "tests", "tools"]

nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!bellringer\b).*")]  # types of Python, numpy, polars: not of these pages
myst_heading_anchors = 4
smartquotes = False  # they would make a dash of the -- of an option
highlight_language = "text"

default_role = "py:obj"  # a name in backticks is a link where there is something to link to
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False

html_theme = "furo"
html_title = f"Bellringer {release}"
html_favicon = os.path.relpath(next((HERE.parent / "src").rglob("favicon.svg")), HERE)
html_theme_options = {
    # The colours of the table in the browser: parchment and wine by day, the same by candle light.
    "light_css_variables": {
        "color-brand-primary": "#7d2c22",
        "color-brand-content": "#7d2c22",
        "color-brand-visited": "#7a4f8f",
        "color-background-primary": "#fffdf6",
        "color-background-secondary": "#fdf7e8",
        "color-background-hover": "#f6ead0",
        "color-background-border": "#e4d0a4",
        "color-foreground-primary": "#3b2f25",
        "color-foreground-secondary": "#5d4c3c",
        "color-foreground-muted": "#6d5a48",
        "color-code-background": "#fdf7e8",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0a797",
        "color-brand-content": "#f0a797",
        "color-brand-visited": "#c9a0dc",
        "color-background-primary": "#241c15",
        "color-background-secondary": "#2b2219",
        "color-background-hover": "#42362a",
        "color-background-border": "#4d3f2e",
        "color-foreground-primary": "#eadcc0",
        "color-foreground-secondary": "#cbb898",
        "color-foreground-muted": "#b9a688",
        "color-code-background": "#1b1510",
    },
}
SIDEBAR = ("brand", "search", "scroll-start", "navigation", "scroll-end")  # without furo's place for advertising
html_sidebars = {"**": [f"sidebar/{part}.html" for part in SIDEBAR]}
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
html_extra_path = ["_site/root"]  # its index.html leads from the top folder to docs/index.html
html_use_index = html_domain_indices = False
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "github-dark"
