"""The steps of a turn besides invasions, from the relics of its start to its end."""
