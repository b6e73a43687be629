"""Explain a captain's decisions in the tournament game: points, closing throws, the Challenge card and Kingmaker."""

from collections.abc import Iterator

from kamchatka.bots.advice.adviser import Adviser, Decision, Why, why_attack, why_colour
from kamchatka.bots.advice.reason import AdviceReason, because, percent, place
from kamchatka.bots.battles import Battles
from kamchatka.editions.challenge.bots.strategy import ChallengeStrategy
from kamchatka.editions.challenge.closing import EXEMPT
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.options import ATTACK, CHOOSE, COLOUR, Pairs
from kamchatka.kernel.state import NOBODY


class ChallengeAdviser(Adviser):
    """Explains conquests by their points. Three conquests exempt a seat from the closing throw."""

    def own(self) -> dict[int, Why]:
        return {ATTACK: why_attack_for_points, CHOOSE: self.why_card, COLOUR: why_king}

    def why_card(self, decision: Decision) -> Iterator[AdviceReason]:
        """Explain the Challenge card by the battle that gains most from it."""
        strategy = self.strategy
        favoured = strategy.favoured if isinstance(strategy, ChallengeStrategy) else None
        if favoured is None:
            return
        rows = [span for one in decision.options.ranges if isinstance(one, Pairs) for span in one.spans()]
        found = max(rows, key=lambda span: _edge(decision, favoured, int(span.at), int(span.to)), default=None)
        if found is not None:
            armies, defenders = decision.position.armies(int(found.at)) - 1, decision.position.armies(int(found.to))
            yield because(
                "choose.challenge",
                target=place(found.to),
                source=place(found.at),
                before=percent(decision.info.battles.win(armies, defenders)),
                after=percent(favoured.win(armies, defenders)),
            )


def _edge(decision: Decision, favoured: Battles, source: int, target: int) -> float:
    """Return how much the card raises the chance of an attack."""
    armies, defenders = decision.position.armies(source) - 1, decision.position.armies(target)
    return favoured.win(armies, defenders) - decision.info.battles.win(armies, defenders)


def why_attack_for_points(decision: Decision) -> Iterator[AdviceReason]:
    """Yield the chance of success, then what counts in this game after time is up."""
    reasons = why_attack(decision)
    yield next(reasons)
    state, seat = decision.position.state, decision.position.seat
    register = state.edition_state
    if isinstance(register, ChallengeState) and register.last_round > 0 and state.conquests < EXEMPT:
        yield because("gain.throw", conquests=int(state.conquests) + 1, needed=int(EXEMPT))
    card = int(state.objective[seat])
    objective = decision.info.objectives[card] if 0 <= card < len(decision.info.objectives) else None
    if isinstance(objective, HoldMarked) and decision.to in list(objective.places):
        yield because("gain.points", points=int(decision.position.board.value[decision.to]), target=place(decision.to))
    yield from reasons


def why_king(decision: Decision) -> Iterator[AdviceReason]:
    """Explain a gift of Kingmaker: the giver keeps the best card and gives the worst to the strongest rival."""
    state, seat = decision.position.state, decision.position.seat
    register = state.edition_state
    if isinstance(register, ChallengeState) and len(register.given) > 0 and state.colour[seat] != NOBODY:
        yield because("king.reveal" if register.points[seat] != NOBODY else "king.give")
    else:
        yield from why_colour(decision)
