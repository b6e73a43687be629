"""The catalogues: a folder of TOML files per language, here or where KAMCHATKA_TEXTS says, and the editions' files.

A language is whatever folder has a language.toml. What it does not say is said in English.
"""

import os
import tomllib
from functools import cache
from pathlib import Path

from kamchatka.kernel.text import Text, worded
from kamchatka.texts.phrases import Phrases, Tree
from kamchatka.texts.plurals import Plural

FOLDERS = "KAMCHATKA_TEXTS"
ENGLISH = "en"
SHARED = ("problem", "counter", "name")  # tables of an edition that are read where nobody knows which edition speaks

_editions: dict[str, Path] = {}

Roots = tuple[Path, ...]
ROOTS: Roots = (Path(__file__).parent, *map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))))


# ------------------------------------------------------------------ which there are
def languages() -> tuple[str, ...]:
    """The languages spoken here; English, in which the others are completed, comes last."""
    return _languages(ROOTS)


@cache
def _languages(roots: Roots) -> tuple[str, ...]:
    found = {file.parent.name for root in roots for file in root.glob("*/language.toml")}
    return tuple(sorted(found, key=lambda language: (language == ENGLISH, language)))


def own_name(language: str) -> str:
    """What a language is called by those who speak it."""
    files = [_read(root / language / "language.toml") for root in ROOTS]
    return next((str(file["name"]) for file in reversed(files) if "name" in file), language)


def add_edition(package: str, folder: Path) -> None:
    """The package of an edition, in whose folder its words_<language>.toml files are."""
    _editions[package] = folder
    _phrases.cache_clear()
    _catalogue.cache_clear()
    _plain.cache_clear()


# ------------------------------------------------------------------ what they say
def phrases(language: str, edition: str = "") -> Phrases:
    """The sentences of a language; the files of an edition's package add to them or say them otherwise."""
    return _phrases(ROOTS, language, edition)


def say(language: str, text: Text) -> str:
    """A Text in words; itself where no catalogue has it, because a slip in a sentence must not hide what it says."""
    if not text.fields:
        return _plain(ROOTS, language, text.path)
    fields = {name: worded(value, language) for name, value in text.fields.items()}
    known = _catalogue(ROOTS, language)
    return known.say(*text.path, **fields) if known.find(*text.path) is not None else repr(text)


@cache
def _plain(roots: Roots, language: str, path: tuple[str, ...]) -> str:
    """A sentence without fields: labels of counters are asked for again and again."""
    known = _catalogue(roots, language)
    return known.say(*path) if known.find(*path) is not None else repr(Text(*path))


def translated(language: str, /, **written: str) -> str:
    """What a data file says in several languages, in one of them; others find it in their `[name]` by its English."""
    found = written.get(language)
    return found if found is not None else _name(language, written[ENGLISH])


def _name(language: str, english: str) -> str:
    return _catalogue(ROOTS, language).find("name", english) or english


@cache
def _phrases(roots: Roots, language: str, edition: str) -> Phrases:
    tree: Tree = {}
    for speech in dict.fromkeys((ENGLISH, language)):
        _merge(tree, _common(roots, speech))
        if edition:
            _merge(tree, _own(roots, speech, edition))
    return Phrases(tree, Plural(tree.get("plural", {})))


@cache
def _catalogue(roots: Roots, language: str) -> Phrases:
    """All sentences that Texts may name: the common ones, and what every edition shares."""
    tree: Tree = {}
    for speech in dict.fromkeys((ENGLISH, language)):
        _merge(tree, _common(roots, speech))
        for edition in _editions:
            own = _own(roots, speech, edition)
            _merge(tree, {table: own[table] for table in SHARED if table in own})
    return Phrases(tree, Plural(tree.get("plural", {})))


@cache
def _common(roots: Roots, language: str) -> Tree:
    tree: Tree = {}
    for root in roots:
        for file in sorted((root / language).glob("*.toml")):
            _merge(tree, _read(file))
    return tree


def _own(roots: Roots, language: str, edition: str) -> Tree:
    """An edition's sentences: beside its booklet, or with the language, under the name of the booklet."""
    tree: Tree = {}
    _merge(tree, _read(_editions[edition] / f"words_{language}.toml"))
    for root in roots:
        _merge(tree, _read(root / language / "editions" / f"{edition.rpartition('.')[2]}.toml"))
    return tree


@cache
def _read(file: Path) -> Tree:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _merge(tree: Tree, more: Tree) -> None:
    """Put a tree over another one, leaf by leaf; neither keeps a branch of the other."""
    for name, value in more.items():
        if isinstance(value, dict):
            if not isinstance(tree.get(name), dict):
                tree[name] = {}
            _merge(tree[name], value)
        else:
            tree[name] = value
