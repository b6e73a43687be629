"""Templates: TOML files of sentences with fields in braces, the common ones and then those of an edition."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

Tree = dict[str, Any]


class Count(int):
    """A number in a sentence: `{armies:army|armies}` writes "1 army" or "3 armies"; `{armies:~is|are}` the word."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return int.__format__(self, spec)
        one, many = spec.removeprefix("~").split("|")
        word = one if self == 1 else many
        return word if spec.startswith("~") else f"{int(self)} {word}"


class Phrases:
    """The sentences of one language, found by a dotted path: a leaf is a template, a branch holds variants of one."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def find(self, *path: str) -> str | None:
        """The template at a path, or None."""
        node: Any = self.tree
        for step in path:
            node = node.get(step) if isinstance(node, dict) else None
        return node if isinstance(node, str) else None

    def say(self, *path: str, **fields: object) -> str:
        """The sentence at a path with its fields filled in."""
        template = self.find(*path)
        if template is None:
            raise LookupError(f"no words for {'.'.join(path)}")
        return template.format_map({name: _countable(value) for name, value in fields.items()})

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """One, two and three."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('list', last)} {items[-1]}"

    def span(self, least: int, most: int) -> str:
        """The numbers one may choose among: 2; 1 or 2; from 1 to 3."""
        if most < least:
            return self.say("list", "none")
        if most - least < 2:
            return self.listed([str(number) for number in range(least, most + 1)], "or")
        return self.say("list", "span", least=least, most=most)

    def leaves(self) -> Iterator[tuple[str, ...]]:
        """The path of every template."""
        yield from _leaves(self.tree, ())


def _countable(value: object) -> object:
    return Count(value) if isinstance(value, int) else value


def _leaves(node: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, below in node.items():
        if isinstance(below, dict):
            yield from _leaves(below, (*path, name))
        else:
            yield (*path, name)


@cache
def phrases(language: str, package: str = "") -> Phrases:
    """The sentences of a language; an edition's package may add some, or say them otherwise."""
    tree: Tree = {}
    for name in ("", "terminal_"):
        _merge(tree, _read("kamchatka.words", f"{name}{language}.toml"))
    if package:
        _merge(tree, _read(package, f"words_{language}.toml"))
    return Phrases(tree)


def _read(package: str, name: str) -> Tree:
    file = resources.files(package) / name
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _merge(tree: Tree, more: Tree) -> None:
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(tree.get(name), dict):
            _merge(tree[name], value)
        else:
            tree[name] = value
