"""Groups of facts that are described together. Each group collects facts and describes them in one piece."""

from collections import Counter

from kamchatka.editions.chronicle import Group, Sentence, Speaker, company, heaps
from kamchatka.kernel.ages.age_facts import PiecePosted
from kamchatka.kernel.facts import ArmiesGranted, ArmiesMoved, ArmiesPlaced, CardDiscarded, Dealt, DieThrown
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.table import Fact


class Moving(Group):
    """A move of armies and pieces by the owner of the source."""

    def __init__(self, fact: ArmiesMoved, seat: int) -> None:
        self.fact = fact
        self.seat = seat
        self.pieces: list[int] = []

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, PiecePosted) and fact.seat == self.seat and fact.place == self.fact.target
        if isinstance(fact, PiecePosted) and belongs:
            self.pieces.append(int(fact.kind))
        return belongs

    def tell(self, words: Speaker) -> list[Sentence]:
        names, fact = words.names, self.fact
        text = words.phrases.say(
            "story",
            "moved",
            seat=names.player(self.seat),
            party=company(words, int(fact.armies), self.pieces),
            source=names.place(fact.source),
            target=names.place(fact.target),
        )
        return [Sentence(self.seat, text)]


class Throwing(Group):
    """Dice of all seats that decide who begins, or the dice of one seat."""

    def __init__(self, first: DieThrown) -> None:
        self.thrown = [first]

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, DieThrown):
            self.thrown.append(fact)
        return isinstance(fact, DieThrown)

    def tell(self, words: Speaker) -> list[Sentence]:
        if len({int(one.seat) for one in self.thrown}) == 1:  # only one seat threw, because of a card
            return [told for one in self.thrown if (told := words.fact(one))]
        dice = "; ".join(words.phrases.join_items(self._say_rolls(words, rolls)) for rolls in self._rounds())
        return [Sentence(None, words.phrases.say("story", "throws", dice=dice), words.rules("turn.not_asked"))]

    def _rounds(self) -> list[list[DieThrown]]:
        """Split the dice into rounds: first all seats, then the tied seats, and so on."""
        rounds: list[list[DieThrown]] = [[]]
        for one in self.thrown:
            if any(one.seat == other.seat for other in rounds[-1]):
                rounds.append([])
            rounds[-1].append(one)
        return rounds

    def _say_rolls(self, words: Speaker, rolls: list[DieThrown]) -> list[str]:
        return [f"{words.names.player(one.seat)} {one.pips}" for one in rolls]


class Dealing(Group):
    """The whole deal, including the army on each territory, with one sentence per seat."""

    def __init__(self, first: Dealt) -> None:
        self.places: dict[int, list[int]] = {}
        self.takes(first)

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, Dealt):
            self.last = fact
            self.places.setdefault(int(fact.seat), []).append(int(fact.place))
            return True
        return isinstance(fact, ArmiesPlaced) and fact.place == self.last.place and fact.armies == 1

    def tell(self, words: Speaker) -> list[Sentence]:
        return [self._hand(words, seat, places) for seat, places in sorted(self.places.items())]

    def _hand(self, words: Speaker, seat: int, places: list[int]) -> Sentence:
        named = words.phrases.join_items([words.names.place(place) for place in sorted(places)])
        return Sentence(
            seat, words.phrases.say("story", "dealt", seat=words.names.player(seat), number=len(places), places=named)
        )


class Placing(Group):
    """A seat's placements, added up by place."""

    def __init__(self, first: ArmiesPlaced) -> None:
        self.seat = int(first.seat)
        self.armies: Counter[int] = Counter({int(first.place): int(first.armies)})

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, ArmiesPlaced) and fact.seat == self.seat
        if isinstance(fact, ArmiesPlaced) and belongs:
            self.armies[int(fact.place)] += int(fact.armies)
        return belongs

    def tell(self, words: Speaker) -> list[Sentence]:
        text = words.phrases.say("story", "placed", seat=words.names.player(self.seat), heaps=heaps(words, self.armies))
        return [Sentence(self.seat, text)]


class PlacingNeutrals(Group):
    """Neutral armies that were placed together."""

    def __init__(self, first: NeutralsPlaced) -> None:
        self.placed = [first]

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, NeutralsPlaced):
            self.placed.append(fact)
        return isinstance(fact, NeutralsPlaced)

    def tell(self, words: Speaker) -> list[Sentence]:
        if len(self.placed) == 1:
            alone = words.fact(self.placed[0])
            return [alone] if alone else []
        armies = Counter[int]()
        for one in self.placed:
            armies[int(one.place)] += int(one.armies)
        return [Sentence(None, words.phrases.say("story", "neutrals_placed", heaps=heaps(words, armies)))]


class Granting(Group):
    """All armies that a seat received at one time, with the reason for each share."""

    def __init__(self, first: ArmiesGranted) -> None:
        self.grants = [first]

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, ArmiesGranted) and fact.seat == self.grants[0].seat
        if isinstance(fact, ArmiesGranted) and belongs:
            self.grants.append(fact)
        return belongs

    def tell(self, words: Speaker) -> list[Sentence]:
        seat = int(self.grants[0].seat)
        if len(self.grants) == 1:
            alone = words.fact(self.grants[0])
            return [alone] if alone else []
        reasons = [words.share("reason", one.clause, armies=int(one.armies)) for one in self.grants]
        armies = sum(int(one.armies) for one in self.grants)
        text = words.phrases.say(
            "story", "granted", seat=words.names.player(seat), armies=armies, reasons=words.phrases.join_items(reasons)
        )
        return [Sentence(seat, text, words.rules(*(one.clause for one in self.grants)))]


class Trading(Group):
    """Cards discarded together: a trio of the seat in turn, or cards above the hand limit after an elimination."""

    def __init__(self, first: CardDiscarded, turn: int) -> None:
        self.seat = int(first.seat)
        self.turn = turn
        self.cards = [int(first.card)]

    def takes(self, fact: Fact) -> bool:
        belongs = isinstance(fact, CardDiscarded) and fact.seat == self.seat
        if isinstance(fact, CardDiscarded) and belongs:
            self.cards.append(int(fact.card))
        return belongs

    def tell(self, words: Speaker) -> list[Sentence]:
        cards = words.phrases.join_items([words.names.card(card) for card in self.cards])
        how = "traded" if self.seat == self.turn else "discarded"
        return [Sentence(self.seat, words.phrases.say("story", how, seat=words.names.player(self.seat), cards=cards))]
