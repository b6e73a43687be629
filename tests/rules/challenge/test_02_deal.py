"""The deal: counter-clockwise, never more than half a continent, and what the booklet leaves open."""

from collections import Counter

import pytest

from kamchatka.editions.challenge.deal import Diverted
from kamchatka.kernel.edges.wire import TakeColour
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.challenge.scenes import COLOURS, dealt
from tests.rules.modern.witness import PLACES, ZONES, happened

OCEANIA = ZONES["oceania"]
CAPS = {"north_america": 4, "south_america": 2, "europe": 3, "africa": 3, "asia": 6, "oceania": 2}


def deal_lines(match: Match) -> list[str]:
    """Describe the deal card by card: `siam>2` goes to seat 2, `siam!0` would have been too many for seat 0."""
    marks = {"Dealt": ">", "Diverted": "!"}
    return [f"{one['place']}{marks[one['fact']]}{one['seat']}" for one in happened(match) if one["fact"] in marks]


def luck_of(seed: int, seats: int, **options: object) -> Match:
    """Start a game with that seed and complete its deal."""
    match = Match.new("challenge", seats, options, seed=seed)
    for colour in COLOURS[:seats]:
        match.play(TakeColour(colour))
    return match


def lands_in_order(match: Match) -> list[int]:
    """Return the numbers of places held, from the first of hand on."""
    return [int(match.state.lands[seat]) for seat in list(match.state.order)[: match.seats]]


# ------------------------------------------------------------------ the plain deal
@rule("rtu.2.5b")
@pytest.mark.parametrize(
    ("seats", "first", "receivers"),
    [(3, 0, [2, 1, 0, 2, 1]), (4, 0, [3, 2, 1, 0, 3]), (4, 2, [1, 0, 3, 2, 1]), (5, 1, [0, 4, 3, 2, 1])],
)
def test_cards_go_one_by_one_from_the_dealers_right(seats: int, first: int, receivers: list[int]) -> None:
    """Cards go against the direction of play: each round starts with the last of hand and ends with the dealer."""
    cards = ["alaska", "peru", "iceland", "congo", "siam"]
    match = dealt(*cards, seats=seats, first=first)
    assert deal_lines(match)[:5] == [f"{card}>{seat}" for card, seat in zip(cards, receivers, strict=True)]
    assert [draw[0] for draw in match.entries[-1].draws[:42]] == list(range(42, 0, -1))


@rule("rtu.2.5b")
@pytest.mark.parametrize(("seats", "lands"), [(3, [14, 14, 14]), (4, [10, 10, 11, 11]), (5, [8, 8, 8, 9, 9])])
def test_the_surplus_goes_to_the_last_seats(seats: int, lands: list[int]) -> None:
    """Without the 50 % rule the sizes of hands are always these."""
    for seed in range(5):
        assert lands_in_order(luck_of(seed, seats, deal_half_continent_rule=False)) == lands


@rule("rtu.2.6a")
def test_one_tank_goes_on_each_territory_received() -> None:
    """A tank is placed right after each card, from the initial stock."""
    match = dealt(seats=3)
    told = happened(match)
    for i, one in enumerate(told):
        if one["fact"] == "Dealt":
            assert told[i + 1] == {"fact": "ArmiesPlaced", "seat": one["seat"], "place": one["place"], "armies": 1}
    assert list(match.state.armies) == [1] * 42
    assert [match.state.stock[seat] + match.state.lands[seat] for seat in range(3)] == [35] * 3


# ------------------------------------------------------------------ the 50 % rule
@rule("rtu.2.7a")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nobody_ever_holds_more_than_half_of_a_continent(seats: int) -> None:
    """Of 12, 9, 7, 6, 4 and 4 territories at most 6, 4, 3, 3, 2 and 2; each maximum is reached."""
    reached: Counter[str] = Counter()
    for seed in range(60):
        match = luck_of(seed, seats)
        assert sum(match.state.lands) == 42
        for zone, places in ZONES.items():
            held = Counter(match.owner(place) for place in places)
            assert max(held.values()) <= CAPS[zone]
            reached[zone] = max(reached[zone], *held.values())
    assert dict(reached) == CAPS


