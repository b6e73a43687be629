"""What is going on in a game, for a screen: the phases of the turn, and the attack that is being decided."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.step import Step
from kamchatka.server.protocol.scene_types import Fight, PhaseName
from kamchatka.words import Words


def phase_bar(game: Game, words: Words, state: State) -> tuple[PhaseName, ...]:
    """The named parts of the widest step under way, the one being played marked; else that one alone."""
    if state.over or not state.agenda:
        return ()
    under_way = [game.steps[frame.step] for frame in state.agenda]
    for step, opened in pairwise(under_way):
        named = [part for part in step.parts() if words.phrases.find("phase", part.name())]
        now = _holding(named, opened)
        if len(named) > 1 and now is not None:
            return tuple(PhaseName(part.name(), words.phrases.say("phase", part.name()), part is now) for part in named)
    return (PhaseName(under_way[-1].name(), words.phase(game, state), True),)


def _holding(parts: Sequence[Step[Any]], opened: Step[Any]) -> Step[Any] | None:
    """The part that is this step, or that this step belongs to."""
    return next(
        (part for part in parts if part is opened), next((part for part in parts if opened in part.parts()), None)
    )


def fight(game: Game, state: State) -> Fight | None:
    """From where to where the attack goes that is being decided; a battle's frames know both places."""
    for frame in reversed(state.agenda):
        source, target = getattr(frame, "source", -1), getattr(frame, "target", -1)
        if source >= 0 and target >= 0:
            return Fight(game.board.places[source], game.board.places[target])
    return None
