"""Colour arithmetic for the tests: contrast (WCAG 2), difference (CIEDE2000), and colour vision deficiencies."""

import math
import re

from tools.maps.vision import VISION

Colour = tuple[float, float, float]


def linear(text: str) -> Colour:
    """Return a CSS hex colour as linear RGB."""
    digits = text.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return _expand(red), _expand(green), _expand(blue)


def _expand(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else math.pow((value + 0.055) / 1.055, 2.4)


def over(top: Colour, opacity: float, bottom: Colour) -> Colour:
    """Paint one colour over another, as browsers do (in the encoded, not the linear, space)."""
    mixed = [_code(a) * opacity + _code(b) * (1 - opacity) for a, b in zip(top, bottom, strict=True)]
    return _expand(mixed[0]), _expand(mixed[1]), _expand(mixed[2])


def _code(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * math.pow(value, 1 / 2.4) - 0.055


def contrast(first: Colour, second: Colour) -> float:
    """Return the WCAG contrast ratio."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def seen(colour: Colour, vision: str) -> Colour:
    """Return the colour as this kind of vision perceives it."""
    red, green, blue = (sum(m * c for m, c in zip(row, colour, strict=True)) for row in VISION[vision])
    return min(1, max(0, red)), min(1, max(0, green)), min(1, max(0, blue))


def lab(colour: Colour) -> Colour:
    """Return CIELAB under D65."""
    red, green, blue = colour
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (_root(v) for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(value: float) -> float:
    return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(first: Colour, second: Colour) -> float:
    """Return CIEDE2000 between two CIELAB colours (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1 = math.degrees(math.atan2(b1, stretch * a1)) % 360
    h2 = math.degrees(math.atan2(b2, stretch * a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    return _weighted(dl, dc, dh, (l1 + l2) / 2, (c1 + c2) / 2, hue % 360)


def _weighted(dl: float, dc: float, dh: float, light: float, chroma: float, hue: float) -> float:
    def wave(times: float, shift: float) -> float:
        return math.cos(math.radians(times * hue + shift))

    t = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.20 * wave(4, -63)
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    twist = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    twist *= math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    lightness, c, h = dl / sl, dc / sc, dh / sh
    return math.sqrt(lightness**2 + c**2 + h**2 + twist * c * h)


def rules(css: str) -> dict[str, dict[str, str]]:
    """Return declarations by single selector; later ones win."""
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", css, flags=re.S)):
        pairs = dict(line.split(":", 1) for line in body.split(";") if ":" in line)
        for selector in selectors.split(","):
            found.setdefault(selector.strip(), {}).update({k.strip(): v.strip() for k, v in pairs.items()})
    return found
