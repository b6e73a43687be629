"""Writes web/src/wire/messages.ts from the server's message types, by way of their JSON Schemas."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kamchatka.server import payloads
from kamchatka.server.club import desk_payloads, forms, lookups
from kamchatka.server.club import payloads as club
from kamchatka.server.messages import ClientWord, ServerWord

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire" / "messages.ts"
HEAD = "// Written by tools/protocol_types.py from the message types of src/kamchatka/server: do not edit.\n"
JSON = "export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Every message as a TypeScript type, parts first in the order of their names."""
    pages = [
        part
        for module in (payloads, forms, club, desk_payloads, lookups)
        for part in vars(module).values()
        if isinstance(part, type) and issubclass(part, msgspec.Struct)
    ]
    (client, server, *_), parts = msgspec.json.schema_components(
        [ClientWord, ServerWord, *pages], ref_template="{name}"
    )
    words = [f"export type ClientWord = {written(client)};\n", f"export type ServerWord = {written(server)};\n"]
    return "\n".join([HEAD, JSON, *(declared(name, part) for name, part in sorted(parts.items())), *words])


def declared(name: str, schema: dict[str, Any]) -> str:
    """One named type, with what it is as its comment."""
    about = " ".join(schema.get("description", name).split())
    return f"/** {about} */\nexport interface {name} {{\n{''.join(fields(schema))}}}\n"


def fields(schema: dict[str, Any]) -> Iterator[str]:
    """The server writes every field; a client may leave out those that have a default."""
    spoken = schema.get("additionalProperties") is False
    required = set(schema.get("required", ()))
    for name, field in schema.get("properties", {}).items():
        optional = "?" if spoken and name not in required else ""
        yield f"  {name}{optional}: {written(field)};\n"


def written(schema: dict[str, Any]) -> str:
    """A schema as a type expression."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(written(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return _list(schema)
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties", {})
        return f"Record<string, {written(inside) if inside else 'Json'}>"
    return PLAIN.get(schema.get("type", ""), "Json")


def _list(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(item) for item in schema['prefixItems'])}]"
    item = written(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")
    sys.stdout.write(f"{TARGET.name} written\n")
