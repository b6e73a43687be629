"""The pure rules kernel: no sockets, clocks, screens, files or random generators. Wheels compile it with mypyc."""
