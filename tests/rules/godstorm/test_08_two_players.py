"""Two players and the neutral army."""

import pytest

from kamchatka.kernel.edges.wire import Defend, Invade, Occupy, Pass, Place, Roll, TakeColour
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import scene
from tests.rules.godstorm.test_02_setup import PEOPLES, mustered, new, posted, with_pantheons
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import refused

TWO: dict[str, Holding | None] = {**LANDS, "corsica": (1, 3), "roma": (1, 1)}


def front(armies: int, luck: list[int], **options: object) -> Match:
    """Set seat 0 in Egypt beside neutral armies in Phoenicia."""
    match = scene(
        "Invade", {**TWO, "phoenicia": (1, armies)}, seats=2, neutral=["phoenicia"], luck=luck, options=options
    )
    match.play(Invade("egypt", "phoenicia"))
    return match


@rule("god.two.1", "god.setup.18")
def test_one_pantheon_is_neutral() -> None:
    """The neutral pantheon is drawn after the plague; the players choose among the other four."""
    match = new(2)
    assert match.state.edition_state.neutrals().colour == 0
    assert set(match.actions()) == {TakeColour(people) for people in ("celts", "egyptians", "greeks", "norse")}
    kinds = [type(one).__name__ for one in match.journal]
    assert kinds.index("HazardPlaced") < kinds.index("NeutralColourChosen") < kinds.index("DieThrown")


@rule("god.two.1", "god.setup.18")
def test_a_table_may_let_the_second_player_name_the_neutral_pantheon() -> None:
    """After the plague and before the dice it may name any of the five; the players choose among the other four."""
    match = new(2, neutral_pantheon="chosen")
    assert (match.awaited, phase(match)) == ([1], "NeutralColour")
    assert set(match.actions()) == {TakeColour(people) for people in PEOPLES}
    refused(match, Pass(), "turn.not_now", "god.two.1")
    match.play(TakeColour("greeks"))
    kinds = [type(one).__name__ for one in match.journal]
    assert kinds.index("HazardPlaced") < kinds.index("NeutralColourChosen") < kinds.index("DieThrown")
    assert set(match.actions()) == {TakeColour(people) for people in PEOPLES if people != "greeks"}
    refused(match, TakeColour("greeks"), "colour.free", "god.setup.5")
    assert posted(mustered(with_pantheons(match))).awaited == [0, 1]


@rule("god.two.2", "god.two.3", "god.two.4")
def test_three_piles_of_fourteen() -> None:
    """Each neutral land gets three neutral armies; the players place 16 more in threes."""
    match = with_pantheons(new(2))
    lands = match.game.board.places[:42]
    owners = [match.owner(place) for place in lands]
    assert [owners.count(owner) for owner in (0, 1, None)] == [14, 14, 14]
    assert {match.armies(place) for place in lands if match.owner(place) is None} == {3}
    assert {match.armies(place) for place in lands if match.owner(place) is not None} == {1}
    assert list(match.state.stock) == [16, 16]
    for _ in range(10):
        match.play(list(match.actions())[-1])
    assert max(one.armies for one in match.actions() if isinstance(one, Place)) == 1
    mustered(match)
    assert sum(match.armies(place) for place in lands if match.owner(place) == 0) == 30


@rule("god.two.5")
def test_neutrals_only_defend() -> None:
    """Neutral armies have no turn, marker or god, and nobody places armies for them."""
    match = posted(mustered(with_pantheons(new(2))))
    assert match.awaited == [0, 1]
    collect = scene("Collect", TWO, seats=2, neutral=["thule"])
    refused(collect, Place("thule", 1), "collect.own_land", "god.collect.4")
    refused(
        scene("Invade", TWO, seats=2, neutral=["thule"]),
        Invade("thule", "caledonia"),
        "invade.own_land",
        "god.invade.1",
    )


@rule("god.two.6")
@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (3, 2)])
def test_the_opponent_chooses_the_dice_of_the_neutrals(armies: int, dice: int) -> None:
    """The choice is the same as for a defender."""
    match = front(armies, faces(6, 5, *[1] * dice))
    match.play(Roll(2))
    if dice == 2:
        assert match.awaited == [1]
        assert set(match.actions()) == {Defend(1), Defend(2)}
        match.play(Defend(2))
    elif match.awaited == [1]:
        match.play(Defend(1))
    assert (match.armies("phoenicia"), script_left(match)) == (armies - dice, 0)


@rule("god.two.6")
def test_a_table_may_let_neutrals_always_roll_the_most() -> None:
    """Nobody is asked."""
    match = front(3, faces(6, 5, 1, 1), neutral_dice="always_max")
    match.play(Roll(2))
    assert (match.awaited, match.armies("phoenicia"), script_left(match)) == ([0], 1, 0)


@rule("god.two.7")
def test_neutral_losses_leave_the_game() -> None:
    """Neutral dead go to no heaven, and a captured neutral land belongs to the conqueror."""
    match = front(1, faces(6, 1))
    match.play(Roll(1))
    if match.awaited == [1]:
        match.play(Defend(1))
    match.play(Occupy(2))
    heavens = match.game.board.places[55:]
    assert (match.owner("phoenicia"), sum(match.armies(place) for place in heavens)) == (0, 0)


@rule("god.two.7", "god.score.5")
def test_neutrals_do_not_score() -> None:
    """The winner is always a player."""
    match = scene(
        "InvadeBelow", {**TWO, "thule": (1, 50)}, seats=2, turn=1, epoch=5, neutral=["thule"], below={"u12": (1, 2)}
    )
    match.play(Pass())
    assert match.is_over
    assert match.winners == [1]
