"""Explain a captain's decisions in the classic game: rewards for traded sets, and neutral armies."""

from collections.abc import Iterator

from kamchatka.bots.advice.adviser import Adviser, Decision, Why, why_place
from kamchatka.bots.advice.reason import AdviceReason, because, place, seat
from kamchatka.editions.classic.cards import REWARD
from kamchatka.editions.classic.preparation import Pairing
from kamchatka.kernel.options import CHOOSE, PLACE
from kamchatka.kernel.state import NOBODY


class ClassicAdviser(Adviser):
    """Explains rewards, and the placement of neutral armies in two-player games."""

    def own(self) -> dict[int, Why]:
        return {PLACE: why_army, CHOOSE: why_reward}


def why_army(decision: Decision) -> Iterator[AdviceReason]:
    """Explain why a neutral army hinders the rival in this place. Explain the seat's own armies as in any game."""
    position = decision.position
    if isinstance(position.asking, Pairing) and position.owner(decision.at) == NOBODY:
        rival = int(position.state.after(position.seat))
        near = sum(1 for other in position.beside(decision.at) if position.owner(other) == rival)
        yield because("place.neutral", place=place(decision.at), rival=seat(rival), near=near)
    else:
        yield from why_place(decision)


def why_reward(decision: Decision) -> Iterator[AdviceReason]:
    """Explain why two more armies help most in this territory of the set."""
    foe = decision.position.strongest(decision.at)
    yield because("choose.reward", place=place(decision.at), armies=int(REWARD))
    if foe is not None:
        enemies = decision.position.armies(foe)
        yield because("choose.reward_border", place=place(decision.at), foe=place(foe), enemies=enemies)
