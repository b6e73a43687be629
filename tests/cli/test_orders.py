"""Parse what a player types: names in either language or abbreviated, amounts, prepositions, legal readings first."""

import pytest

from kamchatka.boards import sheet
from kamchatka.cli.typed.lookup import Lookup
from kamchatka.cli.typed.orders import NO_STOP, Order, Orders
from kamchatka.cli.typed.vocabulary import command, take_apart
from kamchatka.kernel.options import ATTACK, DEFEND, FAST_ATTACK, MOVE, OCCUPY, PASS, PLACE, TRADE
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from tests.kit import position

PLACES = [place.id for place in sheet("planisphere").places]


def combat() -> Match:
    """Return a position with Ada in Alaska and Alberta, next to Bruno's Kamchatka, Northwest and the rest."""
    return position({"alaska": (0, 5), "alberta": (0, 4), "north_africa": (0, 3), "brazil": (0, 6)})


def order(match: Match, line: str) -> Order:
    """Return the order that a line gives to seat 0."""
    options = match.options(0)
    typed = take_apart(line, {int(option.verb) for option in options.ranges})
    assert typed is not None
    return Orders(match.edition, match.view(0).state, options, 0).read(typed)


def parse_named(given: Order) -> tuple[str, str, int]:
    """Return source, target and amount of an order."""
    return PLACES[given.action.at], PLACES[given.action.to], int(given.action.n)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("alaska", ["alaska"]),
        ("KAM", ["kamchatka"]),
        ("cita", ["chita"]),
        ("Čita", ["chita"]),
        ("perù", ["peru"]),
        ("stati uniti or", ["eastern_united_states"]),
        ("eus", ["eastern_united_states"]),
        ("n af", ["north_africa"]),
        ("africa del nord", ["north_africa"]),
        ("al", ["alaska", "alberta"]),
        ("zzz", []),
        ("", []),
        ("!!", []),
        ("yakutia", ["yakutia"]),
        ("jac", ["yakutia"]),
    ],
)
def test_names(typed: str, found: list[str]) -> None:
    """Names match in both languages, without accents, by prefix, by word or by initials."""
    assert [PLACES[n] for n in Lookup(sheet("planisphere").places).find(typed)] == found


@pytest.mark.parametrize(
    "line",
    [
        "attack kamchatka from alaska 3",
        "attacca kamchatka da alaska con 3 dadi",
        "a kam ala 3",
        "a ala kam 3",
        "attack alaska -> kamchatka 3",
        "attack alaska to kamchatka",
        "a al kam",
        "ATTACK Kam ALA max",
        "a da alaska a kamchatka 3",
    ],
)
def test_attacks(line: str) -> None:
    """Attacks are read in either order, with or without prepositions, and roll the most dice unless told otherwise."""
    assert parse_named(order(combat(), line)) == ("alaska", "kamchatka", 3)
    assert order(combat(), line).until == NO_STOP


def test_attacks_that_go_on() -> None:
    """Attacks may continue to the end, or until this number of armies is left."""
    assert order(combat(), "a kam ala !").until == 1
    assert order(combat(), "a kam ala until 3").until == 3
    assert order(combat(), "attacca kam da ala fino a 2").until == 2
    assert parse_named(order(combat(), "attacca kam da ala fino a 2")) == ("alaska", "kamchatka", 3)


@pytest.mark.parametrize("line", ["fast ala kam", "rapida kam ala 3", "fast alaska to kamchatka max"])
def test_fast_battles(line: str) -> None:
    """In booklets with battles by five, fast battles are proposed like attacks."""
    match = position({"alaska": (0, 30), "kamchatka": (1, 30)}, edition="original", options={"fast_battles": True})
    given = order(match, line)
    assert given.action.verb == FAST_ATTACK
    assert parse_named(given) == ("alaska", "kamchatka", 3)


def test_two_names_of_two_words() -> None:
    """A line of several words is split where both parts are names."""
    match = position({"north_africa": (0, 3)})
    assert parse_named(order(match, "attack north africa southern europe 1")) == ("north_africa", "southern_europe", 1)
    assert parse_named(order(match, "a eur mer af nor 1")) == ("north_africa", "southern_europe", 1)


