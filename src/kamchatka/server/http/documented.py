"""What Litestar doesn't know about our types, for the OpenAPI document."""

from collections.abc import Iterable
from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from kamchatka.server.faults import STATUS
from kamchatka.server.protocol.payloads import ErrorSeen

ERRORS = {
    status: ResponseSpec(ErrorSeen, generate_examples=False, description="An error (`code` says which)")
    for status in sorted({400, *STATUS.values()})
}


def with_errors(handlers: Iterable[Any]) -> list[Any]:
    """Give HTTP routes the errors that they may answer; Litestar would describe its own, which we never send."""
    found = list(handlers)
    for handler in found:
        if isinstance(handler, HTTPRouteHandler):
            handler.responses = {**ERRORS, **(handler.responses or {})}
    return found


class TuplesOfAnyLength(OpenAPISchemaPlugin):
    """Describe `tuple[X, ...]` as an array of X. Litestar reads the dots as a second type that allows everything."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return True for such tuples."""
        return field_definition.origin is tuple and field_definition.args[1:] == (...,)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the array with its limits."""
        limits: Any = field_definition.kwarg_definition
        return Schema(
            type=OpenAPIType.ARRAY,
            items=schema_creator.for_field_definition(field_definition.inner_types[0]),
            min_items=(limits.min_items or None) if limits else None,
            max_items=(limits.max_items or None) if limits else None,
        )
