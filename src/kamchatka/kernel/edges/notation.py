"""One-line notation of positions for people, tests, saves and bots; parsing a printed position restores it.

 modern/4 a3b1c2a1…/…/… turn=0 round=5 … hands=alaska,joker_1|||china agenda=[…]

Places are in board order with a slash between zones. Each is the owner's letter ("a" is seat 0, a dot is nobody) and
its armies.
"""

import re
from typing import Any, Final, Literal

import msgspec

from kamchatka.kernel.bits import bit, members
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.declarations.registry import FRAMES
from kamchatka.kernel.edges.codecs import UNSEEN, codec_of
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.record import read_frame, update_names, write_frame
from kamchatka.kernel.edges.wire import LARGEST, number_of
from kamchatka.kernel.facts import take
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import COLOUR, OBJECTIVE, Field, secret
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY, State
from kamchatka.kernel.table import Table

LETTERS: Final = "abcdefgh"
SEATS: Final = [str(n) for n in range(1, len(LETTERS) + 1)]
MARKS: Final = ("first", "turn", "round", "conquests", "reshuffles", "winners")
LETTERS_A_PLACE: Final = 16  # greater than the length of any place, including its slash
WITH_PIECES: Final = 10_000  # limit per place in games with pieces: `Parties` packs at most 16,383
PLACE: Final = re.compile(r"([a-h.])(\d+)")
OBJECTIVES: Final = secret(OBJECTIVE)
IS_VIEW: Final = f"hidden={UNSEEN}"  # marks the position of a view, in which "?" stands for unknown numbers
HIDDEN_BEFORE: Final = -3  # how positions of views wrote unknown numbers before that mark existed
# Errors that an invalid position may raise, for instance if its agenda's step asks nobody or its JSON is nested too
# deep.
WRONG: Final = (LookupError, ValueError, TypeError, AttributeError, OverflowError, NotImplementedError, RecursionError)


def print_position(game: Game, state: State) -> str:
    """Print the whole state, including secrets and agenda. For a view, print what it contains."""
    words = [f"{game.name}/{state.seats}", _places(game.board, state)]
    words += [f"{mark}={getattr(state, mark)}" for mark in MARKS]
    words += [
        f"order={_numbers(state.order[: state.seats])}",
        f"ending={state.ending}",
        f"stock={_numbers(state.stock)}",
        f"out={_numbers(state.out_by)}",
        f"colours={_names(game, COLOUR, state.colour)}",
        f"objectives={_names(game, OBJECTIVES, state.objective)}",
        f"hands={'|'.join(_cards_at(game, state, seat) for seat in range(state.seats))}",
        f"discards={_cards_at(game, state, DISCARD)}",
        f"unseen={_cards_at(game, state, HIDDEN)}",
        f"held={_numbers(state.hand)}",
        f"agenda={_json([write_frame(game, frame) for frame in state.agenda])}",
        f"extra={_json([[UNSEEN if n == HIDDEN else n for n in row] for row in state.edition_state.rows()])}",
    ]
    if HIDDEN in state.cards:
        words.append(IS_VIEW)
    return " ".join(words)


def parse_position(game: Game, text: str) -> State:
    """Parse a position; a Problem names the part that is wrong."""
    head, places, *rest = [*text.split(" "), "", ""]
    name, _, seats = head.partition("/")
    if name != game.name or seats not in SEATS:
        raise _wrong("edition/seats", head)
    table = game.blank(int(seats), ScriptedChance([]))
    words = dict(word.split("=", 1) for word in rest if "=" in word)
    try:
        _read_places(table, places, WITH_PIECES if game.kinds else LARGEST)
        _read_words(game, table.state, words)
        check_position(game, table)
    except WRONG as error:
        if isinstance(error, Problem):
            raise
        raise _wrong("position", reason(error)) from None
    return table.state


def reason(error: BaseException) -> str:
    """Describe an error listed in WRONG. For a KeyError, name the missing word."""
    return f"no {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__


def check_position(game: Game, table: Table) -> None:
    """Check that seats exist and that the steps on the agenda can list their options."""
    state = table.state
    for seat in (state.first, state.turn, *state.out_by, *(frame.seat for frame in state.agenda)):
        if not NOBODY <= seat < state.seats:
            raise ValueError(f"seat={seat}")
    if state.ending and state.ending not in game.citations:
        raise ValueError(f"ending={state.ending}")
    try:
        _check_asked(game, table)
    except NotImplementedError:  # steps that only open other steps have no options
        raise ValueError(f"step={game.steps[state.agenda[-1].step].name()}") from None


