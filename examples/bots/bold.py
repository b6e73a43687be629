"""A bot in plain Python for `kamchatka arena --seats "exec:python3 examples/bots/bold.py,cautious,cautious"`.

It reads one question per line and answers with one of the listed actions: the attack with the most dice if there is
one, else the last action. It imports nothing of Kamchatka and needs only the protocol.
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
