"""The transcript of one game, word for word."""

from tests.playthroughs.make import TRANSCRIPT, transcript


def test_the_game_is_played_as_the_transcript_tells() -> None:
    """A change of the rules, of the options or of the facts shows as a difference that people can read.

    If it is meant: `python -m tests.playthroughs.make`, and read the difference before keeping it.
    """
    assert transcript() == TRANSCRIPT.read_text(encoding="utf-8")
