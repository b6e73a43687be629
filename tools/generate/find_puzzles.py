"""Find puzzles for the trainer: python -m tools.generate.find_puzzles modern 110 --seed 1 --seconds 600 --out FILE.

Captains play. Positions in which several plans would act differently are candidates. Every answer is rehearsed in the
same imagined worlds, and the puzzle is kept if the best is clearly ahead of the second (`kamchatka.analysis.puzzles`:
MARGIN and ERRORS). Objectives are asked for if a player's decisions fit one card better than all others: captains are
deterministic, so each decision can be repeated with every card.

--merge FILE… writes the results of several runs to the edition's puzzles.json, --more FILE… adds them to the existing
puzzles. --again re-evaluates the edition's puzzles after marshals have learned more, and drops those whose answer is no
longer clearly the best. The others keep their numbers.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kamchatka.analysis import puzzles
from kamchatka.analysis.puzzles import FITS, Puzzle, PuzzleChoice, PuzzleTable, is_clear, lead, puzzles_of, weigh
from kamchatka.analysis.search import GameSearch, Promise
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.editions import edition as find_edition
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import ATTACK, INVADE, PASS, PLACE, TIME_UP, Action, Options, Spots
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View, view

WORLDS = (8, 24, 88)  # worlds for weighing answers; unclear positions are abandoned after each step
HOPE = 0.75  # fraction of MARGIN; with a smaller lead after the first worlds a position is abandoned
MOST_CHOICES = 4
OF_ONE_GAME = 6  # maximum number of puzzles per game
EVERY = 4  # one decision in EVERY is examined
LATEST = 30  # last round examined
DEEDS = 14  # maximum number of a suspect's actions shown
KINDS = (puzzles.PLACE, puzzles.ATTACK, puzzles.CLOSING, puzzles.OBJECTIVE)
TURNS = 4  # rounds of a suspect's decisions examined


class Finder:
    """Find puzzles in games of one edition."""

    def __init__(self, name: str, only: str = "") -> None:
        self.only = only  # the kind to look for; "": any
        self.edition = find_edition(name)
        self.game: Game = self.edition.game(self.edition.table_rules({}))
        self.search = GameSearch(self.game)
        self.advisers = self.search.marshal(0, 1).manners.captains()
        self.cards = self.search.strategy.info.objectives
        self.knows_cards = bool(self.cards) and isinstance(self.search.captain, CaptainBot)

    def games(self, seed: int, until: float) -> Iterator[Puzzle]:
        """Yield the puzzles of one game after another."""
        while time.monotonic() < until:
            yield from self.game_of(seed, until)
            seed += 1

    def game_of(self, seed: int, until: float) -> Iterator[Puzzle]:
        """Yield the puzzles of one game."""
        luck, seats = FastChance(seed), self.edition.seats
        table = self.game.start(seats[int(luck.below(len(seats)))], FastChance(seed))
        whistle = 4 + int(luck.below(6))  # the round in which time is up, in games with a clock
        state, found, asked = table.state, 0, set[tuple[int, str]]()
        memory: list[tuple[State, int, Action]] = []
        while not state.over and state.round < LATEST and found < OF_ONE_GAME and time.monotonic() < until:
            if self.whistle(table, whistle):
                return
            seat = first(self.game.awaits(table))
            offered = self.game.options(table, seat)
            puzzle = self.look(table, seat, offered, luck, memory)
            if puzzle is not None and (int(state.round), puzzle.kind) not in asked:
                asked.add((int(state.round), puzzle.kind))
                found += 1
                yield msgspec.structs.replace(puzzle, id=f"{seed}-{state.round}-{seat}-{puzzle.kind}")
            action = self.search.captain.decide(View(seat, state), offered)
            if self.knows_cards and state.turn == seat and state.round > 0 and action.verb in (PLACE, ATTACK):
                memory.append((state.copy(), seat, action))
            self.game.play_from(table, seat, action, offered)

    def whistle(self, table: Table, round: int) -> bool:
        """Declare in the given round that time is up, if the game has a clock; return whether the game is over."""
        if table.state.round == round and table.state.turn == table.state.first:
            declared = self.game.options(table, REFEREE)
            if declared.allows(Action(TIME_UP)):
                self.game.play_from(table, REFEREE, Action(TIME_UP), declared)
        return bool(table.state.over)

    # -------------------------------------------------------------- one decision
    def look(
        self, table: Table, seat: int, offered: Options, luck: FastChance, memory: list[tuple[State, int, Action]]
    ) -> Puzzle | None:
        """Create a puzzle from a decision, if it is suitable."""
        state = table.state
        if state.round < 2 or state.turn != seat:
            return None
        kind = kind_of(self.search, state, seat, offered)
        if self.knows_cards and kind == puzzles.PLACE and self.only in ("", puzzles.OBJECTIVE) and luck.below(2) == 0:
            return self.suspicion(table, seat, memory)
        if self.only not in ("", kind):
            return None
        if not kind or (kind != puzzles.CLOSING and luck.below(EVERY) > 0):
            return None
        known = view(table, seat)
        answers = self.answers(known, offered, kind, luck)
        if len(answers) < 2:
            return None
        found = weigh_answers(self.search, known, answers, int(luck.below(1_000_000)))
        if found is None:
            return None
        choices = tuple(PuzzleChoice(encode_action(self.game, action)) for action in answers)
        return with_figures(Puzzle("", kind, seat, print_position(self.game, known.state), choices, 0, 0.0), found)

    def answers(self, known: View, offered: Options, kind: str, luck: FastChance) -> list[Action]:
        """Return actions of captains with different plans, in random order; for attacks, also passing."""
        found: dict[tuple[int, int, int], Action] = {}
        for captain in self.advisers:
            action = captain.decide(known, offered)
            if action.verb == PLACE and kind == puzzles.PLACE:
                action = whole(action, offered)
            if offered.allows(action):
                found.setdefault((int(action.verb), int(action.at), int(action.to)), action)
        if kind != puzzles.PLACE:
            found = {key: action for key, action in found.items() if action.verb in (ATTACK, INVADE)}
            answers = [*list(found.values())[: MOST_CHOICES - 1], Action(PASS)]
        else:
            answers = [action for action in found.values() if action.verb == PLACE][:MOST_CHOICES]
        return shuffle(answers, luck)

    # -------------------------------------------------------------- an objective
    def suspicion(self, table: Table, seat: int, memory: list[tuple[State, int, Action]]) -> Puzzle | None:
        """Create a puzzle about the objective of a player whose decisions reveal it, if any."""
        state = table.state
        known = view(table, seat)
        for suspect in range(state.seats):
            card = int(state.objective[suspect])
            since = state.round - TURNS
            seen = [(was, action) for was, who, action in memory if who == suspect and was.round >= since]
            if suspect == seat or card < 0 or len(seen) < 2 * FITS:
                continue
            cards = [other for other in range(len(self.cards)) if other != state.objective[seat]]
            fits = {other: sum(self.would(was, suspect, other, action) for was, action in seen) for other in cards}
            order = sorted(cards, key=lambda other: -fits[other])
            if order[0] == card and fits[card] - fits[order[1]] >= FITS and fits[card] >= 0.8 * len(seen):
                return self.betrayed(known, suspect, order[:MOST_CHOICES], fits, [action for _, action in seen])
        return None

    def would(self, was: State, suspect: int, card: int, done: Action) -> bool:
        """Return whether a captain with this card would have made the same decision."""
        supposed = was.copy()
        supposed.objective[suspect] = card
        table = Table(self.game.board, supposed, FastChance(0), None)
        action = self.search.captain.decide(View(suspect, supposed), self.game.options(table, suspect))
        return (action.verb, action.at, action.to) == (done.verb, done.at, done.to)

    def betrayed(
        self, known: View, suspect: int, cards: list[int], fits: dict[int, int], deeds: list[Action]
    ) -> Puzzle:
        """Create the puzzle about a revealed objective."""
        order = sorted(cards, key=lambda card: self.game.objectives[card])
        return Puzzle(
            "",
            puzzles.OBJECTIVE,
            int(known.seat),
            print_position(self.game, known.state),
            tuple(PuzzleChoice({}, self.game.objectives[card], fits=fits[card]) for card in order),
            order.index(cards[0]),
            float(fits[cards[0]] - fits[cards[1]]),
            suspect=suspect,
            deeds=tuple(encode_action(self.game, action) for action in deeds[-DEEDS:]),
            decisions=len(deeds),
        )


Weighed = tuple[int, Promise, list[Promise]]  # the best answer, its lead, and the estimate for each answer


def weigh_answers(search: GameSearch, known: View, answers: list[Action], seed: int) -> Weighed | None:
    """Weigh the answers; return None if none is clearly ahead."""
    promised: list[list[float]] = [[] for _ in answers]
    for worlds in WORLDS:
        more = weigh(search, known, answers, worlds, seed)
        for one, others in zip(promised, more, strict=True):
            one += others
        seed += 104_729 * worlds
        best, ahead = lead(promised)
        if ahead.mean < HOPE * puzzles.MARGIN:
            return None
    return (best, ahead, [Promise.of(one) for one in promised]) if is_clear(ahead) else None


def with_figures(puzzle: Puzzle, found: Weighed) -> Puzzle:
    """Add the figures of its answers to a puzzle."""
    best, ahead, promises = found
    choices = tuple(
        msgspec.structs.replace(choice, promise=round(promise.mean, 4), error=round(promise.error, 4))
        for choice, promise in zip(puzzle.choices, promises, strict=True)
    )
    figures = {"ahead": round(ahead.mean, 4), "error": round(ahead.error, 4), "worlds": ahead.worlds}
    return msgspec.structs.replace(puzzle, choices=choices, answer=best, **figures)


def recompute(booklet: Edition, puzzle: Puzzle) -> Puzzle | None:
    """Re-evaluate a puzzle with today's marshals; return None if its answer is no longer clearly the best."""
    if puzzle.kind == puzzles.OBJECTIVE:
        return puzzle  # counted, not estimated
    table = PuzzleTable(booklet, puzzle)
    found = weigh_answers(GameSearch(table.game), table.view, table.actions(), int(puzzle.id))
    return with_figures(puzzle, found) if found is not None and found[0] == puzzle.answer else None


