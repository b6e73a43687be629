"""The settings of an event, fixed before its first table: format, tables, clock and scoring."""

from typing import Annotated, Any, Literal

import msgspec

from kamchatka.kernel.problem import Problem

Format = Literal["ranking", "knockout", "finals", "teams"]
Number = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]  # validation.py checks the ranges
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=100)]
Percents = Annotated[dict[Number, Number], msgspec.Meta(max_length=100)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]
Ladders = Annotated[dict[Number, Numbers], msgspec.Meta(max_length=20)]


class EventSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The rules of an event. Every number may be edited; `booklet` binds them to sections 10 to 12 of the booklet."""

    edition: Name = "challenge"  # missing in events of earlier versions
    format: Format = "ranking"
    booklet: bool = True
    sizes: Numbers = (4, 5)  # seats of a table; the first size is preferred
    rounds: Number = 3  # regular rounds, before any semifinals
    minutes: Number = 90  # per game, until its penultimate round
    army_cap: Number = 130
    cap_penalty: Number = 0  # points deducted from a player above the cap
    objective_points: Number = 100  # for an objective reached in time
    late_objective: Literal["territory_sum", "hundred"] = "territory_sum"
    prizes: Numbers = (0,)  # for a sole winner, for each of two, for each of three…
    shared_wins: bool = False  # tied players share the win instead of being separated
    prize_four: Number = 80  # percent of the prize at tables of four, if there are tables of five
    percent: Percents = {}  # of the table points, by table size; default 100
    most_table_points: Number = 0  # upper limit of the scaled table points; 0: no limit
    place_points: Numbers = ()  # by place at the table, plus a hundredth of the table points
    eliminated_points: Numbers = ()  # the same for eliminated players, from the second place on
    discards: Number = 0  # worst results that do not count
    tiebreaks: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)] = (
        "best",
        "second",
        "third",
        "earlier",
    )  # for ties in the standings: standings/tiebreaks.py
    team_size: Number = 4
    team_results: Number = 9  # best results of a team that count
    final_seats: Number = 4
    semifinals: bool = True
    advance: Number = 1  # players who advance from a semifinal to its final
    semifinal_steps: Numbers = ()  # one more final for each of these numbers of entrants exceeded, except the first
    direct_finalists: Number = 0  # winners of every game who skip the semifinal in small events
    separate_regions: bool = False  # keep players of one region apart in the first round
    live_class: float = 1.0  # weight of the event in the live ranking
    live_least: Number = 1  # at least this many of a player's results in events of this kind count…
    live_percent: float = 100.0  # …or this percentage of the events held, whichever is more
    # ---- formulas of the clubs; left alone, an event of an earlier version is scored as it was
    event_type: Literal["", "CNI", "RDN", "MST", "OPN", "ITC", "CPP", "SQD", "2V2", "IVT", "AMC"] = ""
    qualification: Names = ()  # rules that fill semifinals and final: settings/qualification.py
    semifinal_seats: Number = 0  # seats of a semifinal; 0: the preferred size
    final_order: Literal["stage", "sum"] = "stage"  # below the final: by stage, or by the sum with the semifinal
    consolation: bool = False  # a game for those who lost a semifinal, before the final
    best_games: Number = 0  # best results that count; 0: all but the discards
    round_up: bool = False  # scaled table points are rounded up to whole ones
    divisor: Number = 1  # the points of a game are divided by this, and so are their parts
    most_points: Number = 0  # upper limit of the points of a game; 0: no limit
    winner_base: Number = 0  # Spartac: the winner has this plus the table points, the others this minus their gap
    winner_top: Number = 86  # Spartac: table points of a winner from which the gap is counted to 100
    lost_points: Numbers = ()  # losers have: as survivors, beaten by an objective, eliminated
    seat_points: Ladders = {}  # points by place, by the seats of the table
    share_points: Number = 0  # points divided in proportion to the table points
    ghost_percent: Number = 0  # a table of three is filled with a player who has this percentage of their mean
    mean_places: bool = False  # equal players share the mean of their places' points, instead of the better place's
    hundredths: Number = 100  # with points by place, table points are divided by this; 0: they don't count
    place_objective: Number = 0  # points of the first place if it was won by an objective; 0: as any first place
    criteria: Names = ()  # kinds of clashes in a draw, strongest first; empty: the usual weights
    semifinal_criteria: Names = ()  # the same for semifinals
    pairing: Names = ()  # how each round is drawn; the last one repeats; empty: by the clashes
    roster: Number = 0  # players whom a team may enter, of whom `team_size` play a round; 0: those who play
    full_teams: bool = False  # a team that fields fewer than `team_size` loses the round


def with_choices(settings: EventSettings, choices: list[str]) -> EventSettings:
    """Apply choices such as `minutes=105` or `prizes=50,25`; a Problem names the first invalid one."""
    for choice in choices:
        name, sign, text = choice.partition("=")
        if not sign or name not in EventSettings.__struct_fields__:
            known = ", ".join(EventSettings.__struct_fields__)
            raise Problem("setting.not_name_value", choice=choice, known=known)
        kept = {**msgspec.to_builtins(settings), name: _read(getattr(settings, name), text)}
        try:
            settings = msgspec.convert(kept, EventSettings, strict=False)
        except msgspec.ValidationError as error:
            raise Problem("setting.value", text=text, name=name, error=error) from None
    return settings


def format_value(value: object) -> str:
    """Format a value as `with_choices` parses it: true, 90, 12,7,5 or 5:125,3:75."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{_format_entry(one)}" for key, one in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _format_entry(value: object) -> str:
    """Format the value of a mapping: 125, or 100/60/40/20."""
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _read(now: object, text: str) -> Any:
    """Split a typed value: a list as 12,7,5, a mapping as 5:125,3:75 or 3:100/55/10. msgspec converts the numbers."""
    parts = [part for part in text.split(",") if part]
    if isinstance(now, tuple):
        return parts
    if isinstance(now, dict):
        entries = (part.partition(":")[::2] for part in parts)
        return {key: value.split("/") if "/" in value else value for key, value in entries}
    return text
