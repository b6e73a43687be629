"""Write docs/rulebook/*.md, rules and refusals of every booklet: `python -m tools.generate.rulebook_pages`."""

from pathlib import Path

from kamchatka.cli.commands.rulebook_page import page
from kamchatka.editions import booklets
from kamchatka.editions.ledger import Ledger
from tests.refusals import page as refusals

PAGES = Path(__file__).parents[2] / "docs" / "rulebook"


def main() -> None:
    """Write all pages."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for booklet in booklets():
        (PAGES / f"{booklet}.md").write_text(page(Ledger.load(booklet)), encoding="utf-8")
        (PAGES / f"refusals-{booklet}.md").write_text(refusals.page(booklet), encoding="utf-8")


if __name__ == "__main__":
    main()
