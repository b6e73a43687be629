"""The bot strategy of the classic game: sets, rewards for traded cards, and neutral armies."""

from typing import final

from mypy_extensions import i64

from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.info import GameInfo
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.classic.cards import REWARD, Rewarding, Sets
from kamchatka.editions.classic.preparation import Pairing
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import CHOOSE, PLACE, Action, Range, Spots
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.state import NOBODY, State
from kamchatka.odds.model import BattleModel


@final
class ClassicStrategy(Strategy):
    """The strategy of the classic game: sets with rewards instead of trios, and neutral armies in two-player games."""

    def __init__(self, game: Game, battles: BattleModel) -> None:
        super().__init__(game, battles)  # mypyc: see Strategy

    def trios(self) -> Trios | None:
        for step in self.game.steps:
            if isinstance(step, Reinforce) and isinstance(step.optional_action, Sets):
                return step.optional_action.trios
        return super().trios()

    def answer(self, state: State, seat: i64, option: Range) -> Action | None:
        return best_neutral(self.info, state, seat, option) if isinstance(option, Spots) else None

    def order(self, evaluator: Evaluator, option: Range) -> Action | None:
        return best_reward(evaluator, option) if isinstance(option, Spots) else None


def best_reward(evaluator: Evaluator, option: Spots) -> Action | None:
    """Choose the territory of a traded set where the extra armies help most. Return None for other decisions."""
    if option.verb != CHOOSE or not isinstance(evaluator.state.agenda[-1], Rewarding):
        return None
    best = -1.0
    at: i64 = option.places[0]
    armies = evaluator.state.armies
    for place in option.places:
        gain = evaluator.stand(place, armies[place] + REWARD) - evaluator.stand(place, armies[place])
        if gain > best:
            best = gain
            at = place
    return Action(CHOOSE, at)


def best_neutral(info: GameInfo, state: State, seat: i64, option: Spots) -> Action | None:
    """Choose the neutral place that hinders the rival most. Return None when placing the seat's own armies."""
    if option.verb != PLACE or not isinstance(state.agenda[-1], Pairing) or state.owner[option.places[0]] != NOBODY:
        return None
    at: i64 = option.places[0]
    for place in option.places:
        if hindrance(info, state, seat, place) > hindrance(info, state, seat, at):
            at = place
    return Action(PLACE, at, -1, option.least, option.what)


def hindrance(info: GameInfo, state: State, seat: i64, place: i64) -> float:
    """Estimate how much more one neutral army hinders the rival than this seat, at borders and in zones."""
    board = info.board
    rival = state.after(seat)
    zone = board.zone[place]
    lead = state.held[rival * board.zones + zone] - state.held[seat * board.zones + zone]
    worth = float(board.bonus[zone] * lead) / float(board.zone_size[zone])
    for i in range(board.first[place], board.first[place + 1]):
        owner = state.owner[board.links[i]]
        worth += 0.5 if owner == rival else -0.5 if owner == seat else 0.0
    return worth / float(state.armies[place])  # one more army matters less where there are already many
