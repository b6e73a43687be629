"""Secrets: a viewer can't distinguish worlds with other hidden information by views, questions or facts."""

from collections import Counter
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.declarations.registry import FACTS, FRAMES, below
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.record import fields, write_fact
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, NOBODY, Frame
from kamchatka.kernel.table import Fact, Table
from kamchatka.kernel.view import ONLOOKER, imagine, view
from tests.laws.tables import ALL, Setup, advance, begin, moments, setups, steady

EDITIONS = pytest.mark.parametrize("edition", ALL)
FactRecord = dict[str, Any]


def was_secret(told: FactRecord) -> set[str]:
    """Return the fields of a fact or frame that are secret, or are being revealed."""
    schema = FACTS.find(told["fact"]) if "fact" in told else FRAMES.find(told["frame"])
    assert schema
    return {name for name, field in schema.fields.items() if field.is_secret or field.is_revealed}


def opens(one: FactRecord, other: FactRecord) -> bool:
    """Return whether facts that differ between two worlds differ only in what they are declared to reveal."""
    if one.keys() != other.keys() or one.get("fact") != other.get("fact"):
        return bool(was_secret(one) | was_secret(other))  # one of the worlds has revealed something
    for name, value in one.items():
        inner = isinstance(value, dict) and opens(value, other[name])
        if value != other[name] and name not in was_secret(one) and not inner:
            return False
    return True


def parting(worlds: list[list[FactRecord]]) -> bool:
    """Return whether the viewer has just learnt a secret by the rules: from then on worlds may differ."""
    for one, other in zip_longest(*worlds):
        if one != other:
            more = one or other  # a world with more facts has revealed something
            assert opens(one, other) if one and other else was_secret(more), (one, other)
            return True
    return False


def facts_for(game: Game, facts: list[Fact], viewer: int) -> list[dict[str, Any]]:
    """Return the facts as the viewer receives them."""
    return [write_fact(game, fact.seen_by(viewer)) for fact in facts]


def scramble(game: Game, table: Table, viewer: int, luck: FastChance) -> Table:
    """Return another world for the viewer: hidden cards are redealt from the full state, not from a view."""
    world = imagine(game, view(table, viewer), luck)  # secrets of the edition; cards and objectives follow
    state, truth = world.state, table.state
    shown = [card for frame in truth.agenda for card in fields(frame.seen_by(viewer)).get("hand", ()) if card >= 0]
    unseen = [
        card
        for card, where in enumerate(truth.cards)
        if (where not in (viewer, DISCARD) or where == DECK) and card not in shown
    ]
    backs = list(truth.edition_state.backs) if isinstance(truth.edition_state, Age) else [0] * len(truth.cards)
    for back in set(backs):  # cards with the same back are exchanged
        alike = [card for card in unseen if backs[card] == back]
        places = [truth.cards[card] for card in alike]
        for card in alike:
            state.cards[card] = places.pop(luck.below(len(places)))
    for card in shown:
        state.cards[card] = truth.cards[card]
    own = truth.objective[viewer] if viewer >= 0 else NOBODY
    free = [objective for objective in range(len(game.objectives)) if objective != own]
    for seat in range(state.seats):
        if seat != viewer and truth.objective[seat] != NOBODY:
            state.objective[seat] = free.pop(luck.below(len(free)))
    for depth, frame in enumerate(truth.agenda):  # hidden fields of frames match the new deal
        state.agenda[depth] = frame.seen_by(viewer).imagined(state, luck)
    return world


class Worlds:
    """A real table and one that the viewer can't distinguish from it."""

    def __init__(self, setup: Setup, table: Table, viewer: int, seed: int) -> None:
        self.setup, self.viewer = setup, viewer
        self.tables = (table, scramble(setup.game, table, viewer, FastChance(seed)))

    def look_alike(self) -> None:
        """Check that the viewer's views, questions and possible actions are equal in both worlds."""
        game = self.setup.game
        seen = [print_position(game, view(table, self.viewer).state) for table in self.tables]
        assert seen[0] == seen[1]
        asked = [members(game.awaits(table)) for table in self.tables]
        assert asked[0] == asked[1]
        if self.viewer in asked[0]:
            mine = [[a.key() for a in game.options(table, self.viewer).expand()] for table in self.tables]
            assert mine[0] == mine[1]

    def go_on(self, seed: int) -> bool | None:
        """Perform the same action with the same randomness in both; return None if it reveals a secret."""
        game, luck = self.setup.game, FastChance(seed)
        asked = members(game.awaits(self.tables[0]))
        seat = asked[luck.below(len(asked))]
        offers = [game.options(table, seat) for table in self.tables]
        action = offers[0].sample(luck)
        if not offers[1].allows(action):
            return False  # it would show a card that the other world does not hold
        journals: list[list[Fact]] = [[], []]
        after = []
        for table, journal in zip(self.tables, journals, strict=True):
            played = Table(table.board, table.state.copy(), FastChance(seed + 1), journal)
            game.play(played, seat, action)
            after.append(print_position(game, view(played, self.viewer).state))
        heard = [facts_for(game, journal, self.viewer) for journal in journals]
        if parting(heard) or played.state.over:  # the end reveals every objective
            return None
        assert heard[0] == heard[1]
        assert after[0] == after[1]
        return True


