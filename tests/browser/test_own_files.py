"""A page whose own files don't load, as below a path prefix, says why; one that has them does not."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Visitor


def test_a_page_without_its_files_says_why(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.page.goto("/")
    expect(visitor.page.locator(".unloaded")).to_be_hidden()
    visitor.page.route("**/static/**", lambda route: route.fulfill(status=404))
    visitor.allowed.append("404")
    visitor.page.goto("/about")
    line = visitor.page.locator(".unloaded")
    expect(line).to_be_visible()
    expect(line).to_contain_text("a name of its own")
