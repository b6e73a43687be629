"""No message to any client contains a secret, in whole games of every edition.

There are two checks. Games over real sockets: messages are searched for other seats' objectives, hidden cards and the
key of the randomness, which are read from the database afterwards. Worlds: two tables that a viewer cannot tell apart
(tests/laws) must produce the same bytes.
"""

import asyncio
import json
import random
import re
from typing import Any

import msgspec
import pytest

from examples.bot import choose
from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.editions.godstorm.miracles.visions import Peeking
from kamchatka.journal import parse
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import NameSeat
from kamchatka.kernel.state import DISCARD, State
from kamchatka.kernel.table import Fact, Table
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, apply_entry
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.presentation.replica import empty_copy
from kamchatka.server.protocol.scene_types import SeatSeen, TableSeen
from tests.laws.tables import Setup, setups, step
from tests.laws.test_secrets import scramble
from tests.rules.godstorm.cards import cast
from tests.server.client import Browser, Json, Seat
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.together import together

ACTIONS = 260  # actions per game; then all vote to stop, which reveals the secrets like any ending
ENOUGH = 3 * ACTIONS  # messages of one edition


async def plays(seat: Seat, enough: asyncio.Event) -> None:
    """Answer at random until the game is over, or until `enough` says stop."""
    while not enough.is_set():
        scene = await seat.asked()
        if scene["result"] or scene["version"] > ACTIONS:
            enough.set()
            return
        await seat.act(choose(scene["ask"]))
        if not seat.scene["result"]:
            await seat.until("moved", "scene")


async def whole_game(server: Server, edition: str, seats: int) -> tuple[str, list[Seat]]:
    """Play a game with one socket per player and a spectator; return the sockets by seat, the spectator last."""
    browsers = [await Browser(server.address, f"P{n}").__aenter__() for n in range(seats + 1)]
    table = await browsers[0].lay(edition, "m" + "o" * (seats - 1))
    for browser in browsers[1:seats]:
        await browser.post(f"/api/tables/{table}/join")
    sockets = [await browser.at(table, lang=random.choice(("it", "en"))).__aenter__() for browser in browsers]
    enough = asyncio.Event()
    tasks = [asyncio.create_task(plays(socket, enough)) for socket in sockets[:seats]]
    watching = asyncio.create_task(sockets[seats].until("never"))
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()  # a failed client is reported at once, not waited for
    for running in (*tasks, watching):
        running.cancel()
    await asyncio.gather(*tasks, watching, return_exceptions=True)
    for socket in sockets:
        await socket.socket.close()
    for browser in browsers[:seats]:
        await browser.http.post(f"/api/tables/{table}/stop", json={}, headers={"X-CSRF-Token": browser.csrf})
    for browser in browsers:
        await browser.http.aclose()
    return table, sockets


def from_database(server: Server, table: str) -> Match:
    """Return the whole truth of a game."""
    ((header,),) = ask(server.database, "select header from tables where id = :table", table=table)
    lines = ask(server.database, "select line from entries where table_id = :table order by n", table=table)
    return parse(header + b"".join(line for (line,) in lines), table).match


def names(edition: Edition, what: str) -> list[set[str]]:
    """Return the names of a card or objective in both languages, and the ids of objectives."""
    known = {"cards": edition.cards, "objectives": edition.objectives}[what]
    return [{one.it, one.en} | ({one.id} if what == "objectives" else set()) for one in known]


