"""The golden game of 2210 in which each of the 42 command cards is played, from a constructed position."""

from dataclasses import dataclass

from kamchatka.editions.risk2210.data import BOTH, COMMAND_CARDS
from kamchatka.editions.risk2210.state import KIND_IDS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import PlayCard
from kamchatka.kernel.options import PLAY_CARD, Action, Options
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.rules.risk2210.scene import scene

SEATS = 4
PLACES = [place.id for place in BOTH.places]


@dataclass(frozen=True)
class AllCards(Golden):
    """A game of players who play a card whenever they may, until every card of the box has been played."""

    def chosen(self, options: Options, chooser: FastChance) -> Action:
        for option in options.ranges:
            if option.verb == PLAY_CARD:
                return option.nth(chooser.below(option.count()), chooser)
        return options.sample(chooser)

    def is_shown_by(self, match: Match) -> bool:
        played = {entry.action.card for entry in match.entries if isinstance(entry.action, PlayCard)}
        return super().is_shown_by(match) and all(played & {*card.ids()} for card in COMMAND_CARDS)


def _hands() -> dict[int, list[str]]:
    """Deal cards for orders to the seat in turn, reactions to the seats that it will invade, and points to all."""
    hands: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    dealt = 0
    for card in COMMAND_CARDS:
        if card.timing in ("before_first_invasion", "end_of_turn"):
            hands[0].append(card.ids()[0])
            continue
        for id in card.ids()[:3]:
            dealt += 1
            hands[dealt % SEATS if card.timing == "end_of_game" else 1 + dealt % (SEATS - 1)].append(id)
    return hands


def _everything() -> Match:
    """Return the last year with the whole world held, all commanders, and enough energy for any card."""
    lands = {place: (n % SEATS, 4) for n, place in enumerate(PLACES)}
    homes = {seat: {kind: PLACES[seat + 2 * SEATS * i] for i, kind in enumerate(KIND_IDS)} for seat in range(SEATS)}
    return scene(
        "Orders",
        lands,
        seats=SEATS,
        year=5,
        energy={seat: 40 for seat in range(SEATS)},
        commanders=homes,
        hands=_hands(),
        stations=PLACES[:SEATS],
    )


CARD_GAMES = (AllCards("all_cards", "end.points", start=_everything, longest=900, edition="risk2210"),)
