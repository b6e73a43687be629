"""Elimination, forced trades, victory."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Choose, Occupy, Pass, Place, TimeUp, Trade, number_of
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.classic.scene import (
    ALL_CARDS,
    ANCIENT,
    EARTH,
    ONES,
    SECOND_SET,
    SET,
    THIRD_SET,
    after_exchanges,
    scene,
)
from tests.rules.modern.scene import ended
from tests.rules.modern.witness import fact, happened, refused

WIN = faces(6, 6, 6, 1)


def blow(mine: int, theirs: int, edition: str = "classic", luck: list[int] | None = None, **options: object) -> Match:
    """Let seat 0 take the last territory of seat 2; both held this number of cards."""
    places = EARTH if edition == "classic" else ANCIENT
    source, target = ("siberia", "sakha") if edition == "classic" else ("egypt", "kush")
    cards = [place for place in places if place not in (source, target)]
    match = scene(
        {source: (0, 9), target: (2, 1)},
        edition,
        seats=3,
        luck=[*WIN, *(luck or [])],
        hands={0: cards[:mine], 2: cards[mine : mine + theirs]},
        options=options,
    )
    match.play(Attack(source, target, 3))
    return match


def trade_any(match: Match) -> None:
    match.play(next(action for action in match.actions() if isinstance(action, Trade)))


@rule("classic.elimination.1")
def test_the_conqueror_receives_all_the_cards_and_the_loser_is_out() -> None:
    match = blow(1, 2)
    assert [one["fact"] for one in happened(match)][-3:] == ["Eliminated", "CardSeized", "CardSeized"]
    assert (match.state.hand[0], match.state.hand[2], match.state.is_alive(2)) == (3, 0, False)
    assert match.state.next_alive(1) == 0


@rule("classic.elimination.1")
def test_nobody_is_spared_in_the_first_round() -> None:
    """A seat's last army may be attacked with all dice in the first round."""
    match = scene({"siberia": (0, 9), "sakha": (2, 1)}, seats=3, round=1, luck=WIN)
    match.play(Attack("siberia", "sakha", 3))
    assert not match.state.is_alive(2)


@rule("classic.elimination.2", "classic.elimination.4", "classic.godstorm.elimination")
@pytest.mark.parametrize(
    ("edition", "chosen", "mine", "theirs", "forced"),
    [
        ("classic", "by_book", 4, 2, False),
        ("classic", "by_book", 4, 3, True),
        ("classic_ancient", "by_book", 4, 2, True),
        ("classic_ancient", "by_book", 4, 1, False),
        ("classic", "from_6", 4, 2, True),
        ("classic_ancient", "from_7", 4, 2, False),
        ("classic_ancient", "from_7", 4, 3, True),
        ("classic", "from_6", 3, 2, False),
    ],
)
def test_from_a_number_of_cards_on_a_trade_is_forced_at_once(
    edition: str, chosen: str, mine: int, theirs: int, forced: bool
) -> None:
    match = blow(mine, theirs, edition, elimination_trade_from=chosen)
    assert {type(action) for action in match.actions()} == ({Trade} if forced else {Occupy})
    if forced:
        refused(match, Pass(), "trio.forced", "classic.elimination.2")


@rule("classic.elimination.3", "classic.elimination.5", "classic.godstorm.elimination")
def test_trading_stops_at_four_cards_and_the_armies_are_placed_at_once() -> None:
    match = blow(4, 5)  # nine cards: two sets, then three are left
    after_exchanges(match, 2)
    for armies in (8, 10):
        trade_any(match)
        if match.awaited and {type(action) for action in match.actions()} == {Choose}:
            match.play(next(iter(match.actions())))
        assert match.state.stock[0] == armies
        refused(match, Pass(), "reinforce.place_all", "classic.collect.5")
        refused(match, Occupy(3), "turn.not_now", "classic.elimination.5")
        if armies == 10:
            assert match.state.hand[0] == 3
            refused(match, Trade(tuple(ALL_CARDS[:3])), "trio.enough", "classic.elimination.3")
        match.play(Place("siberia", armies))
    assert {type(action) for action in match.actions()} == {Occupy}
    match.play(Occupy(3))
    assert any(isinstance(action, Attack) for action in match.actions())
    assert (match.armies("siberia"), match.armies("sakha")) == (24, 3)


