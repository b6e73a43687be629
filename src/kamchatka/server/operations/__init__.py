"""For whoever runs a server: health, metrics, backup, restore, transfer."""
