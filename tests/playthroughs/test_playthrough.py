"""The transcript of one game of each edition stays the same, word for word."""

import pytest

from tests.playthroughs.make import PLAYTHROUGHS, Playthrough


@pytest.mark.parametrize("played", PLAYTHROUGHS, ids=lambda played: played.edition)
def test_the_game_is_played_as_the_transcript_tells(played: Playthrough) -> None:
    """A change of rules, options or facts shows as a readable difference of the transcript.

    If the change is intended: `python -m tests.playthroughs.make`, and review the difference.
    """
    assert played.transcript() == played.path.read_text(encoding="utf-8")
