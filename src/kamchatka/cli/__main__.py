"""`python -m kamchatka.cli` is the command `kamchatka`."""

from kamchatka.cli import main

if __name__ == "__main__":  # a worker process imports this module too, and must not start again
    main()
