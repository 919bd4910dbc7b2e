"""The part of a page that says where the points came from: below the places at an end, under a tab in a replay."""

from __future__ import annotations

from jinja2 import Environment
from markupsafe import Markup

from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.drawing.table.points_model import PointsModel

NAME = "points"


def has_points(model: PageModel) -> bool:
    """Whether the game says where its points come from."""
    return model.rules.sources is not None


def points(environment: Environment, model: PageModel) -> Markup:
    """Where the points of a table came from, as far as what the page shows has come."""
    template = environment.get_template("parts/points.html")
    shown = PointsModel(model, model.table.sources())
    return Markup(template.render(points=shown, t=model.say))


def pane(environment: Environment, model: PageModel) -> str:
    """Where they came from by a moment of a replay, as a pane of its page."""
    template = environment.get_template("parts/points_pane.html")
    return template.render(inside=points(environment, model), t=model.say)
