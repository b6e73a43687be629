"""A table as plain text, with the names of the board."""

from textwrap import wrap

from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.match.queries import TableQueries

WIDTH = 100  # columns


def draw_table(table: TableQueries) -> str:
    """Draw seats and places; `2*3` on a place means three armies of seat 2. Cards and objectives aren't shown."""
    game, state = table.game, table.state
    lines = [f"{game.name}, round {state.round}"]
    lines += [_seat(game, state, seat) for seat in range(state.seats)]
    for zone, name in enumerate(game.board.zone_ids):
        lines += _zone(game, state, zone, name)
    return "\n".join(lines)


def _seat(game: Game, state: State, seat: int) -> str:
    colour = game.colours[state.colour[seat]] if state.colour[seat] >= 0 else "no colour"
    armies = sum(n for owner, n in zip(state.owner, state.armies, strict=True) if owner == seat)
    facts = f"{state.lands[seat]} places, {armies} armies, {state.stock[seat]} in hand, {state.hand[seat]} cards"
    marks = [mark for mark, applies in _marks(state, seat) if applies]
    return f"  {seat} {colour}: {facts}" + "".join(f", {mark}" for mark in marks)


def _marks(state: State, seat: int) -> list[tuple[str, bool]]:
    return [
        ("to play", not state.over and state.turn == seat),
        ("eliminated", not state.is_alive(seat)),
        ("winner", seat in members(state.winners)),
    ]


def _zone(game: Game, state: State, zone: int, name: str) -> list[str]:
    board = game.board
    here = [_place(board.places[at], state, at) for at in range(board.size) if board.zone[at] == zone]
    return wrap("  ".join(here), WIDTH, initial_indent=f"{name} +{board.bonus[zone]}: ", subsequent_indent="    ")


def _place(name: str, state: State, at: int) -> str:
    owner = str(state.owner[at]) if state.owner[at] >= 0 else "-"
    return f"{name} {owner}*{state.armies[at]}" if state.armies[at] or state.owner[at] >= 0 else name
