"""Nouns of single editions, gathered from what their packages declare, and where shared code uses them."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.architecture.project import PACKAGE, ROOT, tree_of

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:\w])//[^\n]*|<style>.*?</style>", re.DOTALL)
FIELD = re.compile(r"\{[^}]*\}")
SHORTEST = 3  # minimum number of letters of a noun
ALSO = {"god", "commander", "sunken"}  # nouns of editions that shared catalogues may use
WRITTEN = ("wire/messages.ts", "wire/facts.ts", "words/phrases.ts")  # files that tools generate from declarations


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a name or a sentence, in lower case and singular.

    >>> list(words_of("RelicsTaken god_war"))
    ['relic', 'taken', 'god', 'war']
    """
    for word in WORD.findall(text):
        plain = word.lower()
        yield plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


def sentences(tree: Mapping[str, object]) -> Iterator[str]:
    """Return the texts of a catalogue without their fields."""
    for value in tree.values():
        if isinstance(value, dict):
            yield from sentences(value)
        elif isinstance(value, str):
            yield FIELD.sub(" ", value)


def catalogue_words(paths: Iterable[Path]) -> set[str]:
    """Return the words of English catalogues."""
    trees = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {word for tree in trees for text in sentences(tree) for word in words_of(text)}


def edition_nouns() -> set[str]:
    """Return words that only one edition's catalogue uses, and no shared catalogue."""
    own = [catalogue_words([path]) for path in sorted((PACKAGE / "editions").glob("*/words_en.toml"))]
    editions = Counter(word for words in own for word in words)
    shared = catalogue_words((PACKAGE / "texts/en").glob("*.toml"))
    single = {word for word, count in editions.items() if count == 1 and len(word) >= SHORTEST}
    return single - shared | ALSO


def python_words(path: Path) -> Iterator[str]:
    """Return the words of names and texts in a module, without comments and docstrings."""
    tree = tree_of(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        for name in ("id", "attr", "name", "arg"):
            if isinstance(text := getattr(node, name, None), str):
                yield from words_of(text)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from words_of(node.value)


def page_words(path: Path) -> Iterator[str]:
    """Return the words of a script or component, without comments and styles."""
    return words_of(COMMENT.sub("", path.read_text(encoding="utf-8")))


def shared_files() -> Iterator[tuple[str, Iterable[str]]]:
    """Yield every file of shared rooms and of the page, with its words."""
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(PACKAGE)
        if inner.parts[0] != "editions" and "static" not in inner.parts:
            yield path.relative_to(ROOT).as_posix(), python_words(path)
    page = ROOT / "web/src"
    for path in sorted([*page.rglob("*.ts"), *page.rglob("*.svelte")]):
        if ".test." not in path.name and path.relative_to(page).as_posix() not in WRITTEN:
            yield path.relative_to(ROOT).as_posix(), page_words(path)


def uses() -> dict[str, Counter[str]]:
    """Return the nouns of editions in shared files."""
    nouns = edition_nouns()
    found = {name: Counter(word for word in words if word in nouns) for name, words in shared_files()}
    return {name: count for name, count in found.items() if count}
