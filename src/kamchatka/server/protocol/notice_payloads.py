"""HTTP payloads for notifications."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form

NoticeKind = Literal["turn", "invitation", "friend", "round"]
KINDS: tuple[NoticeKind, ...] = ("turn", "invitation", "friend", "round")
Kinds = Annotated[tuple[NoticeKind, ...], msgspec.Meta(max_length=4)]


class NoticeForm(Form, frozen=True):
    """The kinds of notifications to switch off for push and for e-mail, and whether to send a daily digest."""

    push_off: Kinds = ()
    mail_off: Kinds = ()
    digest: bool = False


class PushForm(Form, frozen=True):
    """A browser's push subscription: the fields of `PushSubscription.toJSON()`, flattened."""

    endpoint: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, msgspec.Meta(min_length=20, max_length=30, pattern="^[A-Za-z0-9_=-]+$")]


class EndpointForm(Form, frozen=True):
    """The browser whose push subscription to remove."""

    endpoint: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]


class EmailForm(Form, frozen=True):
    """The e-mail address for notifications; empty removes it. A confirmation code is sent to the address."""

    email: Annotated[str, msgspec.Meta(max_length=254)]


class CodeForm(Form, frozen=True):
    """The confirmation code from the e-mail."""

    code: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]


class FollowForm(Form, frozen=True):
    """Whether to follow a tournament. A player's key in the header links the user to that player."""

    on: bool = True


class ContactSeen(msgspec.Struct, frozen=True):
    """The user's notification settings and addresses, which no other user ever sees."""

    push_key: str  # the server's key for `pushManager.subscribe`
    devices: int  # subscribed browsers
    push_off: tuple[NoticeKind, ...]
    mail: bool  # whether this server can send e-mail
    email: str
    confirmed: bool
    mail_off: tuple[NoticeKind, ...]
    digest: bool
    calendar: str  # secret address of the user's calendar; it gives access without a login
    this_browser: bool = False  # whether the requesting browser is subscribed
