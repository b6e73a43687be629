"""The draw of a round: players to keep apart, the cost of a seating, and two ways to find one."""
