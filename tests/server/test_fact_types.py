"""The types of `events`: every fact of every golden game matches its type, for every viewer."""

import msgspec
import pytest

from kamchatka.journal import read
from kamchatka.kernel.edges.record import write_fact
from kamchatka.server.presentation.game_log import facts_seen
from kamchatka.server.protocol.fact_types import FactSeen, fact_told, facts_told
from kamchatka.words.words import SILENT
from tests.golden.shelf import SHELF

SHOWN = {edition: games[:4] for edition, games in SHELF.items()}


@pytest.mark.parametrize("edition", SHELF)
def test_what_is_sent_is_what_the_types_say(edition: str) -> None:
    """Sent facts match their types strictly: no missing fields, no extra fields and no converted values."""
    for golden in SHOWN[edition]:
        match = read(golden.path).match
        for entry in match.entries:
            for viewer in (None, -1, 0, 1):
                sent = msgspec.json.encode([fact_told(match.game, fact) for fact in facts_seen(entry.facts, viewer)])
                told = msgspec.json.decode(sent, type=tuple[FactSeen, ...])
                assert msgspec.json.encode(told) == sent


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_a_fact_travels_as_it_is_written_in_journals(edition: str) -> None:
    """A fact is sent as it is stored in journals, with a flag that tells whether it destroys armies."""
    match = read(SHELF[edition][0].path).match
    told = [fact for entry in match.entries for fact in entry.facts if not isinstance(fact, SILENT)]
    assert len(told) > 50
    assert any(fact.IS_LOSS for fact in told)
    for fact in told:
        more = {"is_loss": True} if fact.IS_LOSS else {}
        assert msgspec.to_builtins(fact_told(match.game, fact)) == write_fact(match.game, fact) | more


def test_every_fact_that_people_hear_of_has_a_type() -> None:
    (schema,), parts = msgspec.json.schema_components([FactSeen])
    ours = {kind.__name__ for kind in facts_told() if kind.__module__.startswith("kamchatka.")}
    assert {one["$ref"].rpartition("/")[2] for one in schema["anyOf"]} >= ours
    assert parts["CardDrawn"]["properties"].keys() == {"fact", "card", "seat"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"fact":"CardDrawn","card":3,"seat":1}', type=FactSeen)
