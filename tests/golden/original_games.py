"""The golden games of the original edition: its only ending, with each variant."""

from functools import partial

from kamchatka.editions.original.cards import HandCaptured
from kamchatka.editions.original.fast_battle import FastBattleDeclined
from kamchatka.kernel.edges.wire import Stop
from kamchatka.kernel.facts import ArmiesForgone, DeckReshuffled, Eliminated
from kamchatka.kernel.rules.cards import Exchanged
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.rules.modern.witness import PLACES
from tests.rules.original.scene import SECOND_SET, SET, scene

Original = partial(Golden, edition="original")
FAST = {"fast_battles": True, "defender_dice": "choose"}
QUARTERS = {"income_variant": "quarters", "variant_progression": "first_only"}


def _duel() -> Match:
    """Return a position with two seats left, one of them in its last place."""
    match = scene({"siam": (0, 9), "india": (1, 1)}, rest=(0, 1), seats=3)
    match.table.note(Eliminated(2, 0))
    return match


def _siege() -> Match:
    """Return a siege by seat 0 in Siam of the last place of seat 2, which holds cards; then few places remain."""
    return scene(
        {"siam": (0, 12), "india": (2, 1), "china": (1, 2)}, rest=(0, 1), seats=3, hands={0: SET, 2: SECOND_SET}
    )


def _armies() -> Match:
    """Return a position with large armies next to each other."""
    return scene(
        {"india": (0, 60), "siam": (0, 2), "china": (1, 41), "peru": (2, 3)}, rest=(0, 1), seats=3, options=FAST
    )


def _deck() -> Match:
    """Return a position with one card in the deck, and a set in every hand."""
    cards = [*PLACES, "joker_1"]
    mine = {place: (n % 3, 2) for n, place in enumerate(PLACES)}
    return scene(mine, seats=3, phase="Reinforce", hands={0: cards[:14], 1: cards[14:28], 2: cards[28:]})


GAMES = (
    Original("conquest_of_the_world", "end.survivor", start=_duel, winner=0, shows=(Eliminated,)),
    Original(
        "captured_cards",
        "end.survivor",
        start=_siege,
        winner=0,
        shows=(Eliminated, HandCaptured, Exchanged),
        longest=300,
    ),
    Original(
        "deck_made_anew",
        "referee.stop",
        start=_deck,
        declares={120: Stop()},
        shows=(Exchanged, DeckReshuffled),
        longest=130,
    ),
    Original("fast_battles", "referee.stop", FAST, start=_armies, declares={40: Stop()}, shows=(FastBattleDeclined,)),
    Original("whole_preparation_of_six", "referee.stop", seats=6, declares={200: Stop()}, longest=210),
    Original("quarters", "referee.stop", QUARTERS, declares={250: Stop()}, shows=(Exchanged,), longest=260),
    Original(
        "by_the_box",
        "referee.stop",
        {"army_cap": 120, "hand_limit": 7, "transfer_tracking": "territory"},
        declares={900: Stop()},
        shows=(ArmiesForgone,),
        longest=910,
    ),
)
