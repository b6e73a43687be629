"""Forms for organisers and players of an event."""

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
    """A new event from a preset. `choices` overrides settings; the values are written as in `SettingSeen.value`."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    preset: Annotated[str, msgspec.Meta(max_length=40)] = "ranking"
    date: Annotated[str, msgspec.Meta(max_length=10)] = ""  # 2026-11-15; default: today
    choices: Choices = msgspec.field(default_factory=dict)
    like: Annotated[str, msgspec.Meta(max_length=60)] = ""  # id of an event whose settings are used instead


class SettingsForm(Form, frozen=True):
    """Settings to change. `after` is the version of the event that the organiser saw."""

    choices: Choices
    after: Number


class EntrantForm(Form, frozen=True):
    """A new player. `EventSeen.late` says in which round they start."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    club: Word = ""
    region: Word = ""


class AmendForm(Form, frozen=True):
    """A correction of a player's details. Fields that are None don't change."""

    after: Number
    name: Word | None = None
    club: Word | None = None
    region: Word | None = None


class WithdrawForm(Form, frozen=True):
    """The withdrawal of a player or, with `back`, their return."""

    back: bool = False


class DrawForm(Form, frozen=True):
    """A request to draft the draw of the next round or, with `again`, of the last one. It takes effect when published.

    `anyway`: draw although results are missing (`NextSeen.asks`).
    """

    seed: Seed | None = None
    method: Literal["cp-sat", "greedy"] | None = None
    again: bool = False
    anyway: bool = False


class PublishForm(Form, frozen=True):
    """Publish the draft that was drawn with this seed.

    `tables` is given if the organiser changed the tables: entrant numbers in playing order.
    """

    seed: Seed
    tables: Annotated[tuple[tuple[Few, ...], ...], msgspec.Meta(max_length=2000)] | None = None


class AbsentForm(Form, frozen=True):
    """A player who did not come, and the substitute (0: the table plays with one player less)."""

    number: Few
    substitute: Few = 0


class LineForm(Form, frozen=True, omit_defaults=True):
    """One player's result of a game: either points, or the territories held, from which the server computes the points.

    If the player has an objective, `points` counts the territories in it and `outside` the others.
    """

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
    last: bool = False  # ranked last at the table
    fell: Few = 0  # position in the order of elimination, from 1; 0: unknown


class ResultForm(Form, frozen=True):
    """A table's result; `correct` replaces an earlier one. `after` is the version that the author saw."""

    lines: Annotated[tuple[LineForm, ...], msgspec.Meta(min_length=1, max_length=8)]
    after: Number
    correct: bool = False


class PenaltyForm(Form, frozen=True):
    """A penalty for a player at a table with a result: points, the whole game (`zeroed`), or last place (`last`)."""

    entrant: Few
    after: Number
    points: Few = 0
    zeroed: bool = False
    reason: Note = ""
    last: bool = False


class SettleForm(Form, frozen=True):
    """Settle a rejected line, or accept a doubtful draw or result. `question` is its entry in the trail."""

    question: Number
    note: Note = ""


class UndoForm(Form, frozen=True):
    """Entries of the trail to undo. They may be undos themselves."""

    entries: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=500)]


class RunForm(Form, frozen=True):
    """Start or stop the clock of a table. `table` 0 stands for every table of the round."""

    running: bool
    table: Few = 0


class CapForm(Form, frozen=True):
    """The number of armies by entrant number, for the army cap."""

    armies: Annotated[dict[int, Few], msgspec.Meta(max_length=8)]


class BonusForm(Form, frozen=True):
    """Points to add to a player's total, with up to two decimals. Negative points are deducted."""

    points: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    reason: Note = ""


class WildForm(Form, frozen=True):
    """A wild card for a player or, with `back`, its return."""

    back: bool = False


class CaptainForm(Form, frozen=True):
    """The captain of a team; 0: none."""

    team: Word
    number: Few = 0


class LineUpForm(Form, frozen=True):
    """The players of a team from a round on. `round` 0 stands for the next one."""

    team: Word
    players: Annotated[tuple[Few, ...], msgspec.Meta(max_length=40)]
    round: Few = 0
