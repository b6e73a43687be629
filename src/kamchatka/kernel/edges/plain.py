"""Plain values as JSON holds them."""

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]  # an object of JSON, whose values have been or will be checked by a type
Json: TypeAlias = Any  # a value of JSON that is about to be checked, or has been written from a typed one
