"""Independent scorers for the three planisphere booklets, written from their catalogues."""

import tomllib
from collections import Counter
from importlib import resources
from typing import Any, Final

from kamchatka.kernel.options import OCCUPY, TIME_UP, Action
from kamchatka.kernel.table import Table
from tests.laws.tables import Setup
from tests.pairs.scorer import NOBODY, Scorer, best

CARDS = 44
CALLED = NOBODY - 1  # the last lap is counted from the seat after this turn
ZONES_TO_HOLD: Final = {  # std.objectives: continents to hold completely, and how many more of any kind
    "north_america_and_oceania": (("north_america", "oceania"), 0),
    "north_america_and_africa": (("north_america", "africa"), 0),
    "asia_and_africa": (("asia", "africa"), 0),
    "asia_and_south_america": (("asia", "south_america"), 0),
    "europe_south_america_and_another": (("europe", "south_america"), 1),
    "europe_oceania_and_another": (("europe", "oceania"), 1),
}


class Survivors(Scorer):
    """A game that only the last remaining seat wins (orig.end.1, classic.win.1, classic.two_player.11)."""

    def goes_on(self, table: Table) -> None:
        assert len(self.alive(table)) > 1, "one seat is left and the game goes on"

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        assert ending == "end.survivor"
        assert winners == self.alive(table)
        if table.state.seats > 2:
            assert self.lands(table, winners[0]) == len(self.names)


class Progressive(Survivors):
    """Track sets of cards that are worth more each time (orig.cards, classic.cards)."""

    def __init__(self, setup: Setup, table: Table, values: list[int]) -> None:
        super().__init__(setup, table)
        self.worth = values
        self.exchanges = 0

    def happened(self, table: Table, name: str, fact: Any) -> None:
        super().happened(table, name, fact)
        if name == "Exchanged":
            self.exchanges += 1
            assert fact.number == self.exchanges
        elif name == "ArmiesGranted" and fact.clause == "trio.progression":
            number, last = self.exchanges, len(self.worth)
            due = self.worth[number - 1] if number <= last else self.worth[-1] + 5 * (number - last)
            assert fact.armies <= due, "a set is worth too much"
            assert fact.armies == due or self.options.get("army_cap"), "a set is worth too little"


class Original(Progressive):
    """Score the original game."""

    def __init__(self, setup: Setup, table: Table) -> None:
        values = [4, 6, 8, 10, 12, 15, 20, 25]
        if setup.options.get("income_variant") == "quarters":
            values = [6, 8, 10, 12, 15, 20, 25]
            if setup.options.get("variant_progression") == "first_only":
                values = [6, 6, 8, 10, 12, 15, 20, 25]
        super().__init__(setup, table, values)

    def follow(self, table: Table, action: Action | None, facts: Any) -> None:
        super().follow(table, action, facts)
        if action is not None and action.verb == OCCUPY and self.options["occupation_minimum"] == "one":
            assert action.n >= 1
        assert self.moves <= 1 or self.options["transfer_moves"] == "many" or self.turn[0] != table.state.turn


class Classic(Progressive):
    """Score the classic rules, on either board."""

    def __init__(self, setup: Setup, table: Table) -> None:
        super().__init__(setup, table, [4, 6, 8, 10, 12, 15])
        self.drawn = 0
        self.stock = Counter[int]()

    def happened(self, table: Table, name: str, fact: Any) -> None:
        super().happened(table, name, fact)
        if name == "TurnBegan":
            if self.setup.seats == 2 and not self.shown["counted"]:
                self.shown["counted"] += 1
                by_book = 30 if self.setup.edition == "classic_ancient" else 40
                due = {"by_book": by_book, "armies_30": 30, "armies_40": 40}[self.options["two_player_armies"]]
                owner, armies = table.state.owner, table.state.armies
                for seat in (NOBODY, 0, 1):  # the first turn adds armies to the stock, none to the board
                    laid = sum(int(armies[place]) for place in range(len(owner)) if owner[place] == seat)
                    assert laid == due, "the armies of the preparation"
            self.drawn = 0
        elif name == "CardDrawn":
            self.drawn += 1
            assert self.drawn <= 1, "two cards in a turn"


