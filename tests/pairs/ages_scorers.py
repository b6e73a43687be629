"""Independent scorers for the two games of ages, written from their catalogues."""

from collections import Counter
from typing import Any, Final

from kamchatka.kernel.table import Table
from tests.laws.tables import Setup
from tests.pairs.scorer import NOBODY, Scorer, best

AGES = 5
BANK = 140  # energy in the box (2210.info.12)
STATIONS = 4  # of one player (2210.hire.6)
EARTH = 42  # territories of either earth, which are the first places of the board
CRYPTS: Final = ("u02", "u05", "u07", "u10")
ALTARS: Final = ("u03", "u09")
BONUS_LANDS: Final = {  # god.score.4
    "mjolnir": "thule",
    "pandoras_box": "graecia",
    "stonehenge": "anglia",
    "the_great_pyramids": "egypt",
    "the_tree_of_life": "babylon",
}


class Ages(Scorer):
    """A game of five ages, then points; ties are broken by further measures, and then shared."""

    clauses: tuple[str, ...] = ()

    def __init__(self, setup: Setup, table: Table) -> None:
        super().__init__(setup, table)
        self.final_points: dict[int, int] = {}
        self.before: list[int] = []  # seats in the game before this action

    def follow(self, table: Table, action: Any, facts: Any) -> None:
        self.before = self.alive(table)
        super().follow(table, action, facts)

    def happened(self, table: Table, name: str, fact: Any) -> None:
        super().happened(table, name, fact)
        if name == "AgeBegan":
            assert fact.number <= AGES, "a sixth age"
        elif name == "Reckoned":
            self.final_points[int(fact.seat)] = int(fact.points)

    def goes_on(self, table: Table) -> None:
        if self.options["last_player_wins_now"]:
            assert len(self.alive(table)) > 1, "one seat is left and the game goes on"
        assert self.alive(table)

    def measures(self, table: Table) -> list[list[int]]:
        """Return the points of every seat, and what breaks ties."""
        raise NotImplementedError

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        if ending == "end.survivor":
            assert self.options["last_player_wins_now"]
            assert winners == self.alive(table)
            return
        measures = self.measures(table)
        alive = self.alive(table)
        assert self.number(table) == AGES, "the game ends before its last age"
        assert self.final_points == {seat: measures[0][seat] for seat in alive}, "the points"
        level, taken = best(alive, *measures)
        assert (winners, ending) == (level, (*self.clauses, "end.shared")[taken - 1])

    def number(self, table: Table) -> int:
        """Return the number of the current age."""
        own: Any = table.state.edition_state
        return int(own.number)


class World2210(Ages):
    """Count territories, continents, colonies and cards; ties go to energy, then units (2210.scoring)."""

    clauses = ("end.points", "end.energy", "end.units")

    def __init__(self, setup: Setup, table: Table) -> None:
        super().__init__(setup, table)
        self.won = Counter[int]()

    def happened(self, table: Table, name: str, fact: Any) -> None:
        super().happened(table, name, fact)
        if name == "PointsWon":
            self.won[int(fact.seat)] += int(fact.points)
        elif name == "CardHanded":
            assert self.options["player_trades"]

    def laws(self, table: Table) -> None:
        super().laws(table)
        own: Any = table.state.edition_state
        if self.options["energy_bank_limited"]:
            assert sum(own.purse) <= BANK, "more energy than the box holds"
        for seat in range(table.state.seats):
            assert sum(own.built[place] for place in self.places(table, seat)) <= STATIONS, "a fifth station"
        if self.options["station_terrain"] == "land":
            assert not any(list(own.built)[EARTH:]), "a station that is not on land"
        if table.state.round > 0 and not table.state.over:
            for seat in self.alive(table):
                assert self.lands(table, seat) > 0, "a seat without territories is still in the game"

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        if ending == "end.nobody_left":
            assert not self.alive(table)
            assert set(winners) <= set(self.before)
            assert winners
            return
        super().ended(table, ending, winners)

    def measures(self, table: Table) -> list[list[int]]:
        own: Any = table.state.edition_state
        seats = range(table.state.seats)
        kinds = len(self.setup.game.kinds)
        points, units = [], []
        for seat in seats:
            points.append(self.lands(table, seat) + self.zone_points(table, seat) + self.won[seat])
            commanders = sum(own.piece[seat * kinds + kind] != NOBODY for kind in range(kinds))
            units.append(self.armies(table, seat) + commanders)
        return [points, [int(own.purse[seat]) for seat in seats], units]

    def zone_points(self, table: Table, seat: int) -> int:
        """Return the bonuses of complete zones; devastated lands needn't be held, but at least one land must."""
        own: Any = table.state.edition_state
        total = 0
        for zone, bonus in enumerate(self.bonus):
            lands = [n for n, where in enumerate(self.zone_of) if where == zone and not own.hazard[n]]
            if lands and all(table.state.owner[place] == seat for place in lands):
                total += bonus
        return total


class Gods(Ages):
    """Count territories, continents, crypts, altars and relics; ties go to faith, temples, gods, armies (god.score)."""

    clauses = ("end.points", "end.faith", "end.temples", "end.gods", "end.armies")

    def laws(self, table: Table) -> None:
        super().laws(table)
        cap = self.options["army_supply_cap"]
        own: Any = table.state.edition_state
        for seat in range(table.state.seats):
            assert not cap or self.armies(table, seat) + table.state.stock[seat] <= cap, "more armies than the supply"
        assert sum(own.built) <= 12, "more temples than the box holds"
        if table.state.round > 0 and not table.state.over:
            for seat in self.alive(table):
                assert self.earth(table, seat), "a seat without territories is still in the game"

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        if ending == "end.together":
            assert winners
            assert set(winners) <= set(self.before)
            assert not any(self.earth(table, seat) for seat in range(table.state.seats))
            return
        super().ended(table, ending, winners)

    def earth(self, table: Table, seat: int) -> list[int]:
        """Return the territories of the Ancient Earth that a seat controls."""
        return [place for place in self.places(table, seat) if place < EARTH]

    def measures(self, table: Table) -> list[list[int]]:
        own: Any = table.state.edition_state
        game, seats = self.setup.game, range(table.state.seats)
        kinds, names = len(game.kinds), self.names
        points = []
        for seat in seats:
            mine = {names[place] for place in self.places(table, seat)}
            first = list(own.backs).index(game.kinds.index("magic"))
            relics = [game.cards[first + n] for n, whose in enumerate(own.relics) if whose == seat]
            total = len(self.earth(table, seat))
            total += sum(self.bonus[zone] for zone in self.whole(table, seat, range(6)))
            total += len(mine & {*CRYPTS, *ALTARS})
            total += sum(BONUS_LANDS[relic] in mine for relic in relics if relic in BONUS_LANDS)
            points.append(total)
        temples = [sum(own.built[place] for place in self.places(table, seat)) for seat in seats]
        gods = [sum(own.piece[seat * kinds + kind] != NOBODY for kind in range(kinds)) for seat in seats]
        armies = [sum(int(table.state.armies[place]) for place in self.earth(table, seat)) for seat in seats]
        return [points, [int(own.purse[seat]) for seat in seats], temples, gods, armies]
