"""Bots that play the admiral's network in a style: levels and characters."""

from collections import Counter
from math import exp, log
from random import Random
from zlib import crc32

from kamchatka.bots.bot import Bot
from kamchatka.encoding.prompt import DONE, SOURCE, TARGET, VERB, Prompt
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK, MOVE, PLACE, Action, Options
from kamchatka.kernel.state import HIDDEN, State
from kamchatka.kernel.view import View
from kamchatka.players.admiral.bot import UNKNOWN, Encoder, encoder_of
from kamchatka.players.admiral.network import network_of
from kamchatka.players.admiral.styles import Style

FEW = 6  # places of a rival that is close to its end
NOBODY_HATED = -1


class StyledBot(Bot):
    """Draw among the network's good codes, by a style. Only the rival of a grudge is remembered from turn to turn."""

    def __init__(self, game: Game, style: Style, seed: int) -> None:
        network_of(game.name)  # raises a Problem for editions without a network
        self.game = game
        self.style = style
        self.seed = seed
        self.grudge = Grudge()

    def decide(self, view: View, options: Options) -> Action:
        """Choose the action code by code."""
        encoder = encoder_of(self.game, int(view.state.seats))
        hated = self.grudge.rival(view) if self.style.grudge else NOBODY_HATED
        prompt = Prompt(encoder.prompt_codes)
        prompt.begin(options, view.seat)
        seen = without_objective(view) if self.style.forgets else view
        while prompt.stage != DONE:
            prompt.choose(self._code(encoder, seen, prompt, hated))
        return prompt.action()

    def _code(self, encoder: Encoder, view: View, prompt: Prompt, hated: int) -> int:
        """Draw one legal code. The observation seeds the draw."""
        scores = encoder.scores(view, prompt)
        best = max(scores, key=scores.__getitem__)
        wished = wishes(self.game, self.style, view, prompt, hated)
        near = {
            code: score + wished.get(code, 0.0)
            for code, score in scores.items()
            if score > UNKNOWN and score >= scores[best] - self.style.care
        }
        if len(near) <= 1:
            return best
        return draw(near, self.style.spread, Random((self.seed << 32) + crc32(memoryview(encoder.row))))


def without_objective(view: View) -> View:
    """Return the same view without the seat's own objective."""
    state = view.state.copy()
    if state.objective[view.seat] >= 0:
        state.objective[view.seat] = HIDDEN
    return View(view.seat, state)


class Grudge:
    """The rival that took most places from a seat between two of its turns."""

    def __init__(self) -> None:
        self.turn = -1  # round of the seat's last own turn
        self.places: frozenset[int] = frozenset()  # that it held then
        self.hated = NOBODY_HATED

    def rival(self, view: View) -> int:
        """Return the rival to avenge, or NOBODY_HATED; call it at every decision."""
        state, seat = view.state, int(view.seat)
        if int(state.turn) != seat:
            return self.hated
        if int(state.round) != self.turn:
            takers = Counter(owner for place in self.places if (owner := int(state.owner[place])) not in (seat, -1))
            if takers:
                self.hated = takers.most_common(1)[0][0]
            self.turn = int(state.round)
        if self.hated >= 0 and not state.is_alive(self.hated):
            self.hated = NOBODY_HATED
        self.places = frozenset(place for place, owner in enumerate(state.owner) if owner == seat)
        return self.hated


def draw(scores: dict[int, float], spread: float, luck: Random) -> int:
    """Draw a code in proportion to exp(score / spread)."""
    most = max(scores.values())
    codes = sorted(scores)
    weights = [exp((scores[code] - most) / max(spread, 0.01)) for code in codes]
    return luck.choices(codes, weights)[0]


def wishes(game: Game, style: Style, view: View, prompt: Prompt, hated: int) -> dict[int, float]:
    """Return what a style adds to codes of this sub-step."""
    if prompt.stage == VERB:
        return {ATTACK: style.attack}
    if prompt.stage not in (SOURCE, TARGET) or prompt.verb not in (ATTACK, PLACE, MOVE):
        return {}
    first, state = int(prompt.codes.place), view.state
    targets = {place: target_wish(game, style, state, place, hated) for place in range(int(game.board.size))}
    if prompt.verb == ATTACK and prompt.stage == TARGET:
        return {first + place: wish for place, wish in targets.items()}
    own = [place for place, owner in enumerate(state.owner) if owner == view.seat]
    scatter = style.scatter if prompt.verb == PLACE else 0.0
    return {
        first + place: place_wish(game, style, view, place, targets) - scatter * log(max(1, state.armies[place]))
        for place in own
    }


def target_wish(game: Game, style: Style, state: State, place: int, hated: int) -> float:
    """Return what a style adds to attacking a place."""
    board, owner = game.board, int(state.owner[place])
    if owner < 0:
        return 0.0
    zone = int(board.zone[place])
    wish = style.grudge if owner == hated else 0.0
    if int(state.held[owner * board.zones + zone]) == int(board.zone_size[zone]):
        wish += style.prey
    return wish + (style.prey if int(state.lands[owner]) <= FEW else 0.0)


def place_wish(game: Game, style: Style, view: View, place: int, targets: dict[int, float]) -> float:
    """Return a style's bonus for armies on one of the seat's places: near targets, and in zones it mostly holds."""
    board, state, seat = game.board, view.state, int(view.seat)
    zone = int(board.zone[place])
    beside = [int(board.links[link]) for link in range(board.first[place], board.first[place + 1])]
    near = max((targets[other] for other in beside if state.owner[other] != seat), default=0.0)
    mostly = 2 * int(state.held[seat * board.zones + zone]) > int(board.zone_size[zone])
    return near / 2.0 + (style.home if mostly else 0.0)
