"""Convert a described table to a state. The position may come from another engine."""

from kamchatka.kernel.battle import Battle
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import WRONG, check_position, reason
from kamchatka.kernel.edges.record import read_frame
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import take
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.rules.reinforce import Reinforce, Reinforcing
from kamchatka.kernel.rules.turn import Turn, Turns
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY, Frame, State
from kamchatka.kernel.table import Table
from kamchatka.players.protocol.messages import Described, Holding
from kamchatka.players.protocol.notes import note_down

PHASES = ("reinforce", "attack", "defend", "occupy", "move")


def state_of(game: Game, told: Described, seat: int) -> State:
    """Build the state, hiding everything the seat wasn't told; raise a Problem for impossible values."""
    if game.kinds:
        raise Problem("protocol.table_with_pieces", name=game.name)
    for part, number in (("seat", seat), ("turn", told.turn), ("first", told.first)):
        if not 0 <= number < told.seats:
            raise _wrong(part, number)
    table = game.blank(told.seats, FastChance(0))
    _lay_out(game, table, told)
    _deal(game, table.state, told, seat)
    part = "extra"
    try:
        note_down(game, table.state, told.extra)
        part = "agenda"
        table.state.agenda.extend(_agenda(game, told))
        _check_play(game, table.state, told)
        check_position(game, table)
    except WRONG as error:
        if isinstance(error, Problem):
            raise
        raise _wrong(part, reason(error)) from None
    return table.state


def _lay_out(game: Game, table: Table, told: Described) -> None:
    """Set places, turn and unplaced armies."""
    state = table.state
    if len(told.places) != game.board.size:
        raise _wrong("places", len(told.places))
    for name, holding in (told.places | _just_taken(told)).items():
        place = number_of(game, "place", name)
        if holding.armies < 0 or not -1 <= (-1 if holding.owner is None else holding.owner) < told.seats:
            raise _wrong(name, f"{holding.owner}, {holding.armies}")
        if holding.owner is not None:
            take(table, place, holding.owner)
        state.armies[place] = holding.armies
    state.first, state.turn, state.round, state.conquests = told.first, told.turn, told.round, told.conquests
    state.stock[told.turn] = told.armies
    if told.order and sorted(told.order) != list(range(told.seats)):
        raise _wrong("order", ", ".join(map(str, told.order)))
    if told.order:
        state.take_turns(list(told.order))
    if isinstance(state.edition_state, Tally):
        state.edition_state.exchanges = told.exchanges
    elif told.exchanges:
        raise _wrong("exchanges", told.exchanges)


def _check_play(game: Game, state: State, told: Described) -> None:
    """Check a game in progress: seats without places are out and not in turn, two are left, places have armies."""
    if not any(isinstance(game.steps[frame.step], Turns) for frame in state.agenda):
        return
    taken = {int(frame.target) for frame in state.agenda if isinstance(frame, Battle)}
    for place, name in enumerate(game.board.places):
        if state.owner[place] != NOBODY and state.armies[place] == 0 and place not in taken:
            raise _wrong(name, f"{state.owner[place]}, 0")
    for seat in range(told.seats):
        if state.lands[seat] == 0:
            state.out_by[seat] = told.turn
            state.fallen += 1
    if state.fallen >= told.seats - 1 and told.phase != "occupy":  # the last conquest is occupied, too
        raise _wrong("places", told.seats - state.fallen)
    if told.phase and state.lands[told.turn] == 0:
        raise _wrong("turn", told.turn)


def _just_taken(told: Described) -> dict[str, Holding]:
    """Return a place that waits to be occupied as empty and the attacker's, however the host describes it."""
    moving_in = told.phase == "occupy" and told.battle is not None and told.battle.target in told.places
    return {told.battle.target: Holding(0, told.turn)} if moving_in and told.battle is not None else {}


