"""Suggested moves over real sockets: the advice, its reasons, refusals, and hidden information."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.match import Match, play_numeric
from kamchatka.players import counsellor
from kamchatka.players.admiral.bot import AdmiralBot
from kamchatka.players.admiral.judge import is_judged
from kamchatka.server.bots.suggestions import Advice, Suggester, advice_at, advice_for, places_named
from kamchatka.server.protocol.messages import Suggest
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.pool import WorkPool
from kamchatka.words import Words
from tests.laws.tables import Setup, setups, step
from tests.laws.test_secrets import scramble
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.test_attack_odds import asker_of
from tests.server.test_every_edition import every
from tests.server.test_room import hears, lay, open_server, sits_down, waits_for_a_person
from tests.server.together import to_its_end, together

EACH = pytest.mark.parametrize("edition", EDITIONS)
FOLLOWED = 24  # suggestions answered at once, in one game over a socket
ACTIONS = 700  # suggestions in one game among captains


async def ask_suggestion(seat: Seat, nonce: str = "s") -> Json:
    """Request a suggestion and return the reply."""
    await seat.say(type="suggest", nonce=nonce)
    while True:
        said = await seat.until("suggestion", "problem")
        if said["nonce"] == nonce:
            return said


# ------------------------------------------------------------------ suggestions are legal
@EACH
@together
async def test_whoever_follows_suggestions_is_never_refused(server: Server, edition: str) -> None:
    """Every suggestion is one of the actions offered, has a text and a reason, names places, and is accepted."""
    board = EDITIONS[edition].game(EDITIONS[edition].table_rules({})).board.places
    others = "r" * (max(EDITIONS[edition].seats[0], 3) - 1)
    async with Browser(server.address, edition) as ada:
        table = await ada.lay(edition, f"m{others}")
        async with ada.at(table, lang="it") as seat:
            for n in range(FOLLOWED):
                scene = await seat.asked()
                if scene["result"]:
                    break
                assert scene["table"]["suggests"]
                told = await ask_suggestion(seat, f"s{n}")
                assert told["type"] == "suggestion", told
                assert told["version"] >= scene["version"]  # others may have made sealed bids
                assert told["text"]
                assert all(reason.endswith((".", "!")) for reason in told["reasons"])
                assert set(told["places"]) <= set(board)
                offered = [action for one in scene["ask"]["ranges"] for action in every(one)]
                assert normal(told["act"]) in [normal(action) for action in offered]
                answer = await seat.act(told["act"])
                raced = len(scene["awaited"]) > 1  # another player may take the colour at this very moment
                assert answer["type"] in (("done", "stale", "refused") if raced else ("done", "stale"))
                news = answer["version"] if answer["type"] == "done" else scene["version"] + 1
                while not seat.scene["result"] and seat.scene["version"] < news:
                    await seat.until("moved", "scene")


def normal(action: Json) -> Json:
    """Return an action without empty or default fields."""
    return {name: value for name, value in action.items() if value not in ([], None, 0)}


@EACH
def test_captains_that_follow_each_other_play_whole_games(edition: str) -> None:
    """Captains that follow suggestions play whole games: each one is legal and its reasons exist in both languages."""
    seats = EDITIONS[edition].seats[-1]
    match = Match.new(edition, seats, seed=8)
    words = [Words(language, match.edition, [f"P{n}" for n in range(seats)]) for language in ("it", "en")]
    told = set[str]()
    while not match.is_over and len(match.entries) < ACTIONS:
        seat = match.awaited[0]
        advice = advice_of_match(match, seat)
        told |= {reason.key for reason in advice.reasons}
        for one in words:
            answer = Suggester(one, match, len(match.entries), "n").answer(advice)
            assert answer.text
            assert all(answer.reasons)
        play_numeric(match, Action(*advice.action), seat)
    assert len(told) > 15


def advice_of_match(match: Match, seat: int) -> Advice:
    """Return the advice for a seat of a match."""
    chosen = tuple(match.rules.non_defaults().items())
    return advice_at(match.edition.id, chosen, print_position(match.game, match.view(seat).state), seat)


# ------------------------------------------------------------------ hidden information
@EACH
def test_secrets_of_others_change_no_suggestion(edition: str) -> None:
    """Worlds that differ only in hidden information give the same advice; the seat's own cards may change it."""
    for number, setup in enumerate(setups(edition)[:3]):
        table, luck = setup.game.start(setup.seats, FastChance(number)), FastChance(number + 1)
        for moment in range(200):
            if table.state.over:
                break
            if moment % 8 == 0:
                seat = next(seat for seat in range(setup.seats) if setup.game.awaits(table) >> seat & 1)
                other = scramble(setup.game, table, seat, luck)
                assert advice_in(setup, table, seat) == advice_in(setup, other, seat)
            step(setup.game, table, luck)


