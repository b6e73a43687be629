"""Armies that booklets hand out one by one: those for a traded card, and those that are nobody's."""

from mypy_extensions import i64

from kamchatka.bots.judgement import Judgement
from kamchatka.bots.lore import Lore
from kamchatka.editions.classic.cards import REWARD, Rewarding
from kamchatka.editions.classic.preparation import Pairing
from kamchatka.kernel.options import CHOOSE, PLACE, Action, Spots
from kamchatka.kernel.state import NOBODY, State


def best_reward(judgement: Judgement, option: Spots) -> Action | None:
    """The place of a traded set where its extra armies do most; None when something else is asked."""
    if option.verb != CHOOSE or not isinstance(judgement.state.agenda[-1], Rewarding):
        return None
    best = -1.0
    at: i64 = option.places[0]
    armies = judgement.state.armies
    for place in option.places:
        gain = judgement.stand(place, armies[place] + REWARD) - judgement.stand(place, armies[place])
        if gain > best:
            best = gain
            at = place
    return Action(CHOOSE, at)


def best_neutral(lore: Lore, state: State, seat: i64, option: Spots) -> Action | None:
    """The neutral place that the rival wants more than oneself; None when the armies are one's own."""
    if option.verb != PLACE or not isinstance(state.agenda[-1], Pairing) or state.owner[option.places[0]] != NOBODY:
        return None
    at: i64 = option.places[0]
    for place in option.places:
        if hindrance(lore, state, seat, place) > hindrance(lore, state, seat, at):
            at = place
    return Action(PLACE, at, -1, option.least, option.what)


def hindrance(lore: Lore, state: State, seat: i64, place: i64) -> float:
    """How much more one neutral army there costs the rival: its way into the place, and its part of the zone."""
    board = lore.board
    rival = state.after(seat)
    zone = board.zone[place]
    lead = state.held[rival * board.zones + zone] - state.held[seat * board.zones + zone]
    worth = float(board.bonus[zone] * lead) / float(board.zone_size[zone])
    for i in range(board.first[place], board.first[place + 1]):
        owner = state.owner[board.links[i]]
        worth += 0.5 if owner == rival else -0.5 if owner == seat else 0.0
    return worth / float(state.armies[place])  # where many stand already, one more changes little