@rule("classic.elimination.3")
def test_five_cards_left_are_still_too_many() -> None:
    match = blow(4, 4)
    trade_any(match)
    assert match.state.hand[0] == 5
    match.play(Place("siberia", match.state.stock[0]))
    assert {type(action) for action in match.actions()} == {Trade}
    trade_any(match)
    assert match.state.hand[0] == 2


@rule("classic.elimination.3")
def test_one_set_that_leaves_four_is_enough() -> None:
    match = blow(3, 4)
    trade_any(match)
    match.play(Place("siberia", match.state.stock[0]))
    assert {type(action) for action in match.actions()} == {Occupy}
    assert match.state.hand[0] == 4


@rule("classic.elimination.5", "classic.cards.14")
def test_extra_armies_are_once_in_a_turn_after_an_elimination_too() -> None:
    hand = [*SET, *SECOND_SET, THIRD_SET[0]]
    match = scene(
        {"siberia": (0, 9), "sakha": (2, 1), SET[0]: (0, 1), SECOND_SET[0]: (0, 1)},
        seats=3,
        luck=WIN,
        hands={0: hand[:3], 2: hand[3:]},
        phase="Reinforce",
    )
    match.play(Trade(SET))  # at the start of the turn: two more in Alberta
    assert match.armies(SET[0]) == 3
    match.play(Place("siberia", match.state.stock[0]))
    match.play(Attack("siberia", "sakha", 3))
    assert match.state.hand[0] == 4  # below the limit: nothing is forced
    assert {type(action) for action in match.actions()} == {Occupy}


@rule("classic.elimination.4")
def test_below_the_limit_sets_wait_for_the_next_turn() -> None:
    match = blow(3, 2)
    match.play(Occupy(3))
    refused(match, Trade(tuple(ALL_CARDS[:3])), "turn.not_now", "classic.turn.1")


@rule("classic.cards.3", "classic.godstorm.card_moment")
@pytest.mark.parametrize(("moment", "forced"), [("end_of_attacks", False), ("first_capture", True)])
def test_a_card_of_the_first_capture_counts_for_the_hand(moment: str, forced: bool) -> None:
    match = blow(4, 2, luck=[0] if forced else [], card_draw_moment=moment)
    assert match.state.hand[0] == 6 + forced
    assert {type(action) for action in match.actions()} == ({Trade} if forced else {Occupy})
    if forced:
        assert [one["fact"] for one in happened(match)][4:7] == ["DrewForCapture", "CardDrawn", "CardSeized"]
        trade_any(match)
        match.play(Place("siberia", match.state.stock[0]))
        match.play(Occupy(3))
        assert "CardDrawn" not in [one["fact"] for one in happened(match)]  # only one card a turn


@rule("classic.elimination.1")
def test_cards_pass_face_down() -> None:
    match = blow(1, 1)
    seized = next(one for one in match.entries[-1].facts if type(one).__name__ == "CardSeized")
    assert match.state.cards[number_of(match.game, "card", ALL_CARDS[1])] == 0
    assert type(seized.seen_by(1)).__name__ == "CardSeized"
    assert match.view(1).state.hand[0] == 2


# ------------------------------------------------------------------ victory
@rule("classic.win.1", "classic.info.6")
@pytest.mark.parametrize("edition", ["classic", "classic_ancient"])
def test_who_captures_all_42_territories_wins(edition: str) -> None:
    source, target, other = ("siberia", "sakha", "japan") if edition == "classic" else ("egypt", "kush", "roma")
    match = scene({target: (1, 1), other: (2, 1)}, edition, rest=(0, 4), seats=3, luck=[*WIN, *WIN])
    match.play(Attack(source, target, 3))
    assert not match.is_over  # 41 territories are not all
    neighbour = "pevek" if edition == "classic" else "liguria"
    match.play(Attack(neighbour, other, 3))
    assert ended(match) == ([0], "classic.win.1")
    assert all(match.owner(place) == 0 for place in match.game.board.places)
    refusal = match.why_not(Pass(), 0)
    assert refusal is not None
    assert refusal.clause == "game.over"


@rule("classic.win.1")
def test_there_is_no_time_limit() -> None:
    refusal = scene({"mexico": (0, 3)}).why_not(TimeUp(), -1)
    assert refusal is not None
    assert (refusal.clause, refusal.rule) == ("referee.time_up", "classic.win.1")


def test_the_symbols_of_our_cards_are_as_the_scenes_say() -> None:
    match = scene({"mexico": (0, 3)}, phase="Reinforce", hands={0: ONES})
    match.play(Trade(ONES))
    assert happened(match)[3] == fact("Exchanged", seat=0, number=1)