class Modern(Scorer):
    """Score objectives, and Time Attack by the clock or by the cards (std.objectives, std.timeattack)."""

    def __init__(self, setup: Setup, table: Table) -> None:
        super().__init__(setup, table)
        self.timed = self.options["ending"] != "traditional"
        self.deck, self.discards, self.exhausted, self.reshuffles = CARDS, 0, 0, 0
        self.base = NOBODY  # the seat at which the last lap begins
        self.lap = False  # the lap has just been completed
        self.fall = False  # a seat was eliminated after a reshuffle, so the game ends
        self.tied: list[int] = []
        self.laps = 0
        self.previous = NOBODY  # the seat whose turn it was before this action

    def hand_limit(self) -> int:
        return int(self.options["time_attack_hand_limit"]) if self.timed else 0

    def met(self, table: Table, seat: int) -> bool:
        """Return whether a seat has fulfilled its objective."""
        state = table.state
        if state.objective[seat] < 0 or seat in self.fallen:
            return False
        card = self.setup.game.objectives[state.objective[seat]]
        armies = [state.armies[place] for place in self.places(table, seat)]
        has_many = sum(number >= 1 for number in armies) >= 24  # the last one counts once armies have moved in
        if card == "eighteen_territories":
            return sum(number >= 2 for number in armies) >= 18
        if card == "twenty_four_territories":
            return has_many
        if card in ZONES_TO_HOLD:
            named, others = ZONES_TO_HOLD[card]
            whole = [self.zones[zone] for zone in self.whole(table, seat)]
            return set(named) <= set(whole) and len(whole) >= len(named) + others
        colour = self.setup.game.colours.index(card.removeprefix("destroy_"))
        victim = next((other for other in range(state.seats) if state.colour[other] == colour), NOBODY)
        if victim in (NOBODY, seat):
            return has_many
        return self.fallen.get(victim, NOBODY) == seat or (victim in self.fallen and has_many)

    def happened(self, table: Table, name: str, fact: Any) -> None:
        before = self.turn[0]
        super().happened(table, name, fact)
        if name == "TurnBegan" and before != NOBODY:
            if self.base == CALLED:
                self.base = self.following(table, before)
            elif self.base >= 0 and self.wraps(table, before, int(fact.seat), self.base):
                self.lap = True
        elif name == "CardDrawn":
            self.deck -= 1
            if self.deck == 0:
                self.exhausted += 1
                agreed = self.options["time_attack_reshuffles"]
                if self.options["ending"] == "time_attack_cards" and self.exhausted == agreed + 1:
                    self.base = CALLED
        elif name == "CardDiscarded":
            self.discards += 1
        elif name == "DeckReshuffled":
            self.deck, self.discards = self.deck + self.discards, 0
            self.reshuffles += 1
        elif name == "Eliminated" and self.timed and self.reshuffles > 0:
            self.fall = True

    def follow(self, table: Table, action: Action | None, facts: Any) -> None:
        self.previous, self.lap = self.turn[0], False
        if action is not None and action.verb == TIME_UP:
            self.base = int(table.state.first)
        super().follow(table, action, facts)

    def following(self, table: Table, seat: int) -> int:
        """Return the next seat at the table, where a lap that ends with this seat begins."""
        order = self.order(table)
        return order[(order.index(seat) + 1) % len(order)]

    def leaders(self, table: Table) -> tuple[list[int], int]:
        """Return the leaders by points, then by armies; in an extra lap only among the tied seats."""
        seats = range(table.state.seats)
        points = [sum(self.values[place] for place in self.places(table, seat)) for seat in seats]
        among = [seat for seat in self.alive(table) if not self.tied or seat in self.tied]
        return best(among, points, [self.armies(table, seat) for seat in seats])

    def goes_on(self, table: Table) -> None:
        assert len(self.alive(table)) > 1
        for seat in self.alive(table):
            assert not self.met(table, seat), "an objective is met and the game goes on"
        if not self.timed:
            return
        fallen = self.fall and not any(type(frame).__name__ == "Battle" for frame in table.state.agenda)
        if fallen or self.lap:
            level, _ = self.leaders(table)
            assert len(level) > 1, "the points decide and the game goes on"
            most = self.options["time_attack_extra_laps"]
            assert most == 0 or self.laps < most, "more extra laps than agreed"
            self.laps += 1
            self.tied, self.fall = level, False
            if fallen:
                self.base = self.following(table, self.previous)
        if self.tied:
            assert table.state.turn in self.tied, "an extra lap is for those who are level"

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        if ending == "end.objective":
            assert len(winners) == 1
            assert self.met(table, winners[0])
            return
        assert not any(self.met(table, seat) for seat in self.alive(table)), "an objective is met"
        if ending == "end.survivor":
            assert winners == self.alive(table)
            return
        assert self.timed
        if not self.fall:
            assert self.base != NOBODY, "points are counted without a last lap"
            among = [seat for seat in self.alive(table) if not self.tied or seat in self.tied]
            seat = self.turn[0]
            following = self.after(table, seat, among)
            if self.base >= 0:
                assert self.wraps(table, seat, following, self.base), "the last lap was not over"
        level, taken = self.leaders(table)
        assert winners == level
        assert ending == ("end.points", "end.armies", "end.shared")[taken - 1]
        if taken == 3:
            assert self.laps == self.options["time_attack_extra_laps"] > 0


