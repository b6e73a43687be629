"""The standings of a season: points of every event, the best results that count, lists, champions, records, players."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.seasons.bans import is_banned, parse_ban
from kamchatka.tournament.seasons.live import live_points_of, live_results
from kamchatka.tournament.seasons.results import EventPlaces, PlayerPlace
from kamchatka.tournament.seasons.season import Season, SeasonSettings

HUNDREDTH = Decimal("0.01")


class SeasonResult(msgspec.Struct, frozen=True):
    """A player's result in one event of a season."""

    event: str
    date: str
    place: int
    players: int
    points: Decimal
    club: str
    counted: bool = True


class SeasonRow(msgspec.Struct, frozen=True):
    """A player in the standings of a season."""

    place: int
    name: str
    club: str  # the last one
    member: str
    total: Decimal
    results: tuple[SeasonResult, ...]
    wins: int  # events won
    games: int


class Records(msgspec.Struct, frozen=True):
    """The records of a season."""

    champions: tuple[tuple[str, str, str], ...]  # date, event, winner
    most_events: tuple[str, int]
    most_wins: tuple[str, int]
    largest: tuple[str, int]  # event, players


def event_points(settings: SeasonSettings, event: EventPlaces, place: int) -> Decimal:
    """Return what a place in an event is worth."""
    if settings.by == "live":
        return live_points_of(event, place)
    if event.kind not in settings.classes:
        raise Problem("season.no_class", kind=event.kind, known=", ".join(settings.classes))
    whole = Decimal(settings.classes[event.kind])
    if settings.by == "players":
        count = len(event.players)
        share = Decimal(max(0, count - place + 1)) / count if count else Decimal(0)
    else:
        share = Decimal(settings.ladder[place - 1]) / 100 if place <= len(settings.ladder) else Decimal(0)
    return (whole * share).quantize(HUNDREDTH, ROUND_HALF_UP)


def season_standings(season: Season, running: EventPlaces | None = None, which: str = "all") -> tuple[SeasonRow, ...]:
    """Rank the players of a season, with an event that is still being played as it stands now.

    `which`: `internal` for members of the season's clubs, `external` for guests. Ties go to the better best result.
    """
    events = (*season.events, running) if running is not None else season.events
    bans = tuple(map(parse_ban, season.settings.banned))
    found = dict[str, list[tuple[EventPlaces, PlayerPlace]]]()
    for event in events:
        for player in event.players:
            key = season.key(player)
            if not is_banned(bans, season, key, player.name, event.date):
                found.setdefault(key, []).append((event, player))
    rows = [_row(season, key, made) for key, made in found.items() if len(made) >= season.settings.least_events]
    clubs = {normalise(club) for club in season.settings.clubs}
    if which != "all":
        rows = [row for row in rows if (normalise(row.club) in clubs) is (which == "internal")]
    rows.sort(key=_order)
    keys = [_order(row)[:-1] for row in rows]
    return tuple(msgspec.structs.replace(row, place=keys.index(_order(row)[:-1]) + 1) for row in rows)


def _order(row: SeasonRow) -> tuple[Decimal, list[Decimal], str]:
    return -row.total, sorted(-one.points for one in row.results if one.counted), row.name


def _row(season: Season, key: str, made: Sequence[tuple[EventPlaces, PlayerPlace]]) -> SeasonRow:
    results = [
        SeasonResult(
            event.name,
            event.date,
            player.place,
            len(event.players),
            event_points(season.settings, event, player.place),
            player.club,
        )
        for event, player in made
    ]
    counted = _find_counting(season, made, results)
    kept = tuple(msgspec.structs.replace(one, counted=at in counted) for at, one in enumerate(results))
    last = made[-1][1]
    name = next((season.merged[n] for _, p in made if (n := normalise(p.name)) in season.merged), last.name)
    return SeasonRow(
        0,
        name,
        next((player.club for _, player in reversed(made) if player.club), ""),
        key[1:] if key.startswith("#") else "",
        sum((one.points for one in kept if one.counted), Decimal(0)),
        kept,
        sum(player.place == 1 for _, player in made),
        sum(player.games for _, player in made),
    )


def _find_counting(
    season: Season, made: Sequence[tuple[EventPlaces, PlayerPlace]], results: list[SeasonResult]
) -> set[int]:
    """Return the numbers of the results that count."""
    if season.settings.by == "live":
        return live_results(season.events, [event for event, _ in made], [one.points for one in results])
    order = sorted(range(len(results)), key=lambda at: (-results[at].points, at))
    return set(order[: season.settings.best or len(order)])


def find_player(season: Season, typed: str) -> SeasonRow:
    """Return a player's row by name or membership number, merged names included; a Problem if there is none."""
    wanted = normalise(typed)
    merged = normalise(season.merged[wanted]) if wanted in season.merged else wanted
    for row in season_standings(msgspec.structs.replace(season, settings=_everybody(season.settings))):
        if wanted in (normalise(row.name), row.member) or merged == normalise(row.name):
            return row
    raise Problem("season.no_player", name=typed)


def _everybody(settings: SeasonSettings) -> SeasonSettings:
    return msgspec.structs.replace(settings, least_events=1)


def clubs_of(row: SeasonRow) -> list[tuple[str, str]]:
    """Return a player's clubs with the years of the events played for them, in their order."""
    found = dict[str, list[str]]()
    for one in row.results:
        found.setdefault(one.club, []).append(one.date[:4])
    return [(club, years[0] if years[0] == years[-1] else f"{years[0]}–{years[-1]}") for club, years in found.items()]


def other_names(season: Season, row: SeasonRow) -> tuple[str, ...]:
    """Return the other names under which a player of the standings was entered."""
    key = f"#{row.member}" if row.member else normalise(row.name)
    players = (one for event in season.events for one in event.players)
    return tuple(
        sorted({one.name for one in players if season.key(one) == key and normalise(one.name) != normalise(row.name)})
    )


def records(season: Season) -> Records | None:
    """Return the records of a season; None before its first event."""
    rows = season_standings(msgspec.structs.replace(season, settings=_everybody(season.settings)))
    if not rows:
        return None
    champions = [
        (event.date, event.name, player.name)
        for event in season.events
        for player in event.players
        if player.place == 1
    ]
    events = max(rows, key=lambda row: (len(row.results), -row.place))
    wins = max(rows, key=lambda row: (row.wins, -row.place))
    largest = max(season.events, key=lambda event: len(event.players))
    return Records(
        tuple(champions),
        (events.name, len(events.results)),
        (wins.name, wins.wins),
        (largest.name, len(largest.players)),
    )
