"""Scenes of 2210 for tests: any table in any phase of a turn, with scripted luck."""

from collections.abc import Iterable, Mapping

from kamchatka.editions.risk2210 import RISK2210
from kamchatka.editions.risk2210.cards.card_facts import ModsRaised, TerritoryKept, TerritoryTurned
from kamchatka.editions.risk2210.state import KIND_IDS, State2210, edition_state
from kamchatka.kernel.ages.age_facts import HazardPlaced
from kamchatka.kernel.chance import RecordedChance, ScriptedChance
from kamchatka.kernel.edges.wire import NamedAction, PlayCard
from kamchatka.kernel.facts import ColourChosen, Dealt
from kamchatka.match import Match
from tests.ages import endow, open_phase, place_number

TERRAINS = ("land", "sea", "moon")
Holding = tuple[int, int]  # seat, MODs
EVERYBODY = {kind: "japan" for kind in KIND_IDS}  # five commanders in one place


def scene(
    phase: str,
    lands: Mapping[str, Holding | None] = {},
    *,
    rest: Holding | None = (1, 1),
    seats: int = 3,
    turn: int = 0,
    year: int = 2,
    energy: Mapping[int, int] = {},
    commanders: Mapping[int, Mapping[str, str]] = {},
    stations: Iterable[str] = (),
    hands: Mapping[int, Iterable[str]] = {},
    deck: Mapping[str, Iterable[str]] = {},
    kept: Mapping[str, int] = {},
    devastated: Iterable[str] = (),
    neutral: Mapping[str, int] = {},
    order: Iterable[int] = (),
    luck: Iterable[int] = (),
    options: Mapping[str, object] = {},
) -> Match:
    """Set a match in this phase of a seat's turn and settle it to its first decision.

    Lands not named belong to `rest`; sea and Moon are empty unless named. `deck` lists the territory cards of a
    terrain that are left, by default all; `kept` maps places to the seats that keep their cards; `order` is by marker.
    """
    rules = RISK2210.table_rules(options)
    game = RISK2210.game(rules)
    luck_of = RecordedChance(ScriptedChance(list(luck)))
    match = Match(RISK2210.at(rules), rules, game, game.blank(seats, luck_of, []))
    _set_board(match, lands, rest, neutral, devastated)
    endow(match, energy, commanders, stations, hands)
    _set_territory_cards(match, deck, kept)
    open_phase(match, phase, turn, year, order)
    return match


def _set_board(
    match: Match,
    lands: Mapping[str, Holding | None],
    rest: Holding | None,
    neutral: Mapping[str, int],
    devastated: Iterable[str],
) -> None:
    note, terrain = match.table.note, edition_state(match.table).world.terrain
    for seat in range(match.seats):
        note(ColourChosen(seat, seat))
    for n, place in enumerate(match.game.board.places):
        holding = lands.get(place, rest if terrain[n] == 0 and place not in (*neutral, *devastated) else None)
        if holding is not None:
            note(Dealt(n, holding[0]))
            note(ModsRaised(n, holding[1]))
    for place, mods in neutral.items():
        note(ModsRaised(place_number(match, place), mods))
    for place in devastated:
        note(TerritoryTurned(place_number(match, place)))
        note(HazardPlaced(place_number(match, place)))


def _set_territory_cards(match: Match, deck: Mapping[str, Iterable[str]], kept: Mapping[str, int]) -> None:
    own = edition_state(match.table)
    for place, seat in kept.items():
        number = place_number(match, place)
        match.table.note(TerritoryKept(seat, own.world.terrain[number], number, False))
    for terrain, left in deck.items():
        stay = {*left, *kept}
        for n, place in enumerate(match.game.board.places):
            if own.world.terrain[n] == TERRAINS.index(terrain) and place not in stay:
                match.table.note(TerritoryTurned(n))


# ------------------------------------------------------------------ looking and acting
def own_record(match: Match) -> State2210:
    """Return the fields that only this edition stores."""
    return edition_state(match.table)


def energy_of(match: Match) -> list[int]:
    """Return the energy of every seat."""
    return [int(amount) for amount in own_record(match).purse]


def where(match: Match, seat: int, kind: str) -> str | None:
    """Return the place of a commander."""
    place = own_record(match).piece[seat * len(KIND_IDS) + KIND_IDS.index(kind)]
    return match.game.board.places[place] if place >= 0 else None


def step_name(match: Match) -> str:
    """Return the step that asks now."""
    return match.game.steps[match.state.agenda[-1].step].name()


def playable(match: Match, seat: int | None = None) -> list[str]:
    """Return the cards that a seat may play now."""
    return [action.card for action in match.actions(seat) if isinstance(action, PlayCard)]


def play(match: Match, card: str, *choices: NamedAction) -> None:
    """Let the seat that is asked play a card and make these choices."""
    match.play(PlayCard(card))
    for choice in choices:
        match.play(choice)


def clause_of(match: Match, action: NamedAction, seat: int | None = None) -> str:
    """Return the clause by which an action is refused; "" when it is allowed."""
    refusal = match.why_not(action, seat)
    return refusal.clause if refusal else ""
