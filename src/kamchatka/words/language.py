"""The language of the user under the name that some rooms still import it by."""

from kamchatka.texts.language import language

__all__ = ["language"]
