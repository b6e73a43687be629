"""Points by how a game was finished: for every edition that hands over no rules of its own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from kamchatka.boards import Sheet, joined
from kamchatka.editions.edition import Edition
from kamchatka.editions.tournament import PlayerResult, TableTerms, TournamentRules
from kamchatka.kernel.bits import has
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table


class FinishingPoints(TournamentRules):
    """Whoever wins the game has the points of an objective, the others one for each territory they hold.

    Survivors stand before those who were eliminated, who stand in the order in which they fell, the last first.
    """

    tie_breaks = ("fell", "later")

    def __init__(self, edition: Edition) -> None:
        super().__init__(_whole_board(edition), {})

    @cached_property
    def values(self) -> Mapping[str, int]:
        """One point for each place of a zone that pays a bonus: a heaven or an underworld is no territory."""
        paying = {zone.id for zone in self.sheet.zones if zone.bonus > 0}
        return {place.id: int(place.zone in paying) for place in self.sheet.places}

    @cached_property
    def most_points(self) -> int:
        return sum(self.values.values())

    # -------------------------------------------------------------- tables played on this program
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """As the booklet proposes."""
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

    # -------------------------------------------------------------- what one player reports
    def counted(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """The result with the points that a win, ticks or an elimination make by themselves."""
        for place in sorted(set(result.held) - set(self.values)):
            raise Problem(f"Il territorio «{place}» non è sul tabellone.", f"“{place}” is not on the board.")
        if result.objective:
            made = terms.objective_points
        elif result.held:
            made = sum(self.values[place] for place in set(result.held))
        elif result.eliminated:
            made = 0
        else:
            return result
        if result.points is not None and result.points != made:
            raise Problem(
                f"Il risultato di {who} fa {made} punti, non {result.points}.",
                f"The result of {who} makes {made} points, not {result.points}.",
            )
        return replace(result, points=made)

    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        points, most = result.points, self.most_points
        if points is None:
            yield Problem(f"Mancano i punti di {who}.", f"The points of {who} are missing.")
        elif not result.objective and not 0 <= points <= most:
            yield Problem(
                f"{points} punti a {who}: ogni territorio ne vale uno, in tutto {most}.",
                f"{points} points for {who}: each territory is worth one, {most} in all.",
            )
        if result.card:
            yield Problem(
                f"{who} ha una carta obiettivo: qui non danno punti.",
                f"{who} has an objective card: here they make no points.",
            )

    # -------------------------------------------------------------- what a table reports
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        if all(one.eliminated and not one.objective for one in results):
            yield Problem(
                "Se sono tutti eliminati qualcuno deve aver vinto.", "If all were eliminated somebody must have won."
            )
        told = sum(one.points or 0 for one in results if not one.objective)
        if told > self.most_points:
            yield Problem(
                f"Il tavolo dichiara {told} territori in tutto, ma il tabellone ne ha {self.most_points}.",
                f"The table declares {told} territories in all, but the board has {self.most_points}.",
            )


def _whole_board(edition: Edition) -> Sheet:
    """The board of an edition, whatever number of sheets it lies on."""
    first, *others = edition.sheets
    return joined(edition.id, first.it, first.en, *edition.sheets) if others else first