def kind_of(search: GameSearch, state: State, seat: int, offered: Options) -> str:
    """Return the kind of puzzle that a decision is suited for; "" for none."""
    verbs = {int(option.verb) for option in offered.ranges if option.count() > 0}
    if PLACE in verbs and state.stock[seat] >= 3:
        return puzzles.PLACE
    if PASS in verbs and (ATTACK in verbs or INVADE in verbs):
        return search.strategy.dilemma(state, seat) or puzzles.ATTACK
    return ""


def whole(action: Action, offered: Options) -> Action:
    """Place all armies at once, as many as are allowed there."""
    for option in offered.ranges:
        if isinstance(option, Spots) and option.verb == PLACE and action.at in option.places:
            return Action(PLACE, action.at, -1, option.most, option.what)
    return action


def shuffle(actions: list[Action], luck: FastChance) -> list[Action]:
    """Shuffle the actions."""
    rest, found = actions[:], list[Action]()
    while rest:
        found.append(rest.pop(int(luck.below(len(rest)))))
    return found


def encode_action(game: Game, action: Action) -> dict[str, object]:
    """Encode an action for a file."""
    return wire.encode(wire.outer(game, action))


def merge(name: str, files: list[Path], most: int, there: list[Puzzle]) -> None:
    """Add all new puzzles to the existing ones, without duplicate positions, balanced over the kinds."""
    known, found = {puzzle.position for puzzle in there}, dict[str, Puzzle]()
    for file in files:
        for line in file.read_bytes().splitlines():
            puzzle = msgspec.json.decode(line, type=Puzzle)
            if puzzle.position not in known:
                found.setdefault(puzzle.position, puzzle)
    kinds = sorted({puzzle.kind for puzzle in found.values()})
    by_kind = {kind: [one for one in found.values() if one.kind == kind] for kind in kinds}
    chosen, room = list[Puzzle](), max(0, most - len(there))
    while len(chosen) < room and any(by_kind.values()):
        chosen += [by_kind[kind].pop(0) for kind in kinds if by_kind[kind]]
    # numbers are never reused, because ratings refer to them
    number = max((int(puzzle.id) for puzzle in there), default=0)
    numbered = [msgspec.structs.replace(one, id=f"{n:03}") for n, one in enumerate(chosen[:room], start=number + 1)]
    write(name, there + numbered)


