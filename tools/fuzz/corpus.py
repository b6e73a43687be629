"""Inputs of earlier findings, in one folder per target and one file per input. tests/fuzz runs all of them."""

import hashlib
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "tests" / "fuzz" / "corpus"


def read_inputs(target: str, corpus: Path = CORPUS) -> dict[str, bytes]:
    """Return the stored inputs of a target, by name."""
    return {path.name: path.read_bytes() for path in sorted((corpus / target).glob("*")) if path.is_file()}


def keep(target: str, kind: str, data: bytes, corpus: Path = CORPUS) -> Path:
    """Store an input once."""
    folder = corpus / target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}-{hashlib.blake2b(data, digest_size=4).hexdigest()}"
    path.write_bytes(data)
    return path
