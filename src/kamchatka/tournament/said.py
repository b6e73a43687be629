"""Something said to people in both languages: an explanation that travels as data until somebody reads it; numbers."""

from decimal import Decimal

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A sentence in Italian and in English."""

    it: str
    en: str

    def text(self, language: str) -> str:
        """The sentence in one of the two."""
        return self.it if language == "it" else self.en


def join_texts(parts: list[Said], by: str = ", ") -> Said:
    """Several sayings as one."""
    return Said(by.join(part.it for part in parts), by.join(part.en for part in parts))


def format_points(points: Decimal) -> str:
    """A number as people write it: no useless zeros, no exponent."""
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
