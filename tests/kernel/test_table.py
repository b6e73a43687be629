"""The table: facts change the state, the journal keeps them, the agenda is a stack."""

from typing import Any

import pytest

from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.facts import FirstNamed
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, PlainFrame, blank_state
from kamchatka.kernel.table import Closed, Fact, FrameReplaced, Opened, Table
from tests.teaching.rounds import Bidding
from tests.teaching.scene import game


def table(*luck: int, journal: list[Fact] | None = None) -> Table:
    """Return an empty table with this luck."""
    return Table(game().board, game().blank(3, ScriptedChance([])).state, ScriptedChance(list(luck)), journal)


def test_a_fact_is_applied_with_and_without_a_journal() -> None:
    kept: list[Fact] = []
    for journal in (None, kept):
        played = table(journal=journal)
        played.note(FirstNamed(2))
        assert played.state.first == 2
    assert [type(fact) for fact in kept] == [FirstNamed]


def test_a_fact_must_say_what_it_changes() -> None:
    silent: Any = Fact  # mypy would not let us create one
    with pytest.raises((NotImplementedError, TypeError)):
        table().note(silent())


def test_the_agenda_is_a_stack() -> None:
    journal: list[Fact] = []
    played = table(journal=journal)
    one, two, three = PlainFrame(0, 0), PlainFrame(1, 1), PlainFrame(2, 2)
    played.open(one)
    played.open(two)
    assert played.state.agenda == [one, two]
    played.replace_top(three)
    assert played.state.agenda == [one, three]
    played.close()
    assert played.state.agenda == [one]
    assert [type(fact) for fact in journal] == [Opened, Opened, FrameReplaced, Closed]


def test_facts_about_frames_show_what_the_frame_shows() -> None:
    frame = Bidding(0, (1, 2, -1))
    for fact in (Opened(frame), FrameReplaced(frame)):
        seen = fact.seen_by(1)
        assert type(seen) is type(fact)
        assert isinstance(seen, Opened | FrameReplaced)
        assert isinstance(seen.frame, Bidding)
        assert seen.frame.bids == (HIDDEN, 2, -1)
    assert isinstance(Closed().seen_by(0), Closed)


def test_dice_count_from_one() -> None:
    played = table(0, 5, 7)
    assert [played.die(), played.die(), played.die(8)] == [1, 6, 8]
    with pytest.raises(ValueError, match=r"does not fit below\(6\)"):
        table(6).die()


def test_a_card_is_any_of_those_there() -> None:
    played = table(0, 1, 2, 0)
    state = played.state
    for card in range(len(state.cards)):
        state.cards[card] = 1
    state.cards[2] = state.cards[5] = state.cards[9] = DECK
    state.cards[4] = DISCARD
    assert [played.card_from(DECK) for _ in range(3)] == [2, 5, 9]
    assert played.card_from(DISCARD) == 4
    assert played.card_from(0) == -1
    assert played.chance.count_unused() == 0  # type: ignore[attr-defined]


def test_no_luck_is_used_where_there_is_no_card() -> None:
    empty = Table(
        game().board, blank_state(3, 6, 2, 0, game().state_factory.create(3, game().board)), ScriptedChance([]), None
    )
    assert empty.card_from(DECK) == -1
