"""What users do with tables anywhere on the platform: create, join and repeat them, alone or for an event."""
