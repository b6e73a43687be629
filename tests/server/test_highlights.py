"""Highlights of a finished game: exact facts, checked against a plain reading of its journal."""

import gzip
import json
from functools import cache

import pytest

from kamchatka.analysis.throws import blank_copy, throws_of
from kamchatka.journal import Kept, parse
from kamchatka.kernel.facts import Eliminated, TurnBegan
from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.study.highlights import highlights_packed
from tests.server.client import Browser, Json
from tests.server.running import Server
from tests.server.together import together
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

GAMES = [path for path in stored_files("journals/*.jsonl.xz") if path.stat().st_size < 40_000]
EACH = pytest.mark.parametrize("number", range(0, len(GAMES), 5))


@cache
def game(number: int) -> tuple[Kept, bytes]:
    """Return a stored game and its journal. Tests only read it."""
    data = read_unpacked(GAMES[number])
    return parse(data, shelf_name(GAMES[number])), data


def seen(number: int, language: str = "en") -> Json:
    """Return a game's highlights as the page receives them."""
    found: Json = json.loads(gzip.decompress(highlights_packed("game", game(number)[1], language, 20.0)))
    return found


@EACH
def test_luck_and_battles_add_up(number: int) -> None:
    """A seat's luckiest battle has positive luck, its unluckiest negative; every roll counts once."""
    found, match = seen(number), game(number)[0].match
    throws = [throw for throw in throws_of(match) if not throw.odds.duel]
    sides = sum((throw.attacker >= 0) + (throw.defender >= 0) for throw in throws)
    assert sum(row["throws"] for row in found["luck"]) == sides
    assert all(battle["luck"] > 0 for battle in found["best"])
    assert all(battle["luck"] < 0 for battle in found["worst"])
    for battle in found["best"] + found["worst"]:
        thrown = [throw for throw in throws if throw.entry == battle["entry"]]
        assert thrown
        assert battle["seat"] in {throw.attacker if battle["attacked"] else throw.defender for throw in thrown}
    assert 0 < found["analysis_seconds"] <= 20.0


@EACH
def test_the_last_turn_and_all_eliminations_are_found(number: int) -> None:
    """The replay of the last turn starts where the last turn of the journal begins."""
    found, match = seen(number), game(number)[0].match
    facts = [(n, fact) for n, entry in enumerate(match.entries) for fact in entry.facts]
    assert found["last_turn"] == max((n for n, fact in facts if isinstance(fact, TurnBegan)), default=0)
    falls = [(n, int(fact.seat)) for n, fact in facts if isinstance(fact, Eliminated)]
    assert [(fall["entry"], fall["seat"]) for fall in found["falls"]] == falls


@EACH
def test_strength_ends_with_the_final_board(number: int) -> None:
    """The strength chart has one row per turn and ends with the final board; no zone is held for more turns."""
    found, match = seen(number), game(number)[0].match
    final = found["strength"][-1]
    assert final["entry"] == len(match.entries) - 1
    owners = [int(owner) for owner in match.state.owner]
    assert final["lands"] == [owners.count(seat) for seat in range(match.seats)]
    assert all(0 < held["turns"] <= len(found["strength"]) for held in found["held"])


def test_the_longest_held_zone_is_the_longest() -> None:
    """A turn-by-turn recount of the longest game agrees."""
    number = max(range(0, len(GAMES), 5), key=lambda n: len(seen(n)["strength"]))
    found, match = seen(number), game(number)[0].match
    again, streaks, best = blank_copy(match), dict[tuple[int, int], int](), dict[int, int]()

    def count() -> None:
        display = match.edition.display(match.game, again.state, ONLOOKER)
        for seat in range(match.seats):
            held = set(display.zones_of(match.game.board, again.state, seat))
            for zone in range(match.game.board.zones):
                streaks[seat, zone] = streaks.get((seat, zone), 0) + 1 if zone in held else 0
                best[seat] = max(best.get(seat, 0), streaks[seat, zone])

    for entry in match.entries:
        for fact in entry.facts:
            again.table.note(fact)
            if isinstance(fact, TurnBegan):
                count()
    count()
    assert {held["seat"]: held["turns"] for held in found["held"]} == {seat: n for seat, n in best.items() if n}


def test_names_are_in_the_language_of_the_reader() -> None:
    """Zones and places are named in Italian for an Italian reader."""
    number = max(range(0, len(GAMES), 5), key=lambda n: len(seen(n)["held"]))
    assert seen(number)["held"] != seen(number, "it")["held"]


@together
async def test_a_running_game_has_no_highlights(server: Server) -> None:
    """A game's history is secret until it is over."""
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay("modern", "mbb")
        refused = await ada.get(f"/api/tables/{table}/highlights", status=409)
        assert refused["code"] == "wrong_time"
        await ada.post(f"/api/tables/{table}/stop")
        assert (await ada.get(f"/api/tables/{table}/highlights?lang=it"))["luck"] == []
