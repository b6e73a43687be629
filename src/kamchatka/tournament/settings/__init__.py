"""Event settings, presets, and the regulations of the booklet."""
