"""Advice on a person's move, computed in a worker from that seat's own view: the admiral's, or a captain's."""

from functools import lru_cache
from typing import NamedTuple

from kamchatka.bots.advice.adviser import Adviser
from kamchatka.bots.advice.reason import AdviceReason
from kamchatka.editions import edition
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import PASS, Action
from kamchatka.match import Match
from kamchatka.players import Bot, counsellor
from kamchatka.server.bots.thinking import Choices, Key, game_of, sight
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.messages import Suggestion
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.supervision import Work
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.pool import WorkPool
from kamchatka.words import Words

STAFFS = 50  # option sets cached per worker


class Advice(NamedTuple):
    """An action's key and the reasons for it."""

    action: Key
    reasons: list[AdviceReason]


def check_allowed(table: TableRecord) -> None:
    """Raise a Fault where advice would be unfair: in games with several people, and in tournaments."""
    if table.is_official:
        raise Fault("problem", "no_advice_official")
    if not table.is_solitary:
        raise Fault("problem", "no_advice_among_people")


def advice_for(match: Match, seat: int, work: WorkPool, asker: Asker) -> Work[Advice]:
    """Return the advice for the current position, charged to the asker. Equal views get equal advice."""
    position = print_position(match.game, match.view(seat).state)
    chosen: Choices = tuple(match.rules.non_defaults().items())
    return work.run(asker, advice_at, match.edition.id, chosen, position, seat)


def advice_at(id: str, chosen: Choices, position: str, seat: int) -> Advice:
    """Compute the advice in a worker, from the view in notation."""
    game, counsel, adviser = _staff(id, chosen)
    view, options = sight(game, position, seat)
    action = counsel.decide(view, options)
    return Advice(action.key(), adviser.reasons(view, options, action))


@lru_cache(STAFFS)
def _staff(id: str, chosen: Choices) -> tuple[Game, Bot, Adviser]:
    """Return the game of these options with its bot and adviser; neither keeps state between positions."""
    game = game_of(id, chosen)
    return game, counsellor(game), edition(id).adviser(game)


class Suggester:
    """Puts advice into words for a question asked at one version of the game."""

    def __init__(self, words: Words, match: Match, version: int, nonce: str) -> None:
        self.words = words
        self.game = match.game
        self.step = match.game.steps[match.state.agenda[-1].step].name()
        self.version = version
        self.nonce = nonce

    def answer(self, advice: Advice) -> Suggestion:
        """Return the message with the advice."""
        action = Action(*advice.action)
        return Suggestion(
            self.nonce,
            self.version,
            wire.encode(wire.outer(self.game, action)),
            self._say(action),
            tuple(self.words.reason(reason) for reason in advice.reasons),
            tuple(self.game.board.places[place] for place in places_named(advice)),
        )

    def _say(self, action: Action) -> str:
        """Return the action as a sentence. Passing is named by the step."""
        phrases = self.words.phrases
        said = phrases.find("pass", self.step) or phrases.say("pass", "any") if action.verb == PASS else None
        said = said or self.words.action(action)
        return said[:1].upper() + said[1:]


def places_named(advice: Advice) -> list[int]:
    """Return the places of the action, then those that the reasons mention."""
    _, at, to, _, _ = advice.action
    named = [at, to, *(place for reason in advice.reasons for place in reason.places)]
    return list(dict.fromkeys(place for place in named if place >= 0))
