"""Every input that was ever a finding is answered or rejected in time."""

import pytest

from tools.fuzz.campaign import REFUSED, verdict
from tools.fuzz.corpus import CORPUS, read_inputs
from tools.fuzz.guard import Guard
from tools.fuzz.targets import TARGETS

INPUTS = [(target, name) for target in TARGETS for name in read_inputs(target)]


@pytest.mark.parametrize(("target", "name"), INPUTS, ids=[f"{target}-{name}" for target, name in INPUTS])
def test_what_was_found_once_is_refused_now(target: str, name: str) -> None:
    chosen = TARGETS[target]
    assert verdict(chosen, chosen.prepare(), read_inputs(target)[name], Guard()) in ("", REFUSED)


def test_every_folder_of_the_corpus_belongs_to_a_target() -> None:
    """Every folder of the corpus belongs to a target, so that renaming one doesn't lose its inputs."""
    assert {path.name for path in CORPUS.iterdir()} <= TARGETS.keys()
