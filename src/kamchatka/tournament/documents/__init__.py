"""CSV import and export, and printable sheets."""
