"""Games stored when the Ancient Earth had the colours and options of the other board open and continue."""

from pathlib import Path

import pytest

from kamchatka.editions import edition
from kamchatka.editions.classic.state import edition_state
from kamchatka.journal import read
from kamchatka.kernel.edges.wire import Place, TakeColour
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.words import Words
from tests.rulemark import rule
from tests.rules.classic.scene import places_of

STORED = Path(__file__).parent / "stored"
LINK = "exiled_states_canada_link"


def stored(name: str) -> Match:
    """Return a game stored by the former version."""
    return read(STORED / f"{name}.jsonl").match


def test_colours_already_taken_stay_and_the_others_are_those_of_the_box() -> None:
    """Red and black were taken by name; two seats have still to choose."""
    match = stored("four_colours")
    words = Words("en", match.edition, ["Ada", "Bruno", "Carla", "Dino"])
    taken = {words.names.colour(int(colour)) for colour in match.state.colour if colour >= 0}
    assert taken == {"red", "black"}
    assert set(match.actions()) == {TakeColour(one) for one in ("garnet", "purple", "green", "blue", "brown")}
    while match.state.round == 0:
        match.play(next(match.actions()))
    assert Match.from_position(match.position()).position() == match.position()


def test_a_neutral_army_placed_first_is_not_placed_again() -> None:
    """Seat 0 had placed its neutral army: it places two own armies now, then the other seat plays."""
    match = stored("two_neutral_first")
    assert match.game.colours[edition_state(match.table).army.colour] == "black"
    mine = places_of(match, 0)
    assert set(match.actions()) == {Place(place, n) for place in mine for n in (1, 2)}
    match.play(Place(mine[0], 2))
    assert match.awaited == [1]
    assert set(match.actions()) == {Place(place, n) for place in places_of(match, 1) for n in (1, 2)}


@rule("classic.attack.1")
def test_the_link_of_one_board_is_offered_on_that_board_only() -> None:
    """A stored game of the other board that names the option still opens; the option has no effect there."""
    assert LINK in [option.name for option in edition("classic").options]
    ancient = edition("classic_ancient")
    assert LINK not in [option.name for option in ancient.options]
    assert stored("four_colours").rules == ancient.rules()
    with pytest.raises(Problem) as caught:
        ancient.table_rules({"no_such_option": True})
    assert LINK not in str(caught.value)


def test_the_steps_keep_the_names_under_which_games_were_stored() -> None:
    """A stored position names the step in which it waits."""
    game = stored("four_colours").game
    own = {"Neutrals", "Land", "Armies", "Mustered", "Surplus", "Reward", "MusterWithNeutrals"}
    assert own <= {step.name() for step in game.steps}
