"""`captain`: plays by exact odds, goals and rivals, with weights tuned in arena games."""
