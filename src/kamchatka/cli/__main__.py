"""`python -m kamchatka.cli` is the command `kamchatka`."""
from kamchatka.cli import main

main()
