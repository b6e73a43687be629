"""Generate requests from our own OpenAPI: every operation, with parameters and bodies of roughly valid types."""

import random
from dataclasses import dataclass
from typing import Any

from tools.fuzz.mutation import Mutator
from tools.fuzz.oddities import NUMBERS, TEXTS

Json = dict[str, Any]
DEEPEST = 6


@dataclass(frozen=True)
class Operation:
    """An operation: a method of a path, with its parameters and body."""

    method: str
    path: str
    parameters: tuple[Json, ...]
    body: Json | None


@dataclass(frozen=True)
class Request:
    """A request; `body` is None if there is none."""

    method: str
    path: str
    query: dict[str, str]
    body: Any


class Api:
    """Generate requests of a server. `known` maps names of parameters to values worth trying."""

    def __init__(self, document: Json, luck: random.Random, known: dict[str, list[str]]) -> None:
        self.schemas: dict[str, Json] = document.get("components", {}).get("schemas", {})
        self.operations = list(_operations(document))
        self.luck = luck
        self.known = known
        self.mutator = Mutator("json", [b'{"x":1}'], str(luck.random()), 65_536)

    def request(self) -> Request:
        """Return one of the operations with generated values."""
        asked = self.luck.choice(self.operations)
        path, query = asked.path, dict[str, str]()
        for one in asked.parameters:
            value = self._parameter(one)
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", value or "0")
            elif one["in"] == "query" and (one.get("required") or self.luck.random() < 0.5):
                query[one["name"]] = value
        body = None if asked.body is None else self.sample(asked.body)
        if body is not None and self.luck.random() < 0.4:
            body = self.mutator.node(body)
        return Request(asked.method, path, query, body)

    def _parameter(self, one: Json) -> str:
        known = self.known.get(one["name"], [])
        if known and self.luck.random() < 0.8:
            return self.luck.choice(known)
        if self.luck.random() < 0.2:
            return str(self.luck.choice([*NUMBERS, *TEXTS]))
        value = self.sample(one.get("schema", {}))
        return str(value).lower() if isinstance(value, bool) else str(value)

    def sample(self, schema: Json, depth: int = 0) -> Any:
        """Return a value that a schema allows, approximately."""
        luck = self.luck
        if ref := schema.get("$ref"):
            return self.sample(self.schemas.get(ref.rpartition("/")[2], {}), depth + 1)
        if several := schema.get("oneOf") or schema.get("anyOf"):
            return self.sample(luck.choice(several), depth + 1)
        if "enum" in schema or "const" in schema:
            return luck.choice(schema.get("enum") or [schema["const"]])
        kind = schema.get("type", "string")
        match luck.choice(kind) if isinstance(kind, list) else kind:
            case "object":
                return self._object(schema, depth)
            case "array":
                most = min(int(schema.get("maxItems", 3)), 4) if depth < DEEPEST else 0
                return [self.sample(schema.get("items", {}), depth + 1) for _ in range(luck.randint(0, most))]
            case "integer" | "number":
                low = int(schema.get("minimum", 0))
                return luck.randint(low, max(low, min(int(schema.get("maximum", 12)), 50)))
            case "boolean":
                return luck.random() < 0.5
            case "null":
                return None
            case _:
                return luck.choice((*TEXTS, "modern", "challenge", "Ada", "evening", "greedy", "en", "2026-11-15"))

    def _object(self, schema: Json, depth: int) -> Json:
        needed = schema.get("required", [])
        made = {
            name: self.sample(one, depth + 1)
            for name, one in schema.get("properties", {}).items()
            if name in needed or (depth < DEEPEST and self.luck.random() < 0.5)
        }
        if isinstance(more := schema.get("additionalProperties"), dict) and depth < DEEPEST:
            made |= {self.luck.choice(("minutes", "ending", "1", "x")): self.sample(more, depth + 1)}
        return made


def _operations(document: Json) -> list[Operation]:
    found = list[Operation]()
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            content = told.get("requestBody", {}).get("content", {})
            schema = next((one.get("schema", {}) for one in content.values()), None)
            found.append(Operation(method.upper(), path, tuple(told.get("parameters", [])), schema))
    return found
