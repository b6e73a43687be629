"""What travels over HTTP about notices."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form

NoticeKind = Literal["turn", "invitation", "friend", "round"]
KINDS: tuple[NoticeKind, ...] = ("turn", "invitation", "friend", "round")
Kinds = Annotated[tuple[NoticeKind, ...], msgspec.Meta(max_length=4)]


class NoticeForm(Form, frozen=True):
    """What one does not want to be told, by push and by e-mail, and whether once a day is enough."""

    push_off: Kinds = ()
    mail_off: Kinds = ()
    digest: bool = False


class PushForm(Form, frozen=True):
    """A browser that may be called: what `PushSubscription.toJSON()` says, flat."""

    endpoint: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, msgspec.Meta(min_length=20, max_length=30, pattern="^[A-Za-z0-9_=-]+$")]


class EndpointForm(Form, frozen=True):
    """A browser that is to be called no more."""

    endpoint: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]


class EmailForm(Form, frozen=True):
    """An address to write to; empty: none any more. A code is sent there, which confirms it."""

    email: Annotated[str, msgspec.Meta(max_length=254)]


class CodeForm(Form, frozen=True):
    """The code that was sent."""

    code: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]


class FollowForm(Form, frozen=True):
    """Whether one follows a tournament; with a player's key one plays in it."""

    on: bool = True


class ContactSeen(msgspec.Struct, frozen=True):
    """How one is told of what happens. Nobody else ever sees this."""

    push_key: str  # of this server, for `pushManager.subscribe`
    devices: int  # browsers that may be called
    push_off: tuple[NoticeKind, ...]
    mail: bool  # whether this server can write e-mail
    email: str
    confirmed: bool
    mail_off: tuple[NoticeKind, ...]
    digest: bool
    calendar: str  # where the calendar of one's events is; who has this address can read it
