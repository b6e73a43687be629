"""Views as numbers and actions as codes for learned players, without third-party libraries."""
