"""The Challenge card in a captain's hand: when it is played, in which battle, and how that is fought (rtu.chal)."""

from kamchatka.bots.captain.evaluator import CaptainEvaluator
from kamchatka.bots.goals.weights import NORMAL, Weights
from kamchatka.editions.challenge.bots.challenge_card import ChallengeCardEvaluator
from kamchatka.editions.challenge.bots.strategy import ChallengeStrategy
from kamchatka.kernel.edges.wire import Attack, Choose, Pass, number_of, outer
from kamchatka.match import Match
from kamchatka.players import bot, strategy_of
from tests.kit import faces
from tests.rules.challenge.scenes import marked, own, table

ON = {"challenge_card": "on"}
WON_BUT_FOR_ONE = {place: (0, 2) for place in marked(1)}
CARD = {0: "objective_1"}


def choice(match: Match) -> object:
    """Return what a captain would do for seat 0, in written form."""
    return outer(match.game, bot("captain", match.game, 0).decide(match.view(0), match.options(0)))


def last_place(armies: int, defenders: int, **more: object) -> Match:
    """Return a position in which seat 0 stands in India, next to Siam, the last place on its card."""
    holdings = WON_BUT_FOR_ONE | {"siam": (1, defenders), "india": (0, armies)}
    return table(holdings, rest=(1, 5), objectives=CARD, options=ON, **more)


def judged(match: Match) -> ChallengeCardEvaluator:
    """Return the evaluator of seat 0."""
    strategy = strategy_of(match.game)
    found = strategy.evaluator(CaptainEvaluator(strategy, match.view(0).state, 0, NORMAL, True))
    assert isinstance(found, ChallengeCardEvaluator)
    return found


def test_the_card_is_played_where_the_game_can_be_won() -> None:
    """The duel card is played for the winning battle: nine against nine is a poor chance without it."""
    match = last_place(9, 9, luck=faces(3, 3, 3, 3, 3, 3))
    assert choice(match) == Choose()
    match.play(Choose())
    assert choice(match) == Attack("india", "siam", 3)
    match.play(Attack("india", "siam", 3))
    assert choice(match) == Attack("india", "siam", 3)


def test_it_is_kept_while_no_battle_is_worth_it() -> None:
    """The card is kept if no battle is worth it: a safe conquest doesn't need it, and a poor attack isn't made."""
    easy = table({"siam": (0, 12), "india": (1, 1)}, rest=(1, 9), options=ON)
    assert choice(easy) == Attack("siam", "india", 3)
    assert choice(table({"siam": (0, 4)}, rest=(1, 9), options=ON)) == Pass()


def test_at_the_last_chance_a_small_edge_is_enough() -> None:
    """In the last round before the closing throws the card is played for a poor place too, as it is worthless later."""
    match = table({"siam": (0, 9), "india": (1, 4)}, rest=(1, 12), options=ON, round=5)
    assert choice(match) != Choose()
    own(match).last_round = 5
    assert choice(match) == Choose()


def test_a_battle_once_begun_goes_on_with_the_odds_of_the_card() -> None:
    """A battle in progress continues with the card's odds, but only in this turn and at this place."""
    match = last_place(6, 9)
    source, target = (number_of(match.game, "place", place) for place in ("india", "siam"))
    plain = judged(match).assault(source, target)
    own(match).played[0] = match.state.round
    own(match).duel = 1
    own(match).source, own(match).target = source, target
    assert judged(match).assault(source, target) > plain
    own(match).played[0] = match.state.round - 1
    assert judged(match).assault(source, target) == plain
    own(match).played[0] = match.state.round
    own(match).source = number_of(match.game, "place", "china")
    assert judged(match).assault(source, target) == plain


def test_the_edge_is_what_the_card_adds() -> None:
    """The edge is zero if the place falls anyway, and the whole value of an attack that needs the card."""
    match = last_place(9, 9)
    source, target = (number_of(match.game, "place", place) for place in ("india", "siam"))
    duel = judged(match)
    with_card = duel.captain.assault_by(source, target, duel.favoured)
    assert duel.edge(source, target) == with_card - max(0.0, duel.captain.assault(source, target)) > NORMAL.duel


def test_without_the_card_nothing_changes() -> None:
    """At a table without the card there is no duel evaluator, and its costlier odds aren't computed."""
    strategy = strategy_of(table({}).game)
    assert isinstance(strategy, ChallengeStrategy)
    assert strategy.favoured is None
    bold = Weights({"duel": 0.0})
    assert (bold.duel, bold.least) == (0.0, NORMAL.least)
