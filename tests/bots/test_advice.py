"""The reasons for a captain's move, computed from a position without asking the captain."""

from kamchatka.bots.advice.reason import AdviceReason, place, seat, zone
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.wire import Attack, Move, NamedAction, Pass, number_of
from kamchatka.match import Match
from kamchatka.odds import THREE_DICE, battle
from tests.kit import position

OCEANIA = ["indonesia", "new_guinea", "western_australia", "eastern_australia"]


def reasons(match: Match, action: NamedAction) -> dict[str, AdviceReason]:
    """Return the reasons for an action of the asked seat, by key."""
    (asked,) = match.awaited
    found = match.edition.adviser(match.game).reasons(
        match.view(asked), match.options(asked), wire.inner(match.game, action)
    )
    return {reason.key: reason for reason in found}


def at(match: Match, name: str) -> int:
    """Return the number of a place."""
    return number_of(match.game, "place", name)


def test_an_attack_tells_its_exact_chance_and_the_zone_it_completes() -> None:
    holdings = {name: (0, 2) for name in OCEANIA} | {"new_guinea": (0, 6), "eastern_australia": (1, 3)}
    match = position(holdings, rest=(1, 4))
    found = reasons(match, Attack("new_guinea", "eastern_australia", 3))
    chance, target = found["attack.chance"].fields["chance"], at(match, "eastern_australia")
    assert chance == round(100 * battle(5, 3, THREE_DICE).wins)
    assert found["gain.zone"].fields == {"zone": zone(match.game.board.zone[target]), "bonus": 2}
    assert found["attack.chance"].places == [target]


def test_an_attack_that_wins_the_game_says_so_first() -> None:
    """Taking the last place of the seat's own objective is named before completing its zone."""
    north = places(position({}, rest=(0, 2)), "alaska")
    holdings = {name: (0, 2) for name in [*north, *OCEANIA]} | {"new_guinea": (0, 6), "eastern_australia": (1, 3)}
    match = position(holdings, rest=(1, 4), objectives={0: "north_america_and_oceania"})
    assert list(reasons(match, Attack("new_guinea", "eastern_australia", 3))) == [
        "attack.chance",
        "gain.objective_last",
    ]


def places(match: Match, inside: str) -> list[str]:
    """Return the places of the zone that contains a place."""
    board = match.game.board
    home = board.zone[at(match, inside)]
    return [name for number, name in enumerate(board.places) if board.zone[number] == home]


def test_the_last_place_of_a_rival_is_its_fall() -> None:
    holdings = {"kamchatka": (0, 9), "japan": (1, 1)}
    match = position(holdings, rest=(2, 2), round=6)
    found = reasons(match, Attack("kamchatka", "japan", 3))
    assert found["gain.fall"].fields == {"rival": seat(1)}


def test_who_does_not_attack_is_told_the_likeliest_attack() -> None:
    match = position({"kamchatka": (0, 3), "alaska": (0, 2)}, rest=(1, 9))
    best = reasons(match, Pass())["pass.attack_best"]
    assert best.fields["source"] == place(at(match, "kamchatka"))
    assert best.fields["chance"] == max(1, round(100 * battle(2, 9, THREE_DICE).wins))


def test_a_move_goes_from_the_inside_to_the_border() -> None:
    holdings = {name: (0, 1) for name in OCEANIA} | {"new_guinea": (0, 5), "indonesia": (0, 2)}
    match = position(holdings, rest=(1, 3), phase="StrategicMove")
    found = reasons(match, Move("new_guinea", "indonesia", 4))
    assert found["move.inside"].places == [at(match, "new_guinea")]
    assert found["move.border"].fields["armies"] == 2
    assert found["move.border"].fields["enemies"] == 3