def _deal(game: Game, state: State, told: Described, seat: int) -> None:
    """Deal the seat's own cards and objective; everything else is hidden."""
    for card in range(len(game.cards)):
        state.cards[card] = HIDDEN
    for part, cards in (("hand", told.hand), ("discards", told.discards)):
        if len(set(cards)) != len(cards) or (part == "discards" and set(cards) & set(told.hand)):
            raise _wrong(part, ", ".join(cards))
    for where, cards in ((seat, told.hand), (DISCARD, told.discards)):
        for name in cards:
            state.cards[number_of(game, "card", name)] = where
    _check_counts(game, told, seat)
    for other, number in enumerate(told.cards):
        state.hand[other] = number
    state.hand[seat] = len(told.hand)
    for other in range(told.seats if game.objectives else 0):
        state.objective[other] = HIDDEN
    if told.objective is not None:
        state.objective[seat] = number_of(game, "objective", told.objective)
    for other, colour in enumerate(told.colours):
        state.colour[other] = number_of(game, "colour", colour)


def _check_counts(game: Game, told: Described, seat: int) -> None:
    """Check that card counts are possible, name existing seats and match our own hand."""
    for part, row in (("cards", told.cards), ("colours", told.colours)):
        if len(row) > told.seats:
            raise _wrong(part, len(row))
    if len(set(told.colours)) < len(told.colours):
        raise _wrong("colours", ", ".join(told.colours))
    if seat < len(told.cards) and told.cards[seat] != len(told.hand):
        raise _wrong("cards", f"{told.cards[seat]} ≠ {len(told.hand)}")
    if sum(told.cards) + len(told.discards) > len(game.cards):
        raise _wrong("cards", sum(told.cards) + len(told.discards))


def _agenda(game: Game, told: Described) -> list[Frame]:
    """Return the frames of turn, phase and battle, or the frames given in full."""
    if told.agenda and told.phase:
        raise _wrong("phase", told.phase)
    if told.agenda:
        return [read_frame(game, frame) for frame in told.agenda]
    turns = next((step for step in game.steps if isinstance(step, Turns)), None)
    if turns is None or told.phase not in PHASES:
        raise _wrong("phase", told.phase)
    combat = next(number for number, step in enumerate(turns.phases) if isinstance(step, Combat))
    number = next(number for number, step in enumerate(turns.phases) if isinstance(step, Reinforce))
    if told.phase == "move":
        number = next(n for n, step in enumerate(turns.phases) if n > combat and step.name() in MOVES)
    elif told.phase != "reinforce":
        number = combat
    step = turns.phases[number]
    opened = (
        Reinforcing(step.index, told.turn, True, told.trades) if told.phase == "reinforce" else step.frame(told.turn)
    )
    return [Turn(turns.index, told.turn, number + 1), opened, *_battle(game, told, turns.phases[combat])]


MOVES = ("StrategicMove", "Transfers")


def _battle(game: Game, told: Described, combat: object) -> list[Frame]:
    """Return the frame of the battle in which a decision is pending."""
    if told.phase not in ("defend", "occupy") or not isinstance(combat, Combat):
        return []
    if told.battle is None:
        raise _wrong("battle", "-")
    source, target = (number_of(game, "place", name) for name in (told.battle.source, told.battle.target))
    _check_battle(game, told, source, target)
    if told.phase == "occupy":
        return [Battle(combat.defence.occupation.index, told.turn, source, target, told.battle.dice)]
    owner = told.places[told.battle.target].owner
    defender = owner if owner is not None else (told.turn + 1) % told.seats
    return [Battle(combat.defence.index, defender, source, target, told.battle.dice)]


def _check_battle(game: Game, told: Described, source: int, target: int) -> None:
    """Check that the seat in turn attacks a neighbour that isn't its own, with enough armies for the dice."""
    battle, attacker = told.battle, told.places[game.board.places[source]]
    assert battle is not None
    own = told.phase == "defend" and told.places[battle.target].owner == told.turn
    least = 1 if told.phase == "defend" else 0  # for `occupy` it may be left open
    if attacker.owner != told.turn or own or not game.board.adjacent(source, target):
        raise _wrong("battle", f"{battle.source} → {battle.target}")
    if not least <= battle.dice < attacker.armies:
        raise _wrong("battle", f"{battle.dice}, {battle.source} {attacker.armies}")


def _wrong(part: str, value: object) -> Problem:
    return Problem("protocol.table_senseless", part=part, value=value)