def test_an_illegal_pair_is_still_understood() -> None:
    """An illegal pair of places is still parsed, so that the error can explain it."""
    assert parse_named(order(combat(), "attack brazil china 2")) == ("brazil", "china", 2)
    assert parse_named(order(combat(), "attack china brazil 2")) == ("brazil", "china", 2)
    assert parse_named(order(combat(), "attack kamchatka alaska 0")) == ("alaska", "kamchatka", 0)
    assert parse_named(order(combat(), "attack kamchatka alaska 1000000")) == ("alaska", "kamchatka", 1_000_000)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("attack", "missing"),
        ("attack xyzzy", "which territories"),
        ("attack foo bar", "which territories"),
        ("a kam", "which territories"),
        ("a kam ala 99999999999999999999", "is no possible amount"),
        ("attack northwest al 1", "may mean"),
    ],
)
def test_what_is_not_understood(line: str, sentence: str) -> None:
    """Input that isn't understood gets a sentence, never a guess."""
    with pytest.raises(Problem, match=sentence):
        order(combat(), line)


def test_placing() -> None:
    """The amount may stand anywhere, and is asked for if missing; the player's own places are preferred."""
    match = position({"kamchatka": (1, 1)}, rest=(0, 1), phase="Reinforce")
    stock = int(match.state.stock[0])
    for line in ("place 3 in alaska", "p ala 3", "schiera 3 armate in alaska", "metti alaska 3"):
        assert order(match, line).action.key() == (PLACE, 0, -1, 3, 0)
    assert order(match, "place alaska").asks == (1, stock)
    assert order(match, "place max alaska").action.n == stock
    assert order(match, "place -3 alaska").action.n == -3
    assert order(match, "place alaska").with_amount(2).action.n == 2


def test_moving_and_passing() -> None:
    """In a move, the first name is the source."""
    match = position({"alaska": (0, 5), "alberta": (0, 1)}, phase="StrategicMove")
    assert parse_named(order(match, "move 4 from alaska to alberta")) == ("alaska", "alberta", 4)
    assert parse_named(order(match, "s ala alb 2")) == ("alaska", "alberta", 2)
    assert order(match, "move ala alb").asks == (1, 4)
    assert order(match, "fine").action.verb == order(match, "done").action.verb == PASS


def test_trios() -> None:
    """A single trio needs no name; one of several is chosen by its cards."""
    hand = ["alaska", "alberta", "western_united_states", "northwest_territories", "greenland"]
    match = position({}, rest=(0, 1), phase="Reinforce", hands={0: hand[:3]})
    assert order(match, "trade").action.what == order(match, "tris").action.what == 0b1001001
    match = position({}, rest=(0, 1), phase="Reinforce", hands={0: hand})
    with pytest.raises(Problem, match="more than one trio"):
        order(match, "trade")
    assert order(match, "trade alberta, greenland").action.verb == TRADE
    assert order(match, "trade alberta, greenland").action.what == 0b1110


@pytest.mark.parametrize(
    ("word", "offered", "meant"),
    [
        ("a", {ATTACK, PASS}, "attack"),
        ("d", {ATTACK, PASS}, "pass"),
        ("d", {DEFEND}, "defend"),
        ("m", {ATTACK}, "map"),
        ("m", {MOVE, PASS}, "move"),
        ("s", {PLACE}, "place"),
        ("s", {MOVE}, "move"),
        ("e", {OCCUPY}, "occupy"),
        ("perché", {ATTACK}, "why"),
        ("?", {ATTACK}, "help"),
        ("move", {ATTACK, PASS}, "move"),
        ("q", {PASS}, "quit"),
        ("esci", {PASS}, "quit"),
        ("xyz", {PASS}, None),
        ("", {PASS}, None),
    ],
)
def test_commands(word: str, offered: set[int], meant: str | None) -> None:
    """Commands match by any prefix; those that are possible now come first."""
    assert command(word, offered) == meant
