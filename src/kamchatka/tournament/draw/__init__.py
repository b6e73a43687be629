"""The draw of a round: who should sit apart, how well a seating does it, and two ways to find one."""
