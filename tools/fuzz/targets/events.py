"""Tournaments: lists as CSV, trails, settings, results as typed, plans of a knock-out."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from kamchatka.cli.tournament.typed_results import parse_result
from kamchatka.kernel.problem import Problem
from kamchatka.server.club.public_view import event_seen
from kamchatka.server.faults import Fault
from kamchatka.tournament.documents.csv_export import entrants_csv, results_csv, standings_csv
from kamchatka.tournament.documents.csv_import import ENTRANTS, RESULTS, entrants_from, results_from
from kamchatka.tournament.documents.csv_reader import parse_csv
from kamchatka.tournament.draw.formats import parse_knockout_plan
from kamchatka.tournament.events.changes import AnyChange
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.exchange import read_lines, write_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import TrailRow, mark_of, standing_changes
from kamchatka.tournament.referee import closing_throws, parse_hands, turns_after_time
from kamchatka.tournament.settings.settings import EventSettings, format_value, with_choices
from kamchatka.tournament.validation import check_settings, check_sound
from tools.fuzz.target import Target, framed
from tools.fuzz.targets.shelf import ROOT

ENCODINGS = ("utf-8", "utf-16", "cp1252", "latin-1", "mac-roman", "utf-8-sig")


@cache
def _changes() -> dict[str, list[dict[str, Any]]]:
    """Return the trails of events that an earlier version stored, change by change."""
    files = sorted((ROOT / "tests/tournament/former").glob("*.jsonl"))
    read = {path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in files}
    return {name: [line for line in lines if "kind" in line] for name, lines in read.items()}  # the last is the end


@cache
def _event(name: str = "evening") -> Event:
    return fold(enumerate(msgspec.convert(_changes()[name], list[AnyChange]), start=1))


# ------------------------------------------------------------------ lists
def _lists() -> Sequence[bytes]:
    event = _event()
    texts = [entrants_csv(event), results_csv(event), standings_csv(event, "en"), "nome;circolo\nZoë;Forlì\nÇağ;\n"]
    short = ["\n".join(text.splitlines()[:5]) for text in texts]
    return [f"{encoding}\n".encode() + text.encode(encoding, "replace") for text in short for encoding in ENCODINGS]


def _eat_list(data: bytes) -> None:
    """Read an encoding's name (empty to guess it), then the file: as entrants, and as results of the last round."""
    first, _, rest = data.partition(b"\n")
    encoding = first.decode("ascii", "replace") or None
    refused = 0
    for columns, take in (
        (ENTRANTS, entrants_from),
        (RESULTS, lambda event, sheet: results_from(event, sheet, 1, True)),
    ):
        try:
            take(_event(), parse_csv(rest, "fuzz.csv", columns, encoding))
        except Problem:
            refused += 1
            if refused == 2:
                raise


# ------------------------------------------------------------------ trails
class _Line(msgspec.Struct):
    change: msgspec.Raw = msgspec.Raw(b"null")
    undoes: int | None = None
    who: str = ""


def _trails() -> Sequence[bytes]:
    """Yield whole trails, and short ones that are undone and redone."""
    made = list[list[dict[str, Any]]]()
    for changes in _changes().values():
        made += [[{"change": one} for one in changes[:size]] for size in (6, 14, 22)]
        made.append([*({"change": one} for one in changes[:14]), {"undoes": 14}, {"undoes": 15}, {"undoes": 16}])
    return [b"\n".join(msgspec.json.encode(row) for row in rows) for rows in made]


def _eat_trail(data: bytes) -> None:
    """Read, fold and show an untrusted file. Hashes are recomputed, so that the code behind their check is reached."""
    rows, mark = list[TrailRow](), ""
    for number, line in enumerate((framed(line, _Line) for line in data.split(b"\n") if line.strip()), start=1):
        change = None if bytes(line.change) == b"null" else bytes(line.change).decode("utf-8", "replace")
        mark = mark_of(mark, number, "", line.who, change, line.undoes)
        rows.append(TrailRow(number, "", line.who, change, line.undoes, mark))
    _, entries = read_lines(write_lines(rows))
    event = fold(standing_changes(entries))
    check_sound(event.settings)
    try:
        event_seen("", len(entries), event, "en", 0.0)
    except Exception as error:  # as on the server, because a forged trail may fold to values that no desk writes
        raise Fault("problem", "no_event_file") from error


# ------------------------------------------------------------------ words
def _choices() -> Sequence[bytes]:
    settings = EventSettings()
    return [f"{name}={format_value(getattr(settings, name))}".encode() for name in EventSettings.__struct_fields__]


def _eat_choices(data: bytes) -> None:
    settings = with_choices(EventSettings(), data.decode("utf-8", "replace").split("\n"))
    check_settings(settings)


def _results() -> Sequence[bytes]:
    told = ("54+12", "objective", "out", "out:2", "late", "#7:alaska,brasile", "#:ala", "0", "fuori", "+3", "-4")
    return [f"{name}={one}".encode() for name in ("P000", "1", "p00") for one in told]


def _eat_result(data: bytes) -> None:
    parse_result(_event(), data.decode("utf-8", "replace"))


def _plans() -> Sequence[bytes]:
    return [b"64 4 4", b"100 4 4,5", b"27 3 3,4", b"5000 5 3,4,5", b"16 4 4"]


def _eat_plan(data: bytes) -> None:
    """Fuzz `/api/plan?entrants=64&final=4&sizes=4,5`, within the limits of its types."""
    words = [*data.decode("utf-8", "replace").split(" "), "", ""][:3]
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 4 for word in words[:2]]
    parse_knockout_plan(numbers[0], min(max(numbers[1], 3), 5), words[2])


def _hands() -> Sequence[bytes]:
    return [b"1,2,3,4 2 12", b"1,3,5 5 40", b"2 2 1"]


def _eat_hands(data: bytes) -> None:
    """Fuzz `/api/closing?hands=1,2,4&playing=2&turns=12`: the hands still in the game when time runs out."""
    words = [*data.decode("utf-8", "replace").split(" "), "", ""][:3]
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 2 for word in words[1:]]
    turns_after_time(closing_throws("challenge"), parse_hands(words[0]), numbers[0], min(max(numbers[1], 1), 200))


TRAIL = (Problem, Fault, msgspec.DecodeError, UnicodeError)
TARGETS = (
    Target("csv", "lists of entrants and results in any encoding", "bytes", _lists, lambda: _eat_list, share=15),
    Target("trail", "trails of events, undoings included", "lines", _trails, lambda: _eat_trail, TRAIL, share=15),
    Target(
        "settings", "settings of an event, name=value", "text", _choices, lambda: _eat_choices, share=40, largest=300
    ),
    Target("result", "a player's result as typed", "text", _results, lambda: _eat_result, share=30, largest=300),
    Target("hands", "hands in the game at the close", "text", _hands, lambda: _eat_hands, share=10, largest=300),
    Target("plan", "plans of a knock-out", "text", _plans, lambda: _eat_plan, share=5, largest=300),
)
