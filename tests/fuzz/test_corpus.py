"""Every input that was ever found: each is answered or refused, in time, for ever."""

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
    """A renamed target would leave its inputs behind, unread."""
    assert {path.name for path in CORPUS.iterdir()} <= TARGETS.keys()