class Truth:
    """The cards and objectives that a viewer may know, version by version."""

    def __init__(self, match: Match) -> None:
        self.ids = match.game.cards
        self.cards = names(match.edition, "cards")
        self.objectives = names(match.edition, "objectives")
        replica, self.hands, self.goals = empty_copy(match), [], []
        self.shown: list[set[int]] = [set()]  # by version: cards that everybody has seen by then
        self.looked = [_looked_at(replica.state)]  # by version, then seat: another's cards that it is looking at
        self.hands.append([int(where) for where in replica.state.cards])
        self.goals.append([int(goal) for goal in replica.state.objective])
        for entry in match.entries:
            apply_entry(replica, entry)
            state = replica.state
            self.hands.append([int(where) for where in state.cards])
            self.goals.append([int(goal) for goal in state.objective])
            self.looked.append(_looked_at(state))
            open_now = {card for card, where in enumerate(state.cards) if where == DISCARD}
            open_now |= {int(card) for fact in entry.facts for card in _open_cards(fact)}
            self.shown.append(self.shown[-1] | open_now)

    def known(self, viewer: int, version: int) -> set[int]:
        """Return the cards that a viewer has had or seen by then."""
        known = set(self.shown[version])
        for past in range(version + 1 if viewer >= 0 else 0):  # ONLOOKER is also the number of the deck
            known |= {card for card, where in enumerate(self.hands[past]) if where == viewer}
            known |= self.looked[past].get(viewer, set())
        return known

    def hidden(self, viewer: int, version: int) -> set[str]:
        """Return the names that a message of this version must not contain."""
        known = self.known(viewer, version)
        cards = {name for card, called in enumerate(self.cards) if card not in known for name in called}
        own = self.goals[version][viewer] if viewer >= 0 else -1
        held = {goal for goal in self.goals[version] if goal >= 0 and goal != own}
        seen = {name for card in known for name in self.cards[card]}
        return (cards - seen) | {name for goal in held for name in self.objectives[goal]}


def _looked_at(state: State) -> dict[int, set[int]]:
    """Return the hands that another seat is being shown, by viewer: only Visions Become Real allows it."""
    looks = [frame for frame in state.agenda if isinstance(frame, Peeking)]
    return {int(look.seat): {n for n, where in enumerate(state.cards) if where == look.victim} for look in looks}


def _open_cards(fact: Fact) -> list[int]:
    """Return the cards that a fact reveals to onlookers."""
    seen = fact.seen_by(ONLOOKER)
    known: Any = {**getattr(seen, "__dict__", {})}
    return [known["card"]] if type(known.get("card")) is int and known["card"] >= 0 else []


@pytest.mark.parametrize("edition", EDITIONS)
@together
async def test_no_byte_to_any_client_tells_a_secret(server: Server, edition: str) -> None:
    """No message reveals a secret. Further games are played until enough messages were checked."""
    random.seed(edition)
    looked = await look_at_a_game(server, edition)
    for _ in range(3):
        if looked <= ENOUGH:
            looked += await look_at_a_game(server, edition)
    assert looked > ENOUGH


async def look_at_a_game(server: Server, edition: str) -> int:
    """Check every message of a game to every client; return how many there were before it ended."""
    seats = max(EDITIONS[edition].seats[0], 3)
    table, sockets = await whole_game(server, edition, seats)
    truth = Truth(from_database(server, table))
    ((key,),) = ask(server.database, "select key from tables where id = :table", table=table)
    looked = 0
    for viewer, socket in enumerate(sockets):
        for message in socket.heard:
            if json.loads(message).get("result"):
                continue  # the game is over: everything is public
            assert key.encode() not in message
            tells_no_secret(truth, viewer if viewer < seats else ONLOOKER, message)
            looked += 1
    return looked


def tells_no_secret(truth: Truth, viewer: int, message: bytes) -> None:
    """Check that the message hides what this viewer may not know in the version it shows."""
    said: Json = json.loads(message)
    version = min(said.get("version", 0), len(truth.hands) - 1)
    text = message.decode()
    for name in truth.hidden(viewer, version):
        hidden = re.escape(msgspec.json.encode(name)[1:-1].decode())
        # objective_1 is a prefix of objective_12
        assert not re.search(rf'"{hidden}(?!\w)', text), (viewer, version, name)
    told = {event["card"] for event in said.get("events", ()) if event.get("card") not in ("?", None)}
    assert told <= {truth.ids[card] for card in truth.known(viewer, version)}


def test_a_spectator_knows_no_card_of_the_deck() -> None:
    truth = Truth(Match.new("modern", 3, seed=1))
    assert truth.known(ONLOOKER, 0) == set()
    assert len(truth.hidden(ONLOOKER, 0)) > len(truth.cards)


