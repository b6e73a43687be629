"""Write committed files from what the package declares."""
