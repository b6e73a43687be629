"""The one lesson of a finished game for a seat: of its costly habits, the one that cost the most armies.

Every kind has a rule and a cost in armies, so that kinds can be compared. The rules use only exact odds and what
happened; docs/analysis.md lists them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kamchatka.analysis.own_turns import OwnAttack, OwnTurn, Placement
from kamchatka.kernel.board import Board

EVEN = 0.5  # chance below which an attack was unfavourable
LIKELY = 0.75  # chance from which an attack for a whole zone should have been made
LEAST = 3.0  # armies that a lesson must have cost
PER_PLACE = 1 / 3  # armies of income for a territory
DELAY = 0.25  # share of a trio's armies that every turn of waiting costs
SCATTERED = 0.25  # share of each army beyond the two largest groups of a scattered placement
MANY_ARMIES, MANY_PLACES = 6, 4  # from which a placement can be scattered
MANY_CONQUESTS, MANY_LOST = 4, 3  # conquests of a turn, and how many of them were lost, that overextend it
PRAISED_ATTACKS, PRAISED_SHARE = 5, 0.8  # attacks, and the share of them at even odds or better, worth praise

ATTACKS, BORDER, CARDS, SCATTER, ZONE, OVERREACH, PRAISE = (
    "attacks",
    "border",
    "cards",
    "scatter",
    "zone",
    "overreach",
    "praise",
)


@dataclass(frozen=True)
class PlayLesson:
    """A lesson, with its most expensive moment. Fields that a kind doesn't need keep their defaults."""

    kind: str
    cost: float  # armies, over the whole game
    entry: int  # the moment to look at
    round: int
    count: int = 1  # how often it happened
    places: tuple[int, ...] = ()
    zone: int = -1
    chance: float = 0.0  # at that moment
    mean: float = 0.0  # average chance
    waited: float = 0.0  # chance after waiting for one turn
    armies: int = 0
    turns: int = 0  # turns waited; 0 for ever
    most: int = 0  # something larger that `count` is a part of


def find_lesson(turns: Sequence[OwnTurn], board: Board, has_pieces: bool = False) -> PlayLesson | None:
    """Return the most expensive lesson, or praise; None if there is nothing to say.

    `turns` are those of one seat. `has_pieces`: armies may travel by other ways than the board's links.
    """
    played = [turn for turn in turns if not turn.is_winning]
    found = [
        judge_attacks(played),
        judge_borders(played, board),
        judge_cards(turns),
        judge_conquests(played),
        judge_zones(played),
        None if has_pieces else judge_placements(played),
    ]
    costly = [lesson for lesson in found if lesson is not None and lesson.cost >= LEAST]
    return max(costly, key=lambda lesson: lesson.cost, default=None) or praise(turns)


