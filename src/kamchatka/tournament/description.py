"""Describe an event's formula in one paragraph that a player can read."""

from collections.abc import Iterator

from kamchatka.kernel.text import Listed, Text
from kamchatka.tournament.settings.qualification import parse_qualification
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.tournament.standings.tiebreaks import parse_tiebreaks

MOST_PRIZES = 3  # prizes of more sharing winners are not listed


def describe_formula(settings: EventSettings, entrants: int | None = None) -> Listed:
    """Return the formula as sentences; with a number of entrants, without the rules that don't apply to it."""
    parts = (
        *_rounds(settings),
        *_points(settings),
        *_prizes(settings),
        *_counting(settings),
        *_stages(settings, entrants),
    )
    return Listed(parts, " ")


def _text(key: str, **fields: object) -> Text:
    return Text("formula", key, **fields)


def _rounds(settings: EventSettings) -> Iterator[Text]:
    sizes = Listed(sorted(settings.sizes), Text("list", "either"))
    if settings.format == "knockout":
        yield _text("knockout", sizes=sizes, seats=settings.final_seats)
    else:
        yield _text("rounds", rounds=settings.rounds, sizes=sizes, minutes=settings.minutes)
    if any(pairing != "apart" for pairing in settings.pairing):
        yield _text("pairing", list=Listed([Text("pairing", one) for one in settings.pairing]))
    if settings.format == "teams":
        yield _text("team", size=settings.team_size, results=settings.team_results)
        if settings.roster:
            yield _text("roster", roster=settings.roster)
        if settings.full_teams:
            yield _text("full_teams", size=settings.team_size)


def _points(settings: EventSettings) -> Iterator[Text]:
    if settings.winner_base:
        yield _text("gap", base=settings.winner_base, top=settings.winner_top)
    elif settings.seat_points:
        yield _text("seats", list=Listed([_ladder(*entry) for entry in sorted(settings.seat_points.items())], "; "))
        if settings.share_points:
            yield _text("share", points=settings.share_points)
    elif settings.place_points:
        yield _text("places", list=Listed(settings.place_points, "/"))
        if settings.hundredths:
            yield _text("hundredths", part=settings.hundredths)
        if settings.place_objective:
            yield _text("place_objective", points=settings.place_objective)
    else:
        yield _text("territories", objective=settings.objective_points)
        if settings.lost_points:
            yield _text("lost", list=Listed(settings.lost_points, "/"))
    scaled = [Text("formula", "percent_of", percent=p, size=n) for n, p in sorted(settings.percent.items()) if p != 100]
    if scaled:
        yield _text("round_up" if settings.round_up else "percent", list=Listed(scaled))
    if settings.most_table_points:
        yield _text("most_table", most=settings.most_table_points)


def _ladder(size: int, points: tuple[int, ...]) -> Text:
    return _text("ladder", size=size, list=Listed(points, "/"))


def _prizes(settings: EventSettings) -> Iterator[Text]:
    prizes = [prize for prize in settings.prizes if prize]
    if prizes and settings.shared_wins:
        yield _text("prizes", list=Listed(settings.prizes[:MOST_PRIZES], "/"))
    elif prizes:
        yield _text("prize", prize=prizes[0])
    if not settings.shared_wins:
        yield _text("sole")
    if settings.divisor > 1:
        yield _text("divisor", divisor=settings.divisor)
    if settings.most_points:
        yield _text("most", most=settings.most_points)


def _counting(settings: EventSettings) -> Iterator[Text]:
    if settings.best_games:
        yield _text("best_games", games=settings.best_games)
    elif settings.discards:
        yield _text("discards", games=settings.discards)
    if breaks := parse_tiebreaks(settings.tiebreaks):
        yield _text("ties", list=Listed([one.title for one in breaks]))


def _stages(settings: EventSettings, entrants: int | None) -> Iterator[Text]:
    if settings.format != "finals":
        return
    for rule in parse_qualification(settings.qualification, entrants):
        yield rule.sentence()
    if settings.direct_finalists and not settings.qualification:
        yield Text("qualification", "winners", number=settings.direct_finalists)
    if settings.semifinals:
        yield _text("semifinals", advance=settings.advance)
    if settings.consolation:
        yield _text("consolation")
    yield _text("final", seats=settings.final_seats)
    if settings.semifinal_steps:
        yield _text("steps", list=Listed(settings.semifinal_steps[1:] or settings.semifinal_steps))
    yield _text("order_sum" if settings.final_order == "sum" else "order_stage")
