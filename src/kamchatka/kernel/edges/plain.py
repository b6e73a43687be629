"""Types for the plain values in JSON data."""

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]  # a JSON object whose values have been or will be checked against a type
Json: TypeAlias = Any  # a JSON value that hasn't been checked yet, or was written from a typed one
