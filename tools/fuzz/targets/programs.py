"""The bot protocol: questions of other programs, and other programs' answers to ours."""

import json
from collections.abc import Sequence

import msgspec

from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.wire import decode, encode, inner, outer
from kamchatka.kernel.problem import Problem
from kamchatka.players.protocol.messages import Answer, line_of, read_answer
from kamchatka.players.protocol.serve import Desk
from tools.fuzz.target import Eater, Target
from tools.fuzz.targets.shelf import code_blocks, moments


def _questions() -> Sequence[bytes]:
    """Yield positions, views, and the tables that docs/bot-protocol.md describes."""
    made = list[bytes]()
    for moment in moments()[::3]:
        match = moment.match()
        asked = {"seat": moment.seat, "edition": match.edition.id, "options": moment.options, "budget": 0.01}
        view = print_position(match.game, match.view(moment.seat).state)
        made += [
            msgspec.json.encode({**asked, "position": moment.position}),
            msgspec.json.encode({**asked, "view": view}),
        ]
    return [*made, *_described()]


PHASES = {
    "reinforce": {},
    "attack": {"armies": 0},
    "move": {"armies": 0, "conquests": 2},
    "occupy": {"armies": 0, "battle": {"source": "egypt", "target": "north_africa", "dice": 2}},
}


def _described() -> list[bytes]:
    """Return the question on the page, in every phase in which its seat is asked."""
    blocks = [json.loads(block) for block in code_blocks("bot-protocol.md", "json") if _is_json(block)]
    return [
        msgspec.json.encode(block | {"table": block["table"] | {"phase": phase} | more})
        for block in blocks
        for phase, more in PHASES.items()
    ]


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _prepare_questions() -> Eater:
    """Send every question to a bot, which must answer each one, if only with an error."""
    desks = [Desk("random"), Desk("cautious")]

    def eat(data: bytes) -> None:
        answer = desks[len(data) % 2].answer(data)
        line_of(answer)
        if answer.error is not None:
            raise Problem("protocol.one_table")

    return eat


def _answers() -> Sequence[bytes]:
    made = list[bytes]()
    for at, moment in enumerate(moments()):
        match = moment.match()
        for action in match.options(moment.seat).expand()[:2]:
            made.append(line_of(Answer(id=at, action=encode(outer(match.game, action)))))
    return made


def _prepare_answers() -> Eater:
    """Decode an outside program's answer as for `exec:` bots."""
    matches = [moment.match() for moment in moments()]

    def eat(data: bytes) -> None:
        answer = read_answer(data)
        if answer.action is None:
            return
        match = matches[(answer.id if isinstance(answer.id, int) else 0) % len(matches)]
        action = inner(match.game, decode(msgspec.json.encode(answer.action)))
        match.options(match.awaited[0] if match.awaited else 0).allows(action)

    return eat


TARGETS = (
    Target("bot-question", "questions to `kamchatka bot`", "json", _questions, _prepare_questions, share=20),
    Target("bot-answer", "answers of exec: bots", "json", _answers, _prepare_answers, share=80),
)
