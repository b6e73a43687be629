"""Create the pictures and sounds of the page and of the documentation."""
