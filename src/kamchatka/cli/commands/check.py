"""`kamchatka check`: play random games of an edition and look for mistakes of its author."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer

from kamchatka.boards import geometry
from kamchatka.cli.completion import complete_edition
from kamchatka.editions import edition as find_edition
from kamchatka.editions.edition import Edition
from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.declarations.registry import FACTS
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.record import read_fact, write_fact
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.schema.fields import CLAUSE
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.texts import languages, phrases
from kamchatka.texts.language import language
from kamchatka.words import Words

MISTAKES = 4  # number of illegal actions tried at every decision
LONGEST = 1500  # maximum number of actions per game, because some random games never end


def check(
    edition: Annotated[str, typer.Argument(help="The edition to try.", autocompletion=complete_edition)],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games for each number of seats.")] = 5,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
) -> None:
    """Check an edition: missing clauses, facts and questions without texts, journals that can't be replayed."""
    trial = Trial(find_edition(edition))
    trial.look_over()
    for seats in trial.edition.seats:
        for seed in range(games):
            trial.play(seats, seed)
    said = phrases(language(lang)).say("check", "faults" if trial.faults else "sound", **trial.counts)
    typer.echo("\n".join([said, *(f"  {fault} ({times}×)" for fault, times in trial.faults.most_common())]))
    if trial.faults:
        raise typer.Exit(1)


class Trial:
    """The checks made and the faults found."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.faults = Counter[str]()
        self.counts = Counter[str](games=0, decisions=0, refusals=0, facts=0)
        self.verbs: set[int] = set()

    @contextmanager
    def looking_at(self, what: str) -> Iterator[None]:
        """Record exceptions raised in the `with` block as faults of the edition."""
        try:
            yield
        except Exception as error:
            self.faults[f"{what}: {type(error).__name__}: {error}"] += 1

    def look_over(self) -> None:
        """Check what needs no game: that rulebook and texts describe every option, and that the boards are drawn."""
        for name in (field.name for field in msgspec.structs.fields(self.edition.rules)):
            with self.looking_at(f"the option {name}"):
                if name not in [option.name for option in self.edition.rulebook.options]:
                    raise LookupError("the booklet has no [[option]] of that name")
                for tongue in languages():
                    phrases(tongue, self.edition.home).say("option", name, "title")
        with self.looking_at("the board"):
            self.check_drawings()

    def check_drawings(self) -> None:
        """Check that the boards' drawings contain every place."""
        drawings = [geometry.load(board.id, board.package) for board in self.edition.boards]
        drawn = {place for drawing in drawings for place in (*drawing.places, *drawing.heavens)}
        missing = {place.id for sheet in self.edition.sheets for place in sheet.places} - drawn
        if missing:
            raise LookupError(
                f"not drawn: {', '.join(sorted(missing))} (python -m kamchatka.boards.sketch draws a sheet)"
            )

    def play(self, seats: int, seed: int, longest: int = LONGEST) -> None:
        """Play a random game to its end, with a cap on the number of actions."""
        self.counts["games"] += 1
        match, luck = Match.new(self.edition.id, seats, seed=seed), FastChance(seed + 1)
        words = [Words(tongue, self.edition, [f"P{seat + 1}" for seat in range(seats)]) for tongue in languages()]
        self.hear(match, words, match.journal)
        while not match.is_over and len(match.entries) < longest:
            seat = match.awaited[luck.below(len(match.awaited))]
            offered = match.options(seat)
            self.decide(match, words, seat, offered, luck)
            action = offered.sample(luck)
            entries = len(match.entries)
            with self.looking_at(f"{self.step(match)} carries out what it offers"):
                play_numeric(match, action, seat)
            if len(match.entries) == entries:
                return
            self.hear(match, words, match.entries[-1].facts)
        with self.looking_at("the journal"):
            self.folds(match)

    def step(self, match: Match) -> str:
        """Return the name of the step that asks for the current decision."""
        return match.game.steps[match.state.agenda[-1].step].name()

    def decide(self, match: Match, words: list[Words], seat: int, offered: Options, luck: FastChance) -> None:
        """Check one decision: its question, its position, and some illegal actions."""
        self.counts["decisions"] += 1
        step = self.step(match)
        for say in words:
            with self.looking_at(f"the question of {step}, {say.language}"):
                say.phase(match.game, match.state)
                say.question(match.game, match.state, offered, seat)
        with self.looking_at(f"the position in {step}"):
            text = match.position()
            if print_position(match.game, parse_position(match.game, text)) != text:
                raise ValueError("it reads back as another one")
        with self.looking_at(f"the display in {step}"):
            for viewer in range(ONLOOKER, match.seats):
                self.edition.display(match.game, match.view(viewer).state, viewer)
        self.verbs.update(int(option.verb) for option in offered.ranges)
        for _ in range(MISTAKES):
            self.err(match, words, seat, self.mistake(match, offered.sample(luck), luck))

    def mistake(self, match: Match, legal: Action, luck: FastChance) -> Action:
        """Create a plausible mistake: a legal action with another verb, place or number."""
        verbs, size = sorted(self.verbs), int(match.game.board.size)
        colours = len(match.game.colours)
        others = [verbs[luck.below(len(verbs))], luck.below(size), luck.below(size), luck.below(8), luck.below(colours)]
        changed, key = luck.below(len(others)), list(legal.key())
        key[changed] = others[changed]
        if changed == 0:
            key[4] = others[4]  # a set of cards isn't a colour
        return Action(*key)

    def err(self, match: Match, words: list[Words], seat: int, action: Action) -> None:
        """Check that an illegal action is refused, with a reason in every language."""
        if match.options(seat).allows(action):
            return
        self.counts["refusals"] += 1
        with self.looking_at(f"a refusal in {self.step(match)}"):
            try:
                match.game.play(match.table, seat, action)
            except Refusal as refusal:
                for say in words:
                    say.why(refusal, match.game, match.table)
            except KeyError as missing:
                raise LookupError(f"no rule of the booklet has the clause {missing}") from None
            else:
                raise ValueError("what the options do not hold was accepted")

    def hear(self, match: Match, words: list[Words], facts: Sequence[Fact]) -> None:
        """Check that every fact has a text, as seen by every seat."""
        for fact in facts:
            self.counts["facts"] += 1
            with self.looking_at(f"the clause of {type(fact).__name__}"):
                self.check_citation(fact)
            for viewer in range(ONLOOKER, match.seats):
                for say in words:
                    with self.looking_at(f"the words of {type(fact).__name__}, {say.language}"):
                        say.fact(fact.seen_by(viewer))

    def check_citation(self, fact: Fact) -> None:
        """Check that every clause in a fact belongs to a rule."""
        for name, field in FACTS.of(type(fact)).fields.items():
            clause = getattr(fact, name) if field.noun == CLAUSE.noun else ""
            if clause and clause not in self.edition.citations:
                raise LookupError(f"no rule of the booklet has the clause {clause!r}")

    def folds(self, match: Match) -> None:
        """Check that facts which are written and read back lead to the same position."""
        text = msgspec.json.encode([write_fact(match.game, fact) for fact in match.journal])
        folded = match.game.blank(match.seats, ScriptedChance([]))
        for data in msgspec.json.decode(text):
            folded.note(read_fact(match.game, data))
        if print_position(match.game, folded.state) != match.position():
            raise ValueError("its facts, written and read back, lead to another position")
