"""Groups of facts that are told in one breath. Each takes the facts that belong to it and tells them together."""

from collections import Counter

from kamchatka.kernel.dice import pips
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import (
    ArmiesGranted,
    ArmiesMoved,
    ArmiesPlaced,
    CardDiscarded,
    Conquered,
    Dealt,
    DieThrown,
    Rolled,
    Vacated,
)
from kamchatka.kernel.table import Fact
from kamchatka.words.words import Sentence, Words


class Group:
    """Facts that belong together."""

    def takes(self, fact: Fact) -> bool:
        """Whether the next fact belongs here too; if so it is kept."""
        return False

    def tell(self, words: Words) -> list[Sentence]:
        """The group in sentences."""
        raise NotImplementedError


class Single(Group):
    """A fact that stands alone."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact

    def tell(self, words: Words) -> list[Sentence]:
        told = words.fact(self.fact)
        return [told] if told else []


class Moving(Group):
    """A move of armies by the seat that holds the place they leave."""

    def __init__(self, fact: ArmiesMoved, seat: int) -> None:
        self.fact = fact
        self.seat = seat

    def tell(self, words: Words) -> list[Sentence]:
        names, fact = words.names, self.fact
        text = words.phrases.say(
            "story",
            "moved",
            seat=names.player(self.seat),
            armies=int(fact.armies),
            source=names.place(fact.source),
            target=names.place(fact.target),
        )
        return [Sentence(self.seat, text)]


class Throwing(Group):
    """One die each, to see who begins; or the dice of one seat."""

    def __init__(self, first: DieThrown) -> None:
        self.thrown = [first]

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, DieThrown):
            self.thrown.append(fact)
        return isinstance(fact, DieThrown)

    def tell(self, words: Words) -> list[Sentence]:
        if len({int(one.seat) for one in self.thrown}) == 1:  # somebody alone, because of a card
            return [told for one in self.thrown if (told := words.fact(one))]
        dice = ", ".join(f"{words.names.player(one.seat)} {one.pips}" for one in self.thrown)
        return [Sentence(None, words.phrases.say("story", "throws", dice=dice), words.rules("turn.not_asked"))]


class Dealing(Group):
    """The whole deal, with the army that goes on every territory: one sentence a seat."""

    def __init__(self, first: Dealt) -> None:
        self.places: dict[int, list[int]] = {}
        self.takes(first)

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, Dealt):
            self.last = fact
            self.places.setdefault(int(fact.seat), []).append(int(fact.place))
            return True
        return isinstance(fact, ArmiesPlaced) and fact.place == self.last.place and fact.armies == 1

    def tell(self, words: Words) -> list[Sentence]:
        return [self._hand(words, seat, places) for seat, places in sorted(self.places.items())]

    def _hand(self, words: Words, seat: int, places: list[int]) -> Sentence:
        named = words.phrases.listed([words.names.place(place) for place in sorted(places)])
        return Sentence(
            seat, words.phrases.say("story", "dealt", seat=words.names.player(seat), number=len(places), places=named)
        )


class Placing(Group):
    """A seat's placements, summed by place."""

    def __init__(self, first: ArmiesPlaced) -> None:
        self.seat = int(first.seat)
        self.armies: Counter[int] = Counter({int(first.place): int(first.armies)})

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, ArmiesPlaced) and fact.seat == self.seat
        if isinstance(fact, ArmiesPlaced) and belongs:
            self.armies[int(fact.place)] += int(fact.armies)
        return belongs

    def tell(self, words: Words) -> list[Sentence]:
        heaps = [
            words.phrases.say("story", "heap", armies=armies, place=words.names.place(place))
            for place, armies in self.armies.items()
        ]
        return [
            Sentence(
                self.seat,
                words.phrases.say(
                    "story", "placed", seat=words.names.player(self.seat), heaps=words.phrases.listed(heaps)
                ),
            )
        ]


