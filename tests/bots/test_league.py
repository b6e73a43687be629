"""The league: every line-up is played, ratings are fitted to the results, and the table is written to the page."""

from itertools import combinations

from tools.tune.league import PAGE, TABLE, fit_ratings, insert_table, play_league, section

BOTS = ["random", "easy", "cautious", "captain@0.1", "captain"]


def test_every_line_up_plays_in_every_seat() -> None:
    """A round of a line-up has four games, in which each bot sits in each seat once."""
    games = list(play_league("classic", ["random", "easy", "cautious", "random:2"], 1, 1, 5))
    assert len(games) == TABLE
    assert {game.seated.index("cautious") for game in games} == set(range(TABLE))
    assert len(list(combinations(BOTS, TABLE))) == 5
    told = section("classic", ["random", "easy", "cautious", "random:2"], games, "the command")
    assert "| `cautious` | 1000 ± 0 |" in told
    assert "4 games: `the command`" in told


def test_who_wins_more_is_rated_higher() -> None:
    """The player with more wins is rated higher; a player without a win still has a rating."""
    games = list(play_league("classic", ["random", "easy", "cautious", "random:2"], 2, 1, 5))
    ratings = fit_ratings(games, ["random", "easy", "cautious", "random:2"])
    assert ratings["cautious"][0] > ratings["random"][0]
    assert all(error >= 0.0 and abs(rating) < 10_000 for rating, error in ratings.values())


def test_the_page_has_room_for_the_tables() -> None:
    page = insert_table(PAGE.read_text(encoding="utf-8"), "atlantis", "### atlantis\n\nsunk\n")
    assert "### atlantis\n\nsunk\n<!-- /league -->" in page
