"""Run `kamchatka` in a process limited to 1,024 open files, a common default."""

import resource

from kamchatka.cli import main

FILES = 1024

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    main()
