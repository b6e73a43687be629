"""The page of a rulebook in docs/rulebook: every rule in both languages, with its tests."""

from collections.abc import Iterator, Mapping

from kamchatka.editions.ledger import Account, Ledger
from kamchatka.editions.rulebook import Rulebook, TableOption, Wording
from kamchatka.texts import phrases

NO_TITLES: Mapping[str, str] = {}
HEADER = "<!-- Written by `kamchatka rules {edition} --markdown`; change the rulebook or the tests instead. -->"


def page(ledger: Ledger) -> str:
    """Render the whole page, ending with a newline."""
    return "\n".join(_lines(ledger))


def section(account: Account, titles: Mapping[str, str] = NO_TITLES) -> str:
    """Render one rule: title, id after a §, text in both languages, option, related rules and tests."""
    rule = account.rule
    lines = [f'<a id="{rule.id}"></a>', f"### {rule.title} · {rule.title_it}", ""]
    for language in ("en", "it"):
        lines += [f"- **{language}**: {rule.wording(language).text}"]
        lines += [f"  - *{label}*: {text}" for label, text in remarks(rule.wording(language), language)]
    if rule.option:
        lines.append(f"- option / opzione: [`{rule.option}`](#{rule.option})")
    if rule.clauses:
        lines.append(f"- cited as / citata come: {', '.join(f'`{clause}`' for clause in rule.clauses)}")
    if rule.see:
        lines.append(f"- see / vedi: {', '.join(link(other, titles) for other in rule.see)}")
    lines.append(f'- [§](#{rule.id} "{rule.id}") `{rule.id}`, {account.status}')
    lines += [f"  - `{test}`" for test in account.tests]
    return "\n".join([*lines, ""])


def link(rule: str, titles: Mapping[str, str]) -> str:
    """Link to a rule of this booklet by its title; a rule of another booklet is shown by its id."""
    return f"[{titles[rule]}](#{rule})" if rule in titles else rule


def remarks(wording: Wording, language: str) -> Iterator[tuple[str, str]]:
    """Yield remarks that follow a rule's text, each with a label."""
    for name in ("example", "ambiguity", "reading", "unmechanised"):
        if text := getattr(wording, name):
            yield phrases(language).say("remark", name), text


def _lines(ledger: Ledger) -> Iterator[str]:
    booklet, book, totals = ledger.booklet, ledger.booklet.book, ledger.totals()
    yield HEADER.format(edition=book.edition)
    yield f"# {book.en}\n\n{book.it}\n"
    yield f"For {book.seats.min} to {book.seats.max} seats. {totals.total} rules: {totals.shown} shown by tests,"
    yield f"{totals.unmechanised} with nothing to enforce, {totals.open} open.\n"
    titles = {account.rule.id: account.rule.title for account in ledger.accounts}
    for phase in booklet.phases:
        yield f"## {phase.en} · {phase.it}\n"
        yield from (section(account, titles) for account in ledger.accounts if account.rule.phase == phase.id)
    yield from _options(booklet, titles)


def _options(booklet: Rulebook, titles: Mapping[str, str]) -> Iterator[str]:
    yield "## Table options · Opzioni del tavolo\n"
    yield "| option | values (default first) | en | it | rules |"
    yield "|---|---|---|---|---|"
    yield from (_option_row(option, titles) for option in booklet.options)
    yield ""


def _option_row(option: TableOption, titles: Mapping[str, str]) -> str:
    span = "…" if option.text else f"{option.min} … {option.max}"
    others = [value for value in option.values if value != option.default] or [span]
    values = ", ".join(str(value).lower() for value in (option.default, *others))
    rules = ", ".join(link(id, titles) for id in option.rules)
    return f'| <a id="{option.name}"></a>`{option.name}` | {values} | {option.en} | {option.it} | {rules} |'
