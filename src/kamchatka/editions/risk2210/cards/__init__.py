"""Command cards on the table: orders, targets and facts."""
