"""A club's year through the desk's API, and a championship of 31 clubs: all standings equal a second implementation."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.test_seasons import Seasons
from tests.server.together import together
from tests.tournament import regulation
from tests.tournament.regulation import Game, Line

pytestmark = pytest.mark.full  # 12 events of up to 80 players, each result a request
WORTH = {"A": 2000, "B": 1000, "C": 500}
LADDER = [100, 80, 65, 55, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8]
PLAYERS = [f"G{number:02}" for number in range(80)]


async def play(desk: Desk, random: Random) -> list[Game]:
    """Draw, publish and report a round; return its score sheets by name."""
    round = await desk.round(method="greedy")
    names = {one["number"]: one["name"] for one in (await desk.event())["entrants"]}
    games: list[Any] = []
    for table in round["tables"]:
        made = random.sample(range(5, 30), len(table["seats"]))
        await desk.report(round, table["number"], *made)
        games.append([Line(names[seat], points) for seat, points in zip(table["seats"], made, strict=True)])
    return games


def places(games: list[Game], players: list[str]) -> dict[str, int]:
    """Return the places by points, then tables won, then best result; ties share a place."""
    keys = {}
    for one in regulation.totals(games, regulation.open_event, players, 2):  # type: ignore[arg-type]
        wins = sum(regulation.by_place(game)[0].player == one.player for game in games)
        keys[str(one.player)] = (one.points, wins, max(one.results))
    order = sorted(keys.values(), reverse=True)
    return {name: order.index(key) + 1 for name, key in keys.items()}


@together
async def test_a_year_of_twelve_events(club: Server) -> None:
    """Events of 40 to 80 players, entered as lists: the eight best results of a season equal those computed by hand."""
    random = Random(80)
    expected: dict[str, list[Fraction]] = {}
    async with Browser(club.address, "Olga") as olga:
        season = await Seasons.open(olga, best="8")
        for number in range(12):
            here = sorted(PLAYERS if number == 0 else random.sample(PLAYERS, random.randrange(40, 61)))
            body: Json = {"name": f"Torneo {number}", "preset": "open", "choices": {"rounds": "2"}}
            made = await olga.post("/api/events", {**body, "date": f"2026-{number + 1:02}-07"})
            desk = Desk(olga, made["id"], made["key"])
            lines = [f"{name};Club {PLAYERS.index(name) % 7}" for name in here]
            taken = await desk.send("import/entrants", "\n".join(["Nome;Circolo", *lines]).encode())
            assert taken["taken"] == len(here)
            games = [*await play(desk, random), *await play(desk, random)]
            kind = "ABC"[number % 3]
            await season.send("events", {"event": desk.id, "kind": kind})
            for name, place in places(games, here).items():
                share = LADDER[place - 1] if place <= len(LADDER) else 0
                expected.setdefault(name, []).append(Fraction(WORTH[kind] * share, 100))
        totals = {name: sum(sorted(made, reverse=True)[:8], Fraction(0)) for name, made in expected.items()}
        rows = (await season.look())["standings"]
        assert {row["name"]: Fraction(row["total"]) for row in rows} == totals
        assert [Fraction(row["total"]) for row in rows] == sorted(totals.values(), reverse=True)
        assert len(rows) == 80


@together
async def test_a_championship_of_31_clubs(club: Server) -> None:
    """31 clubs of six with new line-ups in each of three rounds: the nine best results of a club count."""
    random = Random(31)
    clubs = {f"Club {number:02}": [f"{number:02}-{player}" for player in range(6)] for number in range(31)}
    of = {name: club for club, names in clubs.items() for name in names}
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "team_championship")
        lines = [f"{name};{club}" for name, club in of.items()]
        await desk.send("import/entrants", "\n".join(["Nome;Circolo", *lines]).encode())
        numbers = {one["name"]: one["number"] for one in (await desk.event())["entrants"]}
        results: dict[str, list[Fraction]] = {name: [] for name in clubs}
        for _ in range(3):
            fielded = set[str]()
            for name, members in clubs.items():
                chosen = random.sample(members, 4)
                fielded |= set(chosen)
                await desk.send("line-up", {"team": name, "players": [numbers[one] for one in chosen]})
            games = await play(desk, random)
            assert {str(line.player) for game in games for line in game} == fielded
            for game in games:
                assert len({of[str(line.player)] for line in game}) == len(game)
                for player, points in regulation.gufo(game).items():
                    results[of[str(player)]].append(points)
        best = {name: sorted(made, reverse=True)[:9] for name, made in results.items()}
        order = sorted(best, key=lambda name: (-sum(best[name]), [-one for one in best[name]], name))
        teams = (await desk.event())["teams"]
        assert [team["team"] for team in teams] == order
        assert [Fraction(team["total"]) for team in teams] == [sum(best[name], Fraction(0)) for name in order]
