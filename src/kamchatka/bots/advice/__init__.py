"""Why a captain does what it does: sentences as data, with the figures of the position."""
