"""Explain a captain's decisions in the original game: fast battles favour the side that needs luck."""

from collections.abc import Iterator

from kamchatka.bots.advice.adviser import Adviser, Decision, Why, why_attack
from kamchatka.bots.advice.reason import AdviceReason, because, percent
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import CHOOSE, FAST_ATTACK


class OriginalAdviser(Adviser):
    """Explains why to propose a fast battle, or to agree to one."""

    def own(self) -> dict[int, Why]:
        return {FAST_ATTACK: why_fast, CHOOSE: why_consent}


def why_fast(decision: Decision) -> Iterator[AdviceReason]:
    """Compare the chances of a fast and a normal battle."""
    reasons = why_attack(decision)
    yield next(reasons)
    slow = decision.position.forecast(decision.at, decision.to)
    if slow is not None:
        yield because("attack.slow", chance=percent(slow.wins))


def why_consent(decision: Decision) -> Iterator[AdviceReason]:
    """Compare the chances that the place falls in a fast battle and in a normal one."""
    frame = decision.position.asking
    if isinstance(frame, Battle):
        source, target = int(frame.source), int(frame.target)
        fast, slow = (decision.position.forecast(source, target, fast=fast) for fast in (True, False))
        if fast is not None and slow is not None:
            yield because("choose.fast", fast=percent(fast.wins), slow=percent(slow.wins))
