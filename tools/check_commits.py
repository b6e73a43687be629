"""Check commit subjects: `python -m tools.check_commits [RANGE]` (default: the commits since the upstream branch).

A subject is `area: imperative summary`, at most 72 characters. A message contains no path of a machine.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 72
SUBJECT = re.compile(r"[a-z0-9][\w ,./-]*: [a-z0-9`'\"]\S*.*[^.]")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|root|tmp|work|Users|opt)/\S+")
NOT_IMPERATIVE = re.compile(r": (?:\w+ed|\w+ing|the|a|an|it|what|who|that) ", re.IGNORECASE)


def find_problems(subject: str, body: str = "") -> list[str]:
    """Return the problems of a commit message.

    >>> find_problems("http: refuse paths with double slashes")
    []
    >>> find_problems("Fixed it.")
    ['is not "area: imperative summary"']
    >>> find_problems("tables: added a cap on journal entries")
    ['is not imperative']
    """
    problems = []
    if len(subject) > LONGEST:
        problems.append(f"has {len(subject)} characters, at most {LONGEST}")
    if subject.startswith("Merge "):
        pass
    elif not SUBJECT.fullmatch(subject):
        problems.append('is not "area: imperative summary"')
    elif NOT_IMPERATIVE.search(subject):
        problems.append("is not imperative")
    if found := MACHINE_PATH.search(f"{subject}\n{body}"):
        problems.append(f"names a path of a machine: {found[0]}")
    return problems


def read_messages(commits: str) -> list[tuple[str, str, str]]:
    """Yield hash, subject and body of each commit of a range."""
    command = ["git", "log", "-z", "--format=%h%x1f%s%x1f%b", commits]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rows = [row.split("\x1f") for row in listed.stdout.split("\0") if row]
    return [(commit, subject, body) for commit, subject, body in rows]


def main() -> int:
    """Print every problem of a range of commits."""
    commits = sys.argv[1] if len(sys.argv) > 1 else "@{upstream}..HEAD"
    count = 0
    for commit, subject, body in read_messages(commits):
        for problem in find_problems(subject, body):
            count += 1
            print(f"{commit} {subject!r} {problem}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
