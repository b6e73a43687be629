"""Several people at one screen, and seats with auto-defend."""

import json
from collections.abc import Callable

import pytest

from examples.bot import choose
from kamchatka.journal import parse
from kamchatka.kernel.options import DEFEND, PASS, Amount, Options
from kamchatka.kernel.parties import Parties
from kamchatka.proof import prove
from kamchatka.server.tables.automatic_moves import most_dice
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import together

ME, SCREEN = {"kind": "me"}, {"kind": "screen", "name": "Bruno"}
MANY = 400  # answers, enough for a game of two to reach combat
CARD_VERBS = {"trade", "play", "name_card", "give_card"}


def asked_to_defend(scene: Json) -> bool:
    """Return whether the question is how many dice defend."""
    return [one["act"] for one in scene["ask"]["ranges"]] == ["defend"]


def eager(ask: Json) -> Json:
    """Attack if possible, otherwise act like the example bot."""
    attack = next((one for one in ask["ranges"] if one["act"] == "attack"), None)
    if attack is None:
        return choose(ask)
    source, target, _, most = max(attack["pairs"], key=lambda pair: int(pair[3]))
    return {"act": "attack", "source": source, "target": target, "dice": most}


async def ask(screen: Seat, *types: str, **message: object) -> Json:
    """Send a request. A new socket has a fresh limit, because tests ask faster than people."""
    while True:
        await screen.say(**message)
        said = await screen.until(*types, "problem")
        if said.get("code") != "too_many":
            return said
        await screen.reopen()
        await screen.until("scene")


async def sit(screen: Seat, seat: int, open: bool) -> None:
    """Sit down at a seat."""
    assert (await ask(screen, "scene", type="sit", seat=seat, open=open))["type"] == "scene"


async def switch(screen: Seat, seat: int, on: bool) -> Json:
    """Toggle auto-defend for a seat."""
    said = await ask(screen, "table", type="most_dice", seat=seat, on=on)
    assert said["type"] == "table", said
    return said


async def refusal_of(screen: Seat, seat: int) -> Json:
    """Return why auto-defend of that seat can't be switched."""
    return await ask(screen, type="most_dice", seat=seat)


async def play(screen: Seat, enough: Callable[[Json], bool], open: bool = True) -> None:
    """Let each asked seat of the screen sit down and answer, until `enough` returns True."""
    for _ in range(MANY):
        scene = screen.scene
        if enough(scene):
            return
        if scene["you"] not in scene["awaited"] or scene["open"] != open:
            await sit(screen, scene["awaited"][0], open)
            continue
        if not scene["ask"]["ranges"]:
            await sit(screen, scene["you"], open=True)
        answer = await screen.act(eager(screen.scene["ask"]))
        assert answer["type"] == "done", answer
        await screen.until("moved")
    raise AssertionError("it never came to that")


def fought(scene: Json) -> bool:
    """Return whether dice have just been rolled."""
    return any(event["fact"] == "Rolled" for event in scene.get("events", ()))


async def lines_of(ada: Browser, table: str) -> list[Json]:
    """Return the journal after everybody has voted to stop."""
    await ada.post(f"/api/tables/{table}/stop")
    journal = (await ada.http.get(f"/api/tables/{table}/journal")).content
    assert prove(parse(journal, "journal")).strays is None
    return [json.loads(line) for line in journal.splitlines()[1:]]


@together
async def test_a_seat_defends_with_the_most_dice_by_itself(server: Server) -> None:
    """With auto-defend the seat isn't asked, and the journal stores its answer with the most dice."""
    async with Browser(server.address, "Ada") as ada:
        seats = [{**ME, "most_dice": True}, {**SCREEN, "most_dice": True}]
        table = str((await ada.post("/api/tables", {"edition": "classic", "seats": seats}))["id"])
        async with ada.at(table) as screen:
            await screen.until("scene")
            assert screen.scene["most_dice"] == [0, 1]
            rolls = 0

            def enough(scene: Json) -> bool:
                nonlocal rolls
                rolls += fought(scene)
                assert not (scene["ask"] and asked_to_defend(scene))
                return rolls >= 12

            await play(screen, enough)
            answers = [
                line["action"] for line in await lines_of(ada, table) if line.get("action", {}).get("act") == "defend"
            ]
    assert len(answers) >= 5
    assert all(answer["dice"] == 2 for answer in answers)


