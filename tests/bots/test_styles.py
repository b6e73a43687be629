"""Levels and characters of the admiral's network: limited random choices, visible preferences, no use of secrets."""

from itertools import pairwise
from random import Random

import pytest

from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK
from kamchatka.kernel.view import View, view
from kamchatka.players import LEARNED, bot, levels_of
from kamchatka.players.admiral.bot import encoder_of
from kamchatka.players.admiral.styled import Grudge, StyledBot, draw, place_wish, target_wish, wishes, without_objective
from kamchatka.players.admiral.styles import CHARACTERS, LEARNED_LEVELS, STYLES, Style
from kamchatka.server.ratings.bot_strength import LARGEST_ERROR, bot_profile, league
from tests.kit import position
from tests.laws.test_secrets import scramble

EACH = pytest.mark.parametrize("name", STYLES)


def new_game(name: str = "modern") -> Game:
    """Return a game with the booklet's options."""
    return edition(name).game(edition(name).table_rules({}))


# ------------------------------------------------------------------ moves
@EACH
def test_a_style_plays_good_codes_alone(name: str) -> None:
    """No code a style plays is worse than the best by more than the style's tolerance, so none is random."""
    game, style = new_game(), STYLES[name]
    table, player, encoder = game.start(3, FastChance(4)), bot(name, game, 1), encoder_of(game, 3)
    for _ in range(60):
        if not game.awaits(table):  # the game is over
            break
        seat = first(game.awaits(table))
        options, known = game.options(table, seat), view(table, seat)
        action = player.decide(known, options)
        prompt, seen = Prompt(encoder.prompt_codes), without_objective(known) if style.forgets else known
        prompt.begin(options, seat)
        while prompt.stage != DONE:
            scores, code = encoder.scores(seen, prompt), int(prompt.code_for(action))
            assert scores[code] >= max(scores.values()) - style.care
            prompt.choose(code)
        game.play_from(table, seat, action, options)


@EACH
def test_what_is_hidden_changes_no_decision(name: str) -> None:
    """Redealing hidden information or repeating the seed doesn't change an answer."""
    game, differ = new_game("challenge"), 0
    table, player = game.start(4, FastChance(7)), bot(name, game, 3)
    for moment in range(30):
        assert game.awaits(table)
        seat = first(game.awaits(table))
        options = game.options(table, seat)
        action = player.decide(view(table, seat), options)
        if moment % 6 == 0:
            world = scramble(game, table, seat, FastChance(moment))
            differ += list(world.state.objective) != list(table.state.objective)
            again = bot(name, game, 3)
            assert repr(player.decide(View(seat, world.state), options)) == repr(action)
            assert repr(again.decide(view(table, seat), options)) == repr(action)
        game.play_from(table, seat, action, options)
    assert differ


def test_draws_follow_the_scores() -> None:
    """A wide spread draws nearly evenly; no spread always takes the best."""
    scores = {3: 0.0, 5: -1.0, 9: -2.0}
    assert {draw(scores, 0.0, Random(seed)) for seed in range(40)} == {3}
    counts = [draw(scores, 50.0, Random(seed)) for seed in range(300)]
    assert all(counts.count(code) > 60 for code in scores)


def test_styles_end_a_game() -> None:
    """Games between styles end, in both editions."""
    for name in ("modern", "challenge"):
        game = new_game(name)
        table = game.start(4, FastChance(2))
        play_bots(game, table, [bot(one, game, 1) for one in ("cadet", *CHARACTERS)], turn_limit=1)
        assert table.state.over


# ------------------------------------------------------------------ preferences
def test_characters_like_what_they_are_named_for() -> None:
    """Raiders attack, break zones and hunt weak seats; builders stop attacking and gather their armies at home."""
    match = position({"brazil": (0, 9), "peru": (1, 2), "venezuela": (2, 2)}, rest=(1, 2), seats=3)
    game, known, board = match.game, match.view(0), match.game.board
    prompt = Prompt(encoder_of(game, 3).prompt_codes)
    prompt.begin(match.options(0), 0)
    raider, builder = STYLES["raider"], STYLES["builder"]
    assert wishes(game, raider, known, prompt, -1)[ATTACK] > 0 > wishes(game, builder, known, prompt, -1)[ATTACK]
    whole, few = board.places.index("china"), board.places.index("venezuela")
    for place in (whole, few):  # a whole zone, and the last place of a rival
        assert target_wish(game, raider, known.state, place, -1) >= raider.prey
        assert target_wish(game, builder, known.state, place, -1) == 0.0
    mine = position({"brazil": (0, 9), "peru": (0, 2), "venezuela": (0, 2)}, rest=(1, 2), seats=3)
    home, known = board.places.index("peru"), mine.view(0)
    assert place_wish(game, builder, known, home, dict.fromkeys(range(42), 0.0)) == builder.home


def test_an_avenger_hates_who_took_most() -> None:
    """An avenger prefers to attack the seat that took most since its last turn, and forgets one that is out."""
    before = position({"brazil": (0, 3), "peru": (0, 2), "china": (0, 2)}, rest=(1, 2), seats=3)
    after = position({"brazil": (0, 3), "peru": (2, 2), "china": (2, 2)}, rest=(1, 2), seats=3)
    grudge = Grudge()
    assert grudge.rival(before.view(0)) == -1
    after.state.round = before.state.round + 1
    assert grudge.rival(after.view(0)) == 2
    assert target_wish(after.game, STYLES["avenger"], after.state, after.game.board.places.index("peru"), 2) > 0
    gone = position({"brazil": (0, 3)}, rest=(1, 2), seats=3)
    gone.state.round, gone.state.out_by[2] = after.state.round + 1, 1
    assert grudge.rival(gone.view(0)) == -1


def test_a_style_changes_the_draw_alone() -> None:
    """With no spread and no preferences a style plays as the admiral."""
    match = position({"brazil": (0, 30), "peru": (1, 1)}, rest=(1, 2), seats=3)
    plain = StyledBot(match.game, Style(), 1).decide(match.view(0), match.options(0))
    assert repr(plain) == repr(bot("admiral", match.game, 1).decide(match.view(0), match.options(0)))


# ------------------------------------------------------------------ offered
def test_five_levels_and_three_characters_are_offered() -> None:
    """Editions with a network offer five levels and three characters, each with a profile and a rating."""
    assert LEARNED == (*LEARNED_LEVELS, *CHARACTERS) == levels_of("modern")[-8:]
    assert not set(levels_of("godstorm")) & set(LEARNED)
    rated = {(one.bot, one.edition) for one in league()}
    for name in LEARNED:
        assert {(name, "modern"), (name, "challenge")} <= rated
        for language in ("en", "it"):
            told = [str(one.rating) for one in league() if one.bot == name and one.error <= LARGEST_ERROR]
            assert told
            assert all(rating in bot_profile(name, language).about for rating in told)


def test_levels_rise() -> None:
    """Each level is rated no worse than the previous one, and the admiral clearly above the cadet, in both editions."""
    for name in ("modern", "challenge"):
        rated = {one.bot: one for one in league() if one.edition == name}
        for lower, higher in pairwise(LEARNED_LEVELS):
            assert rated[higher].rating + rated[higher].error + rated[lower].error > rated[lower].rating
        doubt = min(rated["cadet"].error, LARGEST_ERROR)  # it won no game of the challenge
        assert rated["admiral"].rating > rated["cadet"].rating + doubt
