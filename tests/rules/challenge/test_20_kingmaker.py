"""Kingmaker: cards given in secret before the first turn, and a colour revealed by each player at the end."""

from itertools import permutations

import pytest

from kamchatka.editions.challenge.closing import TimeExpired
from kamchatka.editions.challenge.kingmaker import KingsRevealed, KingTaken
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack, Pass, TakeColour, TimeUp
from kamchatka.kernel.state import HIDDEN, NOBODY
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match, play_numeric
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.challenge.kings import (
    LIKE_MOST,
    NAMES,
    OBJECTIVES,
    ON,
    OWNERS,
    ROWS,
    SPREAD,
    Row,
    at_the_reveal,
    give,
    giving,
    hands,
    revealed,
    spread,
)
from tests.rules.challenge.scenes import COLOURS, VALUES, dealt, eliminate, marked, mustered, own, table
from tests.rules.modern.scene import ended, fact_lines
from tests.rules.modern.witness import PLACES, happened, refused, written


# ------------------------------------------------------------------ whether it is played
@rule("rtu.king.1", "rtu.2.1", "rtu.1.6")
def test_kingmaker_is_an_option_and_off_as_the_booklet_proposes() -> None:
    """Without it nobody is asked for cards and there are none: the first turn follows the placement."""
    match = mustered(dealt())
    assert match.state.round == 1
    assert (list(own(match).given), list(own(match).kings)) == ([], [])


@rule("rtu.king.2", "rtu.king.3", "rtu.king.4", "rtu.2.1", "rtu.1.6")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_after_the_placement_each_has_a_card_for_every_colour_in_play(seats: int) -> None:
    """Everybody gets one card of each colour in play, including the own colour, and a Challenge card."""
    match = giving(seats)
    assert match.state.round == 0
    assert match.awaited == list(range(seats))
    for seat in range(seats):
        neighbour = COLOURS[(seat + 1) % seats]
        assert set(match.actions(seat)) == {TakeColour(colour) for colour in COLOURS[:seats] if colour != neighbour}
    assert list(own(match).played) == [0] * seats
    unplayed = [colour for colour in COLOURS if colour not in COLOURS[:seats]]
    for colour in unplayed:
        refused(match, TakeColour(colour), "kingmaker.colours", "rtu.king.3", seat=0)


# ------------------------------------------------------------------ giving
@rule("rtu.king.5")
def test_each_gives_a_card_to_every_rival_and_keeps_one() -> None:
    """Players make three choices each, in the order of play, and keep the last card. Others may give meanwhile."""
    match = giving()
    match.play(TakeColour("red"), 0)
    match.play(TakeColour("red"), 2)
    assert match.awaited == [0, 1, 2, 3]
    refused(match, TakeColour("red"), "kingmaker.one_each", "rtu.king.5", seat=0)
    refused(match, Pass(), "turn.not_now", "rtu.king.5", seat=0)
    match.play(TakeColour("yellow"), 0)
    match.play(TakeColour("green"), 0)
    assert fact_lines(match) == ["KingGiven by=0 colour=green seat=3", "KingGiven by=0 colour=blue seat=0"]
    assert match.awaited == [1, 2, 3]
    refused(match, TakeColour("green"), "turn.not_asked", "rtu.king.5", seat=0)


@rule("rtu.king.6")
@pytest.mark.parametrize(("seats", "distributions"), [(3, 2), (4, 9), (5, 44)])
def test_nobody_may_get_the_card_of_its_own_colour(seats: int, distributions: int) -> None:
    """There are 2, 9 or 44 ways: all that leave nobody with its own colour can be given, and no others."""
    start = giving(seats).position()
    found = set()
    for row in permutations(COLOURS[:seats]):
        match = Match.from_position(start, ON)
        given: Row = dict(enumerate(row))
        steps = [TakeColour(given[(2 + i) % seats]) for i in range(1, seats)]
        for step in steps:
            if step not in set(match.actions(2)):
                refused(match, step, "kingmaker.own_colour", "rtu.king.6", seat=2)
                break
            match.play(step, 2)
        else:
            found.add(row)
    assert len(found) == distributions
    assert found == {row for row in permutations(COLOURS[:seats]) if all(row[i] != COLOURS[i] for i in range(seats))}


