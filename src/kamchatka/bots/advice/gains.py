"""What a conquest gains besides the place itself. The chance of the attack is explained elsewhere."""

from collections.abc import Iterator

from kamchatka.bots.advice.position import SeatPosition
from kamchatka.bots.advice.reason import AdviceReason, because, place, seat, zone
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import lacking
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.bots.info import GameInfo

FEW = 4  # missing places up to which each step towards an objective is mentioned


def gains(info: GameInfo, position: SeatPosition, target: int) -> Iterator[AdviceReason]:
    """Yield the gains of a conquest, the largest first."""
    yield from _fall(position, target)
    yield from _objective(info, position, target)
    yield from _zone(position, target)
    yield from _card(info, position)
    yield from _border(position, target)


def missing_places(info: GameInfo, position: SeatPosition) -> list[int]:
    """Return the places that the seat's own objective still requires; empty without an objective."""
    state = position.state
    card = int(state.objective[position.seat])
    if not 0 <= card < len(info.objectives):
        return []
    goals = Goals(info, state, position.seat, NORMAL)
    return [int(found) for found in lacking(goals, info.objectives[card].demand(state, position.seat))]


def _fall(position: SeatPosition, target: int) -> Iterator[AdviceReason]:
    rival, state = position.owner(target), position.state
    if rival >= 0 and state.lands[rival] == 1:
        cards = int(state.hand[rival])
        if cards > 0:
            yield because("gain.fall_cards", rival=seat(rival), cards=cards)
        else:
            yield because("gain.fall", rival=seat(rival))


def _objective(info: GameInfo, position: SeatPosition, target: int) -> Iterator[AdviceReason]:
    wanted = missing_places(info, position)
    if target in wanted and len(wanted) <= FEW:
        yield because("gain.objective_last" if len(wanted) == 1 else "gain.objective", missing=len(wanted))
    elif target in wanted:
        yield because("gain.objective_far")


def _zone(position: SeatPosition, target: int) -> Iterator[AdviceReason]:
    home = int(position.board.zone[target])
    bonus, rival = position.bonus(home), position.owner(target)
    if bonus <= 0:
        return
    missing = position.missing(home, position.seat)
    if missing == 1:
        yield because("gain.zone", zone=zone(home), bonus=bonus)
    if rival >= 0 and position.missing(home, rival) == 0:
        yield because("gain.break", zone=zone(home), rival=seat(rival), bonus=bonus)
    if missing == 2:
        yield because("gain.near", zone=zone(home))


def _card(info: GameInfo, position: SeatPosition) -> Iterator[AdviceReason]:
    state = position.state
    if info.trios is not None and state.turn == position.seat and state.conquests == 0:
        yield because("gain.card")


def _border(position: SeatPosition, target: int) -> Iterator[AdviceReason]:
    """Mention one of our places that has no rival neighbour after the conquest."""
    for own in position.beside(target):
        if position.owner(own) == position.seat and position.enemies(own) == [target]:
            yield because("gain.border", inner=place(own))
            return