class Granting(Group):
    """All the armies that come into a seat's hand at one moment, each heap with its reason."""

    def __init__(self, first: ArmiesGranted) -> None:
        self.grants = [first]

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, ArmiesGranted) and fact.seat == self.grants[0].seat
        if isinstance(fact, ArmiesGranted) and belongs:
            self.grants.append(fact)
        return belongs

    def tell(self, words: Words) -> list[Sentence]:
        seat = int(self.grants[0].seat)
        if len(self.grants) == 1:
            alone = words.fact(self.grants[0])
            return [alone] if alone else []
        reasons = [words.phrases.say("reason", one.clause, armies=int(one.armies)) for one in self.grants]
        armies = sum(int(one.armies) for one in self.grants)
        text = words.phrases.say(
            "story", "granted", seat=words.names.player(seat), armies=armies, reasons=words.phrases.listed(reasons)
        )
        return [Sentence(seat, text, words.rules(*(one.clause for one in self.grants)))]


class Trading(Group):
    """Cards laid on the discards together: a trio by the seat in turn, or the surplus of a fallen seat's hand."""

    def __init__(self, first: CardDiscarded, turn: int) -> None:
        self.seat = int(first.seat)
        self.turn = turn
        self.cards = [int(first.card)]

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, CardDiscarded) and fact.seat == self.seat
        if isinstance(fact, CardDiscarded) and belongs:
            self.cards.append(int(fact.card))
        return belongs

    def tell(self, words: Words) -> list[Sentence]:
        cards = words.phrases.listed([words.names.card(card) for card in self.cards])
        how = "traded" if self.seat == self.turn else "discarded"
        return [Sentence(self.seat, words.phrases.say("story", how, seat=words.names.player(self.seat), cards=cards))]


class Fighting(Group):
    """The rolls of one battle, what they cost, and the conquest that ends it."""

    def __init__(self, first: Rolled, attacker: int, defender: int) -> None:
        self.first = first
        self.attacker = attacker
        self.defender = defender
        self.rolls = [(first, [0, 0])]
        self.conquered = False
        self.moved = 0
        self.meanwhile: list[Fact] = []  # what gods and cards did between a roll and its consequences

    def takes(self, fact: Fact) -> bool:
        source, target = self.first.source, self.first.target
        if isinstance(fact, Rolled) and not self.conquered and fact.source == source and fact.target == target:
            self.rolls.append((fact, [0, 0]))
        elif (fallen := _fallen(fact)) and not self.conquered and fallen[0] in (source, target):
            self.rolls[-1][1][0 if fallen[0] == source else 1] += fallen[1]
        elif isinstance(fact, Vacated) and not self.conquered and fact.place == target:
            return True  # the conquest that follows says it better
        elif self._is_pending() and {"seat"} <= fields(fact).keys() <= {"seat", "kind", "card"}:
            self.meanwhile.append(fact)
        elif isinstance(fact, Conquered) and fact.place == target:
            self.conquered = True
        elif isinstance(fact, ArmiesMoved) and self.conquered and not self.moved and fact.target == target:
            self.moved = int(fact.armies)
        else:
            return False
        return True

    def tell(self, words: Words) -> list[Sentence]:
        how = ("moved_in" if self.moved else "conquered") if self.conquered else "fought"
        text = words.phrases.say(
            "story",
            how,
            seat=words.names.player(self.attacker),
            by=words.names.player(self.defender),
            source=words.names.place(self.first.source),
            target=words.names.place(self.first.target),
            rolls="; ".join(self._roll(words, *roll) for roll in self.rolls),
            armies=self.moved,
        )
        meanwhile = (words.fact(fact) for fact in self.meanwhile)
        return [Sentence(self.attacker, text, words.rules("battle.compare")), *(told for told in meanwhile if told)]

    def _is_pending(self) -> bool:
        """Whether losses of the last roll, or the conquest they may bring, are still to come."""
        roll, (ours, theirs) = self.rolls[-1]
        owed = min(len(pips(roll.attack)), len(pips(roll.defence)))
        return not self.conquered and (ours + theirs < owed or theirs > 0)

    def _roll(self, words: Words, roll: Rolled, lost: list[int]) -> str:
        return words.phrases.say(
            "story",
            "roll",
            attack=words.names.dice(roll.attack),
            defence=words.names.dice(roll.defence),
            ours=lost[0],
            theirs=lost[1],
        )


def _fallen(fact: Fact) -> tuple[int, int] | None:
    """The place and the number of armies that fell by a fact."""
    known = fields(fact)
    return (int(known["place"]), int(known["armies"])) if fact.IS_LOSS else None