class Challenge(Scorer):
    """Score the tournament table: objectives, points, the closing throws, Kingmaker (rtu.8-10, rtu.king)."""

    def __init__(self, setup: Setup, table: Table) -> None:
        super().__init__(setup, table)
        text = (resources.files("kamchatka.editions.challenge") / "objectives.toml").read_text(encoding="utf-8")
        self.cards: list[set[int]] = []
        for card in tomllib.loads(text)["objective"]:
            places = {self.names.index(name) for name in card.get("places", ())}
            places |= {n for n, zone in enumerate(self.zone_of) if self.zones[zone] in card.get("zones", ())}
            assert sum(self.values[place] for place in places) == 86
            self.cards.append(places)
        self.last_round = 0
        self.opener = NOBODY
        self.threshold = 4
        self.closed = False
        self.thrown = False
        self.kings: list[Counter[int]] = [Counter() for _ in range(setup.seats)]
        self.revealed: dict[int, int] = {}
        self.scored: dict[int, int] = {}

    def values_of(self, table: Table, seat: int, inside: bool) -> int:
        """Return the values of a seat's places, inside its objective or outside."""
        card = self.cards[table.state.objective[seat]]
        return sum(self.values[place] for place in self.places(table, seat) if (place in card) == inside)

    def met(self, table: Table, seat: int) -> bool:
        """Return whether a seat holds its whole objective."""
        if table.state.objective[seat] < 0:
            return False
        return self.cards[table.state.objective[seat]] <= set(self.places(table, seat))

    def follow(self, table: Table, action: Action | None, facts: Any) -> None:
        self.thrown = False
        if action is not None and action.verb == TIME_UP:
            self.last_round = int(table.state.round) + 1
        super().follow(table, action, facts)

    def happened(self, table: Table, name: str, fact: Any) -> None:
        if name == "TurnBegan" and self.turn[1] > 0:
            self.turn_over(table, int(fact.seat))
        super().happened(table, name, fact)
        if name in ("ClosingThrown", "ClosingSpared"):
            self.throw(table, name, fact)
        elif name == "KingTaken":
            self.kings[fact.seat][list(table.state.colour).index(fact.colour)] += 1
        elif name == "KingsRevealed":
            self.revealed[int(fact.seat)] = list(table.state.colour).index(fact.colour)
        elif name == "Scored":
            assert fact.seat not in self.scored, "scored twice"
            self.scored[int(fact.seat)] = int(fact.points)

    def due(self, table: Table, seat: int, following: int) -> bool:
        """Return whether a throw is due at the end of a turn."""
        if self.opener != NOBODY:
            return True
        ends_round = self.wraps(table, seat, following, int(table.state.first))
        return self.last_round > 0 and self.turn[1] == self.last_round and ends_round

    def throw(self, table: Table, name: str, fact: Any) -> None:
        """Return a closing throw, or None for a seat that conquered three places."""
        seat = self.turn[0]
        assert fact.seat == seat
        assert self.due(table, seat, self.after(table, seat, self.alive(table))), "a throw that was not due"
        assert (name == "ClosingSpared") == (self.conquests >= 3)
        self.thrown = True
        if name == "ClosingThrown":
            assert fact.threshold == self.threshold, "another threshold"
            self.closed = fact.one + fact.other <= self.threshold

    def turn_over(self, table: Table, following: int) -> None:
        """Check at a new turn that a due throw was made, didn't end the game, and raised the threshold if it should."""
        seat = self.turn[0]
        assert self.thrown == self.due(table, seat, following), "a throw is missing"
        assert not self.closed, "a throw closed the game and it goes on"
        if self.thrown:
            opens, self.opener = self.opener == NOBODY, seat if self.opener == NOBODY else self.opener
            by_table = self.options["sdadata_cycle"] == "table_round"
            base = int(table.state.first) if by_table else self.opener
            if not opens and self.wraps(table, seat, following, base):
                self.threshold = min(self.threshold + 1, 7)
        self.thrown = False

    def laws(self, table: Table) -> None:
        super().laws(table)
        assert self.options["kingmaker"] or not any(self.kings)

    def goes_on(self, table: Table) -> None:
        assert len(self.alive(table)) > 1
        if not self.scored:
            assert not self.closed
            for seat in self.alive(table):
                assert table.state.round == 0 or not self.met(table, seat), "an objective is met and the game goes on"
        else:
            assert self.options["kingmaker"]
            assert self.options["kingmaker_reveal"] == "player_choice"

    def ended(self, table: Table, ending: str, winners: list[int]) -> None:
        seats = range(table.state.seats)
        done = next((seat for seat in self.alive(table) if self.met(table, seat)), NOBODY)
        points = [self.values_of(table, seat, inside=True) for seat in seats]
        if done != NOBODY and (not self.last_round or self.options["late_objective_points"] == "hundred"):
            points[done] = 100
        assert [self.scored.get(seat) for seat in seats] == points, "the points of the game"
        reveals = self.options["kingmaker"]
        if done != NOBODY and not (reveals and self.options["kingmaker_on_objective"] == "score_hundred"):
            assert (ending, winners) == ("end.objective", [done])
            return
        if len(self.alive(table)) == 1:
            assert (ending, winners) == ("end.survivor", self.alive(table))
            return
        assert done != NOBODY or self.closed, "the game ended for no reason"
        last = [self.order(table).index(seat) for seat in seats]
        if not reveals:
            outside = [self.values_of(table, seat, inside=False) for seat in seats]
            level, taken = best(self.alive(table), points, outside, last)
            assert (winners, ending) == (level, ("end.points", "end.outside", "end.last_hand")[taken - 1])
            return
        totals = [points[seat] + self.gain(seat, points) if seat not in self.fallen else 0 for seat in seats]
        level, taken = best(self.alive(table), totals, points, last)
        endings = ("end.kingmaker", "end.kingmaker_points", "end.kingmaker_hand")
        assert (winners, ending) == (level, endings[taken - 1])

    def gain(self, seat: int, points: list[int]) -> int:
        """Return the points that a seat's cards of one colour add."""
        each = [points[king] // len(points) for king in range(len(points))]
        if self.options["kingmaker_reveal"] == "auto_best":
            gain = max(each[king] * count for king, count in self.kings[seat].items())
            assert each[self.revealed[seat]] * self.kings[seat][self.revealed[seat]] == gain
            return gain
        return each[self.revealed[seat]] * self.kings[seat][self.revealed[seat]]
