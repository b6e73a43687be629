"""`python -m tests.stored.make`: store what this version writes in a folder named after it.

Run once when a version is released, and commit the result; the folder is never changed again. To run it for another
version, set PYTHONPATH here: PYTHONPATH=/clone/of/it/src python -m tests.stored.make
"""

import sys

import kamchatka
from tests.stored.make_databases import make_databases
from tests.stored.make_events import make_events
from tests.stored.make_games import make_games
from tests.stored.make_vocabulary import make_vocabulary
from tests.stored.shelf import SHELF


def main() -> None:
    """Write all stored files."""
    folder = SHELF / kamchatka.__version__
    if folder.exists():
        sys.exit(f"{folder} is there already: what is on the shelf never changes")
    make_vocabulary(folder)
    make_games(folder)
    make_events(folder / "events")
    make_databases(folder)


if __name__ == "__main__":
    main()
