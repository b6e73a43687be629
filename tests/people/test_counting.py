"""Which rated games count, and for whom: games that weren't really played raise no rating."""

from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.ratings.pairs import MOST_OF_A_PAIR
from kamchatka.server.ratings.profiles import Profiles
from kamchatka.server.ratings.skill import LISTED_GAMES, LISTED_OPPONENTS, SURE, Skill
from kamchatka.server.storage import schema
from kamchatka.server.storage.results import NOT_COMPUTED
from tests.people.games import DAY, Club, RatedGame
from tests.people.kit import database_in, people, rated_table, rating_of
from tests.server.running import Server
from tests.server.together import together


@together
async def test_a_partner_who_leaves_at_once_raises_nobody(tmp_path: Path) -> None:
    """In the attack that gained 2097 points, only the partner loses now, and none of the games is listed."""
    async with database_in(tmp_path) as database:
        club = Club(database)
        for _ in range(6):
            game = await club.game(1, 2)
            await game.stand_up(1)
            await game.call_off()
            assert (await game.count()).verdict == "too_short"
            club.times[0] += DAY
        assert await club.rating(1) is None
        left = await club.rating(2)
        assert left is not None
        assert (left.games, left.times_left, left.wins) == (6, 6, 0)
        assert left.mu < 25.0


