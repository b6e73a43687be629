"""Whole games of every variant can be described in both languages, to every seat, and every refusal has a text."""

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack, Choose, Move, Occupy, TakeColour, TimeUp, inner
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.words import Story, Words
from tests.kit import faces
from tests.rules.challenge.kings import at_the_reveal, giving
from tests.rules.challenge.scenes import table

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Elena"]


def played(seed: int, **options: object) -> Match:
    """Play a random game of four whose time is up in the second round."""
    match, luck = Match.new("challenge", 4, options, seed=seed), FastChance(seed)
    while not match.is_over:
        if match.state.round == 2 and TimeUp() in set(match.actions(-1)):
            match.referee(TimeUp())
        seat = match.awaited[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
    return match


@pytest.mark.parametrize("options", [{}, {"kingmaker": True}, {"kingmaker": True, "kingmaker_reveal": "player_choice"}])
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_whole_game_can_be_told(language: str, options: dict[str, object]) -> None:
    """Every fact has a sentence, every field a value; the last sentence names the winner."""
    match = played(3, **options)
    for seat in (ONLOOKER, 0, 2):
        story = Story(Words(language, match.edition, PLAYERS), match, seat)
        story.hear(match.journal)
        told = [one.text for one in story.tell()]
        assert not any("{" in text for text in told)
        assert PLAYERS[match.winners[0]] in told[-1]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "Siam confina con un nemico e deve tenere la Guarnigione Minima: possono entrarne da 3 a 7."),
        ("en", "Siam borders an enemy and must keep the Minimum Garrison: 3 to 7 may move in."),
    ],
)
def test_a_refusal_names_places_and_numbers(language: str, sentence: str) -> None:
    """A refusal says what was requested, why it is refused, and which rule applies."""
    match = table({"siam": (0, 9), "india": (1, 1)}, luck=faces(6, 6, 6, 1))
    match.play(Attack("siam", "india", 3))
    refusal = match.why_not(Occupy(8))
    assert refusal is not None
    told = Words(language, match.edition, PLAYERS).refusal(refusal, match.game, match.table)
    assert sentence in told
    assert "[rtu.5.2b]" in told


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_refusal_of_this_edition_has_words(language: str) -> None:
    """Dice, garrison, Kingmaker and Challenge card."""
    combat = table({"siam": (0, 3), "india": (1, 3)}, options={"challenge_card": "on"})
    played_card = table({"siam": (0, 4)}, options={"challenge_card": "on"})
    played_card.play(Choose())
    move = table({"siam": (0, 3), "india": (0, 1)}, phase="StrategicMove")
    reveal = at_the_reveal(kingmaker_reveal="player_choice")
    play_numeric(reveal, reveal.options().expand()[-1])
    attempts = [
        (combat, 0, Attack("siam", "india", 2), "attack.fewer_dice"),
        (combat, 0, Attack("siam", "china", 1), "attack.dice"),
        (played_card, 0, Choose(), "challenge.once"),
        (move, 0, Move("siam", "india", 2), "move.garrison"),
        (giving(), 0, TakeColour("black"), "kingmaker.colours"),
        (giving(), 0, TakeColour("yellow"), "kingmaker.own_colour"),
        (reveal, 3, TakeColour("red"), "kingmaker.held"),
        (combat, -1, TakeColour("red"), "referee.time_up"),
    ]
    for match, seat, action, clause in attempts:
        refusal = match.game.refusal(match.table, seat, inner(match.game, action))
        assert isinstance(refusal, Refusal)
        assert refusal.clause == clause
        told = Words(language, match.edition, PLAYERS).refusal(refusal, match.game, match.table)
        assert refusal.rule in told
        assert "{" not in told
