"""The seed of a run: printed, and to be set again by KAMCHATKA_FUZZ_SEED to see the same once more."""

import os

SEED = int(os.environ.get("KAMCHATKA_FUZZ_SEED", "1"))
