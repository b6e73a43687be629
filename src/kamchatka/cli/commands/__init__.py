"""The commands of `kamchatka`, one module each. `kamchatka tournament` has its own package."""
