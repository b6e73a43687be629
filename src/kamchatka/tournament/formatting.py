"""Format the numbers of an event."""

from decimal import Decimal


def format_points(points: Decimal) -> str:
    """Format a number without trailing zeros or an exponent."""
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
