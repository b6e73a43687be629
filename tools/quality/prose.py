"""Count phrases that hide their subject, and functions not named by verbs, per folder: `python -m tools.quality.prose`.

Counts may only fall. `--write` stores today's counts as the new limit. The patterns are an alarm, not a style guide:
a phrase that reads well in its place may stay, as long as the folder's count does not grow.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from tools.quality.names import find_participles

ROOT = Path(__file__).parents[2]
LIMITS = Path(__file__).with_name("prose_limits.json")
ENDINGS = {".py", ".ts", ".js", ".svelte", ".md", ".css"}
GENERATED = ("docs/rulebook/", "docs/bot-decisions.md", "docs/glossary.md", "tests/stored/", "tests/golden/")
EXEMPT = {"tools/quality/prose.py", "tests/docs/test_prose.py"}
PATTERNS = {
    "whoever": r"\bwhoever\b",
    "one's": r"\bone(?:'|’)s\b",
    "somebody": r"\bsomebody\b",
    "so many": r"\bso (?:many|much)\b",
    "reckon": r"\breckon\w*",
    "what is told": r"\bwhat is (?:told|known|kept|said|shown)\b",
    "who + verb": r"(?:^|[.;:,(]\s+)who \w+s\b",
}
COMPILED = {name: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for name, pattern in PATTERNS.items()}

Counts = dict[str, dict[str, int]]  # by folder, by pattern


def list_files() -> Iterator[str]:
    """Yield the paths of the tracked files that people read."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for path in listed.stdout.splitlines():
        if Path(path).suffix in ENDINGS and not path.startswith(GENERATED) and path not in EXEMPT:
            yield path


def folder_of(path: str) -> str:
    """Return the folder that a file is counted in: two levels, below `src/kamchatka` one more.

    >>> folder_of("src/kamchatka/server/tables/room.py"), folder_of("tests/rules/modern/test_x.py")
    ('src/kamchatka/server/tables', 'tests/rules')
    """
    parts = Path(path).parent.parts
    return "/".join(parts[: 4 if parts[:1] == ("src",) else 2]) or "."


def count_patterns(text: str) -> Counter[str]:
    """Return the occurrences of each pattern in a text.

    >>> dict(count_patterns("Whoever asks is told one's own."))
    {'whoever': 1, "one's": 1}
    """
    counts = {name: len(pattern.findall(text)) for name, pattern in COMPILED.items()}
    return Counter({name: count for name, count in counts.items() if count})


def count_names(path: str, text: str) -> Counter[str]:
    """Count the functions of a Python file that are named by a participle.

    >>> count_names("x.py", "def told(): ..."), count_names("x.md", "def told(): ...")
    (Counter({'participle as a function': 1}), Counter())
    """
    count = len(list(find_participles(text))) if path.endswith(".py") else 0
    return Counter({"participle as a function": count} if count else {})


def count_tree() -> Counts:
    """Count the phrases in the working tree."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in list_files():
        file = ROOT / path
        if file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace")
            found[folder_of(path)] += count_patterns(text) + count_names(path, text)
    return {folder: dict(sorted(counts.items())) for folder, counts in sorted(found.items()) if counts}


def compare_counts(now: Mapping[str, Mapping[str, int]], limits: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Describe every count above its limit.

    >>> compare_counts({"src": {"whoever": 3}}, {"src": {"whoever": 2}})
    ['src: "whoever" 3 times, at most 2']
    """
    return [
        f'{folder}: "{name}" {count} times, at most {limits.get(folder, {}).get(name, 0)}'
        for folder, counts in now.items()
        for name, count in counts.items()
        if count > limits.get(folder, {}).get(name, 0)
    ]


def read_limits() -> Counts:
    """Return the stored limits."""
    return msgspec.json.decode(LIMITS.read_bytes(), type=Counts)


def write_limits(counts: Counts) -> None:
    """Store counts as the new limits."""
    LIMITS.write_bytes(msgspec.json.format(msgspec.json.encode(counts), indent=1) + b"\n")


def main() -> int:
    """Print the totals and every count that has grown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store today's counts as the new limits")
    arguments = parser.parse_args()
    counts = count_tree()
    totals = sum((Counter(one) for one in counts.values()), Counter[str]())
    print("  ".join(f"{name} {count}" for name, count in totals.most_common()))
    if arguments.write:
        write_limits(counts)
        return 0
    grown = compare_counts(counts, read_limits())
    print(*grown, sep="\n", end="\n" if grown else "")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
