"""Identity is an id, never a name: the server compares no names, except where this list says why."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[2] / "src" / "kamchatka" / "server"
NAMES = {"name", "names", "who", "folded", "host_name", "by_name", "about_name"}
TESTS = {"in_", "not_in", "is_", "is_not", "like", "ilike", "contains", "startswith", "endswith", "any_"}
LOOKUPS = {"get", "pop", "setdefault", "index", "remove", "discard"}  # methods that take a key
THINGS = {
    "dialect",
    "file",
    "os",
    "parent",
    "words",
    "spec",
    "rate",
    "column",
    "table",
    "edition",
}  # these have names but aren't users
SQL = re.compile(r"\b(?:where|and|or|on)\s[^;]*\b(?:name|who|folded)\b\s*(?:=|<>|!=|in\b|like\b)", re.IGNORECASE)

# Reviewed comparisons of names, with the reason why none of them identifies a user's rows.
ALLOWED = {
    "notices/push.py::PushSender.public_key": "the name of a server key",
    "operations/backup.py::_make_files": "the name of a server key",
    "operations/moderators.py::_moderators": "the account that the operator names",
    "people/recovery.py::Recovery.address_of": "the account that asks for a letter",
    "people/recovery.py::Recovery.recover": "the account that a code belongs to",
    "presentation/board_drawings.py::add_languages": "names of places",
    "ratings/profiles.py::Profiles.account": "the account that a request names",
    "storage/accounts.py::Accounts._account": "the account at login, or that has the name already",
    "storage/accounts.py::Accounts._load_looks": "accounts have a folded name, guests none",
    "storage/accounts.py::Accounts.check_screen_name": "the user's own name may be given at the own screen",
    "storage/accounts.py::_still_guest": "accounts have a folded name, guests none",
    "storage/credentials.py::Credentials.log_out": "accounts have a folded name, guests none",
    "storage/credentials.py::_user": "accounts have a folded name, guests none",
    "storage/migrations/versions/v0012_identity.py::_accounts_by_name": "old rows that are certain",
    "storage/migrations/versions/v0012_identity.py::_attribute_talk": "old rows that are certain, by seat and name",
    "storage/migrations/versions/v0012_identity.py::_attribute_entries": "old rows that are certain, by name and time",
    "storage/migrations/versions/v0012_identity.py::_attribute_mutes": "old rows that are certain",
    "storage/migrations/versions/v0012_identity.py::_attribute_quotes": "which remark of a table is quoted",
    "storage/server_keys.py::server_key": "the name of a server key",
    "storage/server_keys.py::read_shared_key": "the name of a server key",
    "tables/chat.py::Chat._resolve_users": "which user a client means; the mute has the id",
    "tables/seating.py::_again": "which of the user's own seats has a name given at the screen",
    "tables/seating.py::_sitter": "which of the user's own seats is taken already",
    "play/table_texts.py::TableTexts.check": "the user's own name is no new text",
}


def test_no_row_is_found_by_a_name() -> None:
    """A comparison of names, in Python or SQL, fails until it is on the reviewed list; the list has no dead lines."""
    found = {
        f"{path.relative_to(SERVER)}::{place}"
        for path in SERVER.rglob("*.py")
        for place, _ in predicates(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found - ALLOWED.keys() == set(), "compare ids; or review it and say why it finds nobody's rows"
    assert ALLOWED.keys() - found == set(), "compares no names any more"


def test_the_rule_sees_what_it_should() -> None:
    for line in (
        "delete(k).where(k.c.name == user.name)",
        "delete(m).where(m.c.name.in_(names))",
        "select(n).where(n.c.who.like(x))",
        "mine = [one for one in rows if one['name'] in names]",
        "is_theirs = json.get('name') == x",
        "is_theirs = look_of(one.name) == look_of(x)",
        "is_theirs = names == {user.name}",
        "text('DELETE FROM talk WHERE name = :name')",
        "query.filter_by(name=x)",
        "delete(k).where(k.c.speaker == name)",
        "delete(k).where(k.c.speaker.in_(names))",
        "rows[user.name]",
        "owners = {look_of(row.name): row.id for row in rows}",
        "owners.get(look_of(user.name))",
    ):
        assert list(predicates(ast.parse(line))), line
    for line in (
        "delete(k).where(k.c.user_id == user.id)",
        "engine.dialect.name == 'sqlite'",
        "select(u.c.name).where(u.c.id == x)",
        "text('SELECT name FROM users WHERE id = :id')",
        "User(id, name=x)",
        "rows[user.id]",
        "shown = {row.id: row.name for row in rows}",
        "said = row['name']",
    ):
        assert not list(predicates(ast.parse(line))), line


def predicates(node: ast.AST, place: str = "") -> Iterator[tuple[str, int]]:
    """Yield the functions and lines that compare names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from predicates(child, f"{place}.{child.name}".lstrip("."))
            continue
        if is_predicate(child):
            yield place, getattr(child, "lineno", 0)
        yield from predicates(child, place)


def is_predicate(node: ast.AST) -> bool:
    match node:
        case ast.Compare():
            sides = (node.left, *node.comparators)
            return any(map(has_name, sides)) or (any(map(is_column, sides)) and any(map(is_variable, sides)))
        case ast.Call(func=ast.Attribute(attr="filter_by")):
            return any(keyword.arg in NAMES for keyword in node.keywords)
        case ast.Call(func=ast.Attribute(attr=method, value=value), args=args):
            if method in TESTS and is_column(value) and any(map(is_variable, args)):
                return True
            return (method in TESTS and is_name(value)) or (method in LOOKUPS and any(map(has_name, args[:1])))
        case ast.Subscript(slice=key) | ast.DictComp(key=key):
            return not isinstance(key, ast.Constant) and has_name(key)
        case ast.Constant(value=str(text)):
            return SQL.search(text) is not None
    return False


def has_name(operand: ast.AST) -> bool:
    """Return whether a name, or a value derived from one, is compared."""
    if is_name(operand):
        return True
    if isinstance(operand, ast.Call):  # a folded name, or its confusable skeleton
        return any(map(has_name, [*operand.args, operand.func]))
    if isinstance(operand, ast.Attribute):
        return has_name(operand.value)
    return isinstance(operand, ast.Set | ast.List | ast.Tuple) and any(map(has_name, operand.elts))


def is_column(node: ast.AST) -> bool:
    """Return whether it is a column of any table with such a name: `k.c.speaker`."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "c"


def is_variable(node: ast.AST) -> bool:
    """Return whether it is a variable with such a name."""
    return isinstance(node, ast.Name) and node.id in NAMES


def is_name(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=attr, value=value):
            base = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
            return attr in NAMES and base not in THINGS
        case ast.Subscript(slice=ast.Constant(value=key)):
            return key in NAMES
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=key), *_]):
            return key in NAMES
    return False
