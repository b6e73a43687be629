"""Build and inspect packages: compiled modules, wheels, the browser of the tests, the bill of materials."""
