"""No package of the product has two parts that import each other, at any depth; only public interfaces are used.

Two parts of a package (modules, or packages with all that is in them) are a cycle if each can be reached from the other
by imports between parts of that package.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import grimp

from tests.architecture.project import PACKAGE, imports, name_of

PUBLIC = ("uvicorn.Config", "uvicorn.Server", "uvicorn.middleware.proxy_headers")

Graph = Mapping[str, set[str]]


def reachable(graph: Graph, start: str) -> set[str]:
    """Return the parts that a part imports, directly or through others."""
    found, waiting = set[str](), [start]
    while waiting:
        for part in graph.get(waiting.pop(), set()) - found:
            found.add(part)
            waiting.append(part)
    return found


def cycles(graph: Graph) -> list[set[str]]:
    """Return the largest groups of parts that all reach each other."""
    beyond = {part: reachable(graph, part) for part in graph}
    groups = {
        frozenset(other for other in beyond[part] if part in beyond.get(other, set()))
        for part in graph
        if part in beyond[part]
    }
    return sorted(map(set, groups), key=sorted)


def graphs() -> Iterator[tuple[str, Graph]]:
    """Yield each package with the imports between its parts."""
    whole = grimp.build_graph("kamchatka")
    parts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for importer in whole.modules:
        for imported in whole.find_modules_directly_imported_by(importer):
            one, other = importer.split("."), imported.split(".")
            depth = next((n for n, names in enumerate(zip(one, other, strict=False)) if names[0] != names[1]), 0)
            if depth:
                parts[".".join(one[1:depth])][one[depth]].add(other[depth])
    return ((package, parts[package]) for package in sorted(parts))


def test_no_two_parts_import_each_other() -> None:
    found = {package: groups for package, graph in graphs() if (groups := cycles(graph))}
    assert not found, "these parts import each other"


def test_cycles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert cycles(graph) == [{"a", "b", "c"}, {"d", "e"}]
    assert cycles({"a": {"b"}, "b": {"c"}}) == []


def external(module: str) -> bool:
    return module.partition(".")[0] in ("uvicorn", "litestar", "websockets", "h11", "sqlalchemy", "msgspec", "typer")


def test_only_public_interfaces_are_imported() -> None:
    """No import names a private object, and of uvicorn only what its documentation tells users to import."""
    names = {(name_of(path), name) for path in PACKAGE.rglob("*.py") for name in imports(path) if external(name)}
    assert not {one for one in names if any(part.startswith("_") for part in one[1].split("."))}
    assert not {one for one in names if one[1].startswith("uvicorn.") and not one[1].startswith(PUBLIC)}
