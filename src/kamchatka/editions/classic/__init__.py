"""The classic game on two boards, each with its own booklet. Structured like the booklets' tables of contents."""

from functools import partial
from typing import Final, Literal

from kamchatka.editions.classic.advice import ClassicAdviser
from kamchatka.editions.classic.bots import ClassicStrategy
from kamchatka.editions.classic.cards import (
    BottomlessDeck,
    CardAtCapture,
    CardBeforeInheritance,
    Inheritance,
    Sets,
    SurplusSets,
)
from kamchatka.editions.classic.data import ANCIENT_EARTH, EARTH_2210, WORTH_OF_SETS, ClassicBook
from kamchatka.editions.classic.display import show
from kamchatka.editions.classic.preparation import MusterWithNeutrals
from kamchatka.editions.classic.state import ClassicStateFactory
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.battle import Dice
from kamchatka.kernel.game import Game
from kamchatka.kernel.ports import OnElimination
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.rules.cards import CardOfTheTurn, SeizeHand, Trios, TrioValues
from kamchatka.kernel.rules.combat import Combat, ConquestPolicy, Defence, Occupation, RollPolicy
from kamchatka.kernel.rules.move import StrategicMove
from kamchatka.kernel.rules.neutral import ByNumber, NeutralColour, Skip, ThreePiles
from kamchatka.kernel.rules.objectives import LastStanding
from kamchatka.kernel.rules.preparation import ChooseColours, Claim, FirstByDie, Muster, Preparation, StartingArmies
from kamchatka.kernel.rules.reinforce import PerTerritories, Reinforce, WholeZones
from kamchatka.kernel.rules.turn import TurnOrder, Turns
from kamchatka.kernel.step import AnyStep

NO_SET: Final = 0
IS_SET: Final = 1  # placeholders: the progression of exchanges determines what a set is worth


class ClassicRules(TableRules, frozen=True):
    """The options of the booklets, with their recommended defaults."""

    card_draw_moment: Literal["end_of_attacks", "first_capture"] = "end_of_attacks"
    defender_sees_attack_dice: bool = True
    elimination_trade_from: Literal["by_book", "from_6", "from_7"] = "by_book"
    two_player_armies: Literal["by_book", "armies_30", "armies_40"] = "by_book"
    neutral_dice: Literal["opponent_chooses", "always_max"] = "opponent_chooses"
    joker_set: Literal["by_book", "any_two", "same_symbol_pair"] = "by_book"
    exiled_states_canada_link: bool = True


def compose(book: ClassicBook, rules: ClassicRules, citations: dict[str, Citation]) -> Game:
    """Compose the game for one table by one of the two booklets."""
    deck = BottomlessDeck()
    sets = Sets(Trios(book.deck.numbers(), _sets(book, rules), 0, 0, deck, WORTH_OF_SETS))
    at_once = rules.card_draw_moment == "first_capture"
    listener = CardAtCapture(deck) if at_once else None
    card: list[AnyStep] = [] if at_once else [CardOfTheTurn(deck, hand_limit=0)]
    turns = Turns(
        [
            Reinforce([PerTerritories(3, least=3), WholeZones()], sets, cap=0),
            Combat(
                Defence(
                    RollPolicy(
                        Dice(
                            attacker=3,
                            defender=2,
                            defender_chooses=True,
                            neutral_chooses=rules.neutral_dice == "opponent_chooses",
                        )
                    ),
                    ConquestPolicy(Occupation(listener=listener), _on_elimination(book, rules, deck, sets)),
                ),
                limits=[],
                sealed=not rules.defender_sees_attack_dice,
            ),
            *card,
            StrategicMove(),
        ],
        TurnOrder(),
    )
    armies, colours, retired = _two_player_armies(book, rules), len(book.colours.all), book.colours.bits_of_retired()
    return Game(
        book.edition,
        book.sheet.board(_links(rules)),
        book.deck.ids(),
        [],
        [colour.id for colour in book.colours.all],
        Preparation(
            [
                FirstByDie(),
                ChooseColours(colours, retired=retired),
                ByNumber("Neutrals", two=NeutralColour(colours, retired), more=Skip()),
                StartingArmies({2: armies, 3: 35, 4: 30, 5: 25}),
                ByNumber("Land", two=ThreePiles(armies), more=Claim(then=Muster(each=1))),
                ByNumber("Armies", two=MusterWithNeutrals(), more=Skip("Mustered")),
            ],
            then=turns,
        ),
        [LastStanding()],
        ClassicStateFactory(len(book.deck.ids())),
        citations,
    )


def _sets(book: ClassicBook, rules: ClassicRules) -> TrioValues:
    """Return the combinations that are sets. Their value follows from the progression of exchanges.

    With `any_two`, one of the two cards may be the other joker.
    """
    joker_set = book.joker_set if rules.joker_set == "by_book" else rules.joker_set
    any_two = IS_SET if joker_set == "any_two" else NO_SET
    return TrioValues(
        cannons=IS_SET,
        infantry=IS_SET,
        cavalry=IS_SET,
        one_each=IS_SET,
        joker=IS_SET,
        owned=0,
        joker_mixed=any_two,
        two_jokers=any_two,
    )


def _on_elimination(book: ClassicBook, rules: ClassicRules, deck: BottomlessDeck, sets: Sets) -> list[OnElimination]:
    least = {"by_book": book.elimination_trade_from, "from_6": 6, "from_7": 7}[rules.elimination_trade_from]
    trade = Reinforce([], SurplusSets(sets), cap=0, title="Surplus")
    inheritance = Inheritance(SeizeHand(deck, hand_limit=0), trade, least)
    return [CardBeforeInheritance(deck), inheritance] if rules.card_draw_moment == "first_capture" else [inheritance]


def _two_player_armies(book: ClassicBook, rules: ClassicRules) -> int:
    return {"by_book": book.two_player_armies, "armies_30": 30, "armies_40": 40}[rules.two_player_armies]


def _links(rules: ClassicRules) -> tuple[str, ...]:
    """Return the types of links in use. Only the 2210 board has the optional ones."""
    return ("land", "sea", "optional") if rules.exiled_states_canada_link else ("land", "sea")


def _edition(book: ClassicBook, rank: int) -> Edition:
    return Edition(
        book.edition,
        ClassicRules,
        partial(compose, book),
        (book.sheet,),
        book.deck.display_names(book.sheet),
        (),
        book.colours.all,
        package=__name__,
        rank=rank,
        faces=book.deck.faces(),
        display=show,
        strategist=ClassicStrategy,
        advises=ClassicAdviser,
    )


CLASSIC = _edition(EARTH_2210, rank=4)
CLASSIC_ANCIENT = _edition(ANCIENT_EARTH, rank=5)