@together
async def test_a_win_against_a_bot_that_stands_in_from_the_start_is_not_rated(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        club = Club(database)
        game = await club.game(1, 2)
        await game.stand_up(1)
        await game.play(lambda game: False)
        assert (await game.count()).verdict == "too_short"
        assert (await club.mu(1), await club.mu(2) < 25.0) == (25.0, True)


@together
async def test_a_win_is_real_when_the_other_leaves_after_three_turns(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        club = Club(database)
        game = await club.game(1, 2)
        await game.play_rounds(3)
        await game.stand_up(1)
        await game.call_off()
        assert await game.count() == ("settled", [None, 2])
        assert await club.mu(1) > 25.0 > await club.mu(2)


@pytest.mark.parametrize(("rounds", "verdict"), [(2, "too_short"), (3, "settled")])
def test_three_turns_of_each_are_needed_before_a_game_that_is_broken_off_counts(
    rounds: int, verdict: str, tmp_path: Path
) -> None:
    @together
    async def play() -> None:
        async with database_in(tmp_path) as database:
            game = await Club(database).game(1, 2)
            await game.play_rounds(rounds)
            await game.stand_up(0)
            await game.call_off()
            assert (await game.count()).verdict == verdict

    play()


@together
async def test_those_who_play_on_are_rated_among_each_other_without_the_deserter(tmp_path: Path) -> None:
    """If one of three players leaves at once, the others are rated as a pair and the deserter loses to both."""
    async with database_in(tmp_path) as database:
        club = Club(database)
        game = await club.game(1, 2, 3, edition="modern")
        await game.stand_up(0)
        await game.play(lambda game: False)
        verdict, places = await game.count()
        assert (verdict, places[0]) == ("settled", 3)
        first, second = sorted((1, 2), key=lambda seat: places[seat] or 0)
        winner, loser = await club.mu(first + 1), await club.mu(second + 1)
        assert winner - 25.0 == pytest.approx(25.0 - loser) != 0.0
        assert await club.mu(1) < 25.0


@together
async def test_an_eliminated_player_who_stands_up_keeps_the_place(tmp_path: Path) -> None:
    """Of two eliminated players, the later one leaves the table and still ranks above the earlier one."""
    async with database_in(tmp_path) as database:
        club, eliminated = Club(database), list[int]()
        game = await club.game(1, 2, 3, 4)

        def are_two_out(game: RatedGame) -> bool:
            eliminated.extend(
                seat for seat in range(4) if seat not in eliminated and not game.match.state.is_alive(seat)
            )
            return len(eliminated) == 2

        await game.play(are_two_out)
        first, second = eliminated
        await game.stand_up(second)
        await game.play(lambda game: False)
        verdict, places = await game.count()
        assert (verdict, places[second], places[first]) == ("settled", 3, 4)
        rating = await club.rating(second + 1)
        assert rating is not None
        assert rating.times_left == 0


# ------------------------------------------------------------------ pairs of players
@together
async def test_two_players_have_five_rated_games_a_day(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        club = Club(database)
        running = [await club.game(1, 2) for _ in range(MOST_OF_A_PAIR)]
        assert [game.table.rating for game in running] == ["rated"] * MOST_OF_A_PAIR
        assert (await club.game(2, 1)).table.rating == "same_pair"  # running games count as well
        assert (await club.game(1, 3)).table.rating == "rated"
        for game in running:
            await game.play_rounds(3)
            await game.stand_up(0)
            await game.call_off()
            assert (await game.count()).verdict == "settled"
        assert (await club.game(1, 2)).table.rating == "same_pair"
        club.times[0] += DAY
        assert (await club.game(1, 2)).table.rating == "rated"


@together
async def test_games_that_began_at_the_same_moment_do_not_exceed_the_limit(tmp_path: Path) -> None:
    """Games that begin at the same moment on two servers stay within the limit, which is checked at their end."""
    async with database_in(tmp_path) as database:
        club, verdicts = Club(database), []
        games = [await club.judged_game(1, 2) for _ in range(MOST_OF_A_PAIR + 1)]
        for game in games:
            await game.begin()
            await game.play_rounds(3)
            await game.stand_up(0)
            await game.call_off()
            verdicts.append((await game.count()).verdict)
        assert verdicts == ["settled"] * MOST_OF_A_PAIR + ["same_pair"]
        rating = await club.rating(1)
        assert rating is not None
        assert rating.games == MOST_OF_A_PAIR


# ------------------------------------------------------------------ where players come from
@together
async def test_a_look_from_the_others_address_during_the_game_changes_nothing(tmp_path: Path) -> None:
    """A losing player who opens the table from the winner's network doesn't stop the game from counting."""
    async with database_in(tmp_path) as database:
        club = Club(database)
        game = await club.game(1, 2)
        assert (await database.rows(select(func.count()).select_from(schema.origins)))[0][0] == 0  # forgotten
        await game.play_rounds(3)
        await club.standing.eligibility.note(game.table, 2, Origin("192.0.2.1"))
        assert (await database.rows(select(func.count()).select_from(schema.origins)))[0][0] == 0  # nor stored
        await game.stand_up(1)
        await game.call_off()
        assert (await game.count()).verdict == "settled"


@together
async def test_two_addresses_of_one_ipv6_network_are_one_origin(server: Server) -> None:
    """All addresses of one /64 behind a proxy count as one origin."""
    async with people(server, "Six 1", "Six 2", "Six 3", together=True) as (one, two, three):
        for browser, address in ((one, "2001:db8:1:1::1"), (two, "2001:db8:1:1:2:3:4:5"), (three, "2001:db8:1:2::1")):
            browser.http.headers["X-Forwarded-For"] = address
        table = await rated_table(one, two, three)
        assert await rating_of(table, one, "rated", "same_address") == "same_address"
    async with people(server, "Six 4", "Six 5", "Six 6", together=True) as apart:
        for n, browser in enumerate(apart):
            browser.http.headers["X-Forwarded-For"] = f"2001:db8:1:{n + 1}::1"
        assert await rating_of(await rated_table(*apart), apart[0], "rated", "same_address") == "rated"


# ------------------------------------------------------------------ leaderboards
def test_a_rating_is_listed_after_enough_games_against_enough_opponents() -> None:
    sure, unsure = Skill(30.0, SURE), Skill(30.0, SURE + 0.01)
    assert sure.leaderboard_value(LISTED_GAMES, LISTED_OPPONENTS) == sure.cautious
    assert sure.leaderboard_value(LISTED_GAMES - 1, LISTED_OPPONENTS) is None
    assert sure.leaderboard_value(LISTED_GAMES, LISTED_OPPONENTS - 1) is None
    assert unsure.leaderboard_value(LISTED_GAMES, LISTED_OPPONENTS) is None


@together
async def test_many_games_against_one_opponent_are_not_listed(tmp_path: Path) -> None:
    """The model is certain of two players' ratings, but one opponent isn't enough to be listed."""
    async with database_in(tmp_path) as database:
        club = Club(database)
        for _ in range(2):
            game = await club.game(1, 2)
            await game.play(lambda game: False)
            await game.count()
        one = await club.rating(1)
        assert one is not None
        assert (one.games, one.opponents, one.listed) == (2, 1, None)
        g = schema.ratings
        await database.do(g.update().values(sigma=SURE, games=LISTED_GAMES, listed=None))
        profiles = Profiles(database)
        assert (await profiles.ranks("classic", "live", "en")).rows == ()
        assert [seen.provisional for seen in await profiles.ratings(1, "en")] == [True]
        await database.do(g.update().where(g.c.user_id == 1).values(opponents=LISTED_OPPONENTS - 1))
        game = await club.game(1, 3)
        await game.play(lambda game: False)
        await game.count()
        ranks = await profiles.ranks("classic", "live", "en")
        assert [(row.place, row.name) for row in ranks.rows] == [(1, "P1")]
        assert (await profiles.ratings(1, "en"))[0].place == 1


@together
async def test_a_game_that_an_earlier_version_rated_gets_its_luck(tmp_path: Path) -> None:
    """An old game's row has no dice statistics; the next search for such rows adds those that a new game has."""
    r = schema.results
    columns = (r.c.seat, r.c.throws, r.c.lost, r.c.lost_mean, r.c.beaten, r.c.beaten_mean)
    async with database_in(tmp_path) as database:
        club = Club(database)
        game = await club.game(1, 2)
        await game.play(lambda game: False)
        await game.count()
        stored = await database.rows(select(*columns).order_by(r.c.seat))
        assert all(row.throws > 0 for row in stored)
        await database.do(update(r).values(throws=NOT_COMPUTED, lost=0, lost_mean=0.0, beaten=0, beaten_mean=0.0))
        await club.standing.jobs.search()
        assert await database.rows(select(*columns).order_by(r.c.seat)) == stored
