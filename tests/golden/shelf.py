"""All the golden games, by edition."""

from tests.golden import (
    challenge_games,
    classic_games,
    games,
    godstorm_cards,
    godstorm_games,
    original_games,
    risk2210_cards,
    risk2210_games,
)

SHELF = {
    "modern": games.GAMES,
    "original": original_games.GAMES,
    "challenge": challenge_games.GAMES,
    "classic": classic_games.EARTH_GAMES,
    "classic_ancient": classic_games.ANCIENT_GAMES,
    "risk2210": (*risk2210_games.GAMES, *risk2210_cards.CARD_GAMES),
    "godstorm": (*godstorm_games.GAMES, *godstorm_cards.GAMES),
}
