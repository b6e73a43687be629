"""Make `python -m kamchatka.cli` equivalent to the command `kamchatka`."""

from kamchatka.cli import main

if __name__ == "__main__":  # worker processes import this module too and must not start the command again
    main()
