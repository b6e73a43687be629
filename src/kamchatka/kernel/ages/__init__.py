"""State and facts shared by games played in ages (years, epochs): purses, pieces, and cards grouped by their backs."""
