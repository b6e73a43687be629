"""The matrix of authorisation and limits: every route of the OpenAPI, requested by all users in all spellings.

tests/attacks/matrix.toml holds the reviewed answers. `python -m tests.attacks.matrix` prints the rows that are missing
or differ; look at each status before it goes into the file.
"""

import asyncio
import json
import logging
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from litestar.routes import HTTPRoute

from kamchatka.server.http.access.scopes import Access, access_of
from kamchatka.server.limit_table import Rate
from tests.attacks.inside import Answer, Inside, running_inside
from tests.attacks.people import COLUMNS, Sender, hash_quickly, senders

FILE = Path(__file__).with_suffix(".toml")
METHODS = ("get", "post", "put", "patch", "delete")
OPENAPI = {
    "/api/openapi" + end for end in ("", ".json", "/api.json", "/openapi.json", "/{path}")
}  # where clients read it
UNLISTED = OPENAPI | {"/", "/{path}", "/healthz", "/readyz"}  # routes missing from the OpenAPI
SETTINGS = {"requests_a_minute": 1e7, "logins_a_minute": 1e6, "events_a_minute": 1e6, "work_a_minute": 1e6}
MEMORY = Path("/dev/shm")  # thousands of commits don't need to reach the disk
HOUR = 3600.0  # seconds between two requests, so that no limit is reached

Json = dict[str, Any]


class Route(NamedTuple):
    """A method at a path, the access it needs, and a body that its form accepts."""

    method: str
    path: str
    access: Access
    body: Any
    query: str

    @property
    def name(self) -> str:
        """Return the route's name in the file."""
        return f"{self.method} {self.path}"

    def address(self, sender: Sender, given: Json) -> str:
        """Return the address with values for its parameters: what the owner has, or what is given."""
        owned = {"/api/tables/": sender.table, "/api/seasons/": sender.season, "/api/cups/": sender.cup}
        id = next((value for start, value in owned.items() if self.path.startswith(start)), sender.event)
        values = {"id": id, **given}
        return re.sub(r"\{(\w+)\}", lambda name: str(values.get(name[1], "1")), self.path) + self.query


class RouteAnswers(NamedTuple):
    """The statuses a route returned by column, its limits, and the spellings that failed."""

    statuses: list[int]
    limits: list[str]
    odd: dict[str, list[str]]


SPELLINGS = {
    "//": lambda path: "/" + path,
    "trailing slash": lambda path: re.sub(r"(\?|$)", r"/\1", path, count=1),
    "%2f": lambda path: path.replace("/api/", "/api%2f", 1),
    "upper case": lambda path: path.replace("/api/", "/API/", 1),
}
REFUSED = ("%2f", "upper case")  # spellings that are refused for everybody


def routes(inside: Inside) -> Iterator[Route]:
    """Yield every route of the OpenAPI."""
    document = inside.litestar.openapi_schema.to_schema()
    handlers = {
        (method, route.path_format): handler
        for route in inside.litestar.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
    }
    for path, methods in document["paths"].items():
        for method in sorted({*methods} & {*METHODS}):
            schemas, said = document["components"]["schemas"], methods[method]
            content = said.get("requestBody", {}).get("content", {})
            body = None
            if content:
                body = example(next(iter(content.values()))["schema"], schemas)
            fields = [one for one in said.get("parameters", ()) if one["in"] == "query" and one.get("required")]
            query = "&".join(f"{one['name']}={example(one['schema'], schemas)}" for one in fields)
            access = access_of(handlers[method.upper(), path])
            yield Route(method.upper(), path, access, body, f"?{query}" if query else "")


