"""Scenes of Godstorm: any table in any phase, with scripted luck."""

from collections.abc import Iterable, Mapping

from kamchatka.editions.godstorm.places import HEAVENS, LANDS
from kamchatka.editions.godstorm.state import KINDS, HeavenGiven, RelicTaken, edition_state
from kamchatka.kernel.ages.age_facts import HazardPlaced
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, ColourChosen, Dealt, FirstNamed, Vacated
from kamchatka.match import Match, blank_match
from tests.ages import endow, open_phase, place_number
from tests.kit import Holding

GODS = ("death", "magic", "war", "sky")
ATLANTIS = ("hesperide", "oricalcos", "poseidonis", "tritonis")


def scene(
    phase: str,
    lands: Mapping[str, Holding | None] | None = None,
    *,
    rest: Holding = (1, 1),
    seats: int = 3,
    turn: int = 0,
    epoch: int = 2,
    faith: Mapping[int, int] | None = None,
    gods: Mapping[int, Mapping[str, str]] | None = None,
    temples: Iterable[str] = (),
    plague: Iterable[str] = (),
    relics: Mapping[str, int] | None = None,
    hands: Mapping[int, Iterable[str]] | None = None,
    below: Mapping[str, Holding] | None = None,
    heaven: Mapping[int, int] | None = None,
    neutral: Iterable[str] = (),
    luck: Iterable[int] = (),
    options: Mapping[str, object] | None = None,
) -> Match:
    """Set a match in that phase of a seat's turn and settle it to its first decision.

    Lands not named belong to `rest`; `None` leaves one empty; those in `neutral` lose their owner but keep their
    armies. Seat s has pantheon s and marker s + 1. Gods are named by seat and kind, relics by card and holder.
    """
    match = blank_match("godstorm", seats, options or {}, chance=ScriptedChance(list(luck)))
    note = match.table.note
    note(FirstNamed(0))
    for seat in range(seats):
        note(ColourChosen(seat, seat))
        note(HeavenGiven(seat, HEAVENS + seat))
    _settle_armies(
        match, {**{place: rest for place in match.game.board.places[:LANDS]}, **(lands or {}), **(below or {})}
    )
    for seat, armies in (heaven or {}).items():
        _put(match, match.game.board.places[HEAVENS + seat], seat, armies)
    for place in neutral:
        note(Vacated(place_number(match, place)))
    for place in plague:
        note(HazardPlaced(place_number(match, place)))
    for card, seat in (relics or {}).items():
        note(RelicTaken(seat, number_of(match.game, "card", card)))
    endow(match, faith or {}, gods or {}, temples, hands or {})
    open_phase(match, phase, turn, epoch)
    return match


def _settle_armies(match: Match, holdings: Mapping[str, Holding | None]) -> None:
    for place, holding in holdings.items():
        if holding is not None:
            match.table.note(Dealt(place_number(match, place), holding[0]))
            _put(match, place, *holding)


def _put(match: Match, place: str, seat: int, armies: int) -> None:
    match.table.note(ArmiesGranted(seat, armies, "muster.stock"))
    match.table.note(ArmiesPlaced(seat, place_number(match, place), armies))


# ------------------------------------------------------------------ what is so
def faith(match: Match, seat: int) -> int:
    """Return the faith of a seat."""
    return int(edition_state(match.table).purse[seat])


def heaven(match: Match, seat: int) -> int:
    """Return the number of armies in a seat's heaven."""
    return int(match.state.armies[HEAVENS + seat])


def god_at(match: Match, seat: int, kind: str) -> str | None:
    """Return where a god stands; None on its pantheon card."""
    place = int(edition_state(match.table).piece[seat * KINDS + GODS.index(kind)])
    return match.game.board.places[place] if place >= 0 else None


def has_temple(match: Match, place: str) -> bool:
    """Return whether a temple stands there."""
    return edition_state(match.table).built[place_number(match, place)] == 1


def is_plagued(match: Match, place: str) -> bool:
    """Return whether a plague marker lies there."""
    return edition_state(match.table).hazard[place_number(match, place)] == 1


def relic_of(match: Match, card: str) -> int | None:
    """Return the seat that has a relic in play."""
    seat = int(edition_state(match.table).relics[number_of(match.game, "card", card) - 17])
    return seat if seat >= 0 else None


def hand(match: Match, seat: int) -> list[str]:
    """Return the cards in a hand."""
    return [card for n, card in enumerate(match.game.cards) if match.state.cards[n] == seat]


def where(match: Match, card: str) -> int:
    """Return where a card is: a seat, DECK or DISCARD."""
    return int(match.state.cards[number_of(match.game, "card", card)])
