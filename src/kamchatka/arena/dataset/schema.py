"""The tables of a dataset. A version names the columns and their meaning; docs/data.md shows them."""

from typing import Final, NamedTuple

SCHEMA_VERSION: Final = 1  # increases whenever a column changes its meaning or leaves


class Column(NamedTuple):
    """A column: its name, its Arrow type by name, and what it holds."""

    name: str
    kind: str
    meaning: str


GAME: Final = Column("game", "string", "the game: the first 16 digits of the commitment to its dice")
ENTRY: Final = Column("entry", "int32", "the entry in the game's journal")
SEAT: Final = Column("seat", "int8", "the acting seat, from 0")
ROUND: Final = Column("round", "int16", "the round; 0 during preparation")

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": (
        GAME,
        Column("edition", "string", "the edition"),
        Column("options", "string", "the table options that differ from the booklet's, as JSON"),
        Column("seats", "int8", "number of seats"),
        Column("start", "string", "the position that the game began with; empty for an ordinary beginning"),
        Column("rounds", "int16", "the last round"),
        Column("entries", "int32", "entries of the journal"),
        Column("over", "bool", "false for a game that was not finished"),
        Column("ending", "string", "the clause that ended the game; empty if it isn't over"),
    ),
    "seats": (
        GAME,
        Column("edition", "string", "the edition"),
        SEAT,
        Column("player", "string", "the name of the bot; empty for a person"),
        Column("turn", "int8", "place in the turn order at the end, from 1"),
        Column("colour", "string", "the army colour; empty in games without"),
        Column("objective", "string", "the secret objective; empty in games without"),
        Column("won", "bool", "a winner, alone or with others"),
        Column("value", "float32", "winners share 1, losers share -1; 0 without a winner"),
        Column("out_by", "int8", "the seat that eliminated it; -1: still in the game"),
        Column("lands", "int16", "places owned at the end"),
        Column("armies", "int32", "armies on the board at the end"),
        Column("first_place", "string", "the place of its first reinforcement; empty if there was none"),
    ),
    "actions": (
        GAME,
        ENTRY,
        SEAT,
        ROUND,
        Column("act", "string", "the verb, as in the notation of actions"),
        Column("at", "string", "the first place that the action names; empty if none"),
        Column("to", "string", "the second place; empty if none"),
        Column("n", "int32", "the number that the action names; 0 if none"),
        Column("action", "string", "the whole action as JSON"),
    ),
    "decisions": (
        GAME,
        ENTRY,
        Column("step", "int8", "the sub-step of the action, from 0; those without a choice are missing"),
        SEAT,
        Column("observation", "list<int16>", "what the seat observed, as rows of `kamchatka.learn`; null if left out"),
        Column("mask", "binary", "a byte for each code: 1 if it was legal; null if left out"),
        Column("choices", "int16", "number of legal codes"),
        Column("code", "int16", "the code that the seat chose"),
        Column("value", "float32", "the result of the game for this seat, as in `seats`"),
    ),
    "battles": (
        GAME,
        Column("entry", "int32", "the entry of the first throw"),
        ROUND,
        Column("attacker", "int8", "the attacking seat"),
        Column("defender", "int8", "the defending seat; -1 for a neutral army"),
        Column("source", "string", "the attacking place"),
        Column("target", "string", "the attacked place"),
        Column("attackers", "int32", "armies in the attacking place before the first throw, with those that stay"),
        Column("defenders", "int32", "armies in the attacked place before the first throw"),
        Column("throws", "int16", "number of throws"),
        Column("attackers_left", "int32", "armies in the attacking place after the last throw"),
        Column("defenders_left", "int32", "armies in the attacked place after the last throw"),
        Column("taken", "bool", "the place was conquered"),
    ),
}
