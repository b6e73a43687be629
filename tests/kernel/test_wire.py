"""The edges: named actions and JSON outside, numbers inside; any other input is a Problem in two languages."""

import json
from typing import get_args

import pytest

import kamchatka
from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.wire import (
    Attack,
    Bid,
    Build,
    Buy,
    Choose,
    Defend,
    FastAttack,
    Give,
    GiveCard,
    Invade,
    Lose,
    Move,
    NameCard,
    NamedAction,
    NameKind,
    NameSeat,
    Occupy,
    Pass,
    Place,
    PlayCard,
    Raise,
    Roll,
    Stop,
    TakeColour,
    TimeUp,
    Trade,
    decode,
    encode,
    inner,
    number_of,
    outer,
)
from kamchatka.kernel.options import (
    ATTACK,
    BID,
    BUILD,
    BUY,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    GIVE,
    GIVE_CARD,
    INVADE,
    LOSE,
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    RAISE,
    ROLL,
    STOP,
    TIME_UP,
    TRADE,
    VERBS,
)
from kamchatka.kernel.problem import Problem

MODERN = EDITIONS["modern"]
GAME = MODERN.game(MODERN.table_rules({}))
GAME.kinds.extend(["envoy", "consul"])  # the modern booklet has none of these
JOKERS = 2**42 + 2**43

ACTIONS: list[tuple[NamedAction, dict[str, object], tuple[int, ...]]] = [
    (Pass(), {"act": "pass"}, (PASS, -1, -1, 0, 0)),
    (Place("alaska", 3), {"act": "place", "place": "alaska", "armies": 3}, (PLACE, 0, -1, 3, 0)),
    (
        Trade(("alaska", "joker_1", "joker_2")),
        {"act": "trade", "cards": ["alaska", "joker_1", "joker_2"]},
        (TRADE, -1, -1, 0, 1 + JOKERS),
    ),
    (
        Attack("alaska", "kamchatka", 2),
        {"act": "attack", "source": "alaska", "target": "kamchatka", "dice": 2},
        (ATTACK, 0, 30, 2, 0),
    ),
    (
        FastAttack("alaska", "peru", 3),
        {"act": "fast_attack", "source": "alaska", "target": "peru", "dice": 3},
        (FAST_ATTACK, 0, 10, 3, 0),
    ),
    (Defend(1), {"act": "defend", "dice": 1}, (DEFEND, -1, -1, 1, 0)),
    (Occupy(4), {"act": "occupy", "armies": 4}, (OCCUPY, -1, -1, 4, 0)),
    (Move("siam", "china", 5), {"act": "move", "source": "siam", "target": "china", "armies": 5}, (MOVE, 37, 36, 5, 0)),
    (TakeColour("blue"), {"act": "colour", "colour": "blue"}, (COLOUR, -1, -1, 0, 3)),
    (Bid(7), {"act": "bid", "amount": 7}, (BID, -1, -1, 7, 0)),
    (PlayCard("joker_2"), {"act": "play", "card": "joker_2", "place": None}, (PLAY_CARD, -1, -1, 0, 43)),
    (PlayCard("peru", "brazil"), {"act": "play", "card": "peru", "place": "brazil"}, (PLAY_CARD, 11, -1, 0, 10)),
    (Choose(2), {"act": "choose", "choice": 2, "place": None}, (CHOOSE, -1, -1, 0, 2)),
    (Choose(place="peru"), {"act": "choose", "choice": 0, "place": "peru"}, (CHOOSE, 10, -1, 0, 0)),
    (Invade("siam", "china"), {"act": "invade", "source": "siam", "target": "china"}, (INVADE, 37, 36, 0, 0)),
    (Roll(2), {"act": "roll", "dice": 2}, (ROLL, -1, -1, 2, 0)),
    (Lose(1, place="peru"), {"act": "lose", "armies": 1, "place": "peru"}, (LOSE, 10, -1, 1, 0)),
    (Raise("consul", "peru"), {"act": "raise", "kind": "consul", "place": "peru"}, (RAISE, 10, -1, 0, 1)),
    (Build("peru"), {"act": "build", "place": "peru"}, (BUILD, 10, -1, 0, 0)),
    (Buy("envoy"), {"act": "buy", "kind": "envoy"}, (BUY, -1, -1, 0, 0)),
    (NameKind("consul"), {"act": "name_kind", "kind": "consul"}, (NAME_KIND, -1, -1, 0, 1)),
    (NameSeat(3), {"act": "name_seat", "seat": 3}, (NAME_SEAT, -1, -1, 0, 3)),
    (NameCard("joker_2"), {"act": "name_card", "card": "joker_2"}, (NAME_CARD, -1, -1, 0, 43)),
    (Give(2, 5), {"act": "give", "seat": 2, "amount": 5}, (GIVE, -1, -1, 5, 2)),
    (GiveCard(2, "peru"), {"act": "give_card", "seat": 2, "card": "peru"}, (GIVE_CARD, -1, -1, 2, 10)),
    (Defend(1, ("consul",)), {"act": "defend", "dice": 1, "pieces": ["consul"]}, (DEFEND, -1, -1, 1, 2)),
    (
        Occupy(0, ("envoy", "consul")),
        {"act": "occupy", "armies": 0, "pieces": ["envoy", "consul"]},
        (OCCUPY, -1, -1, 0, 3),
    ),
    (TimeUp(), {"act": "time_up"}, (TIME_UP, -1, -1, 0, 0)),
    (Stop(), {"act": "stop"}, (STOP, -1, -1, 0, 0)),
]


