"""How numbers of an event are written."""

from decimal import Decimal


def format_points(points: Decimal) -> str:
    """A number as people write it: no useless zeros, no exponent."""
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
