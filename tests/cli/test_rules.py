"""`kamchatka rules`: the options of a table, for people and for hosts of the bot protocol."""

import json

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_is_listed(edition: str) -> None:
    """Every option is listed with its default first, in both languages and as data."""
    for language in ("it", "en"):
        told = CliRunner().invoke(app, ["rules", edition, "--options", "--lang", language], env={"COLUMNS": "200"})
        assert told.exit_code == 0, told.output
        assert all(option.name in told.output for option in EDITIONS[edition].options)
    data = CliRunner().invoke(app, ["rules", edition, "--options", "--json"])
    assert [one["name"] for one in json.loads(data.output)] == [option.name for option in EDITIONS[edition].options]


def test_options_belong_to_an_edition() -> None:
    told = CliRunner().invoke(app, ["rules", "--options", "--lang", "en"])
    assert told.exit_code == 2
    assert "Name an edition" in told.output
