"""Read seats' decisions in each of their turns: attacks with exact odds, placements, missed trades, open borders."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from kamchatka.analysis.finished import INCOME
from kamchatka.analysis.throws import ThrowReader
from kamchatka.bots.advice.position import SeatPosition
from kamchatka.bots.hand import trio_worth
from kamchatka.journal import OpenJournal
from kamchatka.kernel.bits import has
from kamchatka.kernel.edges import wire
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, Conquered, TurnBegan, Vacated
from kamchatka.kernel.options import ATTACK, FAST_ATTACK, INVADE, PASS, TRADE, Action, Choice, Options, Pairs
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.undoing import TakenBack
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Fact
from kamchatka.match import Entry, Follower, Match

ATTACKS = (ATTACK, FAST_ATTACK, INVADE)
TRIO = "trio."  # clauses of traded cards
TWO = 2  # armies per place that some objectives ask for
CELLS = 10_000  # largest battle that is forecast, attackers times defenders


@dataclass
class OwnAttack:
    """An attack on one place from another, with all its throws."""

    entry: int  # of the first throw's decision
    source: int
    target: int
    wins: float  # chance to take the place, before the first throw
    waited: float  # the same with the armies of one more turn
    more: int  # those armies
    cost: float = 0.0  # armies lost minus armies destroyed, on average, in the throws made


@dataclass(frozen=True)
class Placement:
    """Armies placed in the own turn. `idle` of them made a group of more than two where every neighbour was own."""

    entry: int
    place: int
    armies: int
    idle: int


@dataclass(frozen=True)
class OpenZone:
    """A zone of which one place was missing when the seat stopped attacking, though an attack on it was possible."""

    entry: int
    zone: int
    bonus: int
    source: int
    target: int
    wins: float
    cost: float  # armies that the attack would have lost minus those it would have destroyed, on average


@dataclass
class OwnTurn:
    """One turn of a seat."""

    seat: int
    round: int
    entry: int  # with which it began
    held: frozenset[int] = frozenset()  # places at its beginning
    income: int = 0
    attacks: list[OwnAttack] = field(default_factory=list)
    placed: list[Placement] = field(default_factory=list)
    conquered: dict[int, int] = field(default_factory=dict)  # place and entry
    offer: tuple[int, int] | None = None  # entry, and armies for the best trio in hand
    traded: int = 0  # armies for cards
    open_zones: list[OpenZone] = field(default_factory=list)
    bare: frozenset[int] = frozenset()  # places left with one army beside an enemy
    idle: int = 0  # armies beyond two per place that stood where every neighbour was own, at its end
    zones: frozenset[int] = frozenset()  # held whole at its end
    end: int = 0  # last entry
    lost: dict[int, int] = field(default_factory=dict)  # place and entry, until the seat's next turn
    deeds: list[int] = field(default_factory=list)  # entries of its decisions, without those taken back
    is_last: bool = True  # the seat had no turn after it
    is_winning: bool = False  # the seat won, and had no turn after it

    def attack_between(self, source: int, target: int) -> OwnAttack | None:
        """Return the attack under way between two places."""
        last = self.attacks[-1] if self.attacks else None
        return last if last is not None and (last.source, last.target) == (source, target) else None


class OwnTurnReader(Follower):
    """Collects the turns of some seats while a match is replayed. Each uses only what its seat could know."""

    def __init__(self, match: Match, seats: Collection[int]) -> None:
        self.match = match
        self.seats = frozenset(seats)
        self.thrown = ThrowReader(match.edition, match.game)
        self.trios = match.edition.strategy(match.game).trios()
        self.turns: list[OwnTurn] = []
        self.turn: OwnTurn | None = None  # under way, if it belongs to one of the seats
        self.latest: dict[int, OwnTurn] = {}  # by seat
        self.number = -1

    def begin(self, entry: Entry) -> None:
        """Note a decision before it is applied."""
        self.number += 1
        self.thrown.begin(entry)
        state = self.match.state
        if self.number == 0 and state.round > 0:  # a game that was set up during a turn
            self._open(int(state.turn), int(state.round))
        turn = self.turn
        if turn is not None and entry.seat == turn.seat and entry.action is not None:
            turn.deeds.append(self.number)
            self._decide(turn, wire.inner(self.match.game, entry.action))

    def hear(self, fact: Fact) -> None:
        """Note a fact before it is applied."""
        throw = self.thrown.hear(self.match.table, fact, self.number)
        if throw is not None and self.turn is not None and not throw.odds.duel:
            attack = self.turn.attack_between(throw.source, throw.target)
            if attack is not None:
                attack.cost += throw.odds.lost - throw.odds.beaten
        if isinstance(fact, TurnBegan):
            self._close()
            self._open(int(fact.seat), int(fact.round))
        elif isinstance(fact, Conquered):
            self._conquer(int(fact.place), int(fact.by))
        elif isinstance(fact, Vacated):
            self._conquer(int(fact.place), NOBODY)
        elif isinstance(fact, TakenBack):
            self._take_back(int(fact.seat))
        elif self.turn is not None:
            self._receive(self.turn, fact)

    def result(self) -> list[OwnTurn]:
        """Return all turns, once the match has been replayed."""
        self._close()
        for seat, turn in self.latest.items():
            turn.is_winning = has(self.match.state.winners, seat)
        return self.turns

    # -------------------------------------------------------------- turns
    def _open(self, seat: int, round: int) -> None:
        if seat not in self.seats:
            return
        owner = self.match.state.owner
        held = frozenset(place for place in range(len(owner)) if owner[place] == seat)
        self.turn = OwnTurn(seat, round, self.number, held)
        if seat in self.latest:
            self.latest[seat].is_last = False
        self.latest[seat] = self.turn
        self.turns.append(self.turn)

    def _close(self) -> None:
        """Record the zones held and the bare borders at the end of the current turn."""
        turn, state = self.turn, self.match.state
        if turn is None:
            return
        self.turn = None
        position = self._position(turn.seat)
        board = self.match.game.board
        turn.end = self.number
        turn.zones = frozenset(zone for zone in range(board.zones) if position.missing(zone, turn.seat) == 0)
        own = [place for place in range(board.size) if state.owner[place] == turn.seat]
        turn.idle = sum(max(0, position.armies(place) - TWO) for place in own if self._is_inside(position, place))
        turn.bare = frozenset([place for place in own if position.armies(place) == 1 and position.enemies(place)])

    def _take_back(self, seat: int) -> None:
        """Forget the seat's latest decision, and a turn that it began."""
        turn = self.latest.get(seat)
        if turn is None or not turn.deeds:
            return
        number = turn.deeds.pop()
        turn.placed = [one for one in turn.placed if one.entry != number]
        turn.open_zones = [one for one in turn.open_zones if one.entry != number]
        later = [one for one in self.turns if one.entry >= number and one is not turn]
        self.turns = [one for one in self.turns if one not in later]
        self.latest = {one.seat: one for one in self.turns}
        self.turn = turn
        turn.is_last = True

    def _position(self, seat: int) -> SeatPosition:
        return SeatPosition(self.match.game, self.match.edition.battles, self.match.state, seat)

    # -------------------------------------------------------------- decisions
    def _decide(self, turn: OwnTurn, action: Action) -> None:
        if action.verb in ATTACKS:
            self._attack(turn, action)
        elif action.verb == PASS:
            turn.open_zones = self._open_zones(turn.seat) or turn.open_zones
        if self.trios is not None and turn.offer is None and self.match.state.hand[turn.seat] >= 3:
            self._offer(turn, self.trios)

    def _attack(self, turn: OwnTurn, action: Action) -> None:
        source, target = int(action.at), int(action.to)
        battles = self.match.edition.battles
        if turn.attack_between(source, target) or battles.cells(self.match.table, source, target) > CELLS:
            return
        pieces = int(action.what) if action.verb == INVADE else None
        fast, position = action.verb == FAST_ATTACK, self._position(turn.seat)
        now = position.forecast(source, target, pieces, fast)
        waited = position.forecast(source, target, pieces, fast, more=turn.income)
        if now is not None and waited is not None:
            turn.attacks.append(OwnAttack(self.number, source, target, now.wins, waited.wins, turn.income))

    def _open_zones(self, seat: int) -> list[OpenZone]:
        """Return the zones of which one place is missing that the seat may attack now."""
        position, board = self._position(seat), self.match.game.board
        missing = {
            place: zone
            for zone in range(board.zones)
            if position.missing(zone, seat) == 1
            for place in range(board.size)
            if board.zone[place] == zone and position.owner(place) != seat
        }
        found: dict[int, OpenZone] = {}
        for source, target in attacks_of(self.match.options(seat)) if missing else ():
            promised = position.forecast(source, target) if target in missing else None
            if promised is None:
                continue
            zone, bonus = missing[target], position.bonus(missing[target])
            if zone not in found or promised.wins > found[zone].wins:
                cost = promised.lost - promised.beaten
                found[zone] = OpenZone(self.number, zone, bonus, source, target, promised.wins, cost)
        return list(found.values())

    def _offer(self, turn: OwnTurn, trios: Trios) -> None:
        """Note the best trio that the seat may trade."""
        for option in self.match.options(turn.seat).ranges:
            if option.verb == TRADE and isinstance(option, Choice):
                worth = max(int(trio_worth(trios, self.match.state, turn.seat, what)) for what in option.whats)
                turn.offer = (self.number, worth)

    # -------------------------------------------------------------- facts
    def _receive(self, turn: OwnTurn, fact: Fact) -> None:
        if isinstance(fact, ArmiesGranted) and fact.seat == turn.seat:
            turn.income += int(fact.armies) if fact.clause.startswith(INCOME) else 0
            turn.traded += int(fact.armies) if fact.clause.startswith(TRIO) else 0
        elif isinstance(fact, ArmiesPlaced) and fact.seat == turn.seat and turn.deeds:
            place, armies = int(fact.place), int(fact.armies)
            turn.placed.append(Placement(self.number, place, armies, self._idle(turn.seat, place, armies)))

    def _idle(self, seat: int, place: int, armies: int) -> int:
        """Return how many armies are idle if they come to a place; two may be wanted anywhere, for objectives."""
        position = self._position(seat)
        beyond = max(0, position.armies(place) + armies - TWO)
        return min(armies, beyond) if self._is_inside(position, place) else 0

    @staticmethod
    def _is_inside(position: SeatPosition, place: int) -> bool:
        """Return whether the seat holds every neighbour of a place."""
        return all(position.owner(near) == position.seat for near in position.beside(place))

    def _conquer(self, place: int, by: int) -> None:
        owner, turn = int(self.match.state.owner[place]), self.turn
        if turn is not None and turn.seat == by:
            turn.conquered[place] = self.number
        elif owner in self.latest and (turn is None or turn.seat != owner):
            self.latest[owner].lost.setdefault(place, self.number)


def attacks_of(options: Options) -> Iterator[tuple[int, int]]:
    """Yield the pairs of places between which an attack is allowed."""
    for option in options.ranges:
        if option.verb not in ATTACKS:
            continue
        if isinstance(option, Pairs):
            yield from ((int(span.at), int(span.to)) for span in option.spans())
        elif isinstance(option, Parties):
            rows = (option.party(row) for row in option.rows)
            yield from ((int(row.at), int(row.to)) for row in rows if row.at >= 0 and row.to >= 0)


def read_turns(opened: OpenJournal, seats: Collection[int]) -> list[OwnTurn]:
    """Replay a journal and return the turns of some seats."""
    reader = OwnTurnReader(opened.match, seats)
    opened.replay(reader)
    return reader.result()
