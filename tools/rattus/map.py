"""Draw Rattus's map from public-domain country shapes: write src/bellringer/games/rattus/map.json.

Source: Natural Earth (public domain) as the npm package world-atlas ships it, countries-50m.json (TopoJSON):

    npm pack world-atlas && tar xzf world-atlas-*.tgz
    python -m tools.rattus.map package/countries-50m.json

Today's countries are merged, and where a border would say otherwise cut, into the game's regions; projected (Lambert's
equal-area azimuthal), simplified together so that neighbours keep one common line, and written as SVG paths. Needs
shapely (requirements/map.in), which the package itself does not.
"""

from __future__ import annotations

import argparse
import json
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely
import shapely.ops
from shapely.geometry import MultiPolygon, Polygon, box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel, unary_union

from tools.places import GAMES

TARGET = GAMES / "rattus" / "map.json"
BOX = TARGET.with_name("box.toml")
WIDTH, HEIGHT = 1000, 1000
CENTRE = (17.0, 46.5)  # of the projection
WINDOW = (-0.372, -0.338, 0.308, 0.342)  # of the projected world that the chart shows
SMALLEST = 45  # square units; smaller islands are left out
ROUGHNESS = 1.6  # units that a coast may be simplified by

COUNTRIES = {
    "anglia": ("United Kingdom", "Ireland", "Isle of Man"),
    "gallia": ("France", "Belgium", "Luxembourg", "Monaco"),
    "germania": ("Germany", "Netherlands", "Switzerland", "Austria", "Czechia", "Liechtenstein"),
    "hispania": ("Spain", "Portugal", "Andorra"),
    "hungaria": ("Hungary", "Slovakia", "Slovenia", "Croatia", "Bosnia and Herz."),
    "italia": ("Italy", "San Marino", "Vatican", "Malta"),
    "polonia": ("Poland", "Lithuania", "Belarus"),
    "scandia": ("Norway", "Sweden", "Finland", "Denmark", "Åland"),
    "bulgaria": ("Bulgaria", "Greece", "Macedonia", "Albania", "Serbia", "Montenegro", "Kosovo", "Romania"),
    "turcia": (
        *("Turkey", "Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Cyprus", "N. Cyprus"),
        *("Georgia", "Armenia"),
    ),
    "russia": ("Latvia", "Estonia"),
    "tartaria": ("Ukraine", "Moldova", "Kazakhstan"),
    "maroc": ("Morocco", "W. Sahara"),
    "algeria": ("Algeria",),
    "tunisia": ("Tunisia",),
    "libya": ("Libya",),
    "egypt": ("Egypt",),
}
# Where a region's pieces stand, if not at the point farthest from its own borders: on narrow lands they need the sea.
SPOTS = {
    **{"anglia": (236, 290), "italia": (478, 610), "hungaria": (596, 476), "scandia": (505, 130)},
    **{
        "tunisia": (388, 838),
        "libya": (548, 902),
        "egypt": (838, 902),
        "maroc": (88, 796),
        "bulgaria": (668, 608),
        "polonia": (630, 345),
        "algeria": (238, 894),
    },
}
LARGE = 1000  # square units; an arrow goes to no smaller island
SHORTEST = 52  # of an arrow; a shorter one begins and ends on land
# Parts that go to another region than their country: country, window of longitudes and latitudes, region.
CUTS = (
    ("Russia", (19, 50, 24, 60), "polonia"),
    ("Russia", (24, 52.5, 70, 82), "russia"),
    ("Russia", (24, 38, 70, 52.5), "tartaria"),
    ("Ukraine", (20, 47, 26.5, 53), "polonia"),
    ("Romania", (20, 45.55, 26.5, 49), "hungaria"),
    ("Turkey", (24, 40.35, 29.05, 43), "bulgaria"),
    ("Algeria", (7.9, 18, 13, 33.1), "tunisia"),
    ("Libya", (8, 18, 11.4, 32.0), "tunisia"),
    ("Belarus", (31.5, 50, 33, 57), "russia"),
)


def decode(atlas: dict[str, Any]) -> Iterator[tuple[str, BaseGeometry]]:
    """The countries of a TopoJSON file, by name, in degrees."""
    scale, offset = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs = [list(decode_arc(arc, scale, offset)) for arc in atlas["arcs"]]

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc if not points else arc[1:]
        return unwrapped(points)

    for country in atlas["objects"]["countries"]["geometries"]:
        polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        coordinates = [[ring(numbers) for numbers in polygon] for polygon in polygons]
        found = shape({"type": "MultiPolygon", "coordinates": coordinates})
        yield country["properties"]["name"], shapely.make_valid(found)


