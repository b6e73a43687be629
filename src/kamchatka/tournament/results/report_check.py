"""Check a table's report: players, hands, territories, and points by the rules of the edition."""

from collections.abc import Iterator, Mapping

from kamchatka.editions.tournament import PlayerResult, TournamentRules
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.settings import EventSettings


def check_report(
    report: TableReport, seats: tuple[int, ...], settings: EventSettings, names: Mapping[int, str]
) -> TableReport:
    """Return the report with its points filled in; a Problem says what is invalid and by which rule."""
    rules = rules_of(settings)
    _check_players(report, seats, names)
    full = TableReport(tuple(rules.complete_result(line, settings, names[line.entrant]) for line in report.lines))
    for line in full.lines:
        for problem in (*rules.faults(line, settings, names[line.entrant]), *_faults(line, names[line.entrant])):
            raise problem
    for problem in (*_faults_of_hands(full, len(seats), rules), *_faults_of_board(full, names, rules)):
        raise problem
    for problem in rules.faults_of_table(full.lines):
        raise problem
    return full


def _check_players(report: TableReport, seats: tuple[int, ...], names: Mapping[int, str]) -> None:
    told = [line.entrant for line in report.lines]
    for entrant in told:
        if entrant not in seats:
            raise Problem("result.not_at_table", entrant=_who(entrant, names))
        if told.count(entrant) > 1:
            raise Problem("result.twice", entrant=_who(entrant, names))
    if missing := [_who(entrant, names) for entrant in seats if entrant not in told]:
        raise Problem("result.missing", missing=", ".join(missing))


def _who(entrant: int, names: Mapping[int, str]) -> str:
    return names.get(entrant, str(entrant))


def _faults(line: PlayerResult, who: str) -> Iterator[Problem]:
    if line.penalty < 0:
        yield Problem("result.penalty_sign", who=who)
    if line.fell and not line.eliminated:
        yield Problem("result.fell", who=who)


def _faults_of_hands(report: TableReport, seats: int, rules: TournamentRules) -> Iterator[Problem]:
    hands = [line.hand for line in report.lines if line.hand]
    if hands and sorted(hands) != list(range(1, seats + 1)):
        yield Problem("result.hands", rule=_cite("rtu.2.3b", rules), seats=seats)


def _faults_of_board(report: TableReport, names: Mapping[int, str], rules: TournamentRules) -> Iterator[Problem]:
    """Yield a problem for each territory that two players claim."""
    holder = dict[str, int]()
    for line in report.lines:
        for place in line.held:
            if holder.setdefault(place, line.entrant) != line.entrant:
                both = f"{names[holder[place]]}, {names[line.entrant]}"
                yield Problem("result.ticked_by_two", rule=_cite("rtu.1.1", rules), place=place, both=both)


def _cite(rule: str, rules: TournamentRules) -> str:
    """Return a rule id of the regulations, or "" where they do not apply."""
    return rule if rules.has_regulations else ""
