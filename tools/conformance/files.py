"""Write the conformance files with one case per line, so that diffs are readable."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.conformance import cases, games
from tools.conformance.readings import read_edition

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "specifications"
FOLDER = PAGES / "conformance"
VERSION = 1
MARK = re.compile(r"(<!-- examples -->\n).*?(<!-- /examples -->)", re.DOTALL)
SHOWN = 600  # maximum number of characters of an example on a page


def build_files() -> dict[str, str]:
    """Return the text of each conformance file by its name."""
    valid = {"positions": cases.positions, "views": cases.views, "actions": cases.actions, "journals": cases.journals}
    invalid = {"positions": cases.bad_positions, "actions": cases.bad_actions, "journals": cases.bad_journals}
    files = {
        f"{kind}.json": _document(kind, {"valid": make(), "invalid": invalid[kind]() if kind in invalid else []})
        for kind, make in valid.items()
    }
    known = {edition: read_edition(cases.game_of(edition).game) for edition in games.editions()}
    rows = ",\n".join(f"{_dump(edition)}: {_dump(ids)}" for edition, ids in known.items())
    return {
        **files,
        "editions.json": f'{{"format": "kamchatka-editions", "version": {VERSION}, "editions": {{\n{rows}\n}}}}\n',
    }


def _document(kind: str, lists: dict[str, list[cases.Case]]) -> str:
    parts = [f'"{name}": [\n{_lines(found)}\n]' for name, found in lists.items()]
    return f'{{"format": "kamchatka-{kind}", "version": {VERSION}, ' + ", ".join(parts) + "}\n"


def _lines(found: Iterable[cases.Case]) -> str:
    return ",\n".join(_dump(case) for case in found)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load(kind: str) -> dict[str, Any]:
    """Return a conformance file as data."""
    loaded: dict[str, Any] = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return loaded


def example(kind: str, case: cases.Case) -> str:
    """Return an example for a page: a short text as a whole, or the beginning of a long one."""
    text = case["text"].strip()
    if kind == "journals":
        text = "\n".join(line if len(line) < SHOWN else f"{line[:SHOWN]}…" for line in text.split("\n")[:3])
    return f"{case['name']}\n```text\n{text}\n```\n"


def choose_cases(kind: str, data: dict[str, Any]) -> list[cases.Case]:
    """Return one example per edition; of actions, all that we write."""
    if kind == "actions":
        return [case for case in data["valid"] if case["canonical"]]
    seen: dict[str, cases.Case] = {}
    for case in data["valid"]:
        edition = case["name"].partition(":")[0]
        if edition in games.editions() and (kind != "positions" or case["name"].endswith("middle")):
            seen.setdefault(edition, case)
    return list(seen.values())


def write_files() -> None:
    """Write every file and the examples of every page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in build_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    for kind in ("positions", "views", "actions", "journals"):
        page = PAGES / f"{kind}.md"
        page.write_text(insert_examples(page.read_text(encoding="utf-8"), kind), encoding="utf-8")


def insert_examples(page: str, kind: str) -> str:
    """Return a page with the examples of the current conformance file."""
    found = choose_cases(kind, load(kind))
    if kind == "actions":
        shown = "```text\n" + "\n".join(f"{case['edition']:<16}{case['text']}" for case in found) + "\n```\n"
    else:
        shown = "\n".join(example(kind, case) for case in found)
    return MARK.sub(lambda at: f"{at[1]}{shown}{at[2]}", page)
