"""Ask one of our bots from another program: python3 examples/bots/ask_captain.py (needs `kamchatka` on the PATH).

The table is described in plain JSON and may come from any program: here four seats hold every fourth place.
"""

import json
import subprocess

PLACES = [
    "alaska",
    "northwest_territories",
    "greenland",
    "alberta",
    "ontario",
    "quebec",
    "western_united_states",
    "eastern_united_states",
    "central_america",
    "venezuela",
    "peru",
    "brazil",
    "argentina",
    "iceland",
    "scandinavia",
    "great_britain",
    "northern_europe",
    "western_europe",
    "southern_europe",
    "ukraine",
    "north_africa",
    "egypt",
    "east_africa",
    "congo",
    "south_africa",
    "madagascar",
    "urals",
    "siberia",
    "yakutia",
    "chita",
    "kamchatka",
    "japan",
    "mongolia",
    "afghanistan",
    "middle_east",
    "india",
    "china",
    "siam",
    "indonesia",
    "new_guinea",
    "western_australia",
    "eastern_australia",
]
question = {
    "v": 1,
    "id": "first question",
    "edition": "modern",
    "seat": 0,
    "table": {
        "seats": 4,
        "turn": 0,
        "round": 3,
        "phase": "reinforce",
        "armies": 7,
        "places": {place: {"owner": n % 4, "armies": 2 + n % 3} for n, place in enumerate(PLACES)},
        "objective": "north_america_and_africa",
        "cards": [1, 2, 0, 1],
        "hand": ["brazil"],
    },
}
with subprocess.Popen(["kamchatka", "bot", "captain", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
    print(bot.communicate(json.dumps(question).encode() + b"\n")[0].decode())
