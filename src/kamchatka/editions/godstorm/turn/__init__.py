"""The steps of a turn that are not war, from the relics of its start to its end."""
