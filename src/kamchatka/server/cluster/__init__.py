"""Many servers, one platform: a table is played in one process, and whoever is needed there is reached from any."""
