"""`kamchatka dataset`: recorded games as Parquet tables, and questions to them."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table

from kamchatka.arena.dataset.explore import QUESTIONS, Explorer, QueryResult
from kamchatka.arena.dataset.overview import overview
from kamchatka.arena.dataset.schema import TABLES
from kamchatka.arena.dataset.writer import write_dataset
from kamchatka.cli.completion import complete_edition
from kamchatka.cli.lazy import describe_group
from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.texts.language import language

dataset = typer.Typer(no_args_is_help=True, add_completion=False, help=describe_group(__doc__))
Folder = Annotated[Path, typer.Argument(help="The folder of the dataset.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataset.command()
def build(
    journals: Annotated[list[Path], typer.Argument(help="Journals, or folders with journals (*.jsonl).")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write; it must be new or empty.")],
    observations: Annotated[bool, typer.Option(help="Write what seats observed, and the masks of legal codes.")] = True,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
) -> None:
    """Write journals as Parquet tables: games, seats, actions, decisions, battles. Names of people stay out."""
    games = write_dataset(journals, out, observations)
    typer.echo(phrases(language(lang)).say("dataset", "written", games=games, folder=out))


@dataset.command()
def schema(json: Json = False) -> None:
    """List the tables and their columns."""
    rows = [(table, *column) for table, columns in TABLES.items() for column in columns]
    show(QueryResult(("table", "column", "type", "meaning"), rows), json)


@dataset.command()
def explore(
    folder: Folder,
    question: Annotated[str, typer.Argument(help=f"One of {', '.join(QUESTIONS)}.")],
    edition: Annotated[str, typer.Option("--edition", help="The edition.", autocompletion=complete_edition)] = "modern",
    attackers: Annotated[int, typer.Option("--attackers", min=1, help="battles: armies in the attacking place.")] = 5,
    defenders: Annotated[int, typer.Option("--defenders", min=0, help="battles: armies in the attacked place.")] = 3,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="The most rows.")] = 20,
    json: Json = False,
) -> None:
    """Ask: what winners place first, how often 5 against 3 hold, which objectives and seats win."""
    show(Explorer(folder).ask(question, edition, limit, attackers=attackers, defenders=defenders), json)


@dataset.command()
def sql(
    folder: Folder, query: Annotated[str, typer.Argument(help="A query over the tables.")], json: Json = False
) -> None:
    """Ask in SQL. The query can read the tables of this dataset and nothing else."""
    show(Explorer(folder).query(query), json)


@dataset.command()
def page(
    folder: Folder,
    out: Annotated[Path, typer.Option("--out", help="The HTML file to write.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="The most rows of a table.")] = 15,
) -> None:
    """Write the answers to all questions, for every edition, as one HTML page that needs no server."""
    text = overview(Explorer(folder), limit)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem("file.not_written", path=out, why=error.strerror) from None


def show(answer: QueryResult, json: bool) -> None:
    """Print an answer as a table or as JSON."""
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(answer.as_data(), enc_hook=str), indent=2))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in answer.columns:
        table.add_column(column, overflow="fold")
    for row in answer.rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    Console().print(table)
