"""Placements left to a bot, assigned colours, forced actions, and who plays first against bots."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.options import ATTACK, COLOUR, DEFEND, PASS, Amount, Bare, Options, Spots
from kamchatka.match import Match, play_numeric
from kamchatka.server.game_server import GameServer
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.placements import rest_of
from kamchatka.server.protocol.messages import PlaceRest
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import User
from kamchatka.server.tables.automatic_moves import colour_of, only_answer
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.seating import rematch_form
from tests.server.client import Json
from tests.server.test_room import acts, hears, next_question, open_server, sits_down
from tests.server.together import together

FIRST_ROLL = {"attack", "fast_attack", "invade", "roll", "defend"}


def against_bots(edition: str, colour: int | None = 0, **more: object) -> TableForm:
    """Return the form of Play now: one person among quick bots."""
    seats = max(EDITIONS[edition].seats[0], 3)
    bots = [SeatForm("bot", "cautious")] * (seats - 1)
    return msgspec.structs.replace(TableForm(edition, (SeatForm("me", colour=colour), *bots), early=True), **more)


async def lay(server: GameServer, user: User, form: TableForm) -> LiveTable:
    """Create the table of a form. The game begins at once."""
    return await server.live_tables.open(await server.tables.lay(form, user))


async def leave_the_rest(live_table: LiveTable, listener: Listener) -> None:
    """Ask a bot to place the rest."""
    await live_table.room.submit(lambda: live_table.handler.handle(listener, PlaceRest()))


def verbs(scene: Json) -> set[str]:
    """Return the verbs that a seat may use."""
    return {one["act"] for one in scene["ask"]["ranges"]}


# ------------------------------------------------------------------ the rest of the placements
@pytest.mark.parametrize("edition", EDITIONS)
@together
async def test_one_message_leads_to_the_first_roll(tmp_path: Path, edition: str) -> None:
    """One message places all armies up to the first attack or defence, without further questions."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, against_bots(edition))
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        assert scene["ask"]["rest"] in ("opening", "turn")
        before, seat = scene["version"], scene["you"]
        await leave_the_rest(live_table, listener)
        scene = await next_question(listener)
        assert verbs(scene) & FIRST_ROLL
        assert not scene["seats"][seat]["stand_in"]
        match = live_table.room.match
        assert match is not None
        assert any(entry.seat == seat for entry in match.entries[before:])


@together
async def test_a_bot_finishes_the_placement_of_a_turn_only(tmp_path: Path) -> None:
    """In a turn with several armies left, the bot places them and gives the seat back before the attacks."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, against_bots("original"))
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        assert scene["ask"]["rest"] == "turn"
        await leave_the_rest(live_table, listener)
        scene = await next_question(listener)
        assert scene["turn"] == scene["you"]
        assert "attack" in verbs(scene)
        assert scene["ask"]["rest"] == ""
        await leave_the_rest(live_table, listener)
        assert (await hears(listener, "problem"))["code"] == "wrong_time"


@together
async def test_where_results_count_nothing_is_placed_for_a_player(tmp_path: Path) -> None:
    """At a rated table the offer is missing and the message is refused."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, against_bots("modern"))
        room = live_table.room
        room.table = msgspec.structs.replace(room.table, agreed=msgspec.structs.replace(room.table.agreed, rated=True))
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        assert scene["ask"]["rest"] == ""
        await leave_the_rest(live_table, listener)
        assert (await hears(listener, "problem"))["code"] == "wrong_time"


@together
async def test_a_player_who_acts_keeps_the_decision(tmp_path: Path) -> None:
    """A bot places for a seat only as long as its player does not return to the table."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, against_bots("classic"))
        room, listener = live_table.room, await sits_down(live_table, ada)
        scene = await next_question(listener)
        attendance, seat = room.attendance, scene["you"]
        attendance.leave_placements(seat)
        assert attendance.is_placed_for(seat)
        await room.submit(lambda: live_table.handler.handle(listener, acts(scene, "a")))
        assert not attendance.is_placed_for(seat)


# ------------------------------------------------------------------ colours and seats
@pytest.mark.parametrize(("wanted", "taken"), [(2, 2), (0, None), (39, None)])
@together
async def test_a_colour_is_given_without_a_question(tmp_path: Path, wanted: int, taken: int | None) -> None:
    """The colour is the remembered colour if the edition has it and it is free, otherwise any other."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, against_bots("modern", wanted))
        scene = await next_question(await sits_down(live_table, ada))
        assert verbs(scene) == {"place"}
        assert scene["seats"][scene["you"]]["colour"] == taken or taken is None
        again = rematch_form(live_table.room.table, ada)
        assert [one.colour for one in again.seats if one.kind == "me"] == [wanted]


