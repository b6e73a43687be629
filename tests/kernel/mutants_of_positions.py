"""Mutated positions: stored lines with characters, words, numbers and frames exchanged."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHELF = Path(__file__).parents[1] / "stored"
SOUP = '0123456789-+.,|/="{}[]:? abcdefghßé\0\u202e'
NUMBERS = (-9, -4, -3, -2, -1, 0, 1, 5, 31, 41, 62, 63, 64, 1 << 31, 1 << 62, 1 << 63, -(1 << 63), 1 << 70)


def shelf() -> list[tuple[str, dict[str, Any]]]:
    """Return every stored position, with the options of its table."""
    files = sorted(SHELF.glob("*/positions.json"))
    return [(one["position"], one["options"]) for file in files for one in json.loads(file.read_text())]


def mutants(seed: int, lines: list[str]) -> Iterator[str]:
    """Yield mutated lines of one edition without end."""
    luck = random.Random(seed)
    words = [dict(word.split("=", 1) for word in line.split(" ")[2:]) for line in lines]
    frames = [frame for each in words for frame in json.loads(each["agenda"])]
    while True:
        line = luck.choice(lines)
        for _ in range(luck.choice((1, 1, 1, 2, 3))):
            change = luck.choice((_characters, _word, _numbers, _frames))
            line = change(luck, line, words, frames)
        yield line


def _characters(luck: random.Random, line: str, words: Any, frames: Any) -> str:
    at, length = luck.randrange(len(line) + 1), luck.choice((0, 1, 1, 2, 9))
    return line[:at] + "".join(luck.choices(SOUP, k=luck.choice((0, 1, 1, 3)))) + line[at + length :]


def _word(luck: random.Random, line: str, words: Any, frames: Any) -> str:
    """Replace a word with one of another position, or delete it."""
    head, *rest = line.split(" ")
    if not rest:
        return line
    at = luck.randrange(len(rest))
    name = rest[at].partition("=")[0]
    value = luck.choice(words).get(name)
    rest[at : at + 1] = [] if value is None or luck.random() < 0.1 else [f"{name}={value}"]
    return " ".join([head, *rest])


def _numbers(luck: random.Random, line: str, words: Any, frames: Any) -> str:
    """Change one number of the line."""
    digits = [at for at, one in enumerate(line) if one.isdigit()]
    if not digits:
        return line
    at = luck.choice(digits)
    return f"{line[:at]}{luck.choice(NUMBERS)}{line[at + 1 :]}"


def _frames(luck: random.Random, line: str, words: Any, frames: Any) -> str:
    """Replace the agenda by frames, steps and fields of other moments."""
    before, found, after = line.partition("agenda=")
    agenda, space, tail = after.partition(" extra=")
    try:
        there = json.loads(agenda) if found else []
        for _ in range(luck.choice((1, 1, 2))):
            _exchange(luck, there, frames)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError):
        return line
    return before + found + json.dumps(there, separators=(",", ":")) + space + tail


def _exchange(luck: random.Random, there: list[Any], frames: list[Any]) -> None:
    other = dict(luck.choice(frames))
    kind = luck.randrange(5)
    if kind == 0:
        there.append(other)
    elif kind == 1:
        there[luck.randrange(len(there))] = other
    elif kind == 2:
        luck.choice(there)["step"] = other["step"]
    elif kind == 3:
        luck.choice(there)["frame"] = other["frame"]
    else:
        frame = luck.choice(there)
        name = luck.choice(list(frame))
        frame[name] = luck.choice([*other.values(), *NUMBERS, None, [], {}, [luck.choice(NUMBERS)], "?"])
