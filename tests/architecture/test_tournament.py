"""The folders of `tournament` depend only on those below them."""

from tests.architecture.project import PACKAGE, imports, name_of

ROOM = PACKAGE / "tournament"
SHARED = [ROOM, PACKAGE / "cli" / "tournament"]
ORDER = ["settings", "events", "results", "standings", "draw", "documents"]  # each folder imports only those before it
MOST_FILES = 15


def test_folders_import_only_those_below() -> None:
    """Folders import only those below: settings, events, results, standings, draws, documents, in this order."""
    above = [
        f"{name_of(path)}: {module}"
        for at, folder in enumerate(ORDER)
        for path in (ROOM / folder).glob("*.py")
        for module in imports(path)
        for other in ORDER[at + 1 :]
        if module.startswith(f"kamchatka.tournament.{other}.")
    ]
    assert not above


def test_folders_are_small() -> None:
    """Folders are small enough to read their list of files at a glance."""
    folders = [ROOM, *(path for path in ROOM.rglob("*") if path.is_dir()), PACKAGE / "cli" / "tournament"]
    counts = {name_of(folder): len(list(folder.glob("*.py"))) for folder in folders}
    assert not {name: count for name, count in counts.items() if count > MOST_FILES}
