"""Only its owner can read a server's files, and its secrets needn't appear in the list of processes."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kamchatka.cli.commands.serve import settings_of
from kamchatka.kernel.problem import Problem
from kamchatka.server.private_files import database_files, keep_private
from kamchatka.server.settings import ServerSettings, holds_secret
from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.test_backup import kamchatka
from tests.server.together import together

DATABASE = "KAMCHATKA_DATABASE"


def open_to_others(folder: Path) -> list[str]:
    """Return files in a folder that group or others can read or write, without the test's own log."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "log"]
    assert files
    return [path.name for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077]


@pytest.mark.sqlite
@together
async def test_databases_events_and_keys_are_for_their_owner_alone(
    own_server: Callable[..., Server], tmp_path: Path
) -> None:
    """Databases, events and keys are private whatever the umask; files of earlier versions are fixed when opened."""
    before = os.umask(0o022)
    try:
        server = own_server()
        async with Browser(server.address, "Ada") as ada:
            await (await Desk.open(ada)).look("desk")
            assert {path.suffix for path in server.folder.iterdir()} >= {".kam", ".key"}
            assert open_to_others(tmp_path) == []
        server.kill()  # the write-ahead log still exists
        for path in tmp_path.rglob("*"):
            path.chmod(0o777 if path.is_dir() else 0o664)
        server.start()
        server.stop()
        assert open_to_others(tmp_path) == []
    finally:
        os.umask(before)


@pytest.mark.sqlite
def test_backups_and_what_is_restored_from_them_are_private(own_server: Callable[..., Server], tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        server = own_server()
        copy, again = tmp_path / "copy", tmp_path / "again"
        again.mkdir()
        kamchatka(server, "backup", copy, "--database", server.database)
        assert open_to_others(copy) == []
        for path in copy.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        kamchatka(server, "restore", copy, "--database", again / "games.db")
        assert open_to_others(copy) == []
        assert open_to_others(again) == []
    finally:
        os.umask(before)


def test_folders_are_left_alone(tmp_path: Path) -> None:
    """Permissions of folders don't change, because a folder such as /tmp may be shared."""
    tmp_path.chmod(0o755)
    keep_private(database_files(tmp_path))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


# ------------------------------------------------------------------ secrets on the command line
def test_a_setting_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The newline at the end of the file is ignored; the command line overrides the file, as it does the variable."""
    file = tmp_path / "database"
    file.write_text("postgresql://club:secret@host/games\n")
    monkeypatch.delenv(DATABASE, raising=False)
    monkeypatch.setenv(f"{DATABASE}_FILE", str(file))
    assert ServerSettings.from_environment().database == "postgresql+asyncpg://club:secret@host/games"
    assert ServerSettings.from_environment(database="club.db").database == "sqlite+aiosqlite:///club.db"


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_file_that_is_missing_or_named_beside_the_variable_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.delenv(DATABASE, raising=False)
    monkeypatch.setenv(f"{DATABASE}_FILE", str(tmp_path / "none"))
    with pytest.raises(Problem) as missing:
        ServerSettings.from_environment()
    assert f"{DATABASE}_FILE" in missing.value.text(language)
    monkeypatch.setenv(DATABASE, "postgresql://club:secret@host/games")
    with pytest.raises(Problem) as twice:
        ServerSettings.from_environment()
    assert DATABASE in twice.value.text(language)
    assert "secret" not in twice.value.text(language)
    (tmp_path / "database").write_text("postgresql://host/games")
    monkeypatch.setenv(DATABASE, "")  # an image sets it, and a container unsets it
    monkeypatch.setenv(f"{DATABASE}_FILE", str(tmp_path / "database"))
    assert ServerSettings.from_environment().database == "postgresql+asyncpg://host/games"


@pytest.mark.parametrize(
    ("address", "is_secret"),
    [
        ("club.db", False),
        ("postgresql://club@host/games", False),
        ("postgresql://club:secret@host/games", True),
        ("postgresql://host/games?user=club&password=secret", True),
        ("nats://a:4222,nats://b:4222", False),
        ("nats://a:4222,nats://user:secret@b:4222", True),
        ("nats://token@host:4222", True),
        ("postgresql://club:sec,ret@host/games", True),
        ("postgresql://[club:secret@host", True),
    ],
)
def test_a_password_in_an_argument_is_recognised(address: str, is_secret: bool) -> None:
    assert holds_secret(address) == is_secret


def test_a_password_in_an_argument_is_warned_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The warning names the setting to use, and not the password."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    settings_of("postgresql://club:secret@host/games", None, bus="nats://token@host:4222")
    said = capsys.readouterr().err
    assert [setting in said for setting in (f"{DATABASE}_FILE", "KAMCHATKA_BUS_FILE")] == [True, True]
    assert "secret" not in said
    assert "token" not in said
    settings_of("postgresql://club@host/games", None, bus="nats://host:4222")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("LOGINS_A_MINUTE", "many", "is “many”, but must be a number from 0 on."),
        ("CONNECTIONS_PER_ADDRESS", "-4", "is “-4”, but must be a whole number from 0 on."),
        ("THINKERS", "0", "is “0”, but must be a whole number from 1 on."),
        ("METRICS_PORT", "abc", "is “abc”, but must be a whole number from 0 on."),
        ("IDLE_MINUTES", "inf", "is “inf”, but must be a number from 0 on."),
        ("SECURE_COOKIES", "maybe", "is “maybe”, but must be 1 or 0."),
        ("SMTP_SECURITY", "ssl", "is “ssl”, but must be one of: starttls, tls, none."),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str) -> None:
    """A setting that cannot be used is a Problem with its variable, its value and what is allowed."""
    monkeypatch.setenv(f"KAMCHATKA_{variable}", value)
    with pytest.raises(Problem) as raised:
        ServerSettings.from_environment()
    assert raised.value.sentence("en") == f"KAMCHATKA_{variable} {sentence}"


def test_an_empty_number_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of Compose often have empty variables."""
    monkeypatch.setenv("KAMCHATKA_OPEN_PER_ADDRESS", "")
    monkeypatch.setenv("KAMCHATKA_PUSH_SERVICES", "")
    settings = ServerSettings.from_environment()
    assert (settings.open_per_address, settings.push_services) == (200, "")
