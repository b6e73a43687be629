"""Parts of the database schema."""
