"""How `cautious` plays games of ages: invasions, dice, losses, pieces, cards, bids, and whole games."""

import pytest

from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import (
    Bid,
    Build,
    Buy,
    Defend,
    Invade,
    Lose,
    Move,
    NameSeat,
    Occupy,
    Pass,
    PlayCard,
    Raise,
    Roll,
    outer,
)
from kamchatka.kernel.options import Action
from kamchatka.match import Match
from kamchatka.players import bot
from tests.rules.risk2210.scene import scene

THIRD = {"lesotho": (2, 1)}


def choice(match: Match) -> object:
    """Return the bot's decision for the first asked seat, in written form."""
    seat = match.awaited[0]
    action: Action = bot("cautious", match.game, 0).decide(match.view(seat), match.options(seat))
    return outer(match.game, action)


def test_it_invades_what_it_can_take_and_nothing_else() -> None:
    weak = scene("Invade", {"japan": (0, 9), "pevek": (1, 1), "khan_industrial_state": (1, 9), **THIRD})
    assert choice(weak) == Invade("japan", "pevek")
    strong = scene("Invade", {"japan": (0, 3), "pevek": (1, 9), "khan_industrial_state": (1, 9), **THIRD})
    assert choice(strong) == Pass()


def test_it_walks_into_empty_places() -> None:
    match = scene("Invade", {"japan": (0, 4), "khan_industrial_state": (1, 9), "mexico": (1, 1), **THIRD}, rest=None)
    assert choice(match) == Invade("japan", "pevek")
    match.play(Invade("japan", "pevek"))
    entered = choice(match)
    assert isinstance(entered, Occupy)
    assert 1 <= entered.armies <= 3


def test_it_rolls_all_it_can_armies_first() -> None:
    match = scene("Invade", {"japan": (0, 6), "pevek": (1, 2), **THIRD}, commanders={0: {"land": "japan"}})
    match.play(Invade("japan", "pevek"))
    assert choice(match) == Roll(3)
    few = scene(
        "Invade", {"japan": (0, 2), "pevek": (1, 1), **THIRD}, commanders={0: {"land": "japan", "space": "japan"}}
    )
    few.play(Invade("japan", "pevek"))
    rolled = choice(few)
    assert isinstance(rolled, Roll)
    assert rolled.dice + len(rolled.pieces) == 3


def test_it_defends_with_all_and_loses_armies_first() -> None:
    match = scene(
        "Invade", {"japan": (0, 6), "pevek": (1, 2), **THIRD}, commanders={1: {"land": "pevek"}}, luck=[5, 5, 5, 0, 0]
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    assert choice(match) == Defend(2)
    match.play(Defend(1, ("land",)))
    assert choice(match) == Lose(2)


def test_it_gives_up_a_hopeless_battle() -> None:
    match = scene("Invade", {"japan": (0, 3), "pevek": (1, 20), **THIRD}, options={"must_follow_through": False})
    match.play(Invade("japan", "pevek"))
    assert choice(match) == Pass()


def test_it_hires_where_its_armies_are_and_saves_for_stations() -> None:
    match = scene("Recruit", {"japan": (0, 9), "pevek": (0, 1), **THIRD}, energy={0: 5})
    assert choice(match) == Raise("land", "japan")
    all_five = {kind: "japan" for kind in ("land", "naval", "space", "nuclear", "diplomat")}
    full = {"japan": (0, 9), "pevek": (0, 1), **THIRD}
    assert choice(scene("Recruit", full, energy={0: 8}, commanders={0: all_five})) == Pass()
    assert choice(scene("Recruit", full, energy={0: 9}, commanders={0: all_five})) == Build("japan")


def test_it_buys_cards_when_it_can_afford_them() -> None:
    lands = {"japan": (0, 9), **THIRD}
    assert choice(scene("Market", lands, energy={0: 6}, commanders={0: {"space": "japan"}})) == Buy("space")
    assert choice(scene("Market", lands, energy={0: 5}, commanders={0: {"space": "japan"}})) == Pass()


def test_it_plays_its_cards_against_the_strongest() -> None:
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (2, 3), **THIRD},
        commanders={0: {"land": "japan"}},
        hands={0: ["land_frequency_jam_1"], 1: ["land_scout_forces_1"], 2: ["land_scout_forces_2"]},
    )
    assert choice(match) == PlayCard("land_frequency_jam_1")
    match.play(PlayCard("land_frequency_jam_1"))
    assert choice(match) == NameSeat(1)


@pytest.mark.parametrize(("defender", "answer"), [(1, PlayCard("land_stealth_mods_1")), (2, Pass())])
def test_it_helps_itself_and_nobody_else(defender: int, answer: object) -> None:
    match = scene(
        "Invade",
        {"japan": (0, 9), "pevek": (defender, 2), "lesotho": (2, 1), "mexico": (1, 1)},
        commanders={1: {"land": "mexico"}},
        hands={1: ["land_stealth_mods_1"]},
    )
    match.play(Invade("japan", "pevek"))
    assert match.awaited == [1]
    assert choice(match) == answer


def test_it_bids_little_and_brings_armies_to_the_front() -> None:
    match = scene("Rewards", {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}, rest=None, turn=2, energy={0: 9})
    assert choice(match) == Bid(2)
    inland = scene(
        "Fortify",
        {
            "new_guinea": (0, 9),
            "aboriginal_league": (0, 1),
            "australian_testing_ground": (0, 1),
            "java_cartel": (0, 1),
            **THIRD,
        },
    )
    assert choice(inland) == Move("new_guinea", "java_cartel", 8)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("risk2210", ["captain", "captain"]),
        ("godstorm", ["captain", "captain", "captain"]),
        ("godstorm", ["captain", "easy"]),
    ],
)
def test_whole_games_are_played_to_their_points(name: str, seats: list[str]) -> None:
    """Every answer is legal, and the last age is reached."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    table = game.start(len(seats), FastChance(1))
    bots = [bot(each, game, seat) for seat, each in enumerate(seats)]
    play_bots(game, table, bots)
    assert (table.state.ending, table.state.round) == ("end.points", 5)


def test_an_invasion_is_not_declared_and_called_off_for_ever() -> None:
    """Many armies make a bot bolder; it doesn't give up a declared invasion at once."""
    lands = {"japan": (0, 8), "pevek": (1, 10), "khan_industrial_state": (1, 30), "bay_of_dew": (0, 120), **THIRD}
    match = scene("Invade", lands, options={"must_follow_through": False})
    declared = choice(match)
    assert isinstance(declared, Invade)
    match.play(declared)
    assert isinstance(choice(match), Roll)
