"""Measure how fast the explorer answers: `python -m tools.bench.explorer DATASET [--decisions 10000000]`.

The games of a real dataset are repeated under other names until there are enough decisions. Observations are left
out, because no query reads them. It prints the median and the 95th percentile of each query, over the runs.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb

from kamchatka.arena.dataset.explore import QUESTIONS, Explorer
from kamchatka.arena.dataset.schema import TABLES

WITHOUT = {"observation", "mask"}


def multiply(source: Path, target: Path, decisions: int) -> int:
    """Write the games of a dataset repeatedly under other names; return the number of decisions."""
    database: Any = duckdb.connect()
    (rows,) = database.execute(f"SELECT count(*) FROM read_parquet('{source}/decisions.parquet')").fetchone()
    times = -(-decisions // rows)
    for table, columns in TABLES.items():
        kept = ", ".join(f'"{column.name}"' for column in columns if column.name not in {"game", *WITHOUT})
        lost = ", ".join(f"NULL AS {column.name}" for column in columns if column.name in WITHOUT)
        query = f"SELECT game || '-' || again.time AS game, {', '.join(filter(None, (kept, lost)))}"
        query += f" FROM range({times}) AS again(time), read_parquet('{source}/{table}.parquet')"
        database.execute(f"COPY ({query}) TO '{target}/{table}.parquet' (FORMAT parquet, COMPRESSION zstd)")
    return int(times * rows)


def measure(folder: Path, runs: int) -> None:
    """Run every query and print its response times in milliseconds."""
    explorer = Explorer(folder)
    for question in QUESTIONS:
        took = []
        for _ in range(runs):
            start = time.perf_counter()
            explorer.ask(question, "modern", attackers=5, defenders=3)
            took.append(1000 * (time.perf_counter() - start))
        late = statistics.quantiles(took, n=20)[-1]
        print(f"{question:14} median {statistics.median(took):6.1f} ms, p95 {late:6.1f} ms")


def main() -> None:
    """Multiply, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--decisions", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=100)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{multiply(told.dataset, Path(folder), told.decisions):,} decisions")
        measure(Path(folder), told.runs)


if __name__ == "__main__":
    main()
