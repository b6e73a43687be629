"""Check whether today's rules would have produced a stored game."""

from kamchatka.proof import JournalProof
from tests.stored.shelf import departures


def is_as_told(game: str, proof: JournalProof) -> None:
    """Return whether every fact follows from the actions, apart from mended rules that `departures.toml` lists."""
    reason = departures("games").get(game, "")
    assert proof.strays is None or reason.startswith(f"entry {proof.strays}: "), (
        f"the rules no longer play {game} as it was played, from entry {proof.strays} on"
    )
    assert proof.strays is not None or not reason, f"{game} does not depart any more"
