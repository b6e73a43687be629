"""Attack and move checked against an oracle of the booklet's rules, for every pair of places and every number."""

from itertools import product

import pytest

from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import ATTACK, MOVE, Action
from kamchatka.kernel.table import Table
from tests.laws.tables import Setup, advance, begin

LINKS = 82
DICE = 3
PROTECTED = 4  # rounds without eliminations


Links = set[tuple[int, int]]


def linked(table: Table) -> Links:
    """Return every pair of linked places, in both directions."""
    board = table.board
    return {(a, board.links[i]) for a in range(board.size) for i in range(board.first[a], board.first[a + 1])}


def attack_clause(table: Table, links: Links, seat: int, at: int, to: int, dice: int, shield: str) -> str:
    """Return the booklet's rule against an attack; "" if it is allowed."""
    state = table.state
    if not 0 <= at < table.board.size or state.owner[at] != seat:
        return "attack.own_place"
    if (at, to) not in links:
        return "attack.adjacent"
    if state.owner[to] == seat:
        return "attack.enemy"
    if state.armies[at] == 1:
        return "attack.leave_one"
    if not 1 <= dice <= min(DICE, state.armies[at] - 1):
        return "attack.dice"
    if state.round <= PROTECTED and state.lands[state.owner[to]] == 1:
        lethal = dice >= state.armies[to]
        if shield == "no_attack" or (shield == "no_lethal_roll" and lethal):
            return "elimination.protected"
    return ""


def move_clause(table: Table, links: Links, seat: int, at: int, to: int, armies: int) -> str:
    """Return the booklet's rule against a strategic move."""
    state = table.state
    if not 0 <= at < table.board.size or state.owner[at] != seat:
        return "move.own_places"
    if (at, to) not in links:
        return "move.adjacent"
    if state.owner[to] != seat:
        return "move.own_places"
    return "" if 1 <= armies < state.armies[at] else "move.leave_one"


@pytest.mark.parametrize("shield", ["no_lethal_roll", "no_attack", "spare_last_army", "off"])
def test_every_attack_and_every_move_as_the_booklet_says(shield: str) -> None:
    setup = Setup("modern", 6, {"elimination_protection": shield})
    game, places = setup.game, range(-1, 43)
    wanted, seen = {"Combat": 3, "StrategicMove": 3}, set[str]()
    table, luck = begin(setup, 11), FastChance(12)
    links = linked(table)
    assert len(links) == 2 * LINKS
    advance(game, table, luck, 150)
    weaken(table)
    while any(wanted.values()):
        phase, seat = game.steps[table.state.agenda[-1].step].name(), first(game.awaits(table))
        if wanted.get(phase):
            wanted[phase] -= 1
            offered, attacks = game.options(table, seat), phase == "Combat"
            for at, to, n in product(places, places, range(5)):
                if n > 1 and (at, to) not in links:
                    continue  # the number doesn't matter without a link
                action = Action(ATTACK if attacks else MOVE, at, to, n)
                clause = (
                    attack_clause(table, links, seat, at, to, n, shield)
                    if attacks
                    else (move_clause(table, links, seat, at, to, n))
                )
                assert game.why(table, seat, action) == clause, (at, to, n)
                assert offered.allows(action) == (clause == "")
                seen.add(clause)
        advance(game, table, luck, 1)
    assert {"", "attack.adjacent", "attack.enemy", "attack.leave_one", "attack.dice", "move.adjacent"} <= seen
    assert ("elimination.protected" in seen) == (shield in ("no_lethal_roll", "no_attack"))


def weaken(table: Table) -> None:
    """Leave two seats with one place each, so that protection applies."""
    state, zones = table.state, table.board.zones
    turn = state.turn
    for victim in [(turn + 2) % 6, (turn + 4) % 6]:
        own = [place for place, owner in enumerate(state.owner) if owner == victim]
        for place in own[1:]:
            state.owner[place] = turn
            for seat, change in ((victim, -1), (turn, 1)):
                state.lands[seat] += change
                state.held[seat * zones + table.board.zone[place]] += change
