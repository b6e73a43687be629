"""Lists as CSV files, in and out, and sheets to print."""
