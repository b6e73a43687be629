"""Facts, frames, steps and fields are read under the names that earlier versions stored."""

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kamchatka.editions import EDITIONS
from kamchatka.journal import line_of, parse
from kamchatka.kernel.edges.record import fields, read_fact, read_frame, update_names, write_fact, write_frame
from tests.stored.shelf import SHELF

YEAR = EDITIONS["risk2210"].game(EDITIONS["risk2210"].table_rules({}))
FORMER: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"frame": "Buying", "step": "Market", "seat": 1, "order": [0, 2]},
        {"frame": "Buying", "step": "Market", "seat": 1, "ordered": [0, 2]},
    ),
    ({"frame": "Frame", "step": "Yield", "seat": 2}, {"frame": "PlainFrame", "step": "EnergyIncome", "seat": 2}),
    ({"frame": "Frame", "step": "Blight", "seat": 0}, {"frame": "PlainFrame", "step": "PlaceHazards", "seat": 0}),
]


@pytest.mark.parametrize(("before", "now"), FORMER)
def test_what_was_written_before_is_read_and_written_as_today(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert write_frame(YEAR, read_frame(YEAR, before)) == now
    assert write_frame(YEAR, read_frame(YEAR, now)) == now
    opened, replaced = read_fact(YEAR, {"fact": "Opened", "frame": before}), {"fact": "WentOn", "frame": before}
    assert write_fact(YEAR, opened) == {"fact": "Opened", "frame": now}
    assert write_fact(YEAR, read_fact(YEAR, replaced)) == {"fact": "FrameReplaced", "frame": now}


def test_names_alone_are_renewed_without_a_game() -> None:
    before = {"fact": "WentOn", "frame": {"frame": "Buying", "step": "Market", "seat": 1, "order": [0, 2]}}
    assert update_names(before) == {
        "fact": "FrameReplaced",
        "frame": {"frame": "Buying", "step": "Market", "seat": 1, "ordered": [0, 2]},
    }
    assert update_names({"fact": "Nothing", "x": 1}) == {"fact": "Nothing", "x": 1}


OLD = (b'"fact":"WentOn"', b'"frame":"Frame"', b'"step":"Yield"', b'"fact":"Blighted"', b'"order":[')
NEW = (
    b'"fact":"FrameReplaced"',
    b'"frame":"PlainFrame"',
    b'"step":"EnergyIncome"',
    b'"fact":"HazardPlaced"',
    b'"ordered":[',
)


def journals() -> list[Path]:
    """Yield journals of 2210 as version 0.1.0 wrote them."""
    return sorted((SHELF / "0.1.0" / "journals").glob("risk2210-*.jsonl.xz"))


def test_stored_journals_hold_the_former_names_and_open() -> None:
    """A stored game, written again, has only today's names and the same facts."""
    texts = [lzma.decompress(path.read_bytes()) for path in journals()]
    assert all(any(name in text for text in texts) for name in OLD)
    written = b""
    for path, text in zip(journals(), texts, strict=True):
        match = parse(text, path.name).match
        lines = [line_of(match.game, n, entry) for n, entry in enumerate(match.entries)]
        written += msgspec.json.encode(lines)
        again = [read_fact(match.game, fact) for entry in match.entries for fact in facts_of(match.game, entry)]
        told = [fact for entry in match.entries for fact in entry.facts]
        assert [type(fact) for fact in again] == [type(fact) for fact in told]
        assert [write_fact(match.game, fact) for fact in again] == [write_fact(match.game, fact) for fact in told]
    assert all(name in written for name in NEW)
    assert not any(name in written for name in OLD[:4])


def facts_of(game: Any, entry: Any) -> list[dict[str, Any]]:
    """Return the facts of an entry as a file gives them back."""
    written: list[dict[str, Any]] = msgspec.json.decode(
        msgspec.json.encode([write_fact(game, fact) for fact in entry.facts])
    )
    return written


def test_a_name_of_no_version_is_none() -> None:
    with pytest.raises(ValueError, match=r"There is no step “Lunch”"):
        read_frame(YEAR, {"frame": "Frame", "step": "Lunch", "seat": 2})
    assert fields(read_frame(YEAR, FORMER[1][0]))["seat"] == 2
