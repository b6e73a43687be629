"""Write web/src/wire/messages.ts and facts.ts from the server's types via JSON Schema, formatted like Prettier."""

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kamchatka.analysis import report
from kamchatka.server.club import desk_payloads, forms, lookups, phone_payloads
from kamchatka.server.club import payloads as club
from kamchatka.server.club.seasons import payloads as seasons
from kamchatka.server.protocol import (
    credential_payloads,
    cup_payloads,
    notice_payloads,
    payloads,
    people_payloads,
    quick_payloads,
)
from kamchatka.server.protocol.fact_types import FactSeen, facts_told
from kamchatka.server.protocol.messages import AnyClientMessage, AnyServerMessage
from kamchatka.server.study import highlights, study_payloads

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire"
HEAD = "// Written by tools/generate/protocol_types.py from the message types of src/kamchatka/server: do not edit.\n"
FACTS_HEAD = "// Written by tools/generate/protocol_types.py from the fact types of src/kamchatka: do not edit.\n"
FACT_IMPORT = "import type { FactSeen } from './facts';\n"
JSON = "export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n"
WIDTH = 120
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> dict[Path, str]:
    """Return the page's generated protocol files, by path."""
    return {WIRE / "messages.ts": messages(), WIRE / "facts.ts": facts()}


def messages() -> str:
    """Return every message as a TypeScript type, parts first, sorted by name."""
    pages = [
        part
        for module in (
            payloads,
            credential_payloads,
            people_payloads,
            quick_payloads,
            cup_payloads,
            notice_payloads,
            forms,
            club,
            phone_payloads,
            desk_payloads,
            seasons,
            lookups,
            report,
            study_payloads,
            highlights,
        )
        for part in vars(module).values()
        if isinstance(part, type) and issubclass(part, msgspec.Struct) and part.__struct_fields__
    ]
    (client, server, *_), parts = msgspec.json.schema_components(
        [AnyClientMessage, AnyServerMessage, *pages], ref_template="{name}"
    )
    words = [declare_union("ClientWord", client), declare_union("ServerWord", server)]
    told = {kind.__name__ for kind in facts_told()}
    types = [declare(name, part) for name, part in sorted(parts.items()) if name not in told]
    return "\n".join([HEAD, FACT_IMPORT, JSON, *types, *words])


def facts() -> str:
    """Return every public fact that this package declares, and their union."""
    ours = {kind.__name__ for kind in facts_told() if kind.__module__.startswith("kamchatka.")}
    _, parts = msgspec.json.schema_components([FactSeen], ref_template="{name}")
    union = "".join(f"\n  | {name}" for name in sorted(ours))
    types = [declare(name, part) for name, part in sorted(parts.items()) if name in ours]
    return "\n".join([FACTS_HEAD, *types, f"export type FactSeen ={union};\n"])


def declare(name: str, schema: dict[str, Any]) -> str:
    """Declare a named type with its description as a comment."""
    return f"{comment(schema.get('description', name))}export interface {name} {{\n{''.join(fields(schema))}}}\n"


def comment(about: str) -> str:
    """Format a comment in one line if it fits, else in several."""
    line = f"/** {' '.join(about.split())} */\n"
    if len(line) <= WIDTH + 1:
        return line
    lines = textwrap.wrap(" ".join(about.split()), WIDTH - 3, break_on_hyphens=False)
    return "".join(["/**\n", *(f" * {one}\n" for one in lines), " */\n"])


def declare_union(name: str, schema: dict[str, Any]) -> str:
    """Declare the union of all messages of one side: in one line, on the next line, or one member per line."""
    head, members = f"export type {name} =", type_expression(schema)
    for line in (f"{head} {members};", f"{head}\n  {members};"):
        if max(map(len, line.splitlines())) <= WIDTH:
            return line + "\n"
    return f"{head}{_stack(members, 2)};\n"


def fields(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the fields of a type. The server sends every field; clients may omit fields with defaults."""
    spoken = schema.get("additionalProperties") is False
    required = set(schema.get("required", ()))
    for name, field in schema.get("properties", {}).items():
        optional = "?" if spoken and name not in required else ""
        line = f"  {name}{optional}: {type_expression(field)};\n"
        yield line if len(line) <= WIDTH + 1 else f"  {name}{optional}:{_stack(type_expression(field), 4)};\n"


def _stack(members: str, indent: int) -> str:
    """Format a union with one member per line."""
    return "".join(f"\n{' ' * indent}| {one}" for one in members.split(" | "))


def type_expression(schema: dict[str, Any]) -> str:
    """Convert a schema to a type expression."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in schema["enum"])
    if schema.get("discriminator", {}).get("propertyName") == "fact":
        return "FactSeen"
    if "anyOf" in schema:
        return " | ".join(type_expression(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return _list(schema)
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties", {})
        return f"Record<string, {type_expression(inside) if inside else 'Json'}>"
    return PLAIN.get(schema.get("type", ""), "Json")


def _list(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_expression(item) for item in schema['prefixItems'])}]"
    item = type_expression(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


if __name__ == "__main__":
    for path, text in typescript().items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name} written\n")