def test_a_hand_that_is_looked_at_is_told_to_nobody_else() -> None:
    """Visions Become Real shows another's cards to one seat; every other hand stays hidden."""
    laid = cast("visions_become_real", hands={1: ["heroes_are_born", "lava_erupts"]})
    match = Match.from_position(laid.position(), laid.rules.non_defaults())
    match.play(NameSeat(1))
    truth, now = Truth(match), len(match.entries)
    presenter = Presenter(match, [f"P{n}" for n in range(match.seats)])
    told = {
        viewer: msgspec.json.encode(presenter.scene(Viewpoint(viewer, "en", yours), context(match.seats)))
        for viewer, yours in ((0, (0,)), (1, (1,)), (2, (2,)), (ONLOOKER, ()))
    }
    for viewer, message in told.items():
        tells_no_secret(truth, viewer, message)
        assert (b"Lava Erupts" in message) == (viewer in (0, 1))
    assert "Lava Erupts" in truth.hidden(0, now - 1)
    for other in (2, ONLOOKER):
        with pytest.raises(AssertionError):
            tells_no_secret(truth, other, told[0])


# ------------------------------------------------------------------ worlds
def context(seats: int) -> TableContext:
    """Return a context for a table of people that doesn't depend on the game."""
    table = TableSeen(
        id="t",
        name="T",
        edition="modern",
        edition_name="",
        status="playing",
        host="",
        options={},
        private=False,
        watchers=0,
        commitment="",
    )
    return TableContext(table, tuple(SeatSeen(seat=n, name=f"P{n}", kind="person") for n in range(seats)), "none", None)


def full_picture(setup: Setup, table: Table, viewer: int, plays: int = ONLOOKER) -> bytes:
    """Return a viewer's whole picture without the log, optionally with a seat that plays in public."""
    match = Match(EDITIONS[setup.edition], EDITIONS[setup.edition].table_rules(setup.options), setup.game, table)
    presenter = Presenter(match, [f"P{n}" for n in range(setup.seats)])
    viewpoint = Viewpoint(viewer, "en", (viewer,) if viewer >= 0 else (), plays)
    return msgspec.json.encode(presenter.scene(viewpoint, context(setup.seats)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_worlds_that_differ_in_secrets_look_the_same(edition: str) -> None:
    """A scene depends on nothing that its viewer may not know."""
    for number, setup in enumerate(setups(edition)[:6]):
        table, luck = setup.game.start(setup.seats, FastChance(number)), FastChance(number + 1)
        for moment in range(240):
            if table.state.over:
                break
            if moment % 12 == 0:
                viewer = luck.below(setup.seats + 1) - 1
                other = scramble(setup.game, table, viewer, luck)
                assert full_picture(setup, table, viewer) == full_picture(setup, other, viewer)
            step(setup.game, table, luck)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_that_plays_before_everybody_shows_no_secret(edition: str) -> None:
    """On a shared screen, a public question doesn't depend on anything hidden from onlookers."""
    asked = 0
    for number, setup in enumerate(setups(edition)[:6]):
        table, luck = setup.game.start(setup.seats, FastChance(number)), FastChance(number + 1)
        for moment in range(240):
            if table.state.over:
                break
            if moment % 6 == 0:
                seat = members(int(setup.game.awaits(table)))[0]
                picture = full_picture(setup, table, ONLOOKER, seat)
                assert picture == full_picture(setup, scramble(setup.game, table, ONLOOKER, luck), ONLOOKER, seat)
                asked += bool(msgspec.json.decode(picture)["ask"]["ranges"])
            step(setup.game, table, luck)
    assert asked > 50


def test_a_leak_would_be_noticed() -> None:
    """The law can fail: it detects a hand shown to the wrong seat."""
    setup = setups("modern")[0]
    table = setup.game.start(setup.seats, FastChance(1))
    for _ in range(300):
        step(setup.game, table, FastChance(2))
    other = scramble(setup.game, table, 0, FastChance(3))
    assert full_picture(setup, table, 1) != full_picture(setup, other, 1)
