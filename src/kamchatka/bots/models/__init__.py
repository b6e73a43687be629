"""What marshals have learned of each edition: a weight for each feature of a position, one file an edition."""
from functools import cache
from importlib import resources

import msgspec

OTHERWISE = "modern"        # whose weights serve an edition of which nothing was learned


@cache
def learned(edition: str) -> dict[str, float]:
    """The weight of each feature by its name (`tools/train_marshal.py` writes them)."""
    models = resources.files(__package__)
    model = models.joinpath(f"{edition}.json")
    if not model.is_file():
        model = models.joinpath(f"{OTHERWISE}.json")
    return msgspec.json.decode(model.read_bytes(), type=dict[str, float])
