"""Write datasets: a folder with one Parquet file per table, which appears only when it is complete."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from kamchatka.arena.dataset.reader import GameReader, Observe, Row, observe_with_numpy
from kamchatka.arena.dataset.schema import SCHEMA_VERSION, TABLES
from kamchatka.encoding.layout import OBSERVATION_VERSION
from kamchatka.encoding.setting import Setting
from kamchatka.journal import read
from kamchatka.kernel.problem import Problem

ROWS = {"decisions": 4096}  # rows per group; observations are long
MOST_ROWS = 65536


def arrow() -> tuple[ModuleType, ModuleType]:
    """Import PyArrow, or raise a Problem that names the extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Problem("dataset.not_installed", package="pyarrow") from None
    return pyarrow, pyarrow.parquet


class DatasetWriter:
    """A context in which games are added; without an error the folder is complete at its end."""

    def __init__(self, folder: Path, observations: bool = True) -> None:
        self.pa, self.parquet = arrow()
        self.folder, self.part = folder, folder.with_name(f".{folder.name}.part")
        self.observations = observations
        self.observers: dict[str, Observe] = {}
        self.games: set[str] = set()

    def __enter__(self) -> "DatasetWriter":
        if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise Problem("dataset.exists", folder=self.folder)
        shutil.rmtree(self.part, ignore_errors=True)
        self.part.mkdir(parents=True)
        self.waiting: dict[str, list[Row]] = {name: [] for name in TABLES}
        self.files = {name: self._open(name) for name in TABLES}
        return self

    def _open(self, name: str) -> Any:
        """Open a table's file; its metadata name the versions of the columns and of observations."""
        pa = self.pa
        kinds = {"list<int16>": pa.list_(pa.int16()), "bool": pa.bool_(), "float32": pa.float32()}
        fields = [
            pa.field(column.name, kinds[column.kind] if column.kind in kinds else getattr(pa, column.kind)())
            for column in TABLES[name]
        ]
        versions = {"kamchatka.schema": str(SCHEMA_VERSION), "kamchatka.observation": str(OBSERVATION_VERSION)}
        schema = pa.schema(fields, metadata=versions)
        return self.parquet.ParquetWriter(self.part / f"{name}.parquet", schema, compression="zstd")

    def add(self, journal: Path) -> bool:
        """Add the game of a journal; False if the dataset has it already. A Problem says why it can't be read."""
        kept = read(journal)
        setting = Setting(kept.match.edition, kept.match.rules, kept.match.game, kept.match.seats)
        reader = GameReader(kept.header, kept.match, self._observer(setting) if self.observations else None)
        if reader.game in self.games:
            return False
        self.games.add(reader.game)
        for name, row in reader.rows():
            self.waiting[name].append(row)
            if len(self.waiting[name]) >= ROWS.get(name, MOST_ROWS):
                self._flush(name)
        return True

    def _observer(self, setting: Setting) -> Observe:
        key = f"{setting.edition.id} {setting.seats} {setting.rules}"
        if key not in self.observers:
            self.observers[key] = observe_with_numpy(setting)
        return self.observers[key]

    def _flush(self, name: str) -> None:
        if self.waiting[name]:
            self.files[name].write_table(self.pa.Table.from_pylist(self.waiting[name], self.files[name].schema))
            self.waiting[name] = []

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            for name in TABLES:
                self._flush(name)
        for file in self.files.values():
            file.close()
        if kind is None:
            if self.folder.exists():
                self.folder.rmdir()
            self.part.rename(self.folder)
        else:
            shutil.rmtree(self.part, ignore_errors=True)


def journals_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the journals: files as they are named, and the *.jsonl of folders in order."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.jsonl"))
        else:
            yield path


def write_dataset(journals: Iterable[Path], folder: Path, observations: bool = True) -> int:
    """Write the games of journals as a dataset and return their number."""
    with DatasetWriter(folder, observations) as writer:
        for journal in journals_in(journals):
            writer.add(journal)
        if not writer.games:
            raise Problem("dataset.no_games")
    return len(writer.games)
