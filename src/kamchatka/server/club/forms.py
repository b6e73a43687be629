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
    """A new event from a preset; `choices` overrides settings, in the notation of `SettingSeen.value`."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    preset: Annotated[str, msgspec.Meta(max_length=40)] = "ranking"
    date: Annotated[str, msgspec.Meta(max_length=10)] = ""  # 2026-11-15; default: today
    choices: Choices = msgspec.field(default_factory=dict)
    like: Annotated[str, msgspec.Meta(max_length=60)] = ""  # id of an event whose settings are taken instead


class SettingsForm(Form, frozen=True):
    """Settings to change; `after` is the version of the event that the organiser saw."""

    choices: Choices
    after: Number


class EntrantForm(Form, frozen=True):
    """A new player; `EventSeen.late` says from when on they play."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    club: Word = ""
    region: Word = ""


class AmendForm(Form, frozen=True):
    """A correction of a player's details; fields that are None stay as they are."""

    after: Number
    name: Word | None = None
    club: Word | None = None
    region: Word | None = None


class WithdrawForm(Form, frozen=True):
    """The withdrawal of a player, or with `back`, their return."""

    back: bool = False


class DrawForm(Form, frozen=True):
    """A draft draw of the next round or, with `again`, of the last one. It takes effect when it is published.

    `anyway`: draw even though results are missing (`NextSeen.asks`).
    """

    seed: Seed | None = None
    method: Literal["cp-sat", "greedy"] | None = None
    again: bool = False
    anyway: bool = False


class PublishForm(Form, frozen=True):
    """Publish the draft with this seed as the round.

    `tables` are the tables if changed manually: entrant numbers in order of hand (playing order).
    """

    seed: Seed
    tables: Annotated[tuple[tuple[Few, ...], ...], msgspec.Meta(max_length=2000)] | None = None


class AbsentForm(Form, frozen=True):
    """A player who did not come, and the substitute (0: the table plays with one player less)."""

    number: Few
    substitute: Few = 0


class LineForm(Form, frozen=True, omit_defaults=True):
    """One player's result of a game: points, or the territories held, from which the server computes the points.

    With an objective, `points` are those of the territories in it, and `outside` those of the others.
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
    last: bool = False  # ranked behind all others at the table
    fell: Few = 0  # order of elimination from 1; 0: unknown


class ResultForm(Form, frozen=True):
    """A table's result; `correct` replaces an earlier result. `after` is the version that its author saw."""

    lines: Annotated[tuple[LineForm, ...], msgspec.Meta(min_length=1, max_length=8)]
    after: Number
    correct: bool = False


class PenaltyForm(Form, frozen=True):
    """A penalty for a player of a table with a result: points, the whole game (`zeroed`), or last place (`last`)."""

    entrant: Few
    after: Number
    points: Few = 0
    zeroed: bool = False
    reason: Note = ""
    last: bool = False


class SettleForm(Form, frozen=True):
    """Settle a line that was set aside, or accept a doubtful draw or result; `question` is its entry in the trail."""

    question: Number
    note: Note = ""


class UndoForm(Form, frozen=True):
    """Entries of the trail to undo, which may themselves be undos."""

    entries: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=500)]


class RunForm(Form, frozen=True):
    """Start or stop the clock of a table; `table` 0 means every table of the round."""

    running: bool
    table: Few = 0


class CapForm(Form, frozen=True):
    """Number of armies, by entrant number."""

    armies: Annotated[dict[int, Few], msgspec.Meta(max_length=8)]


class BonusForm(Form, frozen=True):
    """Points for a player's total, with up to two decimals; a minus sign takes them off."""

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
    """Who plays for a team from a round on; `round` 0 is the next one."""

    team: Word
    players: Annotated[tuple[Few, ...], msgspec.Meta(max_length=40)]
    round: Few = 0
