"""Validate messages with a fast validator: a program for .venv-release, which contains no other code of ours.

    python validate.py SCHEMA < LINES

SCHEMA is the response of `GET /api/schema`. A line is `client` or `server`, a tab and a message. Faults are printed,
then the number of messages.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from jsonschema_rs import Draft202012Validator


def main() -> None:
    """Validate every line of the input."""
    schema = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sides = {
        side: Draft202012Validator({**schema[side], "$defs": schema["$defs"]}, mask="…")
        for side in ("client", "server")
    }
    read = Counter[str]()
    for line in sys.stdin:
        side, _, message = line.partition("\t")
        read[side] += 1
        for error in sides[side].iter_errors(json.loads(message)):
            print(f"{side}: {error.instance_path} {error.message[:200]} in {message[:200].rstrip()}")
    print(json.dumps(read))


if __name__ == "__main__":
    main()
