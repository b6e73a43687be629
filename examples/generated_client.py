"""Play a game with a client that openapi-python-client wrote from the server's OpenAPI (docs/protocol.md).

    python -m examples.generated_client http://127.0.0.1:8210 [EDITION]

It signs in as a guest, makes a token, creates a table against bots, plays over the socket and prints how the game
ended.
"""

import asyncio
import sys
from typing import Any

from kamchatka_client import AuthenticatedClient, Client
from kamchatka_client.api.default import (
    api_me_me,
    api_session_session,
    api_tables_id_replay_replay,
    api_tables_lay,
    api_tokens_new_token,
)
from kamchatka_client.models import (
    GuestForm,
    SeatForm,
    SeatFormKind,
    TableForm,
    TableFormPace,
    TokenForm,
    TokenFormScopesItem,
)

from examples.bot import play


def make_token(server: str, name: str) -> str:
    """Sign in as a guest, as a browser does, and return the secret of a new token."""
    browser = Client(base_url=server, raise_on_unexpected_status=True)
    headers = browser.get_httpx_client().headers
    headers["X-CSRF-Token"] = api_me_me.sync(client=browser).csrf
    headers["X-CSRF-Token"] = api_session_session.sync(client=browser, body=GuestForm(name=name)).csrf
    form = TokenForm(label=name, scopes=[TokenFormScopesItem.READ, TokenFormScopesItem.PLAY])
    secret: str = api_tokens_new_token.sync(client=browser, body=form).secret
    return secret


def play_game(server: str, edition: str) -> Any:
    """Play against two bots and return the replay of the finished game."""
    token = make_token(server, "Robin")
    client = AuthenticatedClient(base_url=server, token=token, raise_on_unexpected_status=True)
    bot = SeatForm(kind=SeatFormKind.BOT)
    form = TableForm(edition=edition, seats=[SeatForm(kind=SeatFormKind.ME), bot, bot], pace=TableFormPace.INSTANT)
    table = api_tables_lay.sync(client=client, body=form).id
    asyncio.run(play(server, token, table))
    return api_tables_id_replay_replay.sync(table, client=client)


if __name__ == "__main__":
    replay = play_game(sys.argv[1], *sys.argv[2:] or ["modern"])
    winners = [seat.name for seat in replay.seats if seat.seat in replay.result.winners]
    print(f"{len(replay.steps)} steps; winners: {', '.join(winners) or 'none'}")