def test_a_player_without_a_wish_is_asked_for_a_colour() -> None:
    """When the preferred colour is taken, the first free one is chosen; other questions are still asked."""
    match = Match.new("modern", seats=3, seed=1)
    options = match.options(0)
    assert colour_of(match.game, options, 2) != colour_of(match.game, options, 3)
    assert colour_of(match.game, Options().add(Amount(DEFEND, 1, 3)), 2) is None


@pytest.mark.parametrize("edition", ["modern", "challenge"])
@together
async def test_the_only_person_plays_first(tmp_path: Path, edition: str) -> None:
    """The only person plays first, shown with six tables that have different dice."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        for _ in range(6):
            room = (await lay(server, ada, against_bots(edition))).room
            assert room.match is not None
            assert room.table.seats[int(room.match.state.first)].user == ada.id
            assert sorted(one.kind for one in room.table.seats) == ["bot", "bot", "person"]


@together
async def test_among_people_the_dice_alone_decide_who_plays_first(tmp_path: Path) -> None:
    """The seats of a table with other people stay as its host has set them."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        seats = (SeatForm("me"), SeatForm("open"), SeatForm("bot"))
        for _ in range(6):
            id = await server.tables.lay(TableForm("modern", seats, early=True), ada)
            table = await server.store.table(id)
            assert table is not None
            assert table.seats[0].user == ada.id


# ------------------------------------------------------------------ the only legal answer
def only(options: Sequence[object], hand: int = 0, edition: str = "modern") -> object:
    """Return the automatic answer to a question with these ranges, for a seat with `hand` cards."""
    match = Match.new(edition, seats=3, seed=1)
    match.state.hand[0] = hand
    asked = Options()
    for one in options:
        asked.add(one)  # type: ignore[arg-type]
    return only_answer(match, 0, asked)


def test_the_only_legal_answer_is_played() -> None:
    """A choice between several answers is left to the player."""
    spot = Spots(ATTACK, 1, 1)
    spot.add(7)
    assert only([Amount(DEFEND, 1, 1)]).key() == (DEFEND, -1, -1, 1, 0)  # type: ignore[attr-defined]
    assert only([spot]) is not None
    assert only([Bare(PASS)]) is not None
    assert only([Amount(DEFEND, 1, 2)]) is None
    assert only([spot, Bare(PASS)]) is None


def test_an_answer_that_would_tell_of_a_hand_is_asked_for() -> None:
    """A seat with cards never passes automatically: others would learn that it has no card to play."""
    assert only([Bare(PASS)], hand=2) is None
    assert only([Amount(DEFEND, 1, 1)], hand=2) is not None


def test_a_secret_answer_is_asked_for() -> None:
    """Answering it automatically would reveal something by its timing."""
    match = Match.new("risk2210", seats=3, seed=1)
    while not match.game.steps[match.state.agenda[-1].step].is_sealed():
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).expand()[0], seat)
    assert only_answer(match, match.awaited[0], Options().add(Amount(DEFEND, 1, 1))) is None


def test_a_placement_is_offered_only_where_several_armies_are_left() -> None:
    """The offer goes only to the seat that is asked, and never for a colour choice."""
    match = Match.new("modern", seats=3, seed=1)
    assert rest_of(match, match.awaited[0]) == ""
    while match.options(match.awaited[0]).ranges[0].verb == COLOUR:
        play_numeric(match, match.options(match.awaited[0]).expand()[0], match.awaited[0])
    assert rest_of(match, match.awaited[0]) == "opening"
    assert rest_of(match, (match.awaited[0] + 1) % 3) == ""
