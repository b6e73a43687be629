"""All the golden games, by edition."""
from tests.golden import challenge_games, classic_games, games, original_games

SHELF = {
    "modern": games.GAMES, "original": original_games.GAMES, "challenge": challenge_games.GAMES,
    "classic": classic_games.EARTH_GAMES, "classic_ancient": classic_games.ANCIENT_GAMES,
}
