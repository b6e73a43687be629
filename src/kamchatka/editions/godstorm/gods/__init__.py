"""Gods: the labours they reward, relics, and where gods and temples may stand."""
