"""HTTP payloads for passwords, sessions and personal tokens."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form, Me, Name, Password

Scope = Literal["read", "play", "organise"]
SCOPES: tuple[Scope, ...] = ("read", "play", "organise")
LONGEST_DAYS = 365


class TokenForm(Form, frozen=True):
    """A new personal token for a program: label, scopes (`read` is always granted) and lifetime in days."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(max_length=3)] = ("read",)
    days: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_DAYS)] = 90


class TokenSeen(msgspec.Struct, frozen=True):
    """A personal token. `secret` is sent only once, in the answer to its creation."""

    id: int
    label: str
    scopes: tuple[Scope, ...]
    expires: int  # milliseconds since 1970
    secret: str = ""


class PasswordForm(Form, frozen=True):
    """The new password and the current one."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    new: Password


class PasswordChanged(msgspec.Struct, frozen=True):
    """The answer to a change of password, which ends all other sessions of the account."""

    me: Me
    ended: int  # number of sessions ended


class RecoveryWays(msgspec.Struct, frozen=True):
    """How this server recovers accounts: by e-mail where it can send any; printed codes work everywhere."""

    mail: bool


class RecoverySeen(msgspec.Struct, frozen=True):
    """What recovers the user's account: printed codes that are left, and an address for codes (empty: none)."""

    codes: int
    email: str


class OwnPasswordForm(Form, frozen=True):
    """The account's password, to confirm a change of how it is recovered."""

    password: Annotated[str, msgspec.Meta(max_length=200)]


class RecoveryMailForm(OwnPasswordForm, frozen=True):
    """Whether codes may be sent to the user's confirmed e-mail address."""

    on: bool


class RecoveryCodes(msgspec.Struct, frozen=True):
    """A new sheet of one-time codes. They are sent only once, in this answer."""

    codes: tuple[str, ...]


class LetterForm(Form, frozen=True):
    """The name of an account that asks for a code by e-mail."""

    name: Name


class RecoveryForm(Form, frozen=True):
    """An account's name, one of its codes, and the new password."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    password: Password


class SessionSeen(msgspec.Struct, frozen=True):
    """A session of the user: a browser that is signed in."""

    id: str
    created: int  # milliseconds since 1970
    seen: int  # last use, in milliseconds since 1970, accurate to 15 minutes
    browser: str  # "Firefox, Linux"; empty if unknown
    current: bool  # the requesting session


class SessionsEnded(msgspec.Struct, frozen=True):
    """Number of sessions that were ended."""

    ended: int
