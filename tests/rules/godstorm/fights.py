"""Fights at the table: seat 0 in Egypt against Phoenicia, which seat 1 holds; seat 2 is far away in Corsica."""

from typing import Any

from kamchatka.kernel.edges.wire import Defend, Invade, NameKind, Roll
from kamchatka.match import Match
from tests.kit import Holding, faces
from tests.rules.godstorm.scene import scene
from tests.rules.modern.witness import happened

LANDS: dict[str, Holding | None] = {"egypt": (0, 6), "phoenicia": (1, 3), "corsica": (2, 3)}


def invading(lands: dict[str, Holding | None] | None = None, **more: Any) -> Match:
    """Step 6 of seat 0's turn; whatever is not named belongs to seat 1."""
    return scene("Invade", {**LANDS, **(lands or {})}, **more)


def declared(*pieces: str, lands: dict[str, Holding | None] | None = None, dice: int = 0, **more: Any) -> Match:
    """The invasion of Phoenicia from Egypt has been declared, with these gods."""
    match = invading(lands, **more)
    match.play(Invade("egypt", "phoenicia", dice, pieces))
    return match


def rolled(match: Match, attack: int, defence: int | None = None) -> None:
    """A battle roll with these dice; None when the defender is not asked."""
    match.play(Roll(attack))
    if defence is not None:
        match.play(Defend(defence))


def god_war(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    *pieces: str,
    champion: str = "",
    defenders: tuple[str, ...] = ("death",),
    drawn: tuple[int, ...] = (),
    **more: Any,
) -> Match:
    """A godwar: seat 0's gods go from Egypt against seat 1's in Phoenicia; the faces as they fall, then cards drawn."""
    posted = {0: {kind: "egypt" for kind in pieces}, 1: {kind: "phoenicia" for kind in defenders}}
    match = declared(*pieces, gods=posted, luck=[*faces(*attack), *faces(*defence), *drawn], **more)
    match.play(NameKind(champion or pieces[0]))
    return match


def phase(match: Match) -> str:
    """The step that asks now."""
    return match.game.steps[match.state.agenda[-1].step].name()


def facts_named(match: Match, name: str) -> list[dict[str, Any]]:
    """The facts of that name that the last action brought."""
    return [one for one in happened(match) if one["fact"] == name]
