"""The words of the socket, both ways. These types are the protocol: docs/protocol.md and the schemas come from them."""

from typing import Annotated, Any

import msgspec

from kamchatka.kernel.edges import wire
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


# ------------------------------------------------------------------ what a client may say
class ClientMessage(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Something a client says. Whose seat it is comes from the session, never from the message."""


class Act(ClientMessage, frozen=True, tag="act"):
    """Do this. `after` is the version the player was looking at; the same nonce is never done twice."""

    act: wire.Request
    after: Version
    nonce: Nonce


class Why(ClientMessage, frozen=True, tag="why"):
    """Would this be allowed, and if not, which rule forbids it? Nothing is done."""

    act: wire.Request
    nonce: Nonce


class Odds(ClientMessage, frozen=True, tag="odds"):
    """The chances of an attack fought to the end; by these pieces, or by all that would fight."""

    source: PlaceName
    target: PlaceName
    nonce: Nonce
    pieces: Annotated[tuple[PlaceName, ...], msgspec.Meta(max_length=8)] | None = None
    fast: bool = False  # as a fast battle


class Suggest(ClientMessage, frozen=True, tag="suggest"):
    """What would a captain do in my place, and why? Answered to a person alone among bots, while asked."""

    nonce: Nonce


class Say(ClientMessage, frozen=True, tag="say"):
    """Table talk: words of one's own, or a quick phrase that everybody reads in their own language."""

    text: Annotated[str, msgspec.Meta(max_length=300)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Mute(ClientMessage, frozen=True, tag="mute"):
    """Hear a player no more, or again."""

    name: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool = True


class SpeakLanguage(ClientMessage, frozen=True, tag="language"):
    """From now on in this language; a whole scene follows."""

    language: Annotated[str, msgspec.Meta(max_length=20)]


class Sit(ClientMessage, frozen=True, tag="sit"):
    """At a screen that several share: now this one of the screen's seats looks and plays.

    Not `open`, it plays in front of everybody: it is sent what anybody may see, and what it may do but for its secrets.
    """

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)]
    open: bool = True


class MostDice(ClientMessage, frozen=True, tag="most_dice"):
    """One of my seats always defends with the most dice, or is asked with how many."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=15)]
    on: bool = True


class Back(ClientMessage, frozen=True, tag="back"):
    """I am here again: the bot that plays for me gives my seats back."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Send the whole scene again."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Still there?"""


AnyClientMessage = Act | Why | Odds | Suggest | Say | Mute | SpeakLanguage | Sit | MostDice | Back | Resync | Ping


# ------------------------------------------------------------------ what the server answers
class ServerMessage(msgspec.Struct, tag_field="type", frozen=True):
    """Something the server says."""


class Picture(ServerMessage, frozen=True, kw_only=True):
    """All that one viewer may know at one version, in the viewer's language."""

    version: int
    table: TableSeen
    boards: tuple[str, ...]
    places: tuple[PlaceSeen, ...]  # all of them, or those that changed
    closed_lanes: tuple[tuple[str, str], ...]
    seats: tuple[SeatSeen, ...]
    neutral: int = 0  # the colour of the army that is nobody's, as seats have theirs; 0 without one
    you: int | None
    yours: tuple[int, ...]
    open: bool = True  # whether the secrets of `you` are in it
    most_dice: tuple[int, ...] = ()  # those of `yours` that always defend with the most dice
    turn: int | None
    round: int
    round_label: str
    phases: tuple[PhaseName, ...]
    phase: str
    awaited: tuple[int, ...]
    waiting: str
    ask: Ask | None
    private: Private | None
    public: tuple[Counted, ...]
    clock: ClockFace | None  # the table's own clock, where the rules have one
    result: Result | None
    log: tuple[LogLine, ...]  # the latest or the new lines; a known `n` replaces its line


class Scene(Picture, frozen=True, kw_only=True, tag="scene"):
    """The whole picture: after connecting, after a change of language, whenever it is asked for."""


class Moved(Picture, frozen=True, kw_only=True, tag="moved"):
    """Something was done: the picture after it (only changed places and new lines) and the facts to animate."""

    actor: int | None
    events: tuple[FactSeen, ...]


class Done(ServerMessage, frozen=True, tag="done"):
    """Your action is durable and made this version."""

    nonce: str
    version: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A rule forbids it: why in this case, the rule's id and what it says."""

    nonce: str
    text: str
    rule: str
    rule_text: str
    clause: str


class Stale(ServerMessage, frozen=True, tag="stale"):
    """The table had moved on before your action came: nothing was done; a whole scene follows."""

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
    """The answer to `odds`: the chance to take the place, the mean losses of both sides, and of the next god war."""

    nonce: str
    wins: float
    lost: float
    beaten: float
    god_war: float | None = None


class Suggestion(ServerMessage, frozen=True, tag="suggestion"):
    """The answer to `suggest`: an action that would be accepted at this version, in words, why, and the places named.

    It comes from what the asking seat may see, and from nothing else: the same sight gets the same suggestion.
    """

    nonce: str
    version: int
    act: dict[str, Any]
    text: str
    reasons: tuple[str, ...]
    places: tuple[str, ...]


class Trouble(ServerMessage, frozen=True, tag="problem"):
    """A message that was not understood or not allowed; `code` is one of the codes of docs/protocol.md."""

    code: str
    text: str
    nonce: str = ""


class Said(ServerMessage, frozen=True, tag="said"):
    """Table talk; `phrase` is the id of a quick phrase, whose words are in `text`. `at` is in milliseconds."""

    n: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: int


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who is here has changed."""

    seats: tuple[SeatSeen, ...]
    watchers: int


class Changed(ServerMessage, frozen=True, tag="table"):
    """The table itself changed: somebody sat down or left, the game began, a rematch was laid."""

    table: TableSeen
    seats: tuple[SeatSeen, ...]
    you: int | None
    yours: tuple[int, ...]
    most_dice: tuple[int, ...] = ()


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Still here."""


AnyServerMessage = (
    Scene | Moved | Done | Refused | Stale | Reason | Chances | Suggestion | Trouble | Said | Presence | Changed | Pong
)
