"""How well people play: what finished games say of them, ratings by edition and pace, profiles, rank lists."""
