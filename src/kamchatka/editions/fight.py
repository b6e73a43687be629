"""A fight: all rolls from one place against another, their losses, and the conquest that may end it."""

from collections.abc import Sequence
from typing import ClassVar

from kamchatka.editions.chronicle import Group, Sentence, Speaker, company, sentences_of
from kamchatka.kernel.ages.age_facts import CardTaken, PieceLost, PiecePosted
from kamchatka.kernel.dice import pips
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesMoved, CardDrawn, CardSeized, Conquered, Eliminated, Rolled, Vacated
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact


class Casualties:
    """The losses of one side in a fight."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.armies = 0
        self.pieces: list[int] = []

    @property
    def has_lost(self) -> bool:
        """True if this side lost anything."""
        return self.armies > 0 or bool(self.pieces)


class Fighting(Group):
    """Describes a fight in one sentence, however many rolls it took. The dice are its detail.

    Editions extend it: `BLOWS` are facts described with the dice. `SPOILS` occur between the last blow and the
    occupation and are described after it.
    """

    BLOWS: ClassVar[tuple[type[Fact], ...]] = ()
    SPOILS: ClassVar[tuple[type[Fact], ...]] = (CardTaken, CardDrawn, CardSeized, Eliminated)

    def __init__(self, source: int, target: int, state: State) -> None:
        self.source = source
        self.target = target
        self.attack = Casualties(int(state.owner[source]))
        self.defence = Casualties(int(state.owner[target]))
        self.is_empty = state.owner[target] < 0 and state.armies[target] == 0
        self.blows: list[Fact] = []
        self.owed = 0  # number of losses of the last roll still to come
        self.is_conquered = False
        self.moved = 0
        self.company: list[int] = []
        self.spoils: list[Fact] = []

    # -------------------------------------------------------------- facts that belong to the fight
    def takes(self, fact: Fact) -> bool:
        if self.is_conquered:
            return self._moves_in(fact) or self._brings(fact)
        return self._strikes(fact) or self._costs(fact) or self._ends(fact) or (self._is_open and self._brings(fact))

    def takes_prelude(self, facts: Sequence[Fact]) -> bool:
        self.blows[-1:-1] = facts
        return bool(self.blows)

    def is_roll(self, fact: Fact) -> bool:
        """Return True if this fact is a roll of this fight, and note how many losses must follow."""
        if not (isinstance(fact, Rolled) and fact.source == self.source and fact.target == self.target):
            return False
        self.owed = min(len(pips(fact.attack)), len(pips(fact.defence)))
        return True

    @property
    def _is_open(self) -> bool:
        """True if losses of the last roll, or the conquest that they may cause, are still to come."""
        return self.owed > 0 or self.defence.has_lost

    def _strikes(self, fact: Fact) -> bool:
        belongs = self.is_roll(fact) or (self.owed > 0 and isinstance(fact, self.BLOWS))
        if belongs:
            self.blows.append(fact)
        return belongs

    def _costs(self, fact: Fact) -> bool:
        if isinstance(fact, PieceLost):
            side = next((one for one in (self.attack, self.defence) if one.seat == fact.seat), None)
            if side is None or not self._is_open:
                return False
            side.pieces.append(int(fact.kind))
            self.owed -= 1
            return True
        return fact.IS_LOSS and bool(self.blows) and self._fall(fact)

    def _fall(self, fact: Fact) -> bool:
        known = fields(fact)
        place, armies = int(known["place"]), int(known["armies"])
        if place not in (self.source, self.target):
            return False
        side = self.attack if place == self.source else self.defence
        side.armies += armies
        self.owed -= armies
        return True

    def _ends(self, fact: Fact) -> bool:
        if isinstance(fact, Conquered) and fact.place == self.target and fact.by == self.attack.seat:
            self.is_conquered = True
            return True
        return isinstance(fact, Vacated) and fact.place == self.target  # the next conquest already describes it

    def _moves_in(self, fact: Fact) -> bool:
        if isinstance(fact, ArmiesMoved) and not self.moved and fact.target == self.target:
            self.moved = int(fact.armies)
            return True
        if isinstance(fact, PiecePosted) and fact.seat == self.attack.seat and fact.place == self.target:
            self.company.append(int(fact.kind))
            return True
        return False

    def _brings(self, fact: Fact) -> bool:
        belongs = isinstance(fact, self.SPOILS) and not self.moved
        if belongs:
            self.spoils.append(fact)
        return belongs

    # -------------------------------------------------------------- the sentence
    def tell(self, words: Speaker) -> list[Sentence]:
        text = words.phrases.say(
            "story",
            self.manner(),
            seat=words.names.player(self.attack.seat),
            source=words.names.place(self.source),
            target=self._target(words),
            party=company(words, self.moved, self.company),
            losses=self._losses(words),
        )
        detail = "; ".join(self._blow(words, fact) for fact in self.blows)
        rules = words.rules("battle.compare") if self.blows else ()
        return [Sentence(self.attack.seat, text, rules, detail=detail), *sentences_of(words, self.spoils)]

    def manner(self) -> str:
        """Return the key of the sentence that describes the fight."""
        if not self.is_conquered:
            return "fought"
        return "moved_in" if self.moved or self.company else "conquered"

    def _target(self, words: Speaker) -> str:
        """Name the attacked place and its owner."""
        place = words.names.place(self.target)
        if self.is_empty:
            return place
        how = "held" if self.defence.seat >= 0 else "neutral"
        return words.phrases.say("story", how, place=place, by=words.names.player(self.defence.seat))

    def _losses(self, words: Speaker) -> str:
        """Describe the losses of both sides, of one side or of none."""
        say, losers = words.phrases.say, [side for side in (self.attack, self.defence) if side.has_lost]
        named, lost = [_name(words, side) for side in losers], [_describe_losses(words, side) for side in losers]
        if len(losers) == 2:
            return say("story", "lose_both", seat=named[0], ours=lost[0], by=named[1], theirs=lost[1])
        return say("story", "lose_one", seat=named[0], what=lost[0]) if losers else say("story", "lose_none")

    def _blow(self, words: Speaker, fact: Fact) -> str:
        if isinstance(fact, Rolled):
            dice = words.names.dice
            return words.phrases.say("story", "roll", attack=dice(fact.attack), defence=dice(fact.defence))
        sentence = words.fact(fact)
        return sentence.text if sentence else ""


class MovingIn(Group):
    """Armies and pieces enter a place without a fight."""

    def __init__(self, entered: Fact, place: int, seat: int) -> None:
        self.entered = entered
        self.place = place
        self.seat = seat
        self.moved: ArmiesMoved | None = None
        self.pieces: list[int] = []

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, ArmiesMoved) and self.moved is None and fact.target == self.place:
            self.moved = fact
        elif isinstance(fact, PiecePosted) and self.moved and (fact.seat, fact.place) == (self.seat, self.place):
            self.pieces.append(int(fact.kind))
        else:
            return False
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        if self.moved is None:
            return sentences_of(words, [self.entered])
        text = words.phrases.say(
            "story",
            "occupied",
            seat=words.names.player(self.seat),
            target=words.names.place(self.place),
            source=words.names.place(self.moved.source),
            party=company(words, int(self.moved.armies), self.pieces),
        )
        return [Sentence(self.seat, text)]


def _name(words: Speaker, side: Casualties) -> str:
    return words.names.player(side.seat) if side.seat >= 0 else words.phrases.say("story", "neutrals")


def _describe_losses(words: Speaker, side: Casualties) -> str:
    return company(words, side.armies, side.pieces)
