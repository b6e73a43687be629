"""`kamchatka tournament`: run an event from registration to final standings, on one laptop without a network."""

import typer

from kamchatka.cli.lazy import describe_group
from kamchatka.cli.tournament.adjustments import bonus, captain, carry, line_up, wild
from kamchatka.cli.tournament.documents import export, sheets, take_in
from kamchatka.cli.tournament.history import trail, undo
from kamchatka.cli.tournament.links import links
from kamchatka.cli.tournament.referee import cap, clock, sdadata
from kamchatka.cli.tournament.registration import amend, enter, entrants, new, presets, settings, withdraw
from kamchatka.cli.tournament.results import penalty, questions, result, settle
from kamchatka.cli.tournament.rounds import absent, draw, plan, tables, where
from kamchatka.cli.tournament.season import season
from kamchatka.cli.tournament.standings import ratings, standings

tournament = typer.Typer(no_args_is_help=True, add_completion=False, help=describe_group(__doc__))
for command in (
    new,
    presets,
    settings,
    enter,
    amend,
    withdraw,
    entrants,
    bonus,
    wild,
    carry,
    captain,
    plan,
    draw,
    tables,
    absent,
    where,
    result,
    penalty,
    questions,
    settle,
    standings,
    ratings,
    clock,
    sdadata,
    cap,
    export,
    sheets,
    trail,
    undo,
    links,
):
    tournament.command()(command)
tournament.command("import")(take_in)
tournament.command("line-up")(line_up)
tournament.add_typer(season, name="season")
