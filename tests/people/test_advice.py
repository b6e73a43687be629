"""Bots give no advice on a board copied from a running rated game."""

from collections.abc import Callable

import msgspec
import pytest

from kamchatka.journal import Player, line_of, new_header, new_match, seal_line
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match, play_numeric
from kamchatka.players import bot
from kamchatka.server.study.positions import bots_say
from kamchatka.server.study.running_games import ROUNDS, BoardMark, are_alike, check_not_running, latest_marks
from kamchatka.server.study.study_payloads import PositionForm
from kamchatka.words.decision_fields import lap_of
from tests.people.kit import people, rated_table
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together

BOARD = BoardMark((0, 0, 0, 1, 1, 1, 2, 2, 2, -1), (5, 4, 3, 5, 4, 3, 5, 4, 3, 2))


def permuted(mark: BoardMark) -> BoardMark:
    return mark._replace(owners=tuple(one if one < 0 else (one + 1) % 3 for one in mark.owners))


@pytest.mark.parametrize(
    "other",
    [
        BOARD,
        permuted(BOARD),
        BOARD._replace(owners=(1, *BOARD.owners[1:])),
        permuted(BOARD)._replace(armies=(7, 5, *BOARD.armies[2:])),
    ],
)
def test_the_same_board_is_recognised_in_other_colours_and_slightly_changed(other: BoardMark) -> None:
    assert are_alike(BOARD, other)
    assert are_alike(other, BOARD)


@pytest.mark.parametrize(
    "other",
    [
        BOARD._replace(owners=(1, 2, *BOARD.owners[2:])),
        BOARD._replace(owners=(0, 1, 2, 0, 1, 2, 0, 1, 2, -1)),
        BOARD._replace(owners=(0, 0, 0, 0, 0, 0, 2, 2, 2, -1)),
        BOARD._replace(owners=(*BOARD.owners[:9], 2), armies=(11, *BOARD.armies[1:])),
        BOARD._replace(armies=tuple(2 * one for one in BOARD.armies)),
        BoardMark(BOARD.owners[1:], BOARD.armies[1:]),
    ],
)
def test_other_boards_are_not(other: BoardMark) -> None:
    assert not are_alike(BOARD, other)


class Journal:
    """A game of bots stored as a server would."""

    def __init__(self, edition: str, key: str) -> None:
        header = new_header(edition, {}, tuple(Player(f"P{n}", None) for n in range(3)), bytes.fromhex(key * 16))
        self.match = new_match(header)
        self.mark, self.data = seal_line("", msgspec.to_builtins(header))
        self.bots = [bot("cautious", self.match.game, seat) for seat in range(3)]
        self._write(0)

    def _write(self, number: int) -> None:
        self.mark, line = seal_line(self.mark, line_of(self.match.game, number, self.match.entries[number]))
        self.data += line

    def play(self, until: Callable[[Match], bool]) -> str:
        """Continue the game; return the position at the end, as a player would copy it."""
        while not until(self.match):
            seat = self.match.awaited[0]
            play_numeric(self.match, self.bots[seat].decide(self.match.view(seat), self.match.options(seat)), seat)
            self._write(len(self.match.entries) - 1)
        return print_position(self.match.game, self.match.view(self.match.awaited[0]).state)


def is_refused(position: str, *journals: Journal) -> bool:
    try:
        bots_say(PositionForm(position=position), "en", [one.data for one in journals])
    except Problem as problem:
        return problem.key == "position.running_game"
    return False


def test_positions_of_the_latest_rounds_of_a_running_game_are_refused() -> None:
    game, other = Journal("modern", "01"), Journal("modern", "02")
    first = game.play(lambda match: lap_of(match.state) == 1)
    unlike = other.play(lambda match: lap_of(match.state) == 2)
    assert is_refused(first, game)
    assert not is_refused(first, other)
    assert not is_refused(first)
    latest = game.play(lambda match: lap_of(match.state) == 1 + ROUNDS)
    assert is_refused(latest, other, game)
    assert not is_refused(unlike, game)
    assert not is_refused(first, game)  # too old


@pytest.mark.parametrize(
    ("running", "asked"), [("modern", "challenge"), ("classic", "risk2210"), ("risk2210", "classic")]
)
def test_a_board_set_up_in_another_edition_of_the_same_map_is_refused(running: str, asked: str) -> None:
    """Editions share maps: a copy in another edition would get much the same advice."""
    game = Journal(running, "01")
    game.play(lambda match: lap_of(match.state) == 1)
    copy = Match.new(asked, 3, seed=5)
    set_up(copy, game.match, 1)
    assert check_against(copy, game) is None
    set_up(copy, game.match, 0)
    assert check_against(copy, game) == "position.running_game"


def set_up(copy: Match, source: Match, shift: int) -> None:
    """Copy owners, with other colours, and armies of the other board to every place."""
    names = source.game.board.places
    for place, name in enumerate(copy.game.board.places):
        if name in names:
            there = (names.index(name) + shift) % len(names)
            copy.state.owner[place] = (source.state.owner[there] + 1) % 3
            copy.state.armies[place] = source.state.armies[there]


def check_against(position: Match, running: Journal) -> str | None:
    try:
        check_not_running(position, [running.data])
    except Problem as problem:
        return problem.key
    return None


def test_a_board_of_another_map_is_not_compared() -> None:
    game = Journal("classic_ancient", "01")
    game.play(lambda match: lap_of(match.state) == 1)
    assert check_against(Match.new("modern", 3, seed=5), game) is None
    assert latest_marks(game.data, Match.new("modern", 3, seed=5).game.board)[0] == []


@together
async def test_a_player_of_a_rated_game_gets_no_advice_and_others_do(server: Server) -> None:
    async with people(server, "Asks", "Also", "Neither") as everybody, Browser(server.address, "Guest") as guest:
        table = await rated_table(*everybody)
        body = {"position": await position_at(everybody[0], table)}
        refused = await everybody[0].post("/api/positions/bots?lang=en", body, 400)
        assert "rated game that you are playing" in refused["text"]
        answer = await guest.http.post("/api/positions/bots", json=body, headers={"X-CSRF-Token": guest.csrf})
        assert answer.status_code == 200, answer.text


async def position_at(player: Browser, table: str) -> str:
    """Return the position of a new game, set up by hand from what it shows."""
    async with player.at(table) as seat:
        places = (await seat.until("scene"))["places"]
    new = await player.post("/api/positions/new", {"edition": "modern", "seats": 3})
    changes = [{"place": one["id"], "owner": one["owner"], "armies": one["armies"]} for one in places]
    changed = await player.post("/api/positions/change", {"position": new["position"], "places": changes})
    return str(changed["position"])
