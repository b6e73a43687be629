"""Catalogues: a folder of TOML files per language, in this package or in KAMCHATKA_TEXTS, plus files of editions.

Every folder with a language.toml is a language. Missing sentences fall back to English.
"""

import os
import tomllib
from functools import cache
from pathlib import Path

from kamchatka.kernel.text import Text, in_words
from kamchatka.texts.nouns import Grammar, PlaceName
from kamchatka.texts.phrases import Phrases, Tree
from kamchatka.texts.plurals import Plural

FOLDERS = "KAMCHATKA_TEXTS"
ENGLISH = "en"
SHARED = ("problem", "counter", "name")  # tables of an edition that are also used where the edition isn't known

_editions: dict[str, Path] = {}

Roots = tuple[Path, ...]
ROOTS: Roots = (Path(__file__).parent, *map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))))


# ------------------------------------------------------------------ available languages
def languages() -> tuple[str, ...]:
    """List the available languages, with English (the fallback) last."""
    return _languages(ROOTS)


@cache
def _languages(roots: Roots) -> tuple[str, ...]:
    found = {file.parent.name for root in roots for file in root.glob("*/language.toml")}
    return tuple(sorted(found, key=lambda language: (language == ENGLISH, language)))


def own_name(language: str) -> str:
    """Return a language's own name for itself."""
    files = [_read(root / language / "language.toml") for root in ROOTS]
    return next((str(file["name"]) for file in reversed(files) if "name" in file), language)


def add_edition(package: str, folder: Path) -> None:
    """Register the package of an edition, whose folder has its words_<language>.toml files."""
    _editions[package] = folder
    _phrases.cache_clear()
    _catalogue.cache_clear()
    _plain.cache_clear()


# ------------------------------------------------------------------ sentences
def phrases(language: str, edition: str = "") -> Phrases:
    """Return the sentences of a language. The edition's own files add to them and replace them."""
    return _phrases(ROOTS, language, edition)


def say(language: str, text: Text) -> str:
    """Translate a Text. If no catalogue has it, return its repr, so that a typo never hides the content."""
    if not text.fields:
        return _plain(ROOTS, language, text.path)
    fields = {name: inflect(value, language) for name, value in text.fields.items()}
    known = _catalogue(ROOTS, language)
    return known.say(*text.path, **fields) if known.find(*text.path) is not None else repr(text)


@cache
def _plain(roots: Roots, language: str, path: tuple[str, ...]) -> str:
    """Translate a sentence without fields. Cached because labels of counters are requested often."""
    known = _catalogue(roots, language)
    return known.say(*path) if known.find(*path) is not None else repr(Text(*path))


def translate(language: str, /, **written: str) -> str:
    """Choose the translation in a data file.

    Languages without their own find the English text in their `[name]` table.
    """
    found = written.get(language)
    return found if found is not None else _name(language, written[ENGLISH])


def inflect(value: object, language: str) -> object:
    """Return a value's text or name in a language. A place's name keeps its noun kind, which determines its article."""
    return find(language) if callable(find := getattr(value, "noun", None)) else in_words(value, language)


def noun(language: str, name: str, **kinds: str) -> PlaceName:
    """Attach the noun kind to a name from a data file. Languages without their own have it in their `[kind]` table.

    Languages other than its two have kinds in their `[kind]` table.
    """
    kind = kinds.get(language)
    return PlaceName(name, kind if kind is not None else _catalogue(ROOTS, language).find("kind", name) or "")


def _name(language: str, english: str) -> str:
    return _catalogue(ROOTS, language).find("name", english) or english


@cache
def _phrases(roots: Roots, language: str, edition: str) -> Phrases:
    tree: Tree = {}
    for speech in dict.fromkeys((ENGLISH, language)):
        _merge(tree, _common(roots, speech))
        if edition:
            _merge(tree, _own(roots, speech, edition))
    return Phrases(tree, Plural(tree.get("plural", {})), Grammar(tree))


@cache
def _catalogue(roots: Roots, language: str) -> Phrases:
    """Return all sentences that Texts may use: the common ones and those in the shared tables of every edition."""
    tree: Tree = {}
    for speech in dict.fromkeys((ENGLISH, language)):
        _merge(tree, _common(roots, speech))
        for edition in _editions:
            own = _own(roots, speech, edition)
            _merge(tree, {table: own[table] for table in SHARED if table in own})
    return Phrases(tree, Plural(tree.get("plural", {})), Grammar(tree))


@cache
def _common(roots: Roots, language: str) -> Tree:
    tree: Tree = {}
    for root in roots:
        for file in sorted((root / language).glob("*.toml")):
            _merge(tree, _read(file))
    return tree


def _own(roots: Roots, language: str, edition: str) -> Tree:
    """Read an edition's sentences, which are stored beside its booklet or with the language."""
    tree: Tree = {}
    _merge(tree, _read(_editions[edition] / f"words_{language}.toml"))
    for root in roots:
        _merge(tree, _read(root / language / "editions" / f"{edition.rpartition('.')[2]}.toml"))
    return tree


@cache
def _read(file: Path) -> Tree:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _merge(tree: Tree, more: Tree) -> None:
    """Merge a tree into another, leaf by leaf, without sharing branches between them."""
    for name, value in more.items():
        if isinstance(value, dict):
            if not isinstance(tree.get(name), dict):
                tree[name] = {}
            _merge(tree[name], value)
        else:
            tree[name] = value