def _check_asked(game: Game, table: Table) -> None:
    asked, winners = game.awaits(table), table.state.winners
    if not 0 <= min(asked, winners) <= max(asked, winners) < bit(table.state.seats):
        raise ValueError(f"winners={winners}, asked={asked}")
    for seat in members(asked):
        game.options(table, seat)


def _read_words(game: Game, state: State, words: dict[str, str]) -> None:
    for mark in MARKS:
        setattr(state, mark, int(words[mark]))
    state.take_turns(_order(words["order"], state.seats))
    state.ending = words["ending"]
    state.over = state.ending != ""
    for name, row in (("stock", state.stock), ("out", state.out_by), ("held", state.hand)):
        _fill(row, [int(number) for number in words[name].split(",")])
    state.fallen = sum(by != NOBODY for by in state.out_by)
    for field, row in ((COLOUR, state.colour), (OBJECTIVES, state.objective)):
        codec, names = codec_of(field), words[f"{field.noun}s"].split(",")
        _fill(row, [codec.read(game, None if name == "-" else name) for name in names])
    hands = words["hands"].split("|")
    if len(hands) != state.seats:
        raise ValueError(f"hands={words['hands']}")
    _read_cards(game, state, [*enumerate(hands), (DISCARD, words["discards"]), (HIDDEN, words["unseen"])])
    frames = msgspec.json.decode(words["agenda"], type=list[JsonObject])
    rows = msgspec.json.decode(words["extra"], type=list[list[int | Literal["?"]]])
    if words["unseen"] and "hidden" not in words:
        frames, rows = [_veil_frame(frame) for frame in frames], [_veil(row) for row in rows]
    state.agenda.extend(read_frame(game, frame) for frame in frames)
    state.edition_state.load([[HIDDEN if n == UNSEEN else n for n in row] for row in rows])


def _read_cards(game: Game, state: State, told: list[tuple[int, str]]) -> None:
    """Read the cards of each hand and pile; refuse duplicates and hands larger than their size."""
    found: set[int] = set()
    for where, cards in told:
        numbers = [number_of(game, "card", card) for card in cards.split(",") if card]
        if len(numbers) > len(set(numbers) - found) or (where >= 0 and len(numbers) > state.hand[where]):
            raise _wrong("cards", cards)
        found.update(numbers)
        for number in numbers:
            state.cards[number] = where


def _veil_frame(frame: JsonObject) -> JsonObject:
    """Convert a frame of a view stored by an earlier version to the current marks for hidden values."""
    frame = update_names(frame)
    schema = FRAMES.find(str(frame.get("frame")))
    secrets = schema.secrets if schema else []
    return {name: _veil(value) if name in secrets else value for name, value in frame.items()}


def _veil(value: Any) -> Any:
    if isinstance(value, list):
        return [_veil(one) for one in value]
    return UNSEEN if value == HIDDEN_BEFORE else value


def _places(board: Board, state: State) -> str:
    text = ""
    for place in range(board.size):
        if place and board.zone[place] != board.zone[place - 1]:
            text += "/"
        owner = state.owner[place]
        text += (LETTERS[owner] if owner >= 0 else ".") + str(state.armies[place])
    return text


def _read_places(table: Table, text: str, most: int) -> None:
    if len(text) > LETTERS_A_PLACE * table.board.size:
        raise _wrong("places", f"{text[:LETTERS_A_PLACE]}…")
    found = PLACE.findall(text.replace("/", ""))
    if "".join(letter + armies for letter, armies in found) != text.replace("/", "") or len(found) != table.board.size:
        raise _wrong("places", text)
    for place, (letter, armies) in enumerate(found):
        if letter != ".":
            seat = LETTERS.index(letter)
            if seat >= table.state.seats:
                raise _wrong("places", letter + armies)
            take(table, place, seat)
        if int(armies) > most:
            raise _wrong("places", letter + armies)
        table.state.armies[place] = int(armies)


def _order(text: str, seats: int) -> list[int]:
    order = [int(number) for number in text.split(",")]
    if sorted(order) != list(range(seats)):
        raise ValueError(f"order={text}")
    return order


def _numbers(row: Any) -> str:
    return ",".join([str(number) for number in row])


def _names(game: Game, field: Field, row: Any) -> str:
    write = codec_of(field).write
    return ",".join([write(game, value) or "-" for value in row])


def _cards_at(game: Game, state: State, where: int) -> str:
    return ",".join([name for name, place in zip(game.cards, state.cards, strict=True) if place == where])


def _json(data: object) -> str:
    return msgspec.json.encode(data).decode()


def _fill(row: Any, values: list[int]) -> None:
    if len(values) != len(row):
        raise ValueError(f"{len(values)} ≠ {len(row)}")
    for i, value in enumerate(values):
        row[i] = value


def _wrong(part: str, text: str) -> Problem:
    return Problem("position.unreadable", part=part, text=text)
