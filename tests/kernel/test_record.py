"""Facts and frames as plain data and back: every class, and data that is none of them."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.declarations.registry import FACTS, FRAMES, below
from kamchatka.kernel.edges.record import fields, read_fact, read_frame, write_fact, write_frame
from kamchatka.kernel.facts import CardDrawn, Conquered, GameEnded, Rolled
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.rules.reinforce import Reinforcing
from kamchatka.kernel.rules.turn import Turn
from kamchatka.kernel.schema.fields import ROW, SET, Field
from kamchatka.kernel.state import HIDDEN, NOBODY, Frame, PlainFrame
from kamchatka.kernel.table import Fact, FrameReplaced, Opened
from tests.teaching.edition import TEACHING
from tests.teaching.pieces import OrderSettled
from tests.teaching.rounds import Bidding

MODERN = EDITIONS["modern"].game(EDITIONS["modern"].table_rules({"ending": "time_attack_cards"}))
MODERN.kinds.extend(["envoy", "consul"])  # the modern booklet has none of these
ISLANDS = TEACHING.game(TEACHING.table_rules({}))


def step(game: Game, name: str) -> int:
    """Return the number of a step."""
    return next(int(step.index) for step in game.steps if step.name() == name)


def through_json(data: dict[str, Any]) -> dict[str, Any]:
    """Return what a file would give back."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return read


DEFENCE = step(MODERN, "Defence")
WRITTEN: list[tuple[Game, Fact, dict[str, Any]]] = [
    (MODERN, CardDrawn(2, 42), {"fact": "CardDrawn", "seat": 2, "card": "joker_1"}),
    (MODERN, CardDrawn(2, HIDDEN), {"fact": "CardDrawn", "seat": 2, "card": "?"}),
    (
        MODERN,
        Rolled(0, 30, 0x126, 0x5),
        {"fact": "Rolled", "source": "alaska", "target": "kamchatka", "attack": [6, 2, 1], "defence": [5]},
    ),
    (MODERN, GameEnded(0b1010, "end.points"), {"fact": "GameEnded", "winners": [1, 3], "clause": "end.points"}),
    (MODERN, GameEnded(0, "referee.stop"), {"fact": "GameEnded", "winners": [], "clause": "referee.stop"}),
    (MODERN, Conquered(0, 3), {"fact": "Conquered", "place": "alaska", "by": 3}),
    (
        MODERN,
        Opened(Battle(DEFENCE, 1, 0, 30, 2)),
        {
            "fact": "Opened",
            "frame": {
                "frame": "Battle",
                "step": "Defence",
                "seat": 1,
                "source": "alaska",
                "target": "kamchatka",
                "dice": 2,
            },
        },
    ),
    (
        ISLANDS,
        FrameReplaced(Bidding(step(ISLANDS, "Bids"), (1, HIDDEN, -1))),
        {"fact": "FrameReplaced", "frame": {"frame": "Bidding", "step": "Bids", "seat": NOBODY, "bids": [1, "?", -1]}},
    ),
    (ISLANDS, OrderSettled((2, 0, 1)), {"fact": "OrderSettled", "order": [2, 0, 1]}),
]


@pytest.mark.parametrize(("game", "fact", "data"), WRITTEN)
def test_a_fact_is_written_with_names(game: Game, fact: Fact, data: dict[str, Any]) -> None:
    assert through_json(write_fact(game, fact)) == data
    back = read_fact(game, data)
    assert type(back) is type(fact)
    assert write_fact(game, back) == write_fact(game, fact)


def all_kinds(base: type[Any]) -> list[type[Any]]:
    """Return every class of facts or frames, without the ports."""
    return sorted(below(base), key=lambda kind: kind.__name__)


# A value for everything that a field may be declared to name.
SAMPLES: dict[str, Any] = {
    "seat": 2,
    "place": 5,
    "zone": 2,
    "card": 8,
    "objective": 2,
    "colour": 1,
    "kind": 1,
    "amount": -3,
    "number": 1,
    "flag": True,
    "dice": 0x456,
    "clause": "end.points",
    "frame": Battle(DEFENCE, 1, 0, 30, 2),
    "step": 0,
}


def value(field: Field) -> Any:
    """Return a value that a field may have."""
    one = SAMPLES[field.noun]
    return (one, 0, one) if field.form == ROW else 1 << one if field.form == SET else one


def sample(kind: type[Any]) -> Any:
    """Return an instance of a class with every field set."""
    registry = FRAMES if issubclass(kind, Frame) else FACTS
    return kind(**{name: value(field) for name, field in registry.of(kind).fields.items()})


@pytest.mark.parametrize("kind", all_kinds(Fact), ids=lambda kind: kind.__name__)
def test_every_fact_there_is_comes_back(kind: type[Fact]) -> None:
    fact = sample(kind)
    data = through_json(write_fact(MODERN, fact))
    assert data["fact"] == kind.__name__
    back = read_fact(MODERN, data)
    assert type(back) is kind
    assert write_fact(MODERN, back) == write_fact(MODERN, fact)
    if "frame" not in fields(fact):
        assert fields(back) == fields(fact)


