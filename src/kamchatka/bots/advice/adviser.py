"""Explain a captain's decisions verb by verb. Editions can add reasons of their own."""

from collections.abc import Callable, Iterator

from kamchatka.bots.advice.gains import gains
from kamchatka.bots.advice.position import SeatPosition
from kamchatka.bots.advice.prospects import CaptainProspects, Prospects
from kamchatka.bots.advice.reason import AdviceReason, because, percent, place, zone
from kamchatka.bots.captain.bot import is_fighting
from kamchatka.bots.captain.evaluator import CaptainEvaluator
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.bots.hand import FULL_HAND, trio_worth
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.battle import Crossing
from kamchatka.kernel.options import (
    ATTACK,
    BUY,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    INVADE,
    MOVE,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    ROLL,
    TRADE,
    Action,
    Options,
    Pairs,
)
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.view import View
from kamchatka.odds.model import BattleModel

MOST = 2  # maximum number of reasons, to keep the advice short
NEAR = 2  # missing places up to which a zone is mentioned

Why = Callable[["Decision"], Iterator[AdviceReason]]


class Decision:
    """A decision and the captain's action: the input of all reasons."""

    def __init__(self, adviser: "Adviser", view: View, options: Options, action: Action) -> None:
        self.adviser = adviser
        self.info = adviser.strategy.info
        self.options = options
        self.action = action
        self.at, self.to = int(action.at), int(action.to)
        self.n, self.what = int(action.n), int(action.what)
        self.position = SeatPosition(adviser.strategy.game, adviser.battles, view.state, view.seat)
        self.prospects = adviser.prospects(view, options)

    def offers(self, *verbs: int) -> bool:
        """Return whether any of these verbs is offered."""
        return any(option.verb in verbs for option in self.options.ranges)

    def next_target(self, source: int, armies: int, but: int = -1) -> tuple[int, float] | None:
        """Return the best target for a stack of `armies` on a place, and its value; None if no attack pays."""
        position = self.position
        found = [
            (near, self.prospects.attack(source, near, armies))
            for near in position.beside(source)
            if position.owner(near) != position.seat and near != but
        ]
        best = max(found, key=lambda one: one[1], default=None)
        return best if best is not None and best[1] > 0.0 else None


class Adviser:
    """Reasons for the verbs common to all games of armies. `own` holds those of an edition, which take precedence."""

    def __init__(self, strategy: Strategy, battles: BattleModel) -> None:
        self.strategy = strategy
        self.battles = battles
        self.whys: dict[int, Why] = {
            PASS: why_pass,
            PLACE: why_place,
            TRADE: why_trade,
            ATTACK: why_attack,
            FAST_ATTACK: why_attack,
            INVADE: why_attack,
            DEFEND: why_defend,
            OCCUPY: why_occupy,
            MOVE: why_move,
            COLOUR: why_colour,
            ROLL: why_roll,
            **self.own(),
        }

    def own(self) -> dict[int, Why]:
        """Return reasons for an edition's own verbs, or better ones for common verbs."""
        return {}

    def prospects(self, view: View, options: Options) -> Prospects:
        """How this game's captain values armies."""
        if self.strategy.info.has_pieces:
            return Prospects()
        evaluator = CaptainEvaluator(self.strategy, view.state, view.seat, NORMAL, is_fighting(options))
        return CaptainProspects(evaluator)

    def reasons(self, view: View, options: Options, action: Action) -> list[AdviceReason]:
        """Explain an action: at least one reason, the most important first."""
        decision = Decision(self, view, options, action)
        why = self.whys.get(int(action.verb))
        found = list(why(decision))[:MOST] if why is not None else []
        return found or [because("any")]


# ------------------------------------------------------------------ attacks
def why_attack(decision: Decision) -> Iterator[AdviceReason]:
    """Give the chance to take the place and the other gains."""
    position, action = decision.position, decision.action
    pieces = decision.what if action.verb == INVADE else None
    promised = position.forecast(decision.at, decision.to, pieces, fast=action.verb == FAST_ATTACK)
    if promised is None or (position.owner(decision.to) < 0 and position.armies(decision.to) == 0):
        yield because("attack.empty", target=place(decision.to))
    else:
        lost = round(promised.lost)
        yield because("attack.chance", chance=percent(promised.wins), target=place(decision.to), lost=lost)
    yield from gains(decision.info, position, decision.to)