@pytest.mark.parametrize(("action", "data", "key"), ACTIONS)
def test_an_action_travels_and_comes_back(action: NamedAction, data: dict[str, object], key: tuple[int, ...]) -> None:
    assert json.loads(json.dumps(encode(action))) == data
    assert decode(json.dumps(data)) == action
    assert decode(json.dumps(data).encode()) == action
    assert inner(GAME, action).key() == key
    assert outer(GAME, inner(GAME, action)) == action


def test_every_verb_has_its_struct() -> None:
    assert {type(action) for action, _, _ in ACTIONS} == set(wire.SHAPES) == set(NamedAction.__subclasses__())
    assert sorted(wire.STRUCTS) == list(range(len(wire.SHAPES)))


def test_verbs_are_called_as_on_the_wire() -> None:
    """Verbs have the same names as on the wire, because booklets use those."""
    assert {verb: struct.__struct_config__.tag for verb, struct in wire.STRUCTS.items()} == dict(enumerate(VERBS))


def test_one_army_is_meant_when_no_number_is_said() -> None:
    assert Place("alaska") == Place("alaska", 1)


def problem_of(data: str | bytes) -> Problem:
    """Return the problem of an action on the wire, from the decoder or the names, in both languages."""
    with pytest.raises(Problem) as raised:
        inner(GAME, decode(data))
    problem = raised.value
    assert problem.text("it")
    assert problem.text("en")
    assert problem.text("it") != problem.text("en")
    return problem


@pytest.mark.parametrize(
    "data",
    [
        "",
        "hello",
        "{",
        "[]",
        "null",
        "3",
        '"pass"',
        "{}",
        b"\xff\xfe",
        b'{"act":"pla\xff"}',
        '{"act":"fly"}',
        '{"act":7}',
        '{"act":"pass","seat":2}',
        '{"act":"pass"} {"act":"pass"}',
        '{"act":"place"}',
        '{"act":"place","place":"alaska","armies":"3"}',
        '{"act":"place","place":"alaska","armies":1.5}',
        '{"act":"place","place":3}',
        '{"act":"place","place":null}',
        '{"act":"place","place":"alaska","armies":true}',
        '{"act":"attack","source":"alaska","target":"peru"}',
        '{"act":"attack","source":"alaska","target":[],"dice":1}',
        '{"act":"trade"}',
        '{"act":"trade","cards":"alaska"}',
        '{"act":"trade","cards":[1,2,3]}',
        '{"act":"choose","choice":"2"}',
        '{"act":"defend","dice":null}',
    ],
)
def test_what_is_no_action_is_a_problem(data: str | bytes) -> None:
    problem = problem_of(data)
    assert problem.text("it").startswith("Questa azione non si capisce: ")
    assert problem.text("en").startswith("This action cannot be read: ")


