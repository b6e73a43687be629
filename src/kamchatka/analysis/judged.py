"""Review choices by a trained network: the admiral's choice against the player's, in the same imagined worlds."""

from kamchatka.analysis.review import ChoiceReview, alike, is_reported, is_reviewed
from kamchatka.analysis.search import APART, ENOUGH, SURE, GameSearch, Promise
from kamchatka.bots.marshal.worlds import blind_view, world
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View, view
from kamchatka.players.admiral.bot import AdmiralBot
from kamchatka.players.admiral.calibration import softmax
from kamchatka.players.admiral.judge import Judge

LONGEST = 12  # answers of others, such as a defender's dice, that are played before the network judges


class NetworkReviewer:
    """Review decisions with the admiral. Everything a review uses is what the deciding seat could know."""

    def __init__(self, search: GameSearch, judge: Judge, worlds: int) -> None:
        self.search = search
        self.judge = judge
        self.worlds = worlds
        self.admiral = AdmiralBot(search.game)
        self.looked_at = 0
        self.alike = 0

    def review(self, table: Table, seat: int, played: Action, entry: int) -> ChoiceReview | None:
        """Review a decision about to be taken; None if there is nothing to report."""
        offered = self.search.game.options(table, seat)
        if not is_reviewed(table, seat, offered, played):
            return None
        self.looked_at += 1
        known = view(table, seat)
        better = self.admiral.decide(known, offered)
        if alike(better, played):
            self.alike += 1
            return None
        cost = self.ahead(known, better, played, seed=entry)
        return ChoiceReview(entry, int(known.state.round), seat, played, better, cost) if is_reported(cost) else None

    def ahead(self, known: View, better: Action, played: Action, seed: int) -> Promise:
        """Estimate how much better one action is than another, in worlds with the same luck."""
        seat = int(known.seat)
        honest = blind_view(self.search.game, known, FastChance(seed))
        rivals = self._rivals(honest, seed)
        gained: list[float] = []
        for number in range(self.worlds):
            luck = seed + APART * number
            promised = [self._chances_after(honest, action, luck, rivals)[seat] for action in (better, played)]
            gained.append(promised[0] - promised[1])
            if number + 1 >= ENOUGH:
                found = Promise.of(gained)
                if found.mean + SURE * found.error <= 0.0:
                    break
        return Promise.of(gained)

    def _rivals(self, known: View, seed: int) -> dict[int, float]:
        """Return the rivals' scores in one imagined world: they stay the same while one decision is compared."""
        table = world(self.search.game, self.search.strategy.info, known, FastChance(seed))
        return {seat: score for seat, score in self.judge.strengths(table).items() if seat != known.seat}

    def _chances_after(self, known: View, action: Action, seed: int, rivals: dict[int, float]) -> tuple[float, ...]:
        """Return the chances after an action in one imagined world, once others have answered it."""
        game, seat = self.search.game, int(known.seat)
        table = world(game, self.search.strategy.info, known, FastChance(seed))
        game.play_from(table, seat, action, game.options(table, seat))
        self._let_answer(table, seat)
        if table.state.over or not table.state.is_alive(seat):
            return self.judge.chances(table)
        return softmax({**rivals, seat: self.judge.strength(table, seat)}, self.judge.seats)

    def _let_answer(self, table: Table, seat: int) -> None:
        """Play what others are asked because of the action."""
        game, state = self.search.game, table.state
        for _ in range(LONGEST):
            if state.over or state.turn != seat or (asked := first(game.awaits(table))) == seat:
                return
            offered = game.options(table, asked)
            game.play_from(table, asked, self.search.captain.decide(view(table, asked), offered), offered)
