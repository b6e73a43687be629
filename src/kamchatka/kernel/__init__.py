"""The pure rules kernel: no sockets, clocks, screens, files or random generators; compiled by mypyc in wheels."""
