"""Find functions named by a past participle: `python -m tools.quality.names [PATH…]`.

A function is named by a verb: `describe`, not `described`. Properties, fixtures and tests are not counted, and neither
are the conventions below. `tools/quality/prose.py` counts them per folder; a count may only fall.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

# Irregular participles. Those that are also a present tense are missing: cut, hit, let, put, read, run, set, split.
IRREGULAR = re.compile(
    "(re|un|over)?("
    "beaten|been|begun|bitten|blown|borne|bound|bought|broken|brought|built|caught|chosen|dealt|done|drawn|driven|dug|"
    "eaten|fallen|fed|felt|fled|flown|forbidden|foreseen|foretold|forgotten|forsaken|fought|found|frozen|given|gone|got|"
    "grown|heard|held|hidden|hung|kept|known|laid|led|left|lent|lit|lost|made|meant|met|mistaken|paid|ridden|risen|rung|"
    "said|seen|sent|shaken|shown|shrunk|slain|slept|sold|sought|spent|spoken|spun|stolen|stood|struck|stuck|sung|sunk|"
    "sworn|taken|taught|thought|thrown|told|torn|understood|upheld|withdrawn|withheld|woken|won|worn|wound|woven|written)"
)
# Words that only look like participles: most end in -ed; to resent is a verb of its own.
NOT_PARTICIPLES = re.compile(
    "bed|bleed|breed|embed|exceed|feed|heed|hundred|indeed|need|proceed|red|resent|sacred|seed|shed|speed|succeed|unknown|weed"
)
# Reviewed names, with the reason why each of them stays.
CONVENTIONS = {
    "seen_by": "overridden by editions of others (docs/add-an-edition.md): the fact, frame or state as seen by a seat",
    "imagined": "overridden by editions of others, beside `seen_by`: the state with its hidden parts dealt anew",
    "renamed": "describes a field in its class's FIELDS, like `secret` and `optional`",
    "revealed": "describes a field in its class's FIELDS, like `secret` and `optional`",
    "defended_with": "public in kamchatka.odds: `defended_with(2)` is a rule, not an action",
    "thrown": "public in kamchatka.odds, beside `Side.thrown`",
}


def is_participle(word: str) -> bool:
    """Return True if a word is a past participle, or looks like one.

    >>> [word for word in ("told", "listed", "resold", "speed", "read", "tell") if is_participle(word)]
    ['told', 'listed', 'resold']
    """
    regular = len(word) > 3 and word.endswith("ed")
    return (regular or IRREGULAR.fullmatch(word) is not None) and not NOT_PARTICIPLES.fullmatch(word)


def is_value(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True if a decorator turns the function into a value, whose name is a noun or an adjective."""
    for decorator in function.decorator_list:
        name = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name.rpartition(".")[2] in {"property", "cached_property", "setter", "fixture"}:
            return True
    return False


def find_participles(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each function that is named by a participle.

    >>> list(find_participles("def told(): ..."))
    [(1, 'told')]
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_value(node):
            continue
        if is_participle(node.name.lstrip("_").partition("_")[0]) and node.name not in CONVENTIONS:
            yield node.lineno, node.name


def main() -> None:
    """Print every function that is named by a participle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path("src")])
    for path in parser.parse_args().paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for line, name in sorted(find_participles(file.read_text(encoding="utf-8"))):
                print(f"{file}:{line}: {name}")


if __name__ == "__main__":
    main()