@rule("rtu.king.7", "rtu.king.8")
def test_when_all_have_given_everybody_takes_up_the_cards() -> None:
    """Each takes four cards, none of its own colour, and the first turn begins. No card is taken before."""
    match = giving()
    for giver in (3, 1, 0):
        give(match, giver, SPREAD[giver])
    assert hands(match) == [{}, {}, {}, {}]
    give(match, 2, SPREAD[2])
    assert hands(match) == [
        {"blue": 1, "green": 1, "yellow": 2},
        {"red": 2, "blue": 1, "green": 1},
        {"yellow": 1, "red": 1, "blue": 2},
        {"green": 2, "yellow": 1, "red": 1},
    ]
    assert (match.state.round, match.awaited) == (1, [0])
    taken = [one for one in happened(match) if one["fact"] == "KingTaken"]
    assert [one["seat"] for one in taken[:4]] == [0] * 4
    assert [one["colour"] for one in taken[:4]] == ["yellow", "yellow", "green", "blue"]


@rule("rtu.king.5", "rtu.king.7")
def test_what_was_given_is_known_to_the_giver_and_what_is_held_to_the_holder() -> None:
    """Facts and views hide the rest; worlds imagined from a view agree with the viewer's knowledge."""
    match = giving()
    give(match, 0, SPREAD[0])
    seen = [one.seen_by(1) for entry in match.entries[-3:] for one in entry.facts]
    assert [one["colour"] for one in written(match, seen)] == ["?"] * 4
    kept = [one.seen_by(0) for entry in match.entries[-3:] for one in entry.facts]
    assert [one["colour"] for one in written(match, kept)] == ["red", "yellow", "green", "blue"]
    assert list(match.view(1).state.edition_state.rows()[4][:4]) == [HIDDEN] * 4
    assert list(match.view(0).state.edition_state.rows()[4][:4]) == [3, 0, 1, 2]
    for giver in (1, 2, 3):
        give(match, giver, SPREAD[giver])
    taken = [one for one in match.entries[-1].facts if isinstance(one, KingTaken)]
    assert [one["colour"] for one in written(match, [one.seen_by(1) for one in taken])][:4] == ["?"] * 4
    assert "?" not in [one["colour"] for one in written(match, [one.seen_by(1) for one in taken])][4:8]
    assert match.view(2).state.edition_state.rows()[5][8:12] == [1, 1, 0, 2]
    assert match.view(2).state.edition_state.rows()[5][:8] == [HIDDEN] * 8


@rule("rtu.king.7")
@pytest.mark.parametrize("seat", [-1, 0, 2])
@pytest.mark.parametrize("givers", [0, 1, 2, 4])
def test_imagined_cards_agree_with_what_a_seat_knows(seat: int, givers: int) -> None:
    """The cards form a legal distribution, the viewer's own are unchanged, and worlds differ from each other."""
    match = giving()
    for giver in range(givers):
        give(match, giver, SPREAD[giver])
    known = view(match.table, seat)
    worlds = set()
    for seed in range(30):
        world = imagine(match.game, known, FastChance(seed))
        assert view(world, seat).state.edition_state.rows() == known.state.edition_state.rows()
        given = world.state.edition_state.rows()[4]
        for giver in range(givers):
            row = given[giver * 4 : giver * 4 + 4]
            assert sorted(row) == [0, 1, 2, 3]
            assert all(row[to] != to for to in range(4))
        assert all(cell == NOBODY for cell in given[givers * 4 :])
        worlds.add(tuple(given))
    assert (len(worlds) > 1) == (givers > (1 if seat == 0 else 0))


