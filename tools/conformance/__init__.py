"""Write docs/specifications/conformance: our notations as inputs with expected readings, for any language."""