def why_roll(decision: Decision) -> Iterator[AdviceReason]:
    """Give the chance of the current invasion."""
    if (promised := _under_way(decision)) is not None:
        yield because("roll.chance", chance=percent(promised[1]), target=place(promised[0]))
    yield because("roll.most")


def _under_way(decision: Decision) -> tuple[int, float] | None:
    """Return the place under attack and the attacker's chance to take it."""
    frame = decision.position.asking
    if not isinstance(frame, Crossing):
        return None
    promised = decision.position.forecast(int(frame.source), int(frame.target))
    return (int(frame.target), promised.wins) if promised is not None else None


def why_defend(decision: Decision) -> Iterator[AdviceReason]:
    """Recommend the most dice and give the chance to hold the place."""
    yield because("defend.most")
    if (promised := _under_way(decision)) is not None:
        yield because("defend.chance", chance=percent(1.0 - promised[1]), target=place(promised[0]))


def why_occupy(decision: Decision) -> Iterator[AdviceReason]:
    """Say where the armies are needed: for the next attack, to hold the conquest, or where they came from."""
    frame, position = decision.position.asking, decision.position
    if not isinstance(frame, Crossing):
        return
    source, target = int(frame.source), int(frame.target)
    ahead = decision.next_target(target, decision.n, but=source)
    foe, behind = position.strongest(target), position.strongest(source, but=target)
    if ahead is not None and (promised := _as_if(position, target, ahead[0], decision.n)) is not None:
        yield because("occupy.on", target=place(target), next=place(ahead[0]), chance=percent(promised))
    elif foe is not None:
        yield because("occupy.border", target=place(target), foe=place(foe), enemies=position.armies(foe))
    if behind is None:
        yield because("occupy.inside", source=place(source))
    else:
        left = position.armies(source) - decision.n
        yield because(
            "occupy.keep", source=place(source), left=left, foe=place(behind), enemies=position.armies(behind)
        )


def _as_if(position: SeatPosition, source: int, target: int, armies: int) -> float | None:
    """Return the chance of an attack from a place that `armies` are about to enter."""
    state = position.state.copy()
    state.owner[source], state.armies[source] = position.seat, armies
    promised = SeatPosition(position.game, position.battles, state, position.seat).forecast(source, target)
    return promised.wins if promised is not None else None


# ------------------------------------------------------------------ armies
def why_place(decision: Decision) -> Iterator[AdviceReason]:
    """Name the attack or the threatened border that the armies are for, and the zone they serve."""
    position, at, n = decision.position, decision.at, decision.n
    if position.owner(at) != position.seat:
        yield from _claim(position, at)
        return
    here = position.armies(at)
    ahead = decision.next_target(at, here + n)
    now = decision.prospects.attack(at, ahead[0], here) if ahead is not None else 0.0
    bold = ahead[1] - now if ahead is not None else 0.0
    safe = decision.prospects.holding_value(at, here + n) - decision.prospects.holding_value(at, here)
    if ahead is not None and bold >= safe and (promised := position.forecast(at, ahead[0], more=n)) is not None:
        yield because(
            "place.attack", place=place(at), armies=here + n, target=place(ahead[0]), chance=percent(promised.wins)
        )
    else:
        yield from _guard(position, at, n)
    yield from _home(position, at)


def _guard(position: SeatPosition, at: int, n: int) -> Iterator[AdviceReason]:
    """Say how much safer `n` more armies make a place."""
    before, after = position.risk(at), position.risk(at, more=n)
    if before is not None and after is not None:
        foe = before[0]
        yield because(
            "place.border",
            place=place(at),
            armies=position.armies(at),
            foe=place(foe),
            enemies=position.armies(foe),
            before=percent(before[1]),
            after=percent(after[1]),
        )
    if count := len(position.enemies(at)):
        yield because("place.borders", place=place(at), count=count)
    elif (steps := position.steps_to_enemy(at)) > 0:
        yield because("place.inside", place=place(at), steps=steps)


