"""HTTP payloads: forms that clients send, and the data they get."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.fact_types import FactSeen
from kamchatka.server.protocol.page_payloads import PageSeen
from kamchatka.server.protocol.scene_types import LogLine, PlaceSeen, Result, SeatSeen, TableSeen

Avatar = Literal[
    "",
    "general",
    "admiral",
    "emperor",
    "queen",
    "pharaoh",
    "centurion",
    "viking",
    "samurai",
    "pirate",
    "explorer",
    "cosmonaut",
    "owl",
]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request body. Unknown fields are rejected."""


class GuestForm(Form, frozen=True):
    """The name of a guest. Guests play without an account."""

    name: Name


class AccountForm(Form, frozen=True):
    """Name and password of an account, to register or to log in."""

    name: Name
    password: Password


class AvatarForm(Form, frozen=True):
    """The picture that stands for the user; empty: the initials of the name."""

    avatar: Avatar


class DeleteForm(Form, frozen=True):
    """Confirm the deletion of the user: accounts need their password, guests have none."""

    password: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SeatForm(Form, frozen=True):
    """The occupant of a seat: the host (`me`), any player (`open`), a bot, or another person at the host's screen.

    `bot` is used for bots only, `name` for `screen` only.
    """

    kind: Literal["me", "open", "bot", "screen"]
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "cautious"
    name: Annotated[str, msgspec.Meta(max_length=20)] = ""
    most_dice: bool = False  # for `me` and `screen`: always defend with the most dice, without being asked
    # for `me` and `screen`: the mark of the colour to take, 0 for any; None: the player chooses
    colour: Annotated[int, msgspec.Meta(ge=0, le=40)] | None = None


class ClockForm(Form, frozen=True):
    """The time limit in seconds for each move, each turn, or the whole game; `none`: no limit.

    `bank`: seconds that each player has besides, once in the game, for moves or turns that take longer.
    """

    per: Literal["none", "move", "turn", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=1_209_600)] = 60
    bank: Annotated[int, msgspec.Meta(ge=0, le=1_209_600)] = 0


Options = dict[str, bool | int | Annotated[str, msgspec.Meta(max_length=30_000)]]


class RulesForm(Form, frozen=True):
    """Table options to check."""

    options: Options


class TableForm(Form, frozen=True):
    """A new table, with its seats, options and time limits."""

    edition: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[tuple[SeatForm, ...], msgspec.Meta(min_length=2, max_length=8)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: Options = {}
    private: bool = False
    clock: ClockForm = ClockForm()
    # seconds until a bot plays for an absent player
    absent_after: Annotated[int, msgspec.Meta(ge=5, le=1_209_600)] = 90
    delay: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0  # seconds by which spectators see the game later
    pace: Literal["calm", "normal", "quick", "instant"] = "normal"  # speed of the bots
    rated: bool = False  # counts for ratings; requires accounts with one seat each
    early: bool = False  # seat the only person among bots first
    undo: bool = True  # actions that revealed nothing may be taken back; never in rated games and tournaments


class JoinForm(Form, frozen=True):
    """The seat to take; None: the first free one."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None
    most_dice: bool = False  # always defend with the most dice


class VoteForm(Form, frozen=True):
    """A vote to call the game off; false withdraws it."""

    stop: bool = True


class Me(msgspec.Struct, frozen=True):
    """The user of this session; `name` is None before one is given. Send `csrf` back as the header X-CSRF-Token."""

    name: str | None
    guest: bool
    csrf: str
    avatar: str = ""


class ChoiceValue(msgspec.Struct, frozen=True):
    """A value of an option, and its label."""

    value: bool | int | str
    label: str


class OptionSeen(msgspec.Struct, frozen=True):
    """A table option: what it decides, its possible values, and the ids of the rules it belongs to."""

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    type: Literal["bool", "int", "enum", "text"]
    values: tuple[ChoiceValue, ...]
    default: bool | int | str
    min: int | None
    max: int | None
    needs: dict[str, tuple[bool | int | str, ...]] = {}  # only relevant if these options have one of these values


class EditionSeen(msgspec.Struct, frozen=True):
    """A playable edition: options, bots, board geography, names and presentation."""

    id: str
    name: str
    summary: str
    seats: tuple[int, int]
    boards: tuple[str, ...]
    options: tuple[OptionSeen, ...]
    bots: tuple[ChoiceValue, ...]
    places: dict[str, str]  # id → name
    zones: dict[str, str]
    zone_places: dict[str, tuple[str, ...]]
    zone_bonus: dict[str, int]
    links: dict[str, tuple[str, ...]]  # id → its neighbours, for the text board
    cards: dict[str, str]
    kinds: dict[str, str]  # pieces other than armies, and kinds of cards
    colours: dict[str, str]
    page: PageSeen


class RuleSeen(msgspec.Struct, frozen=True):
    """One rule, in the project's own words."""

    id: str
    title: str
    text: str
    kind: str
    example: str | None
    reading: str | None
    option: str | None
    see: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a rulebook."""

    id: str
    title: str
    rules: tuple[RuleSeen, ...]


class RulebookSeen(msgspec.Struct, frozen=True):
    """The whole rulebook of an edition."""

    edition: str
    title: str
    chapters: tuple[Chapter, ...]


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: str
    name: str
    edition: str
    edition_name: str
    status: str
    host: str
    seats: tuple[SeatSeen, ...]
    free: int
    watchers: int
    round: int
    round_label: str  # "Round 3", "Year 3"; empty before the first
    private: bool
    clock: ClockForm
    mine: bool = False
    seat: int = -1  # the reader's first seat; -1 without one
    awaits_me: bool = False
    created: int  # milliseconds
    trouble: str = ""  # why the game cannot be played now: its stored data is unreadable
    rating: str = ""  # `rated`, `settled` once it has counted, or why it does not count; empty if unrated


class Lobby(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The public tables: those that wait for players first, then the newest. `count` is the number of all of them.

    Rows sent over the socket have no personal fields; `MyTables` lists the tables at which the reader sits.
    """

    tables: tuple[TableRow, ...]
    version: int = 0
    count: int = 0


class LobbyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="lobby_changed"):
    """Changes to the list since version `after`: rows that are new or changed, and ids that are no longer listed."""

    version: int
    after: int
    tables: tuple[TableRow, ...]
    gone: tuple[str, ...]
    count: int