# ------------------------------------------------------------------ the game in between
@rule("rtu.king.9")
def test_the_game_itself_is_unchanged() -> None:
    """Completing an objective wins at once; no card is revealed, and points are counted as in any game."""
    holdings = {place: (0, 4) for place in marked(13) if place != "siam"} | {"siam": (1, 1)}
    match = table(
        holdings, objectives={0: "objective_13", 1: "objective_7"}, colours=NAMES, luck=faces(6, 6, 6, 1), options=ON
    )
    spread(match, ROWS)
    match.play(Attack("china", "siam", 3))
    assert ended(match) == ([0], "rtu.8.2a")
    assert revealed(match) == []
    assert own(match).points[0] == 100


@rule("rtu.king.9", "rtu.king.13")
@pytest.mark.parametrize("round", [1, 5])
@pytest.mark.parametrize(
    ("row", "totals", "winner", "clause", "cites"),
    [
        ({0: "green", 1: "yellow", 2: "red", 3: "blue"}, [148, 151, 0, 0], 1, "end.kingmaker", "rtu.king.12"),
        (LIKE_MOST, [100, 51, 100, 48], 0, "end.kingmaker_points", "rtu.king.13"),
    ],
)
def test_a_table_may_score_a_hundred_and_let_the_cards_decide(
    row: Row, totals: list[int], winner: int, clause: str, cites: str, round: int
) -> None:
    """With the option the objective is worth 100 points and each of its cards 25: four cards beat it or tie."""
    holdings = {place: (0, 4) for place in marked(13) if place != "siam"} | {"siam": (1, 1)}
    match = table(
        holdings,
        objectives={0: "objective_13", 1: "objective_16"},
        colours=NAMES,
        luck=faces(6, 6, 6, 1),
        options={**ON, "kingmaker_on_objective": "score_hundred"},
        round=round,
    )
    spread(match, [row] * 4)
    match.play(Attack("china", "siam", 3))
    assert list(own(match).points) == [100, 51, 0, 0]
    assert [one["points"] for one in happened(match) if one["fact"] == "Scored"] == [100, 51, 0, 0]  # once each
    assert [total for *_, total in revealed(match)] == totals
    assert (ended(match), match.state.ending) == (([winner], cites), clause)


@rule("rtu.10.5", "rtu.king.9")
@pytest.mark.parametrize(
    ("late", "points"), [("territory_sum", sum(VALUES[place] for place in marked(13))), ("hundred", 100)]
)
@pytest.mark.parametrize("expired", [False, True])
def test_an_objective_after_time_scores_what_the_table_agreed_on(late: str, points: int, expired: bool) -> None:
    """Late it is worth its territories, or 100 with the option; before time is up it is always worth 100."""
    holdings = {place: (0, 4) for place in marked(13) if place != "siam"} | {"siam": (1, 1)}
    match = table(
        holdings,
        objectives={0: "objective_13", 1: "objective_16"},
        colours=NAMES,
        luck=faces(6, 6, 6, 1),
        options={**ON, "kingmaker_on_objective": "score_hundred", "late_objective_points": late},
        round=10,
    )
    spread(match, [LIKE_MOST] * 4)
    if expired:
        match.referee(TimeUp())
    match.play(Attack("china", "siam", 3))
    assert list(own(match).points) == [points if expired else 100, 51, 0, 0]


@rule("rtu.7.1b", "rtu.king.9")
@pytest.mark.parametrize("reveal", ["auto_best", "player_choice"])
def test_the_last_seat_wins_without_the_cards_and_has_its_points(reveal: str) -> None:
    """The last conquest also completes the objective: nobody is left to reveal a card."""
    holdings = {"china": (0, 4), "siam": (1, 1)}
    match = table(
        holdings,
        rest=(0, 1),
        seats=3,
        objectives={0: "objective_13", 1: "objective_7", 2: "objective_8"},
        colours=NAMES[:3],
        luck=faces(6, 6, 6, 1),
        options={**ON, "kingmaker_on_objective": "score_hundred", "kingmaker_reveal": reveal},
    )
    eliminate(match, 2, by=1)
    match.play(Attack("china", "siam", 3))
    assert ended(match) == ([0], "rtu.7.1b")
    assert list(own(match).points) == [100, 0, 0]
    assert revealed(match) == []
    assert match.game.steps[match.state.agenda[-1].step].name() != "RevealKings"


