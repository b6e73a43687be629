"""Two Islands: its composition follows the contents page of the booklet (rulebook.toml in this folder)."""

from functools import cached_property
from pathlib import Path

from kamchatka.boards import BoardPlace, Named, Sheet, Zone
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.editions.rulebook import Rulebook
from kamchatka.kernel.game import Game
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.cards import Deck, SeizeHand
from kamchatka.kernel.rules.move import StrategicMove
from kamchatka.kernel.rules.preparation import DealPlaces, FirstByDie, Muster, Preparation, StartingArmies
from kamchatka.kernel.rules.reinforce import EveryTurn, Reinforce, WholeZones
from tests.teaching.invasion import Ambush, Invade, Refuge, Window
from tests.teaching.pieces import KitStateFactory, PostCaptains
from tests.teaching.rounds import AfterRounds, Bids, Bury, Draw, Hire, LastSeatLeft, Rounds
from tests.teaching.storms import AMBUSH, DECKLIST, REFUGE, Losses, Schemes, Storms

ISLANDS = Sheet(
    "two_islands",
    "Due isole",
    "Two islands",
    zones=(Zone("north", "Isola del Nord", "North island", 1), Zone("south", "Isola del Sud", "South island", 1)),
    places=(
        BoardPlace("cape", "Capo", "Cape", "north"),
        BoardPlace("harbour", "Porto", "Harbour", "north"),
        BoardPlace("mill", "Mulino", "Mill", "north"),
        BoardPlace("fort", "Forte", "Fort", "south"),
        BoardPlace("lagoon", "Laguna", "Lagoon", "south"),
        BoardPlace("orchard", "Frutteto", "Orchard", "south"),
    ),
    links={
        "land": (
            ("cape", "harbour"),
            ("cape", "mill"),
            ("harbour", "mill"),
            ("fort", "lagoon"),
            ("fort", "orchard"),
            ("lagoon", "orchard"),
        ),
        "sea": (("harbour", "fort"), ("mill", "lagoon")),
    },
)

NAMES = {
    "ambush": ("Imboscata", "Ambush"),
    "refuge": ("Rifugio", "Refuge"),
    "storm": ("Tempesta", "Storm"),
    "council": ("Consiglio", "Council"),
}
CARDS = tuple(Named(f"{kind}_{n}", *NAMES[kind]) for n, kind in enumerate(DECKLIST))


class TeachingRules(TableRules, frozen=True):
    """The options of a table of Two Islands."""

    rounds: int = 4


def compose(rules: TeachingRules, citations: dict[str, Citation]) -> Game:
    """Return the game for one table. Chapters of the kernel are used beside the edition's own."""
    deck = Deck()
    losses = Losses([SeizeHand(deck, 0)])  # steps that several others open are created once and passed to them
    storms = Storms(losses)
    window = Window({AMBUSH: Ambush(losses), REFUGE: Refuge()})
    rounds = Rounds(
        Bids(),
        [
            Draw(deck),
            Reinforce([EveryTurn(1, "reinforce.turn"), WholeZones()], optional_action=Hire(), cap=0),
            Schemes(storms),
            Invade(window, losses),
            StrategicMove(),
        ],
    )
    return Game(
        "teaching",
        ISLANDS.board(),
        [card.id for card in CARDS],
        [],
        [],
        Preparation(
            [FirstByDie(), StartingArmies({3: 5}), DealPlaces(), PostCaptains(), Bury(), Muster(each=2)], then=rounds
        ),
        [LastSeatLeft(), AfterRounds(rules.rounds)],
        KitStateFactory(),
        citations,
    )


class TeachingEdition(Edition):
    """An edition whose booklet is in this folder instead of the package."""

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.read(Path(__file__).with_name("rulebook.toml").read_bytes())


TEACHING = TeachingEdition("teaching", TeachingRules, compose, (ISLANDS,), CARDS, (), (), package=__package__ or "")
