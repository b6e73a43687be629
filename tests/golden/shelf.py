"""All the golden games, by edition."""
from tests.golden import challenge_games, games, original_games

SHELF = {"modern": games.GAMES, "original": original_games.GAMES, "challenge": challenge_games.GAMES}
