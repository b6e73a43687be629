"""Errors returned by the server, as codes for programs and sentences for people (listed in docs/protocol.md)."""

from kamchatka.kernel.text import in_words
from kamchatka.texts import phrases

STATUS = {
    "malformed": 400,
    "problem": 400,
    "not_known": 401,
    "wrong_password": 401,
    "csrf": 403,
    "scope": 403,
    "not_seated": 403,
    "not_host": 403,
    "not_organiser": 403,
    "not_moderator": 403,
    "suspended": 403,
    "not_found": 404,
    "too_late": 408,
    "taken": 409,
    "wrong_time": 409,
    "stale": 409,
    "too_large": 413,
    "too_many": 429,
    "busy": 503,
    "storage": 503,
    "unreadable": 503,
    "elsewhere": 503,
    "bug": 500,
}


class Fault(Exception):
    """A refused request, with a `code` for programs and a sentence named by `phrase` (by default, the code)."""

    def __init__(self, code: str, phrase: str = "", /, **fields: object) -> None:
        super().__init__(phrase or code)
        self.code = code
        self.phrase = phrase or code
        self.fields = fields

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS[self.code]

    def sentence(self, language: str) -> str:
        """Return the sentence for people."""
        fields = {name: in_words(value, language) for name, value in self.fields.items()}
        return phrases(language).say("fault", self.phrase, **fields)