# ------------------------------------------------------------------ the reveal
@rule("rtu.king.10", "rtu.king.11")
def test_a_colour_revealed_is_one_that_is_held() -> None:
    """Nobody has points, so no card adds any; everybody still reveals a colour in its hand."""
    holdings = {"peru": (3, 2), "brazil": (3, 1), "siam": (0, 1), "congo": (2, 1)}
    match = table(holdings, phase="StrategicMove", turn=3, round=10, luck=faces(1, 1), colours=NAMES, options=ON)
    spread(match, [LIKE_MOST] * 4)
    match.table.note(TimeExpired(10))
    match.play(Pass())
    assert revealed(match) == [("red", 4, 0, 0), ("blue", 4, 0, 0), ("yellow", 4, 0, 0), ("green", 4, 0, 0)]


@rule("rtu.king.10", "rtu.king.11", "rtu.king.12")
def test_the_booklets_example() -> None:
    """45, 38, 22, 15 points; 11, 9, 5, 3 a card; 54, 53, 55, 33 in total: blue, third on points, wins."""
    match = at_the_reveal()
    assert hands(match) == [
        {"green": 1, "red": 3},
        {"blue": 3, "red": 1},
        {"yellow": 3, "green": 1},
        {"green": 2, "yellow": 1, "blue": 1},
    ]
    match.play(Pass())
    assert list(own(match).points) == [45, 38, 22, 15]
    assert revealed(match) == [("green", 1, 9, 54), ("blue", 3, 5, 53), ("yellow", 3, 11, 55), ("green", 2, 9, 33)]
    assert ended(match) == ([2], "rtu.king.12")


@rule("rtu.king.11")
def test_a_table_may_let_everybody_choose_the_colour() -> None:
    """With the option a player reveals any colour in hand, with all its cards; players choose at the same time."""
    match = at_the_reveal(kingmaker_reveal="player_choice")
    match.play(Pass())
    assert match.awaited == [0, 1, 2, 3]
    assert set(match.actions(3)) == {TakeColour("green"), TakeColour("yellow"), TakeColour("blue")}
    refused(match, TakeColour("red"), "kingmaker.held", "rtu.king.11", seat=3)
    refused(match, Pass(), "turn.not_now", "rtu.king.11", seat=3)
    for seat, colour in ((3, "blue"), (1, "red"), (0, "red")):
        match.play(TakeColour(colour), seat)
        assert not match.is_over
    assert match.awaited == [2]
    match.play(TakeColour("green"), 2)
    assert revealed(match) == [("blue", 1, 5, 20), ("red", 1, 3, 41), ("red", 3, 3, 54), ("green", 1, 9, 31)]
    assert ended(match) == ([0], "rtu.king.12")


@rule("rtu.king.7", "rtu.king.11")
@pytest.mark.parametrize("viewer", [-1, 0, 2])
def test_imagined_hands_agree_with_what_has_been_revealed(viewer: int) -> None:
    """Two seats have revealed a colour: in every imagined deal they hold as many cards of it."""
    match = giving(kingmaker_reveal="player_choice")
    for giver in range(4):
        give(match, giver, SPREAD[giver])
    hands_before = list(own(match).kings)
    for seat in (1, 3):
        king = next(colour for colour in range(4) if hands_before[seat * 4 + colour])
        match.table.note(KingsRevealed(seat, match.state.colour[king], hands_before[seat * 4 + king], 0, 0))
    known = view(match.table, viewer)
    shown = [n for n, count in enumerate(known.state.edition_state.rows()[5]) if count != HIDDEN]
    assert len(shown) >= 2
    for seed in range(40):
        world = imagine(match.game, known, FastChance(seed))
        hands_there = world.state.edition_state.rows()[5]
        assert [hands_there[n] for n in shown] == [hands_before[n] for n in shown]
        assert all(sum(hands_there[seat * 4 : seat * 4 + 4]) == 4 for seat in range(4))
        assert all(hands_there[seat * 5] == 0 for seat in range(4))


