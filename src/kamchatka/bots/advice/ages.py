"""The reasons of captains in games of ages: bids, turn markers, pieces, buildings, cards."""

from collections.abc import Iterator

from kamchatka.bots.advice.adviser import Adviser, Decision, Why
from kamchatka.bots.advice.prospects import AgeProspects, Prospects
from kamchatka.bots.advice.reason import AdviceReason, because, kind, percent, place, seat
from kamchatka.bots.ages.calendar import Calendar
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.orders import LEAST
from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.options import (
    BID,
    BUILD,
    BUY,
    CHOOSE,
    LOSE,
    NAME_KIND,
    NAME_SEAT,
    PLAY_CARD,
    RAISE,
    Choice,
    Options,
)
from kamchatka.kernel.rules.ages import Ages
from kamchatka.kernel.rules.bidding import Picking
from kamchatka.kernel.rules.windows import Answering
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View


class AgeAdviser(Adviser):
    """Reasons shared by two editions. Subclasses provide the evaluator and the cost of cards."""

    def own(self) -> dict[int, Why]:
        return {
            BID: self.why_bid,
            CHOOSE: self.why_choose,
            RAISE: self.why_raise,
            BUILD: self.why_build,
            BUY: self.why_buy,
            PLAY_CARD: self.why_play,
            LOSE: why_lose,
            NAME_SEAT: self.why_seat,
            NAME_KIND: self.why_kind,
        }

    def evaluator(self, view: View, options: Options) -> AgeEvaluator:
        """Return the captain's evaluation of the position."""
        raise NotImplementedError

    def cost(self, card: int) -> int:
        """Return the price of playing a card."""
        raise NotImplementedError

    def prospects(self, view: View, options: Options) -> Prospects:
        evaluator = self.evaluator(view, options)
        evaluator.survey()
        return AgeProspects(evaluator)

    # -------------------------------------------------------------- figures
    def ages(self) -> Ages:
        """How the game is divided into ages, and how it is scored."""
        return next(step for step in self.strategy.game.steps if isinstance(step, Ages))

    def points(self, decision: Decision, rival: int) -> int:
        """Return the seat's score if the game ended now."""
        table = Table(decision.position.board, decision.position.state, LEAST, None)
        return int(self.ages().final_scoring.measures[0].of(table, rival))

    def later(self, decision: Decision) -> int:
        """Return the number of ages after this one."""
        state = decision.position.state
        return int(Calendar(state, age_of(decision), decision.position.seat, self.ages().last).later)

    # -------------------------------------------------------------- the order of turns
    def why_bid(self, decision: Decision) -> Iterator[AdviceReason]:
        """Say that the last turn of the game is worth a bid; turn order in other ages matters little."""
        last = self.later(decision) == 0
        yield because("bid.last" if last else "bid.little", amount=decision.n, purse=purse(decision))

    def why_choose(self, decision: Decision) -> Iterator[AdviceReason]:
        """Explain a turn marker, or the target of a card."""
        if isinstance(decision.position.asking, Picking):
            offered = [int(what) for one in decision.options.ranges if isinstance(one, Choice) for what in one.whats]
            late = decision.what == max(offered, default=0)
            yield because("marker.late" if late else "marker.early", number=decision.what, later=self.later(decision))
        elif decision.at >= 0:
            owner = decision.position.owner(decision.at)
            armies = decision.position.armies(decision.at)
            if owner == decision.position.seat or owner < 0:
                yield because("aim.own", place=place(decision.at), armies=armies)
            else:
                yield because("aim.rival", place=place(decision.at), armies=armies, rival=seat(owner))

    # -------------------------------------------------------------- what the purse buys
    def why_raise(self, decision: Decision) -> Iterator[AdviceReason]:
        """Say what the piece does and how many armies it leads."""
        yield because(f"raise.{self.strategy.game.kinds[decision.what]}")
        armies = decision.position.armies(decision.at)
        yield because("raise.here", place=place(decision.at), armies=armies)

    def why_build(self, decision: Decision) -> Iterator[AdviceReason]:
        """Say what the building does and what it protects."""
        yield because("build", place=place(decision.at))
        enemies = decision.position.enemies(decision.at)
        if enemies:
            yield because("build.border", place=place(decision.at), count=len(enemies))

    def why_buy(self, decision: Decision) -> Iterator[AdviceReason]:
        """Name the deck that helps most."""
        cards = int(decision.position.state.hand[decision.position.seat])
        yield because("buy", kind=kind(decision.what), cards=cards, purse=purse(decision))

    def why_play(self, decision: Decision) -> Iterator[AdviceReason]:
        """Give the stakes of the current invasion, if any, and the card's cost."""
        frame = decision.position.asking
        if isinstance(frame, Answering):
            promised = decision.position.forecast(int(frame.source), int(frame.target))
            if promised is not None:
                yield because("play.answer", target=place(frame.target), chance=percent(promised.wins))
        cost = self.cost(decision.what)
        yield because("play.cost", cost=cost, purse=purse(decision)) if cost else because("play.free")

    # -------------------------------------------------------------- names
    def why_seat(self, decision: Decision) -> Iterator[AdviceReason]:
        """Name the leading seat."""
        yield because("name_seat", rival=seat(decision.what), points=self.points(decision, decision.what))

    def why_kind(self, decision: Decision) -> Iterator[AdviceReason]:
        """Name the most useful kind."""
        yield because("name_kind", kind=kind(decision.what))


def why_lose(decision: Decision) -> Iterator[AdviceReason]:
    """Explain a choice of losses: armies go before pieces."""
    yield because("lose.pieces" if decision.what else "lose.armies")


def age_of(decision: Decision) -> Age:
    """Return the edition state of a game of ages."""
    own = decision.position.state.edition_state
    assert isinstance(own, Age)
    return own


def purse(decision: Decision) -> int:
    """Return the seat's purse: what it can spend."""
    return int(age_of(decision).purse[decision.position.seat])
