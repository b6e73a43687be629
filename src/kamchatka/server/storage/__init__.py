"""Storage: the database, its tables and migrations, and rows as typed values."""
