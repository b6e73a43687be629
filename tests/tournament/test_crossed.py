"""Two venues with crossed semifinals (Milan 2010), and unranked players, checked against a second implementation."""

from fractions import Fraction

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.seasons.bans import parse_ban
from kamchatka.tournament.seasons.choices import with_season_choices
from kamchatka.tournament.seasons.ranking import season_standings
from kamchatka.tournament.seasons.results import EventPlaces, PlayerPlace
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    PlayersMerged,
    SeasonOpened,
    SeasonSettings,
    fold_season,
)
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import open_event, play_round, settings
from tests.tournament.test_golden import draw_round, through

CROSSED = ("rounds=2", "qualification=leaders:1,shares:8", "semifinal_criteria=band,region,club")


def two_venues(first: int, second: int) -> Event:
    """Play two rounds at two venues with random results."""
    names = [f"M{number}/Club {number % 5}/Milano" for number in range(first)]
    names += [f"P{number}/Club {number % 5}/Pavia" for number in range(second)]
    event = open_event(settings("two_venues", *CROSSED), names, "two_venues")
    for number in (1, 2):
        event = play_round(draw_round(event, number), number + first)
    return event


def shares(order: list[int], venue: dict[int, str], whole: int, firsts: list[int]) -> set[int]:
    """Compute the regulation again: each venue's exact share of seats, remainders to the largest fractions."""
    sizes = {name: list(venue.values()).count(name) for name in venue.values()}
    rest = {name: [one for one in order if venue[one] == name and one not in firsts] for name in sizes}
    exact = {name: Fraction(whole * size, sum(sizes.values())) for name, size in sizes.items()}
    seats = {name: int(part) for name, part in exact.items()}
    while sum(seats.values()) < whole:
        following = {name: order.index(rest[name][seats[name]]) for name in seats}
        best = max(seats, key=lambda name: (exact[name] - seats[name], -following[name]))
        seats[best] += 1
    return {one for name, count in seats.items() for one in rest[name][:count]}


@pytest.mark.parametrize(("first", "second"), [(16, 16), (24, 12), (20, 8), (28, 20)])
def test_the_best_of_each_venue_play_crossed_semifinals(first: int, second: int) -> None:
    """Each venue's first plays the final, eight others in proportion play semifinals that mix the venues."""
    event = two_venues(first, second)
    venue = {number: entrant.region for number, entrant in event.entrants.items()}
    order = [row.entrant for row in standings(event)]
    firsts = [next(one for one in order if venue[one] == name) for name in ("Milano", "Pavia")]
    direct, semifinal = through(event)
    assert sorted(direct) == sorted(firsts)
    assert set(semifinal) == shares(order, venue, 8, firsts)
    for seed in range(3, 9):
        drawn = apply_change(next_round(event, seed, "greedy"), event, 0).rounds[-1]
        counts = [sum(venue[seat] == "Milano" for seat in table.seats) for table in drawn.tables]
        assert max(counts) - min(counts) <= 1


# ------------------------------------------------------------------ clubs that meet equally often
def meetings(event: Event, rounds: int) -> dict[frozenset[str], int]:
    """Count how often each pair of clubs sat at one table, seat by seat."""
    found: dict[frozenset[str], int] = {}
    for round in event.rounds[:rounds]:
        for table in round.tables:
            clubs = [event.entrants[seat].club for seat in table.seats]
            for pair in {frozenset((one, other)) for one in clubs for other in clubs if one != other}:
                found[pair] = found.get(pair, 0) + 1
    return found


def after_rounds(criteria: str, seed: int) -> Event:
    """Create 24 clubs of two players after two rounds, with the same first round for all criteria."""
    names = [f"P{number}/Club {number % 24:02}" for number in range(48)]
    chosen = settings("team_championship", "rounds=2", "sizes=4", "team_size=2", f"criteria={criteria}")
    event = open_event(chosen, names, "team_championship")
    event = play_round(apply_change(next_round(event, seed, "greedy"), event, 0), seed)
    return apply_change(next_round(event, seed), event, 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_clubs_meet_equally_often(seed: int) -> None:
    """With the criterion the second meetings of clubs spread over more pairs; clubmates still never meet."""
    plain, balanced = after_rounds("club", seed), after_rounds("club,clubs", seed)
    assert plain.rounds[0].tables == balanced.rounds[0].tables
    for event in (plain, balanced):
        assert all(len({event.entrants[seat].club for seat in one.seats}) == 4 for one in event.rounds[-1].tables)
    again = [sum(count - 1 for count in meetings(event, 2).values()) for event in (plain, balanced)]
    assert again[1] < again[0]


# ------------------------------------------------------------------ players who are not ranked
def event_of(date: str, *names: str) -> EventAdded:
    """Create an event with these places; Zoe has a membership number."""
    places = (PlayerPlace(name, at, member="77" if name == "Zoe" else "") for at, name in enumerate(names, start=1))
    return EventAdded(EventPlaces(f"Torneo {date}", date, tuple(places), 1, 1, "A"))


@pytest.mark.parametrize(
    ("banned", "totals"),
    [
        ((), {"Zoe": 5600, "Ada": 5200}),
        (("Ada",), {"Zoe": 5600}),
        (("77",), {"Ada": 5200}),
        (("77@2025",), {"Ada": 5200, "Zoe": 3600}),
        (("zoe@2026-02",), {"Ada": 5200, "Zoe": 3600}),
        (("77@2025-06-01..2026-02-01",), {"Ada": 5200, "Zoe": 1600}),
        (("77@2025-06..2026-02-01", "A. Rossi@2026-03"), {"Ada": 3200, "Zoe": 1600}),
        (("Nobody", "77@2024"), {"Zoe": 5600, "Ada": 5200}),
    ],
)
def test_banned_players_are_not_ranked(banned: tuple[str, ...], totals: dict[str, int]) -> None:
    """A ban names a player or a number and may have a period; other players keep their places."""
    changes: list[AnySeasonChange] = [
        SeasonOpened("2026", SeasonSettings(banned=banned)),
        event_of("2025-06-01", "Zoe", "Ada"),
        event_of("2026-02-01", "Zoe", "Ada"),
        event_of("2026-03-01", "A. Rossi", "Zoe"),
        PlayersMerged("A. Rossi", "Ada"),
    ]
    assert {row.name: int(row.total) for row in season_standings(fold_season(changes))} == totals


@pytest.mark.parametrize("word", ["", "@2025", "Ada@", "Ada@25", "Ada@2025..", "Ada@2025@2026"])
def test_a_ban_that_cannot_be_read_is_refused(word: str) -> None:
    """The problem explains the format of a ban."""
    with pytest.raises(Problem, match="is no ban"):
        parse_ban(word)
    if word:
        with pytest.raises(Problem, match="is no ban"):
            with_season_choices(SeasonSettings(), [f"banned={word}"])
