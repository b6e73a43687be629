"""The stored files of every version: folders named by version that never change, and how their files are packed."""

import json
import lzma
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kamchatka.kernel.edges.record import update_names

Json = dict[str, Any]
SHELF = Path(__file__).parent
VERSIONS = sorted(path.parent.name for path in SHELF.glob("*/journals.json"))


def pack(path: Path, data: bytes) -> None:
    """Write a stored file; the same data gives the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def read_unpacked(path: Path) -> bytes:
    """Return the content of a stored file."""
    return lzma.decompress(path.read_bytes())


def note(path: Path, expected: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write down what a later version must find, one item per line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(expected, Mapping):
        lines, ends = [f"{_text(name)}: {_text(value)}" for name, value in expected.items()], "{}"
    else:
        lines, ends = [_text(value) for value in expected], "[]"
    path.write_text(f"{ends[0]}\n" + ",\n".join(lines) + f"\n{ends[1]}\n", encoding="utf-8")


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def recorded_result(path: Path) -> Any:
    """Return what the version that wrote the file found in it."""
    return json.loads(path.read_text(encoding="utf-8"))


def stored_files(pattern: str) -> list[Path]:
    """Return the files that match a pattern, in the folders of all versions."""
    return [path for version in VERSIONS for path in sorted((SHELF / version).glob(pattern))]


def shelf_name(path: Path) -> str:
    """Return a test id for a stored file, as 0.1.0/journals/modern-race."""
    return str(path.relative_to(SHELF)).partition(".jsonl")[0].removesuffix(".xz")


def same_position(before: str, now: str) -> bool:
    """Return whether a position has everything that it had; a later version may add to it."""
    return set(map(_today, before.split(" "))) <= set(map(_today, now.split(" ")))


def _today(word: str) -> str:
    """Return a word of a position with today's names of frames and fields."""
    name, _, text = word.partition("=")
    return f"{name}={_text([update_names(frame) for frame in json.loads(text)])}" if name == "agenda" else word


def same(before: Json, now: Json) -> bool:
    """Return whether a journal's description has everything that it had."""
    rest = {name: value for name, value in before.items() if name != "position"}
    return rest.items() <= now.items() and same_position(before["position"], now["position"])


def holds(now: Any, before: Any) -> bool:
    """Return whether data has everything that it had; additions of later versions are ignored."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(name in now and holds(now[name], value) for name, value in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return len(now) == len(before) and all(map(holds, now, before))
    return bool(now == before)


def departures(kind: str) -> dict[str, str]:
    """Return what this version does differently on purpose, with reasons."""
    found: dict[str, str] = tomllib.loads((SHELF / "departures.toml").read_text(encoding="utf-8"))[kind]
    return found
