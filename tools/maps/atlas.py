"""Countries of the world from the npm package `world-atlas` (Natural Earth, public domain)."""

import json
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from tools.maps.shapes import Points

PACKAGE = "world-atlas@2.0.2"
TARBALL = "world-atlas-2.0.2.tgz"
MEMBER = "package/countries-50m.json"
CACHE = Path(__file__).parents[2] / ".cache" / "maps"
# The map runs eastwards from here for 360 degrees, so that Chukotka joins Kamchatka and Alaska joins America.
WEST_EDGE = -169.5


def countries() -> dict[str, BaseGeometry]:
    """Return every country but Antarctica as a polygon in degrees, with longitudes unwrapped east of the edge."""
    topology = json.loads(_member())
    arcs = _arcs(topology)
    shapes: dict[str, BaseGeometry] = {}
    for country in topology["objects"]["countries"]["geometries"]:
        name = country["properties"]["name"]
        if country.get("arcs") and name != "Antarctica":
            parts = [country["arcs"]] if country["type"] == "Polygon" else country["arcs"]
            shapes[name] = shapely.union_all([shape for part in parts if (shape := _polygon(part, arcs)) is not None])
    return shapes


def _member() -> bytes:
    """Return the atlas file inside the package, which npm packs once into the ignored cache."""
    tarball = CACHE / TARBALL
    if not tarball.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(tarball) as package:
        member = package.extractfile(MEMBER)
        assert member is not None, f"{TARBALL} holds no {MEMBER}"
        return member.read()


def _arcs(topology: dict[str, Any]) -> list[Points]:
    """Decode TopoJSON arcs, which are delta-encoded integers: sum, scale, shift."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    return [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]


def _ring(indices: list[int], arcs: list[Points]) -> Points:
    """Join arcs (a negative index means reversed) into a ring that does not jump at the antimeridian."""
    pieces = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
    ring = np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])
    ring[:, 0] = np.unwrap(ring[:, 0], period=360)
    ring[:, 0] += 360 * np.ceil((WEST_EDGE - ring[:, 0].mean()) / 360)
    return np.round(ring, 6)


def _polygon(part: list[list[int]], arcs: list[Points]) -> BaseGeometry | None:
    rings = [ring for ring in (_ring(indices, arcs) for indices in part) if len(ring) >= 4]
    if not rings:
        return None
    polygon = Polygon(rings[0], rings[1:])
    return polygon if polygon.is_valid else shapely.make_valid(polygon)
