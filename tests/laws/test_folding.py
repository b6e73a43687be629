"""Folding the journal, as facts and through JSON, gives identical states (`python -m tests.laws.folding 1000`)."""

import pytest

from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.table import Fact
from tests.kit import fold
from tests.laws.folding import folds, games, main
from tests.laws.tables import ALL, begin, setups, step


def test_whole_games_fold() -> None:
    assert sum(folds(setup, seed, 120) for setup, seed in games(30)) > 5000


@pytest.mark.parametrize("edition", ALL)
def test_every_moment_folds(edition: str) -> None:
    for setup in setups(edition)[:2]:
        journal: list[Fact] = []
        table, luck = begin(setup, 5, journal), FastChance(6)
        folded, noted = fold(setup.game, setup.seats, journal), len(journal)
        for _ in range(150):
            if table.state.over:
                break
            step(setup.game, table, luck)
            for fact in journal[noted:]:
                folded.note(fact)
            noted = len(journal)
            assert print_position(setup.game, folded.state) == print_position(setup.game, table.state)
            assert members(setup.game.awaits(folded)) == members(setup.game.awaits(table))


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    main(1)
    assert capsys.readouterr().out.startswith(f"games: 1, of {', '.join(ALL)}; facts: ")
