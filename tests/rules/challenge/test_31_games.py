"""Random games whose time is up in an early round: they end, and their counts agree with the board."""

import pytest

from kamchatka.editions.challenge.closing import ClosingSpared, ClosingThrown
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import TimeUp
from kamchatka.match import Match, play_numeric
from tests.rulemark import rule
from tests.rules.challenge.scenes import VALUES, marked, own
from tests.rules.modern.witness import PLACES

ENDINGS = {"end.points", "end.outside", "end.last_hand", "end.objective", "end.survivor"}


def played(seed: int, seats: int, options: dict[str, object]) -> Match:
    """Play a random game whose time is up in round 1, 2 or 3."""
    match, luck = Match.new("challenge", seats, options, seed=seed), FastChance(seed + 1)
    while not match.is_over:
        if match.state.round == 1 + seed % 3 and not own(match).last_round:
            match.referee(TimeUp())
        seat = match.awaited[luck.below(len(match.awaited))]
        play_numeric(match, match.options(seat).sample(luck), seat)
        assert len(match.entries) < 5000
    return match


@rule("rtu.9.3a", "rtu.10.1", "rtu.10.2")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_games_end_with_the_points_of_the_board(seats: int) -> None:
    """The winner has the most points, and points are the values of the places held of the objective."""
    for seed in range(4):
        match = played(seed, seats, {"challenge_card": "on"})
        assert match.state.ending in ENDINGS
        cards = [marked(1 + int(match.state.objective[seat])) for seat in range(seats)]
        points = [sum(VALUES[place] for place in card if match.owner(place) == seat) for seat, card in enumerate(cards)]
        if match.state.ending != "end.objective":
            assert list(own(match).points) == points
            assert points[match.winners[0]] == max(points)


@rule("rtu.9.2a", "rtu.9.4a")
def test_every_turn_after_the_last_round_has_its_throw_or_is_spared() -> None:
    """Throws and exemptions add up to the turns since the last turn of the last round; only the last throw closes."""
    for seed in range(6):
        match = played(seed, 4, {})
        turns = [one for one in match.journal if type(one).__name__ == "TurnBegan"]
        late = sum(one.round > own(match).last_round for one in turns)  # type: ignore[attr-defined]
        thrown = [one for one in match.journal if isinstance(one, ClosingThrown)]
        spared = sum(isinstance(one, ClosingSpared) for one in match.journal)
        if match.state.ending in ("end.points", "end.outside", "end.last_hand"):
            assert len(thrown) + spared == late + 1
            assert [one.one + one.other <= one.threshold for one in thrown] == [False] * (len(thrown) - 1) + [True]


@rule("rtu.king.8")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_always_holds_as_many_cards_as_players_none_of_the_own_colour(seats: int) -> None:
    """The numbers are the same however the cards are given."""
    for seed in range(4):
        kings = played(
            seed, seats, {"kingmaker": True, "kingmaker_reveal": "player_choice"}
        ).state.edition_state.rows()[5]
        rows = [kings[seat * seats : seat * seats + seats] for seat in range(seats)]
        assert all(sum(row) == seats and row[seat] == 0 for seat, row in enumerate(rows))
        assert all(sum(row[king] for row in rows) == seats for king in range(seats))


def test_the_board_is_always_whole() -> None:
    """All 42 places are held, each by at least one army."""
    match = played(7, 5, {"deal_uneven_counts": "redeal", "garrison_exception": "only_four_three"})
    assert all(match.owner(place) is not None and match.armies(place) > 0 for place in PLACES)