def _home(position: SeatPosition, at: int) -> Iterator[AdviceReason]:
    """Name the zone of a place if it is complete or nearly so."""
    home = int(position.board.zone[at])
    missing, bonus = position.missing(home, position.seat), position.bonus(home)
    if bonus > 0 and missing == 0:
        yield because("zone.whole", zone=zone(home), bonus=bonus)
    elif bonus > 0 and missing <= NEAR:
        yield because("zone.near", zone=zone(home), missing=missing, bonus=bonus)


def _claim(position: SeatPosition, at: int) -> Iterator[AdviceReason]:
    """Explain a place claimed before the first turn."""
    home = int(position.board.zone[at])
    size = int(position.board.zone_size[home])
    held = size - position.missing(home, position.seat)
    yield because("claim.zone", zone=zone(home), held=held, size=size, bonus=position.bonus(home))
    own = [near for near in position.beside(at) if position.owner(near) == position.seat]
    if own:
        yield because("claim.beside", near=place(own[0]))


def why_move(decision: Decision) -> Iterator[AdviceReason]:
    """Explain a move from a safe place to a threatened one."""
    position, at, to, n = decision.position, decision.at, decision.to, decision.n
    foe = position.strongest(to)
    if not position.enemies(at):
        yield because("move.inside", source=place(at))
    if foe is not None:
        yield because(
            "move.border", target=place(to), armies=position.armies(to), foe=place(foe), enemies=position.armies(foe)
        )
        before, after = position.risk(to), position.risk(to, more=n)
        if before is not None and after is not None:
            yield because("move.safer", target=place(to), before=percent(before[1]), after=percent(after[1]))
    elif (steps := position.steps_to_enemy(to)) > 0:
        yield because("move.nearer", target=place(to), steps=steps)


# ------------------------------------------------------------------ cards, colours, passing
def why_trade(decision: Decision) -> Iterator[AdviceReason]:
    """Say what the trio pays and why to trade it now."""
    state, seat = decision.position.state, decision.position.seat
    trios, cards = decision.info.trios, int(state.hand[seat])
    yield because("trade.pays", armies=int(trio_worth(trios, state, seat, decision.what)))
    if cards >= FULL_HAND:
        yield because("trade.full", cards=cards)
    elif trios is not None and trios.progression is not None:
        yield because("trade.needed")
    else:
        yield because("trade.good")


def why_colour(decision: Decision) -> Iterator[AdviceReason]:
    """Say that all colours are equal."""
    yield because("colour")


def why_pass(decision: Decision) -> Iterator[AdviceReason]:
    """Say why passing is better than any option."""
    if decision.offers(ATTACK, FAST_ATTACK, INVADE):
        yield from _no_attack(decision)
    elif decision.offers(ROLL):
        yield from _no_roll(decision)
    elif decision.offers(MOVE):
        yield because("pass.move")
    elif decision.offers(TRADE):
        yield because("pass.trade")
    elif decision.offers(PLAY_CARD, CHOOSE):
        yield because("pass.card")
    elif decision.offers(BUY):
        yield because("pass.buy")
    else:
        yield because("pass.nothing")


def _no_roll(decision: Decision) -> Iterator[AdviceReason]:
    if (promised := _under_way(decision)) is not None:
        yield because("pass.roll", chance=percent(promised[1]), target=place(promised[0]))


def _no_attack(decision: Decision) -> Iterator[AdviceReason]:
    """Name the most promising attack, which is still not good enough."""
    best: tuple[float, int, int] | None = None
    for source, target in _ways(decision.options):
        promised = decision.position.forecast(source, target)
        if promised is not None and (best is None or promised.wins > best[0]):
            best = (promised.wins, source, target)
    if best is None:
        yield because("pass.attack")
    else:
        yield because("pass.attack_best", chance=percent(best[0]), source=place(best[1]), target=place(best[2]))


def _ways(options: Options) -> Iterator[tuple[int, int]]:
    """Yield source and target of every possible attack."""
    for option in options.ranges:
        if option.verb in (ATTACK, INVADE) and isinstance(option, Pairs):
            yield from ((int(span.at), int(span.to)) for span in option.spans())
        elif option.verb == INVADE and isinstance(option, Parties):
            parties = (option.party(row) for row in option.rows)
            yield from ((int(party.at), int(party.to)) for party in parties)
