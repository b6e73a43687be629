"""Presets for quick match, and how long they take: estimated, or measured on this server."""

import tomllib
from functools import cache
from importlib import resources
from statistics import quantiles

import msgspec
from sqlalchemy import select

from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.server.display_names import edition_name, edition_summary
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import ClockForm, Options
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickPresetSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import LONG_THOUGHT
from kamchatka.texts import ENGLISH, phrases

ENOUGH = 12  # from this number of games on, measured durations replace estimates
LATEST = 200  # maximum number of games measured
USUAL_SEATS = 4
USUAL_CLOCK = {"live": ClockForm("turn", 120), "days": ClockForm("turn", 86_400)}


class PresetWords(msgspec.Struct, frozen=True):
    """A preset's name and description."""

    name: str
    about: str


class QuickPreset(msgspec.Struct, frozen=True):
    """Settings of a table for users who wait. `id` is "" for an edition's default settings."""

    edition: str
    seats: int
    clock: ClockForm
    id: str = ""
    options: Options = {}
    minutes: tuple[int, int] = (0, 0)  # estimated range in minutes; zeros if unknown

    @property
    def pace(self) -> str:
        """The pace: in one sitting, or over days."""
        return "days" if self.clock.seconds >= LONG_THOUGHT else "live"

    def words(self, language: str) -> PresetWords:
        """Return the preset's name and description, or those of its edition."""
        if not self.id:
            return PresetWords(edition_name(self.edition, language), edition_summary(self.edition, language))
        known = phrases(language).branch("server", "preset", self.id)
        return PresetWords(known.say("name"), known.say("about"))


@cache
def presets() -> dict[str, QuickPreset]:
    """Return the presets of the installed editions, by id."""
    data = tomllib.loads(resources.files(__package__).joinpath("presets.toml").read_text(encoding="utf-8"))
    found = msgspec.convert(data["preset"], tuple[QuickPreset, ...])
    return {one.id: one for one in found if one.edition in EDITIONS}


def find_presets(form: QuickForm) -> tuple[QuickPreset, ...]:
    """Return the presets that a form accepts: one, an edition's default, or any.

    Raise a Problem or a Fault if the form names an unknown one.
    """
    if form.preset:
        if form.preset not in presets():
            raise Fault("problem", "no_preset", preset=form.preset)
        return (presets()[form.preset],)
    if form.edition:
        return (_usual(form.edition, form.pace),)
    return (*(one for one in presets().values() if one.pace == form.pace), *(_usual(id, form.pace) for id in EDITIONS))


def _usual(edition: str, pace: str) -> QuickPreset:
    """Return a preset with an edition's default settings."""
    seats = find_edition(edition).seats
    return QuickPreset(edition, min(max(USUAL_SEATS, seats[0]), seats[-1]), USUAL_CLOCK[pace])


class Durations:
    """Measures how long games take."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def describe(self, preset: QuickPreset, language: str) -> QuickPresetSeen:
        """Describe a preset with its duration: the middle half of the measured games, or the estimate."""
        words, took = preset.words(language or ENGLISH), await self._took(preset)
        low, _, high = quantiles(took, n=4) if len(took) >= ENOUGH else (preset.minutes[0], 0, preset.minutes[1])
        return QuickPresetSeen(
            preset.id,
            words.name,
            words.about,
            preset.edition,
            edition_name(preset.edition, language),
            preset.seats,
            "days" if preset.pace == "days" else "live",
            preset.clock,
            (round(low), round(high)),
            len(took) if len(took) >= ENOUGH else 0,
        )

    async def _took(self, preset: QuickPreset) -> list[float]:
        """Return how many minutes the latest games of that kind took."""
        r = schema.results
        rows = await self.database.rows(
            select(r.c.table_id, r.c.seconds)
            .where(
                r.c.edition == preset.edition,
                r.c.pace == preset.pace,
                r.c.seats == preset.seats,
                r.c.place.is_not(None),
                r.c.ended.is_not(None),
            )
            .order_by(r.c.ended.desc())
            .limit(LATEST * preset.seats)
        )
        return [seconds / 60 for seconds in {row.table_id: row.seconds for row in rows}.values()]