def example(schema: Json, schemas: Json) -> Any:
    """Return the smallest value that a schema accepts."""
    if "$ref" in schema:
        return example(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return example(schema[several][0], schemas)
    if values := schema.get("enum", [schema["const"]] if "const" in schema else []):
        return values[0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        known = schema.get("properties", {})
        return {name: example(known[name], schemas) for name in schema.get("required", ()) if name in known}
    if kind == "array":
        return [example(schema["items"], schemas) for _ in range(schema.get("minItems", 0))]
    if kind in ("integer", "number"):
        return schema.get("minimum", 1)
    return {"boolean": True, "null": None}.get(kind or "", "x" * max(1, schema.get("minLength", 1)))


async def ask_all(inside: Inside, route: Route, given: Json) -> RouteAnswers:
    """Request a route as every kind of user, in every spelling.

    The plain spelling comes first, from fresh users. The same users then request the others, which may meet changed
    data: only the matched route counts, or none for refused spellings.
    """
    people = await senders(inside.server, route.access)
    with noting_limits(inside) as limits:
        plain = await _ask(inside, route, given, people, lambda path: path)
    odd = {}
    for name, spell in SPELLINGS.items():
        answers = await _ask(inside, route, given, people, spell)
        wanted = [(404, "")] * len(plain) if name in REFUSED else [(0, answer.template) for answer in plain]
        found = [(answer.status if name in REFUSED else 0, answer.template) for answer in answers]
        if found != wanted:
            odd[name] = [f"{answer.status} {answer.template}" for answer in answers]
    return RouteAnswers([answer.status for answer in plain], sorted(limits), odd)


@contextmanager
def noting_limits(inside: Inside) -> Iterator[set[str]]:
    """Record the names of the limits that requests count towards."""
    counted: set[str] = set()
    allows = inside.server.limits.allows

    def noted(rate: Rate, who: str = "", address: str = "") -> bool:
        counted.add(rate.name)
        return allows(rate, who, address)

    inside.server.limits.allows = noted  # type: ignore[method-assign]
    try:
        yield counted
    finally:
        inside.server.limits.allows = allows  # type: ignore[method-assign]


async def _ask(
    inside: Inside, route: Route, given: Json, people: dict[str, Sender], spell: Callable[[str], str]
) -> list[Answer]:
    answers = []
    for column in COLUMNS:
        inside.time.now += HOUR
        address = spell(route.address(people[column], given))
        body = given.get("body", route.body)
        answers.append(await inside.ask(route.method, address, body, people[column].headers))
    return answers


def read_review() -> Json:
    """Read the file."""
    return tomllib.loads(FILE.read_text()) if FILE.exists() else {}


def row(route: Route, found: RouteAnswers, given: Json) -> str:
    """Write a route as a row of the file."""
    more = "".join(f", {name} = {_toml(value)}" for name, value in given.items())
    limits = ", ".join(f'"{name}"' for name in found.limits)
    return f'"{route.name}" = {{ access = "{route.access}", limits = [{limits}], statuses = {found.statuses}{more} }}'


def _toml(value: Any) -> str:
    """Encode a value as TOML, which equals JSON for everything but tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def given_of(known: Json) -> Json:
    """Return the request data of a row: its body and its parameters."""
    return {name: value for name, value in known.items() if name not in ("access", "limits", "statuses")}


async def differing(folder: Path, names: Iterable[str] = ()) -> list[tuple[Route, RouteAnswers, Json]]:
    """Request all or some routes; return those whose responses differ from the file."""
    known, different = read_review(), []
    async with running_inside(folder, **SETTINGS) as inside:
        hash_quickly(inside.server)
        for route in routes(inside):
            if not names or route.name in names:
                given = given_of(known.get(route.name, {}))
                found = await ask_all(inside, route, given)
                wanted = known.get(route.name, {})
                same = (wanted.get("access"), wanted.get("limits"), wanted.get("statuses"))
                if same != (route.access, found.limits, found.statuses) or found.odd:
                    different.append((route, found, given))
    return different


def main() -> None:
    """Print the rows that differ."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for route, found, given in asyncio.run(differing(Path(folder))):
            print(row(route, found, given))
            for name, answers in found.odd.items():
                print(f"# {name}: {answers}")


if __name__ == "__main__":
    main()
