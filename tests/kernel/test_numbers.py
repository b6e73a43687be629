"""Actions as numbers: those that name nothing are rejected, and the number 0 is treated like any other."""

from typing import Any

from kamchatka.kernel.options import BUILD, BUY, MOVE, PASS, PLAY_CARD, RAISE, Action
from kamchatka.kernel.state import DISCARD
from kamchatka.kernel.step import Step
from kamchatka.match import Match
from tests.ages import place_number
from tests.rules.godstorm.scene import scene as epoch
from tests.rules.risk2210.scene import scene, step_name


def why(match: Match, action: Action) -> str:
    """Return the clause that forbids an action of the seat in turn."""
    return match.game.why(match.table, match.state.turn, action)


def step(match: Match, name: str) -> Step[Any]:
    """Return a step of the game by its name."""
    return next(one for one in match.game.steps if one.name() == name)


def test_a_piece_or_a_building_beyond_the_board_or_of_no_kind() -> None:
    match = scene("Recruit", {"japan": (0, 3)}, energy={0: 9})
    assert step_name(match) == "Recruit"
    kinds = len(match.game.kinds)
    for nowhere in (-1, match.game.board.size):
        assert why(match, Action(RAISE, nowhere, -1, 0, 0)) == "piece.own_place"
        assert why(match, Action(BUILD, nowhere, -1, 0, 0)) == "building.own_place"
    assert why(match, Action(BUILD, -1, -1, 0, kinds)) == "building.own_place"
    for nothing in (-1, kinds):
        assert why(match, Action(RAISE, place_number(match, "japan"), -1, 0, nothing)) == "turn.not_now"


def test_every_piece_and_building_is_offered_once_for_every_place() -> None:
    for match in (
        scene("Recruit", {"japan": (0, 3)}, energy={0: 9}),
        epoch("Recruit", {"egypt": (0, 3), "corsica": (2, 3)}, faith={0: 9}),
    ):
        offered = list(match.actions())
        assert len(offered) > 2
        assert len(offered) == len(set(offered))


def test_a_card_of_no_kind_is_not_for_sale() -> None:
    match = scene("Market", {"japan": (0, 3)}, energy={0: 9}, commanders={0: {"land": "japan"}})
    for nothing in (-1, len(match.game.kinds)):
        assert why(match, Action(BUY, -1, -1, 0, nothing)) == "turn.not_now"
    assert why(match, Action(MOVE, 0, 1, 1, 0)) == "turn.not_now"


def test_prices_are_told_by_the_step_that_asks_them() -> None:
    match = scene("Market", {"japan": (0, 3)}, energy={0: 9}, commanders={0: {"land": "japan"}})
    market, recruit = step(match, "Market"), step(match, "Recruit")
    assert (market.price(match.table, 0, BUY), market.price(match.table, 0, PASS)) == (1, 0)
    assert recruit.price(match.table, 0, PASS) == 0
    assert recruit.price(match.table, 0, BUILD) > 0
    assert step(match, "Invade").price(match.table, 0, PASS) == 0


def test_bids_are_sealed_and_invasions_are_not() -> None:
    match = scene("Invade", {"japan": (0, 3)})
    assert (step(match, "Bids").is_sealed(), step(match, "Invade").is_sealed()) == (True, False)


def test_the_first_card_of_the_box_is_gone_like_any_other() -> None:
    match = scene("Invade", {"japan": (0, 3)})
    match.state.cards[0] = match.state.cards[1] = DISCARD
    for card in (0, 1):
        assert why(match, Action(PLAY_CARD, -1, -1, 0, card)) == "card.gone"
    for card in (-1, 2, len(match.game.cards)):
        assert why(match, Action(PLAY_CARD, -1, -1, 0, card)) == "card.own_hand"


def test_the_first_place_is_fortified_like_any_other() -> None:
    """The clause for moves between places that don't touch is the same for the first place, Alberta."""
    match = scene("Fortify", {"alberta": (0, 3), "japan": (0, 3), "lesotho": (0, 3)})
    first, japan, lesotho = (place_number(match, place) for place in ("alberta", "japan", "lesotho"))
    apart = why(match, Action(MOVE, japan, lesotho, 1, 0))
    assert why(match, Action(MOVE, first, japan, 1, 0)) == why(match, Action(MOVE, japan, first, 1, 0)) == apart
    for nowhere in (-1, match.game.board.size):
        assert why(match, Action(MOVE, japan, nowhere, 1, 0)) == why(match, Action(MOVE, nowhere, japan, 1, 0)) != apart
