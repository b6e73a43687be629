"""Discover installed editions: entry points of the group `kamchatka.editions`, including our own."""

import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kamchatka.editions.edition import Edition
from kamchatka.editions.probe import describe_failure, probe
from kamchatka.kernel.declarations.registry import LEFT_OUT, check_declarations

GROUP = "kamchatka.editions"
OURS = "kamchatka"  # the distribution whose editions come first, and whose names no other may use


@cache
def find_entry_points() -> tuple[EntryPoint, ...]:
    """Return the entry points of all installed editions, without duplicate names. Ours come first."""
    by_name: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=_is_ours, reverse=True):
        by_name.setdefault(point.name, point)
    return tuple(by_name.values())


def _is_ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == OURS


def load() -> dict[str, Edition]:
    """Load all editions by id.

    A third-party edition that fails to load or to compose a game is left out, so that it cannot break other games. A
    warning names its package, file and line.
    """
    editions: list[Edition] = []
    for point in find_entry_points():
        try:
            loaded = point.load()
            check_declarations()
            if not _is_ours(point) and isinstance(loaded, Edition):
                probe(loaded)
        except Exception as error:
            if _is_ours(point):
                raise
            package = point.module.partition(".")[0]
            LEFT_OUT.add(package)
            what = describe_failure(error, package)
            warnings.warn(f"The edition {point.name} of the package {package} is left out: {what}", stacklevel=2)
            continue
        if isinstance(loaded, Edition) and loaded.id == point.name:
            editions.append(loaded)
        else:
            warnings.warn(f"{point.value} isn't an edition called {point.name}.", stacklevel=2)
    return {edition.id: edition for edition in sorted(editions, key=lambda edition: edition.rank)}
