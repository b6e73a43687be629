"""Routes for studying, computed in workers: analyses of finished games, the analysis board, the trainer."""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar
from weakref import WeakValueDictionary

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from kamchatka.analysis.report import AnalysisSeen
from kamchatka.editions import edition as find_edition
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, server_of, user_of
from kamchatka.server.http.compression import send_compressed
from kamchatka.server.http.expensive_requests import compute
from kamchatka.server.http.routes.friends import account_of
from kamchatka.server.http.routes.games import require_finished_table
from kamchatka.server.limit_table import TRAINING
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.results import RATED
from kamchatka.server.study.analyses import analysis_packed
from kamchatka.server.study.highlights import HighlightsSeen, highlights_packed
from kamchatka.server.study.lessons import find_lessons, pick_lessons
from kamchatka.server.study.positions import bots_say, chain_odds, change_position, fresh_position, read_position
from kamchatka.server.study.study_payloads import (
    AnswerForm,
    BotAnswer,
    ChainForm,
    ChainSeen,
    ChangeForm,
    GameLesson,
    PositionForm,
    PositionSeen,
    PuzzleSeen,
    SetUpForm,
    TrainerSeen,
    TrainingForm,
    TrainingSeen,
)
from kamchatka.server.study.trainer import puzzle_seen, trainer_seen
from kamchatka.server.study.training import Training
from kamchatka.server.work.cache import ByteCache

T = TypeVar("T")
Name = Annotated[str, Parameter(max_length=60)]
# by study, game and language
under_way: WeakValueDictionary[tuple[str, str, str], asyncio.Lock] = WeakValueDictionary()


@get(
    "/api/tables/{id:str}/analysis", responses={200: ResponseSpec(AnalysisSeen, generate_examples=False)}, access="read"
)
async def analysis(request: Asked, id: str) -> Response[bytes]:
    """Return the analysis of a finished game: exact luck, and estimated win chances and better choices.

    Computed once.
    """
    return await study_of(request, id, server_of(request).analyses, analysis_packed)


@get(
    "/api/tables/{id:str}/highlights",
    responses={200: ResponseSpec(HighlightsSeen, generate_examples=False)},
    access="read",
)
async def highlights(request: Asked, id: str) -> Response[bytes]:
    """Return what a finished game is remembered for: exact luck, battles, zones, eliminations, strength."""
    return await study_of(request, id, server_of(request).highlights, highlights_packed)


async def study_of(
    request: Asked, id: str, cache: ByteCache, packer: Callable[[str, bytes, str, float], bytes]
) -> Response[bytes]:
    """Return what a worker finds in a finished game."""
    server = server_of(request)
    record = await require_finished_table(server, id)
    seconds = server.settings.analysis_seconds
    return await send_compressed(request, await find_once(request, record, cache, packer, seconds))


async def find_once(
    request: Asked, record: TableRecord, cache: ByteCache, finder: Callable[[str, bytes, str, T], bytes], more: T
) -> bytes:
    """Return what a worker finds in a finished game. It is computed once per language."""
    language = language_of(request)
    key = (finder.__name__, record.id, language)
    async with under_way.setdefault(key, asyncio.Lock()):
        found = cache.get(key)
        if found is None:
            data = await journal_of(record, server_of(request).store)
            found = await compute(request, finder, record.id, data, language, more)
            cache.put(key, found)
    return found


@get("/api/tables/{id:str}/lessons", access="read")
async def lessons(request: Asked, id: str) -> list[GameLesson]:
    """Return what your own seats can learn from a finished game, one lesson per seat. Nobody else sees it."""
    server, user = server_of(request), await user_of(request)
    record = await require_finished_table(server, id)
    own = record.seats_of(user.id if user is not None else None)
    if not own:
        return []
    people = tuple(seat for seat, sitter in enumerate(record.seats) if sitter.user is not None)
    found = await find_once(request, record, server.highlights, find_lessons, people)
    return pick_lessons(found, own)


# ------------------------------------------------------------------ the analysis board
@post("/api/positions/new", status_code=200, access="read")
async def set_up(request: Asked, data: SetUpForm) -> PositionSeen:
    """Return a board to begin with."""
    return await compute(request, fresh_position, data, language_of(request))


@post("/api/positions", status_code=200, access="read")
async def read(request: Asked, data: PositionForm) -> PositionSeen:
    """Parse a position in notation. A Problem says where it is invalid."""
    return await compute(request, read_position, data, language_of(request))


@post("/api/positions/change", status_code=200, access="read")
async def change(request: Asked, data: ChangeForm) -> PositionSeen:
    """Change armies, owners or the seat to move in a position."""
    return await compute(request, change_position, data, language_of(request))


@post("/api/positions/odds", status_code=200, access="read")
async def odds(request: Asked, data: ChainForm) -> ChainSeen:
    """Return the odds of an attack or of a chain of attacks."""
    return await compute(request, chain_odds, data)


@post("/api/positions/bots", status_code=200, access="read")
async def bots(request: Asked, data: PositionForm) -> list[BotAnswer]:
    """Return each bot's move in a position. Refused for positions of the user's running rated games."""
    server, user = server_of(request), await user_of(request)
    running = [] if user is None else await read_rated_journals(server, user)
    return await compute(request, bots_say, data, language_of(request), running)


async def read_rated_journals(server: GameServer, user: User) -> list[bytes]:
    """Return the journals of a user's running rated games."""
    tables = [table for table in await server.store.mine(user.id) if table.status == "playing"]
    return [await journal_of(table, server.store) for table in tables if table.rating == RATED and not table.unreadable]


# ------------------------------------------------------------------ the trainer
@get("/api/puzzles", access="read")
async def trainer(request: Asked) -> TrainerSeen:
    """List all puzzles, with today's."""
    return await asyncio.to_thread(trainer_seen, language_of(request))


@get("/api/puzzles/{edition:str}/{id:str}", access="read")
async def puzzle(request: Asked, edition: Name, id: Name) -> PuzzleSeen:
    """Return a puzzle with its solution."""
    return await compute(request, puzzle_seen, find_edition(edition).id, id, language_of(request))


@get("/api/training", access="read")
async def training(request: Asked) -> TrainingSeen:
    """Return your puzzle rating. Accounts only; guests keep theirs in the browser."""
    user = await account_of(request, TRAINING)
    return await Training(server_of(request).database).of(user.id)


@post("/api/training", status_code=200, access="play")
async def answer(request: Asked, data: AnswerForm) -> TrainingSeen:
    """Answer a puzzle and return your new rating. Each puzzle counts once."""
    user = await account_of(request, TRAINING)
    find_edition(data.edition)
    return await Training(server_of(request).database).answer(user.id, data)


@post("/api/training/bring", status_code=200, access="play")
async def bring(request: Asked, data: TrainingForm) -> TrainingSeen:
    """Bring the rating that your browser kept while you were a guest. An account's own rating takes precedence."""
    user = await account_of(request, TRAINING)
    return await Training(server_of(request).database).bring(user.id, data)


HANDLERS = [highlights, lessons, analysis, set_up, read, change, odds, bots, trainer, puzzle, training, answer, bring]
