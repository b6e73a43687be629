"""Writes docs/rulebook/<edition>.md for every booklet in the package."""

from pathlib import Path

from kamchatka.cli.rulebook_page import page
from kamchatka.editions.ledger import Ledger
from kamchatka.editions.rulebook import booklets

PAGES = Path(__file__).parents[1] / "docs" / "rulebook"


def main() -> None:
    """Write every page anew."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for edition in booklets():
        (PAGES / f"{edition}.md").write_text(page(Ledger.load(edition)), encoding="utf-8")


if __name__ == "__main__":
    main()
