"""Recorded games as Parquet tables, and queries on them: `pip install 'kamchatka[data]'` (docs/data.md)."""
