"""`python -m tests.stored.make`: put what this version keeps on the shelf, into a folder of its name.

Done once, when a version is released, and committed; the folder is never written again. Another version is asked for
with PYTHONPATH, from here: PYTHONPATH=/clone/of/it/src python -m tests.stored.make
"""

import sys

import kamchatka
from tests.stored.make_databases import make_databases
from tests.stored.make_events import make_events
from tests.stored.make_games import make_games
from tests.stored.make_vocabulary import make_vocabulary
from tests.stored.shelf import SHELF


def main() -> None:
    """Make all of it."""
    folder = SHELF / kamchatka.__version__
    if folder.exists():
        sys.exit(f"{folder} is there already: what is on the shelf never changes")
    make_vocabulary(folder)
    make_games(folder)
    make_events(folder / "events")
    make_databases(folder)


if __name__ == "__main__":
    main()
