"""The repr of facts, frames and actions is the Python code that creates them."""

from typing import Any

import pytest

from kamchatka.kernel.declarations.registry import below
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesMoved, GameEnded
from kamchatka.kernel.options import ATTACK, Action
from kamchatka.kernel.rules.turn import Turn
from kamchatka.kernel.state import Frame
from kamchatka.kernel.table import Closed, Fact, Opened
from tests.kernel.test_record import all_kinds, sample


def test_names_in_the_order_of_the_constructor() -> None:
    assert repr(ArmiesMoved(3, 1, 2)) == "ArmiesMoved(source=3, target=1, armies=2)"
    assert repr(Opened(Turn(7, 1, 2))) == "Opened(frame=Turn(step=7, seat=1, phase=2))"
    assert repr(GameEnded(0b101, "end.points")) == "GameEnded(winners=5, clause='end.points')"
    assert repr(Closed()) == "Closed()"
    assert repr(Action(ATTACK, 3, 1, n=2)) == "Action(verb=3, at=3, to=1, n=2, what=0)"


@pytest.mark.parametrize("kind", [*all_kinds(Fact), *all_kinds(Frame)], ids=lambda kind: kind.__name__)
def test_what_is_shown_makes_the_same_again(kind: type[Any]) -> None:
    """Evaluating the repr gives an equal object, for every class."""
    known: dict[str, Any] = {kind.__name__: kind for kind in (*below(Fact), *below(Frame))}
    thing = sample(kind)
    again = eval(repr(thing), known)
    assert type(again) is kind
    assert (repr(again), fields(again).keys()) == (repr(thing), fields(thing).keys())
    assert repr(thing).count("=") >= len(fields(thing))
