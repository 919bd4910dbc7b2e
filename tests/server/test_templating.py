"""What Jinja is spared for the sake of speed changes nothing that a page says."""

from __future__ import annotations

import pytest
from jinja2 import StrictUndefined, TemplateNotFound, Undefined, UndefinedError
from markupsafe import Markup, escape

from bellringer.server.drawing.site.templating import SHORT, environment, escaped

PLAIN = ["", "<b>", "Anna & Ben", "<" * SHORT, "<" * (SHORT + 1), 7, -1.5, True, None, Undefined(), ("<", 1)]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_a_value_is_escaped_as_jinja_does(value: object) -> None:
    """At the first time and at the next ones."""
    assert [escaped(value) for _ in range(2)] == [str(escape(value))] * 2


def test_markup_is_no_text_that_looks_like_it() -> None:
    """Whichever came first."""
    for _ in range(2):
        assert escaped("<i>") == "&lt;i&gt;" and escaped(Markup("<i>")) == "<i>"


def test_an_undefined_name_is_an_error() -> None:
    """Also where a value is escaped without Jinja."""
    with pytest.raises(UndefinedError, match="nobody"):
        escaped(StrictUndefined(name="nobody"))


def test_macros_escape() -> None:
    """What they are given, in loops and blocks, too; what they return is not escaped once more."""
    text = """{% macro bold(words, end="") %}<b>{{ words }}</b>{{ end }}{% endmacro %}
        {%- macro framed(words) %}{{ words }}[{{ caller() }}]{% endmacro %}
        {%- for one in ("<", "&") %}{{ bold(one, end=loop.index) }}{% endfor %}
        {%- call framed(">") %}{{ said("<i>") }}{% endcall %}"""
    found = environment().from_string(text).render(said=str.upper)
    assert found == "<b>&lt;</b>1<b>&amp;</b>2&gt;[&lt;I&gt;]"


def test_a_template_is_loaded_once() -> None:
    """With its globals, and as others import it; one that there is not is an error each time."""
    found = environment()
    assert found.get_template("front.html") is found.get_template("front.html", "table.html")
    assert found.get_template("front.html", globals={"more": 1}).globals["static"] is found.globals["static"]
    for _ in range(2):
        with pytest.raises(TemplateNotFound):
            found.get_template("nothing.html")
