"""Rule modules shared by two or more editions. They import the kernel, but neither each other nor an edition."""
