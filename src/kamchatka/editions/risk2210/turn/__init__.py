"""The steps of a turn besides command cards: collecting, declaring invasions, fortifying, deals."""