class MyTables(msgspec.Struct, frozen=True, tag_field="type", tag="my_tables"):
    """The ids of the listed tables at which the reader sits."""

    ids: tuple[str, ...]


class TableId(msgspec.Struct, frozen=True):
    """The id of a table to open."""

    id: str


class StepSeen(msgspec.Struct, frozen=True):
    """One action of a finished game."""

    n: int
    seat: int | None
    turn: int | None
    round: int
    round_label: str
    events: tuple[FactSeen, ...]
    log: tuple[LogLine, ...]
    places: tuple[PlaceSeen, ...]
    draws: tuple[int, int]  # the step used the proof's draws from the first index up to, not including, the second


class Series(msgspec.Struct, frozen=True):
    """Figures by seat at the end of a turn."""

    step: int
    round: int
    turn: int | None
    lands: tuple[int, ...]
    armies: tuple[int, ...]
    income: tuple[int, ...]  # armies granted in each seat's last turn


class Proof(msgspec.Struct, frozen=True):
    """The opened randomness of a game: draw i is a keyed hash of i, so anybody can check every die."""

    method: str
    commitment: str
    key: str
    draws: tuple[tuple[int, int], ...]


class Replay(msgspec.Struct, frozen=True):
    """A finished game, step by step, with the proof of its dice."""

    table: TableSeen
    boards: tuple[str, ...]
    seats: tuple[SeatSeen, ...]
    result: Result | None
    steps: tuple[StepSeen, ...]
    series: tuple[Series, ...]
    proof: Proof
    neutral: int = 0  # mark of the neutral army's colour; 0 without one


class ErrorSeen(msgspec.Struct, frozen=True):
    """An error: a code for programs, a sentence for people, and the id of the rule that forbids it, if any."""

    code: str
    text: str
    rule: str = ""


class LanguageSeen(msgspec.Struct, frozen=True):
    """A language that has a catalogue; `name` is in that language."""

    id: str
    name: str


class NounSeen(msgspec.Struct, frozen=True):
    """How a place's name is used in sentences: which of several words agrees with it, and its forms with articles."""

    gender: int
    plural: bool
    forms: dict[str, str]


class WordsSeen(msgspec.Struct, frozen=True):
    """The page's texts in one language; `plural` lists the categories of plural forms, in the order of the texts.

    `nouns` has the names of places for fields such as `{place:the}`.
    """

    language: str
    languages: tuple[LanguageSeen, ...]
    plural: tuple[str, ...]
    words: dict[str, str]  # path → sentence; `risk2210/` before a path marks an edition's own wording
    nouns: dict[str, NounSeen] = {}
