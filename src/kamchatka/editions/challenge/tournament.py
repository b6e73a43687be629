"""Tournament scoring: the territories of each player's objective, and checks of reported results."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from kamchatka.boards import Sheet
from kamchatka.editions.challenge.closing import EXEMPT, HIGHEST, LOWEST
from kamchatka.editions.challenge.data import ChallengeObjectivesFile
from kamchatka.editions.challenge.scoring import hand
from kamchatka.editions.challenge.state import edition_state
from kamchatka.editions.tournament import ClosingThrows, PlayerResult, RefereeRules, TableTerms, TournamentRules
from kamchatka.kernel.bits import has
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table


class ObjectivePoints(TournamentRules):
    """Points of objective cards. A territory counts for its holder if the holder's card marks it (sections 8 to 10)."""

    has_regulations = True
    closing = ClosingThrows(LOWEST, HIGHEST, EXEMPT)
    cites = RefereeRules(closing="rtu.9.4a", exempt="rtu.9.3", army_cap="rtu.11.2")
    tie_breaks = ("outside", "hand")

    def __init__(self, sheet: Sheet, deck: ChallengeObjectivesFile) -> None:
        marked = {card.number: frozenset(sheet.places[n].id for n in card.find_places(sheet)) for card in deck.cards}
        super().__init__(sheet, marked)
        self.deck = deck

    # -------------------------------------------------------------- the board and its cards
    @cached_property
    def values(self) -> Mapping[str, int]:
        return {place.id: place.value for place in self.sheet.places}

    @cached_property
    def most_points(self) -> int:
        """The value of all places on an objective: the same for every card, 86 in this edition."""
        return max(sum(self.values[place] for place in places) for places in self.cards.values())

    @cached_property
    def all_points(self) -> int:
        """The total value of the board's places."""
        return sum(self.values.values())

    @cached_property
    def possible_sums(self) -> frozenset[int]:
        """All possible sums of some, but not all, territories of a card."""
        found = set[int]()
        for places in self.cards.values():
            sums = {0}
            for place in places:
                sums |= {total + self.values[place] for total in sums}
            found |= sums
        return frozenset(found - {self.most_points})

    def territories_on_card(self, number: int) -> frozenset[str]:
        """Return the territories marked by the card with that number; a Problem if there is none."""
        if number not in self.cards:
            least, most = min(self.cards), max(self.cards)
            raise Problem("scoresheet.no_objective", rule="rtu.1.5", number=number, least=least, most=most)
        return self.cards[number]

    def sum_values(self, number: int, held: Iterable[str]) -> tuple[int, int]:
        """Sum the values of the held territories, inside and outside an objective."""
        places = set(held)
        for place in sorted(places):
            if place not in self.values:
                raise Problem("result.no_such_place", rule="rtu.1.1", place=place)
        inside = sum(self.values[place] for place in places & self.territories_on_card(number))
        return inside, sum(self.values[place] for place in places) - inside

    # -------------------------------------------------------------- tables played on this platform
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """Play without Kingmaker and Challenge card (rtu.chal.8)."""
        return {
            "time_limit_minutes": terms.minutes,
            "army_cap": terms.army_cap,
            "kingmaker": False,
            "challenge_card": "off",
            "late_objective_points": terms.late_objective,
        }

    def result(self, table: Table, seat: int, entrant: int) -> PlayerResult:
        state = table.state
        reached = state.ending == "end.objective" and has(state.winners, seat)
        in_time = edition_state(table).last_round == 0
        return PlayerResult(
            entrant,
            objective=("in_time" if in_time else "late") if reached else "",
            eliminated=not state.is_alive(seat),
            card=self.deck.cards[state.objective[seat]].number,
            held=tuple(place for number, place in enumerate(table.board.places) if state.owner[number] == seat),
            hand=int(hand(state, seat)) + 1,
        )

    # -------------------------------------------------------------- one player's report
    def complete_result(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """Add the points that follow from ticked territories, an objective or an elimination."""
        points, outside = result.points, result.outside
        if result.held:
            if not result.card:
                raise Problem("scoresheet.no_card", rule="rtu.10.2", who=who)
            points, outside = self.sum_values(result.card, result.held)
        if result.objective:
            points = self._due(result, terms) if result.points is None or result.held else result.points
        elif result.eliminated and not result.held:
            points, outside = result.points or 0, result.outside or 0
        if result.held and result.points is not None and result.points != points:
            raise Problem("scoresheet.points_ticked", rule="rtu.10.2", who=who, points=points, told=result.points)
        return replace(result, points=points, outside=outside)

    def _due(self, result: PlayerResult, terms: TableTerms) -> int:
        """Return the points for an objective, completed in time or late."""
        full = result.objective == "in_time" or terms.late_objective == "hundred"
        return terms.objective_points if full else self.most_points

    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        points = result.points
        if result.card:
            self.territories_on_card(result.card)
        if points is None:
            yield Problem("result.points_missing", rule="rtu.10.1", who=who)
            return
        yield from (
            self._faults_of_objective(result, who, points, terms)
            if result.objective
            else self._faults_of_points(who, points, terms)
        )
        if result.eliminated and (points or result.outside or result.objective):
            yield Problem("scoresheet.eliminated_points", rule="rtu.7.1b", who=who)

    def _faults_of_points(self, who: str, points: int, terms: TableTerms) -> Iterator[Problem]:
        whole = self.most_points
        if points == terms.objective_points and points > whole:
            yield Problem("scoresheet.points_without_objective", rule="rtu.10.5", points=points, who=who)
        elif points < 0 or points > whole:
            yield Problem("scoresheet.points_above_objective", rule="rtu.10.2", points=points, who=who, whole=whole)
        elif points == whole:
            yield Problem("scoresheet.points_whole_objective", rule="rtu.8.2a", points=points, who=who)
        elif points not in self.possible_sums:
            yield Problem("scoresheet.points_impossible", rule="rtu.10.2", points=points, who=who)

    def _faults_of_objective(self, result: PlayerResult, who: str, points: int, terms: TableTerms) -> Iterator[Problem]:
        due = self._due(result, terms)
        if points != due:
            yield Problem("scoresheet.objective_worth", rule="rtu.10.5", who=who, due=due, points=points)
        if result.held and not self.territories_on_card(result.card) <= set(result.held):
            yield Problem("scoresheet.objective_not_whole", rule="rtu.8.2a", who=who, card=result.card)

    # -------------------------------------------------------------- a table's report
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        if sum(bool(one.objective) for one in results) > 1:
            yield Problem("scoresheet.one_objective", rule="rtu.8.2a")
        if all(one.eliminated for one in results):
            yield Problem("scoresheet.all_eliminated", rule="rtu.7.1b")
        if any(times > 1 for times in Counter(one.card for one in results if one.card).values()):
            yield Problem("scoresheet.same_card", rule="rtu.1.5")
        told = sum((self.most_points if one.objective else one.points or 0) + (one.outside or 0) for one in results)
        if told > self.all_points:
            yield Problem("scoresheet.points_of_board", rule="rtu.values.1", told=told, most=self.all_points)
