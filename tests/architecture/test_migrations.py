"""Database migrations form one chain, so that two branches with the same number are noticed before they land."""

import re

from tests.architecture.project import PACKAGE

VERSIONS = PACKAGE / "server" / "storage" / "migrations" / "versions"


def test_each_migration_follows_the_one_before() -> None:
    """A file's number is its revision, numbers have no gap, and each migration follows the previous one."""
    files = sorted(VERSIONS.glob("v*.py"))
    found = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        found.append(
            tuple(re.findall(r'^(?:down_)?revision(?:: .+?)? = (?:"(\d{4})"|None)$', text, flags=re.MULTILINE))
        )
        assert path.name.startswith(f"v{found[-1][0]}_")
    numbers = [f"{number:04}" for number in range(1, len(files) + 1)]
    assert found == list(zip(numbers, ["", *numbers], strict=False))