def unwrapped(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring that crosses the 180th meridian goes on beyond it, instead of jumping round the world."""
    turn, out = 0.0, points[:1]
    for (before, _), (longitude, latitude) in zip(points, points[1:], strict=False):
        turn -= 360 * round((longitude - before) / 360)
        out.append((longitude + turn, latitude))
    return out


def decode_arc(arc: list[list[int]], scale: list[float], offset: list[float]) -> Iterator[tuple[float, float]]:
    """TopoJSON writes each point as the difference from the one before."""
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x * scale[0] + offset[0], y * scale[1] + offset[1]


def project(points: Any) -> Any:
    """Lambert's equal-area azimuthal projection, then the chart's units, north up."""
    out = []
    west, south, east, north = WINDOW
    for longitude, latitude in points:
        lon, lat = math.radians(longitude - CENTRE[0]), math.radians(latitude)
        lat0 = math.radians(CENTRE[1])
        cosine = math.sin(lat0) * math.sin(lat) + math.cos(lat0) * math.cos(lat) * math.cos(lon)
        k = math.sqrt(2 / max(1 + cosine, 1e-9))
        x = k * math.cos(lat) * math.sin(lon)
        y = k * (math.cos(lat0) * math.sin(lat) - math.sin(lat0) * math.cos(lat) * math.cos(lon))
        out.append(((x - west) / (east - west) * WIDTH, (north - y) / (north - south) * HEIGHT))
    return out


def regions(atlas: dict[str, Any]) -> dict[str, BaseGeometry]:
    """The game's regions in degrees: countries merged, parts cut off and given elsewhere."""
    near = box(-14, 15, 62, 72)
    world = {name: found.intersection(near) for name, found in decode(atlas) if found.intersects(near)}
    parts: dict[str, list[BaseGeometry]] = {region: [] for region in COUNTRIES}
    for country, window, region in CUTS:
        piece = world[country].intersection(box(*window))
        world[country] = world[country].difference(box(*window))
        parts[region].append(piece)
    for region, names in COUNTRIES.items():
        parts[region] += [world[name] for name in names]
    return {region: unary_union(pieces).buffer(0) for region, pieces in parts.items()}


def charted(found: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Projected, cut to the chart, simplified together, small islands left out."""
    frame = box(0, 0, WIDTH, HEIGHT)
    projected = [
        shapely.transform(shapely.segmentize(one, 0.5), project).buffer(0).intersection(frame) for one in found.values()
    ]
    simple = shapely.coverage_simplify(projected, ROUGHNESS)
    return {region: without_islets(one) for region, one in zip(found, simple, strict=True)}


def without_islets(found: BaseGeometry) -> MultiPolygon:
    """The polygons worth drawing, without pinholes."""
    polygons = [one for one in getattr(found, "geoms", [found]) if isinstance(one, Polygon)]
    largest = max(one.area for one in polygons)
    kept = [one for one in polygons if one.area >= min(SMALLEST, largest)]
    return MultiPolygon(
        [Polygon(one.exterior, [hole for hole in one.interiors if Polygon(hole).area > SMALLEST]) for one in kept]
    )


def path(found: MultiPolygon) -> str:
    """An SVG path of whole numbers, each step as a difference."""
    out = []
    for polygon in found.geoms:
        for ring in (polygon.exterior, *polygon.interiors):
            points = [(round(x), round(y)) for x, y in ring.coords]
            steps = [f"M{points[0][0]} {points[0][1]}l"]
            for (x0, y0), (x1, y1) in zip(points, points[1:-1], strict=False):
                if (x0, y0) != (x1, y1):
                    steps.append(f"{x1 - x0} {y1 - y0}")
            out.append(f"{steps[0]}{' '.join(steps[1:])}z")
    return "".join(out)


def neighbours(found: dict[str, MultiPolygon]) -> list[list[str]]:
    """Pairs of regions that share a line, as the finished chart shows it."""
    names = list(found)
    return [
        [one, other]
        for i, one in enumerate(names)
        for other in names[i + 1 :]
        if found[one].buffer(0.5).intersection(found[other].buffer(0.5)).area > 12
    ]


def main() -> None:
    """Read the atlas, write the map."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("atlas", type=Path, help="countries-50m.json of the npm package world-atlas")
    atlas = json.loads(parser.parse_args().atlas.read_text(encoding="utf-8"))
    found = charted(regions(atlas))
    chart = {
        "source": "Natural Earth, public domain",
        "width": WIDTH,
        "height": HEIGHT,
        "regions": {
            region: {"path": path(one), "centre": SPOTS.get(region) or centre(one)} for region, one in found.items()
        },
        "arrows": [arrow(one, other, found) for one, other in arrows()],
        "touching": neighbours(found),
    }
    TARGET.write_text(json.dumps(chart, indent=1) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


def widest(found: MultiPolygon) -> Polygon:
    """The largest of a region's lands."""
    return max(found.geoms, key=lambda one: one.area)


def lands(found: MultiPolygon) -> MultiPolygon:
    """A region without its smaller islands."""
    return MultiPolygon([one for one in found.geoms if one.area >= LARGE])


def centre(found: MultiPolygon) -> list[int]:
    """The point farthest from the region's own borders: where its pieces stand."""
    point = polylabel(widest(found), 1.0)
    return [round(point.x), round(point.y)]


def arrows() -> Iterator[tuple[str, str]]:
    """The pairs of the shipped box between which an arrow is drawn."""
    for one, other, how in tomllib.loads(BOX.read_text(encoding="utf-8"))["borders"]["pairs"]:
        if how == "arrow":
            yield one, other


def arrow(one: str, other: str, found: dict[str, MultiPolygon]) -> dict[str, Any]:
    """From coast to coast where two regions are nearest, and a bit further where that is too short to be seen."""
    start, end = ((point.x, point.y) for point in shapely.ops.nearest_points(lands(found[one]), lands(found[other])))
    length = math.dist(start, end)
    further = max(0.0, SHORTEST - length) / 2 / length
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) * further, (y1 - y0) * further
    return {"between": [one, other], "line": [round(value) for value in (x0 - dx, y0 - dy, x1 + dx, y1 + dy)]}


if __name__ == "__main__":
    main()
