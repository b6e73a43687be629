"""Check tests, sentences and results: mutants, timing, slow tests, luck, equal games."""
