"""Socket messages of clients and server. The JSON Schemas are generated from these types (docs/protocol.md)."""

from typing import Annotated, Literal

import msgspec

from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.protocol.fact_types import FactSeen
from kamchatka.server.protocol.scene_types import (
    Ask,
    ClockFace,
    Counted,
    LogLine,
    PhaseName,
    PlaceSeen,
    Private,
    Result,
    SeatSeen,
    TableSeen,
)

Nonce = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
PlaceName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


# ------------------------------------------------------------------ client messages
class ClientMessage(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A message from a client. The session determines the seat, never the message."""


class Act(ClientMessage, frozen=True, tag="act"):
    """Perform an action. `after` is the version the player saw. A repeated nonce is never executed twice."""

    act: wire.Request
    after: Version
    nonce: Nonce


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Take back the latest action of the client's seat. Allowed where `may_undo` says so; answered like `act`."""

    after: Version
    nonce: Nonce


class Why(ClientMessage, frozen=True, tag="why"):
    """Ask whether an action would be allowed and, if not, which rule forbids it. Nothing is executed."""

    act: wire.Request
    nonce: Nonce


class Odds(ClientMessage, frozen=True, tag="odds"):
    """Ask for the odds of an attack fought to the end, with these pieces or (None) all that would fight."""

    source: PlaceName
    target: PlaceName
    nonce: Nonce
    pieces: Annotated[tuple[PlaceName, ...], msgspec.Meta(max_length=8)] | None = None
    fast: bool = False  # simulate a fast battle


class Suggest(ClientMessage, frozen=True, tag="suggest"):
    """Ask what a captain bot would do in the client's place, and why.

    Answered only to a single person among bots, outside tournaments, while their seat has a decision to make.
    """

    nonce: Nonce


class Say(ClientMessage, frozen=True, tag="say"):
    """Chat at the table: free text, or a quick phrase that all readers see in their own language."""

    text: Annotated[str, msgspec.Meta(max_length=300)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Mute(ClientMessage, frozen=True, tag="mute"):
    """Mute or unmute the speaker of a remark or, without `remark`, the user of that name at this table.

    A mute applies to the user under any name. To unmute, send the current name of a muted user as `name`.
    """

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    on: bool = True
    remark: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] | None = None  # the `n` of a `said`


class SpeakLanguage(ClientMessage, frozen=True, tag="language"):
    """Switch the language of all further messages. A whole scene follows."""

    language: Annotated[str, msgspec.Meta(max_length=20)]


class Sit(ClientMessage, frozen=True, tag="sit"):
    """On a shared screen, select which of the session's seats sees the game and plays.

    With `open` false, the seat plays in front of everybody: it gets the public view, and those of its possible actions
    that reveal none of its secrets.
    """

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)]
    open: bool = True


class MostDice(ClientMessage, frozen=True, tag="most_dice"):
    """Toggle auto-defend for one of the client's seats: always defend with the most dice, without being asked."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)]
    on: bool = True


class PlaceRest(ClientMessage, frozen=True, tag="place_rest"):
    """Have a captain bot play for this seat until it may attack. Answered where `Ask.rest` is not empty."""


class BotPace(ClientMessage, frozen=True, tag="bot_pace"):
    """Change how fast bots play; with `once` only until a person is asked. Answered to a single person among bots."""

    pace: Literal["calm", "normal", "quick", "instant"]
    once: bool = False


class Back(ClientMessage, frozen=True, tag="back"):
    """Take the client's seats back from the bot that plays for the absent player."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Request the whole scene."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Check the connection; the server answers `pong`.

    `lag`: the milliseconds of a usual round trip. Clocks don't charge this time, up to half a second per answer.
    """

    lag: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0


AnyClientMessage = (
    Act
    | Undo
    | Why
    | Odds
    | Suggest
    | Say
    | Mute
    | SpeakLanguage
    | Sit
    | MostDice
    | PlaceRest
    | BotPace
    | Back
    | Resync
    | Ping
)


# ------------------------------------------------------------------ server messages
class ServerMessage(msgspec.Struct, tag_field="type", frozen=True):
    """A message from the server."""


class Picture(ServerMessage, frozen=True, kw_only=True):
    """Everything that one viewer may know at one version, in the viewer's language."""

    version: int
    table: TableSeen
    boards: tuple[str, ...]
    places: tuple[PlaceSeen, ...]  # all of them, or the changed ones
    closed_lanes: tuple[tuple[str, str], ...]
    seats: tuple[SeatSeen, ...]
    neutral: int = 0  # mark of the neutral army's colour, like a seat's `colour`; 0 without one
    you: int | None
    yours: tuple[int, ...]
    open: bool = True  # whether the secrets of `you` are included
    most_dice: tuple[int, ...] = ()  # those of `yours` with auto-defend
    turn: int | None
    round: int
    round_label: str
    phases: tuple[PhaseName, ...]
    phase: str
    awaited: tuple[int, ...]
    waiting: str
    ask: Ask | None
    may_undo: bool = False  # whether `you` may take back its latest action
    private: Private | None
    public: tuple[Counted, ...]
    clock: ClockFace | None  # the table's own clock, if the rules have one
    result: Result | None
    log: tuple[LogLine, ...]  # the latest or new lines; a line with a known `n` replaces the old one


