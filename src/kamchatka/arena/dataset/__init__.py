"""Recorded games as Parquet tables, and questions to them: `pip install 'kamchatka[data]'` (docs/data.md)."""
