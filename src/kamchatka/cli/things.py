"""Answers that name a thing: kinds of pieces, cards, players, places among those that are offered."""

from collections.abc import Sequence

from kamchatka.boards import Named
from kamchatka.cli.lookup import Lookup
from kamchatka.cli.vocabulary import FILLERS, WITH
from kamchatka.editions.edition import Edition
from kamchatka.kernel.options import NAME_CARD, NAME_SEAT, PLAY_CARD, Action, Options
from kamchatka.kernel.problem import Problem


def with_pieces(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before "with", and those after it: the names of pieces."""
    for at, word in enumerate(words):
        if word.casefold() in WITH:
            return list(words[:at]), list(words[at + 1 :])
    return list(words), []


class Things:
    """Finds by name what the options of one moment offer."""

    def __init__(self, edition: Edition, players: Sequence[str], options: Options) -> None:
        self.edition = edition
        self.players = [Named(name, name, name) for name in players]
        self.options = options

    def pieces(self, names: Sequence[str]) -> int:
        """A set of pieces, one word or more each, as bits."""
        found = 0
        for name in " ".join(names).replace("+", ",").replace(" and ", ",").replace(" e ", ",").split(","):
            for word in [name] if Lookup(self.edition.kinds).find(name) else name.split():
                if word.casefold() not in FILLERS and word.strip():
                    found |= 1 << self.kind(word)
        return found

    def kind(self, name: str) -> int:
        """A kind of piece or card."""
        return self._one(self.edition.kinds, name)

    def offered(self, verb: int, name: str) -> Action:
        """The offered action of this verb whose thing has that name."""
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
            listed_it, listed_en = (
                ", ".join(dict.fromkeys(thing.name(tongue) for thing in known)) for tongue in ("it", "en")
            )
            raise Problem(
                f"«{name}»: non so che cosa sia. Ci sono {listed_it}.",
                f"“{name}”: I do not know what that is. There are {listed_en}.",
            )
        return found[0]
