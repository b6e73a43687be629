"""Server operations: health checks, metrics, backup, restore, transfer."""
