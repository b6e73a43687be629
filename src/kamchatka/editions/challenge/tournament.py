"""What a tournament scores at these tables: the territories of one's objective, and which results cannot be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from kamchatka.boards import Sheet
from kamchatka.editions.challenge.closing import EXEMPT, HIGHEST, LOWEST
from kamchatka.editions.challenge.data import ObjectivesFile
from kamchatka.editions.challenge.register import register
from kamchatka.editions.challenge.scoring import hand
from kamchatka.editions.tournament import ClosingThrows, PlayerResult, RefereeRules, TableTerms, TournamentRules
from kamchatka.kernel.bits import has
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table


class ObjectivePoints(TournamentRules):
    """Points of objective cards: a territory counts for whoever holds it and has it marked (sections 8 to 10)."""

    has_regulations = True
    closing = ClosingThrows(LOWEST, HIGHEST, EXEMPT)
    cites = RefereeRules(closing="rtu.9.4a", exempt="rtu.9.3", army_cap="rtu.11.2")
    tie_breaks = ("outside", "hand")

    def __init__(self, sheet: Sheet, deck: ObjectivesFile) -> None:
        marked = {card.number: frozenset(sheet.places[n].id for n in card.marked(sheet)) for card in deck.cards}
        super().__init__(sheet, marked)
        self.deck = deck

    # -------------------------------------------------------------- the board and its cards
    @cached_property
    def values(self) -> Mapping[str, int]:
        return {place.id: place.value for place in self.sheet.places}

    @cached_property
    def most_points(self) -> int:
        """What a whole objective is worth: the same on every card, 86 with those of the edition."""
        return max(sum(self.values[place] for place in places) for places in self.cards.values())

    @cached_property
    def all_points(self) -> int:
        """The points of the whole board."""
        return sum(self.values.values())

    @cached_property
    def possible_sums(self) -> frozenset[int]:
        """Every sum that some territories of some card make, short of the whole card."""
        found = set[int]()
        for places in self.cards.values():
            sums = {0}
            for place in places:
                sums |= {total + self.values[place] for total in sums}
            found |= sums
        return frozenset(found - {self.most_points})

    def marked(self, number: int) -> frozenset[str]:
        """The territories that the card of that number marks; a Problem if there is none."""
        if number not in self.cards:
            least, most = min(self.cards), max(self.cards)
            raise Problem(
                f"L'obiettivo {number} non esiste: vanno da {least} a {most}.",
                f"There is no objective {number}: they go from {least} to {most}.",
                "rtu.1.5",
            )
        return self.cards[number]

    def ticked(self, number: int, held: Iterable[str]) -> tuple[int, int]:
        """The points of the territories held inside and outside an objective."""
        places = set(held)
        for place in sorted(places):
            if place not in self.values:
                raise Problem(
                    f"Il territorio «{place}» non è sul tabellone.", f"“{place}” is not on the board.", "rtu.1.1"
                )
        inside = sum(self.values[place] for place in places & self.marked(number))
        return inside, sum(self.values[place] for place in places) - inside

    # -------------------------------------------------------------- tables played on this program
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """No Kingmaker, no Challenge card (rtu.chal.8)."""
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
        in_time = register(table).last_round == 0
        return PlayerResult(
            entrant,
            objective=("in_time" if in_time else "late") if reached else "",
            eliminated=not state.is_alive(seat),
            card=self.deck.cards[state.objective[seat]].number,
            held=tuple(place for number, place in enumerate(table.board.places) if state.owner[number] == seat),
            hand=int(hand(state, seat)) + 1,
        )

    # -------------------------------------------------------------- what one player reports
    def counted(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """The result with the points that ticks, objective or elimination make by themselves."""
        points, outside = result.points, result.outside
        if result.held:
            if not result.card:
                raise Problem(
                    f"{who} ha segnato territori senza dire l'obiettivo.",
                    f"{who} ticked territories without saying the objective.",
                    "rtu.10.2",
                )
            points, outside = self.ticked(result.card, result.held)
        if result.objective:
            points = self._due(result, terms) if result.points is None or result.held else result.points
        elif result.eliminated and not result.held:
            points, outside = result.points or 0, result.outside or 0
        if result.held and result.points is not None and result.points != points:
            raise Problem(
                f"I territori segnati da {who} fanno {points} punti, non {result.points}.",
                f"The territories ticked by {who} make {points} points, not {result.points}.",
                "rtu.10.2",
            )
        return replace(result, points=points, outside=outside)

    def _due(self, result: PlayerResult, terms: TableTerms) -> int:
        """What an objective is worth, in time or late."""
        full = result.objective == "in_time" or terms.late_objective == "hundred"
        return terms.objective_points if full else self.most_points

    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        points = result.points
        if result.card:
            self.marked(result.card)
        if points is None:
            yield Problem(f"Mancano i punti di {who}.", f"The points of {who} are missing.", "rtu.10.1")
            return
        yield from (
            self._faults_of_objective(result, who, points, terms)
            if result.objective
            else self._faults_of_points(who, points, terms)
        )
        if result.eliminated and (points or result.outside or result.objective):
            yield Problem(
                f"{who} è eliminato e non può avere punti.", f"{who} was eliminated and cannot have points.", "rtu.7.1b"
            )

    def _faults_of_points(self, who: str, points: int, terms: TableTerms) -> Iterator[Problem]:
        whole = self.most_points
        if points == terms.objective_points and points > whole:
            yield Problem(
                f"{points} punti a {who} senza l'obiettivo raggiunto: spettano solo a chi lo raggiunge.",
                f"{points} points for {who} without the objective: only who reaches it has them.",
                "rtu.10.5",
            )
        elif points < 0 or points > whole:
            yield Problem(
                f"{points} punti a {who}: i territori di un obiettivo ne fanno al più {whole}.",
                f"{points} points for {who}: the territories of an objective make {whole} at most.",
                "rtu.10.2",
            )
        elif points == whole:
            yield Problem(
                f"{points} punti a {who} sono tutto l'obiettivo: va segnato come raggiunto.",
                f"{points} points for {who} are the whole objective: mark it as reached.",
                "rtu.8.2a",
            )
        elif points not in self.possible_sums:
            it, en = ("punto", "point") if points == 1 else ("punti", "points")
            yield Problem(
                f"{points} {it} a {who}: nessuna scelta di territori di un obiettivo dà questa somma.",
                f"{points} {en} for {who}: no territories of an objective add up to that.",
                "rtu.10.2",
            )

    def _faults_of_objective(self, result: PlayerResult, who: str, points: int, terms: TableTerms) -> Iterator[Problem]:
        due = self._due(result, terms)
        if points != due:
            yield Problem(
                f"L'obiettivo di {who} vale {due} punti, non {points}.",
                f"The objective of {who} is worth {due} points, not {points}.",
                "rtu.10.5",
            )
        if result.held and not self.marked(result.card) <= set(result.held):
            yield Problem(
                f"I territori segnati da {who} non sono tutto l'obiettivo {result.card}.",
                f"The territories ticked by {who} are not the whole of objective {result.card}.",
                "rtu.8.2a",
            )

    # -------------------------------------------------------------- what a table reports
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        if sum(bool(one.objective) for one in results) > 1:
            yield Problem(
                "Un solo giocatore può aver raggiunto l'obiettivo.",
                "Only one player can have reached the objective.",
                "rtu.8.2a",
            )
        if all(one.eliminated for one in results):
            yield Problem("Non possono essere tutti eliminati.", "They cannot all be eliminated.", "rtu.7.1b")
        if any(times > 1 for times in Counter(one.card for one in results if one.card).values()):
            yield Problem(
                "Due giocatori hanno la stessa carta obiettivo.", "Two players have the same objective card.", "rtu.1.5"
            )
        told = sum((self.most_points if one.objective else one.points or 0) + (one.outside or 0) for one in results)
        if told > self.all_points:
            yield Problem(
                f"Il tavolo dichiara {told} punti in tutto, ma il tabellone ne ha {self.all_points}.",
                f"The table declares {told} points in all, but the board has {self.all_points}.",
                "rtu.values.1",
            )
