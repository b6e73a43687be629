"""Queries that don't change the game: map, neighbours, odds, rules, reasons for refusals, log, hand and help."""

from collections.abc import Callable, Iterator

from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.session import Session
from kamchatka.cli.screen.palette import ACCENT
from kamchatka.cli.typed.choices import places_to_highlight
from kamchatka.cli.typed.examples import Examples, highlight
from kamchatka.cli.typed.orders import Orders
from kamchatka.cli.typed.vocabulary import DEEDS, Typed, take_apart
from kamchatka.kernel.bits import first
from kamchatka.kernel.options import ATTACK, FAST_ATTACK, INVADE, MOVE, Options, Range
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.problem import Problem
from kamchatka.words.decision_fields import verb_of


class Answers:
    """Answer the queries of one seat at one moment. Nothing here changes the game."""

    def __init__(self, session: Session, screen: Screen, seat: int, options: Options) -> None:
        self.session = session
        self.screen = screen
        self.seat = seat
        self.options = options
        self.state = session.match.view(seat).state
        self.orders = Orders(session.match.edition, self.state, options, seat, session.words.names.players)
        self.examples = Examples(session.words, session.match.game.board, self.orders.places)
        self.say = session.words.phrases.say
        self.by_name: dict[str, Callable[[Typed], None]] = {
            "map": self.map,
            "near": self.near,
            "odds": self.odds,
            "why": self.why,
            "rule": self.rule,
            "log": self.log,
            "hand": self.hand,
            "objective": self.objective,
            "options": self.all_options,
            "help": self.help,
            "undo": lambda typed: screen.say("no_undo"),
        }

    def map(self, typed: Typed) -> None:
        """Show every territory with its neighbours, by continent."""
        board = self.screen.board
        for zone in range(self.session.match.game.board.zones):
            self.screen.console.print(Text(), board.zone_title(self.state, zone))
            for place in range(self.session.match.game.board.size):
                if self.session.match.game.board.zone[place] == zone:
                    self.screen.console.print(board.links(self.state, place), soft_wrap=not self.screen.is_page)
        if not self.screen.is_page:
            table = self.screen.table(self.state, self.seat, places_to_highlight(self.options), secrets=False)
            self.screen.console.print(Text(), table)

    def near(self, typed: Typed) -> None:
        """Show one territory with its neighbours."""
        if not typed.rest:
            raise Problem("play.names_needed", target=self.examples.anywhere(self.state, self.seat)["target"])
        self.screen.console.print(self.screen.board.links(self.state, self.orders.place(" ".join(typed.rest))))

    def odds(self, typed: Typed) -> None:
        """Show the exact odds of an attack that is fought to the end."""
        source, target = self.orders.pair([word for word in typed.rest if not word.isdecimal()])
        names, armies = self.session.words.names, self.state.armies
        match = self.session.match
        fight = match.edition.battles.forecast(match.game, match.table, source, target)
        if fight is None:
            raise Problem("play.odds_none", source=names.place(source), target=names.place(target))
        sentence = "odds_with_pieces" if self.session.match.game.kinds else "odds"
        self.screen.say(
            sentence,
            style=ACCENT,
            source=names.place(source),
            target=names.place(target),
            ours=int(armies[source]),
            theirs=int(armies[target]),
            wins=f"{fight.wins:.1%}",
            lost=f"{fight.lost:.1f}",
            beaten=f"{fight.beaten:.1f}",
        )

    def why(self, typed: Typed) -> None:
        """Show the rule that forbids an action, or confirm that it is legal."""
        # verbs used only by games of the other kind
        unknown = (ATTACK, FAST_ATTACK) if self.session.match.game.kinds else (INVADE,)
        asked = take_apart(" ".join(typed.rest), [verb for verb, _ in DEEDS.values() if verb not in unknown])
        if asked is None or asked.name not in DEEDS:
            raise Problem("play.unknown", line=" ".join(typed.rest))
        order = self.orders.read(asked)
        action = order.with_amount(order.asks[0]).action if order.asks else order.action
        game, table, words = self.session.match.game, self.session.match.table, self.session.words
        if game.why(table, self.seat, action):
            self.screen.tell(words.refusal(game.refusal(table, self.seat, action), game, table), "yellow")
        else:
            self.screen.say("allowed", style="green", action=words.action(action))

    def rule(self, typed: Typed) -> None:
        """Show a paragraph of the rulebook."""
        if not typed.rest:
            raise Problem("play.no_rule", example=self.examples.anywhere(self.state, self.seat)["rule"])
        rule = self.session.match.edition.rulebook.rule(typed.rest[0])
        wording = rule.wording(self.session.words.language)
        body = [Text(text) for text in (wording.text, wording.example, wording.reading) if text]
        self.screen.console.print(Panel(Group(*body), title=f"{rule.id}  {wording.title}", title_align="left"))

    def log(self, typed: Typed) -> None:
        """Show all events as this seat saw them."""
        self.screen.events(self.state, self.session.stories[self.seat].tell())

    def hand(self, typed: Typed) -> None:
        """Show the player's own cards with their texts."""
        self.screen.console.print(self.screen.panels.hand(self.state, self.seat))
        for line in self.screen.panels.texts(self.state, self.seat):
            self.screen.console.print(line, soft_wrap=not self.screen.is_page)

    def objective(self, typed: Typed) -> None:
        """Show the player's own objective."""
        if not self.session.match.game.objectives:
            raise Problem("play.no_objectives")
        self.screen.console.print(self.screen.panels.objective(self.state, self.seat))

    def all_options(self, typed: Typed) -> None:
        """Show every numbered option."""
        self.screen.console.print(
            self.screen.listing(self.screen.choices.list_choices(self.state, self.seat, self.options))
        )

    def help(self, typed: Typed) -> None:
        """Show the commands available now."""
        by_verb = {verb_of(option): option for option in reversed(self.options.ranges)}  # the first of each verb
        lines = [line for option in reversed(by_verb.values()) for line in self._help_on(option)]
        if self.screen.choices.list_choices(self.state, self.seat, self.options):
            lines.insert(0, self.say("help", "number"))
        body = Group(
            *(highlight(f"· {line}") for line in lines),
            Text(),
            *(
                highlight(self.say("help", part, **self.examples.anywhere(self.state, self.seat)))
                for part in ("always", "loosely")
            ),
        )
        self.screen.console.print(Panel(body, title=self.say("help", "title"), title_align="left", border_style=ACCENT))

    def _help_on(self, option: Range) -> Iterator[str]:
        """Explain how to type an option and which pieces can take part."""
        yield self.say("help", verb_of(option), **self.examples.of(self.options, option))
        pieces = [party.pieces for party in map(option.party, option.rows)] if isinstance(option, Parties) else []
        if option.verb in (INVADE, MOVE) and any(pieces):
            piece = self.session.words.names.kind(int(first(max(pieces))))
            yield self.say("help", f"{verb_of(option)}_pieces", piece=piece)
