"""The steps of a turn except invasions, from the relics at its start to its end."""
