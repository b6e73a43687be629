"""What organisers and players of an event fill in."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form

Word = Annotated[str, msgspec.Meta(max_length=60)]
Note = Annotated[str, msgspec.Meta(max_length=300)]
Choices = Annotated[dict[str, Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Few = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class EventForm(Form, frozen=True):
    """A new event by a preset; `choices` changes any of its settings, written as `SettingSeen.value` is."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    preset: Annotated[str, msgspec.Meta(max_length=40)] = "ranking"
    date: Annotated[str, msgspec.Meta(max_length=10)] = ""  # 2026-11-15; today unless said
    choices: Choices = msgspec.field(default_factory=dict)


class SettingsForm(Form, frozen=True):
    """Other settings; `after` is the version the organiser was looking at."""

    choices: Choices
    after: Number


class EntrantForm(Form, frozen=True):
    """A player who takes part; `EventSeen.late` says from when on."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    club: Word = ""
    region: Word = ""


class AmendForm(Form, frozen=True):
    """A player written rightly; what is not said stays."""

    after: Number
    name: Word | None = None
    club: Word | None = None
    region: Word | None = None


class WithdrawForm(Form, frozen=True):
    """A player leaves, or comes back."""

    back: bool = False


class DrawForm(Form, frozen=True):
    """A draw to look at before it is published: the next round, or again the last one.

    `anyway`: even if a round before has no result at all (`NextSeen.asks`).
    """

    seed: Seed | None = None
    method: Literal["cp-sat", "greedy"] | None = None
    again: bool = False
    anyway: bool = False


class PublishForm(Form, frozen=True):
    """The draft of that seed becomes the round; `tables` has it as changed by hand, players by hand (seat order)."""

    seed: Seed
    tables: Annotated[tuple[tuple[Few, ...], ...], msgspec.Meta(max_length=2000)] | None = None


class AbsentForm(Form, frozen=True):
    """Who did not come to the table; `substitute` 0: the table plays with one less."""

    number: Few
    substitute: Few = 0


class LineForm(Form, frozen=True, omit_defaults=True):
    """One player's end of a game: points, or the objective card and the territories held, which make the points."""

    entrant: Few
    points: Annotated[int, msgspec.Meta(ge=-1000, le=1000)] | None = None
    outside: Annotated[int, msgspec.Meta(ge=-1000, le=1000)] | None = None
    objective: Literal["", "in_time", "late"] = ""
    eliminated: bool = False
    card: Few = 0
    held: Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)] = ()
    hand: Few = 0
    penalty: Annotated[int, msgspec.Meta(ge=-1000, le=1000)] = 0
    zeroed: bool = False
    reason: Note = ""
    last: bool = False  # placed behind all others of the table
    fell: Few = 0  # the first to be eliminated, the second …; 0: not said


class ResultForm(Form, frozen=True):
    """A table's result; `correct`: in the place of another one, as it was at version `after`."""

    lines: Annotated[tuple[LineForm, ...], msgspec.Meta(min_length=1, max_length=8)]
    after: Number
    correct: bool = False


class PenaltyForm(Form, frozen=True):
    """Points, the whole game, or the place (`last`) taken from a player of a table that has reported."""

    entrant: Few
    after: Number
    points: Few = 0
    zeroed: bool = False
    reason: Note = ""
    last: bool = False


class SettleForm(Form, frozen=True):
    """What was set aside is dealt with, or what is doubtful may stand; `question` is its entry in the trail."""

    question: Number
    note: Note = ""


class UndoForm(Form, frozen=True):
    """Entries of the trail to take back, undoings too."""

    entries: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=500)]


class RunForm(Form, frozen=True):
    """Start or stop the clock of a table; 0: of every table of the round."""

    running: bool
    table: Few = 0


class CapForm(Form, frozen=True):
    """Armies counted, by entrant."""

    armies: Annotated[dict[int, Few], msgspec.Meta(max_length=8)]
