"""Read a finished or broken-off game as rows of a dataset: no names of people, only what journals and rules say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from kamchatka.analysis.throws import BattleThrow, ThrowReader, blank_copy
from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.encoding.setting import Setting
from kamchatka.journal import Header
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.facts import Conquered
from kamchatka.kernel.options import PLACE
from kamchatka.kernel.view import view
from kamchatka.match import Entry, Match

Row = JsonObject
Found = tuple[str, Row]  # the name of the table, and a row of it
Observe = Callable[[Any, int, Prompt], Any]  # table, seat, prompt → numbers


class Finding(NamedTuple):
    """A code that a seat chose, with what it saw."""

    entry: int
    step: int
    seat: int
    observation: Any
    mask: bytes | None
    choices: int
    code: int


@dataclass
class OpenBattle:
    """A battle whose last throw isn't known yet."""

    row: Row
    source: int
    target: int

    def follows(self, throw: BattleThrow) -> bool:
        """Return True if a throw continues this battle."""
        same = (throw.source, throw.target, throw.attacker, throw.defender, throw.round)
        row = self.row
        return same == (self.source, self.target, row["attacker"], row["defender"], row["round"])


class GameReader:
    """Replay a game from its journal and collect the rows of all tables."""

    def __init__(self, header: Header, match: Match, observe: Observe | None) -> None:
        self.header, self.match, self.observe = header, match, observe
        self.game = header.commitment[:16]
        self.setting = Setting(match.edition, match.rules, match.game, match.seats)
        self.again = blank_copy(match)
        self.throws = ThrowReader(match.edition, match.game)
        self.findings: list[Finding] = []
        self.first_places: dict[int, str] = {}
        self.battle: OpenBattle | None = None

    def rows(self) -> Iterator[Found]:
        """Yield the rows. Those of `seats` and `decisions` come last, because they hold the result."""
        places = self.match.game.board.places
        for number, entry in enumerate(self.match.entries):
            if entry.action is not None and entry.seat is not None and entry.seat >= 0:
                yield "actions", self._action(number, entry.seat, entry.action, places)
                self._decide(number, entry.seat, entry.action)
            yield from self._fight(number, entry)
        yield from self._end_battle()
        yield "games", self._outline()
        values = self._values()
        for found in self.findings:
            yield "decisions", {"game": self.game, **found._asdict(), "value": values[found.seat]}
        for seat in range(self.match.seats):
            yield "seats", self._result(seat, values[seat])

    # -------------------------------------------------------------- decisions
    def _action(self, number: int, seat: int, action: wire.NamedAction, places: list[str]) -> Row:
        plain = wire.inner(self.match.game, action)
        at = places[plain.at] if plain.at >= 0 else ""
        if plain.verb == PLACE and self.again.state.round > 0 and at:
            self.first_places.setdefault(seat, at)
        said = wire.encode(action)
        return {
            "game": self.game,
            "entry": number,
            "seat": seat,
            "round": int(self.again.state.round),
            "act": said["act"],
            "at": at,
            "to": places[plain.to] if plain.to >= 0 else "",
            "n": int(plain.n),
            "action": msgspec.json.encode(said).decode(),
        }

    def _decide(self, number: int, seat: int, action: wire.NamedAction) -> None:
        """Split an action into the codes of its sub-steps."""
        table, game = self.again.table, self.match.game
        options = game.options(table, seat)
        plain = wire.inner(game, action)
        if not options.allows(plain):
            return  # played under rules of an earlier version
        prompt = Prompt(self.setting.codes)
        prompt.begin(options, seat)
        step = 0
        while prompt.stage != DONE:
            code = int(prompt.code_for(plain))
            seen, mask = None, None
            if self.observe is not None:
                seen = self.observe(table, seat, prompt)
                mask = bytes(int(legal) for legal in prompt.legal)
            self.findings.append(Finding(number, step, seat, seen, mask, int(prompt.marked), code))
            prompt.choose(code)
            step += 1

    # -------------------------------------------------------------- battles
    def _fight(self, number: int, entry: Entry) -> Iterator[Found]:
        """Apply an entry fact by fact, and note battles."""
        table = self.again.table
        self.throws.begin(entry)
        for fact in entry.facts:
            throw = self.throws.hear(table, fact, number)
            if throw is not None:
                if self.battle is None or not self.battle.follows(throw):
                    yield from self._end_battle()
                    self.battle = self._begin_battle(throw)
                self.battle.row["throws"] += 1
            table.note(fact)
            battle = self.battle
            if battle is None or battle.row["taken"]:
                continue
            if isinstance(fact, Conquered) and fact.place == battle.target:
                battle.row |= {"taken": True, "defenders_left": 0}
            elif throw is not None or number == battle.row["last"]:
                battle.row |= self._remaining_armies(battle)
            if throw is not None:
                battle.row["last"] = number
        self.again.entries.append(entry)

    def _begin_battle(self, throw: BattleThrow) -> OpenBattle:
        armies, places = self.again.state.armies, self.match.game.board.places
        row = {
            "game": self.game,
            "entry": throw.entry,
            "round": throw.round,
            "attacker": throw.attacker,
            "defender": throw.defender,
            "source": places[throw.source],
            "target": places[throw.target],
            "attackers": int(armies[throw.source]),
            "defenders": int(armies[throw.target]),
            "throws": 0,
            "taken": False,
            "last": -1,
        }
        return OpenBattle(row, throw.source, throw.target)

    def _remaining_armies(self, battle: OpenBattle) -> Row:
        armies = self.again.state.armies
        return {"attackers_left": int(armies[battle.source]), "defenders_left": int(armies[battle.target])}

    def _end_battle(self) -> Iterator[Found]:
        if self.battle is not None:
            row = self.battle.row
            del row["last"]
            yield "battles", row
        self.battle = None

    # -------------------------------------------------------------- results
    def _outline(self) -> Row:
        match, state = self.match, self.again.state
        return {
            "game": self.game,
            "edition": self.header.edition,
            "options": msgspec.json.encode(match.rules.non_defaults(), order="sorted").decode(),
            "seats": match.seats,
            "start": match.start,
            "rounds": int(state.round),
            "entries": len(match.entries),
            "over": bool(state.over),
            "ending": state.ending if state.over else "",
        }

    def _values(self) -> list[float]:
        """Return each seat's result: winners share 1, losers share -1."""
        state, seats = self.again.state, self.match.seats
        winners = members(state.winners) if state.over else []
        if not winners or len(winners) == seats:
            return [0.0] * seats
        return [1 / len(winners) if seat in winners else -1 / (seats - len(winners)) for seat in range(seats)]

    def _result(self, seat: int, value: float) -> Row:
        state, game = self.again.state, self.match.game
        colour, objective = int(state.colour[seat]), int(state.objective[seat])
        armies = sum(int(count) for owner, count in zip(state.owner, state.armies, strict=True) if owner == seat)
        return {
            "game": self.game,
            "edition": self.header.edition,
            "seat": seat,
            "player": self.header.players[seat].bot or "",
            "turn": int(state.rank(seat)) + 1,
            "colour": game.colours[colour] if colour >= 0 else "",
            "objective": game.objectives[objective] if objective >= 0 else "",
            "won": bool(state.over) and seat in members(state.winners),
            "value": value,
            "out_by": int(state.out_by[seat]),
            "lands": int(state.lands[seat]),
            "armies": armies,
            "first_place": self.first_places.get(seat, ""),
        }


def observe_with_numpy(setting: Setting) -> Observe:
    """Return a function that observes the tables of a setting."""
    import numpy as np
    from librt.vecs import vec
    from mypy_extensions import i16

    numbers: Any = vec[i16]([0] * setting.layout.size)  # allocated once: mypyc leaks vectors of interpreted code

    def observe(table: Any, seat: int, prompt: Prompt) -> Any:
        setting.observer.write(view(table, seat), prompt, numbers, 0)
        return np.frombuffer(numbers, np.int16).copy()

    return observe
