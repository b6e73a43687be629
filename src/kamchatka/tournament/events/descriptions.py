"""Describe the changes of a trail in words."""

from collections.abc import Mapping
from decimal import Decimal
from functools import singledispatch
from typing import Any

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.text import Listed, Text
from kamchatka.tournament.events import changes


def round_title(stage: str, number: int) -> Text:
    """Return the title of a round."""
    return Text("round_title", stage, number=number)


def describe_quality(cost: int, bound: int) -> Text:
    """Describe how good a draw is."""
    return Text("draw", "best") if cost == bound else Text("draw", "clashes", cost=cost, bound=bound)


@singledispatch
def describe(change: Any, names: Mapping[int, str]) -> Text:
    """Describe a change as a sentence."""
    raise TypeError(f"no change: {change!r}")


def _name(number: int, names: Mapping[int, str]) -> str:
    return names.get(number, f"n. {number}")


@describe.register
def _(change: changes.EventOpened, names: Mapping[int, str]) -> Text:
    return Text("trail", "opened", name=change.name)


@describe.register
def _(change: changes.SettingsChanged, names: Mapping[int, str]) -> Text:
    return Text("trail", "settings")


@describe.register
def _(change: changes.PlayerEntered, names: Mapping[int, str]) -> Text:
    club = f" ({change.club})" if change.club else ""
    return Text("trail", "entered", name=change.name, club=club, number=change.number)


@describe.register
def _(change: changes.Amended, names: Mapping[int, str]) -> Text:
    return Text("trail", "amended", name=change.name, club=change.club, number=change.number)


@describe.register
def _(change: changes.Withdrew, names: Mapping[int, str]) -> Text:
    return Text("trail", "back" if change.back else "withdrawn", name=_name(change.number, names))


@describe.register
def _(change: changes.Drawn, names: Mapping[int, str]) -> Text:
    return Text(
        "trail",
        "drawn_again" if change.again else "drawn",
        stage=Text("stage", change.stage),
        round=change.round,
        tables=len(change.tables),
        seed=change.seed,
        method=change.method,
    )


@describe.register
def _(change: changes.Absent, names: Mapping[int, str]) -> Text:
    name = _name(change.number, names)
    if change.substitute:
        return Text("trail", "substituted", round=change.round, other=_name(change.substitute, names), name=name)
    return Text("trail", "absent", round=change.round, name=name)


@describe.register
def _(change: changes.Reported, names: Mapping[int, str]) -> Text:
    key = "corrected" if change.correction else "reported"
    return Text("trail", key, round=change.round, table=change.table, lines=_lines(change.report, names))


def _lines(report: changes.TableReport, names: Mapping[int, str]) -> Listed:
    return Listed([_line(line, names) for line in report.lines])


def _line(line: PlayerResult, names: Mapping[int, str]) -> Text:
    made: str | Text = f"#{line.card}" if line.points is None else str(line.points)
    if line.objective:
        made = Text("trail", "objective")
    elif line.eliminated:
        made = Text("trail", "out")
    less = f" −{line.penalty}" if line.penalty else ""
    return Text("trail", "line_last" if line.last else "line", name=_name(line.entrant, names), made=made, penalty=less)


@describe.register
def _(change: changes.SetAside, names: Mapping[int, str]) -> Text:
    return Text("trail", "set_aside", source=change.source, line=change.line, why=change.why)


@describe.register
def _(change: changes.Settled, names: Mapping[int, str]) -> Text:
    return Text("trail", "settled", entry=change.question, note=change.note)


@describe.register
def _(change: changes.ClockSet, names: Mapping[int, str]) -> Text:
    if change.table:
        key = "table_starts" if change.running else "table_stops"
        return Text("trail", key, round=change.round, table=change.table)
    return Text("trail", "all_start" if change.running else "all_stop", round=change.round)


@describe.register
def _(change: changes.Hosted, names: Mapping[int, str]) -> Text:
    return Text("trail", "hosted", round=change.round, table=change.table)


@describe.register
def _(change: changes.Proposed, names: Mapping[int, str]) -> Text:
    lines, name = _lines(change.report, names), _name(change.by, names)
    return Text("trail", "proposed", name=name, round=change.round, table=change.table, lines=lines)


@describe.register
def _(change: changes.Confirmed, names: Mapping[int, str]) -> Text:
    told = {"name": _name(change.by, names), "round": change.round, "table": change.table}
    return Text("trail", "confirmed", **told, entry=change.version)


@describe.register
def _(change: changes.Disputed, names: Mapping[int, str]) -> Text:
    told = {"name": _name(change.by, names), "round": change.round, "table": change.table, "entry": change.version}
    if change.report is None:
        return Text("trail", "disputed_note", **told, note=change.note)
    key = "disputed_both" if change.note else "disputed"
    return Text("trail", key, **told, lines=_lines(change.report, names), note=change.note)


@describe.register
def _(change: changes.EventDescribed, names: Mapping[int, str]) -> Text:
    return Text("trail", "described", venue=change.about.venue or "—", organiser=change.about.organiser or "—")


@describe.register
def _(change: changes.BonusGiven, names: Mapping[int, str]) -> Text:
    points = f"{Decimal(change.hundredths) / 100:+}"
    key = "bonus_for" if change.reason else "bonus"
    return Text("trail", key, name=_name(change.number, names), points=points, reason=change.reason)


@describe.register
def _(change: changes.WildCard, names: Mapping[int, str]) -> Text:
    return Text("trail", "wild_back" if change.back else "wild", name=_name(change.number, names))


@describe.register
def _(change: changes.CaptainNamed, names: Mapping[int, str]) -> Text:
    if not change.number:
        return Text("trail", "no_captain", team=change.team)
    return Text("trail", "captain", team=change.team, name=_name(change.number, names))


@describe.register
def _(change: changes.LinedUp, names: Mapping[int, str]) -> Text:
    players = ", ".join(_name(one, names) for one in change.players) or "—"
    return Text("trail", "line_up", round=change.round, team=change.team, players=players)


@describe.register
def _(change: changes.CarriedOver, names: Mapping[int, str]) -> Text:
    players = ", ".join(_name(one, names) for one in change.seats)
    return Text("trail", "carried", source=change.source, players=players)