class Scene(Picture, frozen=True, kw_only=True, tag="scene"):
    """The whole picture, sent after connecting, after a change of language or seat, after `stale`, and on request."""


class Moved(Picture, frozen=True, kw_only=True, tag="moved"):
    """The picture after one or more actions, with only changed places and new log lines, and the facts to animate."""

    actor: int | None
    events: tuple[FactSeen, ...]


class Done(ServerMessage, frozen=True, tag="done"):
    """The action is stored durably and created this version."""

    nonce: str
    version: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A rule forbids the action: the reason in this case, the rule's id and the rule's text."""

    nonce: str
    text: str
    rule: str
    rule_text: str
    clause: str


class Stale(ServerMessage, frozen=True, tag="stale"):
    """The table changed before the action arrived. Nothing was done; a whole scene follows."""

    nonce: str
    version: int


class Reason(ServerMessage, frozen=True, tag="why"):
    """The answer to `why`."""

    nonce: str
    allowed: bool
    text: str = ""
    rule: str = ""
    rule_text: str = ""


class Chances(ServerMessage, frozen=True, tag="odds"):
    """The answer to `odds`: the probability of taking the place and the average losses of both sides.

    `lost` are the attacker's losses, `beaten` the defender's, and `god_war` is the probability of winning the god war
    before the battle (None without one).
    """

    nonce: str
    wins: float
    lost: float
    beaten: float
    god_war: float | None = None


class Suggestion(ServerMessage, frozen=True, tag="suggestion"):
    """The answer to `suggest`: an action legal at this version, its text, the reasons, and the places they name.

    It depends only on what the asking seat may see, so equal views get equal suggestions.
    """

    nonce: str
    version: int
    act: JsonObject
    text: str
    reasons: tuple[str, ...]
    places: tuple[str, ...]


class Trouble(ServerMessage, frozen=True, tag="problem"):
    """A message was invalid or not allowed. `code` is one of the codes in docs/protocol.md."""

    code: str
    text: str
    nonce: str = ""


class Said(ServerMessage, frozen=True, tag="said"):
    """A chat remark. `phrase` is the id of a quick phrase, with its words in `text`. `at`: milliseconds since 1970."""

    n: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: int


class Presence(ServerMessage, frozen=True, tag="presence"):
    """The connected players or the number of spectators changed."""

    seats: tuple[SeatSeen, ...]
    watchers: int


class Changed(ServerMessage, frozen=True, tag="table"):
    """The table itself changed: a player sat down or left, the game began, or a rematch table was opened."""

    table: TableSeen
    seats: tuple[SeatSeen, ...]
    you: int | None
    yours: tuple[int, ...]
    most_dice: tuple[int, ...] = ()


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`."""


AnyServerMessage = (
    Scene | Moved | Done | Refused | Stale | Reason | Chances | Suggestion | Trouble | Said | Presence | Changed | Pong
)
