"""What an event agrees on: settings, presets, and the regulations of the booklet."""
