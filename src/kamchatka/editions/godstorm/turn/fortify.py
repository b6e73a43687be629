"""Step 7: one move of armies and gods along a path of the seat's territories (god.fortify)."""

from typing import final

from mypy_extensions import i64

from kamchatka.editions.godstorm.places import LANDS, is_open
from kamchatka.editions.godstorm.state import KINDS, is_plagued
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import PiecePosted
from kamchatka.kernel.bits import has
from kamchatka.kernel.options import Action
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.move import Ways
from kamchatka.kernel.table import Table


@final
class Roads(Ways):
    """Moves on the Ancient Earth over open links. Gods can move without armies, but can't end on plagued land."""

    def counts(self, table: Table, seat: i64, place: i64) -> bool:
        return place < LANDS and table.state.owner[place] == seat

    def is_blocked(self, table: Table, a: i64, b: i64) -> bool:
        return not is_open(table, a, b)

    def can_spare(self, table: Table, seat: i64, place: i64) -> bool:
        return table.state.armies[place] > 1 or pieces_at(table, place) != 0

    def add(self, table: Table, seat: i64, source: i64, target: i64, parties: Parties) -> None:
        gods = 0 if is_plagued(table, target) else pieces_at(table, source)
        parties.add(source, target, 0, table.state.armies[source] - 1, gods)

    def lead(self, table: Table, seat: i64, source: i64, target: i64, pieces: i64) -> None:
        for kind in range(i64(KINDS)):
            if has(pieces, kind):
                table.note(PiecePosted(seat, kind, target))

    def why(self, table: Table, seat: i64, action: Action) -> str:
        if action.what and is_plagued(table, action.to):
            return "fortify.plague"
        return "fortify.gods" if action.what & ~pieces_at(table, action.at) else "fortify.leave_one"
