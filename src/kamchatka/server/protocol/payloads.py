"""What travels over HTTP: forms that clients send, and pages of data they get."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.fact_types import FactSeen
from kamchatka.server.protocol.page_payloads import PageSeen
from kamchatka.server.protocol.scene_types import LogLine, PlaceSeen, Result, SeatSeen, TableSeen

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client fills in; a field that is not there is refused."""


class GuestForm(Form, frozen=True):
    """A name is enough to play."""

    name: Name


class AccountForm(Form, frozen=True):
    """A name that stays one's own."""

    name: Name
    password: Password


class DeleteForm(Form, frozen=True):
    """Delete oneself: the password of the account; a guest has none."""

    password: Annotated[str, msgspec.Meta(max_length=200)] = ""


class TokenForm(Form, frozen=True):
    """A personal token for a program; the label says which."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class SeatForm(Form, frozen=True):
    """Who is to sit there: me, somebody (open), a bot, or one more person at my screen, whose name is asked."""

    kind: Literal["me", "open", "bot", "screen"]
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "cautious"
    name: Annotated[str, msgspec.Meta(max_length=20)] = ""
    most_dice: bool = False  # me, screen: always defends with the most dice, and isn't asked with how many


class ClockForm(Form, frozen=True):
    """How long people may think: seconds for each move, each turn, or the whole game; none: for ever."""

    per: Literal["none", "move", "turn", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=1_209_600)] = 60


Options = dict[str, bool | int | Annotated[str, msgspec.Meta(max_length=30_000)]]


class RulesForm(Form, frozen=True):
    """Options that a table might agree on."""

    options: Options


class TableForm(Form, frozen=True):
    """A new table."""

    edition: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[tuple[SeatForm, ...], msgspec.Meta(min_length=2, max_length=8)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: Options = {}
    private: bool = False
    clock: ClockForm = ClockForm()
    absent_after: Annotated[int, msgspec.Meta(ge=5, le=1_209_600)] = 90  # seconds, then a bot plays for who is away
    delay: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0  # seconds by which spectators see later
    pace: Literal["calm", "normal", "quick", "instant"] = "normal"  # of the bots
    rated: bool = False  # it counts for the ratings of those who play: people with accounts, each at a seat


class JoinForm(Form, frozen=True):
    """Sit down: at that seat, or at the first that is free."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None
    most_dice: bool = False  # always defend with the most dice


class VoteForm(Form, frozen=True):
    """Whether one would call the game off; false takes it back."""

    stop: bool = True


class Me(msgspec.Struct, frozen=True):
    """Who the server takes you for; send `csrf` back as the header X-CSRF-Token."""

    name: str | None
    guest: bool
    csrf: str


class TokenSeen(msgspec.Struct, frozen=True):
    """A personal token; its secret is shown once, when it is made."""

    id: int
    label: str
    secret: str = ""


class ChoiceValue(msgspec.Struct, frozen=True):
    """A value of an option and what to call it."""

    value: bool | int | str
    label: str


class OptionSeen(msgspec.Struct, frozen=True):
    """A table option: what it decides, what may be chosen, the rules it belongs to."""

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    type: Literal["bool", "int", "enum", "text"]
    values: tuple[ChoiceValue, ...]
    default: bool | int | str
    min: int | None
    max: int | None
    needs: dict[str, tuple[bool | int | str, ...]] = {}  # it matters only where these options have such values


class EditionSeen(msgspec.Struct, frozen=True):
    """An edition to play."""

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
    kinds: dict[str, str]  # pieces that are no armies, and kinds of cards
    colours: dict[str, str]
    page: PageSeen


class RuleSeen(msgspec.Struct, frozen=True):
    """One rule, in our own words."""

    id: str
    title: str
    text: str
    kind: str
    example: str | None
    reading: str | None
    option: str | None
    see: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True):
    """Rules under one heading."""

    id: str
    title: str
    rules: tuple[RuleSeen, ...]


class RulebookSeen(msgspec.Struct, frozen=True):
    """A whole booklet."""

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
    round_label: str  # "Round 3", "Year 3"; nothing before the first
    private: bool
    clock: ClockForm
    mine: bool = False
    seat: int = -1  # the reader's own, the first of them
    awaits_me: bool = False
    created: int  # milliseconds
    trouble: str = ""  # why nobody can play there now, in a sentence: the game cannot be read
    rating: str = ""  # rated, settled once it has counted, or why it does not; nothing where nobody asked for it


class Lobby(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The tables anybody may see: those that wait for players first, then the newest; `count` is how many there are.

    Over the socket nothing in a row is personal: `MyTables` says where the reader sits.
    """

    tables: tuple[TableRow, ...]
    version: int = 0
    count: int = 0


class LobbyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="lobby_changed"):
    """What became of the list of version `after`: rows that are new or others now, and ids that are listed no more."""

    version: int
    after: int
    tables: tuple[TableRow, ...]
    gone: tuple[str, ...]
    count: int


class MyTables(msgspec.Struct, frozen=True, tag_field="type", tag="my_tables"):
    """The ids of the listed tables at which the reader sits."""

    ids: tuple[str, ...]


class TableId(msgspec.Struct, frozen=True):
    """Where to go."""

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
    draws: tuple[int, int]  # which of the proof's draws it used: from, up to


class Series(msgspec.Struct, frozen=True):
    """Figures by seat at the end of every turn."""

    step: int
    round: int
    turn: int | None
    lands: tuple[int, ...]
    armies: tuple[int, ...]
    income: tuple[int, ...]  # armies that each seat's last turn brought


class Proof(msgspec.Struct, frozen=True):
    """The sealed luck opened: draw i is a keyed hash of i, so that anybody can check every die."""

    method: str
    commitment: str
    key: str
    draws: tuple[tuple[int, int], ...]


class Replay(msgspec.Struct, frozen=True):
    """A finished game from its first die to its end."""

    table: TableSeen
    boards: tuple[str, ...]
    seats: tuple[SeatSeen, ...]
    result: Result | None
    steps: tuple[StepSeen, ...]
    series: tuple[Series, ...]
    proof: Proof
    neutral: int = 0  # the colour of the army that is nobody's; 0 without one


class ErrorSeen(msgspec.Struct, frozen=True):
    """What went wrong: a code for programs, a sentence for people, the rule if one forbids it."""

    code: str
    text: str
    rule: str = ""


class LanguageSeen(msgspec.Struct, frozen=True):
    """A language that has a catalogue, by its own name."""

    id: str
    name: str


class WordsSeen(msgspec.Struct, frozen=True):
    """What the page itself says in one language; `plural` are the forms of its counted words, in their order."""

    language: str
    languages: tuple[LanguageSeen, ...]
    plural: tuple[str, ...]
    words: dict[str, str]  # path → sentence; `risk2210/` before a path: how that edition says it
