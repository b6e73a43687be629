"""`python -m tools.conformance`: write the conformance files and the examples in the pages of docs/specifications."""

from tools.conformance.files import write_files

write_files()
