"""What bots must know of the tournament table: `strategy` is the port, the others are its parts."""
