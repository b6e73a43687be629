"""The state: copies that share nothing mutable, and simple queries about the order of seats."""

from collections.abc import Iterator
from itertools import permutations, product

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.state import (
    DECK,
    DISCARD,
    HIDDEN,
    NOBODY,
    EditionState,
    NoEditionState,
    PlainFrame,
    State,
    blank_state,
    deal_hidden,
    fill,
)

ROWS = ("owner", "armies", "cards", "lands", "held", "stock", "hand", "objective", "colour", "out_by")
MARKS = ("fallen", "first", "turn", "round", "conquests", "reshuffles", "winners", "over", "ending")


def full() -> State:
    """Return a state in which every field has a distinct value."""
    state = blank_state(3, 4, 2, 5, NoEditionState())
    for n, row in enumerate(ROWS):
        for i in range(len(getattr(state, row))):
            getattr(state, row)[i] = 100 * n + i
    for n, mark in enumerate(MARKS[:-2], start=1):
        setattr(state, mark, n)
    state.over, state.ending, state.order = True, "end.somehow", vec[i64]([2, 0, 1])
    state.agenda.append(PlainFrame(3, 1))
    return state


def values(state: State) -> dict[str, object]:
    """Return all values of the state."""
    rows: dict[str, object] = {row: list(getattr(state, row)) for row in ROWS}
    marks = {mark: getattr(state, mark) for mark in MARKS}
    rows["order"] = list(state.order)[: state.seats]
    return {**rows, **marks, "agenda": list(state.agenda), "seats": state.seats}


def test_a_blank_state_is_an_empty_board_and_a_full_box() -> None:
    state = blank_state(3, 4, 2, 5, NoEditionState())
    assert values(state) == {
        "owner": [NOBODY] * 4,
        "armies": [0] * 4,
        "cards": [DECK] * 5,
        "lands": [0] * 3,
        "held": [0] * 6,
        "stock": [0] * 3,
        "hand": [0] * 3,
        "objective": [NOBODY] * 3,
        "colour": [NOBODY] * 3,
        "out_by": [NOBODY] * 3,
        "fallen": 0,
        "first": NOBODY,
        "turn": NOBODY,
        "round": 0,
        "conquests": 0,
        "reshuffles": 0,
        "winners": 0,
        "over": False,
        "ending": "",
        "agenda": [],
        "seats": 3,
        "order": [0, 1, 2],
    }


def test_a_copy_is_equal_and_independent() -> None:
    state = full()
    copy, before = state.copy(), values(full())
    assert {**values(copy), "agenda": 0} == {**before, "agenda": 0}
    assert copy.agenda[0] is state.agenda[0]
    for row in ROWS:
        getattr(copy, row)[0] += 7
    for mark in MARKS[:-2]:
        setattr(copy, mark, 99)
    copy.over, copy.ending, copy.order = False, "", vec[i64]([0, 1, 2])
    copy.agenda.append(PlainFrame(0, 0))
    assert {**values(state), "agenda": 0} == {**before, "agenda": 0}
    assert len(state.agenda) == 1
    assert [values(copy)[row] != before[row] for row in ROWS] == [True] * len(ROWS)


def test_fill() -> None:
    assert list(fill(3, -1)) == [-1, -1, -1]
    assert list(fill(0, 5)) == []


def test_hidden_cards_are_dealt_to_those_who_are_seen_to_hold_them() -> None:
    """Seat 0 shows one of its three cards, seat 1 its only one; of five hidden cards two stay in the deck."""
    where = vec[i64]([0, HIDDEN, HIDDEN, DISCARD, HIDDEN, HIDDEN, HIDDEN])
    luck = ScriptedChance([0, 3, 1])  # the first of 1 2 4 5 6; the last of 6 2 4 5; the second of 6 2 4
    deal_hidden(where, vec[i64](list(range(7))), vec[i64]([3, 1]), luck)
    assert list(where) == [0, 0, 1, DISCARD, DECK, 0, DECK]
    assert luck.count_unused() == 0


def tables(most: int) -> Iterator[tuple[State, list[int]]]:
    """Yield tables of every size and in every order of play, with that order."""
    for seats in range(2, most + 1):
        for order in permutations(range(seats)):
            state = blank_state(seats, 1, 1, 0, NoEditionState())
            state.order = vec[i64](list(order))
            yield state, list(order)


def test_the_order_of_play_is_as_seated_unless_something_settles_it() -> None:
    for seats in range(2, 9):
        state = blank_state(seats, 1, 1, 0, NoEditionState())
        assert [state.rank(seat) for seat in range(seats)] == list(range(seats))
        assert [state.after(seat) for seat in range(seats)] == [(seat + 1) % seats for seat in range(seats)]


def test_the_next_seat_on_every_table() -> None:
    for state, order in tables(4):
        for rank, seat in enumerate(order):
            assert state.rank(seat) == rank
            assert state.after(seat) == order[(rank + 1) % len(order)]
        for out in range(bit(len(order)) - 1):  # at least one seat is left
            for seat in order:
                state.out_by[seat] = NOBODY if not out >> seat & 1 else 0
            for rank, seat in enumerate(order):
                assert state.is_alive(seat) == (not out >> seat & 1)
                following = order[rank + 1 :] + order[: rank + 1]
                assert state.next_alive(seat) == next(other for other in following if not out >> other & 1)


def test_passes_on_every_table() -> None:
    """Going from a seat to a later one passes that seat and all between, but not the later one."""
    for state, order in tables(5):
        for seat, following, mark in product(order, repeat=3):
            steps = (order.index(following) - order.index(seat)) % len(order) or len(order)  # alone, a whole lap
            behind = [order[(order.index(seat) + i) % len(order)] for i in range(steps)]
            assert state.passes(seat, following, mark) == (mark in behind), (order, seat, following, mark)


def test_frames_and_extras_hide_nothing_of_their_own_accord() -> None:
    frame, own, state = PlainFrame(3, 1), NoEditionState(), full()
    assert (frame.step, frame.seat) == (3, 1)
    assert frame.seen_by(0) is frame
    assert frame.imagined(state, ScriptedChance([])) is frame
    assert own.copy() is own
    assert own.rows() == []
    assert isinstance(own.seen_by(0), EditionState)
    assert isinstance(own.imagined(state, ScriptedChance([])), EditionState)
    own.load([[1]])
    assert own.rows() == []
