"""docs/tournaments.md lists every setting with its default, every tie-break and every preset."""

import re
from pathlib import Path

from kamchatka.texts import phrases
from kamchatka.tournament.results.table_tiebreaks import TABLE_TIEBREAKS
from kamchatka.tournament.settings.presets import presets
from kamchatka.tournament.settings.settings import EventSettings, format_value
from kamchatka.tournament.standings.tiebreaks import TIEBREAKS

TEXT = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without code marks."""
    part = TEXT.partition(f"{heading}\n")[2].partition("\n#")[0]
    table = re.findall(r"^\| *(.+?) *\|$", part, flags=re.MULTILINE)[2:]
    return [[cell.strip().strip("`") for cell in line.split("|")] for line in table]


def test_the_table_of_settings_is_the_settings() -> None:
    """Order, defaults and labels are those of the program."""
    fresh = EventSettings()
    assert rows("### Settings") == [
        [name, format_value(getattr(fresh, name)) or "–", phrases("en").say("setting", name)]
        for name in EventSettings.__struct_fields__
    ]


def test_the_table_of_tie_breaks_is_the_tie_breaks() -> None:
    """The table lists those of the standings, the text above it those of a table."""
    assert rows("### Tie-breaks") == [[code, one.title.text("en")] for code, one in TIEBREAKS.items()]
    for one in TABLE_TIEBREAKS.values():
        assert f"`{one.code}`, {one.title.text('en')}" in TEXT.replace("\n", " ")


def test_the_table_of_presets_is_the_presets() -> None:
    """Every preset is listed."""
    named = [cell for cells in rows("## Formats and presets") for cell in re.split("`, `", cells[0])]
    assert sorted(named) == sorted(presets())
