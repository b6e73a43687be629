"""The golden games of the classic edition on both boards: its only ending, with each variant."""

from functools import partial

from kamchatka.editions.classic.state import DrewForCapture, Rewarded
from kamchatka.kernel.edges.wire import Stop
from kamchatka.kernel.facts import CardSeized, Eliminated
from kamchatka.kernel.rules.cards import Exchanged
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.rules.classic.scene import ANCIENT, EARTH, scene, with_neutrals

Earth = partial(Golden, edition="classic")
Ancient = partial(Golden, edition="classic_ancient")
AT_ONCE = {"card_draw_moment": "first_capture", "defender_sees_attack_dice": False}


def _duel(edition: str) -> Match:
    """Return a game of two players with some neutral places, one player in its last place."""
    source, target = ("siberia", "sakha") if edition == "classic" else ("egypt", "kush")
    match = scene({source: (0, 9), target: (1, 1)}, edition, rest=(0, 1), seats=2)
    return with_neutrals(match, (EARTH if edition == "classic" else ANCIENT)[:3])


def _siege(edition: str) -> Match:
    """Return a siege by seat 0 of seat 2's last place; together they hold many cards."""
    source, target = ("siberia", "sakha") if edition == "classic" else ("egypt", "kush")
    places = EARTH if edition == "classic" else ANCIENT
    return scene(
        {source: (0, 12), target: (2, 1), places[0]: (1, 2)},
        edition,
        rest=(0, 1),
        seats=3,
        hands={0: places[1:5], 2: places[5:9]},
    )


EARTH_GAMES = (
    Earth("opponent_eliminated", "end.survivor", start=partial(_duel, "classic"), winner=0),
    Earth(
        "inheritance",
        "end.survivor",
        start=partial(_siege, "classic"),
        winner=0,
        longest=300,
        shows=(Eliminated, CardSeized, Exchanged),
    ),
    Earth("two_players", "referee.stop", seats=2, declares={200: Stop()}, shows=(NeutralsPlaced,), longest=210),
    Earth(
        "five_players", "referee.stop", AT_ONCE, seats=5, declares={400: Stop()}, shows=(DrewForCapture,), longest=410
    ),
    Earth("extra_armies", "referee.stop", seats=3, declares={600: Stop()}, shows=(Rewarded,), longest=610),
)
ANCIENT_GAMES = (
    Ancient("opponent_eliminated", "end.survivor", start=partial(_duel, "classic_ancient"), winner=0),
    Ancient(
        "inheritance",
        "end.survivor",
        start=partial(_siege, "classic_ancient"),
        winner=0,
        longest=300,
        shows=(Eliminated, CardSeized, Exchanged),
    ),
    Ancient("two_players", "referee.stop", seats=2, declares={200: Stop()}, shows=(NeutralsPlaced,), longest=210),
)
