"""The rules kernel. It uses no sockets, clocks, screens, files or random generators; wheels compile it with mypyc."""
