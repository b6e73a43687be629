"""Parse answers that name a kind of piece, a card or a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.boards import Named
from kamchatka.cli.typed.lookup import Lookup
from kamchatka.cli.typed.vocabulary import FILLERS, MOST, WITH, WITHOUT
from kamchatka.editions.edition import Edition
from kamchatka.kernel.options import INVADE, NAME_CARD, NAME_SEAT, PLAY_CARD, Action, Options
from kamchatka.kernel.parties import Parties, Party
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Listed


@dataclass(frozen=True)
class Company:
    """The pieces that go along or, with `without`, those that stay behind. "without" alone leaves all pieces behind."""

    names: tuple[str, ...]
    without: bool

    @property
    def everybody(self) -> bool:
        """Return True if the words stand for all pieces."""
        return self.names[0].casefold() in MOST if self.names else self.without


def company_of(words: Sequence[str]) -> tuple[list[str], Company | None]:
    """Split a line at "with" or "without" and return the pieces named after it; None without either word."""
    for at, word in enumerate(words):
        if word.casefold() in WITH | WITHOUT:
            return list(words[:at]), Company(tuple(words[at + 1 :]), word.casefold() in WITHOUT)
    return list(words), None


def marching(options: Options, action: Action) -> tuple[Parties, Party] | None:
    """Return the range and the party that an attack or a move belongs to."""
    for option in options.ranges:
        if isinstance(option, Parties) and option.verb == action.verb:
            party = option.between(action.at, action.to)
            if party is not None:
                return option, party
    return None


def usual_company(option: Parties, party: Party, state: State) -> int:
    """Return the pieces that go along by default: all possible ones into a fight, otherwise only those that must."""
    sets = [int(what) for what in option.sets(party)]
    return sets[0] if option.verb == INVADE and state.armies[party.to] > 0 else sets[-1]


class Things:
    """Looks up by name what the current options offer."""

    def __init__(self, edition: Edition, players: Sequence[str], options: Options) -> None:
        self.edition = edition
        self.players = [Named(name, name, name) for name in players]
        self.options = options

    def pieces(self, names: Sequence[str]) -> int:
        """Parse a set of pieces into bits."""
        found = 0
        for name in " ".join(names).replace("+", ",").replace(" and ", ",").replace(" e ", ",").split(","):
            for word in [name] if Lookup(self.edition.kinds).find(name) else name.split():
                if word.casefold() not in FILLERS and word.strip():
                    found |= 1 << self.kind(word)
        return found

    def kind(self, name: str) -> int:
        """Return a kind of piece or card."""
        return self._one(self.edition.kinds, name)

    def find_offered(self, verb: int, name: str) -> Action:
        """Return the offered action with this verb for the named thing."""
        known = (
            self.edition.cards
            if verb in (PLAY_CARD, NAME_CARD)
            else self.players
            if verb == NAME_SEAT
            else self.edition.kinds
        )
        found = Lookup(known).find(name)
        fitting = [
            one for option in self.options.ranges if option.verb == verb for one in option.expand() if one.what in found
        ]
        if fitting:
            return fitting[0]
        return Action(verb, what=self._one(known, name))

    def _one(self, known: Sequence[Named], name: str) -> int:
        found = Lookup(known).find(name)
        if not found:
            raise Problem("order.unknown_thing", name=name, known=Listed(known))
        return found[0]
