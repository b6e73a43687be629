"""Requests as handlers get them. Litestar's type has parameters for user, session and state, which we don't use."""

from typing import Any, TypeAlias

from litestar import Request

Asked: TypeAlias = Request[Any, Any, Any]
