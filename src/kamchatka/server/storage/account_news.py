"""What other servers must know when somebody changes: whatever they remember of them is no longer true."""

import msgspec


class SessionEnded(msgspec.Struct, frozen=True, tag=True):
    """A cookie or a token is nobody's any more."""

    digest: str


class UserChanged(msgspec.Struct, frozen=True, tag=True):
    """Somebody is called otherwise now."""

    user: int


class NameTaken(msgspec.Struct, frozen=True, tag=True):
    """An account has this name from now on."""

    name: str


AccountNews = SessionEnded | UserChanged | NameTaken