@pytest.mark.parametrize(
    ("data", "it", "en"),
    [
        ('{"act":"place","place":"mu"}', "Nessun territorio si chiama «mu».", "There is no place called “mu”."),
        ('{"act":"attack","source":"alaska","target":"mu","dice":1}', "territorio", "There is no place called “mu”."),
        ('{"act":"attack","source":"","target":"alaska","dice":1}', "«»", "There is no place called “”."),
        (
            '{"act":"trade","cards":["alaska","ace"]}',
            "Nessuna carta si chiama «ace».",
            "There is no card called “ace”.",
        ),
        ('{"act":"colour","colour":"pink"}', "Nessun colore si chiama «pink».", "There is no colour called “pink”."),
        ('{"act":"play","card":"ace"}', "«ace»", "There is no card called “ace”."),
        (
            '{"act":"trade","cards":["alaska","peru","alaska"]}',
            "Una carta è nominata due volte: alaska, peru, alaska.",
            "A card is named twice: alaska, peru, alaska.",
        ),
        (
            '{"act":"place","place":"alaska","armies":1000000001}',
            "1000000001 non è una quantità possibile.",
            "1000000001 is no possible amount.",
        ),
        ('{"act":"bid","amount":-1000000001}', "-1000000001", "-1000000001 is no possible amount."),
        ('{"act":"bid","amount":99999999999999999999999999}', "quantità", "is no possible amount."),
        ('{"act":"choose","choice":99999999999999999999999999}', "quantità", "is no possible amount."),
    ],
)
def test_unknown_names_and_absurd_numbers_are_named_in_the_problem(data: str, it: str, en: str) -> None:
    problem = problem_of(data)
    assert it in problem.text("it")
    assert en in problem.text("en")


def test_an_unknown_place_cites_the_paragraph_of_the_board() -> None:
    assert problem_of('{"act":"place","place":"atlantis"}').rule == MODERN.citations["board.place"].rule
    assert problem_of('{"act":"colour","colour":"pink"}').rule == ""


@pytest.mark.parametrize("name", EDITIONS)
def test_every_card_of_every_edition_may_be_named_in_a_trade(name: str) -> None:
    """A trade may name every card; those beyond the 63 that a compiled set holds get a Problem."""
    match = kamchatka.Match.new(name, max(EDITIONS[name].seats), seed=1)
    for card in match.game.cards[:63]:
        assert 0 < wire.inner(match.game, Trade((card,))).what < 1 << 63
        assert match.why_not(Trade((card,)), 0) is not None
    for card in match.game.cards[63:]:
        with pytest.raises(Problem, match="not played together"):
            match.why_not(Trade((card,)), 0)


@pytest.mark.parametrize("action", [Place("alaska", 1.5), Defend("2"), Choose("2"), Bid(None)])  # type: ignore[arg-type]
def test_a_wrong_type_from_python_is_a_problem_too(action: NamedAction) -> None:
    with pytest.raises(Problem):
        inner(GAME, action)


@pytest.mark.parametrize("amount", [1_000_000_000, -1_000_000_000, 0])
def test_large_amounts_are_for_the_rules_to_refuse(amount: int) -> None:
    assert inner(GAME, Place("alaska", amount)).n == amount
    assert inner(GAME, Choose(amount)).what == amount


def test_numbers_of_all_kinds_of_names() -> None:
    for noun, names in (
        ("place", GAME.board.places),
        ("card", GAME.cards),
        ("colour", GAME.colours),
        ("objective", GAME.objectives),
    ):
        assert wire.ids(GAME, noun) == names
        assert [number_of(GAME, noun, name) for name in names] == list(range(len(names)))
    with pytest.raises(Problem, match="There is no objective called “peace”"):
        number_of(GAME, "objective", "peace")


def test_every_action_is_at_the_front_door() -> None:
    """Every action of the wire can be imported from `kamchatka`; a new one must be added there too."""
    shaped = set(wire.SHAPES)
    assert shaped == set(get_args(wire.Request)) == set(NamedAction.__subclasses__())
    names = {struct.__name__ for struct in shaped}
    assert names - set(kamchatka.__all__) == set()
    assert {getattr(kamchatka, name) for name in names} == shaped
