"""Score a game by how it finished, for editions without tournament rules of their own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from kamchatka.boards import Sheet, join_sheets
from kamchatka.editions.edition import Edition
from kamchatka.editions.tournament import PlayerResult, TableTerms, TournamentRules
from kamchatka.kernel.bits import has
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table


class FinishingPoints(TournamentRules):
    """The winner scores the points of an objective; the others score one point per territory they hold.

    Survivors rank above eliminated players, who rank by when they fell, the last to fall first.
    """

    tie_breaks = ("fell", "later")

    def __init__(self, edition: Edition) -> None:
        super().__init__(_whole_board(edition), {})

    @cached_property
    def values(self) -> Mapping[str, int]:
        """One point per place in a zone that pays a bonus; heavens and underworlds are not territories."""
        paying = {zone.id for zone in self.sheet.zones if zone.bonus > 0}
        return {place.id: int(place.zone in paying) for place in self.sheet.places}

    @cached_property
    def most_points(self) -> int:
        return sum(self.values.values())

    # -------------------------------------------------------------- tables played on this platform
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """No options: tables play by the rules of the booklet."""
        return {}

    def result(self, table: Table, seat: int, entrant: int) -> PlayerResult:
        state, won = table.state, has(table.state.winners, seat)
        held = tuple(place for number, place in enumerate(table.board.places) if state.owner[number] == seat)
        return PlayerResult(
            entrant,
            None if won else sum(self.values[place] for place in held),  # survivors too may hold nothing
            objective="in_time" if won else "",
            eliminated=not state.is_alive(seat),
            held=held,
            hand=int((state.rank(seat) - state.rank(state.first) + state.seats) % state.seats) + 1,
        )

    # -------------------------------------------------------------- one player's report
    def complete_result(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """Add the points implied by a win, by ticked territories or by an elimination."""
        for place in sorted(set(result.held) - set(self.values)):
            raise Problem("result.no_such_place", place=place)
        if result.objective:
            made = terms.objective_points
        elif result.held:
            made = sum(self.values[place] for place in set(result.held))
        elif result.eliminated:
            made = 0
        else:
            return result
        if result.points is not None and result.points != made:
            raise Problem("result.points_of_result", who=who, made=made, points=result.points)
        return replace(result, points=made)

    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        points, most = result.points, self.most_points
        if points is None:
            yield Problem("result.points_missing", who=who)
        elif not result.objective and not 0 <= points <= most:
            yield Problem("result.points_above_board", points=points, who=who, most=most)
        if result.card:
            yield Problem("result.card_without_points", who=who)

    # -------------------------------------------------------------- a table's report
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        if all(one.eliminated and not one.objective for one in results):
            yield Problem("result.all_eliminated")
        told = sum(one.points or 0 for one in results if not one.objective)
        if told > self.most_points:
            yield Problem("result.territories_of_board", told=told, most_points=self.most_points)


def _whole_board(edition: Edition) -> Sheet:
    """Return the board of an edition, joining its sheets if there are several."""
    first, *others = edition.sheets
    return join_sheets(edition.id, first.it, first.en, *edition.sheets) if others else first
