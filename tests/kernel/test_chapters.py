"""Chapters of the rules: their defaults, which editions may override, and what they forbid in edge cases."""

from kamchatka.editions import EDITIONS
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.battle import Battle, Dice, Ties
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Buy, number_of
from kamchatka.kernel.options import BUILD, BUY, CHOOSE, COLOUR, PASS, PLACE, RAISE, Action
from kamchatka.kernel.rules.bidding import Auction, Bids, Markers, Picking
from kamchatka.kernel.rules.move import Garrison
from kamchatka.kernel.rules.objectives import Demand, Objective
from kamchatka.kernel.rules.pieces import FirstPieces, Sites
from kamchatka.kernel.rules.preparation import ChooseColours
from kamchatka.kernel.rules.windows import Answering, Reactions
from kamchatka.kernel.state import DISCARD, PlainFrame
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Match, blank_match
from tests.kit import position
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import scene as epoch
from tests.rules.risk2210.scene import scene as year

MODERN = EDITIONS["modern"].game(EDITIONS["modern"].table_rules({}))


def table_of(name: str, seats: int = 3) -> Table:
    """Return an empty table of an edition."""
    return blank_match(name, seats, {}, chance=ScriptedChance([])).table


def test_what_chapters_are_unless_an_edition_says_otherwise() -> None:
    table = table_of("modern")
    assert not Ties().favour_attacker(table, Battle(0, 0, 0, 1, 3))
    assert Dice(3, 2, True).neutral_chooses
    assert Garrison().clause == "move.leave_one"
    assert (Demand(count=18).garrison, Objective(Demand()).least(MODERN.board)) == (1, 1)
    assert not FirstPieces([0], Sites()).at_once
    assert Reactions().passes_over(table, Answering(0, 0, 0, 1, 0), 2) == "turn.not_asked"


def test_before_the_first_age_no_marker_stands_anywhere() -> None:
    for name in ("risk2210", "godstorm"):
        own = age(table_of(name))
        assert (own.number, list(own.marker)) == (0, [0, 0, 0])


# ------------------------------------------------------------------ why not
def why(match: Match, action: Action) -> str:
    """Return the clause that forbids an action to the asked seat."""
    return match.game.why(match.table, match.awaited[0], action)


def test_a_piece_is_put_up_without_an_amount_and_only_of_a_kind_there_is() -> None:
    match = year("Recruit", {"japan": (0, 3)}, energy={0: 20}, commanders={1: {"land": "pevek"}})
    japan, game = number_of(match.game, "place", "japan"), match.game
    kind = number_of(game, "kind", "diplomat")
    assert why(match, Action(RAISE, japan, -1, 0, kind)) == ""
    assert why(match, Action(RAISE, japan, -1, 1, kind)) == "turn.not_now"
    assert why(match, Action(BUILD, japan)) == ""
    assert why(match, Action(BUILD, japan, -1, 1)) == "turn.not_now"
    assert why(match, Action(RAISE, japan, -1, 0, len(game.kinds))) == "turn.not_now"


def test_cards_are_bought_one_by_one() -> None:
    match = epoch("Market", LANDS, faith={0: 5}, gods={0: {"war": "egypt"}})
    war = number_of(match.game, "kind", "war")
    assert why(match, Action(BUY, what=war)) == ""
    assert why(match, Action(BUY, n=1, what=war)) == "turn.not_now"


def test_where_faces_are_seen_at_once_the_last_card_may_be_bought() -> None:
    """Where faces are shown at once, earlier bought cards have left the deck already and aren't counted twice."""
    gods, options = {0: {"war": "egypt"}}, {"blind_purchase": False}
    match = epoch("Market", LANDS, faith={0: 9}, gods=gods, luck=[0], options=options)
    own, war = age(match.table), number_of(match.game, "kind", "war")
    for card in [card for card in range(len(own.backs)) if own.backs[card] == war][2:]:
        match.state.cards[card] = DISCARD
    match.play(Buy("war"))
    assert Buy("war") in set(match.actions())


def test_armies_are_placed_and_nothing_with_them() -> None:
    match = position({"peru": (0, 1)}, rest=(1, 1), phase="Reinforce", hands={0: ["peru", "siam", "china"]})
    at = number_of(match.game, "place", "peru")
    assert why(match, Action(PLACE, at, -1, 1, 1)) == "reinforce.amount"
    assert why(match, Action(PLACE, at, -1, 0)) == "reinforce.place_all"


def test_a_colour_is_retired_or_taken_or_there_is_none() -> None:
    table, frame = table_of("modern"), PlainFrame(0, 0)
    colours = ChooseColours(6, retired=0b1000001)
    answers = [colours.why(table, frame, 0, Action(COLOUR, what=what)) for what in (0, 1, 6)]
    assert answers == ["colour.retired", "colour.free", "colour.free"]


# ------------------------------------------------------------------ bids and markers
def test_whoever_bids_nothing_pays_nothing() -> None:
    """A seat that bids nothing pays nothing, and no payment is recorded."""
    game, journal = EDITIONS["risk2210"].game(EDITIONS["risk2210"].table_rules({})), list[Fact]()
    bids = next(step for step in game.steps if step.name() == "Bids")
    assert isinstance(bids, Bids)
    table = game.blank(3, ScriptedChance([]), journal)
    for seat in range(3):
        age(table).purse[seat] = 3
    frame = Auction(bids.index, -1, (0, 2, 1))
    table.open(frame)
    bids.reveal(table, frame)
    assert list(age(table).purse) == [3, 1, 2]
    assert [fact.seat for fact in journal if isinstance(fact, PurseChanged)] == [1, 2]


def picking(*markers: int) -> tuple[Markers, Table]:
    """Return a table whose seats have these markers; 0 means none, and a seat without one is out of the game."""
    game = EDITIONS["risk2210"].game(EDITIONS["risk2210"].table_rules({}))
    step = next(step for step in game.steps if step.name() == "Markers")
    assert isinstance(step, Markers)
    table = table_of("risk2210", len(markers))
    for seat, marker in enumerate(markers):
        age(table).marker[seat] = marker
        if marker == 0:
            table.state.out_by[seat] = 1
            table.state.fallen += 1
    return step, table


def test_why_a_marker_may_not_be_taken() -> None:
    step, table = picking(1, 2, 3)
    frame = Picking(step.index, 2, (2,))
    assert step.why(table, frame, 2, Action(CHOOSE, what=1)) == "bid.marker"
    assert step.why(table, frame, 2, Action(CHOOSE, what=9)) == "bid.markers"
    assert step.why(table, frame, 2, Action(PASS)) == "turn.not_now"


def test_seats_that_are_out_of_the_game_come_last() -> None:
    step, table = picking(0, 2, 0, 1)
    step.settle(table)
    assert list(table.state.order)[:4] == [3, 1, 0, 2]
