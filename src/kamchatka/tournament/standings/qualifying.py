"""Select who qualifies: each rule of the event takes players from the standings, in the order of the rules."""

from collections import Counter
from collections.abc import Callable

import msgspec

from kamchatka.tournament.events.event import Event
from kamchatka.tournament.settings.qualification import QualificationRule, parse_qualification
from kamchatka.tournament.standings.standings import StandingsRow, standings


class Qualified(msgspec.Struct, frozen=True):
    """A player who qualifies, for the final or the semifinals, and the rule that says so."""

    entrant: int
    rule: QualificationRule


class Candidates(msgspec.Struct, frozen=True):
    """What a rule selects from: the whole standings, and those who may still be taken, in their order."""

    event: Event
    rows: tuple[StandingsRow, ...]
    free: list[StandingsRow]
    taken: list[int]


Selector = Callable[[QualificationRule, Candidates], list[int]]


def field_size(event: Event) -> int:
    """Count the players by which an event is small or large: those who passed the filters of its qualification."""
    return len(_eligible(event, standings(event), with_withdrawn=True))


def find_qualified(event: Event, places: Callable[[int], int]) -> list[Qualified]:
    """Return who qualifies by the results so far. `places` counts the semifinal's places for these finalists."""
    rows = standings(event)
    rules = parse_qualification(event.settings.qualification, sum(row.played > 0 for row in rows))
    free = _eligible(event, rows)
    taken, found = list[int](), list[Qualified]()

    def take(rule: QualificationRule) -> None:
        left = [row for row in free if row.entrant not in taken]
        for entrant in SELECTORS[rule.code](rule, Candidates(event, rows, left, taken)):
            taken.append(entrant)
            found.append(Qualified(entrant, rule))

    for rule in rules:
        if rule.target == "final":
            take(rule)
    direct = len(found)
    semifinal = [rule for rule in rules if rule.target == "semifinal"]
    whole = places(direct)
    for at, rule in enumerate(semifinal):
        if rule.code == "best" and not rule.number:
            reserved = sum(_count_reserved(other, event, free, taken) for other in semifinal[at + 1 :])
            rule = msgspec.structs.replace(rule, number=max(0, whole - (len(found) - direct) - reserved))
        take(rule)
    missing = whole - (len(found) - direct)
    if missing > 0 and semifinal:  # a promised place that nobody could take goes to the standings
        take(QualificationRule("best", missing))
    return found


def _eligible(event: Event, rows: tuple[StandingsRow, ...], with_withdrawn: bool = False) -> list[StandingsRow]:
    """Return the players who pass the filters and have not withdrawn, in the order of the standings."""
    rules = parse_qualification(event.settings.qualification, sum(row.played > 0 for row in rows))
    least = max((rule.number for rule in rules if rule.code == "least"), default=1)
    last = max((round.number for round in event.rounds if round.stage == "round"), default=0)
    found = [row for row in rows if row.played >= max(1, least)]
    if any(rule.code == "last" for rule in rules):
        found = [row for row in found if any(result.round == last for result in row.results)]
    return found if with_withdrawn else [row for row in found if not event.entrants[row.entrant].withdrawn]


def _count_reserved(rule: QualificationRule, event: Event, free: list[StandingsRow], taken: list[int]) -> int:
    """Return the places that a later rule will take."""
    left = [row for row in free if row.entrant not in taken]
    if rule.code == "wild":
        return min(rule.number, sum(event.entrants[row.entrant].wild for row in left))
    if rule.code == "single":
        return min(rule.number, sum(row.played >= max(1, rule.rounds) for row in left))
    if rule.code in ("clubs", "regions"):
        groups = {_group(rule.code, event, row.entrant) for row in left} - {""}
        return rule.number * len(groups - {_group(rule.code, event, entrant) for entrant in taken})
    return rule.number


# ------------------------------------------------------------------ the rules, by code
def _next(rule: QualificationRule, among: Candidates) -> list[int]:
    return [row.entrant for row in among.free[: rule.number]]


def _winners(rule: QualificationRule, among: Candidates) -> list[int]:
    """Return the leaders who won every game, as far as they can be told from the next player."""
    event, rows = among.event, among.rows
    won = 0
    while won < min(rule.number, len(rows)) and _has_won_all(event, rows[won]):
        won += 1
    while won and won < len(rows) and rows[won - 1].place == rows[won].place:
        won -= 1
    heads = [row.entrant for row in rows[:won]]
    return [] if any(event.entrants[entrant].withdrawn for entrant in heads) else heads


def _has_won_all(event: Event, row: StandingsRow) -> bool:
    shared = event.settings.shared_wins
    wins = sum(bool(result.score.winners) for result in row.results) if shared else row.wins
    return wins >= event.settings.rounds


def _single(rule: QualificationRule, among: Candidates) -> list[int]:
    """Return the best single results of the others; equal ones go by the standings."""
    rows = [row for row in among.free if row.played >= max(1, rule.rounds)]
    rows.sort(key=lambda row: -max(result.score.points for result in row.results))
    return [row.entrant for row in rows[: rule.number]]


def _wild(rule: QualificationRule, among: Candidates) -> list[int]:
    wild = [row.entrant for row in among.free if among.event.entrants[row.entrant].wild]
    return wild[: rule.number]


def _of_groups(rule: QualificationRule, among: Candidates) -> list[int]:
    """Return the first of every club or region; semifinals count whom it has already."""
    event, found = among.event, list[int]()
    have = Counter(_group(rule.code, event, entrant) for entrant in among.taken)
    for row in among.free:
        group = _group(rule.code, event, row.entrant)
        if group and have[group] < rule.number:
            have[group] += 1
            found.append(row.entrant)
    return found


def _shares(rule: QualificationRule, among: Candidates) -> list[int]:
    """Return the best of every region, as many as its part of the players; largest remainders get what is left.

    Equal remainders go to the region whose next player stands higher. A region with too few players leaves its places.
    """
    event, queues = among.event, dict[str, list[int]]()
    for row in among.free:
        queues.setdefault(event.entrants[row.entrant].region, []).append(row.entrant)
    players = Counter(event.entrants[row.entrant].region for row in among.rows if row.played)
    whole = sum(players[region] for region in queues)
    if not whole:
        return []
    parts = {region: divmod(rule.number * players[region], whole) for region in queues}
    order = {row.entrant: at for at, row in enumerate(among.free)}
    places = {region: part for region, (part, _) in parts.items()}

    def by_remainder(region: str) -> tuple[int, int]:
        following = queues[region][places[region] :]
        return -parts[region][1], order[following[0]] if following else len(order)

    for region in sorted(queues, key=by_remainder)[: rule.number - sum(places.values())]:
        places[region] += 1
    return sorted((one for region in queues for one in queues[region][: places[region]]), key=order.__getitem__)


def _group(code: str, event: Event, entrant: int) -> str:
    one = event.entrants[entrant]
    return one.club if code == "clubs" else one.region


SELECTORS: dict[str, Selector] = {
    "winners": _winners,
    "direct": _next,
    "leaders": _of_groups,
    "best": _next,
    "single": _single,
    "clubs": _of_groups,
    "regions": _of_groups,
    "shares": _shares,
    "wild": _wild,
}
