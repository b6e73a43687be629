"""Reads the file of cups: the operator's, the package's, or none."""

import tomllib
from importlib import resources
from pathlib import Path

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.kernel.problem import Problem
from kamchatka.server.cups.cup_plan import CupPlan, check_plan
from kamchatka.server.cups.timetable import zone_of

OFF = "off"
LARGEST = 100_000  # bytes
MOST = 20  # cups in a file


class CupsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a cups file."""

    cup: tuple[CupPlan, ...] = ()


def read_cups(name: str) -> tuple[CupPlan, ...]:
    """Return the cups of a file, of the package if no file is named, or none for `off`."""
    if name == OFF:
        return ()
    if name:
        return parse_cups(_content(Path(name)), name)
    content = resources.files(__package__).joinpath("cups.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(content), CupsFile, strict=False)
    return tuple(plan for plan in found.cup if plan.edition in EDITIONS)


def _content(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Problem("cups.large", file=str(file), most=LARGEST)
        return data.decode("utf-8")
    except (OSError, UnicodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "UTF-8"
        raise Problem("cups.no_file", file=str(file), error=said) from None


def parse_cups(content: str, name: str) -> tuple[CupPlan, ...]:
    """Parse and check a file; a Problem names the file, the cup and what is wrong."""
    try:
        found = msgspec.convert(tomllib.loads(content), CupsFile).cup
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Problem("cups.unreadable", file=name, error=str(error)[:300]) from None
    if len(found) > MOST:
        raise Problem("cups.many", file=name, most=MOST)
    for plan in found:
        if sum(one.id == plan.id for one in found) > 1:
            raise Problem("cups.twice", file=name, cup=plan.id)
        try:
            zone_of(plan)
            check_plan(plan)
        except Problem as problem:
            raise Problem("cups.wrong", file=name, cup=plan.id, problem=problem) from None
    return found
