"""The commands of `kamchatka`, a module each; `kamchatka tournament` has a folder of its own."""