@rule("rtu.2.7a")
def test_without_the_rule_whole_continents_may_be_dealt() -> None:
    """With this option no card is diverted, whatever a seat holds."""
    cards = [card for place in OCEANIA for card in (place, *[PLACES[OCEANIA.index(place) * 2 + i] for i in range(2)])]
    match = dealt(*cards, seats=3, options={"deal_half_continent_rule": False})
    assert all(match.owner(place) == 2 for place in OCEANIA)
    assert not any(one["fact"] == "Diverted" for one in happened(match))


@rule("rtu.2.7a", "rtu.2.7b", "rtu.2.7c")
def test_a_card_too_many_goes_to_the_right_and_the_next_card_to_the_seat_skipped() -> None:
    """Seat 2's third of Oceania becomes seat 1's card of that round; seat 2 gets the next, then seat 0 is due."""
    first, second, third, _ = OCEANIA
    match = dealt(first, "alaska", "peru", second, "congo", "siam", third, "china", "india", "japan", seats=3)
    assert deal_lines(match)[:11] == [
        f"{first}>2",
        "alaska>1",
        "peru>0",
        f"{second}>2",
        "congo>1",
        "siam>0",
        f"{third}!2",
        f"{third}>1",
        "china>2",
        "india>0",
        "japan>2",
    ]


@rule("rtu.2.7d")
@pytest.mark.parametrize(("seats", "receivers"), [(3, [1, 0]), (4, [2, 1]), (5, [3, 2])])
def test_a_second_card_too_many_goes_two_seats_on(seats: int, receivers: list[int]) -> None:
    """Then the deal continues with the skipped seat, and both receivers have had their cards of the round."""
    fill = [place for place in PLACES if place not in OCEANIA][::5]
    last = seats - 1
    plain = [OCEANIA[0], *fill[:last], OCEANIA[1], *fill[last : 2 * last]]
    cards = [*plain, OCEANIA[2], OCEANIA[3], "china", "japan"]
    match = dealt(*cards, seats=seats)
    right, further = receivers
    after = (last - 3) % seats
    assert deal_lines(match)[len(plain) : len(plain) + 6] == [
        f"{OCEANIA[2]}!{last}",
        f"{OCEANIA[2]}>{right}",
        f"{OCEANIA[3]}!{last}",
        f"{OCEANIA[3]}>{further}",
        f"china>{last}",
        f"japan>{last if seats == 3 else after}",
    ]


@rule("rtu.2.7d")
def test_a_third_card_too_many_goes_round_again_without_the_offender() -> None:
    """With three players the third such card goes to the right neighbour again, who then misses two rounds."""
    south = ZONES["south_america"]
    plain = [
        OCEANIA[0],
        "alaska",
        "congo",
        OCEANIA[1],
        "ontario",
        "egypt",
        south[0],
        "quebec",
        "ukraine",
        south[1],
        "greenland",
        "india",
    ]
    match = dealt(*plain, OCEANIA[2], OCEANIA[3], south[2], "china", "japan", "siam", "chita", seats=3)
    assert deal_lines(match)[12:22] == [
        f"{OCEANIA[2]}!2",
        f"{OCEANIA[2]}>1",
        f"{OCEANIA[3]}!2",
        f"{OCEANIA[3]}>0",
        f"{south[2]}!2",
        f"{south[2]}>1",
        "china>2",
        "japan>2",
        "siam>0",
        "chita>2",
    ]


@rule("rtu.2.7b")
def test_if_the_neighbour_may_not_have_it_either_it_goes_on_to_the_right() -> None:
    """Seats 2 and 1 have three of Europe each, so the seventh, drawn for seat 2, ends with seat 0."""
    europe = ZONES["europe"]
    plain = [europe[0], europe[1], "alaska", europe[2], europe[3], "congo", europe[4], europe[5], "siam"]
    match = dealt(*plain, europe[6], "china", "japan", "india", seats=3)
    assert deal_lines(match)[9:14] == [f"{europe[6]}!2", f"{europe[6]}>0", "china>2", "japan>1", "india>2"]


