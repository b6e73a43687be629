"""Broadcasts that tell other servers to drop cached data of a user."""

import msgspec


class SessionEnded(msgspec.Struct, frozen=True, tag=True):
    """A cookie or a token has become invalid."""

    digest: str


class UserChanged(msgspec.Struct, frozen=True, tag=True):
    """A user's name or status has changed."""

    user: int


class NameTaken(msgspec.Struct, frozen=True, tag=True):
    """An account with this name now exists."""

    name: str


AccountNews = SessionEnded | UserChanged | NameTaken
