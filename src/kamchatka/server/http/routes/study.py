"""Studying over HTTP: finished games analysed, the analysis board, the trainer. All of it is reckoned by workers."""

import asyncio
from typing import Annotated, Any
from weakref import WeakValueDictionary

from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from kamchatka.analysis.report import AnalysisSeen
from kamchatka.editions import edition as find_edition
from kamchatka.server.http.compression import packed_answer
from kamchatka.server.http.heavy import reckoned
from kamchatka.server.http.identity import language_of, server_of
from kamchatka.server.http.routes.friends import account_of
from kamchatka.server.http.routes.games import finished_table
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.study.analyses import analysis_packed
from kamchatka.server.study.positions import bots_say, chain_odds, changed_position, fresh_position, read_position
from kamchatka.server.study.study_payloads import (
    AnswerForm,
    BotAnswer,
    ChainForm,
    ChainSeen,
    ChangeForm,
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

Asked = Request[Any, Any, Any]
Name = Annotated[str, Parameter(max_length=60)]
ANSWERS_A_MINUTE = 120.0
under_way: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()  # by game and language


@get("/api/tables/{id:str}/analysis", responses={200: ResponseSpec(AnalysisSeen, generate_examples=False)})
async def analysis(request: Asked, id: str) -> Response[bytes]:
    """A finished game analysed: luck exactly, chances and better choices by search. Reckoned once for all who ask."""
    server, language = server_of(request), language_of(request)
    record = await finished_table(server, id)
    async with under_way.setdefault((id, language), asyncio.Lock()):
        packed = server.analyses.get((id, language))
        if packed is None:
            data, seconds = await journal_of(record, server.store), server.settings.analysis_seconds
            packed = await reckoned(request, analysis_packed, id, data, language, seconds)
            server.analyses.put((id, language), packed)
    return await packed_answer(request, packed)


# ------------------------------------------------------------------ the analysis board
@post("/api/positions/new", status_code=200)
async def set_up(request: Asked, data: SetUpForm) -> PositionSeen:
    """A board to begin with."""
    return await reckoned(request, fresh_position, data, language_of(request))


@post("/api/positions", status_code=200)
async def read(request: Asked, data: PositionForm) -> PositionSeen:
    """A position in notation, as it is drawn; a Problem says where the line is wrong."""
    return await reckoned(request, read_position, data, language_of(request))


@post("/api/positions/change", status_code=200)
async def change(request: Asked, data: ChangeForm) -> PositionSeen:
    """The position with other armies, owners, or another seat in turn."""
    return await reckoned(request, changed_position, data, language_of(request))


@post("/api/positions/odds", status_code=200)
async def odds(request: Asked, data: ChainForm) -> ChainSeen:
    """The odds of an attack, and of a chain of them."""
    return await reckoned(request, chain_odds, data)


@post("/api/positions/bots", status_code=200)
async def bots(request: Asked, data: PositionForm) -> list[BotAnswer]:
    """What each bot would do in the place of whoever is asked."""
    return await reckoned(request, bots_say, data, language_of(request))


# ------------------------------------------------------------------ the trainer
@get("/api/puzzles")
async def trainer(request: Asked) -> TrainerSeen:
    """Every puzzle there is, and the one of today."""
    return await asyncio.to_thread(trainer_seen, language_of(request))


@get("/api/puzzles/{edition:str}/{id:str}")
async def puzzle(request: Asked, edition: Name, id: Name) -> PuzzleSeen:
    """A puzzle with all its figures."""
    return await reckoned(request, puzzle_seen, find_edition(edition).id, id, language_of(request))


@get("/api/training")
async def training(request: Asked) -> TrainingSeen:
    """Your rating by puzzles. For accounts: guests keep theirs in the browser."""
    user = await account_of(request, "training", ANSWERS_A_MINUTE)
    return await Training(server_of(request).database).of(user.id)


@post("/api/training", status_code=200)
async def answer(request: Asked, data: AnswerForm) -> TrainingSeen:
    """What you answered to a puzzle, and your rating after it; the same one counts once."""
    user = await account_of(request, "training", ANSWERS_A_MINUTE)
    find_edition(data.edition)
    return await Training(server_of(request).database).answer(user.id, data)


@post("/api/training/bring", status_code=200)
async def bring(request: Asked, data: TrainingForm) -> TrainingSeen:
    """What your browser kept while you were a guest; an account that has a rating keeps it."""
    user = await account_of(request, "training", ANSWERS_A_MINUTE)
    return await Training(server_of(request).database).bring(user.id, data)


HANDLERS = [analysis, set_up, read, change, odds, bots, trainer, puzzle, training, answer, bring]
