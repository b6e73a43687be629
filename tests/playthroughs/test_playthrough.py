"""The transcript of one game of each edition, word for word."""

import pytest

from tests.playthroughs.make import PLAYTHROUGHS, Playthrough


@pytest.mark.parametrize("played", PLAYTHROUGHS, ids=lambda played: played.edition)
def test_the_game_is_played_as_the_transcript_tells(played: Playthrough) -> None:
    """A change of the rules, of the options or of the facts shows as a difference that people can read.

    If it is meant: `python -m tests.playthroughs.make`, and read the difference before keeping it.
    """
    assert played.transcript() == played.path.read_text(encoding="utf-8")
