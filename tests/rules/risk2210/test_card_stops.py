"""A game can be saved in the middle of any card: it continues identically, and questions reveal no hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kamchatka.journal import Player, Writer, new_header, new_match, read
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.wire import Choose, Invade, Lose, NameKind, NameSeat, Pass, PlayCard, number_of
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.risk2210.scene import own_record, play, scene
from tests.teaching.scene import agenda, assert_can_stop_here


def in_armageddon() -> Match:
    """Play seat 0's Armageddon and seat 1's free rocket until seat 2 chooses its losses, five frames deep."""
    match = scene(
        "Orders",
        {"japan": (0, 5), "pevek": (1, 4), "alden": (2, 5), "mexico": (2, 3), "tycho": (1, 3)},
        energy={0: 9},
        hands={
            0: ["nuclear_armageddon", "land_scout_forces_1"],
            2: ["nuclear_the_mother", "land_stealth_mods_1"],
            1: ["nuclear_rocket_strike_land_1", "nuclear_assassin_bomb_2", "diplomat_cease_fire_1"],
        },
        commanders={
            0: {"nuclear": "japan", "land": "japan"},
            1: {"nuclear": "pevek", "diplomat": "pevek"},
            2: {"nuclear": "alden", "land": "mexico"},
        },
        kept={"egypt": 1},
        luck=faces(2),
    )
    play(match, "nuclear_armageddon")
    play(match, "nuclear_rocket_strike_land_1", Choose(place="alden"))
    return match


def in_a_window() -> Match:
    """Let seat 1 answer an invasion with Evacuation, and stop where it must say where its units go."""
    match = scene(
        "Invade",
        {"japan": (0, 6), "pevek": (1, 3), "akara": (1, 1), "mexico": (2, 2)},
        energy={1: 3},
        hands={1: ["diplomat_evacuation_1", "diplomat_cease_fire_1"], 2: ["land_stealth_mods_1"]},
        commanders={0: {"land": "japan"}, 1: {"diplomat": "pevek"}, 2: {"land": "mexico"}},
    )
    match.play(Invade("japan", "pevek"))
    match.play(PlayCard("diplomat_evacuation_1"))
    return match


def in_a_choice() -> Match:
    """Let seat 0 name the victim of an assassin, and stop before it chooses the commander."""
    match = scene(
        "Orders",
        {"japan": (0, 5), "pevek": (1, 4), "alden": (2, 3)},
        energy={0: 1},
        hands={0: ["nuclear_assassin_bomb_1"]},
        commanders={0: {"nuclear": "japan"}, 1: {"land": "pevek", "naval": "pevek"}, 2: {"land": "alden"}},
    )
    play(match, "nuclear_assassin_bomb_1", NameSeat(1))
    return match


MOMENTS = [in_armageddon, in_a_window, in_a_choice]


@rule("2210.card.nuclear.armageddon", "2210.card.diplomat.evacuation", "2210.play.5")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_game_saved_in_the_middle_of_a_card_goes_on_identically(moment: Callable[[], Match]) -> None:
    """Loading the position, loading its frames as records, and copying it all lead to the same facts."""
    assert_can_stop_here(moment())


def test_the_moments_are_as_deep_as_they_say() -> None:
    """The frames are of the turn, of Armageddon, of the cards within it, and of the windows."""
    assert agenda(in_armageddon()) == ["Ages", "Orders", "Resolution", "Armageddon", "Resolution", "Losses"]
    assert agenda(in_a_window()) == ["Ages", "Invade", "Invasion", "Window", "Resolution"]
    assert agenda(in_a_choice()) == ["Ages", "Orders", "Resolution"]


@rule("2210.card.nuclear.armageddon")
def test_a_journal_written_up_to_the_middle_of_armageddon_is_resumed(tmp_path: Path) -> None:
    """After a power failure while a victim decides, the file alone restores the table, and the round continues."""
    start = scene(
        "Orders",
        {"japan": (0, 5), "pevek": (1, 4), "alden": (2, 5), "mexico": (2, 3)},
        energy={0: 9},
        hands={
            0: ["nuclear_armageddon"],
            1: ["nuclear_rocket_strike_land_1", "nuclear_assassin_bomb_2"],
            2: ["nuclear_the_mother"],
        },
        commanders={0: {"nuclear": "japan"}, 1: {"nuclear": "pevek"}, 2: {"nuclear": "alden", "land": "mexico"}},
    )
    header = new_header("risk2210", {}, (Player("a"), Player("b"), Player("c")), b"0" * 16, start.position())
    match, file = new_match(header), tmp_path / "war.jsonl"
    for action in (
        PlayCard("nuclear_armageddon"),
        PlayCard("nuclear_assassin_bomb_2"),
        NameSeat(2),
        NameKind("land"),
        PlayCard("nuclear_rocket_strike_land_1"),
        Choose(place="alden"),
    ):
        match.play(action)
    assert agenda(match)[-3:] == ["Armageddon", "Resolution", "Losses"]
    writer = Writer(file, header)
    for entry in match.entries:
        writer.write(match.game, entry)
    writer.file.close()
    resumed = read(file).match
    assert resumed.position() == match.position()
    for again in (match, resumed):
        again.play(next(action for action in again.actions() if isinstance(action, Lose) and not action.pieces))
        again.play(PlayCard("nuclear_the_mother"))
    assert resumed.position() == match.position()


# ------------------------------------------------------------------ secrets
@rule("2210.info.6", "2210.react.1", "2210.card.land.scout_forces")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_worlds_imagined_from_a_view_are_asked_the_same(moment: Callable[[], Match], viewer: int) -> None:
    """Hidden hands are dealt again by their backs, kept cards by their terrain; the view can't tell the difference."""
    match = moment()
    known = view(match.table, viewer)
    for seed in range(5):
        world = imagine(match.game, known, FastChance(seed))
        assert match.game.awaits(world) == match.game.awaits(match.table)
        assert print_position(match.game, view(world, viewer).state) == print_position(match.game, known.state)
        own = world.state.edition_state.rows()
        assert [sum(row) for row in own[2:3]] == [sum(row) for row in own_record(match).rows()[2:3]]