def judge_attacks(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Judge attacks below even odds that lose more armies than they destroy, on average.

    Cost: the armies lost minus those destroyed, on average, in the throws made.
    """
    found = [(turn, one) for turn in turns for one in turn.attacks if is_unfavourable(one)]
    if not found:
        return None
    turn, worst = max(found, key=lambda pair: pair[1].cost)
    return PlayLesson(
        ATTACKS,
        sum(one.cost for _, one in found),
        worst.entry,
        turn.round,
        len(found),
        (worst.source, worst.target),
        chance=worst.wins,
        mean=sum(one.wins for _, one in found) / len(found),
        waited=worst.waited,
        armies=worst.more,
    )


def is_unfavourable(attack: OwnAttack) -> bool:
    """Return whether an attack had less than an even chance and a price."""
    return attack.wins < EVEN and attack.cost > 0.0


def judge_borders(turns: Sequence[OwnTurn], board: Board) -> PlayLesson | None:
    """Judge places held since before the turn, left with one army beside an enemy and lost before the next turn.

    A place counts if a whole zone was lost with it, or if an idle army inside could have stood there. Cost: the bonus
    of each zone broken that way, and a third of an army for each place.
    """
    found = [border for turn in turns if (border := LostBorder.of(turn, board)) is not None]
    if not found:
        return None
    worst = max(found, key=lambda border: border.cost)
    zone = max(worst.zones, key=lambda one: int(board.bonus[one]), default=-1)
    place = next((one for one in worst.places if board.zone[one] == zone), worst.places[0])
    return PlayLesson(
        BORDER,
        sum(border.cost for border in found),
        worst.turn.lost[place],
        worst.turn.round,
        sum(len(border.places) for border in found),
        (place,),
        zone=zone,
        armies=int(board.bonus[zone]) if zone >= 0 else worst.turn.idle,
    )


@dataclass(frozen=True)
class LostBorder:
    """Places of a turn that were neglected and lost, and the whole zones that were lost with them."""

    turn: OwnTurn
    places: tuple[int, ...]
    zones: frozenset[int]
    cost: float

    @classmethod
    def of(cls, turn: OwnTurn, board: Board) -> "LostBorder | None":
        """Return the neglected places of a turn; None if there are none."""
        lost = sorted((turn.bare & turn.held) & turn.lost.keys())
        zones = turn.zones & {int(board.zone[place]) for place in lost}
        in_zones = [place for place in lost if int(board.zone[place]) in zones]
        others = [place for place in lost if place not in in_zones][: turn.idle]
        places = (*in_zones, *others)
        cost = sum(float(board.bonus[zone]) for zone in zones) + PER_PLACE * len(places)
        return cls(turn, places, zones, cost) if places else None


def judge_cards(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Judge a trio that could be traded and was kept.

    Cost: a quarter of its armies for every turn of waiting, less what the later trio was worth more; all of them if it
    was never traded. A winner's last trio costs nothing.
    """
    found = [lesson for run in find_waits(turns) if (lesson := judge_wait(run, turns)) is not None]
    return max(found, key=lambda lesson: lesson.cost, default=None)


def find_waits(turns: Sequence[OwnTurn]) -> list[list[OwnTurn]]:
    """Return the runs of turns in which a trio was offered and none was traded."""
    runs = groupby(turns, key=lambda turn: turn.offer is not None and turn.traded == 0)
    return [list(run) for waited, run in runs if waited]


def judge_wait(run: Sequence[OwnTurn], turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Return what one run of waiting cost."""
    first, last = run[0], run[-1]
    if last.is_winning or first.offer is None or last.offer is None:
        return None
    entry, worth = first.offer
    after = next((turn for turn in turns if turn.entry > last.entry), None)
    if after is None:
        return PlayLesson(CARDS, float(worth), entry, first.round, len(run), armies=worth)
    gained = max(0, after.traded - worth)
    cost = min(1.0, DELAY * len(run)) * worth - gained
    return PlayLesson(CARDS, cost, entry, first.round, len(run), armies=worth, turns=len(run))


def judge_placements(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Judge placements of six armies or more on four places or more, or on places without enemy neighbours.

    Cost: every idle army, and a quarter of every other army beyond the two largest groups.
    """
    found = [(turn, cost) for turn in turns if (cost := rate_placement(turn)) > 0.0]
    if not found:
        return None
    turn, _ = max(found, key=lambda one: one[1])
    groups, idle = group_armies(turn.placed), group_idle(turn)
    return PlayLesson(
        SCATTER,
        sum(cost for _, cost in found),
        turn.placed[-1].entry,
        turn.round,
        len(found),
        armies=sum(idle.values()) or sum(groups.values()),
        most=len(groups),
        places=tuple(sorted(idle, key=lambda place: idle[place])),  # the largest group last
    )


def group_armies(placed: Iterable[Placement]) -> dict[int, int]:
    """Return the armies placed, by place."""
    groups: dict[int, int] = {}
    for one in placed:
        groups[one.place] = groups.get(one.place, 0) + one.armies
    return groups


def group_idle(turn: OwnTurn) -> dict[int, int]:
    """Return the idle armies of a turn, by place."""
    groups: dict[int, int] = {}
    for one in turn.placed:
        if one.idle:
            groups[one.place] = groups.get(one.place, 0) + one.idle
    return groups


def rate_placement(turn: OwnTurn) -> float:
    """Return what the placement of one turn cost."""
    groups, idle = group_armies(turn.placed), group_idle(turn)
    if sum(groups.values()) < MANY_ARMIES:
        return 0.0
    at_front = sorted((armies for place, armies in groups.items() if place not in idle), reverse=True)
    spread = sum(at_front[2:]) if len(groups) >= MANY_PLACES else 0
    return sum(idle.values()) + SCATTERED * spread


def judge_zones(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Judge zones of which one place was missing and could have been taken with a chance of three in four.

    Cost: the bonus times the chance, less the armies that the attack loses on average. Only if another turn came.
    """
    found = [
        (turn, zone, gain)
        for turn in turns
        if not turn.is_last
        for zone in turn.open_zones
        if zone.wins >= LIKELY and (gain := zone.bonus * zone.wins - max(0.0, zone.cost)) > 0.0
    ]
    if not found:
        return None
    turn, missed, _ = max(found, key=lambda one: one[2])
    return PlayLesson(
        ZONE,
        sum(gain for _, _, gain in found),
        missed.entry,
        turn.round,
        len(found),
        (missed.source, missed.target),
        missed.zone,
        missed.wins,
        armies=missed.bonus,
    )


def judge_conquests(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Judge turns with many conquests left with one army, several of them lost before the next turn.

    Cost: for each of these places the army that was left there and a third of an army of income; and the armies that
    the turn's attacks on them lost, on average, beyond those they destroyed.
    """
    found = []
    for turn in turns:
        bare = turn.bare & turn.conquered.keys()
        lost = sorted(bare & turn.lost.keys())
        if len(turn.conquered) >= MANY_CONQUESTS and len(lost) >= MANY_LOST:
            spent = sum(max(0.0, one.cost) for one in turn.attacks if one.target in lost)
            cost = (1 + PER_PLACE) * len(lost) + spent
            entry = min(turn.lost[place] for place in lost)
            found.append(
                PlayLesson(OVERREACH, cost, entry, turn.round, len(lost), armies=len(bare), most=len(turn.conquered))
            )
    if not found:
        return None
    return replace(max(found, key=lambda one: one.cost), cost=sum(one.cost for one in found))


def praise(turns: Sequence[OwnTurn]) -> PlayLesson | None:
    """Praise well chosen attacks, if there were several."""
    attacks = [one for turn in turns for one in turn.attacks]
    good = sum(one.wins >= EVEN for one in attacks)
    if len(attacks) < PRAISED_ATTACKS or good < PRAISED_SHARE * len(attacks):
        return None
    last = turns[-1]
    return PlayLesson(PRAISE, 0.0, attacks[-1].entry, last.round, good, most=len(attacks))
