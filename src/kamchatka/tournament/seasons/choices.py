"""Settings of a season as text: `best=8`, `classes=A:2000,B:1000`."""

from collections.abc import Sequence

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.seasons.bans import parse_ban
from kamchatka.tournament.seasons.season import SeasonSettings


def with_season_choices(now: SeasonSettings, choices: Sequence[str]) -> SeasonSettings:
    """Apply choices such as `best=8` or `classes=A:2000,B:1000`; a Problem names the first invalid one."""
    for choice in choices:
        name, sign, text = choice.partition("=")
        if not sign or name not in SeasonSettings.__struct_fields__:
            known = ", ".join(SeasonSettings.__struct_fields__)
            raise Problem("setting.not_name_value", choice=choice[:60], known=known)
        parts, before = [part.strip() for part in text.split(",") if part.strip()], getattr(now, name)
        value: object = text
        if isinstance(before, tuple):
            value = parts
        elif isinstance(before, dict):
            value = dict(part.partition(":")[::2] for part in parts)
        try:
            now = msgspec.convert({**msgspec.to_builtins(now), name: value}, SeasonSettings, strict=False)
        except msgspec.ValidationError as error:
            raise Problem("setting.value", text=text[:60], name=name, error=error) from None
        for word in now.banned:
            parse_ban(word)
    return now


def format_choice(value: object) -> str:
    """Return the value of a setting as it is written in a choice."""
    if isinstance(value, dict):
        return ",".join(f"{key}:{one}" for key, one in value.items())
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