class Here:
    """A fake worker pool that runs tasks at once."""

    def __init__(self) -> None:
        self.told: tuple[object, ...] = ()  # all the worker's input

    async def run(self, asker: Asker, function: Callable[..., Advice], *args: object) -> Advice:
        """Return what a worker would return."""
        self.told = args
        return function(*args)


def advice_in(setup: Setup, table: Table, seat: int) -> tuple[object, ...]:
    """Return the advice for a seat of this table and the input that the adviser received."""
    booklet = EDITIONS[setup.edition]
    match = Match(booklet, booklet.table_rules(setup.options), setup.game, table)
    here = Here()
    return to_its_end(advice_for(match, seat, cast(WorkPool, here), Asker("a", "b"))), *here.told


def test_places_are_those_of_the_action_and_of_its_reasons() -> None:
    """Each place appears once, the action's own first."""
    match = Match.new("modern", 3, seed=8)
    while match.state.round == 0:
        play_numeric(match, Action(*advice_of_match(match, match.awaited[0]).action), match.awaited[0])
    while (advice := advice_of_match(match, match.awaited[0])).action[0] != 3:  # an attack
        play_numeric(match, Action(*advice.action), match.awaited[0])
    named = places_named(advice)
    assert named[:2] == [advice.action[1], advice.action[2]]
    assert len(named) == len(set(named))


# ------------------------------------------------------------------ refused users
@together
async def test_it_is_refused_among_people(server: Server) -> None:
    """A suggestion is refused if another person plays, also on the same screen, in the user's language."""
    async with Browser(server.address, "Ada sugg") as ada, Browser(server.address, "Bruno sugg") as bruno:
        table = await ada.lay("modern", "mob")
        await bruno.post(f"/api/tables/{table}/join")
        shared = await ada.lay("modern", "msb")
        for where in (table, shared):
            async with ada.at(where, lang="en") as seat:
                scene = await seat.until("scene")
                assert not scene["table"]["suggests"]
                if len(scene["yours"]) > 1:
                    await seat.say(type="sit", seat=0)
                    await seat.until("scene")
                told = await ask_suggestion(seat)
                assert told["code"] == "problem"
                assert "only in games against bots" in told["text"]


@together
async def test_it_is_refused_to_who_is_not_asked(server: Server) -> None:
    """A suggestion is refused before the game, to spectators, and while another seat decides."""
    async with Browser(server.address, "Ada asks") as ada, Browser(server.address, "Olga looks") as olga:
        waiting = await ada.lay("modern", "mob")
        async with ada.at(waiting) as seat:
            await seat.until("table")
            assert (await ask_suggestion(seat))["code"] == "wrong_time"
        table = await ada.lay("modern", "mbb")
        async with olga.at(table) as onlooker:
            await onlooker.until("scene")
            assert (await ask_suggestion(onlooker))["code"] == "not_seated"


@together
async def test_it_is_refused_while_others_decide_and_when_the_budget_is_spent(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        user = await server.accounts.guest("Ada", "")
        live_table = await lay(server, user)
        listener = await sits_down(live_table, user)
        stored = live_table.room.stored
        assert stored is not None
        seat = listener.viewer
        listener.viewer = next(other for other in range(3) if other not in stored.match.awaited)
        await live_table.handler.handle(listener, Suggest("a"))
        refused = await hears(listener, "problem", "suggestion")
        assert (refused["code"], refused["nonce"]) == ("wrong_time", "a")
        listener.viewer = seat
        await waits_for_a_person(live_table.room)
        server.work.budget.charge(asker_of(user), 1000.0)
        await live_table.handler.handle(listener, Suggest("b"))
        refused = await hears(listener, "problem", "suggestion")
        assert (refused["code"], refused["nonce"]) == ("too_many", "b")


@together
async def test_it_is_refused_at_a_table_of_a_tournament(tmp_path: Path) -> None:
    """A suggestion is refused at a tournament table, even if all other seats are played by bots."""
    async with open_server(tmp_path) as server:
        user = await server.accounts.guest("Ada", "")
        form = TableForm("modern", (SeatForm("open"),) * 3)
        id = await server.tables.lay_kept(form, ["Ada", "Bruno", "Carla"], user, "cup")
        await server.tables.take_seat(id, 0, user)
        await server.tables.begin_now(id)
        live_table = await server.live_tables.open(id)
        assert live_table.room.table.is_solitary
        listener = await sits_down(live_table, user)
        assert not (await hears(listener, "scene"))["table"]["suggests"]
        await live_table.handler.handle(listener, Suggest("t"))
        refused = await hears(listener, "problem", "suggestion")
        assert (refused["code"], refused["nonce"]) == ("problem", "t")
        assert "tournament" in refused["text"]


def test_the_admiral_advises_where_its_network_runs() -> None:
    """The admiral advises if its network runs, and otherwise a captain does; no other bot is asked."""
    for name in EDITIONS:
        game = EDITIONS[name].game(EDITIONS[name].table_rules({}))
        assert isinstance(counsellor(game), AdmiralBot if is_judged(name) else CaptainBot)
