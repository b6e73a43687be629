"""The seed of a run, which is printed; set KAMCHATKA_FUZZ_SEED to repeat it."""

import os

SEED = int(os.environ.get("KAMCHATKA_FUZZ_SEED", "1"))