@EDITIONS
def test_worlds_that_differ_in_secrets_cannot_be_told_apart(edition: str) -> None:
    outcomes = Counter[bool | None]()

    @steady(30)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table, luck = begin(setup, seed), FastChance(seed + 1)
        advance(setup.game, table, luck, actions)
        for turn in range(16):
            if table.state.over:
                return
            worlds = Worlds(setup, table, luck.below(setup.seats + 1) - 1, seed + turn)
            worlds.look_alike()
            outcomes[worlds.go_on(seed + turn)] += 1
            advance(setup.game, table, luck, 1)

    law()
    assert outcomes[True] > 4 * (outcomes[None] + outcomes[False])


# ------------------------------------------------------------------ every fact that has a secret
def vary(value: Any, seen: Any) -> Any:
    """Return the value with all its hidden parts changed, or the value itself if nothing is hidden."""
    if isinstance(value, Frame):
        own, shown = fields(value), fields(seen)
        return type(value)(**{name: vary(part, shown[name]) for name, part in own.items()})
    if isinstance(value, tuple):
        return tuple(vary(part, shown) for part, shown in zip(value, seen, strict=True))
    return (value - 1 if value > 0 else 1) if seen == HIDDEN != value else value


def masks(setup: Setup, fact: Fact, viewer: int) -> bool:
    """Return whether a fact hides something from the viewer; if so, any other secret reads the same."""
    seen = fact.seen_by(viewer)
    if write_fact(setup.game, seen) == write_fact(setup.game, fact):
        return False
    own, shown = fields(fact), fields(seen)
    changed = {name for name in own if own[name] is not shown[name] and own[name] != shown[name]}
    assert changed <= {*FACTS.of(type(fact)).secrets, "frame"}
    other = type(fact)(**{name: vary(value, shown[name]) for name, value in own.items()})
    assert write_fact(setup.game, other) != write_fact(setup.game, fact)
    assert write_fact(setup.game, other.seen_by(viewer)) == write_fact(setup.game, seen)
    return True


def at_these_tables(kind: type[Fact]) -> bool:
    """Return whether a class of facts is the kernel's, or of an edition at these tables."""
    _, _, rest = kind.__module__.partition(".editions.")
    return not rest or rest.split(".")[0] in ALL


KINDS = [kind for kind in below(Fact) if at_these_tables(kind)]
SECRETIVE = {kind.__name__ for kind in KINDS if "seen_by" in kind.__dict__}


def secrets_kept(setup: Setup, seed: int) -> set[str]:
    """Return the kinds of facts that hid something at this table; up to forty of each kind are checked."""
    journal: list[Fact] = []
    advance(setup.game, begin(setup, seed, journal), FastChance(seed + 1), 600)
    looked, kept = Counter[str](), set[str]()
    for fact in journal:
        name = type(fact).__name__
        if name in SECRETIVE and looked[name] < 40:
            hidden = [masks(setup, fact, viewer) for viewer in range(ONLOOKER, setup.seats)]
            looked[name] += any(hidden)
            kept.update([name] if any(hidden) else [])
    return kept


def test_every_fact_with_a_secret_keeps_it() -> None:
    """Random games of all editions, with full tables and every option, are played until every kind has occurred."""
    kept = set[str]()
    for seed in range(30):
        if kept == SECRETIVE:
            break
        for edition, booklet in ALL.items():
            kept |= secrets_kept(Setup(edition, booklet.seats[-1]), seed)
            kept |= secrets_kept(setups(edition)[seed % len(setups(edition))], seed)
    assert kept == SECRETIVE


def test_facts_with_secrets_are_those_we_think() -> None:
    assert {"ObjectiveGiven", "CardDrawn", "CardSeized", "Opened", "FrameReplaced", "TreasureBuried"} <= SECRETIVE


def test_a_leak_would_be_noticed() -> None:
    """The law can fail: it detects a view that shows a hidden card."""
    setup = setups("teaching")[0]
    table = begin(setup, 1)
    advance(setup.game, table, FastChance(2), 40)
    worlds = Worlds(setup, table, ONLOOKER, 3)
    for leaky in worlds.tables:
        leaky.state.round = leaky.state.cards[0]  # a public number that depends on a secret
    worlds.tables[1].state.round += 1
    with pytest.raises(AssertionError):
        worlds.look_alike()
