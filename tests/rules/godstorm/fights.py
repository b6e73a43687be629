"""Fights: seat 0 in Egypt against Phoenicia of seat 1; seat 2 is far away in Corsica."""

from typing import Any

from kamchatka.kernel.edges.wire import Defend, Invade, NameKind, Roll
from kamchatka.match import Match
from tests.kit import Holding, faces
from tests.rules.godstorm.scene import scene
from tests.rules.modern.witness import happened

LANDS: dict[str, Holding | None] = {"egypt": (0, 6), "phoenicia": (1, 3), "corsica": (2, 3)}


def invading(lands: dict[str, Holding | None] | None = None, **more: Any) -> Match:
    """Set step 6 of seat 0's turn; lands not named belong to seat 1."""
    return scene("Invade", {**LANDS, **(lands or {})}, **more)


def declared(*pieces: str, lands: dict[str, Holding | None] | None = None, dice: int = 0, **more: Any) -> Match:
    """Declare the invasion of Phoenicia from Egypt with these gods."""
    match = invading(lands, **more)
    match.play(Invade("egypt", "phoenicia", dice, pieces))
    return match


def rolled(match: Match, attack: int, defence: int | None = None) -> None:
    """Make a battle roll with these dice; the defender's are None when it isn't asked."""
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
    """Fight a godwar of seat 0's gods in Egypt against seat 1's in Phoenicia with these dice and cards drawn."""
    posted = {0: {kind: "egypt" for kind in pieces}, 1: {kind: "phoenicia" for kind in defenders}}
    match = declared(*pieces, gods=posted, luck=[*faces(*attack), *faces(*defence), *drawn], **more)
    match.play(NameKind(champion or pieces[0]))
    return match


def phase(match: Match) -> str:
    """Return the step that asks now."""
    return match.game.steps[match.state.agenda[-1].step].name()


def facts_named(match: Match, name: str) -> list[dict[str, Any]]:
    """Return the facts of that name from the last action."""
    return [one for one in happened(match) if one["fact"] == name]
