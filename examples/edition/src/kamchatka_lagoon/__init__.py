"""Lagoon: sixteen places, eight rounds, and a tide. The rules are listed in the order of the booklet."""

from typing import Literal

from kamchatka.boards import Named, sheet
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.battle import Dice
from kamchatka.kernel.game import Game
from kamchatka.kernel.ports import NoOptionalAction
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.combat import Combat, Defence, RollPolicy
from kamchatka.kernel.rules.move import StrategicMove
from kamchatka.kernel.rules.objectives import LastStanding
from kamchatka.kernel.rules.preparation import (
    ChooseColours,
    DealPlaces,
    FirstByDie,
    Muster,
    Preparation,
    StartingArmies,
)
from kamchatka.kernel.rules.reinforce import PerTerritories, Reinforce, WholeZones
from kamchatka.kernel.rules.turn import Turns
from kamchatka_lagoon.bots import LagoonStrategy
from kamchatka_lagoon.display import show
from kamchatka_lagoon.scoring import CountedRounds
from kamchatka_lagoon.tide import HIGH, LOW, ClosedLanes, TideTable, TurnOfTide, lanes

SHEET = sheet("lagoon", __name__)
COLOURS = (
    Named("red", "rosso", "red"),
    Named("blue", "blu", "blue"),
    Named("green", "verde", "green"),
    Named("yellow", "giallo", "yellow"),
)


class LagoonRules(TableRules, frozen=True):
    """The options of the booklet, with its recommended values as defaults."""

    rounds: Literal[6, 8, 10] = 8


def compose(rules: LagoonRules, citations: dict[str, Citation]) -> Game:
    """Return the game for one table."""
    board = SHEET.board(("land", "ford", "channel"))
    turns = Turns(
        [
            TurnOfTide(),
            Reinforce([PerTerritories(divisor=2, least=2), WholeZones()], NoOptionalAction(), cap=0),
            Combat(
                Defence(RollPolicy(Dice(attacker=3, defender=2, defender_chooses=False))),
                limits=[
                    ClosedLanes("tide.ford", lanes(SHEET, board, "ford"), closed_at=HIGH),
                    ClosedLanes("tide.channel", lanes(SHEET, board, "channel"), closed_at=LOW),
                ],
            ),
            StrategicMove(),
        ],
        CountedRounds(rules.rounds),
    )
    return Game(
        "lagoon",
        board,
        [],  # no cards
        [],  # no objectives
        [colour.id for colour in COLOURS],
        Preparation(
            [
                FirstByDie(),
                ChooseColours(len(COLOURS)),
                StartingArmies({2: 20, 3: 16, 4: 13}),
                DealPlaces(),
                Muster(each=4),
            ],
            then=turns,
        ),
        [LastStanding()],
        TideTable(),
        citations,
    )


LAGOON = Edition(
    "lagoon",
    LagoonRules,
    compose,
    (SHEET,),
    cards=(),
    objectives=(),
    colours=COLOURS,
    package=__name__,
    display=show,
    strategist=LagoonStrategy,
)
