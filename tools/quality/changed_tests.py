"""Print the test files that a change can affect, the nearest by imports first (`make test-changed`).

A file that Python doesn't import counts for the modules beside it, sources of the page for tests/browser, and settings
of the project for tests/architecture.
"""

import argparse
import ast
import json
import subprocess
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "imports.json"
SOURCES = {"src": "src", "tests": ".", "tools": ".", "examples": "."}  # folder → base folder of its module names
# programs that these modules start in other processes
STARTED = {"tests/server/running.py": ("kamchatka.cli",), "tests/cli/terminal.py": ("kamchatka.cli",)}
SETTINGS = "tests/architecture/"  # tests of the project's own files
PAGE = "tests/browser/"

Graph = dict[str, set[str]]  # file → files


def python_files(root: Path) -> list[Path]:
    """Return all modules of the package, the tests, the tools and the examples."""
    return [path for folder in SOURCES for path in sorted((root / folder).rglob("*.py"))]


def module_name(path: Path, root: Path) -> str:
    """Return the dotted module name of a file."""
    base = root / SOURCES[path.relative_to(root).parts[0]]
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def find_imports(path: Path) -> list[str]:
    """Return the names that a module imports, including in functions. `from a import b` may mean a or a.b."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    return sorted(names)


def read_imports(files: Iterable[Path], root: Path, cache: Path) -> dict[str, list[str]]:
    """Return the imports of every file. Unchanged files come from the cache."""
    known: dict[str, tuple[int, list[str]]] = json.loads(cache.read_text(encoding="utf-8")) if cache.exists() else {}
    fresh: dict[str, tuple[int, list[str]]] = {}
    for path in files:
        name, stamp = path.relative_to(root).as_posix(), path.stat().st_mtime_ns
        kept = known.get(name)
        fresh[name] = kept if kept and kept[0] == stamp else (stamp, find_imports(path))
    cache.parent.mkdir(exist_ok=True)
    cache.write_text(json.dumps(fresh), encoding="utf-8")
    return {name: names for name, (_, names) in fresh.items()}


def importers(root: Path = ROOT, cache: Path = CACHE) -> Graph:
    """Return for each file the files that import or start it."""
    files = python_files(root)
    places = {module_name(path, root): path.relative_to(root).as_posix() for path in files}
    graph = defaultdict[str, set[str]](set)
    for name, names in read_imports(files, root, cache).items():
        for imported in (*names, *STARTED.get(name, ())):
            if imported in places:
                graph[places[imported]].add(name)
    return graph


def distances(changed: Iterable[str], graph: Mapping[str, set[str]]) -> dict[str, int]:
    """Return for each file the number of imports between it and the nearest changed file."""
    far = dict.fromkeys(changed, 0)
    waiting = deque(far)
    while waiting:
        file = waiting.popleft()
        for importer in graph.get(file, ()):
            if importer not in far:
                far[importer] = far[file] + 1
                waiting.append(importer)
    return far


def find_modules(file: str, root: Path) -> Iterator[str]:
    """Yield the modules that represent a changed file in the graph, or the tests that it affects."""
    path = root / file
    if file.startswith("web/"):
        yield from tests_below(PAGE, root)
    elif path.name == "conftest.py":
        yield from tests_below(f"{path.parent.relative_to(root).as_posix()}/", root)
    elif path.suffix == ".py":
        yield file
    elif file.startswith(tuple(f"{folder}/" for folder in SOURCES)):
        beside = next(folder for folder in path.parents if any(folder.glob("*.py")) or folder == root)
        yield from (module.relative_to(root).as_posix() for module in beside.glob("*.py"))
    else:
        yield from tests_below(SETTINGS, root)


def tests_below(folder: str, root: Path) -> Iterator[str]:
    """Return the test files of a folder."""
    yield from (path.relative_to(root).as_posix() for path in sorted((root / folder).rglob("test_*.py")))


def select_tests(changed: Iterable[str], graph: Mapping[str, set[str]], root: Path = ROOT) -> list[str]:
    """Return the test files that a change can affect: matching names first, then by distance."""
    changed = list(changed)
    names = {word for file in changed for word in words_of(file)}
    far = distances([start for file in changed for start in find_modules(file, root)], graph)
    tests = [file for file in far if Path(file).name.startswith("test_") and (root / file).exists()]
    return sorted(tests, key=lambda file: (names.isdisjoint(words_of(file)), far[file], file))


def words_of(file: str) -> set[str]:
    """Return the words of a file's name, in the singular."""
    return {word.removesuffix("s") for word in Path(file).stem.split("_")} - {"test", ""}


def find_changes(base: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from the branch point, committed or not."""
    point = git("merge-base", "HEAD", base, root=root)
    new = git("ls-files", "--others", "--exclude-standard", root=root)
    return sorted({*git("diff", "--name-only", point, root=root).splitlines(), *new.splitlines()})


def git(*words: str, root: Path) -> str:
    """Return the output of a git command."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Print the files, one per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="main", help="the branch that the change is compared with")
    parser.add_argument("--most", type=int, default=0, help="print the nearest files only; 0: all of them")
    args = parser.parse_args()
    changed = find_changes(args.base)
    tests = select_tests(changed, importers())
    near = tests[: args.most or None]
    print(f"{len(changed)} changed files can affect {len(tests)} test files: {len(near)} are tried", file=sys.stderr)
    print(*near, sep="\n")


if __name__ == "__main__":
    main()