@rule("2210.card.land.scout_forces", "2210.info.6")
def test_scouts_and_hands_are_seen_by_their_owner_alone() -> None:
    """Seat 1 keeps Egypt's card; the others see that it keeps a land card, but not which."""
    match = in_armageddon()
    egypt, card = place_number(match, "egypt"), number_of(match.game, "card", "land_scout_forces_1")
    assert [match.view(seat).state.edition_state.rows()[1][egypt] for seat in (0, 1, 2)] == [HIDDEN, 1, HIDDEN]
    assert [match.view(seat).state.cards[card] for seat in (0, 1, 2)] == [0, HIDDEN, HIDDEN]
    assert {tuple(match.view(seat).state.edition_state.rows()[2]) for seat in (0, 1, 2)} == {
        (0, 0, 0, 1, 0, 0, 0, 0, 0)
    }


@rule("2210.react.1", "2210.info.6")
def test_the_hand_does_not_matter_for_who_is_asked() -> None:
    """With the same backs and other faces the same seats are asked in the same order."""
    asked = []
    for hands in (
        {1: ["land_stealth_mods_1"], 2: ["land_scout_forces_1"]},
        {1: ["land_scout_forces_1"], 2: ["land_stealth_mods_1"]},
        {1: ["land_colony_influence_1"], 2: ["land_colony_influence_2"]},
    ):
        match = scene(
            "Invade",
            {"japan": (0, 6), "pevek": (1, 3), "mexico": (2, 2)},
            hands=hands,
            commanders={0: {"land": "japan"}, 1: {"land": "pevek"}, 2: {"land": "mexico"}},
        )
        match.play(Invade("japan", "pevek"))
        order = []
        while match.awaited != [0]:
            order += match.awaited
            match.play(Pass())
        asked.append(order)
    assert asked == [[1, 2]] * 3


def test_losing_in_armageddon_is_still_a_choice_of_the_owner() -> None:
    """The saved position asks the owner as any other does."""
    match = in_armageddon()
    assert match.awaited == [2]
    match.play(Lose(2))
    assert (match.armies("alden"), match.awaited) == (3, [1])
