"""`captain`: exact odds, goals, rivals; its weights were found in arena games."""
