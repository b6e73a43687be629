"""`kamchatka rules`: show the rulebooks rule by rule, with the tests that demonstrate them."""

from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kamchatka.cli.commands.rulebook_page import page, remarks, section
from kamchatka.cli.completion import complete_edition
from kamchatka.editions import booklets
from kamchatka.editions import edition as find_edition
from kamchatka.editions.ledger import Account, Ledger
from kamchatka.editions.rulebook import TableOption, unknown_rule
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, languages, phrases
from kamchatka.texts.language import language

COLOURS = {"shown": "green", "unmechanised": "bright_black", "open": "bold red"}


def rules(
    edition: Annotated[
        str | None, typer.Argument(help="The edition; without it, all of them.", autocompletion=complete_edition)
    ] = None,
    rule: Annotated[str | None, typer.Argument(help="One rule, such as std.attack.10.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="The same, for a rule of any edition.")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    options: Annotated[bool, typer.Option("--options", help="The table options of an edition, default first.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page of docs/rulebook.")] = False,
) -> None:
    """Show the rules of an edition, each with the tests that demonstrate it."""
    try:
        if options:
            _tell_options(edition, language(lang), json)
        else:
            _tell(edition, rule if id is None else id, language(lang), json, markdown)
    except Problem as problem:
        # report an unknown language in the language of the locale
        typer.echo(problem.sentence(language(lang if lang in languages() else None)), err=True)
        raise typer.Exit(2) from None


def _tell(edition: str | None, id: str | None, speech: str, json: bool, markdown: bool) -> None:
    """Print all editions, one edition or one rule in the requested format."""
    if json and markdown:
        raise Problem("rules.one_format")
    ledgers = [Ledger.load(name) for name in (booklets() if edition is None else [edition])]
    if id is not None:
        _tell_rule(_account(ledgers, id), speech, json, markdown)
    elif json:
        _print_json({ledger.booklet.book.edition: ledger.totals() for ledger in ledgers})
    elif markdown:
        typer.echo("\n".join(page(ledger) for ledger in ledgers), nl=False)
    elif edition is None:
        Console().print(_shelf(ledgers, speech))
    else:
        Console().print(_contents(ledgers[0], speech))


def _tell_options(edition: str | None, speech: str, json: bool) -> None:
    """Print the options of a table, with the names and values that `--option`, hosts and servers accept."""
    if edition is None:
        raise Problem("rules.options_of")
    offered = find_edition(edition).options
    if json:
        _print_json([{"name": one.name, "default": one.default, "values": one.values} for one in offered])
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in _says(speech)("option_columns").split(","):
        table.add_column(column)
    for one in offered:
        table.add_row(Text(one.name, "bold"), Text(_span(one)), Text(one.it if speech == "it" else one.en))
    Console().print(table)


def _span(option: TableOption) -> str:
    """Return the values of an option, with the default first."""
    if option.text:
        return "…"
    if not option.values:
        return f"{option.default} ({option.min} … {option.max})"
    rest = [value for value in option.values if value != option.default or type(value) is not type(option.default)]
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in (option.default, *rest))


def _print_json(value: object) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _account(ledgers: list[Ledger], id: str) -> Account:
    """Find the account of a rule: its text, status and tests."""
    accounts = (account for ledger in ledgers for account in ledger.accounts if account.rule.id == id)
    found = next(accounts, None)
    if found is None:
        raise unknown_rule(id, ledgers[0].booklet.book.edition)
    return found


def _tell_rule(account: Account, speech: str, json: bool, markdown: bool) -> None:
    if json:
        _print_json({**msgspec.structs.asdict(account.rule), "status": account.status, "tests": account.tests})
    elif markdown:
        typer.echo(section(account), nl=False)
    else:
        Console().print(_card(account, speech))


def _says(speech: str) -> Says:
    return phrases(speech).branch("rules").say


def _shelf(ledgers: list[Ledger], speech: str) -> Table:
    """Return a table of all editions with the totals of their rules."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in _says(speech)("editions").split(","):
        table.add_column(name, justify="left" if not table.columns else "right")
    for ledger in ledgers:
        totals = msgspec.structs.astuple(ledger.totals())
        table.add_row(Text(ledger.booklet.book.edition, "bold"), *(str(count) for count in totals))
    return table


def _contents(ledger: Ledger, speech: str) -> Group:
    """Return the rules of one edition by phase, with the totals."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in _says(speech)("columns").split(","):
        table.add_column(name, no_wrap=not table.columns)
    for phase in ledger.booklet.phases:
        table.add_section()
        table.add_row("", Text(phase.name(speech), "bold cyan"), "")
        for account in (account for account in ledger.accounts if account.rule.phase == phase.id):
            title = Text(account.rule.wording(speech).title)
            table.add_row(Text(account.rule.id, "bright_black"), title, _status(account, speech))
    return Group(Text(ledger.booklet.book.name(speech), "bold"), table, _bottom_line(ledger, speech))


def _status(account: Account, speech: str) -> Text:
    return Text(_says(speech)(account.status), COLOURS[account.status])


def _bottom_line(ledger: Ledger, speech: str) -> Text:
    totals = ledger.totals()
    counts = msgspec.structs.asdict(totals)
    sentence = _says(speech)("sum", accounted=totals.total - totals.open, **counts)
    return Text(sentence, "bold red" if totals.open else "bold green")


def _card(account: Account, speech: str) -> Panel:
    """Render one rule with all its details."""
    rule, says = account.rule, _says(speech)
    wording = rule.wording(speech)
    notes = list(remarks(wording, speech))
    if rule.option:
        notes.append((says("option"), rule.option))
    if rule.see:
        notes.append((says("see"), ", ".join(rule.see)))
    if account.tests:
        notes.append((says("tests"), "\n".join(account.tests)))
    grid = Table.grid(padding=(0, 2))
    for label, text in notes:
        grid.add_row(Text(label, "bright_black"), Text(text))
    body = Group(Text(wording.text), Text(), grid) if notes else Text(wording.text)
    title = Text.assemble((rule.id, "bold cyan"), "  ", (wording.title, "bold"))
    return Panel(body, title=title, title_align="left", subtitle=_status(account, speech), subtitle_align="right")
