"""How much of the package escapes the type checker: counts that may only fall, and a reason for every exception."""

import re
from collections import Counter

from tests.architecture.project import PACKAGE

MOST_ANY = 299
MOST_EXCEPTIONS = {"type: ignore": 11, "cast": 9}
EXCEPTIONS = {"type: ignore": re.compile(r"# type: ignore\b"), "cast": re.compile(r"\bcast\(")}
REASON = re.compile(r"(# type: ignore\[[\w-]+(, ?[\w-]+)*\]|\bcast\(.*?)  # \w[^#]{8,}$")


def lines_of_package() -> list[tuple[str, str]]:
    """Yield every line of the package with the name of its file."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [
        (f"{path.relative_to(PACKAGE)}:{number}", line)
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


def test_any_becomes_rarer() -> None:
    """The count of `Any` doesn't grow: `object`, a type variable or a named alias says more."""
    found = sum(len(re.findall(r"\bAny\b", line)) for _, line in lines_of_package())
    assert found <= MOST_ANY, f"{found} times Any, at most {MOST_ANY}"


def test_exceptions_have_a_reason_and_become_rarer() -> None:
    """Every `cast` and `type: ignore` gives a reason on its line, and their count doesn't grow."""
    found = [
        (kind, at, line) for at, line in lines_of_package() for kind, word in EXCEPTIONS.items() if word.search(line)
    ]
    assert [at for _, at, line in found if not REASON.search(line)] == []
    assert Counter(kind for kind, _, _ in found) <= Counter(MOST_EXCEPTIONS)
