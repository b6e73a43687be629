"""`kamchatka` in a process that may have 1,024 files open and no more, as many systems give it."""

import resource

from kamchatka.cli import main

FILES = 1024

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    main()
