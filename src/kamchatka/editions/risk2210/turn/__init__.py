"""The steps of a turn except command cards: collecting, declaring invasions, fortifying and deals."""
