"""Internal: copy, undo and pickle matches."""

from copy import copy
from typing import Any

from kamchatka.editions import edition as find_edition
from kamchatka.kernel.chance import Chance, FastChance, RecordedChance, ScriptedChance, SealedChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.record import read_fact, write_fact
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Fact, Table
from kamchatka.match.recording import Entry, Recording, SavedTable


def copy_chance(chance: Chance) -> Chance:
    """Return a source that will draw the same numbers. Sources of unknown classes are copied by `copy.copy`."""
    if isinstance(chance, RecordedChance):
        recorded = RecordedChance(copy_chance(chance.source))
        recorded.draws = list(chance.draws)
        return recorded
    if isinstance(chance, FastChance):
        fast = FastChance(0)
        fast.x = chance.x
        return fast
    if isinstance(chance, SealedChance):
        return SealedChance(chance.key, chance.drawn)
    if isinstance(chance, ScriptedChance):
        scripted = ScriptedChance(chance.numbers)
        scripted.used = chance.used
        return scripted
    return copy(chance)


def copy_table(table: Table, chance: Chance | None) -> Table:
    """Return an independent table that draws from `chance`, or from a copy of its own source."""
    journal = None if table.journal is None else list(table.journal)
    luck = copy_chance(table.chance)
    if chance is not None:
        fresh = RecordedChance(chance)
        fresh.draws = luck.draws if isinstance(luck, RecordedChance) else []
        luck = fresh
    return Table(table.board, table.state.copy(), luck, journal)


def snapshot(match: Recording) -> SavedTable:
    """Return a snapshot of a match, to undo later actions."""
    luck = match.table.chance
    source = luck.source if isinstance(luck, RecordedChance) else luck
    return SavedTable(match.forgotten + len(match.entries), match.table.state.copy(), copy_chance(source))


def undo(match: Recording, before: SavedTable) -> list[Entry]:
    """Restore a match, including its dice, to a snapshot. Return the entries undone. A snapshot is used only once."""
    kept = before.version - match.forgotten
    undone, match.entries = match.entries[kept:], match.entries[:kept]
    table, luck = match.table, RecordedChance(before.luck)
    drawn = table.chance.draws if isinstance(table.chance, RecordedChance) else []
    luck.draws = drawn[: len(drawn) - sum(len(entry.draws) for entry in undone)]
    table.state, table.chance = before.state, luck
    if table.journal is not None:
        del table.journal[len(table.journal) - sum(len(entry.facts) for entry in undone) :]
    return undone


# ------------------------------------------------------------------ pickling
def pack(match: Recording) -> JsonObject:
    """Convert a match to plain values. Facts and states are written by name, as in journals and positions."""
    game, table = match.game, match.table
    luck, journal = table.chance, table.journal
    recorded = sum(len(entry.facts) for entry in match.entries)
    return {
        "edition": match.edition.id,
        "options": match.rules.non_defaults(),
        "start": match.start,
        "seats": match.table.state.seats,
        "position": print_position(game, table.state),
        "before": None if journal is None else _write_entries(game, journal[: len(journal) - recorded]),
        "entries": [
            (entry.seat, entry.action, entry.draws, _write_entries(game, entry.facts)) for entry in match.entries
        ],
        "forgotten": match.forgotten,
        "base": None if match.base is None else print_position(game, match.base),
        "luck": pack_chance(luck.source if isinstance(luck, RecordedChance) else luck),
        "draws": luck.draws if isinstance(luck, RecordedChance) else [],
    }


def unpack(packed: JsonObject) -> JsonObject:
    """Rebuild the fields of a packed match."""
    booklet = find_edition(packed["edition"])
    rules = booklet.table_rules(packed["options"], kept=True)
    game = booklet.game(rules)
    entries = [Entry(seat, action, draws, _read(game, facts)) for seat, action, draws, facts in packed["entries"]]
    journal = None
    if packed["before"] is not None:
        journal = [*_read(game, packed["before"]), *(fact for entry in entries for fact in entry.facts)]
    luck = RecordedChance(unpack_chance(packed["luck"]))
    luck.draws = packed["draws"]
    return {
        "edition": booklet.at(rules),
        "rules": rules,
        "game": game,
        "table": Table(game.board, parse_position(game, packed["position"]), luck, journal),
        "start": packed["start"],
        "entries": entries,
        "forgotten": packed["forgotten"],
        "base": None if packed["base"] is None else parse_position(game, packed["base"]),
    }


def pack_chance(chance: Chance) -> Any:
    """Convert a source of random numbers to plain values. Sources of unknown classes must be picklable themselves."""
    if isinstance(chance, FastChance):
        return ("fast", chance.x)
    if isinstance(chance, SealedChance):
        return ("sealed", chance.key, chance.drawn)
    if isinstance(chance, ScriptedChance):
        return ("scripted", list(chance.numbers), chance.used)
    return ("own", chance)


def unpack_chance(packed: Any) -> Chance:
    """Restore the source from the result of `pack_chance`."""
    kind, value, *used = packed
    if kind == "fast":
        fast = FastChance(0)
        fast.x = value
        return fast
    if kind == "sealed":
        return SealedChance(value, *used)
    if kind == "scripted":
        scripted = ScriptedChance(value)
        (scripted.used,) = used
        return scripted
    assert isinstance(value, Chance)
    return value


def _write_entries(game: Game, facts: Any) -> list[JsonObject]:
    return [write_fact(game, fact) for fact in facts]


def _read(game: Game, facts: Any) -> tuple[Fact, ...]:
    return tuple(read_fact(game, fact) for fact in facts)
