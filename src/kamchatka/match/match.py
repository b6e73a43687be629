"""Match: one game from its first die to its end, used by the names of places, cards and colours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import SEATS, parse_position
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import Options
from kamchatka.kernel.refusal import Refusal
from kamchatka.match.copies import copy_table, pack, snapshot, undo, unpack
from kamchatka.match.drawing import draw_table
from kamchatka.match.facts import Facts
from kamchatka.match.former_names import read_kept
from kamchatka.match.legal_actions import LegalActions
from kamchatka.match.progress import MatchProgress
from kamchatka.match.recording import acting_seat, compose, prepare, record
from kamchatka.match.seat_view import SeatView


@dataclass(eq=False, repr=False)
class Match(MatchProgress):
    """One game. Start it with `Match.new` or `Match.from_position`, or read one with `kamchatka.journal`.

    Actions use names: `Attack("alaska", "kamchatka", 3)`. `legal_actions` lists what may be done now and `play` does
    it. An illegal action raises a `Refusal` with its rule and changes nothing.

    Two matches are equal if their editions, options and positions are equal. A match is mutable, so it has no hash; use
    `position()` as a key. Matches can be copied and pickled, dice included.

    >>> from kamchatka import Match
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> match
    <Match of modern, 3 seats, round 0, awaiting 0, version 1>
    >>> while match.round == 0:
    ...     facts = match.play(match.legal_actions[0])
    >>> print(match)
    modern, round 1
      0 red: 14 places, 35 armies, 4 in hand, 0 cards, to play
      1 yellow: 14 places, 35 armies, 0 in hand, 0 cards
      2 green: 14 places, 35 armies, 0 in hand, 0 cards
    north_america +5: alaska 1*22  northwest_territories 0*22  greenland 0*1  alberta 1*1  ontario 1*1
        quebec 1*1  western_united_states 2*22  eastern_united_states 0*1  central_america 0*1
    south_america +2: venezuela 0*1  peru 0*1  brazil 2*1  argentina 2*1
    europe +5: iceland 1*1  scandinavia 0*1  great_britain 0*1  northern_europe 1*1  western_europe 2*1
        southern_europe 2*1  ukraine 1*1
    africa +3: north_africa 0*1  egypt 1*1  east_africa 1*1  congo 2*1  south_africa 0*1  madagascar 2*1
    asia +7: urals 2*1  siberia 1*1  yakutia 0*1  chita 2*1  kamchatka 2*1  japan 1*1  mongolia 1*1
        afghanistan 2*1  middle_east 0*1  india 1*1  china 0*1  siam 2*1
    oceania +2: indonesia 1*1  new_guinea 0*1  western_australia 2*1  eastern_australia 2*1
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]  # a match changes

    # -------------------------------------------------------------- constructors
    @classmethod
    def new(
        cls,
        edition: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        **former: bool,
    ) -> "Match":
        """Start a game and go to its first decision.

        `options` are the table's options by name; `kamchatka rules EDITION` lists them. Pass a seed for quick play, or
        a Chance: a SealedChance lets everyone check the dice afterwards. A Problem names what is invalid.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.awaited, match.seats
        ([0], 3)
        >>> Match.new("modern", seats=3, seed=1) == match  # the same seed, the same game
        True
        """
        luck = chance or FastChance(seed or 0)
        match = blank_match(edition, seats, options, chance=luck, stored=read_kept(former))
        prepare(match)
        return match

    @classmethod
    def from_position(
        cls,
        text: str,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        **former: bool,
    ) -> "Match":
        """Continue a game from a position in notation, as `position()` returns it.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> Match.from_position(match.position()) == match
        True
        """
        return match_at(text, options, chance=chance or FastChance(seed or 0), stored=read_kept(former))

    # -------------------------------------------------------------- actions
    @property
    def legal_actions(self) -> LegalActions:
        """Everything that the awaited seat may do, as a sequence. Raises a Problem if several seats are awaited.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> len(match.legal_actions), wire.TakeColour("red") in match.legal_actions
        (6, True)
        """
        return self.legal_actions_of()

    def legal_actions_of(self, seat: int | None = None) -> LegalActions:
        """Return everything that a seat may do now; nothing if the game isn't waiting for it.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.legal_actions_of(1)
        <LegalActions: none>
        """
        return LegalActions(self.game, self.options(seat))

    def options(self, seat: int | None = None) -> Options:
        """Return a seat's options as ranges of the kernel's numeric actions, for bots that must be fast.

        >>> len(Match.new("modern", seats=3, seed=1).options().ranges)
        1
        """
        return self.game.options(self.table, acting_seat(self, seat))

    def actions(self, seat: int | None = None) -> Iterator[wire.NamedAction]:
        """Yield every single action that a seat may take.

        >>> next(Match.new("modern", seats=3, seed=1).actions())
        TakeColour(colour='red')
        """
        return iter(self.legal_actions_of(seat))

    def why_not(self, action: wire.NamedAction, seat: int | None = None) -> Refusal | None:
        """Return the refusal that an action would get; None if it is allowed.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> refusal = match.why_not(wire.Attack("kamchatka", "alaska", 3))
        >>> refusal.rule if refusal else "allowed"
        'std.setup.4'
        """
        asked, inside = acting_seat(self, seat), wire.inner(self.game, action)
        return self.game.refusal(self.table, asked, inside) if self.game.why(self.table, asked, inside) else None

    def play(self, action: wire.NamedAction, seat: int | None = None) -> Facts:
        """Play an action and return the resulting facts.

        `seat` may be left out while one seat is awaited. An illegal action raises a Refusal, an unknown name a
        Problem; both leave the match unchanged and draw no dice.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.play(wire.TakeColour("red"))[:1]
        [ColourChosen(colour='red', seat=0)]
        >>> try:
        ...     match.play(wire.TakeColour("red"))
        ... except Refusal as refusal:
        ...     print(refusal.rule, refusal.text("en"))
        std.setup.4 Starting with the first player, each in turn chooses the colour of their army.
        """
        inside, asked = wire.inner(self.game, action), acting_seat(self, seat)
        return record(self, asked, action, lambda: self.game.play(self.table, asked, inside))

    def referee(self, action: wire.TimeUp | wire.Stop) -> Facts:
        """Play an action of the referee: time is up, or the game is called off.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(wire.Stop())
        >>> match.is_over
        True
        """
        return self.play(action, REFEREE)

    def seat_view(self, seat: int | None = None, random: Random | None = None) -> SeatView:
        """Return what a bot of that seat may know and do now. Without `random`, its generator is seeded by the version.

        >>> Match.new("modern", seats=3, seed=1).seat_view()
        <SeatView of seat 0: 6 legal actions>
        """
        asked = acting_seat(self, seat)
        luck = random or Random(self.version)
        return SeatView(self.edition, self.game, self.view(asked), self.options(asked), luck)

    # -------------------------------------------------------------- search
    def push(self, action: wire.NamedAction, seat: int | None = None) -> Facts:
        """Play an action that `pop` can take back, for searches.

        The dice are those that `play` would get. To look at other dice, search in `copy(seed=...)`.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> before = match.position()
        >>> facts = match.push(match.legal_actions[0])
        >>> facts = match.push(match.legal_actions[0])
        >>> match.pop(), match.pop(), match.position() == before
        (TakeColour(colour='yellow'), TakeColour(colour='red'), True)
        """
        before = snapshot(self)
        facts = self.play(action, seat)
        self.pushed.append(before)
        return facts

    def pop(self) -> wire.NamedAction | None:
        """Take back the last pushed action and everything played after it, dice included; return that action.

        Raises an IndexError if nothing was pushed.
        """
        if not self.pushed:
            raise IndexError("no action was pushed")
        return undo(self, self.pushed.pop())[0].action

    def copy(self, *, seed: int | None = None, chance: Chance | None = None) -> "Match":
        """Return an independent match at the same point. It draws the same dice unless it gets a seed or a Chance.

        Pushed actions of the original can't be popped in the copy.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> other = match.copy()
        >>> facts = other.play(other.legal_actions[0])
        >>> other == match, other.version, match.version
        (False, 2, 1)
        """
        luck = FastChance(seed) if chance is None and seed is not None else chance
        table = copy_table(self.table, luck)
        return Match(
            self.edition, self.rules, self.game, table, self.start, list(self.entries), self.forgotten, self.base
        )

    # -------------------------------------------------------------- Python's protocols
    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[JsonObject]]:
        return restore, (pack(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        same_table = (self.edition.id, self.rules) == (other.edition.id, other.rules)
        return same_table and self.position() == other.position()

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"awaiting {', '.join(map(str, self.awaited))}"
        return f"<Match of {self.edition.id}, {self.seats} seats, round {self.round}, {now}, version {self.version}>"

    def __str__(self) -> str:
        return draw_table(self)


def blank_match(
    edition: str, seats: int, options: Mapping[str, object] | None = None, *, chance: Chance, stored: bool = False
) -> Match:
    """Create a match before its preparation. `stored` accepts options that only stored games may have."""
    return Match(*compose(edition, seats, options or {}, chance, stored))


def match_at(
    text: str, options: Mapping[str, object] | None = None, *, chance: Chance | None = None, stored: bool = False
) -> Match:
    """Create a match at a position. `stored` accepts options that only stored games may have."""
    name, _, seats = text.partition(" ")[0].partition("/")
    count, luck = int(seats) if seats in SEATS else 0, chance or FastChance(0)
    match = blank_match(name, count, options, chance=luck, stored=stored)
    match.table.state = parse_position(match.game, text)
    match.start = text
    return match


def restore(packed: JsonObject) -> Match:
    """Restore a pickled match."""
    return Match(**unpack(packed))