@rule("rtu.2.7d")
def test_a_fourth_offence_goes_as_far_as_the_second() -> None:
    """With three players the cards alternate between right and left neighbour and never pass the seat itself."""
    south = ZONES["south_america"]
    plain = [OCEANIA[0], "alaska", "congo", OCEANIA[1], "ontario", "egypt", south[0], "quebec", "ukraine"]
    match = dealt(*plain, south[1], "greenland", "india", OCEANIA[2], OCEANIA[3], south[2], south[3], "china", seats=3)
    diverted = [OCEANIA[2], OCEANIA[3], south[2], south[3]]
    assert [one for one in deal_lines(match)[12:20] if ">" in one] == [
        f"{place}>{seat}" for place, seat in zip(diverted, (1, 0, 1, 0), strict=True)
    ]


@rule("rtu.2.7c")
def test_offences_are_counted_anew_once_the_seat_has_its_card() -> None:
    """A later surplus card counts as the first again: it goes to the right neighbour."""
    plain = [OCEANIA[0], "alaska", "congo", OCEANIA[1], "ontario", "egypt"]
    match = dealt(*plain, OCEANIA[2], "china", "japan", OCEANIA[3], "siam", seats=3)
    assert deal_lines(match)[6:12] == [
        f"{OCEANIA[2]}!2",
        f"{OCEANIA[2]}>1",
        "china>2",
        "japan>0",
        f"{OCEANIA[3]}!2",
        f"{OCEANIA[3]}>1",
    ]


# ------------------------------------------------------------------ uneven hands
def uneven() -> int:
    """Return a seed whose deal for three leaves hands of sizes that a plain deal can't leave."""
    return next(seed for seed in range(500) if lands_in_order(luck_of(seed, 3)) != [14, 14, 14])


@rule("rtu.2.7d")
def test_when_the_deck_ends_uneven_hands_stand() -> None:
    """The last card was diverted, and no card was left to compensate the skipped seat."""
    match = luck_of(uneven(), 3)
    told = happened(match)
    assert not any(one["fact"] == "DealRepeated" for one in told)
    assert sorted(lands_in_order(match))[0] < 14
    assert sum(lands_in_order(match)) == 42


@rule("rtu.2.7d")
def test_a_table_may_have_uneven_hands_dealt_again() -> None:
    """With the option the deal repeats until hands have the sizes of a plain deal; only that deal is on the board."""
    match = luck_of(uneven(), 3, deal_uneven_counts="redeal")
    facts: list[Fact] = list(match.entries[-1].facts)
    assert any(type(one).__name__ == "DealRepeated" for one in facts)
    assert lands_in_order(match) == [14, 14, 14]
    assert sum(type(one).__name__ == "Dealt" for one in facts) == 42
    repeats = sum(type(one).__name__ == "DealRepeated" for one in facts)
    assert [draw[0] for draw in match.entries[-1].draws[:84]] == [*range(42, 0, -1), *range(42, 0, -1)]
    assert len(match.entries[-1].draws) == 42 * (repeats + 1) + 3
    assert all(one.seat in range(3) for one in facts if isinstance(one, Diverted))


@rule("rtu.2.7d")
@pytest.mark.parametrize("seats", [4, 5])
def test_even_hands_are_not_dealt_again(seats: int) -> None:
    """Hands that differ by one card, as after a plain deal, are even."""
    plain = [10, 10, 11, 11] if seats == 4 else [8, 8, 8, 9, 9]
    seed = next(seed for seed in range(50) if lands_in_order(luck_of(seed, seats)) == plain)
    match = luck_of(seed, seats, deal_uneven_counts="redeal")
    assert not any(one["fact"] == "DealRepeated" for one in happened(match))
