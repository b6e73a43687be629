"""Odds of a planned attack: small battles are computed at once, large ones in a worker while the game continues."""

from functools import partial
from pathlib import Path

import pytest

from kamchatka.editions import EDITIONS, edition
from kamchatka.match import Match
from kamchatka.server.protocol.messages import Odds, Ping
from kamchatka.server.storage.records import User
from kamchatka.server.tables.attack_odds import chances, is_light
from kamchatka.server.work.budget import Asker
from tests.server.test_room import acts, hears, lay, next_question, open_server, sits_down
from tests.server.together import together


def enemies(match: Match) -> tuple[int, int]:
    """Return two linked places of different owners."""
    board, owner = match.game.board, match.state.owner
    for place in range(len(board.places)):
        for link in range(board.first[place], board.first[place + 1]):
            if owner[place] >= 0 and owner[place] != owner[board.links[link]]:
                return place, int(board.links[link])
    raise AssertionError("nobody has enemies")


@together
async def test_a_large_battle_holds_up_nobody(tmp_path: Path) -> None:
    """A large battle doesn't block the table: later messages are answered first, and the odds are still correct."""
    async with open_server(tmp_path) as server:
        user = await server.accounts.guest("Ada", "")
        live_table = await lay(server, user)
        listener = await sits_down(live_table, user)
        stored = live_table.room.stored
        assert stored is not None
        match = stored.match
        while not any(owner >= 0 for owner in match.state.owner):  # colours are chosen before the deal
            act = acts(await next_question(listener), str(len(match.entries)))
            await live_table.room.submit(partial(live_table.handler.handle, listener, act))
        source, target = enemies(match)
        match.state.armies[source] = match.state.armies[target] = 200
        question = Odds(match.game.board.places[source], match.game.board.places[target], "o")
        assert not is_light(match, question)
        found = chances(match, question)
        await live_table.handler.handle(listener, question)  # at once, so that no bot changes anything in between
        await live_table.room.submit(lambda: live_table.handler.handle(listener, Ping()))
        assert (await hears(listener, "pong", "odds"))["type"] == "pong"
        answer = await hears(listener, "odds", "problem")
        assert (answer["nonce"], answer["wins"], answer["lost"]) == ("o", found.wins, found.lost)
        server.work.budget.charge(asker_of(user), 1000.0)
        match.state.armies[source] = match.state.armies[target] = 200
        await live_table.handler.handle(listener, question)
        refused = await hears(listener, "odds", "problem")
        assert (refused["code"], refused["nonce"]) == ("too_many", "o")


def asker_of(user: User) -> Asker:
    """Return the account that is charged for a user's question at a table."""
    return Asker(f"user {user.id}", "nowhere")


@pytest.mark.parametrize("id", EDITIONS)
def test_ordinary_battles_are_light_and_huge_ones_are_not(id: str) -> None:
    match = Match.new(id, 3, seed=1)
    model, armies = edition(id).battles, match.state.armies
    armies[0], armies[1] = 6, 4
    assert model.cells(match.table, 0, 1) <= 4096
    armies[0] = armies[1] = 10**6
    assert 4096 < model.cells(match.table, 0, 1) <= 8 * 1001**2
