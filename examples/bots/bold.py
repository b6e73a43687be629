"""A bot in plain Python for `kamchatka arena --seats "exec:python3 examples/bots/bold.py,cautious,cautious"`.

It reads one question a line and answers with one of the actions that the question lists: the attack with the most dice
if there is one, else whatever comes last. Nothing of Kamchatka is imported: the protocol is all it knows.
"""

import json
import sys


def choose(actions: list[dict[str, object]]) -> dict[str, object]:
    """Return the boldest of the actions."""
    attacks = [action for action in actions if action["act"] == "attack"]
    return max(attacks, key=lambda action: int(str(action["dice"]))) if attacks else actions[-1]


for line in sys.stdin:
    question = json.loads(line)
    answer = {"v": 1, "id": question["id"], "action": choose(question["actions"] or [{"act": "pass"}])}
    print(json.dumps(answer), flush=True)