@together
async def test_whoever_wants_to_be_asked_is_asked(server: Server) -> None:
    """Auto-defend is off by default and can be switched during the game, also while a question is open."""
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Carla") as carla:
        table = str((await ada.post("/api/tables", {"edition": "classic", "seats": [ME, SCREEN]}))["id"])
        async with ada.at(table) as screen, carla.at(table) as watching:
            await screen.until("scene")
            await watching.until("scene")
            assert screen.scene["most_dice"] == []
            await play(screen, lambda scene: bool(scene["ask"]) and asked_to_defend(scene))
            version, seat = screen.scene["version"], screen.scene["you"]
            assert (await switch(screen, seat, True))["most_dice"] == [seat]
            assert (await screen.until("moved"))["version"] == version + 1  # the open question is answered at once
            assert fought(screen.scene)
            assert (await switch(screen, seat, False))["most_dice"] == []
            assert (await refusal_of(screen, seat=7))["code"] == "not_seated"
            await carla.post(f"/api/tables/{table}/join", status=409)
            assert (await refusal_of(watching, seat=seat))["code"] == "not_seated"
            assert not any(json.loads(message).get("most_dice") for message in watching.heard)  # sent to its seats only


@together
async def test_who_joins_and_who_plays_again_keeps_the_choice(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay("classic", "mo")
        await bruno.post(f"/api/tables/{table}/join", {"most_dice": True})
        await ada.post(f"/api/tables/{table}/stop")
        await bruno.post(f"/api/tables/{table}/stop")
        again = str((await ada.post(f"/api/tables/{table}/rematch"))["id"])
        await bruno.post(f"/api/tables/{table}/rematch")
        async with bruno.at(again) as his, ada.at(again) as hers:
            assert (await his.until("scene"))["most_dice"] == [1]
            assert (await hers.until("scene"))["most_dice"] == []


@together
@pytest.mark.parametrize("edition", ["modern", "risk2210", "godstorm"])
async def test_a_seat_plays_before_everybody_without_its_secrets(server: Server, edition: str) -> None:
    """A seat that plays in public gets no hand, objective or card choice; its other actions remain."""
    async with Browser(server.address, "Ada") as ada:
        table = str(
            (await ada.post("/api/tables", {"edition": edition, "seats": [ME, SCREEN, {**SCREEN, "name": "C"}]}))["id"]
        )
        public = 0
        async with ada.at(table) as screen:
            await screen.until("scene")

            def enough(scene: Json) -> bool:
                nonlocal public
                if not scene["open"]:
                    assert scene["private"] is None
                    offered = {one["act"] for one in (scene["ask"] or {"ranges": ()})["ranges"]}
                    assert not offered & CARD_VERBS
                    public += bool(offered)
                return public >= 60 or scene["result"] is not None

            await play(screen, enough, open=False)
            assert public >= 60


def test_the_most_dice_are_all_armies_and_pieces_that_may_roll() -> None:
    """Auto-defend chooses the most dice, then the most pieces, and answers no other question."""
    party = Parties(DEFEND)
    party.add(-1, -1, 0, 5, 0b101, 0, 2)
    answer = most_dice(Options().add(party))
    assert answer is not None
    assert (answer.n, answer.what) == (0, 0b101)
    amount = most_dice(Options().add(Amount(DEFEND, 1, 3)))
    assert amount is not None
    assert amount.n == 3
    assert most_dice(Options().add(Amount(DEFEND, 1, 3)).may(PASS)) is None
    assert most_dice(Options().may(PASS)) is None
