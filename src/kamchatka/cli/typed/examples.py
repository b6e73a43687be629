"""Example inputs for the help text of a decision, with names from the board and legal amounts."""

from collections.abc import Iterable

from rich.text import Text

from kamchatka.cli.screen.palette import ACCENT
from kamchatka.cli.typed.choices import main_choices
from kamchatka.cli.typed.lookup import Lookup, plain
from kamchatka.cli.typed.vocabulary import RESERVED
from kamchatka.kernel.bits import members
from kamchatka.kernel.board import Board
from kamchatka.kernel.edges.wire import SHAPES, STRUCTS
from kamchatka.kernel.options import Action, Options, Range
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.state import State
from kamchatka.words import Words
from kamchatka.words.decision_fields import amounts, places_of

SHORT = 3  # minimum number of letters of an abbreviated name
USUAL = 3  # the amount in the examples, if it is legal


class Examples:
    """Fields of the help sentences. `{target}` is a full name, `{t}` its abbreviation."""

    def __init__(self, words: Words, board: Board, places: Lookup) -> None:
        self.words = words
        self.board = board
        self.places = places

    def of(self, options: Options, option: Range) -> dict[str, object]:
        """Return the action of a range whose names are easiest to type."""
        action = min(_choices(options, option), key=lambda one: self._length(places_of(one).values()))
        names, what = self.words.names, int(action.what)
        known: dict[str, object] = {"n": int(action.n)}
        match SHAPES[STRUCTS[int(action.verb)]].what:
            case "kind":
                known["kind"] = plain(names.kind(what))
            case "cards":
                known["cards"] = ", ".join(plain(names.card(card)) for card in members(what))
            case "pieces":
                known["with"] = f" {self.words.party(what)}".rstrip()
        for field, place in places_of(action).items():
            known |= {field: plain(names.place(place)), field[0]: self._short(place)}
        return known

    def anywhere(self, state: State, seat: int) -> dict[str, object]:
        """Return two neighbours, preferably one that can attack a rival's place, and the id of a useful rule."""
        links = self._links()
        source, target = min(links, key=lambda pair: (not _is_front(state, seat, *pair), self._length(pair)))
        return {
            "source": plain(self.words.names.place(source)),
            "target": plain(self.words.names.place(target)),
            "rule": self.words.rules("battle.compare", "board.place")[0],
        }

    # -------------------------------------------------------------- names
    def _short(self, place: int) -> str:
        """Return the shortest unique prefix of a name."""
        name = plain(self.words.names.place(place))
        cuts = (name[:letters].rstrip() for letters in range(SHORT, len(name)))
        clear = (cut for cut in cuts if not RESERVED & set(cut.split()))
        return next((cut for cut in clear if self.places.find(cut) == [place]), name)

    def _length(self, places: Iterable[int]) -> tuple[int, int]:
        names = " ".join(self.words.names.place(place) for place in places)
        return len(names.split()), len(names)

    def _links(self) -> list[tuple[int, int]]:
        board = self.board
        return [
            (place, int(board.links[i]))
            for place in range(board.size)
            for i in range(board.first[place], board.first[place + 1])
        ]


def _choices(options: Options, option: Range) -> list[Action]:
    """List every main choice of a range with the usual amount. Parties without places get all their pieces."""
    if isinstance(option, Parties):
        alone = option.alone()
        if alone is not None:
            return [option.fullest(alone)]
        parties = [option.party(row) for row in option.rows]
        actions = [Action(option.verb, one.at, one.to, 0, option.sets(one)[-1]) for one in parties]
    else:
        actions = main_choices(option)
    return [Action(one.verb, one.at, one.to, _usual(options, one), one.what) for one in actions]


def _usual(options: Options, action: Action) -> int:
    """Return the amount to show: the usual one, or the nearest legal one; 0 if the action has no amount."""
    least, most = amounts(options, action)
    return min(most, max(least, USUAL)) if SHAPES[STRUCTS[int(action.verb)]].n else 0


def _is_front(state: State, seat: int, source: int, target: int) -> bool:
    """Return True if the seat could attack along this link."""
    owner = int(state.owner[target])
    return state.owner[source] == seat != owner and owner >= 0 and state.armies[source] > 1


def highlight(line: str) -> Text:
    """Highlight the parts of a help line in backticks, which can be typed literally."""
    return Text.assemble(*((part, ACCENT if n % 2 else "") for n, part in enumerate(line.split("`"))))
