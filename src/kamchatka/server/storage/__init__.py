"""What is kept: the database, its tables and migrations, and the rows as typed values."""
