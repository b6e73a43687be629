"""Every route answers every kind of user as reviewed, and counts towards a limit."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from litestar.routes import HTTPRoute, WebSocketRoute

from kamchatka.server.http.guard import SOCKET_PATH
from kamchatka.server.limit_table import RATES
from tests.attacks.inside import running_inside
from tests.attacks.matrix import MEMORY, UNLISTED, differing, read_review, routes, row
from tests.attacks.people import COLUMNS
from tests.server.together import together


@together
async def test_every_route_answers_everybody_as_reviewed() -> None:
    """`python -m tests.attacks.matrix` prints new and different rows."""
    await answer_as_reviewed([])


@together
async def test_one_route_of_each_kind_answers_everybody_as_reviewed() -> None:
    """One route for each combination of method, access and statuses, about a third of them."""
    kinds = {(name.split()[0], one["access"], *one["statuses"]): name for name, one in read_review().items()}
    await answer_as_reviewed(kinds.values())


async def answer_as_reviewed(names: Iterable[str]) -> None:
    """Check these routes, or all of them."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        different = await differing(Path(folder), names)
    assert not different, "\n".join(f"{row(*one)} {one[1].odd or ''}" for one in different)


@together
async def test_the_matrix_has_every_route_and_no_other(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside:
        assert {route.name for route in routes(inside)} == {*read_review()}
        paths = {one.path_format for one in inside.litestar.routes if isinstance(one, HTTPRoute)}
        assert paths - {route.path for route in routes(inside)} == UNLISTED
        sockets = [one.path_format for one in inside.litestar.routes if isinstance(one, WebSocketRoute)]
        assert sockets
        assert all(SOCKET_PATH.fullmatch(path) for path in sockets)


def test_every_route_is_under_a_limit() -> None:
    """The limit is that of the client's network, and no route fails."""
    known = {rate.name for rate in RATES}
    for name, one in read_review().items():
        assert {"request"} <= {*one["limits"]} <= known, name
        assert len(one["statuses"]) == len(COLUMNS), name
        assert max(one["statuses"]) < 500, name
        assert 429 not in one["statuses"], name
