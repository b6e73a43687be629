"""What is going on in a game: the phases of the turn and the attack being decided."""

from collections.abc import Sequence
from itertools import pairwise

from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.step import AnyStep
from kamchatka.server.protocol.scene_types import Fight, PhaseName
from kamchatka.words import Words


def phase_bar(game: Game, words: Words, state: State) -> tuple[PhaseName, ...]:
    """Return the named parts of the outermost step that has several, with the current one marked.

    If no step does, return the current phase alone.
    """
    if state.over or not state.agenda:
        return ()
    under_way = [game.steps[frame.step] for frame in state.agenda]
    for step, opened in pairwise(under_way):
        named = [part for part in step.parts() if words.phrases.find("phase", part.name())]
        now = _holding(named, opened)
        if len(named) > 1 and now is not None:
            return tuple(PhaseName(part.name(), words.phrases.say("phase", part.name()), part is now) for part in named)
    return (PhaseName(under_way[-1].name(), words.phase(game, state), True),)


def _holding(parts: Sequence[AnyStep], opened: AnyStep) -> "AnyStep | None":
    """Return the part that is this step or contains it."""
    return next(
        (part for part in parts if part is opened), next((part for part in parts if opened in part.parts()), None)
    )


def fight(game: Game, state: State) -> Fight | None:
    """Return source and target of the attack being decided; a battle's frames hold both places."""
    for frame in reversed(state.agenda):
        source, target = getattr(frame, "source", -1), getattr(frame, "target", -1)
        if source >= 0 and target >= 0:
            return Fight(game.board.places[source], game.board.places[target])
    return None