def write(name: str, chosen: list[Puzzle]) -> None:
    """Write the edition's own file."""
    booklet = find_edition(name)
    home = Path(__file__).parents[2] / "src" / Path(*booklet.home.split("."))
    rows = ",\n".join(json.dumps(msgspec.to_builtins(one), ensure_ascii=False) for one in chosen)
    (home / "puzzles.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    print(name, len(chosen), dict(Counter(one.kind for one in chosen)))


def main() -> None:
    """Find, merge or re-evaluate puzzles."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("edition")
    reader.add_argument("most", type=int)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=600.0)
    reader.add_argument("--out", type=Path, default=Path("build/puzzles.jsonl"))
    reader.add_argument("--kind", default="", choices=["", *KINDS])
    reader.add_argument("--merge", type=Path, nargs="+")
    reader.add_argument("--more", type=Path, nargs="+")
    reader.add_argument("--again", action="store_true")
    asked = reader.parse_args()
    if asked.merge or asked.more:
        there = [*puzzles_of(asked.edition)] if asked.more else []
        return merge(asked.edition, asked.merge or asked.more, asked.most, there)
    if asked.again:
        found = (recompute(find_edition(asked.edition), puzzle) for puzzle in puzzles_of(asked.edition))
        return write(asked.edition, [puzzle for puzzle in found if puzzle is not None][: asked.most])
    count = 0
    with asked.out.open("wb") as file:
        for puzzle in Finder(asked.edition, asked.kind).games(asked.seed, time.monotonic() + asked.seconds):
            file.write(msgspec.json.encode(puzzle) + b"\n")
            file.flush()
            count += 1
            if count >= asked.most:
                break
    print(asked.edition, count)


if __name__ == "__main__":
    main()
