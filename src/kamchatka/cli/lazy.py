"""Commands that are loaded when they run. `kamchatka --help` reads their docstrings without importing them."""

import ast
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class LazyCommand(TyperCommand):
    """A command whose module is imported when it runs."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(name, help=read_help(module, name))
        self.module = module

    def make_context(self, *arguments: Any, **fields: Any) -> Any:
        """Import the command and create its context."""
        return load_command(self.module, str(self.name)).make_context(*arguments, **fields)


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they run. `modules` maps each name to a module."""

    modules: Mapping[str, str] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """List the commands in the order of `modules`."""
        return list(self.modules)

    def get_command(self, ctx: Any, cmd_name: str) -> LazyCommand | None:
        """Return a command whose module isn't imported yet."""
        return LazyCommand(cmd_name, self.modules[cmd_name]) if cmd_name in self.modules else None


@cache
def load_command(module: str, name: str) -> Any:
    """Import a module and return its command or its group of commands."""
    found = getattr(import_module(module), name.replace("-", "_"))
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)  # the whole program has it
    app.command(name)(found)
    return typer.main.get_command(app)


def read_help(module: str, name: str) -> str:
    """Return the docstring of a command, or of the module that defines a group, without importing it.

    >>> read_help("kamchatka.cli.commands.verify", "verify").partition(":")[0]
    'Prove every die and shuffle of a game'
    """
    tree = ast.parse(_read_source(module))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name.replace("-", "_"):
            return ast.get_docstring(node) or ""
    return describe_group(ast.get_docstring(tree))


def describe_group(docstring: str | None) -> str:
    """Return the help of a group from the docstring of its module.

    >>> describe_group("`kamchatka tournament`: run an event.")
    'Run an event.'
    """
    sentence = (docstring or "").partition("`: ")[2]
    return sentence[:1].upper() + sentence[1:]


def _read_source(module: str) -> str:
    """Read the source of a module, which may be in a zip file."""
    spec = find_spec(module)
    loader = spec.loader if spec else None
    source = loader.get_source(module) if loader and hasattr(loader, "get_source") else None
    return str(source or "")
