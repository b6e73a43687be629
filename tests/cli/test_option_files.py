"""`--option name=@file` uses the text of a file as the value, so that it is stored with the game."""

from pathlib import Path

import pytest

from kamchatka.cli.game.seating import parse_options
from kamchatka.kernel.problem import Problem


def test_the_text_of_a_file_is_the_value(tmp_path: Path) -> None:
    """The text of a file is the value; values without @ are read as before."""
    file = tmp_path / "cards.toml"
    file.write_text("# è nostra\n", encoding="utf-8")
    assert parse_options([f"custom_cards=@{file}", "player_trades=true", "rounds=3", "mode=fast"]) == {
        "custom_cards": "# è nostra\n",
        "player_trades": True,
        "rounds": 3,
        "mode": "fast",
    }


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """A missing file, a folder or a binary file is a Problem that names it, in both languages."""
    with pytest.raises(Problem, match=r"The file “.*none.toml” cannot be read: No such file or directory") as raised:
        parse_options([f"custom_cards=@{tmp_path / 'none.toml'}"])
    assert "non si legge" in raised.value.text("it")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Problem, match="cannot be read: UTF-8"):
        parse_options([f"custom_cards=@{tmp_path / 'bytes'}"])
