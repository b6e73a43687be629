"""Templates of `kamchatka new-edition`: the files that docs/add-an-edition.md shows."""
