"""Inputs that were found once: a folder a target, a file an input; tests/fuzz runs every one of them for ever."""

import hashlib
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "tests" / "fuzz" / "corpus"


def stored(target: str, corpus: Path = CORPUS) -> dict[str, bytes]:
    """The inputs kept for a target, by name."""
    return {path.name: path.read_bytes() for path in sorted((corpus / target).glob("*")) if path.is_file()}


def keep(target: str, kind: str, data: bytes, corpus: Path = CORPUS) -> Path:
    """Write an input down; the same one is kept once."""
    folder = corpus / target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}-{hashlib.blake2b(data, digest_size=4).hexdigest()}"
    path.write_bytes(data)
    return path
