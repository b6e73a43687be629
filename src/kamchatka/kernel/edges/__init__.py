"""The edges of the kernel: facts, frames, actions and positions as data that files and networks carry."""
