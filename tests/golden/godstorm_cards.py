"""Golden games of Godstorm in which every miracle card is played and every relic used, from constructed positions."""

from functools import partial

from kamchatka.editions.godstorm.data import CARDS, WORLD
from kamchatka.editions.godstorm.invasion.god_war import GodsFought
from kamchatka.editions.godstorm.miracles.miracle_facts import CardCancelled, CardTurnedUp
from kamchatka.kernel.ages.age_facts import CardTaken
from kamchatka.kernel.edges.wire import Bid, Buy, Move, PlayCard, Stop
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.kit import Holding
from tests.rules.godstorm.scene import scene

IDS = [card.id for card in CARDS]
DEATH, MAGIC, WAR, SKY = IDS[:17], IDS[17:32], IDS[32:49], IDS[49:]
LANDS: dict[str, Holding | None] = {
    "egypt": (0, 9),
    "kush": (0, 9),
    "nubia": (0, 4),
    "thule": (0, 9),
    "corsica": (2, 3),
    "roma": (2, 5),
    "babylon": (1, 6),
    "phoenicia": (1, 5),
}
EMPTY: dict[str, Holding | None] = dict.fromkeys(place.id for place in WORLD.places[:42])
Cards = partial(Golden, edition="godstorm", clause="referee.stop")


def _own_turn(cards: list[str]) -> Match:
    """Return a turn of seat 0 with these War and Death cards, much faith, temples, plague, relics and armies below."""
    return scene(
        "PlayMiracles",
        LANDS,
        faith={0: 60},
        gods={0: {"war": "egypt", "death": "kush"}, 1: {"sky": "babylon"}},
        temples=["egypt", "babylon", "roma"],
        plague=["rus", "gaul"],
        below={"u02": (0, 5), "u03": (1, 4)},
        relics={"mjolnir": 1, "gungnir": 2},
        hands={0: cards, 1: ["lava_erupts"], 2: ["men_become_warriors_1"]},
    )


def _attacked(cards: list[str]) -> Match:
    """Return seat 0's attack with gods on seat 1, which holds these Sky cards and has its Sky god in Babylon."""
    return scene(
        "Invade",
        LANDS,
        faith={1: 60},
        temples=["nubia", "roma"],
        hands={1: cards},
        gods={0: {"war": "egypt", "magic": "kush", "sky": "thule", "death": "thule"}, 1: {"sky": "babylon"}},
    )


def _beginning() -> Match:
    """Return the beginning of seat 0's turn, with all relics that work then, and a continent."""
    relics = (
        "arawns_cauldron_of_life",
        "excalibur",
        "freyas_tears_of_gold",
        "pandoras_box",
        "the_golden_fleece",
        "the_great_pyramids",
        "the_wine_of_eternal_life",
    )
    hyrkania: dict[str, Holding | None] = {place: (0, 2) for place in ("cimmeria", "rus", "sarmatia", "scythia")}
    return scene("TurnStart", {**LANDS, **hyrkania}, relics=dict.fromkeys(relics, 0))


def _war() -> Match:
    """Return a war with gods on both sides and the relics that help; seat 2 may cancel a Sky card."""
    relics = {"mjolnir": 0, "gungnir": 1, "the_tree_of_life": 1, "aegis": 2}
    return scene(
        "Invade",
        LANDS,
        faith={1: 30},
        relics=relics,
        hands={1: SKY[8:10]},
        gods={0: {"war": "egypt", "sky": "kush"}, 1: {"sky": "phoenicia", "death": "babylon"}},
    )


def _peace() -> Match:
    """Return the last turn of an epoch, before relics for bids, collecting and buying serve seat 0."""
    relics = ("the_tablets_of_destiny", "the_book_of_the_dead", "the_scales_of_osiris", "stonehenge")
    return scene(
        "InvadeBelow",
        LANDS,
        turn=2,
        faith={0: 9, 1: 4, 2: 4},
        relics=dict.fromkeys(relics, 0),
        gods={0: {"war": "egypt"}},
        temples=["nubia"],
        below={"u02": (0, 6), "u01": (2, 2)},
    )


def _last_stand() -> Match:
    """Return a position in which a seat holds only three lands, within reach of one eruption."""
    held: dict[str, Holding | None] = {"egypt": (0, 2), "phoenicia": (1, 1), "kush": (1, 1)}
    return scene(
        "Invade", {**EMPTY, **held}, seats=2, faith={1: 2}, hands={1: ["lava_erupts"]}, gods={1: {"sky": "kush"}}
    )


def _played(name: str, start: partial[Match], cards: list[str], actions: int) -> Golden:
    """Return a game in which all these cards are played within this number of actions."""
    return Cards(
        name, start=start, does=tuple(PlayCard(card) for card in cards), declares={actions: Stop()}, longest=actions + 1
    )


GAMES = (
    _played("war_cards", partial(_own_turn, WAR[:9]), WAR[:9], 45),
    _played("more_war_cards", partial(_own_turn, WAR[9:]), WAR[9:], 45),
    _played("death_cards", partial(_own_turn, DEATH[:8]), DEATH[:8], 45),
    _played("more_death_cards", partial(_own_turn, DEATH[8:]), DEATH[8:], 45),
    _played("sky_cards", partial(_attacked, SKY[:6]), SKY[:6], 80),
    _played("more_sky_cards", partial(_attacked, SKY[6:12]), SKY[6:12], 80),
    _played("last_sky_cards", partial(_attacked, SKY[12:]), SKY[12:], 80),
    Golden("all_fall_together", "end.together", start=_last_stand, winner=1, edition="godstorm"),
    Cards(
        "relics_of_the_start",
        start=_beginning,
        declares={60: Stop()},
        longest=61,
        shows=(CardTurnedUp, CardTaken),
        cites=("card.excalibur", "card.freyas_tears_of_gold", "card.the_wine_of_eternal_life"),
    ),
    Cards(
        "relics_of_war",
        start=_war,
        declares={60: Stop()},
        longest=61,
        shows=(GodsFought, CardCancelled),
        cites=("reroll.gungnir", "relic.tree_of_life"),
        does=(PlayCard("aegis"),),
    ),
    Cards(
        "relics_of_peace",
        start=_peace,
        declares={60: Stop()},
        longest=61,
        cites=("relic.book_of_the_dead", "buy.cards"),
        does=(Bid(0), Move("u02", "nubia", 2), Buy("war")),
    ),
)
