"""Other channels than sockets leak no secret: exports, notices, e-mails, feeds, lists, metrics and the log.

People play a game of each edition over days, so that those who are absent are notified. While the games run, everything
that the server answers and sends is searched for hands, objectives, the randomness key and credentials.
"""

import json
import random
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from examples.bot import choose
from kamchatka.editions import EDITIONS
from kamchatka.kernel.view import ONLOOKER
from tests.people.kit import PASSWORD, people
from tests.people.services import Called, MailServer, PushService
from tests.people.test_notices import DAYS, settings
from tests.server.client import Browser
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.test_leaks import Truth, from_database
from tests.server.test_metrics import private
from tests.server.together import together

NAMES = ("Ada", "Bruno", "Carla")
VISITS = 12  # visits of each player to each table
ACTIONS = 15  # per visit
LONGEST = 150  # actions of a game: none ends by then, which would reveal its secrets
EACH = ("", "/replay", "/journal", "/analysis", "/highlights", "/lessons")  # requests about a running table
LISTS = ("/api/me", "/api/mine", "/api/tables", "/api/friends", "/api/quick", "/api/tokens", "/api/me/sessions")
MORE = ("/api/notices", "/api/events", "/api/moderation", "/api/training", "/api/profile?name=Ada")


class Secret(NamedTuple):
    """A text that no channel may contain."""

    what: str
    text: str


def find_secrets(channel: str, secrets: Iterable[Secret]) -> list[str]:
    """Return which secrets a text contains as whole words."""
    return [one.what for one in secrets if re.search(rf"(?<!\w){re.escape(one.text)}(?!\w)", channel)]


def secrets_of_game(server: Server, table: str) -> list[Secret]:
    """Return the key of a game's randomness, and what spectators don't know of cards and objectives."""
    truth = Truth(from_database(server, table))
    hidden = truth.hidden(ONLOOKER, len(truth.hands) - 1)
    ((key,),) = ask(server.database, "SELECT key FROM tables WHERE id = :table", table=table)
    return [Secret(f"hidden in {table}", name) for name in sorted(hidden)] + [Secret(f"key of {table}", str(key))]


async def play_on(player: Browser, table: str) -> None:
    """Visit a table and answer while this player is asked. The others are absent and are notified."""
    async with player.at(table) as seat:
        await seat.until("scene")
        for _ in range(ACTIONS):
            if not seat.scene["ask"] or seat.scene["version"] > LONGEST:
                return
            await seat.act(choose(seat.scene["ask"]))
            await seat.say(type="ping")
            await seat.until("pong")


async def answers(player: Browser, tables: list[str]) -> str:
    """Return everything that the server answers about running games, including refusals."""
    paths = [*LISTS, *MORE, "/api/me/export", (await player.get("/api/notices"))["calendar"]]
    paths += [f"/api/tables/{table}{what}" for table in tables for what in EACH]
    return "\n".join([(await player.http.get(path)).text for path in paths])


async def confirm_address(player: Browser, mail: MailServer, number: int) -> str:
    """Confirm an e-mail address; return the code."""
    await player.post("/api/notices/email?lang=en", {"email": f"{player.address}@example.org"})
    letter = (await mail.until(number)).get_content().replace("\r", "")
    code = re.search(r"\n +(\w{8})\n", letter)
    assert code is not None
    await player.post("/api/notices/email/confirm", {"code": code[1]})
    return code[1]


@together
async def test_no_channel_tells_a_secret(own_server: Callable[..., Server]) -> None:
    with PushService() as service, MailServer() as mail:
        server = own_server(**settings(service, mail), metrics_port="0", work_a_minute="100000")
        async with people(server, *NAMES) as players:
            credentials = [Secret("password", PASSWORD), Secret("wrong password", "battery staple")]
            calls = [Called(service, name) for name in NAMES]
            for number, (player, call) in enumerate(zip(players, calls, strict=True), start=1):
                await player.post("/api/notices/push?lang=en", call.form())
                code = await confirm_address(player, mail, number)
                token = (await player.post("/api/tokens", {"label": "bot"}))["secret"]
                await player.post("/api/login", {"name": "Ada", "password": "battery staple"}, 401)
                cookies = [Secret("cookie", cookie) for cookie in player.http.cookies.values()]
                credentials += [*cookies, Secret("code", code), Secret("token", token)]
            event = await players[0].post("/api/events", {"name": "Cup", "preset": "ranking"})
            feed = (await players[0].get("/api/notices"))["calendar"].rpartition("/")[2]
            tables = [await play_edition(edition, players) for edition in EDITIONS]
            of_games = [secret for table in tables for secret in secrets_of_game(server, table)]
            assert len(of_games) > 20 * len(tables)
            for player in players:
                assert find_secrets(await answers(player, tables), [*of_games, *credentials]) == []
            await mail.until(len(NAMES) + len(EDITIONS))
            await service.until(len(EDITIONS))
            letters = [letter.get_content() for letter in mail.letters[len(NAMES) :]]
            pushed = [json.dumps(_opened(calls, path, sealed)) for path, _, sealed in service.handed]
            assert find_secrets("\n".join([*letters, *pushed]), [*of_games, *credentials]) == []
            metrics = (await players[0].http.get(private(server))).text
            own = [Secret("address", f"{player.address}@example.org") for player in players]
            own += [Secret("csrf", player.csrf) for player in players]  # a page receives its own token
            own += [Secret("endpoint", call.endpoint) for call in calls]
            own += [Secret("calendar", feed), Secret("key of an event", event["key"])]
            for text in (metrics, server.log.read_text()):
                assert find_secrets(text, [*of_games, *credentials, *own]) == []


async def play_edition(edition: str, players: list[Browser]) -> str:
    """Play some rounds of a game with one player connected at a time; return its id."""
    random.seed(edition)
    host, *others = players
    table = await host.lay(edition, "m" + "o" * len(others), **DAYS)
    for other in others:
        await other.post(f"/api/tables/{table}/join")
    for visit in range(VISITS * len(players)):
        await play_on(players[visit % len(players)], table)
    return table


def _opened(calls: list[Called], path: str, sealed: bytes) -> dict[str, str]:
    """Decrypt a push message with the keys of the browser that it is for."""
    return next(call for call in calls if call.endpoint.endswith(path)).read(sealed)


def test_a_secret_is_found_as_a_word() -> None:
    secrets = [Secret("key", "ab12"), Secret("card", "Ural joker")]
    assert find_secrets('{"key":"ab12"}', secrets) == ["key"]
    assert find_secrets("You hold Ural joker.", secrets) == ["card"]
    assert find_secrets("xab12 Ural jokers", secrets) == []
