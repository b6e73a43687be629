"""The registry of all classes of facts and frames."""
