"""`kamchatka odds`: what a battle will bring, exactly."""

from typing import Annotated, Any

import msgspec
import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kamchatka.bots.lore import defence_dice
from kamchatka.editions import edition as find_edition
from kamchatka.odds import Battle, battle
from kamchatka.words.language import language

BAR = 40                    # characters of the longest bar
ROWS = 24                   # most rows of a plot; more ends than that are put together
ADVISED_UP_TO = 60          # defenders; beyond, reckoning how many armies it takes would make people wait
SURE = (0.5, 0.75, 0.9, 0.95)
EIGHTHS = " ▏▎▍▌▋▊▉"
SAYS = {
    "en": {
        "title": "{attackers} armies able to attack ({standing} on the place: one stays) against {defenders}",
        "rules": "{edition} edition: the defender rolls up to {dice} dice and wins ties",
        "stop": ", the attacker stops at {stop_at} or fewer", "win": "The place is taken: ",
        "loss": "Average losses: attacker {attacker:.2f}, defender {defender:.2f}.",
        "left": "armies left,chance", "taken": "taken with", "held": "held with",
        "need": "Armies able to attack for a chance of ",
    },
    "it": {
        "title": "{attackers} armate che possono attaccare ({standing} sul territorio: una resta) contro {defenders}",
        "rules": "edizione {edition}: il difensore tira fino a {dice} dadi e vince i pareggi",
        "stop": ", l'attaccante si ferma a {stop_at} o meno", "win": "Il territorio è preso: ",
        "loss": "Perdite medie: attaccante {attacker:.2f}, difensore {defender:.2f}.",
        "left": "armate rimaste,probabilità", "taken": "preso con", "held": "tenuto con",
        "need": "Armate che possono attaccare per una probabilità del ",
    },
}


def odds(
    attackers: Annotated[int, typer.Argument(help="Armies able to attack: all on the place but one.")],
    defenders: Annotated[int, typer.Argument(help="Armies on the place attacked.")],
    edition: Annotated[str, typer.Option("--edition", help="Whose dice rules.")] = "modern",
    stop_at: Annotated[int, typer.Option("--stop-at", help="The attacker stops with so many left, or fewer.")] = 0,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Who wins a battle, what is left, and how many armies it takes."""
    booklet = find_edition(edition)
    speech, dice = language(lang), defence_dice(booklet.game(booklet.table_rules({})))
    fought = battle(attackers, defenders, defence_dice=dice, stop_at=stop_at)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(figures(fought)), indent=2))
    else:
        Console().print(page(fought, edition, dice, stop_at, speech))


def figures(fought: Battle) -> dict[str, Any]:
    """The battle as JSON data."""
    return {
        "attackers": fought.attackers, "defenders": fought.defenders, "wins": fought.wins, "left": fought.left,
        "held": fought.held, "attacker_losses": fought.attacker_losses, "defender_losses": fought.defender_losses,
    }


def page(fought: Battle, edition: str, dice: int, stop_at: int, speech: str) -> Group:
    """The battle for people: the chance, the losses, a plot of all ends, and what it would take."""
    says = SAYS[speech]
    title = says["title"].format(attackers=fought.attackers, standing=fought.attackers + 1, defenders=fought.defenders)
    rules = says["rules"].format(edition=edition, dice=dice) + (says["stop"].format(stop_at=stop_at) if stop_at else "")
    chance = Text(says["win"]).append(f"{fought.wins:.2%}", f"bold {'green' if fought.wins >= 0.5 else 'red'}")
    loss = says["loss"].format(attacker=fought.attacker_losses, defender=fought.defender_losses)
    parts: list[RenderableType] = [Text(title, "bold"), Text(rules, "bright_black"), Text(), chance, Text(loss)]
    parts.append(plot(fought, says))
    if fought.defenders <= ADVISED_UP_TO:
        parts.append(Text(says["need"] + advice(fought.defenders, dice, stop_at)))
    return Group(*parts)


def plot(fought: Battle, says: dict[str, str]) -> Table:
    """Every way it may end, from the attacker's best to the defender's, with a bar as long as it is likely."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    left, chance = says["left"].split(",")
    for name, side in ((left, "left"), (chance, "right"), ("", "left")):
        table.add_column(name, justify="left" if side == "left" else "right", no_wrap=True)
    taken = bundled(list(enumerate(fought.left))[:0:-1])
    held = bundled(list(enumerate(fought.held))[1:])
    longest = max(chance for _, chance in (*taken, *held))
    for label, colour, rows in ((says["taken"], "green", taken), (says["held"], "red", held)):
        for armies, share in rows:
            table.add_row(Text(f"{label} {armies}", colour), f"{share:.2%}", Text(bar(share / longest), colour))
    return table


def bundled(rows: list[tuple[int, float]]) -> list[tuple[str, float]]:
    """The rows, put together by as many as keep the plot short; ends that hardly ever come are left out."""
    width = max(1, -(-len(rows) // ROWS))
    bundles = [rows[i:i + width] for i in range(0, len(rows), width)]
    named = [(f"{min(b)[0]}–{max(b)[0]}" if len(b) > 1 else str(b[0][0]), sum(c for _, c in b)) for b in bundles]
    return [(name, chance) for name, chance in named if chance >= 0.00005]


def bar(part: float) -> str:
    """A bar of that part of the whole width, to an eighth of a character."""
    eighths = round(part * BAR * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def advice(defenders: int, dice: int, stop_at: int) -> str:
    """How many armies able to attack give which chance: 50 %: 14 · 75 %: 17 …"""
    found, attackers = list[str](), stop_at + 1
    for chance in SURE:
        while battle(attackers, defenders, defence_dice=dice, stop_at=stop_at).wins < chance:
            attackers += 1
        found.append(f"{chance:.0%}: {attackers}")
    return " · ".join(found)
