"""A playable command card can take effect: for every target there is luck with which it changes the table.

At moments of random games the seat in question gets every card left in the decks, and energy for them. Each card that
it may play is played with each target offered, until a fact shows more than that the card was played.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from kamchatka.editions.risk2210 import RISK2210
from kamchatka.editions.risk2210.cards.card_facts import TerritoryTurned
from kamchatka.editions.risk2210.cards.orders import Effect, Resolution, Resolving
from kamchatka.editions.risk2210.data import COMMAND_CARDS
from kamchatka.editions.risk2210.deck.vocabulary import AnyEffect
from kamchatka.editions.risk2210.effects.rounds import CardTurn
from kamchatka.editions.risk2210.pieces.losses import vacate_if_empty
from kamchatka.editions.risk2210.state import KINDS, edition_state
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import CardSpent, CardTaken, PiecePosted, PurseChanged, Razed, ZoneStruck
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.facts import ArmiesLost, DieThrown
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import PASS, PLAY_CARD, Action
from kamchatka.kernel.rules.windows import Answering
from kamchatka.kernel.state import DECK, NOBODY
from kamchatka.kernel.table import Closed, Fact, FrameReplaced, Opened, Table
from tests.laws.tables import Setup, advance, begin, setups, twin
from tests.rulemark import rule

IDLE = (Opened, Closed, FrameReplaced, CardSpent, DieThrown, ZoneStruck, TerritoryTurned)  # facts that change nothing
OTHERWISE = {name: value for setup in setups("risk2210") for name, value in setup.options.items()}
STEPS = {"Orders", "Window", "LastCards", "PointCards", "Armageddon"}
LUCKS = 60  # tries before a card counts as ineffective
LONG = 30  # maximum decisions of one card
GAME = RISK2210.game(RISK2210.table_rules({}))
KNOWN = [card.id for card in COMMAND_CARDS for _ in range(card.copies)]


def equip(game: Game, table: Table, seat: int) -> None:
    """Give the seat every commander, energy and all cards that no hand holds."""
    own, state = edition_state(table), table.state
    home = next(place for place in range(game.board.size) if state.owner[place] == seat)
    for kind in range(KINDS):
        if own.piece[seat * KINDS + kind] == NOBODY:
            table.note(PiecePosted(seat, kind, home))
    table.note(PurseChanged(seat, 20, "card.cost"))
    for card, where in enumerate(state.cards):
        if where == DECK:
            table.note(CardTaken(seat, own.backs[card], card))


def starve(game: Game, table: Table, seat: int) -> None:
    """Leave the seat little: commanders without MODs, invaders at the front, or a single place."""
    state, top = table.state, table.state.agenda[-1]
    leader = int(state.turn) if isinstance(top, Answering) else seat
    home = next(place for place in range(game.board.size) if state.owner[place] == seat)
    post = int(top.source) if isinstance(top, Answering) else home
    for kind in range(KINDS):
        table.note(PiecePosted(leader, kind, post))
    for place in range(game.board.size):
        given_up = not isinstance(top, Answering) and state.owner[place] == seat and place != home
        if (given_up or pieces_at(table, place)) and state.armies[place] > 0:
            table.note(ArmiesLost(place, state.armies[place]))
        if given_up and edition_state(table).built[place]:
            table.note(Razed(place))
        vacate_if_empty(table, place)


def tells(fact: Fact) -> bool:
    """Return whether a fact is more than the card played and paid."""
    return not isinstance(fact, IDLE) and not (isinstance(fact, PurseChanged) and fact.clause == "card.cost")


def bites(game: Game, table: Table, seat: int, choices: list[Action], seed: int) -> bool:
    """Return whether the card, with these choices and then random ones, takes effect with this luck."""
    facts, luck = list[Fact](), FastChance(seed)
    other = twin(table, seed, facts)
    for choice in choices:
        game.play(other, seat, choice)
    depth = len(table.state.agenda)
    for _ in range(LONG):
        if any(tells(fact) for fact in facts):
            return True
        if other.state.over or len(other.state.agenda) <= depth:
            return False
        if isinstance(other.state.agenda[-1], CardTurn):
            return True  # a seat is asked for free cards, as by Armageddon
        asked = members(game.awaits(other))[0]
        offered = [one for one in game.options(other, asked).expand() if one.verb != PASS]
        if not offered:
            return False
        game.play(other, asked, offered[luck.below(len(offered))])
    return False


def targets(game: Game, table: Table, seat: int, card: Action) -> list[list[Action]]:
    """Return the card alone, or with each first choice that it offers besides passing."""
    other = twin(table, 0)
    game.play(other, seat, card)
    top = other.state.agenda[-1] if not other.state.over else None
    if not isinstance(top, Resolving) or top.seat != seat or top.card != card.what:
        return [[card]]
    return [[card, choice] for choice in game.options(other, seat).expand() if choice.verb != PASS]


def moments(setup: Setup, seed: int) -> Iterator[Table]:
    """Yield tables of a random game at which cards are asked for, with the seat equipped or starved."""
    game, table, luck = setup.game, begin(setup, seed), FastChance(seed + 1)
    last: tuple[str, int] | None = None
    while not table.state.over:
        name = game.steps[table.state.agenda[-1].step].name()
        seat = members(game.awaits(table))[0]
        now = (name, int(table.state.turn))
        if name in STEPS and table.state.lands[seat] > 0 and now != last:
            last = now
            for is_lean in (False, True):
                other = twin(table, seed)
                equip(game, other, seat)
                if is_lean:
                    starve(game, other, seat)
                yield other
        advance(game, table, luck, 1)


@rule("2210.play.12")
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["by the book", "otherwise"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_playable_card_is_wasted_whatever_it_is_aimed_at(options: dict[str, object], seats: int) -> None:
    setup = Setup("risk2210", seats, options)
    game, tried = setup.game, Counter[str]()
    for table in moments(setup, 11 * seats):
        seat = members(game.awaits(table))[0]
        plays = {KNOWN[one.what]: one for one in game.options(table, seat).expand() if one.verb == PLAY_CARD}
        for name, card in plays.items():
            tried[name] += 1
            for choices in targets(game, table, seat, card) if tried[name] <= 10 else []:
                assert any(bites(game, table, seat, choices, seed) for seed in range(LUCKS)), (name, choices[-1].key())
    assert len(tried) > 20


@rule("2210.play.12")
def test_every_effect_says_whether_it_can_do_anything() -> None:
    """Printed cards use all effects."""
    resolution = next(step for step in GAME.steps if isinstance(step, Resolution))
    effects = {type(effect) for card in resolution.hand.cards for effect in card.effects}
    assert len(effects) == len(AnyEffect.__args__)
    assert [effect for effect in effects if effect.forbids is Effect.forbids] == []
