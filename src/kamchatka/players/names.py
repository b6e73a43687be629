"""Names of bots at a table: stars."""

STARS = ("Vega", "Rigel", "Mira", "Sirio", "Altair", "Spica", "Deneb", "Atria")
