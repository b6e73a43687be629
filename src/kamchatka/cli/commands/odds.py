"""`kamchatka odds`: exact odds of a battle."""

from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kamchatka.cli.completion import complete_edition
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.problem import Problem
from kamchatka.odds import BattleOdds, DiceRule, March, Side, battle, march
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language

BAR = 40  # maximum length of a bar in characters
ROWS = 24  # maximum number of rows of a plot; more outcomes are grouped
ADVISED_UP_TO = 60  # maximum number of defenders; the armies needed against more take too long to compute
FAST_FROM = 20  # number of armies on a place from which a fast battle is allowed
SURE = (0.5, 0.75, 0.9, 0.95)
EIGHTHS = " ▏▎▍▌▋▊▉"


def odds(
    attackers: Annotated[int, typer.Argument(help="Armies able to attack: all on the place but one.")],
    defenders: Annotated[int, typer.Argument(help="Armies on the place attacked.")],
    edition: Annotated[
        str, typer.Option("--edition", help="Whose dice rules.", autocompletion=complete_edition)
    ] = "modern",
    stop_at: Annotated[int, typer.Option("--stop-at", help="The attacker stops at this number of armies.")] = 0,
    through: Annotated[str | None, typer.Option("--through", help="More places to take after it: 3,1,2.")] = None,
    attack_eights: Annotated[int, typer.Option(help="How many of the attacker's dice have eight sides.")] = 0,
    defence_eights: Annotated[int, typer.Option(help="How many of the defender's dice have eight sides.")] = 0,
    attacker_rerolls: Annotated[bool, typer.Option(help="The attacker throws ones again.")] = False,
    defender_rerolls: Annotated[bool, typer.Option(help="The defender throws ones again.")] = False,
    attacker_wins_ties: Annotated[bool, typer.Option(help="The attacker wins ties.")] = False,
    best_dice: Annotated[bool, typer.Option(help="Both sides choose the dice that serve them best.")] = False,
    fast: Annotated[bool, typer.Option(help="Fast battle: from 20 armies each comparison costs five.")] = False,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show who wins a battle, what is left, and how many armies it takes."""
    speech, plain = language(lang), booklet_rule(edition)
    rule = DiceRule(
        Side(plain.attack.dice, attack_eights, attacker_rerolls),
        Side(plain.defence.dice, defence_eights, defender_rerolls),
        attacker_wins_ties,
        plain.never_fewer,
        fast_from=FAST_FROM if fast else 0,
        best=best_dice,
    )
    further = numbers(through)
    fought = battle(attackers, defenders, rule, stop_at=stop_at)
    chain = march(attackers, [defenders, *further], rule, stop_at=stop_at)
    if json:
        told = figures(fought) | ({"through": further, "taken": chain.taken} if further else {})
        typer.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    else:
        Console().print(page(fought, edition, rule, stop_at, speech))
        if further:
            Console().print(road(chain, [defenders, *further], phrases(speech).branch("odds").say))


def booklet_rule(edition: str) -> DiceRule:
    """Return the dice rule of an edition with default options."""
    booklet = find_edition(edition)
    return booklet.battles.dice_rule(booklet.game(booklet.table_rules({})))


def numbers(places: str | None) -> list[int]:
    """Parse the armies on further places, such as `3,1,2`."""
    words = places.split(",") if places else []
    for word in words:
        if not word.strip().isdecimal():
            raise Problem("odds.not_a_number", word=word)
    return [int(word) for word in words]


def road(chain: March, places: list[int], says: Says) -> Text:
    """Render how far a march gets: the chances of taking the first place, the first two, and so on."""
    steps = (f"{armies}: {chance:.2%}" for armies, chance in zip(places, chain.taken, strict=True))
    return Text(says("road") + " · ".join(steps))


def figures(fought: BattleOdds) -> JsonObject:
    """Return the battle as JSON data."""
    return {
        "attackers": fought.attackers,
        "defenders": fought.defenders,
        "wins": fought.wins,
        "left": fought.left,
        "held": fought.held,
        "attacker_losses": fought.attacker_losses,
        "defender_losses": fought.defender_losses,
    }


def page(fought: BattleOdds, edition: str, rule: DiceRule, stop_at: int, speech: str) -> Group:
    """Render the battle: win chance, losses, a plot of all outcomes, and the armies needed."""
    says = phrases(speech).branch("odds").say
    title = says("title", attackers=fought.attackers, standing=fought.attackers + 1, defenders=fought.defenders)
    rules = describe_rule(edition, rule, says) + (says("stop", stop_at=stop_at) if stop_at else "")
    chance = Text(says("win")).append(f"{fought.wins:.2%}", f"bold {'green' if fought.wins >= 0.5 else 'red'}")
    loss = says("loss", attacker=fought.attacker_losses, defender=fought.defender_losses)
    parts: list[RenderableType] = [Text(title, "bold"), Text(rules, "bright_black"), Text(), chance, Text(loss)]
    parts.append(plot(fought, says))
    if fought.defenders <= ADVISED_UP_TO:
        parts.append(Text(says("need") + advice(fought.defenders, rule, stop_at)))
    return Group(*parts)


def describe_rule(edition: str, rule: DiceRule, says: Says) -> str:
    """Describe the dice rule."""
    ties = says("loses" if rule.attacker_wins_ties else "wins")
    told = says("rules", edition=edition, dice=rule.defence.dice, ties=ties)
    for side, name in ((rule.attack, says("attacker")), (rule.defence, says("defender"))):
        told += says("eights", side=name, eights=side.eights) if side.eights else ""
        told += says("again", side=name) if side.rerolls else ""
    return told + (says("best") if rule.best else "") + (says("fast") if rule.fast_from else "")


def plot(fought: BattleOdds, says: Says) -> Table:
    """Return a bar chart of all outcomes, from the attacker's best to the defender's best."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    left, chance = says("left").split(",")
    for name, side in ((left, "left"), (chance, "right"), ("", "left")):
        table.add_column(name, justify="left" if side == "left" else "right", no_wrap=True)
    taken = group_rows(list(enumerate(fought.left))[:0:-1])
    held = group_rows(list(enumerate(fought.held))[1:])
    longest = max(chance for _, chance in (*taken, *held))
    for label, colour, rows in ((says("taken"), "green", taken), (says("held"), "red", held)):
        for armies, share in rows:
            table.add_row(Text(f"{label} {armies}", colour), f"{share:.2%}", Text(bar(share / longest), colour))
    return table


def group_rows(rows: list[tuple[int, float]]) -> list[tuple[str, float]]:
    """Group rows to keep the plot short, and leave out very unlikely outcomes."""
    width = max(1, -(-len(rows) // ROWS))
    bundles = [rows[i : i + width] for i in range(0, len(rows), width)]
    named = [(f"{min(b)[0]}–{max(b)[0]}" if len(b) > 1 else str(b[0][0]), sum(c for _, c in b)) for b in bundles]
    return [(name, chance) for name, chance in named if chance >= 0.00005]


def bar(part: float) -> str:
    """Draw a bar for a fraction of the full width, to an eighth of a character."""
    eighths = round(part * BAR * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def advice(defenders: int, rule: DiceRule, stop_at: int) -> str:
    """Return how many attacking armies reach certain win chances, such as `50 %: 14 · 75 %: 17`."""
    found, attackers = list[str](), stop_at + 1
    for chance in SURE:
        while battle(attackers, defenders, rule, stop_at=stop_at).wins < chance:
            attackers += 1
        found.append(f"{chance:.0%}: {attackers}")
    return " · ".join(found)
