"""Whether the rules of today would have played a stored game as it was played."""

from kamchatka.proof import JournalProof
from tests.stored.shelf import departures


def is_as_told(game: str, proof: JournalProof) -> None:
    """Every fact follows from the actions, unless a rule was mended on purpose and `departures.toml` says where."""
    reason = departures("games").get(game, "")
    assert proof.strays is None or reason.startswith(f"entry {proof.strays}: "), (
        f"the rules no longer play {game} as it was played, from entry {proof.strays} on"
    )
    assert proof.strays is not None or not reason, f"{game} does not depart any more"
