"""Create and check translations, based on the English catalogues and the data of boards and editions.

python -m tools.generate.languages start FOLDER CODE     create a language in FOLDER/CODE, with all sentences in English
python -m tools.generate.languages missing CODE          list what a language doesn't translate yet
"""

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from json import dumps
from pathlib import Path
from typing import Any

import kamchatka
from kamchatka import EDITIONS
from kamchatka.boards import Composed, Named
from kamchatka.boards.geometry import BOARDS, load
from kamchatka.texts import ENGLISH, languages, phrases, translate

PACKAGE = Path(kamchatka.__file__).parent
WRITTEN = ("it", ENGLISH)  # languages that data files contain themselves
GRAMMAR = ("plural", "noun", "sounds")  # tables of language.toml that hold rules, not texts
COPIED = ("plural",)  # kinds of nouns are English until a language has its own

Tree = dict[str, Any]


# ------------------------------------------------------------------ texts to translate
def sentences(code: str = ENGLISH) -> dict[str, Tree]:
    """Return the catalogues of a language in the package, by path in a language folder."""
    common = {path.name: _read(path) for path in sorted((PACKAGE / "texts" / code).glob("*.toml"))}
    own = {path.parent.name: _read(path) for path in sorted((PACKAGE / "editions").glob(f"*/words_{code}.toml"))}
    return {**common, **{f"editions/{booklet}.toml": tree for booklet, tree in own.items()}}


def names() -> list[str]:
    """Return English names in boards, cards, rules and options; each has its Italian one in the file or a Named."""
    files = sorted(path for room in ("boards", "editions", "tournament") for path in (PACKAGE / room).rglob("*.toml"))
    found = [text for path in files for text in _find_paired_texts(_read(path))]
    for edition in EDITIONS.values():
        box = (*edition.cards, *edition.objectives, *edition.colours, *edition.kinds)
        boards = (one for sheet in edition.sheets for one in (sheet, *sheet.places, *sheet.zones))
        found.extend(text for thing in (*box, *boards) for text in _parts(thing))
        found.extend(face.en for face in edition.faces)
    for board in map(load, BOARDS):
        found.extend(caption.names[ENGLISH] for caption in board.captions)
        shapes = (*board.places.values(), *board.heavens.values())
        found.extend(" ".join(shape.labels[ENGLISH].lines) for shape in shapes)  # the map shows some in capitals
    return list(dict.fromkeys(filter(None, found)))


def _find_paired_texts(node: Any) -> Iterator[str]:
    """Yield texts with an Italian counterpart: en and it, title and title_it, text_en and text_it."""
    if isinstance(node, list):
        for below in node:
            yield from _find_paired_texts(below)
    if isinstance(node, dict):
        for key in node:
            pair = {"it": "en"}.get(key) or (key[:-3] if key.endswith("_it") else "")
            found = node.get(pair) or node.get(f"{pair}_en")
            if isinstance(found, str):
                yield found
            yield from _find_paired_texts(node[key])


def _parts(thing: object) -> Iterator[str]:
    if isinstance(thing, Composed):
        yield thing.pattern.en
        for part in thing.parts:
            for one in getattr(part, "parts", None) or (part,):
                yield from _parts(one)
    elif isinstance(thing, Named):
        yield thing.en


# ------------------------------------------------------------------ a new language
def start(folder: Path, code: str, translate: Callable[[str], str] = str) -> None:
    """Write a language folder, with `translate` applied to every sentence and name."""
    for place, tree in sentences().items():
        rules = {table: tree.pop(table) for table in GRAMMAR if table in tree}
        translated_tree = _translate_tree(tree, translate) | {table: rules[table] for table in COPIED if table in rules}
        _write(folder / code / place, translated_tree)
    _write(folder / code / "names.toml", {"name": {name: translate(name) for name in names()}})


def missing(code: str) -> list[str]:
    """Return untranslated texts of a language: paths of sentences, and names."""
    packages = {edition.booklet: edition.home for edition in EDITIONS.values()}
    spoken = {booklet: phrases(code, package) for booklet, package in packages.items()}
    english = {booklet: phrases(ENGLISH, package) for booklet, package in packages.items()}
    same = {
        ".".join(path)
        for booklet, words in spoken.items()
        for path in words.leaves()
        if path[0] not in GRAMMAR and words.find(*path) == english[booklet].find(*path)
    }
    unnamed = [name for name in names() if code not in WRITTEN and translate(code, en=name) == name]
    return [*sorted(same), *unnamed]


def _translate_tree(tree: Mapping[str, Any], translate: Callable[[str], str]) -> Tree:
    return {
        key: _translate_tree(value, translate) if isinstance(value, dict) else translate(value)
        for key, value in tree.items()
    }


def _read(path: Path) -> Tree:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, tree: Tree) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(_lines(tree, ())) + "\n", encoding="utf-8")


def _lines(tree: Tree, at: tuple[str, ...]) -> Iterator[str]:
    """Format a tree of texts as TOML. JSON strings are valid TOML strings."""
    if at:
        yield f"\n[{'.'.join(map(_quote, at))}]"
    leaves = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    yield from (f"{_quote(key)} = {_quote(value)}" for key, value in leaves.items())
    for key in tree:
        if key not in leaves:
            yield from _lines(tree[key], (*at, key))


def _quote(text: str) -> str:
    return dumps(text, ensure_ascii=False)


def main(arguments: Iterable[str]) -> int:
    """Run the command."""
    match list(arguments):
        case ["start", folder, code]:
            start(Path(folder), code)
            print(f"{folder}/{code}: translate what stands there; KAMCHATKA_TEXTS={folder} tries it.")
        case ["missing", code] if code in languages():
            left = missing(code)
            print("\n".join([*left, f"{len(left)} left in English"]))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