@rule("rtu.king.7", "rtu.king.8", "rtu.king.11")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_imagined_hands_keep_what_is_known_however_much_is_revealed(seats: int) -> None:
    """Cards are given at random, then revealed seat by seat: every imagined world agrees with what the viewer saw."""
    for game in range(8):
        match = giving(seats, kingmaker_reveal="player_choice")
        luck = FastChance(game)
        while match.game.steps[match.state.agenda[-1].step].name() == "GiveKings":
            seat = match.awaited[0]
            play_numeric(match, match.options(seat).sample(luck), seat)
        for seat in range(seats):
            for viewer in range(-1, seats):
                known = view(match.table, viewer)
                world = imagine(match.game, known, FastChance(game))
                assert view(world, viewer).state.edition_state.rows() == known.state.edition_state.rows()
                given = world.state.edition_state.rows()[4]
                rows = [given[giver * seats : (giver + 1) * seats] for giver in range(seats)]
                assert all(sorted(row) == list(range(seats)) for row in rows)
                assert all(row[to] != to for row in rows for to in range(seats))
            hand = list(own(match).kings)[seat * seats : (seat + 1) * seats]
            king = hand.index(max(hand))
            match.table.note(KingsRevealed(seat, match.state.colour[king], hand[king], 0, 0))


@rule("rtu.king.9", "rtu.king.10")
def test_the_eliminated_reveal_nothing_but_still_count_as_players() -> None:
    """Blue is out, so its colour is worth nothing, but points are still divided by four."""
    holdings = {place: (1 if seat == 2 else seat, 1) for place, seat in OWNERS.items()} | {"peru": (3, 2)}
    match = table(
        holdings,
        phase="StrategicMove",
        turn=3,
        round=10,
        luck=faces(1, 1),
        objectives=OBJECTIVES,
        colours=NAMES,
        options={**ON, "kingmaker_reveal": "player_choice"},
    )
    eliminate(match, 2, by=1)
    spread(match, ROWS)
    match.table.note(TimeExpired(10))
    match.play(Pass())
    assert match.awaited == [0, 1, 3]
    green = int(own(match).points[1])
    match.play(TakeColour("blue"), 1)
    match.play(TakeColour("green"), 3)
    match.play(TakeColour("green"), 0)
    assert revealed(match) == [
        ("blue", 3, 0, green),
        ("green", 2, green // 4, 15 + 2 * (green // 4)),
        ("green", 1, green // 4, 45 + green // 4),
    ]
    assert own(match).points[2] == 0


# ------------------------------------------------------------------ ties
def level(points: dict[int, list[str]], rows: list[Row], first: int = 0) -> Match:
    """Close a game where each seat holds these places of objective 13; seat 3, without a card, has the rest."""
    holdings = {place: (seat, 1) for seat, places in points.items() for place in places}
    last = (first - 1) % 4
    mine = next(place for place in PLACES if holdings.get(place, (3, 1))[0] == last)
    match = table(
        holdings | {mine: (last, 2)},
        rest=(3, 1),
        phase="StrategicMove",
        turn=last,
        round=10,
        first=first,
        luck=faces(1, 1),
        objectives=dict.fromkeys(points, "objective_13"),
        colours=NAMES,
        options=ON,
    )
    spread(match, rows)
    match.table.note(TimeExpired(10))
    match.play(Pass())
    return match


@rule("rtu.king.13")
@pytest.mark.parametrize(("first", "winner"), [(0, 2), (1, 2), (2, 1), (3, 2)])
def test_still_level_the_later_in_the_order_of_play_wins(first: int, winner: int) -> None:
    """Seats 1 and 2 have 6 points each and four cards of each other's colour."""
    match = level(
        {0: ["alaska"], 1: ["ontario"], 2: ["middle_east"]}, [{0: "red", 1: "blue", 2: "green", 3: "yellow"}] * 4, first
    )
    assert list(own(match).points)[:3] == [3, 6, 6]
    assert [total for *_, total in revealed(match)] == [3, 10, 10, 0]
    assert ended(match) == ([winner], "rtu.king.13")
    assert match.state.ending == "end.kingmaker_hand"
