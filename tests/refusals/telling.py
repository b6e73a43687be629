"""Describe examples of refusals in plain words, for readers who know the booklet and not the code."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from kamchatka.editions.display import Counter, Display, Face, Piece
from kamchatka.editions.rulebook import Rule
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.state import DECK, DISCARD, NOBODY
from kamchatka.match import Match
from kamchatka.words import Words
from kamchatka.words.decision_fields import neighbours, places_of
from tests.refusals.examples import Example

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio"]
COUNTED = {  # fields of frames that are useful numbers
    "dice": "dice of the attack: {n}",
    "count": "to be lost: {n}",
    "left": "left: {n}",
    "falls": "dice that lose an army each: {n}",
    "used": "sets of cards played in this turn: {n}",
    "rolls": "rolls so far: {n}",
}


@dataclass(frozen=True)
class Description:
    """A description of the position, the question, and the action that a player tries."""

    moment: str  # edition, table, seat in turn
    asked: str  # the pending decision
    facts: tuple[str, ...]  # the relevant part of the position
    wish: str  # the player and the action

    def lines(self) -> list[str]:
        """Return a few lines, ending with the action."""
        return [self.moment, self.asked, *self.facts, self.wish]


def tell(example: Example) -> Description:
    """Describe the example in English."""
    return _Teller(example).tell()


def phrase(example: Example, language: str) -> str:
    """Return the sentence with which the product explains the refusal, without the rule."""
    teller = _Teller(example, language)
    return teller.words.why(teller.refusal, teller.match.game, teller.match.table)


def paragraph(example: Example) -> Rule:
    """Return the cited paragraph."""
    refusal = example.refusal()
    assert refusal is not None, example.key
    return example.match().edition.rulebook.rule(refusal.rule)


class _Teller:
    """Everything that is looked up to describe one example."""

    def __init__(self, example: Example, language: str = "en") -> None:
        self.example = example
        self.match: Match = example.match()
        self.state = self.match.state
        self.words = Words(language, self.match.edition, PLAYERS[: self.match.seats])
        self.names = self.words.names
        self.seat = example.seat
        self.action = wire.inner(self.match.game, wire.decode(msgspec.json.encode(example.action)))
        refusal = example.refusal()
        assert refusal is not None, example.key
        self.refusal: Refusal = refusal
        self.frame = fields(self.state.agenda[-1]) if self.state.agenda and not self.state.over else {}
        self.display: Display = self.match.edition.display(self.match.game, self.state, self.seat)

    def tell(self) -> Description:
        who = "The referee" if self.seat == REFEREE else self.names.player(self.seat)
        wish = f"{who} would like to: {self.words.action(self.action)}."
        return Description(self.moment(), self.asked(), tuple(self.facts()), wish)

    # -------------------------------------------------------------- the table
    def moment(self) -> str:
        say, edition = self.words.phrases.say, self.match.edition
        parts = [f"{say('edition', edition.id, 'name')}, {self.match.seats} players"]
        parts += [self.option(name, value) for name, value in self.example.options.items()]
        parts += [self.words.lap(self.state), self.words.phase(self.match.game, self.state)]
        if self.state.turn >= 0:
            parts.append(f"turn of {self.names.player(int(self.state.turn))}")
        return "; ".join(part for part in parts if part) + "."

    def option(self, name: str, value: object) -> str:
        find = self.words.phrases.find
        written = str(value).lower() if isinstance(value, bool) else str(value)
        shown = find("option", name, written) or written
        return f"{find('option', name, 'title') or name}: {shown if len(shown) < 60 else 'its own'}"

    def asked(self) -> str:
        if not self.match.awaited:
            return f"The game has ended: {self.ending()}"
        seat = self.seat if self.seat in self.match.awaited else self.match.awaited[0]
        question = self.words.question(self.match.game, self.state, self.match.options(seat), seat)
        asked = self.words.phrases.join_items([self.names.player(one) for one in self.match.awaited])
        order = self.words.phrases.join_items(
            [self.names.player(int(one)) for one in self.state.order[: self.match.seats]]
        )
        context = f" (order of play: {order})" if self.seat not in self.match.awaited else ""
        return f"Asked: {asked}{context}: “{question}”"

    def ending(self) -> str:
        winners = self.words.phrases.join_items([self.names.player(one) for one in members(int(self.state.winners))])
        return self.words.phrases.say("fact", "GameEnded", self.state.ending, winners=winners)

    # -------------------------------------------------------------- what matters of the position
    def facts(self) -> Iterator[str]:
        places = self.places()
        if places:
            yield "; ".join([*(self.place(place) for place in places), *self.ways(places)]) + "."
        notes = [*self.counted(), *self.bids(), *self.colours(), *self.purse()]
        if notes:
            yield "; ".join(notes) + "."
        yield from self.cards()

    def places(self) -> list[int]:
        """Describe the places that the action names, then those of the current battle or card."""
        named = [*places_of(self.action).values()]
        named += [int(self.frame[field]) for field in ("source", "target", "place") if field in self.frame]
        return [place for place in dict.fromkeys(named) if place >= 0]

    def place(self, place: int) -> str:
        board, owner, armies = self.match.game.board, int(self.state.owner[place]), int(self.state.armies[place])
        id = board.places[place]
        parts = ["neutral" if armies else "empty"] if owner == NOBODY else [self.names.player(owner)]
        parts += [_armies(armies)] if owner != NOBODY or armies else []
        if owner not in (NOBODY, self.seat) and self.state.lands[owner] == 1:
            parts.append("their last territory")
        for piece in self.display.pieces.get(id, ()):
            whose = "" if piece.seat in (None, owner) else f" of {self.names.player(int(piece.seat or 0))}"
            parts.append(self.piece(piece) + whose)
        parts += self.display.marks.get(id, ())
        return f"{self.names.place(place)} ({self.names.zone(int(board.zone[place]))}): {', '.join(parts)}"

    def ways(self, places: list[int]) -> Iterator[str]:
        """Describe whether two places of an action or battle are neighbours, and what borders a place to leave."""
        named = list(places_of(self.action).values())
        pair = named if len(named) == 2 else places[:2] if not named else []
        if len(pair) == 2:
            near = neighbours(self.match.table, pair[0])
            yield "adjacent" if pair[1] in near else "not adjacent"
            others = sum(self.state.owner[place] != self.state.owner[pair[0]] for place in near)
            if self.example.verb in ("move", "occupy"):
                yield f"{others} of {len(near)} neighbours of {self.names.place(pair[0])} are others’"

    def counted(self) -> Iterator[str]:
        """Describe the public facts of the current step and turn."""
        for field, template in COUNTED.items():
            if isinstance(n := self.frame.get(field), int) and n > 0:
                yield template.format(n=n)
        if bits := self.frame.get("pieces"):
            yield f"with them: {self.names.pieces(int(bits))}"
        if self.example.step == "Market":
            yield f"bought in this turn: {sum(self.frame['ordered'])}"
        if self.example.verb == "buy":
            deck = [n for n, face in enumerate(self.match.edition.faces) if face.kind == self.example.action["kind"]]
            yield f"cards left in that deck: {sum(self.state.cards[n] == DECK for n in deck)}"
        if self.example.verb == "invade" and (self.action.n > 0 or self.example.clause.endswith(".empty")):
            yield f"armies named: {self.action.n}"
        if self.example.clause == "challenge.alone":
            named = {name: value for name, value in self.example.action.items() if name != "act"}
            yield f"named with the card: {named}"
        if self.example.clause == "referee.expired" and self.state.round > 0:
            yield "that time is up was declared before"
        spent = getattr(self.state.edition_state, "spent", ())
        if self.example.verb == "move" and len(spent) and 0 <= self.action.at < len(spent):
            yield f"of these armies have fought, or were moved, in this turn: {spent[self.action.at]}"
        if self.state.conquests and self.seat == self.state.turn:
            yield f"conquests in this turn: {self.state.conquests}"
        if self.seat >= 0 and self.state.stock[self.seat]:
            yield f"{self.names.player(self.seat)} has {_armies(int(self.state.stock[self.seat]))} to place"

    def bids(self) -> Iterator[str]:
        for seat, bid in enumerate(self.frame.get("bids", ())):
            if bid >= 0:
                yield f"{self.names.player(seat)} has bid"

    def colours(self) -> Iterator[str]:
        if self.example.verb == "colour":
            for seat, colour in enumerate(self.state.colour):
                if colour >= 0:
                    yield f"{self.names.player(seat)} has {self.names.colour(int(colour))}"

    def purse(self) -> Iterator[str]:
        """Describe the seat's resources besides armies and cards in hand, and where its pieces stand."""
        counters: tuple[Counter, ...] = (*self.display.counters.get(self.seat, ()), *self.display.public)
        purse = counters[0] if self.has_purse() else None  # useful even when it is empty
        owned = [
            f"{one.text('en')} {one.value}" for one in counters if self.has_purse() and (one.value or one is purse)
        ]
        if owned:
            yield f"{self.names.player(self.seat)} has {', '.join(owned)}"
        for id, pieces in self.display.pieces.items() if self.has_purse() else ():
            where = self.names.place(self.match.game.board.places.index(id))
            yield from (f"{self.piece(piece)} in {where}" for piece in pieces if piece.seat == self.seat)

    def piece(self, piece: Piece) -> str:
        """Return a piece's name; a god goes by its deck."""
        return f"god of {piece.kind}" if piece.kind in self.match.game.kinds else piece.kind.replace("_", " ")

    def has_purse(self) -> bool:
        return bool(self.match.game.kinds) and self.seat >= 0

    # -------------------------------------------------------------- cards
    def cards(self) -> Iterator[str]:
        """Describe the named cards, with location and text, and the hand if the action is about cards."""
        shape = wire.SHAPES[wire.STRUCTS[int(self.action.verb)]]
        named = members(self.action.what) if shape.what == "cards" else []
        named += [int(self.action.what)] if shape.what == "card" else []
        under_way = int(self.frame.get("card", -1))
        for card in [*named, *([under_way] if under_way >= 0 else [])]:
            if 0 <= card < len(self.state.cards) and (self.face(card).en or self.state.cards[card] != self.seat):
                yield self.card(card)
        if self.seat >= 0 and (named or shape.verb == wire.SHAPES[wire.Pass].verb):
            hand = [card for card, where in enumerate(self.state.cards) if where == self.seat]
            shown = self.words.phrases.join_items([self.short(card) for card in hand])
            yield f"{self.names.player(self.seat)} holds {shown or 'no cards'}."

    def face(self, card: int) -> Face:
        return self.match.edition.faces[card]

    def short(self, card: int) -> str:
        name, kind = self.names.card(card), self.face(card).kind
        return name if not kind or kind in name else f"{name} ({kind})"

    def card(self, card: int) -> str:
        where = int(self.state.cards[card])
        lies = "among the discards" if where == DISCARD else "in the deck or out of play"
        if where >= 0:
            lies = f"in the hand of {self.names.player(where)}"
        cost = f", cost {self.face(card).cost}" if self.face(card).cost is not None else ""
        return f"{self.short(card)}{cost}, {lies}. {self.face(card).en}".strip()


def _armies(n: int) -> str:
    return f"{n} {'army' if n == 1 else 'armies'}"
