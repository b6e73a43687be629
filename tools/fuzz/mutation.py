"""Mutations that respect the structure of an input: bytes, letters, lines, nodes of a JSON tree."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from tools.fuzz.oddities import CHARACTERS, NODES, NUMBERS, TEXTS
from tools.fuzz.target import Form

Json = Any
DEEPER: Final = 0.8  # chance that a mutation descends to a child instead of staying at a node
FEW: Final = (1, 1, 1, 1, 2, 2, 3, 5)  # maximum number of mutations of one input


class Mutator:
    """Generate inputs by mutating valid ones. Equal seeds give equal sequences."""

    def __init__(self, form: Form, seeds: Sequence[bytes], seed: str, largest: int) -> None:
        self.random = random.Random(seed)
        self.seeds = list(seeds)
        self.largest = largest
        self.make: Callable[[], bytes] = getattr(self, f"_{form}")
        self.trees = [_trees(one, form) for one in self.seeds] if form in ("json", "lines") else []
        self.leaves = _leaves(self.trees) or [None]

    def next(self) -> bytes:
        """Return another input."""
        return self.make()[: self.largest]

    # -------------------------------------------------------------- forms
    def _json(self) -> bytes:
        return self._lines()

    def _lines(self) -> bytes:
        """Mutate one or more lines of JSON: usually nodes, sometimes lines, sometimes bytes."""
        at = self.random.randrange(len(self.seeds))
        rows, luck = self.trees[at], self.random.random()
        if luck < 0.1 or not rows:
            return self._change_bytes(self.seeds[at])
        rows = list(rows)
        if luck < 0.2 and len(rows) > 1:
            self._shuffle(rows, self.random.choice(self.random.choice(self.trees) or rows))
        for _ in range(self.random.choice(FEW)):
            which = self.random.randrange(len(rows)) if rows else -1
            if which >= 0:
                rows[which] = self.node(rows[which])
        data = b"\n".join(msgspec.json.encode(row) for row in rows)
        return self._change_bytes(data) if luck > 0.97 else data

    def _text(self) -> bytes:
        text = self.random.choice(self.seeds).decode("utf-8", "surrogateescape")
        for _ in range(self.random.choice(FEW)):
            text = self._letters(text)
        return text.encode("utf-8", "surrogatepass")

    def _bytes(self) -> bytes:
        return self._change_bytes(self.random.choice(self.seeds))

    # -------------------------------------------------------------- bytes and letters
    def _change_bytes(self, data: bytes) -> bytes:
        luck, made = self.random, bytearray(data)
        for _ in range(luck.choice(FEW)):
            at = luck.randrange(len(made) + 1)
            end = min(len(made), at + luck.choice((1, 1, 2, 4, 16, 64)))
            match luck.randrange(6):
                case 0:
                    made[at:end] = luck.randbytes(luck.choice((1, 1, 2, 4, 16)))
                case 1:
                    del made[at:end]
                case 2:
                    made[at:at] = made[at:end] * luck.choice((1, 2, 8))
                case 3:
                    made[at:at] = luck.choice(CHARACTERS).encode("utf-8", "surrogatepass")
                case 4:
                    made[at:end] = str(luck.choice(NUMBERS)).encode()
                case _:
                    if made:
                        made[at % len(made)] ^= 1 << luck.randrange(8)
        return bytes(made)

    def _letters(self, text: str) -> str:
        """Make one change to a letter, a word or a number, or insert a piece of another seed."""
        luck = self.random
        at = luck.randrange(len(text) + 1)
        end = min(len(text), at + luck.choice((1, 1, 2, 5, 20)))
        match luck.randrange(7):
            case 0:
                return text[:at] + luck.choice(CHARACTERS) + text[end:]
            case 1:
                return text[:at] + text[end:]
            case 2:
                return text[:at] + text[at:end] * luck.choice((2, 3, 50)) + text[end:]
            case 3:
                return self._other_number(text, at)
            case 4:
                other = luck.choice(self.seeds).decode("utf-8", "replace")
                start = luck.randrange(len(other) + 1)
                return text[:at] + other[start : start + luck.choice((1, 4, 20, 200))] + text[end:]
            case 5:
                words = text.split(" ")
                self._shuffle(words, luck.choice(TEXTS))
                return " ".join(words)
            case _:
                return text[:at] + luck.choice(TEXTS) + text[at:]

    def _other_number(self, text: str, at: int) -> str:
        """Replace the next run of digits by an extreme number."""
        begin = next((n for n in range(at, len(text)) if text[n].isdigit()), len(text))
        end = next((n for n in range(begin, len(text)) if not text[n].isdigit()), len(text))
        return text[:begin] + str(self.random.choice(NUMBERS)) + text[end:]

    def _shuffle(self, row: list[Any], other: Any) -> None:
        """Delete, duplicate, swap or add an item of a list."""
        luck = self.random
        at = luck.randrange(len(row)) if row else 0
        match luck.randrange(5):
            case 0 if row:
                del row[at]
            case 1 if row:
                row.insert(luck.randrange(len(row) + 1), row[at])
            case 2 if row:
                to = luck.randrange(len(row))
                row[at], row[to] = row[to], row[at]
            case 3 if row:
                row[at:at] = [row[at]] * luck.choice((2, 20, 300))
            case _:
                row.insert(at, other)

    # -------------------------------------------------------------- a JSON tree, changed along one path
    def node(self, node: Json) -> Json:
        """Return a tree with one change somewhere."""
        if isinstance(node, dict):
            return self._object(node)
        if isinstance(node, list):
            return self._array(node)
        return self._leaf(node)

    def _object(self, node: dict[str, Json]) -> Json:
        luck = self.random
        if not node or luck.random() > DEEPER:
            return self._instead(node)
        made, name = dict(node), luck.choice(list(node))
        match luck.randrange(10):
            case 0:
                del made[name]
            case 1:
                made[luck.choice(TEXTS)] = made.pop(name)
            case 2:
                made[luck.choice(list(node))] = node[name]
            case 3:
                made[luck.choice(TEXTS)] = luck.choice(self.leaves)
            case _:
                made[name] = self.node(node[name])
        return made

    def _array(self, node: list[Json]) -> Json:
        luck = self.random
        if luck.random() > DEEPER:
            return self._instead(node)
        made = list(node)
        if not node or luck.random() < 0.3:
            self._shuffle(made, luck.choice(self.leaves))
        else:
            at = luck.randrange(len(made))
            made[at] = self.node(made[at])
        return made

    def _leaf(self, node: Json) -> Json:
        luck = self.random
        if luck.random() > DEEPER:
            return self._instead(node)
        if isinstance(node, str):
            return (
                self._letters(node).encode("utf-8", "replace").decode() if luck.random() < 0.5 else luck.choice(TEXTS)
            )
        if isinstance(node, int) and not isinstance(node, bool) and luck.random() < 0.5:
            return node + luck.choice((-2, -1, 1, 2)) if abs(node) < 1 << 60 else 0
        return luck.choice(NUMBERS) if luck.random() < 0.5 else luck.choice(self.leaves)

    def _instead(self, node: Json) -> Json:
        """Return a replacement of another type, too deep, too long, or from another place."""
        luck = self.random
        match luck.randrange(4):
            case 0:
                return luck.choice(NODES)
            case 1:
                return [node]
            case 2:
                return {luck.choice(TEXTS): node}
            case _:
                return luck.choice(self.leaves)


def _trees(data: bytes, form: Form) -> list[Json]:
    """Return a seed as lines of JSON, or nothing if it is invalid or too deep, as stored findings may be."""
    try:
        return [msgspec.json.decode(line) for line in (data.split(b"\n") if form == "lines" else [data]) if line]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return []


def _leaves(trees: Sequence[Json], most: int = 3000) -> list[Json]:
    """Yield values in the seeds, which include valid names of places, cards and fields."""
    found: dict[str, Json] = {}
    waiting = list(trees)
    while waiting and len(found) < most:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += [*node, *node.values()]
        elif isinstance(node, list):
            waiting += node
        else:
            found.setdefault(repr(node), node)
    return list(found.values())