@pytest.mark.parametrize("kind", all_kinds(Frame), ids=lambda kind: kind.__name__)
def test_every_frame_there_is_comes_back(kind: type[Frame]) -> None:
    frame = sample(kind)
    data = through_json(write_frame(MODERN, frame))
    assert (data["frame"], data["step"]) == (kind.__name__, "Preparation")
    back = read_frame(MODERN, data)
    assert type(back) is kind
    assert fields(back) == fields(frame)


def test_true_and_false_stay_what_they_are() -> None:
    frame = read_frame(MODERN, through_json(write_frame(MODERN, Reinforcing(step(MODERN, "Reinforce"), 1, True, 0))))
    assert isinstance(frame, Reinforcing)
    assert frame.paid is True


def test_steps_are_saved_by_name() -> None:
    assert write_frame(MODERN, Turn(step(MODERN, "Turns"), 1, 2)) == {
        "frame": "Turn",
        "step": "Turns",
        "seat": 1,
        "phase": 2,
    }


GOOD: dict[str, Any] = {"fact": "Rolled", "source": "alaska", "target": "peru", "attack": [6], "defence": [5]}


@pytest.mark.parametrize(
    ("data", "it", "en"),
    [
        ({}, "«None» non è noto a questa versione.", "“None” is not known to this version."),
        ({"fact": "Landed", "place": "peru"}, "«Landed» non è noto", "“Landed” is not known"),
        ({"fact": ["x"]}, "non è noto", "is not known"),
        ({"fact": "CardDrawn", "seat": 1}, "«CardDrawn» ha campi sbagliati", "“CardDrawn” has wrong fields"),
        ({"fact": "CardDrawn", "seat": 1, "card": "peru", "mood": 3}, "campi sbagliati", "has wrong fields"),
        ({"fact": "CardDrawn", "seat": "first", "card": "peru"}, "campi sbagliati", "has wrong fields: seat='first'"),
        ({"fact": "CardDrawn", "seat": 1.5, "card": "peru"}, "campi sbagliati", "has wrong fields: seat=1.5"),
        ({"fact": "CardDrawn", "seat": None, "card": "peru"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "CardDrawn", "seat": 2**70, "card": "peru"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "CardDrawn", "seat": 1, "card": "ace"}, "Nessuna carta", "There is no card called “ace”"),
        ({"fact": "CardDrawn", "seat": 1, "card": 7}, "Nessuna carta", "There is no card called “7”"),
        ({"fact": "CardDrawn", "seat": 1, "card": ["peru"]}, "Nessuna carta", "There is no card called"),
        ({"fact": "CardDrawn", "seat": 1, "card": {"a": 1}}, "Nessuna carta", "There is no card called"),
        ({"fact": "GameEnded", "winners": [0, -1], "clause": "x"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "GameEnded", "winners": [99], "clause": "x"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "GameEnded", "winners": ["a"], "clause": "x"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "GameEnded", "winners": 3, "clause": "x"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "GameEnded", "winners": [1], "clause": 7, "x": 1}, "campi sbagliati", "has wrong fields"),
        ({**GOOD, "attack": [16]}, "campi sbagliati", "has wrong fields"),
        ({**GOOD, "attack": [-1]}, "campi sbagliati", "has wrong fields"),
        ({**GOOD, "attack": [1] * 30}, "campi sbagliati", "has wrong fields"),
        ({**GOOD, "attack": "six"}, "campi sbagliati", "has wrong fields"),
        ({"fact": "OrderSettled", "order": [1, "x"]}, "campi sbagliati", "has wrong fields"),
        ({"fact": "Opened", "frame": {"frame": "Frame", "step": "Lunch"}}, "Il passo «Lunch»", "no step “Lunch”"),
        ({"fact": "Opened", "frame": {"frame": "Picture", "step": "Turns"}}, "«Picture»", "“Picture” is not known"),
        (
            {"fact": "Opened", "frame": {"frame": "Turn", "step": "Turns", "seat": 0}},
            "«Turn» ha campi",
            "“Turn” has wrong",
        ),
        ({"fact": "Opened", "frame": {"frame": "Turn", "step": ["x"]}}, "passo", "no step"),
    ],
)
def test_what_is_no_record_is_a_problem(data: dict[str, Any], it: str, en: str) -> None:
    with pytest.raises(Problem) as raised:
        read_fact(MODERN, data)
    assert it in raised.value.text("it")
    assert en in raised.value.text("en")


def test_the_good_record_is_good() -> None:
    assert isinstance(read_fact(MODERN, GOOD), Rolled)


@pytest.mark.parametrize("make", [lambda: PlainFrame(3, 1), lambda: Bidding(2, (1, 2, 3)), lambda: CardDrawn(1, 2)])
def test_fields_are_the_parameters(make: Callable[[], Fact | Frame]) -> None:
    thing = make()
    known = fields(thing)
    assert fields(type(thing)(**known)) == known
