"""What a cup is: its game, its timetable and its prizes, as written in a cups file."""

from typing import Annotated, Literal, get_args

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.problem import Problem
from kamchatka.players import check_house_bot
from kamchatka.server.protocol.payloads import ClockForm, Options, SeatForm, TableForm
from kamchatka.texts import translate
from kamchatka.tournament.events.changes import EventOpened
from kamchatka.tournament.registration import new_event
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.settings import format_value

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAYS: tuple[Day, ...] = get_args(Day)
SIZES = (4, 3, 5)  # table sizes without bots: every number of players from 3 on can be seated
LONGEST = 40  # characters of a table's name
ABSENT = 60  # seconds until a bot plays for an absent player

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
About = Annotated[str, msgspec.Meta(max_length=300)]
Prize = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class CupPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cup of the file. Each date of its timetable is one cup with players and results of its own."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,29}$")]
    en: Title
    it: Title
    about_en: About = ""
    about_it: About = ""
    edition: str
    days: tuple[Day, ...] = DAYS
    time: Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "UTC"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2
    seats: Annotated[int, msgspec.Meta(ge=3, le=5)] = 4
    preset: str = "points"  # how games are scored, as for tournaments
    settings: dict[str, bool | int | str] = {}  # settings that differ from the preset
    options: Options = {}  # options of the tables
    clock_seconds: Annotated[int, msgspec.Meta(ge=15, le=600)] = 60  # per turn
    round_minutes: Annotated[int, msgspec.Meta(ge=10, le=360)] = 90  # after which unfinished games are called off
    pause_minutes: Annotated[int, msgspec.Meta(ge=0, le=60)] = 2  # between two rounds
    bots: bool = True  # whether bots fill the tables
    bot: str = "captain"
    most: Annotated[int, msgspec.Meta(ge=3, le=200)] = 64  # players
    points: Annotated[tuple[Prize, ...], msgspec.Meta(min_length=1, max_length=50)] = (10, 7, 5, 3, 2, 1)

    def name(self, language: str) -> str:
        """Return the cup's name in a language."""
        return translate(language, it=self.it, en=self.en)

    def about(self, language: str) -> str:
        """Return the description in a language."""
        return translate(language, it=self.about_it, en=self.about_en) if self.about_en else ""

    @property
    def least(self) -> int:
        """Fewest people with whom the cup is played."""
        return 1 if self.bots else 3

    @property
    def sizes(self) -> tuple[int, ...]:
        """Table sizes: one if bots fill the tables."""
        if self.bots:
            return (self.seats,)
        allowed = find_edition(self.edition).seats
        return tuple(size for size in SIZES if size in allowed)

    def opening(self, day: str) -> EventOpened:
        """Return the opening of the event; a Problem if its settings contradict each other."""
        chosen = {"edition": self.edition, "rounds": self.rounds, "sizes": self.sizes, **self.settings}
        choices = [f"{name}={format_value(value)}" for name, value in chosen.items()]
        return new_event(self.en, self.preset, choices, day)

    def table_form(self, opened: EventOpened, seats: int, name: str) -> TableForm:
        """Return the form of one table."""
        own = msgspec.convert(rules_of(opened.settings).table_options(opened.settings), Options)
        return TableForm(
            self.edition,
            tuple(SeatForm("open", self.bot) for _ in range(seats)),
            name[:LONGEST],
            {**own, **self.options},
            clock=ClockForm("turn", self.clock_seconds),
            absent_after=ABSENT,
        )

    def prize(self, place: int) -> int:
        """Return the season points of a place."""
        return self.points[place - 1] if place <= len(self.points) else 0


def check_plan(plan: CupPlan) -> None:
    """Raise a Problem unless the cup can be played on this server."""
    if plan.edition not in EDITIONS:
        raise Problem("cups.edition", cup=plan.id, edition=plan.edition, known=", ".join(EDITIONS))
    if not plan.days or len(set(plan.days)) < len(plan.days):
        raise Problem("cups.days", cup=plan.id)
    if not plan.bots and set(plan.sizes) != set(SIZES):
        raise Problem("cups.sizes", cup=plan.id, edition=plan.edition)
    booklet = find_edition(plan.edition)
    for size in plan.sizes:
        booklet.check_seats(size)
    check_house_bot(plan.bot, plan.edition)
    form = plan.table_form(plan.opening(""), plan.seats, plan.en)
    booklet.game(booklet.table_rules(form.options))
